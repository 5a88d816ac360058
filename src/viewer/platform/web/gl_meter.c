#include "viewer/platform/gl_meter.h"

/* WebGL draws in another process: its calls cost next to nothing here, and are not told apart. */
bool rb_gl_meter_set(rb_gl_mode mode) {
    return mode == RB_GL_PLAIN;
}

rb_gl_work rb_gl_meter_take(void) {
    return (rb_gl_work){0, 0};
}
