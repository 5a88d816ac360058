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

void rb_thread_lower_priority(void) {
    /* Applies to a thread on Linux; a failure is harmless. Not the lowest priority: on a busy machine the
       thread would never finish. */
    setpriority(PRIO_PROCESS, 0, 5);
}
