/* What a run will do next, found out by a second runner that goes ahead of it as fast as it can, from
   the same state: what is foreseen is what happens, to the bit. Nothing of the run itself is touched. */
#ifndef RB_APP_SESSION_PREDICTION_H
#define RB_APP_SESSION_PREDICTION_H

#include "app/session/session.h"

#define RB_PREDICTED_MAX 4

typedef struct rb_prediction {
    rb_runner *runner; /* NULL until first needed */
    bool failed;       /* there is no room for one */
    rb_run_mark mark;  /* what it looks ahead of, and since which command */
    uint64_t start;    /* rb_frame's */
    uint64_t sent;     /* the last command it was given */
    double until;      /* s, how far it is to go */
    /* Reversals, or the turning over of a top: from when to when, s. */
    double from[RB_PREDICTED_MAX], to[RB_PREDICTED_MAX];
    int count;
} rb_prediction;

/* Once per frame, for the selected run. */
void rb_prediction_update(rb_prediction *prediction, const rb_session *session);
/* Does anything foreseen happen between these two times? */
bool rb_prediction_between(const rb_prediction *prediction, double t0, double t1);
void rb_prediction_destroy(rb_prediction *prediction);

#endif
