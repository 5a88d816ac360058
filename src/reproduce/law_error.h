/* Error of each friction law relative to the exact one, and its cost. */
#ifndef RB_REPRODUCE_LAW_ERROR_H
#define RB_REPRODUCE_LAW_ERROR_H

#include "rattleback/friction.h"

/* The contact that the laws are compared at. */
typedef struct rb_law_error_case {
    rb_patch patch;  /* the patch */
    double d_c, d_s; /* distortion of the pressure by rolling */
} rb_law_error_case;

/* Largest and root-mean-square error of the force |T - T_exact| and of the torque |M - M_exact|. */
typedef struct rb_law_error {
    double max_T, rms_T, max_M, rms_M; /* of the force, of the torque */
} rb_law_error;

/* One law; laws with several qualities have a row for each. Laws for uniform pressure are compared
   with exact-uniform, all others with exact-ellipse. Laws for a circle ignore patch.b. */
typedef struct rb_law_error_row {
    char name[40];                /* id, and the quality in brackets */
    rb_friction friction;         /* the law with its parameters */
    const rb_friction_law *exact; /* what it is compared with */
    /* Over the quarter circle (u, omega) = (sin, cos), u along x, omega > 0. */
    rb_law_error along;
    rb_law_error around;    /* the same over all directions of sliding and both signs of omega */
    double ns, ns_jacobian; /* rb_law_cost without and with derivatives */
} rb_law_error_row;

#define RB_LAW_ERROR_ROWS 64 /* room for all rows */

/* Fills one row for every law that has a value to compare (not viscous, not no-slip), as printed:
   parameters that soften it near rest are 0. Returns their number. Times are left 0. */
int rb_law_errors(const rb_law_error_case *c, rb_law_error_row rows[RB_LAW_ERROR_ROWS]);

/* Nanoseconds per evaluation on this machine now: the minimum over several runs with random motions, over
   the whole patch or, if `rim` is set, with the instantaneous centre just outside its rim, where the exact
   elliptic law is most expensive. jacobian: with derivatives. */
double rb_law_cost(const rb_friction *f, bool jacobian, bool rim);

#endif
