/* Pointer, wheel and key events from page/input.js. */
#include "viewer/platform/input.h"

#include <emscripten.h>
#include <raylib.h>

#include "app/language/language.h"
#include "viewer/platform/web/web.h"

static struct {
    rb_pointer pointer;
    float wheel_x, wheel_y;   /* turned since the last rb_input_collect */
    int held;                 /* buttons, as bits */
    int cursor;               /* shown now */
    rb_input_text wants_text; /* the last value passed to the page */
} input;

EMSCRIPTEN_KEEPALIVE void rb_web_key(int key, bool down, int mods) {
    rb_web_wake();
    rb_input_queue_key(key, down, mods);
}

EMSCRIPTEN_KEEPALIVE void rb_web_char(int codepoint) {
    rb_web_wake();
    rb_input_queue_char(codepoint);
}

EMSCRIPTEN_KEEPALIVE void rb_web_button(int button, bool down, float x, float y, int mods) {
    rb_web_wake();
    input.held = down ? input.held | 1 << button : input.held & ~(1 << button);
    input.pointer.x = x;
    input.pointer.y = y;
    rb_input_queue_button(button, down, x, y, mods);
}

EMSCRIPTEN_KEEPALIVE void rb_web_pointer(float x, float y, bool here) {
    rb_web_wake();
    input.pointer.x = x;
    input.pointer.y = y;
    input.pointer.here = here;
}

EMSCRIPTEN_KEEPALIVE void rb_web_wheel(float x, float y) {
    rb_web_wake();
    input.wheel_x += x;
    input.wheel_y += y;
}

EMSCRIPTEN_KEEPALIVE void rb_web_finger(int finger, bool down, float x, float y, double t) {
    rb_web_wake();
    rb_input_queue_add((rb_input_event){RB_INPUT_FINGER, finger, down, x, y, t});
}

void rb_input_want_text(rb_input_text wanted) {
    if (wanted != input.wants_text) {
        input.wants_text = wanted;
        rb_js_want_text((int)wanted);
    }
}

void rb_input_begin(void) {
    rb_input_queue_clear();
    input.cursor = MOUSE_CURSOR_DEFAULT;
}

void rb_input_end(void) {
    rb_input_queue_free();
}

void rb_input_collect(void) {
    input.pointer.wheel_x = input.wheel_x;
    input.pointer.wheel_y = input.wheel_y;
    input.wheel_x = input.wheel_y = 0;
}

rb_pointer rb_input_pointer(void) {
    rb_pointer pointer = input.pointer;
    pointer.here = pointer.here || input.held != 0;
    return pointer;
}

/* A page cannot move the pointer. */
void rb_input_move_pointer(float x, float y) {
    (void)x, (void)y;
}

void rb_input_show_pointer(int shape) {
    static const char *const names[] = {
        [MOUSE_CURSOR_DEFAULT] = "default",
        [MOUSE_CURSOR_ARROW] = "default",
        [MOUSE_CURSOR_IBEAM] = "text",
        [MOUSE_CURSOR_CROSSHAIR] = "crosshair",
        [MOUSE_CURSOR_POINTING_HAND] = "pointer",
        [MOUSE_CURSOR_RESIZE_EW] = "ew-resize",
        [MOUSE_CURSOR_RESIZE_NS] = "ns-resize",
        [MOUSE_CURSOR_RESIZE_NWSE] = "nwse-resize",
        [MOUSE_CURSOR_RESIZE_NESW] = "nesw-resize",
        [MOUSE_CURSOR_RESIZE_ALL] = "move",
        [MOUSE_CURSOR_NOT_ALLOWED] = "not-allowed",
    };
    if (shape != input.cursor) {
        input.cursor = shape;
        rb_js_cursor(shape < 0 ? "none" : names[shape]);
    }
}

const char *rb_input_reserved_keys(void) {
    return RB_N("Browsers reserve F5, F6, F11, F12 and Ctrl with L, N, R, T, W, Page Up and Page Down. The "
                "shortcuts above avoid these. Everything is also in the menu.");
}
