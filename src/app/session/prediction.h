/* Predicts the next events of a run by a second runner that simulates ahead from the same state, so that the
   prediction is exact to the bit. The run itself is not touched. */
#ifndef RB_APP_SESSION_PREDICTION_H
#define RB_APP_SESSION_PREDICTION_H

#include "app/session/session.h"

#define RB_PREDICTED_MAX 4

typedef struct rb_prediction {
    rb_runner *runner; /* NULL until first needed */
    bool failed;       /* the second runner could not be created */
    rb_run_mark mark;  /* the predicted run and its last command */
    uint64_t start;    /* as in rb_frame */
    uint64_t sent;     /* number of the last command sent to it */
    double until;      /* s, end of the requested prediction */
    /* Begin and end of each reversal or inversion, s. */
    double from[RB_PREDICTED_MAX], to[RB_PREDICTED_MAX];
    int count;
} rb_prediction;

/* Call once per frame; predicts the selected run. */
void rb_prediction_update(rb_prediction *prediction, const rb_session *session);
/* True if a predicted event lies between these two times. */
bool rb_prediction_between(const rb_prediction *prediction, double t0, double t1);
void rb_prediction_destroy(rb_prediction *prediction);

#endif
