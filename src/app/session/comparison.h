/* The largest difference of each run to the reference run, updated as samples arrive. */
#ifndef RB_APP_SESSION_COMPARISON_H
#define RB_APP_SESSION_COMPARISON_H

#include "app/session/series.h"

typedef struct rb_compare {
    double largest[RB_RUNS_MAX]; /* difference to the reference so far, in units of the signal */
    int done[RB_RUNS_MAX];       /* samples compared so far */
    int done_base[RB_RUNS_MAX];  /* samples of the reference compared with that run */
    uint64_t version;
    int reference;
} rb_compare;

/* measure: the signal that is compared. */
void rb_compare_update(rb_compare *compare, rb_series *series, const rb_history *history, int runs,
                       int reference, int measure);

#endif
