/* The motion between two consecutive states of a run: the dense output of an adaptive step, or the cubic
   Hermite interpolant of a dp5 step. */
#ifndef RB_SIM_INTERPOLANT_H
#define RB_SIM_INTERPOLANT_H

#include <stdbool.h>

#include "rattleback/simulation.h"
#include "sim/step.h"

typedef struct rb_interpolant {
    double t0, h;
    const double *y0, *f0;
    const double *y1, *f1;
    bool resolved; /* the step resolves this motion */
    /* Adaptive methods: the step, of which this is the first part or all. evaluations counts the cost of
       its dense output (NULL: not counted). */
    rb_step *step;
    const rb_model *model;
    uint64_t *evaluations;
    /* Bodies with a large state: their step, and the share of it that this part covers. */
    const struct rb_large *large;
    double share;
} rb_interpolant;

/* Returns component i at t0 + x h, 0 <= x <= 1. The error of the cubic is at most |y''''| h^4/384 (Hermite
   remainder). */
double rb_interpolant_at(const rb_interpolant *part, int i, double x);
/* Computes the state and the right-hand side there; adaptive methods only. */
void rb_interpolant_look(const rb_interpolant *part, double x, double *y, double *f);

#define RB_INTERPOLANT_EVENTS_MAX 8 /* a reversal, and two events of each contact */

/* Called with the motion over every accepted step and its events; with NULL and the event that ended the
   run. */
typedef void rb_interpolant_hook(void *context, const rb_interpolant *part, const rb_event *events,
                                 int event_count);

/* Called before an event of the body changes the state y. */
typedef void rb_crossing_hook(void *context, int event, const double *y);

/* simulation.c */
void rb_simulation_hook(rb_simulation *sim, rb_interpolant_hook *hook, void *context);
/* The same for crossings; the context is that of rb_simulation_hook, which is called first. */
void rb_simulation_hook_crossings(rb_simulation *sim, rb_crossing_hook *hook);
/* Returns whether the method chooses its step size. Then the hook is called when time has passed the end
   of a step. */
bool rb_simulation_is_adaptive(const rb_simulation *sim);
/* control.c: gets the motion over the current adaptive step, up to now, for rb_simulation_between; false:
   there is none. */
bool rb_simulation_interpolant(rb_simulation *sim, rb_interpolant *out);
/* Calls the hook with that motion and its events. */
void rb_simulation_report_step(rb_simulation *sim);
/* Returns the end of the current step, s. */
double rb_simulation_step_end(const rb_simulation *sim);
/* Computes the snapshot at t within the motion that was passed to the hook. */
void rb_simulation_between(const rb_simulation *sim, const rb_interpolant *part, double t, rb_snapshot *out);

#endif
