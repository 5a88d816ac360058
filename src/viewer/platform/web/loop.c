#include "viewer/platform/loop.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <stdlib.h>

#include "viewer/platform/clock.h"
#include "viewer/platform/web/loop.h"
#include "viewer/platform/web/web.h"

/* The browser calls back with no context of ours: one per page. */
static struct {
    rb_loop loop;
    double last;    /* s, of the last turn; 0: there was none, or the page was hidden since */
    double between; /* s from the turn before it */
    char *told;
    rb_error problem;
} page;

double rb_web_frame_time(void) {
    return page.between;
}

static void turn(void) {
    if (emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context())) {
        page.last = 0;
        return;
    }
    double now = rb_clock_now();
    page.between = page.last > 0 ? now - page.last : 0;
    page.last = now;
    if (!page.loop.turn(page.loop.context)) {
        emscripten_cancel_main_loop();
        int status = page.loop.end(page.loop.context);
        page.loop = (rb_loop){0};
        rb_js_ended(status);
    }
}

int rb_loop_run(const rb_loop *loop) {
    page.loop = *loop;
    emscripten_set_main_loop(turn, 0, true); /* does not come back */
    return 0;
}

bool rb_loop_has_threads(void) {
    return false;
}

void rb_loop_rest(double seconds) {
    (void)seconds;
}

/* ---------------------------------------------------------------- the page calls */

EMSCRIPTEN_KEEPALIVE void rb_web_leave(void) {
    page.last = 0;
    if (page.loop.leave != NULL) {
        page.loop.leave(page.loop.context);
    }
}

EMSCRIPTEN_KEEPALIVE void rb_web_regain(void) {
    if (page.loop.regain != NULL) {
        page.loop.regain(page.loop.context);
    }
}

EMSCRIPTEN_KEEPALIVE const char *rb_web_run(const char *line) {
    if (page.loop.act == NULL) {
        return "the program is not running";
    }
    return page.loop.act(page.loop.context, line, &page.problem) == RB_OK ? NULL
                                                                          : page.problem.text;
}

EMSCRIPTEN_KEEPALIVE const char *rb_web_state(void) {
    free(page.told);
    page.told = page.loop.tell != NULL ? page.loop.tell(page.loop.context) : NULL;
    return page.told;
}

void rb_loop_catch_signals(void) {}

int rb_loop_end_signal(void) {
    return 0;
}
