/* Fingers on the screen become what a mouse would do, and gestures. One finger beside the panels is the
   left button at once. On a panel it is not before it is clear what is meant: a tap clicks, a drag along
   a list scrolls it, any other drag is one of the left button, and a finger that rests hovers, which
   shows the tooltip and does nothing else. Two fingers beside the panels pan and spread. Knows neither a
   window nor ImGui. */
#ifndef RB_VIEWER_GUI_FINGERS_H
#define RB_VIEWER_GUI_FINGERS_H

#include <stdbool.h>

#define RB_FINGERS_MAX 4
#define RB_FINGER_REST 0.5 /* s after which lifting it is no tap */

typedef struct rb_finger {
    int id;
    float x, y; /* px */
} rb_finger;

typedef enum rb_fingers_mode {
    RB_FINGERS_NONE,
    RB_FINGERS_ASK,    /* the first has just come: what lies under it? */
    RB_FINGERS_REST,   /* on a panel, and not clear yet */
    RB_FINGERS_DRAG,   /* the left button is down */
    RB_FINGERS_SCROLL, /* of what lies under it */
    RB_FINGERS_TWO,
    RB_FINGERS_DONE, /* until all are lifted */
} rb_fingers_mode;

typedef struct rb_fingers {
    rb_finger items[RB_FINGERS_MAX];
    int count;
    rb_fingers_mode mode;
    bool begun, lifted;  /* the first of them, since the mode was NONE */
    float x, y, x0, y0;  /* of it: now, and where it came */
    double since, until; /* s, when it came and went */
    bool beside;         /* the panels */
    bool moved;          /* the two have, as one */
    float middle_x, middle_y, apart;
} rb_fingers;

typedef struct rb_mouse_event {
    enum { RB_MOUSE_MOVE, RB_MOUSE_DOWN, RB_MOUSE_UP, RB_MOUSE_LEAVE } kind;
    float x, y;
} rb_mouse_event;

/* What a frame gets of them. */
typedef struct rb_gesture {
    rb_mouse_event events[5];
    int event_count;
    float scroll;       /* px, down is positive */
    bool two;           /* fingers beside the panels */
    float pan_x, pan_y; /* of their middle, px */
    float spread;       /* how much farther apart than a frame ago, as a factor */
} rb_gesture;

/* In the order in which it happens: a finger comes or moves (down), or is lifted. */
void rb_fingers_add(rb_fingers *fingers, int id, bool down, float x, float y, double now);

/* What is known of what lies under the first finger. */
typedef struct rb_finger_place {
    bool panel;   /* something of the gui */
    bool scrolls; /* up and down */
    float slop;   /* px that a finger may move without meaning it */
} rb_finger_place;

/* Once a frame. */
rb_gesture rb_fingers_update(rb_fingers *fingers, rb_finger_place place);

#endif
