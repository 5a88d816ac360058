/* Labels beside arrow tips: symbol, value, unit. They do not cover each other or an arrow head and stay
   inside the viewport. A label keeps its side while it is free, and for a while when a line crosses it.
   It follows a fast tip smoothly; a thin line leads to a distant tip. */
#ifndef RB_VIEWER_WORLD_DRAW_LABEL_H
#define RB_VIEWER_WORLD_DRAW_LABEL_H

#include "viewer/world/draw_gl.h"
#include "viewer/world/draw_text.h"

#define RB_LABELS_MAX 48
#define RB_LABELS_CLEAR 192 /* rectangles that they keep clear of */
#define RB_LABELS_LINES 256
#define RB_LABELS_NAMED 16

/* State of a label that is kept between frames. */
typedef struct rb_label_memory {
    int key; /* 0: free */
    int side;
    double t;      /* simulated time shown */
    double drawn;  /* clock when last drawn */
    double chosen; /* clock when it took its side */
    Vector2 place; /* where, smoothed */
    unsigned long used;
} rb_label_memory;

typedef struct rb_label {
    Vector2 at;   /* pixel of the tip */
    Vector2 away; /* unit: direction the arrow points to on the screen */
    rb_label_memory *memory;
    Color color;
    float glide; /* fraction of the way to its place in this frame */
    char text[64];
    Rectangle box; /* its position; width 0: there was no room */
} rb_label;

typedef struct rb_labels {
    rb_label_memory memories[2 * RB_LABELS_MAX];
    rb_label list[RB_LABELS_MAX];
    int count;
    int pixels;                       /* height of their letters when last drawn */
    Rectangle named[RB_LABELS_NAMED]; /* things that they name and must not cover */
    int named_count;
    unsigned long clock;
} rb_labels;

/* Where labels may be placed: within the area, outside occupied rectangles. */
typedef struct rb_label_ground {
    Rectangle area;
    Rectangle taken[RB_LABELS_CLEAR + RB_LABELS_MAX];
    int count;
    Vector2 lines[RB_LABELS_LINES][2]; /* preferably not on these lines */
    int line_count;
} rb_label_ground;

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

/* now: clock of the animation, s; t: the snapshot's time. */
void rb_label_add(rb_labels *labels, const rb_label_spec *spec, double now, double t);
/* No label of this picture may cover this rectangle. */
void rb_labels_avoid(rb_labels *labels, Rectangle thing);
/* One more rectangle that labels must not cover. */
void rb_labels_keep_clear(rb_label_ground *ground, Rectangle taken);
/* A line that labels avoid where there is room. */
void rb_labels_avoid_line(rb_label_ground *ground, Vector2 a, Vector2 b);
/* Places all labels and marks their rectangles as occupied. Needs no window. */
void rb_labels_place(rb_labels *labels, rb_text *text, rb_label_ground *ground, float ui_scale);
/* Draws the labels that have a place, and empties the list. */
void rb_labels_draw(rb_labels *labels, rb_text *text, float ui_scale);

#endif
