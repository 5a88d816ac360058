/* A mouse for tests: the linker redirects the input of the window to these functions. */
#ifndef RB_TESTS_VIEWER_MOUSE_INLINE_H
#define RB_TESTS_VIEWER_MOUSE_INLINE_H

#include <raylib.h>

#include "drive_app.h"
#include "viewer/platform/input.h"

void __wrap_rb_input_collect(void);
int __wrap_rb_input_count(void);
const rb_input_event *__wrap_rb_input_at(int index);
void __wrap_rb_input_take(int count);
rb_pointer __wrap_rb_input_pointer(void);

static struct {
    rb_pointer pointer;
    rb_input_event event;
    int count;
} mouse;

void __wrap_rb_input_collect(void) {}

int __wrap_rb_input_count(void) {
    return mouse.count;
}

const rb_input_event *__wrap_rb_input_at(int index) {
    (void)index;
    return &mouse.event;
}

void __wrap_rb_input_take(int count) {
    mouse.count -= count;
}

rb_pointer __wrap_rb_input_pointer(void) {
    return mouse.pointer;
}

/* Presses or releases the left button where the pointer is. */
static void button(rb_app *app, bool down) {
    mouse.event =
        (rb_input_event){RB_INPUT_BUTTON, MOUSE_BUTTON_LEFT, down, mouse.pointer.x, mouse.pointer.y, 0};
    mouse.count = 1;
    drive_frames(app, 3);
}

#endif
