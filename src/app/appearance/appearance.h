/* How the viewer shows a kind of body: its shape, and what plots, timeline and speed start with. The
   physics does not use it. A body without a row gets a default. */
#ifndef RB_APP_APPEARANCE_APPEARANCE_H
#define RB_APP_APPEARANCE_APPEARANCE_H

#include "app/appearance/look.h"

#define RB_APPEARANCE_PLOTS 3 /* plots that one begins with at most */
#define RB_APPEARANCE_LANES 4 /* lanes of the timeline at most */

/* A lane of the timeline: filled while the signal is above zero. */
typedef struct rb_timeline_lane {
    const char *name;   /* "stem"; NULL ends the lanes */
    const char *signal; /* "N_small" */
    const char *help;   /* "when the stem touches the floor" */
} rb_timeline_lane;

/* A row of the table. */
typedef struct rb_appearance {
    const char *body; /* id of the kind of body */
    /* Describes the body; out is all zeros, and the values of the scene may be invalid. NULL: a ball. */
    void (*look)(const rb_scene *scene, rb_body_look *out);
    /* Fills the surroundings of the body, world axes; returns the number of parts, at most RB_PARTS_MAX.
       NULL: none. */
    int (*surroundings)(const rb_scene *scene, const rb_snapshot *snapshot, rb_part *parts);
    const char *plots[RB_APPEARANCE_PLOTS][2]; /* signals of the first plots; NULL: measure, phase */
    double pace; /* units of its time that pass in a second of display; 0: one */
    rb_timeline_lane lanes[RB_APPEARANCE_LANES];
} rb_appearance;

/* The row of a kind of body; never NULL. */
const rb_appearance *rb_appearance_of(const rb_body_kind *body);
/* The signals of plot `index`, at most two; false if there is no such plot. */
bool rb_appearance_plot(const rb_body_kind *body, int index, const char *signals[2]);
/* Units of the body's time that pass in a second of display. */
double rb_appearance_pace(const rb_body_kind *body);

/* Adds a row for a body that the program adds, before it is first shown; the row must stay valid. Returns
   false if the table is full. */
bool rb_appearance_register(const rb_appearance *row);

#endif
