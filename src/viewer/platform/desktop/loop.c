#include "viewer/platform/loop.h"

#include <raylib.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t end_signal;

static void on_end_signal(int number) {
    end_signal = number;
}

void rb_loop_catch_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
            continue;
        }
        memset(&action, 0, sizeof action);
        action.sa_handler = on_end_signal;
        action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
        sigaction(signals[i], &action, NULL);
    }
}

int rb_loop_end_signal(void) {
    return end_signal;
}

int rb_loop_run(const rb_loop *loop) {
    while (loop->turn(loop->context)) {
    }
    return loop->end(loop->context);
}

bool rb_loop_has_threads(void) {
    return true;
}

void rb_loop_rest(double seconds) {
    WaitTime(seconds);
    PollInputEvents();
}
