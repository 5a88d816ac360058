#include "viewer/platform/graphics.h"

#include <raylib.h>
#include <rlgl.h>
#include <stddef.h>

#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- shaders */

const char *rb_glsl_version(void) {
    return "#version 330";
}

const char *rb_glsl_prelude(void) {
    return "";
}

/* ---------------------------------------------------------------- samples and pixels */

/* rlgl has framebuffers but no multisampled storage. raylib calls OpenGL through these pointers; weak,
   because a shared raylib hides them. */
typedef void (*gen_fn)(int count, unsigned *ids);
typedef void (*delete_fn)(int count, const unsigned *ids);
typedef void (*bind_fn)(unsigned target, unsigned id);
typedef void (*storage_fn)(unsigned target, int samples, unsigned format, int width, int height);
typedef void (*attach_fn)(unsigned target, unsigned place, unsigned kind, unsigned id);
typedef unsigned (*check_fn)(unsigned target);
extern gen_fn glad_glGenRenderbuffers __attribute__((weak));
extern delete_fn glad_glDeleteRenderbuffers __attribute__((weak));
extern bind_fn glad_glBindRenderbuffer __attribute__((weak));
extern storage_fn glad_glRenderbufferStorageMultisample __attribute__((weak));
extern attach_fn glad_glFramebufferRenderbuffer __attribute__((weak));
extern check_fn glad_glCheckFramebufferStatus __attribute__((weak));

enum {
    FRAMEBUFFER = 0x8d40,
    READ_FRAMEBUFFER = 0x8ca8,
    DRAW_FRAMEBUFFER = 0x8ca9,
    RENDERBUFFER = 0x8d41,
    COLOR = 0x8ce0,
    DEPTH = 0x8d00,
    COMPLETE = 0x8cd5,
    RGBA8 = 0x8058,
    DEPTH_24 = 0x81a6,
    COLOR_BITS = 0x4000,
};

/* One per process, like the window. */
static struct {
    unsigned frame, parts[2]; /* colour and depth */
    int width, height;
    bool refused; /* the driver has no such framebuffer of this size */
} own;

static bool known(void) {
    return &glad_glGenRenderbuffers && &glad_glDeleteRenderbuffers && &glad_glBindRenderbuffer &&
           &glad_glRenderbufferStorageMultisample && &glad_glFramebufferRenderbuffer &&
           &glad_glCheckFramebufferStatus;
}

void rb_samples_free(void) {
    if (own.frame != 0) {
        rlUnloadFramebuffer(own.frame);
        glad_glDeleteRenderbuffers(2, own.parts);
    }
    own.frame = 0;
    own.refused = false;
}

static bool make(int width, int height) {
    static const unsigned formats[2] = {RGBA8, DEPTH_24}, places[2] = {COLOR, DEPTH};
    rb_samples_free();
    own.width = width;
    own.height = height;
    own.frame = rlLoadFramebuffer();
    rlEnableFramebuffer(own.frame);
    glad_glGenRenderbuffers(2, own.parts);
    for (int i = 0; i < 2; i++) {
        glad_glBindRenderbuffer(RENDERBUFFER, own.parts[i]);
        glad_glRenderbufferStorageMultisample(RENDERBUFFER, RB_SAMPLES, formats[i], width, height);
        glad_glFramebufferRenderbuffer(FRAMEBUFFER, places[i], RENDERBUFFER, own.parts[i]);
    }
    glad_glBindRenderbuffer(RENDERBUFFER, 0);
    own.refused = glad_glCheckFramebufferStatus(FRAMEBUFFER) != COMPLETE;
    rlDisableFramebuffer();
    return !own.refused;
}

bool rb_samples_begin(int width, int height) {
    bool same = own.frame != 0 && own.width == width && own.height == height;
    if (!known() || width < 1 || height < 1 || (same ? own.refused : !make(width, height))) {
        return false;
    }
    rlDrawRenderBatchActive();
    rlEnableFramebuffer(own.frame);
    return true;
}

void rb_samples_end(int x, int y, int width, int height) {
    const int bottom = own.height - y - height;
    rlDrawRenderBatchActive();
    rlBindFramebuffer(READ_FRAMEBUFFER, own.frame);
    rlBindFramebuffer(DRAW_FRAMEBUFFER, rb_canvas_framebuffer());
    rlBlitFramebuffer(x, bottom, x + width, bottom + height, x, bottom, x + width, bottom + height,
                      COLOR_BITS);
    rlEnableFramebuffer(rb_canvas_framebuffer());
}

/* Not in rlgl either. */
typedef void (*switch_fn)(unsigned what);
extern switch_fn glad_glEnable __attribute__((weak));
extern switch_fn glad_glDisable __attribute__((weak));

enum { RASTERIZER_DISCARD = 0x8c89 };

static bool skipping;

bool rb_pixels_skip(bool skip) {
    bool was = skipping;
    if (skip != was && &glad_glEnable && &glad_glDisable) {
        rlDrawRenderBatchActive(); /* draw what is pending first */
        (skip ? glad_glEnable : glad_glDisable)(RASTERIZER_DISCARD);
        skipping = skip;
    }
    return was;
}

/* ---------------------------------------------------------------- frame time */

/* raylib's pointers to OpenGL's drawing functions. Unsigned stands for GLenum and GLbitfield, int for GLint
 * and GLsizei. */
typedef void (*draw_arrays_fn)(unsigned mode, int first, int count);
typedef void (*draw_elements_fn)(unsigned mode, int count, unsigned type, const void *indices);
typedef void (*clear_fn)(unsigned mask);
typedef void (*blit_fn)(int x0, int y0, int x1, int y1, int to_x0, int to_y0, int to_x1, int to_y1,
                        unsigned mask, unsigned filter);
extern draw_arrays_fn glad_glDrawArrays __attribute__((weak));
extern draw_elements_fn glad_glDrawElements __attribute__((weak));
extern clear_fn glad_glClear __attribute__((weak));
extern blit_fn glad_glBlitFramebuffer __attribute__((weak));

/* One per process, like the function pointers. */
static struct {
    rb_gl_mode mode;
    draw_arrays_fn draw_arrays; /* the driver's own; NULL while the mode is plain */
    draw_elements_fn draw_elements;
    clear_fn clear;
    blit_fn blit;
    rb_gl_work work;
    double entered;
} gl;

static bool enter(void) {
    gl.work.calls++;
    gl.entered = rb_clock_cpu();
    return gl.mode != RB_GL_MUTED;
}

static void leave(void) {
    gl.work.seconds += rb_clock_cpu() - gl.entered;
}

static void draw_arrays(unsigned mode, int first, int count) {
    if (enter()) {
        gl.draw_arrays(mode, first, count);
    }
    leave();
}

static void draw_elements(unsigned mode, int count, unsigned type, const void *indices) {
    if (enter()) {
        gl.draw_elements(mode, count, type, indices);
    }
    leave();
}

static void clear(unsigned mask) {
    if (enter()) {
        gl.clear(mask);
    }
    leave();
}

/* NOLINTNEXTLINE(readability-function-size): the parameters are those of OpenGL */
static void blit(int x0, int y0, int x1, int y1, int to_x0, int to_y0, int to_x1, int to_y1, unsigned mask,
                 unsigned filter) {
    if (enter()) {
        gl.blit(x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, mask, filter);
    }
    leave();
}

bool rb_gl_meter_set(rb_gl_mode mode) {
    if (!&glad_glDrawArrays || !&glad_glDrawElements || !&glad_glClear || !&glad_glBlitFramebuffer) {
        return mode == RB_GL_PLAIN;
    }
    if (gl.mode == RB_GL_PLAIN && mode != RB_GL_PLAIN) {
        gl.draw_arrays = glad_glDrawArrays;
        gl.draw_elements = glad_glDrawElements;
        gl.clear = glad_glClear;
        gl.blit = glad_glBlitFramebuffer;
        glad_glDrawArrays = draw_arrays;
        glad_glDrawElements = draw_elements;
        glad_glClear = clear;
        glad_glBlitFramebuffer = blit;
    } else if (gl.mode != RB_GL_PLAIN && mode == RB_GL_PLAIN) {
        glad_glDrawArrays = gl.draw_arrays;
        glad_glDrawElements = gl.draw_elements;
        glad_glClear = gl.clear;
        glad_glBlitFramebuffer = gl.blit;
    }
    gl.mode = mode;
    return true;
}

rb_gl_work rb_gl_meter_take(void) {
    const rb_gl_work work = gl.work;
    gl.work = (rb_gl_work){0, 0};
    return work;
}
