/* A stride: two consecutive states of a run with their rates of change, and the cubic between. */
#ifndef RB_SIM_STRIDE_H
#define RB_SIM_STRIDE_H

#include <stdbool.h>

#include "rattleback/simulation.h"

typedef struct rb_stride {
    double t0, h;
    const double *y0, *f0;
    const double *y1, *f1;
    bool resolved; /* the step is small enough for this motion */
} rb_stride;

/* Component i at t0 + x h, 0 <= x <= 1: the cubic through both ends with their slopes. Off by at most
   |y''''| h^4/384 (Hermite's remainder). */
double rb_stride_at(const rb_stride *stride, int i, double x);

#define RB_STRIDE_EVENTS_MAX 8 /* found in one stride: a reversal, and two of each contact */

/* Called with every stride that a simulation accepts and the events found in it, or with NULL and
   the event that ended the run. */
typedef void rb_stride_hook(void *context, const rb_stride *stride, const rb_event *events,
                            int event_count);

/* simulation.c */
void rb_simulation_hook(rb_simulation *sim, rb_stride_hook *hook, void *context);
/* s, when the step under way will be done. */
double rb_simulation_step_end(const rb_simulation *sim);
/* The snapshot at t within the stride that the hook was called with. */
void rb_simulation_between(const rb_simulation *sim, const rb_stride *stride, double t,
                           rb_snapshot *out);

#endif
