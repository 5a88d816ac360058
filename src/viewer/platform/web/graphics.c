#include "viewer/platform/graphics.h"

#include "viewer/platform/web/web.h"

/* ---------------------------------------------------------------- shaders */

const char *rb_glsl_version(void) {
    return "#version 300 es";
}

const char *rb_glsl_prelude(void) {
    return "precision highp float;\nprecision highp int;\n";
}

/* ---------------------------------------------------------------- samples and pixels */

/* No multisampling in a page, because phones draw it too; the body shader smooths its edges instead. */

bool rb_samples_begin(int width, int height) {
    (void)width;
    (void)height;
    return false;
}

void rb_samples_end(int x, int y, int width, int height) {
    (void)x;
    (void)y;
    (void)width;
    (void)height;
}

void rb_samples_free(void) {}

/* Every frame of a page is shown, so the rasteriser is never turned off. */

bool rb_pixels_skip(bool skip) {
    (void)skip;
    return false;
}

/* ---------------------------------------------------------------- frame time */

/* library.js replaces the drawing functions of the context by timed ones. It measures wall time, because
   WebGL waits for another process. */

static rb_gl_mode mode_now;

bool rb_gl_meter_set(rb_gl_mode mode) {
    if (mode != mode_now) {
        mode_now = mode;
        rb_js_gl_meter((int)mode);
    }
    return true;
}

rb_gl_work rb_gl_meter_take(void) {
    double work[2] = {0, 0};
    if (mode_now != RB_GL_PLAIN) {
        rb_js_gl_work(work);
    }
    return (rb_gl_work){work[0], (long)work[1]};
}
