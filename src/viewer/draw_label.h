/* Labels beside arrow tips: symbol, value, unit. Values change at most five times a second; labels
   keep clear of each other and inside the viewport, and keep the side they once took while it is
   free. */
#ifndef RB_VIEWER_DRAW_LABEL_H
#define RB_VIEWER_DRAW_LABEL_H

#include "viewer/draw_gl.h"
#include "viewer/draw_text.h"

#define RB_LABELS_MAX 48

/* What is remembered of a label from frame to frame. */
typedef struct rb_label_memory {
    int key; /* 0: free */
    int side;
    char text[64];
    double changed; /* clock of the last change */
    double t;       /* simulated time shown */
    unsigned long used;
} rb_label_memory;

typedef struct rb_label {
    Vector2 at;   /* pixel of the tip */
    Vector2 away; /* unit: direction the arrow points to on the screen */
    rb_label_memory *memory;
    Color color;
} rb_label;

typedef struct rb_labels {
    rb_label_memory memories[2 * RB_LABELS_MAX];
    rb_label list[RB_LABELS_MAX];
    int count;
    unsigned long clock;
} rb_labels;

/* key: the same for the same arrow of the same run in the same viewport, never 0. value NAN: the
   symbol alone; typical sets the unit's prefix. now: pacing clock, s; t: the snapshot's time. */
void rb_label_add(rb_labels *labels, int key, const char *symbol, double value, double typical,
                  const char *unit, Vector2 at, Vector2 away, Color color, double now, double t);
/* Places and draws all, and empties the list. */
void rb_labels_draw(rb_labels *labels, rb_text *text, Rectangle area, float ui_scale);

#endif
