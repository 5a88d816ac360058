#include "viewer/platform/clock.h"

#include <raylib.h>
#include <time.h>

double rb_clock_now(void) {
    return GetTime();
}

double rb_clock_frame(void) {
    return (double)GetFrameTime();
}

double rb_clock_cpu(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
