/* Results of the laws at one state, with all derivatives. They are common to all columns of a Jacobian, so
   the laws are evaluated once per Jacobian. */
#ifndef RB_BODIES_LAW_SLOPES_H
#define RB_BODIES_LAW_SLOPES_H

#include "bodies/model.h"

/* Derivatives of friction. Laws do not provide derivatives by the patch at fixed motion: these are central
   differences, computed only where the patch varies. */
typedef struct rb_friction_slopes {
    bool known, patch_known;
    rb_slip slip; /* arguments */
    rb_patch patch;
    rb_traction value;
    rb_traction_jacobian by_slip;
    rb_traction by_a, by_b;
} rb_friction_slopes;

typedef struct rb_rolling_slopes {
    bool known, patch_known;
    rb_rolling_motion motion; /* arguments */
    rb_patch patch;
    rb_rolling_result value;
    rb_rolling_jacobian by_motion;
    rb_rolling_result by_a, by_b;
} rb_rolling_slopes;

/* The Hertz patch under one newton. */
typedef struct rb_hertz_slopes {
    bool known;
    double kappa1, kappa2;     /* arguments */
    double a, b;               /* m, - */
    double a_1, b_1, a_2, b_2; /* by kappa1, by kappa2 */
} rb_hertz_slopes;

/* Derivatives cached for the columns of one Jacobian; all zeros at first. A caller that needs tangents of
   the contacts passes one; NULL: values only. */
typedef struct rb_law_slopes {
    rb_friction_slopes friction;
    rb_rolling_slopes rolling;
    rb_hertz_slopes hertz;
    /* Where the patch depends on N: the normal force here (0: unknown), and the derivatives by a of N and
       of the load (contact_sized_inline.h), which are the same for all columns. */
    double N;
    bool by_a_known;
    double N_by_a, load_by_a[9];
} rb_law_slopes;

/* Marks it as empty. It is large: nothing else is set. */
static inline void rb_law_slopes_clear(rb_law_slopes *slopes) {
    slopes->friction.known = slopes->rolling.known = slopes->hertz.known = false;
    slopes->by_a_known = false;
    slopes->N = 0;
}

/* Returns the results and derivatives, computed into s unless s has them for the same arguments. */
const rb_friction_slopes *rb_friction_slopes_at(rb_friction_slopes *s, const rb_friction *friction,
                                                const rb_slip *slip, bool patch_varies);
const rb_rolling_slopes *rb_rolling_slopes_at(rb_rolling_slopes *s, const rb_model *model, rb_patch patch,
                                              const rb_rolling_motion *motion, bool patch_varies);
const rb_hertz_slopes *rb_hertz_slopes_at(rb_hertz_slopes *s, const rb_model *model, double kappa1,
                                          double kappa2);

/* Returns only its axis ratio b; 1 for equal curvatures. */
double rb_hertz_ratio(double kappa1, double kappa2);

#endif
