/* The motion between two consecutive states of a run: the dense output of an adaptive method's step, or the
   cubic through both states with their slopes (dp5). */
#ifndef RB_SIM_INTERPOLANT_H
#define RB_SIM_INTERPOLANT_H

#include <stdbool.h>

#include "rattleback/simulation.h"
#include "sim/step.h"

typedef struct rb_interpolant {
    double t0, h;
    const double *y0, *f0;
    const double *y1, *f1;
    bool resolved; /* the step is small enough for this motion */
    /* Adaptive methods: the step, of which this is the first part or all; evaluations counts the cost of its
       dense output (NULL: not counted). */
    rb_step *step;
    const rb_model *model;
    uint64_t *evaluations;
} rb_interpolant;

/* Component i at t0 + x h, 0 <= x <= 1. The cubic through both ends with their slopes is off by at
   most |y''''| h^4/384 (Hermite's remainder). */
double rb_interpolant_at(const rb_interpolant *part, int i, double x);
/* State and right-hand side there; adaptive methods only. */
void rb_interpolant_look(const rb_interpolant *part, double x, double *y, double *f);

#define RB_INTERPOLANT_EVENTS_MAX 8 /* found at once: a reversal, and two of each contact */

/* Called with the motion over every accepted step and the events found in it, or with NULL and the
   event that ended the run. */
typedef void rb_interpolant_hook(void *context, const rb_interpolant *part, const rb_event *events,
                                 int event_count);

/* simulation.c */
void rb_simulation_hook(rb_simulation *sim, rb_interpolant_hook *hook, void *context);
/* Does the method choose its step size? Then the hook is called when time has passed a step. */
bool rb_simulation_is_adaptive(const rb_simulation *sim);
/* The motion over the adaptive step under way, up to now, for rb_simulation_between; false: there is
   none. */
bool rb_simulation_interpolant(rb_simulation *sim, rb_interpolant *out);
/* Calls the hook with it and with the events in it. */
void rb_simulation_report_step(rb_simulation *sim);
/* s, the end of the step under way. */
double rb_simulation_step_end(const rb_simulation *sim);
/* The snapshot at t within the motion that the hook was called with. */
void rb_simulation_between(const rb_simulation *sim, const rb_interpolant *part, double t, rb_snapshot *out);

#endif
