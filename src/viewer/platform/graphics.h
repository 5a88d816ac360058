/* OpenGL beyond raylib's interface: the GLSL dialect, an off-screen canvas, multisampling, frames without
   pixels, and the time that each stage of a frame takes. */
#ifndef RB_VIEWER_PLATFORM_GRAPHICS_H
#define RB_VIEWER_PLATFORM_GRAPHICS_H

#include <raylib.h>
#include <stdbool.h>

/* ---------------------------------------------------------------- shaders */

/* Shaders are written for GLSL 330 and 300 es alike; what differs is put before them. */
const char *rb_glsl_version(void); /* "#version 330" */
const char *rb_glsl_prelude(void); /* first lines of every shader, "" if none */

/* ---------------------------------------------------------------- canvas */

/* A picture of any size that replaces the window: everything is drawn onto it as if the window had that
   size. The window shows it scaled down. */

/* From the next frame on; 0 x 0: the window again. */
void rb_canvas_request(int width, int height);
bool rb_canvas_on(void); /* this frame is drawn onto it */
int rb_canvas_width(void);
int rb_canvas_height(void);
unsigned rb_canvas_framebuffer(void); /* 0: the window's */

/* The picture drawn so far in this frame, from the canvas or the window; to be unloaded. */
Image rb_canvas_image(void);

/* For window.c: call after raylib began a frame and before it ends it. */
void rb_canvas_begin_frame(void);
void rb_canvas_end_frame(void);

/* ---------------------------------------------------------------- samples and pixels */

/* Multisampling: what is drawn between begin and end goes to a framebuffer with RB_SAMPLES samples per
   pixel, which the end resolves into the window. The window itself has one sample per pixel. */
#define RB_SAMPLES 4

/* False where it is not available: draw directly, and do not call end. */
bool rb_samples_begin(int width, int height);
/* The part of the picture that is copied to the window; y points down. */
void rb_samples_end(int x, int y, int width, int height);
void rb_samples_free(void);

/* Turns the rasteriser off or on, where the driver can. Layout frames whose pixels are not shown are
   cheaper without it. Returns the previous state. */
bool rb_pixels_skip(bool skip);

/* ---------------------------------------------------------------- frame time */

/* The time inside OpenGL's drawing calls. A software renderer works in the calling thread, so its time
   must be subtracted from a stage's time to get our own. */
typedef enum rb_gl_mode {
    RB_GL_PLAIN, /* no measurement */
    RB_GL_TIMED, /* the time inside drawing calls is counted */
    RB_GL_MUTED, /* for benchmarks: the calls return at once and nothing is drawn */
} rb_gl_mode;

/* With an open window, between two frames. False when raylib is a shared library that hides its
   function pointers: then nothing is counted. */
bool rb_gl_meter_set(rb_gl_mode mode);

typedef struct rb_gl_work {
    double seconds; /* of this thread's CPU time, inside drawing calls */
    long calls;
} rb_gl_work;

/* The work since the last call. */
rb_gl_work rb_gl_meter_take(void);

/* Stages of a frame. */
typedef enum rb_stage {
    RB_STAGE_INPUT,  /* keys, commands, frames, samples */
    RB_STAGE_WORLD,  /* bodies, arrows, trails, microscope, without OpenGL's drawing calls */
    RB_STAGE_PANELS, /* panels and plots up to the finished draw lists */
    RB_STAGE_RASTER, /* OpenGL's drawing calls, draw lists to OpenGL, buffer swap */
    RB_STAGE_COUNT
} rb_stage;

/* CPU time of the main thread by stage. */
typedef struct rb_perf {
    rb_gl_mode gl; /* RB_GL_PLAIN: drawing calls count for the stage that makes them */
    double started;
    double drawing;                /* s inside drawing calls, of this frame */
    double smooth[RB_STAGE_COUNT]; /* s, running mean */
    double total[RB_STAGE_COUNT];  /* s, over all frames */
    double frame;                  /* s of wall time, running mean */
    long frames, calls;            /* drawing calls over all frames */
} rb_perf;

void rb_perf_begin(rb_perf *perf, double dt);
/* Adds the time since the last begin or end to the stage. */
void rb_perf_end(rb_perf *perf, rb_stage stage);
/* CPU time of a frame without the rasteriser, s. */
double rb_perf_own(const double stages[RB_STAGE_COUNT]);

#endif
