#include "viewer/platform/loop.h"

#include <raylib.h>

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
