/* What hands do: keys, text and mouse buttons in the order in which it happened, and where the mouse
   is now. Keys have raylib's numbers (KEY_A …), buttons too: left, right, middle, side, extra. */
#ifndef RB_VIEWER_PLATFORM_INPUT_H
#define RB_VIEWER_PLATFORM_INPUT_H

#include <stdbool.h>

#define RB_MOUSE_BUTTONS 5

typedef struct rb_input_event {
    enum { RB_INPUT_KEY, RB_INPUT_CHAR, RB_INPUT_BUTTON, RB_INPUT_FINGER } kind;
    int code;   /* key, code point, button or a number that a finger keeps while it touches */
    bool down;  /* of a finger: it comes or moves; else it is lifted */
    float x, y; /* of the mouse, for a button, or of the finger */
    double t;   /* of a finger: when, as rb_clock_now tells it; 0: now */
} rb_input_event;

/* With an open window, and before it closes. */
void rb_input_begin(void);
void rb_input_end(void);

/* Once a frame, before anything is asked. */
void rb_input_collect(void);
/* Events that nobody took yet, oldest first. They wait for as long as it takes. */
int rb_input_count(void);
const rb_input_event *rb_input_at(int index);
void rb_input_take(int count); /* the oldest ones */

typedef struct rb_pointer {
    float x, y;
    float wheel_x, wheel_y; /* turned since the last frame */
    bool here;              /* over the window, or held by a button that went down there */
} rb_pointer;

rb_pointer rb_input_pointer(void);
void rb_input_move_pointer(float x, float y);
/* What a text field waits for, if there is one: where keys are drawn on the screen, they come and go
   with it. Told every frame. */
typedef enum rb_input_text { RB_INPUT_NO_TEXT, RB_INPUT_NUMBER, RB_INPUT_WORDS } rb_input_text;
void rb_input_want_text(rb_input_text wanted);
/* raylib's MOUSE_CURSOR_…; -1 hides it. */
void rb_input_show_pointer(int shape);

/* Keys that the system keeps for itself although the program names them, in words; "" if none. */
const char *rb_input_reserved(void);

#endif
