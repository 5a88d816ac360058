/* The formulas of k15.c. */
#ifndef RB_CONTACT_FRICTION_K15_INLINE_H
#define RB_CONTACT_FRICTION_K15_INLINE_H

#include "contact/friction/compose_inline.h"
#include "math/elementary_inline.h"

enum { K15_A0_EPS_T };
/* The same order for A1 and A2; A1 does not use I0. */
enum { K15_EPS_T, K15_I2, K15_I3, K15_BT, K15_BM, K15_MT, K15_MM, K15_I0 };

/* Prepared coefficients. */
enum {
    K15_C_B, /* b in friction */
    K15_C_BT,
    K15_C_MT, /* D_T */
    K15_C_BM,
    K15_C_MM, /* D_M */
    K15_C_GX0,
    K15_C_HY0, /* 4 b_T (G, H) I0 */
    K15_C_GX2,
    K15_C_HY2,        /* 4 b_T (b G, H) I2, 0 without coupling */
    K15_C_E2,         /* 4 b_M E I2 */
    K15_C_I3,         /* pi I3 */
    K15_C_COUPLED_I3, /* pi I3, 0 without coupling */
};

/* (1 + r^m)^(1/m) for r <= 1. */
RB_INLINE rb_dual one_plus(rb_dual r, rb_num m) {
    rb_mask linear = m == 1;
    if (num_all(linear)) {
        return dual_shift(r, NUM(1));
    }
    rb_mask some = r.v > 0;
    rb_num rm = NUM_CHOOSE(some, num_pow_near(r.v, m), NUM(0));
    rb_num s = num_pow_near(1 + rm, 1 / m);
    rb_dual power = dual_chain(s, NUM_CHOOSE(some, s / (1 + rm) * rm / r.v, NUM(0)), r);
    return DUAL_CHOOSE(linear, dual_shift(r, NUM(1)), power);
}

/* 1/(p^m + q^m)^(1/m), p, q >= 0; factors out the larger one to avoid overflow. */
RB_INLINE rb_dual power_sum_inverse(rb_dual p, rb_dual q, rb_num m) {
    rb_mask first = p.v >= q.v;
    rb_dual big = DUAL_CHOOSE(first, p, q);
    rb_dual r = dual_div(DUAL_CHOOSE(first, q, p), big);
    return dual_div(dual_const(NUM(1)), dual_mul(big, one_plus(r, m)));
}

/* The motion of the patch with u_eps; rest when neither u_eps nor omega differs from 0. */
typedef struct rb_k15 {
    rb_dual u_x, u_y, omega, w;
    rb_dual u_eps, u_eps2;
    rb_mask rest;
} rb_k15;

RB_INLINE rb_k15 k15_of(const rb_num_slip *slip, rb_num eps_T) {
    const rb_num zero = NUM(0), one = NUM(1);
    rb_k15 k;
    k.u_x = (rb_dual){slip->u_x, one, zero, zero};
    k.u_y = (rb_dual){slip->u_y, zero, one, zero};
    k.omega = (rb_dual){slip->omega, zero, zero, one};
    k.w = dual_abs(k.omega);
    k.u_eps2 = dual_shift(dual_add(dual_mul(k.u_x, k.u_x), dual_mul(k.u_y, k.u_y)), eps_T * eps_T);
    k.u_eps = dual_sqrt(k.u_eps2);
    k.rest = num_not(k.u_eps.v > 0) & num_not(k.w.v > 0);
    return k;
}

/* A0: no coupling at all. */
RB_INLINE void k15_a0_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                           rb_num_traction_jacobian *jac) {
    rb_num eps_T = f->params[K15_A0_EPS_T];
    rb_k15 k = k15_of(slip, eps_T);
    rb_dual w_eps = dual_sqrt(dual_shift(dual_mul(k.omega, k.omega), eps_T * eps_T));
    rb_dual zero = dual_const(NUM(0));
    const rb_dual T[3] = {DUAL_CHOOSE(k.u_eps.v > 0, dual_div(k.u_x, k.u_eps), zero),
                          DUAL_CHOOSE(k.u_eps.v > 0, dual_div(k.u_y, k.u_eps), zero),
                          DUAL_CHOOSE(w_eps.v > 0, dual_div(k.omega, w_eps), zero)};
    dual_traction(T, out, jac);
}
RB_EVALUATE(k15_a0)

/* A1, K15 (39). */
RB_INLINE void k15_a1_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                           rb_num_traction_jacobian *jac) {
    const rb_num *c = f->coeffs;
    rb_k15 k = k15_of(slip, f->params[K15_EPS_T]);
    if (num_rarely(k.rest, &k.u_x.v)) {
        rest_traction(NUM(0), NUM(0), out, jac);
        return;
    }
    rb_dual D_T = power_sum_inverse(k.u_eps, dual_scale(c[K15_C_BT], k.w), c[K15_C_MT]);
    rb_dual D_M = power_sum_inverse(k.u_eps, dual_scale(c[K15_C_BM], k.w), c[K15_C_MM]);
    rb_dual zero = dual_const(NUM(0));
    rb_dual w_T = dual_mul(k.omega, D_T);
    rb_affine T_x = {dual_mul(k.u_x, D_T), zero, dual_scale(-c[K15_C_GX2], w_T)};
    rb_affine T_y = {dual_mul(k.u_y, D_T), dual_scale(c[K15_C_HY2], w_T), zero};
    rb_affine M = {dual_scale(c[K15_C_E2], dual_mul(k.omega, D_M)),
                   dual_scale(c[K15_C_COUPLED_I3], dual_mul(k.u_y, D_M)),
                   dual_scale(-c[K15_C_COUPLED_I3] * c[K15_C_B], dual_mul(k.u_x, D_M))};
    affine_traction(&T_x, &T_y, &M, slip, out, jac);
}
RB_EVALUATE(k15_a1)

/* A2, K15 (40). */
RB_INLINE void k15_a2_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                           rb_num_traction_jacobian *jac) {
    const rb_num *c = f->coeffs;
    rb_num b = c[K15_C_B], i3 = c[K15_C_I3], j3 = c[K15_C_COUPLED_I3];
    rb_k15 k = k15_of(slip, f->params[K15_EPS_T]);
    if (num_rarely(k.rest, &k.u_x.v)) {
        rest_traction(NUM(0), NUM(0), out, jac);
        return;
    }
    rb_dual u3 = dual_mul(k.u_eps2, k.u_eps);
    rb_dual ww = dual_mul(k.omega, k.omega);
    rb_dual w3 = dual_mul(ww, k.w);
    rb_dual D_T = power_sum_inverse(u3, dual_scale(c[K15_C_BT], w3), c[K15_C_MT]);
    rb_dual D_M = power_sum_inverse(u3, dual_scale(c[K15_C_BM], w3), c[K15_C_MM]);
    rb_dual xx = dual_mul(k.u_x, k.u_x), yy = dual_mul(k.u_y, k.u_y);
    rb_dual w_T = dual_mul(k.omega, D_T);
    rb_dual cross = dual_scale(j3, dual_mul(dual_mul(k.u_x, k.u_y), w_T));
    rb_dual x_T = dual_mul(k.u_x, D_T), y_T = dual_mul(k.u_y, D_T);
    rb_affine T_x = {
        dual_mul(dual_add_scaled(k.u_eps2, c[K15_C_GX0], ww), x_T), dual_scale(NUM(-1), cross),
        dual_scale(NUM(-1), dual_mul(dual_add_scaled(dual_scale(b * j3, yy), c[K15_C_GX2], ww), w_T))};
    rb_affine T_y = {dual_mul(dual_add_scaled(k.u_eps2, c[K15_C_HY0], ww), y_T),
                     dual_mul(dual_add_scaled(dual_scale(j3, xx), c[K15_C_HY2], ww), w_T),
                     dual_scale(b, cross)};
    rb_dual along = dual_scale(i3, dual_add_scaled(xx, b * b, yy));
    rb_dual u2_M = dual_scale(j3, dual_mul(k.u_eps2, D_M));
    rb_affine M = {dual_mul(dual_mul(dual_add_scaled(along, c[K15_C_E2], ww), k.omega), D_M),
                   dual_mul(u2_M, k.u_y), dual_scale(-b, dual_mul(u2_M, k.u_x))};
    affine_traction(&T_x, &T_y, &M, slip, out, jac);
}
RB_EVALUATE(k15_a2)

#endif
