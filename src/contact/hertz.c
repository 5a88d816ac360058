/* Hertz contact of two smooth bodies: shape and size of the patch, K15 (48), KA09.
   Written with G and H of math/elliptic.h, in which nothing cancels for a circle. */
#include "rattleback/hertz.h"

#include <math.h>

#include "contact/hertz_shape.h"
#include "contact/hertz_table_inline.h"
#include "contact/normal_inline.h"
#include "math/elementary.h"
#include "math/elliptic.h"
#include "math/pi.h"

/* 1/kappa = b² G/H. In logarithms this is nearly a straight line of slope
   d ln(b² G/H)/d ln b = 1 + D/G + b² D/H, between 1 and 1.5: Newton's method converges from
   anywhere near. */
static double exact_axis_ratio(double kappa) {
    double target = -rb_log(kappa);
    double x = 0.65 * target;
    for (int i = 0; i < 20; i++) {
        double b = rb_exp(x);
        rb_elliptic e = rb_elliptic_integrals(b);
        double step = (2 * x + rb_log(e.G / e.H) - target) / (1 + e.D / e.G + b * b * e.D / e.H);
        x = fmin(0, x - step);
        if (fabs(step) < 1e-14 * (1 - x)) {
            break;
        }
    }
    return rb_exp(x);
}

/* ln b to 1e-12 or so: the quintic between two nodes of the table that has their values and first two
   derivatives. */
static double guess_log_b(double log_kappa) {
    double at = log_kappa * RB_HERTZ_PER_UNIT;
    int i = (int)at;
    double t = at - i, s = 1 - t;
    const double *p = rb_hertz_nodes[i], *q = rb_hertz_nodes[i + 1];
    double from = p[0] + t * (p[1] + 3 * p[0]) + t * t * (0.5 * p[2] + 3 * p[1] + 6 * p[0]);
    double to = q[0] - s * (q[1] - 3 * q[0]) + s * s * (0.5 * q[2] - 3 * q[1] + 6 * q[0]);
    return s * s * s * from + t * t * t * to;
}

/* One step of Newton's method, as below, from the table: what it leaves is beyond double. So is what the
   step's square would add to the integrals. Their derivatives by ln b: K' = -H, E' = b² G, G' = D - G,
   H' = -b² D. */
double rb_hertz_shape(double kappa, rb_elliptic *e) {
    if (!(kappa < RB_HERTZ_TABLED)) {
        double b = exact_axis_ratio(kappa);
        *e = rb_elliptic_integrals(b);
        return b;
    }
    double b = kappa > 1 ? rb_exp(guess_log_b(rb_log(kappa))) : 1;
    *e = rb_elliptic_integrals(b);
    double b2 = b * b, off = kappa > 1 ? kappa * b2 * e->G / e->H - 1 : 0;
    double step = -off / (1 + e->D / e->G + b2 * e->D / e->H);
    double G = e->G, D = e->D;
    e->K -= step * e->H;
    e->E += step * b2 * G;
    e->G += step * (D - G);
    e->H -= step * b2 * D;
    return fmin(b + b * step, 1);
}

double rb_hertz_axis_ratio(double kappa, rb_hertz_method method) {
    if (!(kappa > 1)) {
        return 1;
    }
    switch (method) {
    case RB_HERTZ_TWO_THIRDS: return rb_pow(kappa, -2. / 3);
    case RB_HERTZ_POWER_0_652: return rb_pow(kappa, -0.652);
    case RB_HERTZ_TWO_POWERS: return 0.32 * rb_pow(kappa, -0.4830) + 0.68 * rb_pow(kappa, -0.7616);
    case RB_HERTZ_EXACT: break;
    }
    rb_elliptic e;
    return kappa < RB_HERTZ_TABLED ? rb_hertz_shape(kappa, &e) : exact_axis_ratio(kappa);
}

/* F = (4/(pi e²))^(1/3) ((E/(1 - e²) - K)(K - E))^(1/6): the powers of e cancel. */
double rb_hertz_size_factor(double b) {
    rb_elliptic e = rb_elliptic_integrals(b);
    return rb_cbrt(4 / RB_PI * sqrt(e.G * e.H) / b);
}

double rb_hertz_cube(double E_star, double kappa1, double kappa2, double b, const rb_elliptic *e) {
    return 3 / RB_PI * sqrt(e->G * e->H / (kappa1 * kappa2)) / (E_star * b);
}

double rb_hertz_semi_axis(double N, double E_star, double kappa1, double kappa2, double b) {
    return rb_cbrt(0.75 * N / (E_star * sqrt(kappa1 * kappa2))) * rb_hertz_size_factor(b);
}

/* From delta = 3 N K/(2 pi E_star a) and a = c N^(1/3). */
double rb_hertz_stiffness(double E_star, double kappa1, double kappa2) {
    if (kappa1 == kappa2) {
        return sphere_stiffness(E_star, kappa1);
    }
    double b = rb_hertz_axis_ratio(kappa2 / kappa1, RB_HERTZ_EXACT);
    double c = rb_hertz_semi_axis(1, E_star, kappa1, kappa2, b);
    double s = 2 * RB_PI * E_star * c / (3 * rb_elliptic_integrals(b).K);
    return s * sqrt(s);
}
