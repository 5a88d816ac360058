#include "viewer/platform/clock.h"

#include <emscripten.h>

#include "viewer/platform/web/loop.h"

double rb_clock_now(void) {
    return emscripten_get_now() / 1000;
}

double rb_clock_frame(void) {
    return rb_web_frame_time();
}

/* A page is one thread, and nobody tells it what the browser took. */
double rb_clock_cpu(void) {
    return rb_clock_now();
}
