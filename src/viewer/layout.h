/* The layout of a small screen: bars with touch targets, drawers instead of panels. Needs no window. */
#ifndef RB_VIEWER_LAYOUT_H
#define RB_VIEWER_LAYOUT_H

#include "viewer/panels/ui.h"

/* Is the window too small for panels beside the world? em: height of the text, px. */
bool rb_layout_is_small(float width, float height, float em);
/* Is there no room for the card of a lesson and for fingers? Size: px. */
bool rb_layout_is_tiny(float width, float height);

typedef struct rb_small_screen {
    float width, height; /* px */
    float em;            /* height of letters, px */
    float target;        /* minimum height of touch targets, px */
    float lanes;         /* height of the timeline's lanes, px */
    rb_drawer drawer;
    bool several; /* several runs: their table is shown with the plots */
} rb_small_screen;

float rb_small_bar(float target, float em); /* the height of a bar, px */
rb_rects rb_layout_small(const rb_small_screen *screen);

#endif
