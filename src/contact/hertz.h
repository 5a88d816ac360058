/* Hertz contact of two smooth bodies: shape and size of the patch. */
#ifndef RB_CONTACT_HERTZ_H
#define RB_CONTACT_HERTZ_H

#include "rattleback/base.h"

/* Ways to find the patch's axis ratio b from the ratio of curvatures. */
typedef enum rb_hertz_method {
    RB_HERTZ_EXACT,       /* the transcendental equation, solved */
    RB_HERTZ_TWO_THIRDS,  /* b = kappa^(-2/3) */
    RB_HERTZ_POWER_0_652, /* b = kappa^(-0.652) */
    RB_HERTZ_TWO_POWERS,  /* b = 0.32 kappa^-0.4830 + 0.68 kappa^-0.7616 */
} rb_hertz_method;

/* b for kappa = kappa2 / kappa1 >= 1. */
double rb_hertz_axis_ratio(double kappa, rb_hertz_method method);

/* F(e) of K15 (51) as a function of b. */
double rb_hertz_size_factor(double b);

/* Major semi-axis for normal force N, effective modulus E_star, curvatures kappa1 <= kappa2. */
double rb_hertz_semi_axis(double N, double E_star, double kappa1, double kappa2, double b);

/* k in N = k delta^1.5 for curvatures kappa1 <= kappa2 (exact elliptic contact). */
double rb_hertz_stiffness(double E_star, double kappa1, double kappa2);

#endif
