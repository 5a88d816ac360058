/* What the laws answer at one state, with every slope. All columns of a Jacobian have these in
   common, so that the laws are asked once for all of them. */
#ifndef RB_BODIES_LAW_SLOPES_H
#define RB_BODIES_LAW_SLOPES_H

#include "bodies/model.h"

/* How an answer changes with the patch itself at fixed motion, no law gives: central differences,
   wanted only where the patch varies. */
typedef struct rb_friction_slopes {
    bool known, patch_known;
    rb_slip slip; /* where */
    rb_patch patch;
    rb_traction value;
    rb_traction_jacobian by_slip;
    rb_traction by_a, by_b;
} rb_friction_slopes;

typedef struct rb_rolling_slopes {
    bool known, patch_known;
    rb_rolling_motion motion; /* where */
    rb_patch patch;
    rb_rolling_result value;
    rb_rolling_jacobian by_motion;
    rb_rolling_result by_a, by_b;
} rb_rolling_slopes;

/* The Hertz patch under one newton. */
typedef struct rb_hertz_slopes {
    bool known;
    double kappa1, kappa2;     /* where */
    double a, b;               /* m, - */
    double a_1, b_1, a_2, b_2; /* by kappa1, by kappa2 */
} rb_hertz_slopes;

/* What one Jacobian keeps for its columns; all zeros at first. A caller that needs tangents of the
   contacts hands one in; NULL asks for values only. */
typedef struct rb_law_slopes {
    rb_friction_slopes friction;
    rb_rolling_slopes rolling;
    rb_hertz_slopes hertz;
    /* Where the patch follows N: the normal force here, or 0 as long as it is unknown; how it, and the
       load (contact_sized_inline.h), change with a, which is the same for all columns. */
    double N;
    bool by_a_known;
    double N_by_a, load_by_a[9];
} rb_law_slopes;

/* The answer and its slopes, made in s unless they are kept there for this very place. */
const rb_friction_slopes *rb_friction_slopes_at(rb_friction_slopes *s, const rb_friction *friction,
                                                const rb_slip *slip, bool patch_varies);
const rb_rolling_slopes *rb_rolling_slopes_at(rb_rolling_slopes *s, const rb_model *model, rb_patch patch,
                                              const rb_rolling_motion *motion, bool patch_varies);
const rb_hertz_slopes *rb_hertz_slopes_at(rb_hertz_slopes *s, const rb_model *model, double kappa1,
                                          double kappa2);

/* Its axis ratio b alone; 1 for equal curvatures. */
double rb_hertz_ratio(double kappa1, double kappa2);

#endif
