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

void rb_clock_stamp(char *text, size_t size) {
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts) == NULL || strftime(text, size, "%Y-%m-%d-%H%M%S", &parts) == 0) {
        text[0] = '\0';
    }
}
