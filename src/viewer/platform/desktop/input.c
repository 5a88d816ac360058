#include "viewer/platform/input.h"

#include <raylib.h>
#include <stddef.h>

/* raylib keeps only the last state of a key or a mouse button, so on a slow machine a short click or a quick
   Ctrl+C is lost between two frames. With a statically linked GLFW its callbacks are chained, and every
   event is kept in order. Weak, because a shared raylib hides these symbols; then input is polled. */
typedef void (*mouse_button_fn)(void *window, int button, int action, int mods);
typedef void (*key_fn)(void *window, int key, int scancode, int action, int mods);
typedef void (*char_fn)(void *window, unsigned codepoint);
extern mouse_button_fn glfwSetMouseButtonCallback(void *window, mouse_button_fn callback)
    __attribute__((weak));
extern key_fn glfwSetKeyCallback(void *window, key_fn callback) __attribute__((weak));
extern char_fn glfwSetCharCallback(void *window, char_fn callback) __attribute__((weak));
extern void *glfwGetCurrentContext(void) __attribute__((weak));
extern void *glfwCreateStandardCursor(int shape) __attribute__((weak));
extern void glfwSetCursor(void *window, void *cursor) __attribute__((weak));
enum { GLFW_ACTION_RELEASE, GLFW_ACTION_PRESS, GLFW_ACTION_REPEAT };
enum { GLFW_CURSOR_0 = 0x36000, CURSORS = MOUSE_CURSOR_RESIZE_NS + 1 }; /* raylib's shapes, in order */

/* GLFW's callbacks have no context argument, hence a global: one per process. */
static struct {
    mouse_button_fn raylib_mouse_button; /* next in the chain; NULL while polling */
    key_fn raylib_key;                   /* also */
    char_fn raylib_char;                 /* also */
    int cursor;                          /* shown now */
    /* Standard cursors, each created once; NULL for the arrow. raylib creates a new one at every call and
       never frees it, and a stone that turns below the mouse changes the shape several times a second.
       GLFW frees them with the window. */
    void *cursors[CURSORS];
} input;

/* ---------------------------------------------------------------- callbacks */

static void on_key(void *window, int key, int scancode, int action, int mods) {
    input.raylib_key(window, key, scancode, action, mods);
    if (action != GLFW_ACTION_REPEAT) { /* ImGui repeats keys by itself */
        rb_input_queue_key(key, action == GLFW_ACTION_PRESS, mods);
    }
}

static void on_char(void *window, unsigned codepoint) {
    input.raylib_char(window, codepoint);
    rb_input_queue_char((int)codepoint);
}

static void on_mouse_button(void *window, int button, int action, int mods) {
    input.raylib_mouse_button(window, button, action, mods);
    Vector2 at = GetMousePosition();
    rb_input_queue_button(button, action == GLFW_ACTION_PRESS, at.x, at.y, mods);
}

static void make_cursors(void) {
    for (int shape = MOUSE_CURSOR_DEFAULT + 1; shape < CURSORS; shape++) {
        bool can = glfwCreateStandardCursor && glfwSetCursor;
        input.cursors[shape] = can ? glfwCreateStandardCursor(GLFW_CURSOR_0 + shape) : NULL;
    }
}

void rb_input_begin(void) {
    input.raylib_mouse_button = NULL;
    input.raylib_key = NULL;
    input.raylib_char = NULL;
    rb_input_queue_clear();
    input.cursor = MOUSE_CURSOR_DEFAULT;
    if (glfwSetMouseButtonCallback && glfwSetKeyCallback && glfwSetCharCallback && glfwGetCurrentContext &&
        glfwGetCurrentContext()) {
        void *window = glfwGetCurrentContext();
        input.raylib_mouse_button = glfwSetMouseButtonCallback(window, on_mouse_button);
        input.raylib_key = glfwSetKeyCallback(window, on_key);
        input.raylib_char = glfwSetCharCallback(window, on_char);
        make_cursors();
    }
}

void rb_input_end(void) {
    if (input.raylib_key) {
        glfwSetMouseButtonCallback(glfwGetCurrentContext(), input.raylib_mouse_button);
        glfwSetKeyCallback(glfwGetCurrentContext(), input.raylib_key);
        glfwSetCharCallback(glfwGetCurrentContext(), input.raylib_char);
        input.raylib_mouse_button = NULL;
        input.raylib_key = NULL;
        input.raylib_char = NULL;
    }
    rb_input_queue_free();
}

/* ---------------------------------------------------------------- polling */

/* Queues changes only: a modifier has two keys, and an idle one must not release the other. */
static void poll(void) {
    Vector2 at = GetMousePosition();
    for (int button = 0; button < RB_MOUSE_BUTTONS; button++) {
        if (IsMouseButtonPressed(button) || IsMouseButtonReleased(button)) {
            rb_input_queue_add(
                (rb_input_event){RB_INPUT_BUTTON, button, IsMouseButtonDown(button), at.x, at.y, 0});
        }
    }
    for (int key = 1; key <= KEY_KB_MENU; key++) {
        if (IsKeyPressed(key) || IsKeyReleased(key)) {
            rb_input_queue_add((rb_input_event){RB_INPUT_KEY, key, IsKeyDown(key), 0, 0, 0});
        }
    }
}

void rb_input_collect(void) {
    if (input.raylib_key == NULL) {
        poll();
    }
    for (int c = GetCharPressed(); c != 0; c = GetCharPressed()) {
        if (input.raylib_char == NULL) {
            rb_input_queue_char(c);
        }
    }
}

/* ---------------------------------------------------------------- pointer */

rb_pointer rb_input_pointer(void) {
    bool held = false;
    for (int button = 0; button < RB_MOUSE_BUTTONS; button++) {
        held = held || IsMouseButtonDown(button);
    }
    const Vector2 at = GetMousePosition();
    const Vector2 wheel = GetMouseWheelMoveV();
    return (rb_pointer){at.x, at.y, wheel.x, wheel.y, IsCursorOnScreen() || held};
}

void rb_input_move_pointer(float x, float y) {
    SetMousePosition((int)x, (int)y);
}

void rb_input_want_text(rb_input_text wanted) {
    (void)wanted; /* there is a keyboard */
}

void rb_input_show_pointer(int shape) {
    if (shape < 0) {
        HideCursor();
        return;
    }
    if (IsCursorHidden()) {
        ShowCursor();
    }
    if (input.cursor == shape) {
        return;
    }
    input.cursor = shape;
    if (input.raylib_key && shape < CURSORS && glfwSetCursor) {
        glfwSetCursor(glfwGetCurrentContext(), input.cursors[shape]);
    } else {
        SetMouseCursor(shape);
    }
}

const char *rb_input_reserved_keys(void) {
    return "";
}
