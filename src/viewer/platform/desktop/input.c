#include "viewer/platform/input.h"

#include <raylib.h>
#include <stdlib.h>
#include <string.h>

/* raylib keeps only the last state of a key or a mouse button, so on a slow machine a short click or
   a quick Ctrl+C is lost between two frames. When raylib's GLFW is linked in statically its
   callbacks can be chained, and every event is kept in order; weak, because an installed shared
   raylib hides these symbols, and then polling has to do. */
typedef void (*mouse_button_fn)(void *window, int button, int action, int mods);
typedef void (*key_fn)(void *window, int key, int scancode, int action, int mods);
typedef void (*char_fn)(void *window, unsigned codepoint);
extern mouse_button_fn glfwSetMouseButtonCallback(void *window, mouse_button_fn callback)
    __attribute__((weak));
extern key_fn glfwSetKeyCallback(void *window, key_fn callback) __attribute__((weak));
extern char_fn glfwSetCharCallback(void *window, char_fn callback) __attribute__((weak));
extern void *glfwGetCurrentContext(void) __attribute__((weak));
enum { GLFW_ACTION_RELEASE, GLFW_ACTION_PRESS, GLFW_ACTION_REPEAT };

/* GLFW's callbacks know no context of ours: one per process. */
static struct {
    mouse_button_fn raylib_mouse_button; /* next in the chain; NULL while polling */
    key_fn raylib_key;                   /* likewise */
    char_fn raylib_char;                 /* likewise */
    rb_input_event *events;
    int count, capacity;
    int mods;   /* modifiers held, as told or about to be */
    int cursor; /* shown now; raylib makes a new one at every call */
} input;

/* ---------------------------------------------------------------- events */

static void remember(rb_input_event e) {
    if (input.count == input.capacity) {
        int capacity = input.capacity > 0 ? 2 * input.capacity : 256;
        rb_input_event *room = realloc(input.events, (size_t)capacity * sizeof *room);
        if (room == NULL) {
            return; /* out of memory: nobody types that fast */
        }
        input.events = room;
        input.capacity = capacity;
    }
    input.events[input.count++] = e;
}

int rb_input_count(void) {
    return input.count;
}

const rb_input_event *rb_input_at(int index) {
    return &input.events[index];
}

void rb_input_take(int count) {
    if (count > 0) {
        input.count -= count;
        memmove(input.events, input.events + count, (size_t)input.count * sizeof input.events[0]);
    }
}

/* ---------------------------------------------------------------- modifiers */

/* In the order of GLFW's bits. */
static const int modifier_keys[][2] = {{KEY_LEFT_SHIFT, KEY_RIGHT_SHIFT},
                                       {KEY_LEFT_CONTROL, KEY_RIGHT_CONTROL},
                                       {KEY_LEFT_ALT, KEY_RIGHT_ALT},
                                       {KEY_LEFT_SUPER, KEY_RIGHT_SUPER}};

enum { MODIFIERS = sizeof modifier_keys / sizeof modifier_keys[0] };

static int modifier_bit(int key) {
    for (int i = 0; i < MODIFIERS; i++) {
        if (key == modifier_keys[i][0] || key == modifier_keys[i][1]) {
            return 1 << i;
        }
    }
    return 0;
}

/* Every key and button comes with the modifiers that the desktop saw held. That mends what no event
   told: Alt let go while the window manager had the keyboard, Ctrl pressed before the window had it. */
static void agree_on_modifiers(int mods) {
    for (int i = 0; i < MODIFIERS; i++) {
        int bit = 1 << i;
        bool held = (mods & bit) != 0;
        if (held != ((input.mods & bit) != 0)) {
            remember((rb_input_event){RB_INPUT_KEY, modifier_keys[i][0], held, 0, 0});
        }
    }
    input.mods = mods & ((1 << MODIFIERS) - 1);
}

/* ---------------------------------------------------------------- callbacks */

static void on_key(void *window, int key, int scancode, int action, int mods) {
    int bit = modifier_bit(key);
    input.raylib_key(window, key, scancode, action, mods);
    if (bit != 0) {
        input.mods = action != GLFW_ACTION_RELEASE ? input.mods | bit : input.mods & ~bit;
    } else if (action == GLFW_ACTION_PRESS) {
        agree_on_modifiers(mods);
    }
    if (action != GLFW_ACTION_REPEAT) { /* ImGui repeats keys by itself */
        remember((rb_input_event){RB_INPUT_KEY, key, action == GLFW_ACTION_PRESS, 0, 0});
    }
}

/* Text in its place between the keys: Return must not overtake what was typed before it. */
static void on_char(void *window, unsigned codepoint) {
    input.raylib_char(window, codepoint);
    remember((rb_input_event){RB_INPUT_CHAR, (int)codepoint, false, 0, 0});
}

static void on_mouse_button(void *window, int button, int action, int mods) {
    input.raylib_mouse_button(window, button, action, mods);
    if (button >= 0 && button < RB_MOUSE_BUTTONS) {
        if (action == GLFW_ACTION_PRESS) {
            agree_on_modifiers(mods);
        }
        Vector2 at = GetMousePosition();
        remember(
            (rb_input_event){RB_INPUT_BUTTON, button, action == GLFW_ACTION_PRESS, at.x, at.y});
    }
}

void rb_input_begin(void) {
    input.raylib_mouse_button = NULL;
    input.raylib_key = NULL;
    input.raylib_char = NULL;
    input.count = 0;
    input.mods = 0;
    input.cursor = MOUSE_CURSOR_DEFAULT;
    if (glfwSetMouseButtonCallback && glfwSetKeyCallback && glfwSetCharCallback &&
        glfwGetCurrentContext && glfwGetCurrentContext()) {
        void *window = glfwGetCurrentContext();
        input.raylib_mouse_button = glfwSetMouseButtonCallback(window, on_mouse_button);
        input.raylib_key = glfwSetKeyCallback(window, on_key);
        input.raylib_char = glfwSetCharCallback(window, on_char);
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
    free(input.events);
    input.events = NULL;
    input.count = input.capacity = 0;
}

/* ---------------------------------------------------------------- polling */

/* Only changes are told: a modifier has two keys, and the one at rest must not release the other. */
static void poll(void) {
    Vector2 at = GetMousePosition();
    for (int button = 0; button < RB_MOUSE_BUTTONS; button++) {
        if (IsMouseButtonPressed(button) || IsMouseButtonReleased(button)) {
            remember(
                (rb_input_event){RB_INPUT_BUTTON, button, IsMouseButtonDown(button), at.x, at.y});
        }
    }
    for (int key = 1; key <= KEY_KB_MENU; key++) {
        if (IsKeyPressed(key) || IsKeyReleased(key)) {
            remember((rb_input_event){RB_INPUT_KEY, key, IsKeyDown(key), 0, 0});
        }
    }
}

void rb_input_collect(void) {
    if (input.raylib_key == NULL) {
        poll();
    }
    for (int c = GetCharPressed(); c != 0; c = GetCharPressed()) {
        if (input.raylib_char == NULL) {
            remember((rb_input_event){RB_INPUT_CHAR, c, false, 0, 0});
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

void rb_input_show_pointer(int shape) {
    if (shape < 0) {
        HideCursor();
        return;
    }
    if (IsCursorHidden()) {
        ShowCursor();
    }
    if (input.cursor != shape) {
        input.cursor = shape;
        SetMouseCursor(shape);
    }
}
