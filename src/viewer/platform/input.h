/* Keys, text, mouse buttons and fingers as events in their order, and the mouse's position. Keys and
   buttons have raylib's numbers (KEY_A …; left, right, middle, side, extra). */
#ifndef RB_VIEWER_PLATFORM_INPUT_H
#define RB_VIEWER_PLATFORM_INPUT_H

#include <stdbool.h>

#define RB_MOUSE_BUTTONS 5

typedef struct rb_input_event {
    enum { RB_INPUT_KEY, RB_INPUT_CHAR, RB_INPUT_BUTTON, RB_INPUT_FINGER } kind;
    int code;   /* key, code point, button, or a finger's number while it touches */
    bool down;  /* a finger: it touches or moves; false: it is lifted */
    float x, y; /* of the mouse, for a button, or of the finger */
    double t;   /* of a finger: time of the event on rb_clock_now's clock; 0: now */
} rb_input_event;

/* Call with an open window, and before it closes. */
void rb_input_begin(void);
void rb_input_end(void);

/* Call once a frame, before the functions below. */
void rb_input_collect(void);
/* Events in the queue, oldest first. They stay until they are taken. */
int rb_input_count(void);
const rb_input_event *rb_input_at(int index);
void rb_input_take(int count); /* removes the oldest ones */

typedef struct rb_pointer {
    float x, y;
    float wheel_x, wheel_y; /* turned since the last frame */
    bool here;              /* over the window, or held by a button that was pressed there */
} rb_pointer;

rb_pointer rb_input_pointer(void);
void rb_input_move_pointer(float x, float y);
/* What the active text field expects. Call every frame: an on-screen keyboard opens and closes
   accordingly. */
typedef enum rb_input_text { RB_INPUT_NO_TEXT, RB_INPUT_NUMBER, RB_INPUT_WORDS } rb_input_text;
void rb_input_want_text(rb_input_text wanted);
/* raylib's MOUSE_CURSOR_…; -1 hides it. */
void rb_input_show_pointer(int shape);

/* A sentence about shortcuts that the system reserves for itself; "" if there are none. */
const char *rb_input_reserved_keys(void);

/* ---------------------------------------------------------------- the queue, for desktop/ and web/ */

/* mods: bits of the modifiers held, in GLFW's order: Shift, Ctrl, Alt, Super. */
void rb_input_queue_key(int key, bool down, int mods);
void rb_input_queue_char(int codepoint);
void rb_input_queue_button(int button, bool down, float x, float y, int mods);
void rb_input_queue_add(rb_input_event event); /* without modifiers */
void rb_input_queue_clear(void);
void rb_input_queue_free(void);

#endif
