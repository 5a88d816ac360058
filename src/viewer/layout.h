/* Where everything stands on a small screen: bars a finger can hit, drawers instead of panels. Plain
   arithmetic, without a window. */
#ifndef RB_VIEWER_LAYOUT_H
#define RB_VIEWER_LAYOUT_H

#include "viewer/panels/ui.h"

/* Are panels beside the world too much for it? em: the height of letters at this text size, px. */
bool rb_layout_is_small(float width, float height, float em);

typedef struct rb_small_screen {
    float width, height; /* px */
    float em;            /* height of letters, px */
    float target;        /* least height of what is touched, px */
    float lanes;         /* what the timeline needs for them, px */
    rb_drawer drawer;
    bool several; /* runs: their table goes with the plots */
} rb_small_screen;

float rb_small_bar(float target, float em); /* the height of a bar, px */
rb_rects rb_layout_small(const rb_small_screen *screen);

#endif
