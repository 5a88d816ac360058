/* The page's context has functions of its own in the place of those that draw (library.js). What WebGL
   itself costs is told by the wall: it waits for another process, which works meanwhile. */
#include "viewer/platform/gl_meter.h"

#include "viewer/platform/web/web.h"

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
