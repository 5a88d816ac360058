/* Hertz contact of two smooth bodies: shape and size of the patch. */
#ifndef RB_CONTACT_HERTZ_H
#define RB_CONTACT_HERTZ_H

#include "math/elliptic.h"
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

/* Shape of a Hertz patch from a table, with the integrals that laws and the size need. Fast, because a
   patch that follows the load has another shape in every right-hand side. */

/* Returns b for kappa = kappa2/kappa1 (1 below 1), and its K, E, G, H to a few ulp; D is NAN. */
double rb_hertz_shape(double kappa, rb_elliptic *e);

/* Returns a^3/N of the major semi-axis, m^3/N, from these. */
double rb_hertz_cube(double E_star, double kappa1, const rb_elliptic *e);

/* Returns b by the approximation K15 (47), as used in K15, and its integrals; *slope is d ln b/d ln
   kappa. */
double rb_hertz_shape_k15(double kappa, rb_elliptic *e, double *slope);

/* Returns a^3/N for any b, exact or approximate. */
double rb_hertz_cube_of(double E_star, double kappa1, double kappa2, double b, const rb_elliptic *e);

#endif
