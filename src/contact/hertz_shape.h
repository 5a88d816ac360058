/* The shape of a Hertz patch with all that laws and its size need of it, from a table: a patch that follows
   the load has another shape in every right-hand side. */
#ifndef RB_CONTACT_HERTZ_SHAPE_H
#define RB_CONTACT_HERTZ_SHAPE_H

#include "contact/hertz.h"
#include "math/elliptic.h"

/* b for kappa = kappa2/kappa1 (a circle below 1), and its K, E, G, H to a few ulp; D is NAN. */
double rb_hertz_shape(double kappa, rb_elliptic *e);

/* a^3/N of the larger semi-axis, m^3/N, from these. */
double rb_hertz_cube(double E_star, double kappa1, const rb_elliptic *e);

/* b by the approximation K15 (47), as K15 uses it, and its integrals; *slope is d ln b/d ln kappa. */
double rb_hertz_shape_k15(double kappa, rb_elliptic *e, double *slope);

/* a^3/N for any b, exact or not. */
double rb_hertz_cube_of(double E_star, double kappa1, double kappa2, double b, const rb_elliptic *e);

#endif
