/* The queue of input events, the same for desktop/ and web/. */
#include "viewer/platform/input.h"

#include <raylib.h>
#include <stdlib.h>
#include <string.h>

/* Callbacks of GLFW or of a browser have no context argument, hence a global: one per process. */
static struct {
    rb_input_event *events;
    int count, capacity;
    int mods; /* modifiers held after the queued events */
} queue;

void rb_input_queue_add(rb_input_event event) {
    if (queue.count == queue.capacity) {
        int capacity = queue.capacity > 0 ? 2 * queue.capacity : 256;
        rb_input_event *room = realloc(queue.events, (size_t)capacity * sizeof *room);
        if (room == NULL) {
            return; /* out of memory: the event is lost */
        }
        queue.events = room;
        queue.capacity = capacity;
    }
    queue.events[queue.count++] = event;
}

int rb_input_count(void) {
    return queue.count;
}

const rb_input_event *rb_input_at(int index) {
    return &queue.events[index];
}

void rb_input_take(int count) {
    if (count > 0) {
        queue.count -= count;
        memmove(queue.events, queue.events + count, (size_t)queue.count * sizeof queue.events[0]);
    }
}

void rb_input_queue_clear(void) {
    queue.count = 0;
    queue.mods = 0;
}

void rb_input_queue_free(void) {
    free(queue.events);
    queue.events = NULL;
    queue.count = queue.capacity = 0;
}

/* ---------------------------------------------------------------- modifiers */

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

/* Every key and button event carries the modifiers that the system sees held. This corrects missed events:
   Alt released while the window manager had the keyboard, Ctrl pressed before the window got it. */
static void sync_modifiers(int mods) {
    for (int i = 0; i < MODIFIERS; i++) {
        int bit = 1 << i;
        bool held = (mods & bit) != 0;
        if (held != ((queue.mods & bit) != 0)) {
            rb_input_queue_add((rb_input_event){RB_INPUT_KEY, modifier_keys[i][0], held, 0, 0, 0});
        }
    }
    queue.mods = mods & ((1 << MODIFIERS) - 1);
}

/* ---------------------------------------------------------------- events */

void rb_input_queue_key(int key, bool down, int mods) {
    int bit = modifier_bit(key);
    if (bit != 0) {
        queue.mods = down ? queue.mods | bit : queue.mods & ~bit;
    } else if (down) {
        sync_modifiers(mods);
    }
    rb_input_queue_add((rb_input_event){RB_INPUT_KEY, key, down, 0, 0, 0});
}

/* Text keeps its place between the keys: Return must not overtake it. */
void rb_input_queue_char(int codepoint) {
    rb_input_queue_add((rb_input_event){RB_INPUT_CHAR, codepoint, false, 0, 0, 0});
}

void rb_input_queue_button(int button, bool down, float x, float y, int mods) {
    if (button < 0 || button >= RB_MOUSE_BUTTONS) {
        return;
    }
    if (down) {
        sync_modifiers(mods);
    }
    rb_input_queue_add((rb_input_event){RB_INPUT_BUTTON, button, down, x, y, 0});
}
