#include "viewer/platform/window.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <raylib.h>
#include <rlgl.h>
#include <stdio.h>
#include <stdlib.h>

#include "viewer/platform/graphics.h"
#include "viewer/platform/second_window.h"
#include "viewer/platform/web/web.h"

/* ---------------------------------------------------------------- window */

/* The window is a canvas that fills the page (page/page.js). */

static rb_js_window window;

static rb_status make_context(rb_error *err) {
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.alpha = false;
    wanted.antialias = false; /* the world and ImGui antialias themselves */
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &wanted);
    if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) {
        return rb_fail(err, RB_ERR_IO, "this browser does not support WebGL 2");
    }
    return RB_OK;
}

rb_status rb_window_open(const rb_window_options *options, rb_error *err) {
    rb_status status = make_context(err);
    if (status == RB_OK) {
        SetTraceLogLevel(LOG_WARNING);
        rb_js_window_state(&window);
        InitWindow(window.width, window.height, options->title);
    }
    return status;
}

bool rb_window_ready(void) {
    return IsWindowReady();
}

void rb_window_close(void) {
    CloseWindow();
}

void rb_window_title(const char *title) {
    rb_js_title(title);
}

/* ---------------------------------------------------------------- size */

int rb_window_width(void) {
    return rb_canvas_on() ? rb_canvas_width() : window.width;
}

int rb_window_height(void) {
    return rb_canvas_on() ? rb_canvas_height() : window.height;
}

int rb_window_pixels_x(void) {
    return rb_window_width();
}

int rb_window_pixels_y(void) {
    return rb_window_height();
}

float rb_window_scale(void) {
    return window.scale;
}

/* ---------------------------------------------------------------- state */

bool rb_window_prefers_dark(void) {
    return rb_js_prefers("(prefers-color-scheme: dark)") != 0;
}

bool rb_window_prefers_reduced_motion(void) {
    return rb_js_prefers("(prefers-reduced-motion: reduce)") != 0;
}

bool rb_window_has_fingers(void) {
    return rb_js_prefers("(pointer: coarse)") != 0;
}

bool rb_window_focused(void) {
    return window.focused != 0;
}

/* A hidden page is never iterated, so this is not needed. */
bool rb_window_minimized(void) {
    return false;
}

void rb_window_restore(void) {}

bool rb_window_maximized(void) {
    return false;
}

bool rb_window_full_screen(void) {
    return window.full_screen != 0;
}

void rb_window_toggle_full_screen(void) {
    rb_js_toggle_full_screen();
}

bool rb_window_should_close(void) {
    return false;
}

void rb_window_on_context_lost(void) {
    rb_raylib_on_context_lost();
}

void rb_window_on_context_restored(void) {
    rb_js_enable_extensions();
    rb_raylib_on_context_restored();
}

/* ---------------------------------------------------------------- a frame */

static void follow_size(void) {
    int width = window.width;
    int height = window.height;
    rb_js_window_state(&window);
    if (window.width != width || window.height != height) {
        rb_raylib_resize(window.width, window.height);
    }
}

void rb_window_begin_frame(void) {
    BeginDrawing();
    rlSetFramebufferWidth(window.width);
    rlSetFramebufferHeight(window.height);
    rb_canvas_begin_frame();
}

void rb_window_end_frame(void) {
    rb_canvas_end_frame();
    EndDrawing();
}

/* ---------------------------------------------------------------- main loop */

/* Global, because the browser's callbacks have no context argument. There is one per page. */
static struct {
    rb_loop loop;
    double last;    /* time of the last iteration, s; 0: none yet, or none since the page was hidden */
    double between; /* s between the last two iterations */
    bool asleep;    /* no iterations until rb_web_wake */
    bool away;      /* the page is scrolled out of sight */
    char *state, *controls; /* the last JSON returned */
    rb_error problem;
} page;

/* Is there something to see? A collapsed frame is like a hidden page: nothing is drawn and time stops. */
static bool is_visible(void) {
    const float smallest = 32; /* CSS pixels */
    float side = (float)(window.width < window.height ? window.width : window.height);
    return side >= smallest * window.scale && !page.away &&
           !emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context());
}

static void fall_asleep(void) {
    page.asleep = true;
    page.last = 0;
    emscripten_pause_main_loop();
}

EMSCRIPTEN_KEEPALIVE void rb_web_wake(void) {
    if (page.loop.wake != NULL) {
        page.loop.wake(page.loop.context);
    }
    if (page.asleep) {
        page.asleep = false;
        emscripten_resume_main_loop();
    }
}

static void report_events(void) {
    char *events = page.loop.events_json(page.loop.context);
    if (events != NULL) {
        rb_js_events(events);
    }
    free(events);
}

static void iterate(void) {
    follow_size();
    if (!is_visible()) {
        fall_asleep();
        return;
    }
    double now = rb_clock_now();
    page.between = page.last > 0 ? now - page.last : 0;
    page.last = now;
    if (!page.loop.iterate(page.loop.context)) {
        emscripten_cancel_main_loop();
        rb_js_keep_alive(false);
        int status = page.loop.end(page.loop.context);
        page.loop = (rb_loop){0};
        rb_js_ended(status);
        return;
    }
    report_events();
    if (page.loop.is_idle(page.loop.context)) {
        fall_asleep();
    }
}

int rb_loop_run(const rb_loop *loop) {
    page.loop = *loop;
    rb_js_keep_alive(true);                     /* also while it is paused */
    emscripten_set_main_loop(iterate, 0, true); /* does not return */
    return 0;
}

bool rb_loop_has_threads(void) {
    return false;
}

void rb_loop_sleep(double seconds) {
    (void)seconds;
}

/* ---------------------------------------------------------------- the page calls */

EMSCRIPTEN_KEEPALIVE void rb_web_on_hide(void) {
    page.last = 0;
    if (page.loop.on_hide != NULL) {
        page.loop.on_hide(page.loop.context);
    }
}

EMSCRIPTEN_KEEPALIVE void rb_web_on_sight(bool visible) {
    page.away = !visible;
    rb_web_wake();
}

EMSCRIPTEN_KEEPALIVE void rb_web_on_context_lost(void) {
    if (page.loop.on_context_lost != NULL) {
        page.loop.on_context_lost(page.loop.context);
    }
}

EMSCRIPTEN_KEEPALIVE void rb_web_on_context_restored(void) {
    if (page.loop.on_context_restored != NULL) {
        page.loop.on_context_restored(page.loop.context);
    }
    rb_web_wake();
}

EMSCRIPTEN_KEEPALIVE const char *rb_web_run(const char *line) {
    if (page.loop.run_action == NULL) {
        return "the program is not running";
    }
    rb_web_wake();
    return page.loop.run_action(page.loop.context, line, &page.problem) == RB_OK ? NULL : page.problem.text;
}

static const char *keep_json(char **kept, char *(*make)(void *context)) {
    free(*kept);
    *kept = make != NULL ? make(page.loop.context) : NULL;
    return *kept;
}

EMSCRIPTEN_KEEPALIVE const char *rb_web_state(void) {
    return keep_json(&page.state, page.loop.state_json);
}

EMSCRIPTEN_KEEPALIVE const char *rb_web_controls(void) {
    return keep_json(&page.controls, page.loop.controls_json);
}

/* ---------------------------------------------------------------- clock */

double rb_clock_now(void) {
    return emscripten_get_now() / 1000;
}

double rb_clock_frame(void) {
    return page.between;
}

/* A page has one thread and no CPU clock. */
double rb_clock_cpu(void) {
    return rb_clock_now();
}

/* ---------------------------------------------------------------- clipboard and address */

const char *rb_clipboard_get(void) {
    static char *held;
    free(held);
    held = rb_js_paste();
    return held != NULL ? held : "";
}

void rb_clipboard_set(const char *text) {
    rb_js_copy(text);
}

const char *rb_address_of(const char *link, char *address, size_t size) {
    char *text = rb_js_address(link);
    snprintf(address, size, "%s", text != NULL ? text : link);
    free(text);
    return address;
}

/* ---------------------------------------------------------------- second window */

rb_status rb_second_window_open(const char *title, int width, int height, rb_error *err) {
    (void)title;
    (void)width;
    (void)height;
    return rb_fail(err, RB_ERR_INPUT, "notes: not in a browser: a page has one window");
}

/* It is never open. */
void rb_second_window_close(void) {}

bool rb_second_window_is_open(void) {
    return false;
}

bool rb_second_window_should_close(void) {
    return false;
}

rb_second_pointer rb_second_window_pointer(void) {
    return (rb_second_pointer){0};
}

void rb_second_window_size(int *width, int *height) {
    *width = *height = 1;
}

void rb_second_window_begin_frame(void) {}

void rb_second_window_end_frame(void) {}
