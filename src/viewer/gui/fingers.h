/* Translates fingers on the screen to mouse events and gestures. Outside the panels one finger is the
   left button at once. On a panel the meaning is decided first: a tap clicks, a drag along a list
   scrolls it, any other drag is a drag with the left button, and a long press hovers, which only shows
   the tooltip. Two fingers outside the panels pan and zoom. Needs neither a window nor ImGui. */
#ifndef RB_VIEWER_GUI_FINGERS_H
#define RB_VIEWER_GUI_FINGERS_H

#include <stdbool.h>

#define RB_FINGERS_MAX 4
#define RB_FINGER_REST 0.5 /* s; a longer touch is a long press, not a tap */

typedef struct rb_finger {
    int id;
    float x, y; /* px */
} rb_finger;

typedef enum rb_fingers_mode {
    RB_FINGERS_NONE,
    RB_FINGERS_ASK,    /* the first has just touched: panel or world? */
    RB_FINGERS_REST,   /* on a panel, undecided */
    RB_FINGERS_DRAG,   /* the left button is down */
    RB_FINGERS_SCROLL, /* scrolls the list under it */
    RB_FINGERS_TWO,
    RB_FINGERS_DONE, /* until all are lifted */
} rb_fingers_mode;

typedef struct rb_fingers {
    rb_finger items[RB_FINGERS_MAX];
    int count;
    rb_fingers_mode mode;
    bool begun, lifted;  /* state of the first finger, since the mode was NONE */
    float x, y, x0, y0;  /* its position now, and where it touched */
    double since, until; /* s, when it touched and was lifted */
    bool beside;         /* outside the panels */
    bool moved;          /* both fingers moved */
    float middle_x, middle_y, apart;
} rb_fingers;

typedef struct rb_mouse_event {
    enum { RB_MOUSE_MOVE, RB_MOUSE_DOWN, RB_MOUSE_UP, RB_MOUSE_LEAVE } kind;
    float x, y;
} rb_mouse_event;

/* The result for one frame. */
typedef struct rb_gesture {
    rb_mouse_event events[5];
    int event_count;
    float scroll;       /* px, down is positive */
    bool two;           /* two fingers outside the panels */
    float pan_x, pan_y; /* of their middle, px */
    float spread;       /* factor by which their distance changed in this frame */
} rb_gesture;

/* Call in order of the events: a finger touches or moves (down), or is lifted. */
void rb_fingers_add(rb_fingers *fingers, int id, bool down, float x, float y, double now);

/* What is under the first finger. */
typedef struct rb_finger_place {
    bool panel;   /* a panel */
    bool scrolls; /* it can be scrolled vertically */
    float slop;   /* px; smaller movements are ignored */
} rb_finger_place;

/* Once a frame. */
rb_gesture rb_fingers_update(rb_fingers *fingers, rb_finger_place place);

#endif
