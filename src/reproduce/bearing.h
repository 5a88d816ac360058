/* The contact of KA09's ball bearing: a ball on a raceway, an elliptic patch. Its normal force by
   Hertz and by Vil'ke, and the friction of every law that fits an ellipse. */
#ifndef RB_REPRODUCE_BEARING_H
#define RB_REPRODUCE_BEARING_H

#include "reproduce/law_error.h"

#define RB_BEARING_G 0.4172 /* kappa1/kappa2 of KA09 */

typedef struct rb_bearing {
    double g;             /* kappa1/kappa2 */
    double b, e2;         /* axis ratio and squared eccentricity of the patch */
    double k_hertz;       /* N = k delta^1.5, in units of E_star (kappa1 kappa2)^(-1/4) */
    double k_vilke_plain; /* Vil'ke's formula as printed */
    double k_vilke;       /* with 1 + ln^2 g/48 */
    int law_count;        /* laws for an ellipse, exact-ellipse first */
    rb_law_error_row laws[RB_LAW_ERROR_ROWS];
} rb_bearing;

/* g in (0, 1]. The struct is large: allocate it once. */
void rb_bearing_compute(double g, rb_bearing *out);

/* Share of mu N along the sliding direction and torque / (mu N a) of row `law`: sliding in the
   direction psi against the major axis, (u, omega) = (sin theta, cos theta). */
void rb_bearing_traction(const rb_bearing *bearing, int law, double psi, double theta, double *T, double *M);

#endif
