/* A part: two consecutive states of a run with their rates of change, and what is between: the
   continuous extension of an adaptive method's step, else the cubic. */
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
    /* Of adaptive methods: the step whose beginning it is, and who counts what looking into it costs
       (NULL: nobody). */
    rb_step *step;
    const rb_model *model;
    uint64_t *evaluations;
} rb_interpolant;

/* Component i at t0 + x h, 0 <= x <= 1. The cubic through both ends with their slopes is off by at
   most |y''''| h^4/384 (Hermite's remainder). */
double rb_interpolant_at(const rb_interpolant *part, int i, double x);
/* State and right-hand side there; only within a step. */
void rb_interpolant_look(const rb_interpolant *part, double x, double *y, double *f);

#define RB_INTERPOLANT_EVENTS_MAX 8 /* found in one part: a reversal, and two of each contact */

/* Called with every part that a simulation accepts and the events found in it, or with NULL and
   the event that ended the run. */
typedef void rb_interpolant_hook(void *context, const rb_interpolant *part, const rb_event *events,
                                 int event_count);

/* simulation.c */
void rb_simulation_hook(rb_simulation *sim, rb_interpolant_hook *hook, void *context);
/* Are steps as long as error control lets them be, and told to the hook when time has passed them? */
bool rb_simulation_is_adaptive(const rb_simulation *sim);
/* The step of an adaptive method that is under way, up to now, for rb_simulation_between; false: there
   is none. */
bool rb_simulation_interpolant(rb_simulation *sim, rb_interpolant *out);
/* Tells the hook of it and of what happened within. */
void rb_simulation_tell(rb_simulation *sim);
/* s, when the step under way will be done. */
double rb_simulation_step_end(const rb_simulation *sim);
/* The snapshot at t within the part that the hook was called with. */
void rb_simulation_between(const rb_simulation *sim, const rb_interpolant *part, double t,
                           rb_snapshot *out);

#endif
