/* Collocation steps (math/collocation_inline.h) of one run. The right-hand sides of the stages are evaluated
   in lanes where the body and its laws have lanes, else one by one, with the same bits. */
#ifndef RB_SIM_COLLOCATION_H
#define RB_SIM_COLLOCATION_H

#include <stddef.h>

#include "bodies/ops.h"
#include "math/ode.h"

/* Functions for one kind of processor. `work` has this size and is aligned to 64 bytes. Functions that
   return an int return the number of right-hand sides that they evaluated. */
typedef struct rb_collocation_code {
    size_t size;
    /* Starts without a previous step. tolerance: of the error of a step, in units of scale plus size. */
    void (*open)(void *work, const rb_model *model, double tolerance);
    /* Starts a step at y, where f is the right-hand side; both must stay valid until its end. implicit:
       Radau IIA, which fills J; else Lobatto IIIA. */
    int (*begin)(void *work, bool implicit, const double *y, const double *f, double *J);
    int (*make)(void *work, double h, rb_collocated *made, double *y1); /* any number of times */
    void (*stages)(const void *work, rb_collocated *made);
    /* Builds the dense output; y1 may have been projected to the constraints. */
    void (*dense)(const void *work, const double *y1, const double *f1, rb_dense *out);
    void (*keep)(void *work);   /* predicts the next step from this one */
    void (*forget)(void *work); /* the next step has no prediction */
} rb_collocation_code;

/* Returns the fastest functions for this processor; never NULL. */
const rb_collocation_code *rb_collocation_find(void);

/* Returns whether this kind of run has lanes. */
bool rb_collocation_has_lanes(const rb_model *model);

extern const rb_collocation_code rb_collocation_four, rb_collocation_any;

#endif
