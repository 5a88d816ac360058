/* Steps of collocation (math/collocation.h) of one run, with the right-hand sides of its stages in lanes where the
   body and its laws have lanes, else one by one; the bits are the same. */
#ifndef RB_SIM_COLLOCATION_H
#define RB_SIM_COLLOCATION_H

#include <stddef.h>

#include "bodies/ops.h"
#include "math/collocation.h"

/* The code for one sort of processor. What it works on has this size, aligned to 64 bytes. What returns an int returns
   how many right-hand sides it cost. */
typedef struct rb_collocation_code {
    size_t size;
    /* Forgets the past. tolerance: of the errors of steps, in units of the body's scale plus size. */
    void (*open)(void *work, const rb_model *model, double tolerance);
    /* A step from y, where f is the right-hand side; both stay there until its end. implicit: Radau's, of which J is
       filled. */
    int (*begin)(void *work, bool implicit, const double *y, const double *f, double *J);
    int (*make)(void *work, double h, rb_collocated *made, double *y1); /* as often as one likes */
    void (*stages)(const void *work, rb_collocated *made);
    /* Its extension; y1 may have been put back on constraints. */
    void (*dense)(const void *work, const double *y1, const double *f1, rb_dense *out);
    void (*keep)(void *work);   /* the next step is told from this one */
    void (*forget)(void *work); /* the next one begins anew */
} rb_collocation_code;

/* What the processor has; never NULL. */
const rb_collocation_code *rb_collocation_find(void);

/* Does this kind of run have lanes? */
bool rb_collocation_has_lanes(const rb_model *model);

extern const rb_collocation_code rb_collocation_four, rb_collocation_any;

#endif
