/* Coulomb friction integrated exactly over a circular Hertz patch, with rolling distortion: a
   closed form (docs/physics.md#exact-circle; the integrals of K11 (2), done).

   d = |u|/|omega| is the distance of the instantaneous centre from the patch centre in radii. All
   resultants are A P(d) + S Q(d) with polynomials P, Q (in d and 1/d²) and

       A = pi/2, S = 0           the centre lies inside the patch (d <= 1),
       A = asin(1/d), S = sqrt(d² - 1)    outside,

   and so are their derivatives: those of A and S combine without the singularity at d = 1. Far out
   A P and S Q cancel (error 3e-17 d⁴), so beyond d = 3 the same functions stand as hypergeometric
   series in x = 1/d. Two identities save work: T_rx + T_ry and M_r share one function g, and
   M_0 = 2 t2 - g. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/laws.h"
#include "math/elementary.h"
#include "math/pi.h"

/* The series' coefficients: c[k+1]/c[k] = (a + k)(b + k)/((c + k)(k + 1)) with
   T_0: 2F1(-1/2, 1/2; 5/2; x²), t2: x/5 2F1(-1/2, 1/2; 7/2; x²), g: x/5 2F1(-1/2, 3/2; 7/2; x²).
   Fourteen terms at x = 1/3 leave 1e-18. */
enum { SERIES_TERMS = 14 };
static const double FAR_BEYOND = 3;
static const double far_T0[SERIES_TERMS] = {1,
                                            -0.1,
                                            -0.010714285714285714,
                                            -0.002976190476190476,
                                            -0.0011837121212121212,
                                            -0.00057364510489510488,
                                            -0.00031550480769230771,
                                            -0.00018956801470588236,
                                            -0.00012159790416989164,
                                            -8.2030332178101498e-05,
                                            -5.7599559333753883e-05,
                                            -4.1785862134850544e-05,
                                            -3.1145943535698785e-05,
                                            -2.3751880017276925e-05};
static const double far_t2[SERIES_TERMS] = {0.2,
                                            -0.014285714285714285,
                                            -0.0011904761904761906,
                                            -0.00027056277056277056,
                                            -9.1054778554778561e-05,
                                            -3.8243006993006996e-05,
                                            -1.8559106334841627e-05,
                                            -9.9772639318885442e-06,
                                            -5.7903763890424587e-06,
                                            -3.5665361816565873e-06,
                                            -2.3039823733501552e-06,
                                            -1.5476245235129832e-06,
                                            -1.0739980529551306e-06,
                                            -7.6618967797667494e-07};
static const double far_g[SERIES_TERMS] = {0.2,
                                           -0.042857142857142858,
                                           -0.0059523809523809521,
                                           -0.001893939393939394,
                                           -0.000819493006993007,
                                           -0.00042067307692307695,
                                           -0.00024126838235294119,
                                           -0.00014965895897832817,
                                           -9.8436398613721801e-05,
                                           -6.7764187451475156e-05,
                                           -4.838362984035326e-05,
                                           -3.5595364040798612e-05,
                                           -2.6849951323878261e-05,
                                           -2.0687121305370226e-05};

/* The series and its derivative as a function of the dual y (Horner). */
RB_INLINE rb_dual series(const double *c, rb_dual y) {
    double v = c[SERIES_TERMS - 1];
    double dv = 0;
    for (int k = SERIES_TERMS - 2; k >= 0; k--) {
        dv = dv * y.v + v;
        v = v * y.v + c[k];
    }
    return dual_chain(v, dv, y);
}

/* |u| > 3 |omega|. */
RB_INLINE rb_circle_parts parts_far(const rb_polar *p, double sgn) {
    rb_dual x = dual_div(p->w, p->n);
    rb_dual y = dual_mul(x, x);
    rb_dual mr = dual_scale(-1, series(far_g, y));
    rb_dual t2 = dual_mul(x, series(far_t2, y));
    rb_dual g = dual_scale(-1, dual_mul(x, mr));
    rb_circle_parts c;
    c.q = dual_div(series(far_T0, y), p->n);
    c.f2 = dual_scale(sgn, t2);
    c.g = dual_scale(sgn, g);
    c.M_0 = dual_scale(sgn, dual_sub(dual_scale(2, t2), g));
    c.mr = mr;
    return c;
}

/* |u| <= 3 |omega|, omega != 0. */
RB_INLINE rb_circle_parts parts_near(const rb_polar *p, double sgn) {
    rb_dual d = dual_div(p->n, p->w);
    double D = d.v;
    double D2 = D * D;
    bool inside = D <= 1;
    double i2 = inside ? 1 : 1 / D2; /* multiplies S = 0 inside */
    double iD = inside ? 1 : 1 / D;
    double A = inside ? (RB_PI / 2) : rb_asin(iD);
    double S = inside ? 0 : sqrt(D2 - 1);
    /* T_0/d */
    rb_dual T = dual_chain(A * (0.75 - 0.1875 * D2) + S * (0.1875 + 0.375 * i2),
                           -0.375 * A * D + S * iD * (0.375 - 0.75 * i2), d);
    rb_dual t2 = dual_chain(
        A * (0.1875 + D2 * (D2 * (3. / 128) - 3. / 32)) + S * (5. / 64 - D2 * (3. / 128) + i2 / 16),
        A * D * (D2 * (3. / 32) - 0.1875) + S * iD * (0.125 - D2 * (3. / 32) - 0.125 * i2), d);
    rb_dual g =
        dual_chain(A * D2 * (0.1875 - D2 * (3. / 32)) + S * (D2 * (3. / 32) - 0.125 + 0.125 * i2),
                   0.375 * A * D * (1 - D2) + S * iD * (0.375 * D2 - 0.125 - 0.25 * i2), d);
    rb_circle_parts c;
    c.q = dual_div(T, p->w);
    c.f2 = dual_scale(sgn, t2);
    c.g = dual_scale(sgn, g);
    c.M_0 = dual_scale(sgn, dual_sub(dual_scale(2, t2), g));
    c.mr = dual_scale(-1, dual_mul(d, g));
    return c;
}

enum { P_EPS };

static const rb_param exact_circle_params[] = {
    RB_SOFTEN_PARAM,
};

RB_INLINE void exact_circle_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                 rb_traction_jacobian *jac) {
    double eps = f->params[P_EPS];
    rb_polar p = polar_of(slip, 0);
    double lambda2 = p.n.v * p.n.v + p.w.v * p.w.v;
    if (!(lambda2 > 0)) {
        double slope = eps > 0 ? 1 / eps : 0;
        rest_traction(slope, 3 * RB_PI / 16 * slope, out, jac);
        return;
    }
    double sgn = slip->omega < 0 ? -1 : 1;
    rb_circle_parts c = p.n.v > FAR_BEYOND * p.w.v ? parts_far(&p, sgn) : parts_near(&p, sgn);
    circle_compose(&p, &c, slip, out, jac);
    soften(eps, lambda2, slip, out, jac);
}
RB_EVALUATE(exact_circle)

const rb_friction_law rb_law_exact_circle = {
    .id = "exact-circle",
    .name = "Exact, circular Hertz patch",
    .source = "K11 (2) in closed form",
    .help = "Coulomb friction integrated over a circle under Hertz pressure distorted by rolling; "
            "nothing is left out but the patch's elongation",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(exact_circle_params),
    .evaluate = exact_circle,
};
