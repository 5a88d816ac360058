/* Events of the body within a step. */
#ifndef RB_SIM_STEPPER_EVENTS_H
#define RB_SIM_STEPPER_EVENTS_H

#include "sim/stepper.h"

/* A step of length h from stepper->y, f to there. */
typedef void rb_trial_step(rb_stepper *stepper, const rb_model *model, double h);

/* Can anything be crossed under this model? */
bool rb_events_possible(const rb_model *model);

/* The step just made, *h long from y0, f0: the event that it passed first, or -1. If it passed one,
   the step is taken again only just beyond it, and *h is its length. */
int rb_events_first(rb_stepper *stepper, const rb_model *model, rb_trial_step *step, const double *y0,
                    const double *f0, double *h);

/* Does an event that ends the run hold at y, where f is the right-hand side? */
bool rb_events_end_at(const rb_model *model, const double *y, const double *f);

/* Does the run end within the step of length h from y0, f0 to stepper->y, f? *after: when, s from its
   start, by linear interpolation; in [0, h]. */
bool rb_events_end(const rb_stepper *stepper, const rb_model *model, const double *y0, const double *f0,
                   double h, double *after);

#endif
