/* Time integration of bodies with a large state (bodies/large.h): Rodas5P with a Jacobian of blocks, step
   size control and dense output as for the other adaptive methods. The arrays have the size that the model
   needs; small bodies do not have them. The scalars of the integration (time, step sizes, tries) are those of
   rb_stepper; rb_step.t0 and h are the current step. */
#ifndef RB_SIM_LARGE_H
#define RB_SIM_LARGE_H

#include "bodies/large.h"
#include "math/rodas_large.h"
#include "sim/stepper.h"

typedef struct rb_large {
    int n;     /* doubles that are integrated */
    double *y; /* state at now, if the stepper's is_current */
    double *f; /* right-hand side at t, where the next step starts */
    double *y0, *f0, *f1;
    double *scale;
    rb_rodas_large step;
    void *memory;
} rb_large;

/* Allocates the arrays for the model, or frees them if its state is not large. Returns false if out of
   memory. */
bool rb_large_fit(rb_stepper *stepper, const rb_model *model);
void rb_large_free(rb_stepper *stepper);

/* The counterparts of rb_stepper_begin, reach, see, show and settle. */
void rb_large_begin(rb_stepper *stepper, const rb_model *model);
rb_step_result rb_large_reach(rb_stepper *stepper, const rb_model *model, double t, rb_event_log *event_log);
void rb_large_see(rb_stepper *stepper, const rb_model *model);
void rb_large_show(rb_stepper *stepper, const rb_model *model, rb_event_log *event_log);

/* Computes the state at the share x of the current step. */
void rb_large_state(const rb_large *large, const rb_model *model, double x, double *y);

/* What a checkpoint of a large body has in addition: this many numbers. Restoring has two parts, as for
   rb_stepper_restore and rb_stepper_continue. */
int rb_large_saved(const rb_large *large);
void rb_large_save(const rb_stepper *stepper, double *saved);
void rb_large_restore(rb_stepper *stepper, const double *saved);
void rb_large_continue(rb_stepper *stepper, const rb_model *model, const double *saved);

#endif
