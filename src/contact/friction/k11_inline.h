/* The formulas of k11.c. */
#ifndef RB_CONTACT_FRICTION_K11_INLINE_H
#define RB_CONTACT_FRICTION_K11_INLINE_H

#include "contact/friction/compose_inline.h"
#include "math/pi.h"

enum { K11_EPS, K11_EPS1 };

/* At rest without softening: T = M = 0 (every quotient would be 0/0). */
RB_INLINE rb_mask k11_rest(const rb_num_slip *slip, rb_num eps) {
    return (eps == 0) & (slip->u_x == 0) & (slip->u_y == 0) & (slip->omega == 0);
}

/* As printed, g vanishes with u, so the direction e, which jumps at u = 0, has no effect. With softening,
   g does not vanish where omega is of the order of eps: the force would jump there, and no method can
   follow a patch that comes to stick within eps1 of the jump. Therefore the rest of g is faded out for u
   below a tenth of eps. */
RB_INLINE rb_dual k11_fade(rb_dual g, rb_dual n, rb_num eps) {
    rb_dual nn = dual_mul(n, n);
    rb_num width = 0.1 * eps;
    return DUAL_CHOOSE(n.v > 0, dual_mul(g, dual_div(nn, dual_shift(nn, width * width))), dual_const(NUM(0)));
}

/* P1: K11 (5), (10). */
RB_INLINE void k11_p1_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                           rb_num_traction_jacobian *jac) {
    const double a11 = 8 / (3 * RB_PI), a21 = -1. / 4;
    const double b01 = 3 * RB_PI / 32, b11 = 15 * RB_PI / 32;
    const double c01 = 3 * RB_PI / 16, c11 = 15 * RB_PI / 16, c21 = -3 * RB_PI / 16;
    rb_num eps = f->params[K11_EPS];
    if (num_rarely(k11_rest(slip, eps), &eps)) {
        rest_traction(NUM(0), NUM(0), out, jac);
        return;
    }
    rb_polar p = polar_soft(slip, f->params[K11_EPS1]);
    rb_dual T_den = dual_shift(dual_add_scaled(p.n, NUM(a11), p.w), eps);
    rb_dual M_den = dual_shift(dual_add_scaled(p.w, NUM(c11), p.n), eps);
    rb_dual f2_den = dual_shift(dual_add_scaled(p.w, NUM(b11), p.n), eps);
    rb_circle_parts c;
    c.q = dual_div(dual_const(NUM(1)), T_den);
    c.f2 = dual_scale(NUM(b01), dual_div(p.omega, f2_den));
    c.g = k11_fade(dual_add_scaled(c.f2, NUM(a21), dual_mul(p.omega, c.q)), p.n, eps);
    rb_dual M_inv = dual_div(dual_const(NUM(1)), M_den);
    c.M_0 = dual_scale(NUM(c01), dual_mul(p.omega, M_inv));
    c.mr = dual_scale(NUM(c21), dual_mul(p.n, M_inv));
    circle_compose(&p, &c, slip, out, jac);
}
RB_EVALUATE(k11_p1)

/* P2: K11 (6), (11). */
RB_INLINE void k11_p2_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                           rb_num_traction_jacobian *jac) {
    const double a12 = 3 * RB_PI / 8, a22 = -3 * RB_PI / 32;
    const double b02 = 3 * RB_PI / 32, b12 = 32 / (15 * RB_PI);
    const double c02 = 3 * RB_PI / 16, c12 = 16 / (15 * RB_PI), c22 = -1. / 5;
    rb_num eps = f->params[K11_EPS];
    if (num_rarely(k11_rest(slip, eps), &eps)) {
        rest_traction(NUM(0), NUM(0), out, jac);
        return;
    }
    rb_polar p = polar_soft(slip, f->params[K11_EPS1]);
    rb_dual nn = dual_mul(p.n, p.n);
    rb_dual nw = dual_mul(p.n, p.w);
    rb_dual squares = dual_shift(dual_add(nn, dual_mul(p.omega, p.omega)), eps);
    rb_dual inv = dual_div(dual_const(NUM(1)), squares);
    rb_circle_parts c;
    c.q = dual_div(dual_add_scaled(p.n, NUM(a12), p.w), dual_add_scaled(squares, NUM(a12), nw));
    c.f2 = dual_scale(NUM(b02), dual_div(dual_mul(dual_add_scaled(p.w, NUM(b12), p.n), p.omega),
                                         dual_add_scaled(squares, NUM(b12), nw)));
    c.g = dual_add_scaled(c.f2, NUM(a22), dual_mul(dual_mul(p.w, p.omega), inv));
    c.M_0 = dual_scale(NUM(c02), dual_div(dual_mul(dual_add_scaled(p.w, NUM(c12), p.n), p.omega),
                                          dual_add_scaled(squares, NUM(c12), nw)));
    c.mr = dual_scale(NUM(c22), dual_mul(nn, inv));
    circle_compose(&p, &c, slip, out, jac);
}
RB_EVALUATE(k11_p2)

/* tanh(k num/den), den >= 0, exactly +-1 where the argument exceeds 20 (den = 0 included). */
RB_INLINE rb_dual tanh_ratio(double k, rb_dual num, rb_dual den) {
    rb_num one = NUM_CHOOSE(num.v < 0, NUM(-1), NUM(1));
    return DUAL_CHOOSE(num_abs(k * num.v) >= 20 * den.v, dual_const(one),
                       dual_tanh(dual_scale(NUM(k), dual_div(num, den))));
}

/* 1 - tanh(s1 x^1.75), x = n/w. */
RB_INLINE rb_dual fade_1_75(double s1, rb_dual n, rb_dual w) {
    rb_mask gone = n.v >= 5 * w.v; /* the argument exceeds 20: 0 in double precision */
    if (num_all(gone)) {
        return dual_const(NUM(0));
    }
    rb_dual x = dual_div(n, w);
    rb_num r = num_sqrt(x.v);
    rb_num x34 = r * num_sqrt(r);
    rb_num left = num_fade(s1 * x34 * x.v);
    return DUAL_CHOOSE(gone, dual_const(NUM(0)), dual_chain(left, left * (left - 2) * s1 * 1.75 * x34, x));
}

/* 1 - tanh(s2 y^2.5), y = w/n. */
RB_INLINE rb_dual fade_2_5(double s2, rb_dual w, rb_dual n) {
    rb_mask gone = w.v >= 6 * n.v; /* the argument exceeds 24 */
    if (num_all(gone)) {
        return dual_const(NUM(0));
    }
    rb_dual y = dual_div(w, n);
    rb_num y15 = y.v * num_sqrt(y.v);
    rb_num left = num_fade(s2 * y15 * y.v);
    return DUAL_CHOOSE(gone, dual_const(NUM(0)), dual_chain(left, left * (left - 2) * s2 * 2.5 * y15, y));
}

/* tanh: K11 (7), (12). */
RB_INLINE void k11_tanh_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                             rb_num_traction_jacobian *jac) {
    const double h1 = 3 * RB_PI / 8, h2 = -3 * RB_PI / 32, h3 = 3 * RB_PI / 32;
    const double h4 = 32 / (15 * RB_PI), h5 = -1. / 5, s1 = 1.25, s2 = 0.275;
    rb_num eps = f->params[K11_EPS];
    if (num_rarely(k11_rest(slip, eps), &eps)) {
        rest_traction(NUM(0), NUM(0), out, jac);
        return;
    }
    rb_polar p = polar_soft(slip, f->params[K11_EPS1]);
    rb_dual w = dual_shift(p.w, eps);
    rb_dual n = dual_shift(p.n, eps);
    rb_circle_parts c;
    c.q = DUAL_CHOOSE(n.v > 0, dual_div(tanh_ratio(h1, p.n, w), n), dual_const(h1 / w.v));
    c.f2 = dual_scale(NUM(h3), tanh_ratio(h4, p.omega, n));
    rb_dual sgn = DUAL_CHOOSE(w.v > 0, dual_div(p.omega, w), dual_const(NUM(0)));
    rb_dual f1 = dual_scale(NUM(h2), dual_mul(fade_1_75(s1, p.n, w), sgn));
    c.g = k11_fade(dual_add(f1, c.f2), p.n, eps);
    c.M_0 = dual_sub(c.f2, f1);
    c.mr = dual_scale(NUM(h5), fade_2_5(s2, w, p.n));
    circle_compose(&p, &c, slip, out, jac);
}
RB_EVALUATE(k11_tanh)

#endif
