/* The window is a canvas; its size is the page's (page/page.js). */
#include "viewer/platform/window.h"

#include <emscripten/html5.h>
#include <raylib.h>
#include <rlgl.h>

#include "viewer/platform/canvas.h"
#include "viewer/platform/web/raylib_core.h"
#include "viewer/platform/web/web.h"

static rb_js_window window;

static rb_status make_context(rb_error *err) {
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.alpha = false;
    wanted.antialias = false; /* the world and ImGui soften their edges themselves */
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &wanted);
    if (context <= 0 ||
        emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) {
        return rb_fail(err, RB_ERR_IO, "this browser gives no WebGL 2");
    }
    return RB_OK;
}

rb_status rb_window_open(const rb_window_options *options, rb_error *err) {
    rb_status status = make_context(err);
    if (status == RB_OK) {
        SetTraceLogLevel(LOG_WARNING);
        rb_js_look(&window);
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

bool rb_window_prefers_still(void) {
    return rb_js_prefers("(prefers-reduced-motion: reduce)") != 0;
}

bool rb_window_focused(void) {
    return window.focused != 0;
}

/* A page that nobody sees gets no turns at all. */
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

void rb_window_renew(void) {
    rb_raylib_renew();
}

/* ---------------------------------------------------------------- a frame */

void rb_window_begin_frame(void) {
    int width = window.width;
    int height = window.height;
    rb_js_look(&window);
    if (window.width != width || window.height != height) {
        rb_raylib_resize(window.width, window.height);
    }
    BeginDrawing();
    rlSetFramebufferWidth(window.width);
    rlSetFramebufferHeight(window.height);
    rb_canvas_begin_frame();
}

void rb_window_end_frame(void) {
    rb_canvas_end_frame();
    EndDrawing();
}
