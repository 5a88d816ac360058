/* How far the runs are apart: each against the reference run, sample by sample as they come in. */
#ifndef RB_APP_SESSION_COMPARISON_H
#define RB_APP_SESSION_COMPARISON_H

#include "app/session/series.h"

typedef struct rb_compare {
    double largest[RB_RUNS_MAX]; /* difference to the reference so far, of the body's measure */
    int done[RB_RUNS_MAX];       /* samples looked at */
    int done_base[RB_RUNS_MAX];  /* of the reference, for that run */
    uint64_t version;
    int reference;
} rb_compare;

/* measure: the signal by which runs are told apart. */
void rb_compare_update(rb_compare *compare, rb_series *series, const rb_history *history, int runs,
                       int reference, int measure);

#endif
