#include "base/system.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
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

static volatile sig_atomic_t caught; /* the number of the signal, or 0 */

static void on_signal(int number) {
    caught = number;
}

void rb_catch_interrupts(bool restart_calls) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
            continue;
        }
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        action.sa_flags = (int)(SA_RESETHAND | (restart_calls ? SA_RESTART : 0));
        sigaction(signals[i], &action, NULL);
    }
}

bool rb_interrupted(void) {
    return caught != 0;
}

int rb_exit_interrupted(int exit_code) {
    return caught != 0 ? 128 + caught : exit_code;
}
