/* The formulas of k15_ah.c, for one contact or several in lanes. */
#ifndef RB_CONTACT_FRICTION_K15_AH_INLINE_H
#define RB_CONTACT_FRICTION_K15_AH_INLINE_H

#include "contact/friction/compose_inline.h"
#include "contact/friction/far_inline.h"
#include "contact/law_types_inline.h"

enum { AH_EPS_T };

enum { AH_U0_X, AH_U0_Y, AH_U0_M, AH_GX2, AH_HY2, AH_E2, AH_GX0, AH_HY0, AH_PER_X, AH_PER_Y, AH_PER_M };

static void k15_ah_prepare(rb_num_friction *f, const rb_num_elliptic *e) {
    rb_num b = f->patch.b;
    rb_num *c = f->coeffs;
    const double I0 = 3. / 8, I2 = 3. / 32;
    c[AH_U0_X] = ((1.0918 * b - 0.99807) * b + 0.36248) * b + 0.95379;
    c[AH_U0_Y] = (0.15953 * b - 0.06794) * b + 1.31841;
    c[AH_U0_M] = ((0.38452 * b - 0.49053) * b + 0.32582) * b + 0.67018;
    c[AH_PER_X] = 1 / c[AH_U0_X];
    c[AH_PER_Y] = 1 / c[AH_U0_Y];
    c[AH_PER_M] = 1 / c[AH_U0_M];
    c[AH_GX2] = 4 * b * e->G * I2;
    c[AH_HY2] = 4 * e->H * I2;
    c[AH_E2] = 4 * e->E * I2;
    c[AH_GX0] = 4 * e->G * I0;
    c[AH_HY0] = 4 * e->H * I0;
}

/* The velocity ratio: z and 1/z. */
typedef struct rb_ratio {
    rb_dual z; /* 0 without drilling, where it is not used */
    rb_dual x;
} rb_ratio;

/* A joint: u0, 1/u0, and the side of z. */
typedef struct rb_joint {
    rb_num u0, per;
    rb_mask near;
} rb_joint;

RB_INLINE rb_joint joint_of(const rb_num *k, int which, rb_dual u_eps, rb_dual w) {
    rb_num u0 = k[AH_U0_X + which];
    return (rb_joint){u0, k[AH_PER_X + which], u_eps.v <= u0 * w.v};
}

/* T: beta complete, alpha_0, alpha_1 given; alpha_2..4 from the C2 joint. */
RB_INLINE rb_dual blend_T(rb_joint j, const rb_ratio *at, rb_dual a0, rb_dual a1, const rb_dual far[FAR_T]) {
    rb_dual beyond = a0;
    if (!num_all(j.near)) {
        beyond = dual_cubic(far, at->x);
    }
    if (!num_any(j.near)) {
        return beyond;
    }
    rb_num per2 = j.per * j.per;
    rb_dual b1 = dual_scale(j.per, far[1]), b2 = dual_scale(per2, far[2]);
    rb_dual b3 = dual_scale(j.per * per2, far[3]);
    a1 = dual_scale(j.u0, a1);
    /* far, -y far', y² far''/2 at 1 */
    rb_dual f0 = dual_add(dual_add(far[0], b1), dual_add(b2, b3));
    rb_dual f1 = dual_add_scaled(dual_add_scaled(b1, NUM(2), b2), NUM(3), b3);
    rb_dual f2 = dual_add_scaled(dual_add_scaled(b1, NUM(3), b2), NUM(6), b3);
    rb_dual r0 = dual_sub(dual_sub(f0, a0), a1);
    rb_dual r1 = dual_add(f1, a1);
    const rb_dual high[3] = {
        dual_add(dual_add_scaled(dual_scale(NUM(6), r0), NUM(3), r1), f2),
        dual_add_scaled(dual_add_scaled(dual_scale(NUM(-8), r0), NUM(-5), r1), NUM(-2), f2),
        dual_add(dual_add_scaled(dual_scale(NUM(3), r0), NUM(2), r1), f2),
    };
    rb_dual y = dual_scale(j.per, at->z);
    rb_dual near = dual_add(dual_mul(dual_add(dual_mul(dual_parabola(high, y), y), a1), y), a0);
    return DUAL_CHOOSE(j.near, near, beyond);
}

/* M: alpha_0, alpha_1 = 0, alpha_2 and beta_0..2 given; alpha_3, alpha_4, beta_3 from the joint. */
RB_INLINE rb_dual blend_M(rb_joint j, const rb_ratio *at, rb_num a0, rb_dual a2, const rb_dual far[FAR_M]) {
    rb_dual b0 = far[0], b1 = dual_scale(j.per, far[1]), b2 = dual_scale(j.per * j.per, far[2]);
    a2 = dual_scale(j.u0 * j.u0, a2);
    rb_dual r0 = dual_sub(dual_shift(dual_add(b0, dual_add(b1, b2)), -a0), a2);
    rb_dual r1 = dual_add_scaled(b1, NUM(2), dual_add(b2, a2)); /* negative first derivative */
    rb_dual r2 = dual_add_scaled(dual_sub(b1, a2), NUM(3), b2); /* half of the second derivative */
    rb_dual near = b0;
    if (num_any(j.near)) {
        rb_dual y = dual_scale(j.per, at->z);
        rb_dual a3 = dual_add_scaled(dual_scale(NUM(2), r0), NUM(-1. / 3), r2);
        rb_dual a4 = dual_scale(
            NUM(1. / 7), dual_add_scaled(dual_add_scaled(dual_scale(NUM(2), r2), NUM(-1), r1), NUM(-9), r0));
        rb_dual high = dual_add(a2, dual_mul(y, dual_add(a3, dual_mul(y, a4))));
        near = dual_shift(dual_mul(dual_mul(y, y), high), a0);
    }
    if (num_all(j.near)) {
        return near;
    }
    rb_dual b3 = dual_scale(NUM(-1. / 7), dual_add_scaled(dual_add_scaled(r1, NUM(2), r0), NUM(1. / 3), r2));
    const rb_dual beta[4] = {b0, b1, b2, b3};
    return DUAL_CHOOSE(j.near, near, dual_cubic(beta, dual_scale(j.u0, at->x)));
}

#if RB_LANES == 1
static void ah_values(const rb_friction *f, const rb_slip *slip, rb_traction *out);
#endif

/* |omega|, 0 where its inverse would not be finite. */
RB_INLINE rb_dual drilling(rb_num omega) {
    rb_num w = NUM_CHOOSE(num_abs(omega) > 1e-300, omega, NUM(0));
    return dual_abs((rb_dual){w, NUM(0), NUM(0), NUM(1)});
}

RB_INLINE void k15_ah_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                           rb_num_traction_jacobian *jac) {
    const rb_num *k = f->coeffs, zero = NUM(0), one = NUM(1);
    rb_num eps_T = f->params[AH_EPS_T];
    rb_dual u_x = {slip->u_x, one, zero, zero}, u_y = {slip->u_y, zero, one, zero};
    rb_dual w = drilling(slip->omega), none = dual_const(zero);
    rb_dual u2 = dual_add(dual_mul(u_x, u_x), dual_mul(u_y, u_y));
    rb_dual u_eps = dual_sqrt(dual_shift(u2, eps_T * eps_T));
    rb_mask slides = u_eps.v > 0, drills = w.v > 0;
    if (num_rarely(num_not(slides | drills), &u_eps.v)) {
        rest_traction(zero, zero, out, jac);
        return;
    }
    rb_num sgn = NUM_CHOOSE(slip->omega < 0, NUM(-1), one);
    /* sgn(omega) u/u_eps */
    rb_dual c = DUAL_CHOOSE(slides, dual_scale(sgn, dual_div(u_x, u_eps)), none);
    rb_dual s = DUAL_CHOOSE(slides, dual_scale(sgn, dual_div(u_y, u_eps)), none);
    rb_ratio at = {DUAL_CHOOSE(drills, dual_div(u_eps, w), none),
                   DUAL_CHOOSE(slides, dual_div(w, u_eps), none)};
    rb_far far = far_expansion(c, s, f->patch.b, slip->d_c, slip->d_s);
    rb_dual a2_M = dual_scale(
        NUM(-0.5), dual_add(dual_scale(k[AH_GX0], dual_mul(c, c)), dual_scale(k[AH_HY0], dual_mul(s, s))));
    rb_dual a0_x = dual_const(-k[AH_GX2] * slip->d_s), a0_y = dual_const(k[AH_HY2] * slip->d_c);
    const rb_dual T[3] = {
        dual_scale(sgn, blend_T(joint_of(k, 0, u_eps, w), &at, a0_x, dual_scale(k[AH_GX0], c), far.T_x)),
        dual_scale(sgn, blend_T(joint_of(k, 1, u_eps, w), &at, a0_y, dual_scale(k[AH_HY0], s), far.T_y)),
        dual_scale(sgn, blend_M(joint_of(k, 2, u_eps, w), &at, k[AH_E2], a2_M, far.M)),
    };
    dual_traction(T, out, jac);
#if RB_LANES == 1
    if (jac != NULL) {
        affine_columns(ah_values, f, slip, jac);
    }
#endif
}
RB_EVALUATE(k15_ah)

#if RB_LANES == 1
static void ah_values(const rb_friction *f, const rb_slip *slip, rb_traction *out) {
    k15_ah(f, slip, out, NULL);
}
#endif

#endif
