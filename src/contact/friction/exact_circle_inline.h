/* The formulas of exact_circle.c. */
#ifndef RB_CONTACT_FRICTION_EXACT_CIRCLE_INLINE_H
#define RB_CONTACT_FRICTION_EXACT_CIRCLE_INLINE_H

#include "contact/friction/compose_inline.h"
#include "math/elementary_inline.h"
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

/* Evaluates the series and its derivative (Horner) as a function of the dual y. */
RB_INLINE rb_dual series(const double *c, rb_dual y) {
    rb_num dv = NUM(0);
    for (int k = SERIES_TERMS - 1; k > 0; k--) {
        dv = dv * y.v + k * c[k];
    }
    return dual_chain(poly(c, SERIES_TERMS, y.v), dv, y);
}

/* |u| > 3 |omega|. */
RB_INLINE rb_circle_parts parts_far(const rb_polar *p, rb_num sgn) {
    rb_dual x = dual_div_by(p->w, p->n, p->per_n);
    rb_dual y = dual_mul(x, x);
    y.v = p->w.v * p->w.v * p->per_nn; /* which needs no root */
    rb_dual mr = dual_scale(NUM(-1), series(far_g, y));
    rb_dual t2 = dual_mul(x, series(far_t2, y));
    rb_dual g = dual_scale(NUM(-1), dual_mul(x, mr));
    rb_circle_parts c;
    c.q = dual_div_by(series(far_T0, y), p->n, p->per_n);
    c.f2 = dual_scale(sgn, t2);
    c.g = dual_scale(sgn, g);
    c.M_0 = dual_scale(sgn, dual_sub(dual_scale(NUM(2), t2), g));
    c.mr = mr;
    return c;
}

/* |u| <= 3 |omega|, omega != 0. */
RB_INLINE rb_circle_parts parts_near(const rb_polar *p, rb_num sgn) {
    rb_num per_w = 1 / p->w.v;
    rb_dual d = dual_div_by(p->n, p->w, per_w);
    rb_num D = d.v;
    rb_num D2 = D * D;
    rb_mask inside = D <= 1;
    rb_num i2 = NUM(1), iD = NUM(1), A = NUM(RB_PI / 2), S = NUM(0); /* 1 multiplies S = 0 inside */
    if (!num_all(inside)) {
        i2 = NUM_CHOOSE(inside, i2, 1 / D2);
        iD = NUM_CHOOSE(inside, iD, 1 / D);
        A = NUM_CHOOSE(inside, A, num_asin(iD));
        S = NUM_CHOOSE(inside, S, num_sqrt(D2 - 1));
    }
    /* T_0/d */
    rb_dual T = dual_chain(A * (0.75 - 0.1875 * D2) + S * (0.1875 + 0.375 * i2),
                           -0.375 * A * D + S * iD * (0.375 - 0.75 * i2), d);
    rb_dual t2 = dual_chain(
        A * (0.1875 + D2 * (D2 * (3. / 128) - 3. / 32)) + S * (5. / 64 - D2 * (3. / 128) + i2 / NUM(16)),
        A * D * (D2 * (3. / 32) - 0.1875) + S * iD * (0.125 - D2 * (3. / 32) - 0.125 * i2), d);
    rb_dual g = dual_chain(A * D2 * (0.1875 - D2 * (3. / 32)) + S * (D2 * (3. / 32) - 0.125 + 0.125 * i2),
                           0.375 * A * D * (1 - D2) + S * iD * (0.375 * D2 - 0.125 - 0.25 * i2), d);
    rb_circle_parts c;
    c.q = dual_div_by(T, p->w, per_w);
    c.f2 = dual_scale(sgn, t2);
    c.g = dual_scale(sgn, g);
    c.M_0 = dual_scale(sgn, dual_sub(dual_scale(NUM(2), t2), g));
    c.mr = dual_scale(NUM(-1), dual_mul(d, g));
    return c;
}

enum { EXACT_CIRCLE_EPS };

RB_INLINE void exact_circle_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                                 rb_num_traction_jacobian *jac) {
    rb_num eps = f->params[EXACT_CIRCLE_EPS];
    rb_polar p = polar_of(slip);
    rb_num lambda2 = p.nn + p.w.v * p.w.v;
    if (num_rarely(num_not(lambda2 > 0), &lambda2)) {
        rb_num slope = NUM_CHOOSE(eps > 0, 1 / eps, NUM(0));
        rest_traction(slope, 3 * RB_PI / 16 * slope, out, jac);
        return;
    }
    rb_num sgn = NUM_CHOOSE(slip->omega < 0, NUM(-1), NUM(1));
    rb_mask is_far = p.n.v > FAR_BEYOND * p.w.v;
    rb_circle_parts c;
    if (num_all(is_far)) {
        c = parts_far(&p, sgn);
    } else {
        c = parts_near(&p, sgn);
        if (num_any(is_far)) {
            c = circle_parts_choose(is_far, parts_far(&p, sgn), c);
        }
    }
    circle_compose(&p, &c, slip, out, jac);
    soften(eps, lambda2, slip, out, jac);
}
RB_EVALUATE(exact_circle)

#endif
