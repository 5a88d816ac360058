/* How far the runs are apart: each against the reference run, sample by sample as they come in. */
#ifndef RB_VIEWER_COMPARE_H
#define RB_VIEWER_COMPARE_H

#include "viewer/session/history.h"

typedef enum rb_layout_mode {
    RB_LAYOUT_SINGLE,
    RB_LAYOUT_GRID,
    RB_LAYOUT_OVERLAY,
    RB_LAYOUT_COUNT
} rb_layout_mode;

typedef struct rb_compare {
    rb_layout_mode layout;
    double largest[RB_RUNS_MAX]; /* of |omega3 - omega3 of the reference| so far, rad/s */
    int done[RB_RUNS_MAX];       /* samples looked at */
    int done_base[RB_RUNS_MAX];  /* of the reference, for that run */
    uint64_t version;
    int reference;
} rb_compare;

void rb_compare_update(rb_compare *compare, const rb_history *history, int runs, int reference);

struct rb_app;
/* Adds a run with the next law that fits, or with every law that fits. */
void rb_compare_add(struct rb_app *app, const rb_friction_law *law);
void rb_compare_all(struct rb_app *app);
void rb_compare_end(struct rb_app *app);

#endif
