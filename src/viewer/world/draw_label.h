/* Labels beside arrow tips: symbol, value, unit. Values change at most five times a second; labels
   keep clear of each other and inside the viewport, keep the side they once took while it is free,
   and glide after a quick tip instead of shaking with it. */
#ifndef RB_VIEWER_WORLD_DRAW_LABEL_H
#define RB_VIEWER_WORLD_DRAW_LABEL_H

#include "viewer/world/draw_gl.h"
#include "viewer/world/draw_text.h"

#define RB_LABELS_MAX 48
#define RB_LABELS_CLEAR (RB_KEEP_CLEAR + 1) /* what others cover, and the scale bar */

/* What is remembered of a label from frame to frame. */
typedef struct rb_label_memory {
    int key; /* 0: free */
    int side;
    char text[64];
    double changed; /* clock of the last change */
    double t;       /* simulated time shown */
    double drawn;   /* clock when last drawn */
    Vector2 place;  /* where, smoothed */
    unsigned long used;
} rb_label_memory;

typedef struct rb_label {
    Vector2 at;   /* pixel of the tip */
    Vector2 away; /* unit: direction the arrow points to on the screen */
    rb_label_memory *memory;
    Color color;
    float glide; /* share of the way to its place that it goes in this frame */
} rb_label;

typedef struct rb_labels {
    rb_label_memory memories[2 * RB_LABELS_MAX];
    rb_label list[RB_LABELS_MAX];
    int count;
    unsigned long clock;
} rb_labels;

/* A quantity at a place. */
typedef struct rb_label_spec {
    int key; /* the same for the same arrow of the same run in the same viewport, never 0 */
    const char *symbol;
    double value;   /* NAN: the symbol alone */
    double typical; /* sets the unit's prefix */
    const char *unit;
    Vector2 at, away;
    Color color;
} rb_label_spec;

/* now: pacing clock, s; t: the snapshot's time. */
void rb_label_add(rb_labels *labels, const rb_label_spec *spec, double now, double t);
/* Places and draws all within the area but not in the RB_LABELS_CLEAR rectangles that are to be kept
   clear, and empties the list. */
void rb_labels_draw(rb_labels *labels, rb_text *text, Rectangle area, const Rectangle *keep_clear,
                    float ui_scale);

#endif
