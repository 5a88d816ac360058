/* Events of the body within a step. */
#ifndef RB_SIM_STEPPER_EVENTS_H
#define RB_SIM_STEPPER_EVENTS_H

#include "sim/stepper.h"

/* Makes a step of length h from the given state to stepper->y, f. */
typedef void rb_trial_step(rb_stepper *stepper, const rb_model *model, double h);

/* Does the model have events that can be crossed? */
bool rb_events_possible(const rb_model *model);

/* Returns the first event that the step just made (*h long, from y0, f0) has passed, or -1. If there is
   one, repeats the step to just beyond it and sets *h. */
int rb_events_first(rb_stepper *stepper, const rb_model *model, rb_trial_step *step, const double *y0,
                    const double *f0, double *h);

/* Is an event that ends the run active at y, where f is the right-hand side? */
bool rb_events_end_at(const rb_model *model, const double *y, const double *f);

/* Does the run end within the step of length h from y0, f0 to stepper->y, f? *after: when, s from its
   start, by linear interpolation, in [0, h]. */
bool rb_events_end(const rb_stepper *stepper, const rb_model *model, const double *y0, const double *f0,
                   double h, double *after);

#endif
