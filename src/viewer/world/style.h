/* How richly the world is drawn: the full style, or a plain one for slow machines. Which one follows
   from the time that frames take, unless somebody chooses. */
#ifndef RB_VIEWER_WORLD_STYLE_H
#define RB_VIEWER_WORLD_STYLE_H

#include <stdbool.h>

typedef enum rb_style {
    RB_STYLE_AUTO, /* full until frames prove too slow */
    RB_STYLE_FULL,
    RB_STYLE_PLAIN,
    RB_STYLE_COUNT
} rb_style;

const char *rb_style_name(rb_style style); /* "auto", as actions call it */

/* What a slow machine does without, one after the other. */
typedef enum rb_saving {
    RB_SAVING_NONE,
    RB_SAVING_SAMPLES, /* one sample to a pixel */
    RB_SAVING_STYLE,   /* and the plain style */
} rb_saving;

/* Watches frames. */
typedef struct rb_pace {
    int frames;
    double sum; /* s that they took */
    rb_saving saving;
} rb_pace;

/* One frame that took dt, s. True when it has become clear that frames are too slow, fewer than thirty
   in a second, and more is saved from now on. A short hitch does not count as such. */
bool rb_pace_frame(rb_pace *pace, double dt);

/* What is saved by whom: nothing but what was chosen, or what auto has found. */
rb_saving rb_style_saving(rb_style style, const rb_pace *pace);

#endif
