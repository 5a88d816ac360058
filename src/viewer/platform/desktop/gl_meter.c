#include "viewer/platform/gl_meter.h"

#include <stddef.h>

#include "viewer/platform/clock.h"

/* raylib calls OpenGL through these pointers; weak, because a shared raylib keeps them to itself.
   Unsigned stands for GLenum and GLbitfield, int for GLint and GLsizei. */
typedef void (*draw_arrays_fn)(unsigned mode, int first, int count);
typedef void (*draw_elements_fn)(unsigned mode, int count, unsigned type, const void *indices);
typedef void (*clear_fn)(unsigned mask);
extern draw_arrays_fn glad_glDrawArrays __attribute__((weak));
extern draw_elements_fn glad_glDrawElements __attribute__((weak));
extern clear_fn glad_glClear __attribute__((weak));

/* The pointers are one per process, and so is what stands beside them. */
static struct {
    rb_gl_mode mode;
    draw_arrays_fn draw_arrays; /* the driver's own; NULL while the mode is plain */
    draw_elements_fn draw_elements;
    clear_fn clear;
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
    if (enter())
        gl.draw_arrays(mode, first, count);
    leave();
}

static void draw_elements(unsigned mode, int count, unsigned type, const void *indices) {
    if (enter())
        gl.draw_elements(mode, count, type, indices);
    leave();
}

static void clear(unsigned mask) {
    if (enter())
        gl.clear(mask);
    leave();
}

bool rb_gl_meter_set(rb_gl_mode mode) {
    if (!&glad_glDrawArrays || !&glad_glDrawElements || !&glad_glClear)
        return mode == RB_GL_PLAIN;
    if (gl.mode == RB_GL_PLAIN && mode != RB_GL_PLAIN) {
        gl.draw_arrays = glad_glDrawArrays;
        gl.draw_elements = glad_glDrawElements;
        gl.clear = glad_glClear;
        glad_glDrawArrays = draw_arrays;
        glad_glDrawElements = draw_elements;
        glad_glClear = clear;
    } else if (gl.mode != RB_GL_PLAIN && mode == RB_GL_PLAIN) {
        glad_glDrawArrays = gl.draw_arrays;
        glad_glDrawElements = gl.draw_elements;
        glad_glClear = gl.clear;
    }
    gl.mode = mode;
    return true;
}

rb_gl_work rb_gl_meter_take(void) {
    const rb_gl_work work = gl.work;
    gl.work = (rb_gl_work){0, 0};
    return work;
}
