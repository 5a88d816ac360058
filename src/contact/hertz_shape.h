/* Shape of a Hertz patch from a table, with the integrals that laws and the size need. Fast, because a
   patch that follows the load has another shape in every right-hand side. */
#ifndef RB_CONTACT_HERTZ_SHAPE_H
#define RB_CONTACT_HERTZ_SHAPE_H

#include "contact/hertz.h"
#include "math/elliptic.h"

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
