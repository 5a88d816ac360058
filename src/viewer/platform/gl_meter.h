/* How long OpenGL itself works: the time inside its drawing calls.

   A software renderer shades vertices, and some of the pixels, in the thread that calls it, so a
   stage of the frame is our work and the renderer's mixed. Here the calls that make the renderer
   work are led past a clock, or nowhere at all. */
#ifndef RB_VIEWER_PLATFORM_GL_METER_H
#define RB_VIEWER_PLATFORM_GL_METER_H

#include <stdbool.h>

typedef enum rb_gl_mode {
    RB_GL_PLAIN, /* as if there were no meter */
    RB_GL_TIMED, /* the time inside is counted */
    RB_GL_MUTED, /* for measuring only: the calls return at once and nothing is drawn */
} rb_gl_mode;

/* With an open window, between two frames. False where raylib hides its calls (a shared library):
   then nothing is counted and all the time of a stage counts as ours. */
bool rb_gl_meter_set(rb_gl_mode mode);

/* Since the last time it was taken. */
typedef struct rb_gl_work {
    double seconds; /* of this thread's CPU time, inside drawing calls */
    long calls;
} rb_gl_work;

rb_gl_work rb_gl_meter_take(void);

#endif
