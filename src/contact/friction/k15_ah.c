/* Kudra & Awrejcewicz 2015, model AH: for an elliptic Hertz patch, a polynomial in z = u_eps/|omega|
   for z <= u0 and one in 1/z beyond (K15 (42), (43)). T agrees with the exact law to first order in
   u at u = 0 and to third order in omega at omega = 0, M to second order at both; the remaining
   coefficients make the joint twice continuously differentiable.

   With y = z/u0, near = sum alpha_i y^i (i <= 4), far = sum beta_i y^-i (i <= 3). The published
   joints u0(b) stand in a work we do not have; below is our own fit for 0.05 <= b <= 1, within a tenth
   of what the best joint for each b alone would reach: with |d| = 0.5 the largest error is 0.013 at
   b = 1 and 0.13 (T_x) near b = 0.3, where no joint does better than 0.12. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/far_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"

enum { P_EPS_T };

static const rb_param ah_params[] = {
    {"eps_T", "ε_T", "rad/s", 0, 100, 0.0031622776601683795, "softens friction near rest",
     "K15 Table 1", RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

enum { C_U0_X, C_U0_Y, C_U0_M, C_GX2, C_HY2, C_E2, C_GX0, C_HY0 };

static void prepare_by(rb_friction *f, const rb_elliptic *e) {
    double b = f->patch.b;
    double *c = f->coeffs;
    const double I0 = 3. / 8, I2 = 3. / 32;
    c[C_U0_X] = ((1.0918 * b - 0.99807) * b + 0.36248) * b + 0.95379;
    c[C_U0_Y] = (0.15953 * b - 0.06794) * b + 1.31841;
    c[C_U0_M] = ((0.38452 * b - 0.49053) * b + 0.32582) * b + 0.67018;
    c[C_GX2] = 4 * b * e->G * I2;
    c[C_HY2] = 4 * e->H * I2;
    c[C_E2] = 4 * e->E * I2;
    c[C_GX0] = 4 * e->G * I0;
    c[C_HY0] = 4 * e->H * I0;
}

static void prepare(rb_friction *f) {
    rb_elliptic e = rb_elliptic_integrals(f->patch.b);
    prepare_by(f, &e);
}

/* z as seen from the joint: y = z/u0 where near, 1/y = u0/z where far. */
typedef struct rb_joint {
    double u0;
    bool near;
    rb_dual y; /* y or 1/y, at most 1 */
} rb_joint;

RB_INLINE rb_joint joint_of(double u0, rb_dual u_eps, rb_dual w) {
    rb_joint j;
    j.u0 = u0;
    j.near = u_eps.v <= u0 * w.v;
    j.y = j.near ? dual_scale(1 / u0, dual_div(u_eps, w)) : dual_scale(u0, dual_div(w, u_eps));
    return j;
}

/* T: beta complete, alpha_0, alpha_1 given; alpha_2..4 from the C2 joint. */
RB_INLINE rb_dual blend_T(const rb_joint *j, rb_dual a0, rb_dual a1, const rb_dual far[FAR_T]) {
    rb_dual beta[FAR_T];
    double scale = 1;
    for (int i = 0; i < FAR_T; i++) {
        beta[i] = dual_scale(scale, far[i]);
        scale /= j->u0;
    }
    if (!j->near) {
        return dual_polynomial(beta, FAR_T, j->y);
    }
    a1 = dual_scale(j->u0, a1);
    rb_dual f0 = beta[0], f1 = dual_const(0), f2 = dual_const(0); /* far, y far', y² far'' at 1 */
    for (int i = 1; i < FAR_T; i++) {
        f0 = dual_add(f0, beta[i]);
        f1 = dual_add_scaled(f1, -i, beta[i]);
        f2 = dual_add_scaled(f2, i * (i + 1), beta[i]);
    }
    rb_dual r0 = dual_sub(dual_sub(f0, a0), a1);
    rb_dual r1 = dual_sub(f1, a1);
    rb_dual near[5] = {a0, a1};
    near[2] = dual_add_scaled(dual_add_scaled(dual_scale(6, r0), -3, r1), 0.5, f2);
    near[3] = dual_add_scaled(dual_add_scaled(dual_scale(-8, r0), 5, r1), -1, f2);
    near[4] = dual_add_scaled(dual_add_scaled(dual_scale(3, r0), -2, r1), 0.5, f2);
    return dual_polynomial(near, 5, j->y);
}

/* M: alpha_0, alpha_1 = 0, alpha_2 and beta_0..2 given; alpha_3, alpha_4, beta_3 from the joint. */
RB_INLINE rb_dual blend_M(const rb_joint *j, double a0, rb_dual a2, const rb_dual far[FAR_M]) {
    double u0 = j->u0;
    rb_dual b0 = far[0], b1 = dual_scale(1 / u0, far[1]), b2 = dual_scale(1 / (u0 * u0), far[2]);
    a2 = dual_scale(u0 * u0, a2);
    rb_dual r0 = dual_sub(dual_shift(dual_add(b0, dual_add(b1, b2)), -a0), a2);
    rb_dual r1 = dual_scale(-1, dual_add_scaled(b1, 2, dual_add(b2, a2)));
    rb_dual r2 = dual_add_scaled(dual_scale(2, dual_sub(b1, a2)), 6, b2);
    if (j->near) {
        rb_dual near[5] = {dual_const(a0), dual_const(0), a2};
        near[3] = dual_add_scaled(dual_scale(2, r0), -1. / 6, r2);
        near[4] = dual_scale(1. / 7, dual_add_scaled(dual_add(r1, r2), -9, r0));
        return dual_polynomial(near, 5, j->y);
    }
    rb_dual b3 = dual_scale(1. / 7, dual_add_scaled(dual_add_scaled(r1, -2, r0), -1. / 6, r2));
    const rb_dual beta[4] = {b0, b1, b2, b3};
    return dual_polynomial(beta, 4, j->y);
}

static void ah_values(const rb_friction *f, const rb_slip *slip, rb_traction *out);

RB_INLINE void k15_ah_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    const double *k = f->coeffs;
    double eps_T = f->params[P_EPS_T];
    rb_polar p = polar_of(slip);
    rb_dual u_eps = dual_sqrt(dual_shift(dual_mul(p.n, p.n), eps_T * eps_T));
    if (!(u_eps.v > 0 || p.w.v > 0)) {
        rest_traction(0, 0, out, jac);
        return;
    }
    double sgn = slip->omega < 0 ? -1 : 1;
    rb_dual c = dual_const(0), s = dual_const(0); /* sgn(omega) u/u_eps */
    if (u_eps.v > 0) {
        c = dual_scale(sgn, dual_div(p.u_x, u_eps));
        s = dual_scale(sgn, dual_div(p.u_y, u_eps));
    }
    rb_far far = far_expansion(c, s, f->patch.b, slip->d_c, slip->d_s);
    rb_joint j_x = joint_of(k[C_U0_X], u_eps, p.w);
    rb_joint j_y = joint_of(k[C_U0_Y], u_eps, p.w);
    rb_joint j_M = joint_of(k[C_U0_M], u_eps, p.w);
    rb_dual a2_M = dual_scale(
        -0.5, dual_add(dual_scale(k[C_GX0], dual_mul(c, c)), dual_scale(k[C_HY0], dual_mul(s, s))));
    const rb_dual T[3] = {
        dual_scale(sgn, blend_T(&j_x, dual_const(-k[C_GX2] * slip->d_s), dual_scale(k[C_GX0], c),
                                far.T_x)),
        dual_scale(
            sgn, blend_T(&j_y, dual_const(k[C_HY2] * slip->d_c), dual_scale(k[C_HY0], s), far.T_y)),
        dual_scale(sgn, blend_M(&j_M, k[C_E2], a2_M, far.M)),
    };
    dual_traction(T, out, jac);
    if (jac != NULL) {
        affine_columns(ah_values, f, slip, jac);
    }
}
RB_EVALUATE(k15_ah)

static void ah_values(const rb_friction *f, const rb_slip *slip, rb_traction *out) {
    k15_ah(f, slip, out, NULL);
}

const rb_friction_law rb_law_k15_ah = {
    .id = "k15-ah",
    .name = "AH (Kudra & Awrejcewicz 2015)",
    .source = "K15 (42), (43); joints u0(b) ours",
    .help = "piecewise polynomial for an elliptic Hertz patch, exact to higher order in both "
            "limits; the joints are our own fit",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .couples_rolling = true,
    .scale_free = true,
    .params = RB_PARAM_TABLE(ah_params),
    .prepare = prepare,
    .prepare_by = prepare_by,
    .evaluate = k15_ah,
};
