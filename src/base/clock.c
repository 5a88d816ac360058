#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

static double read_clock(clockid_t which) {
    struct timespec now = {0};
    clock_gettime(which, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double rb_wall_clock(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double rb_core_clock(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void rb_thread_yield_to_others(void) {
    /* Of a thread, on Linux; where it fails, work only competes. Not the last in the queue: on a busy
       machine it would never end. */
    setpriority(PRIO_PROCESS, 0, 5);
}
