/* Kudra & Awrejcewicz 2015, model AH: for an elliptic Hertz patch, a polynomial in z = u_eps/|omega|
   for z <= u0 and one in 1/z beyond (K15 (42), (43)). T agrees with the exact law to first order in
   u at u = 0 and to third order in omega at omega = 0, M to second order at both; the remaining
   coefficients make the joint twice continuously differentiable.

   With y = z/u0, near = sum alpha_i y^i (i <= 4), far = sum beta_i y^-i (i <= 3). The original joints u0(b)
   are in a work that was not available. The fit below, for 0.05 <= b <= 1, has errors at most a tenth above
   those of the best joint for each single b: with |d| = 0.5 the largest error is 0.013 at b = 1 and 0.13
   (T_x) near b = 0.3, where no joint does better than 0.12. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/far_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"

enum { P_EPS_T };

static const rb_param ah_params[] = {
    {"eps_T", "ε_T", "rad/s", 0, 100, 0.0031622776601683795, "softens friction near rest", "K15 (35)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

enum { C_U0_X, C_U0_Y, C_U0_M, C_GX2, C_HY2, C_E2, C_GX0, C_HY0, C_PER_X, C_PER_Y, C_PER_M };

static void prepare_by(rb_friction *f, const rb_elliptic *e) {
    double b = f->patch.b;
    double *c = f->coeffs;
    const double I0 = 3. / 8, I2 = 3. / 32;
    c[C_U0_X] = ((1.0918 * b - 0.99807) * b + 0.36248) * b + 0.95379;
    c[C_U0_Y] = (0.15953 * b - 0.06794) * b + 1.31841;
    c[C_U0_M] = ((0.38452 * b - 0.49053) * b + 0.32582) * b + 0.67018;
    c[C_PER_X] = 1 / c[C_U0_X];
    c[C_PER_Y] = 1 / c[C_U0_Y];
    c[C_PER_M] = 1 / c[C_U0_M];
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

/* The velocity ratio: z and 1/z. */
typedef struct rb_ratio {
    rb_dual z; /* 0 without drilling, where it is not used */
    rb_dual x;
} rb_ratio;

/* A joint: u0, 1/u0, and the side of z. */
typedef struct rb_joint {
    double u0, per;
    bool near;
} rb_joint;

RB_INLINE rb_joint joint_of(const double *k, int which, rb_dual u_eps, rb_dual w) {
    double u0 = k[C_U0_X + which];
    return (rb_joint){u0, k[C_PER_X + which], u_eps.v <= u0 * w.v};
}

/* T: beta complete, alpha_0, alpha_1 given; alpha_2..4 from the C2 joint. */
RB_INLINE rb_dual blend_T(rb_joint j, const rb_ratio *at, rb_dual a0, rb_dual a1, const rb_dual far[FAR_T]) {
    if (!j.near) {
        return dual_cubic(far, at->x);
    }
    double per2 = j.per * j.per;
    rb_dual b1 = dual_scale(j.per, far[1]), b2 = dual_scale(per2, far[2]);
    rb_dual b3 = dual_scale(j.per * per2, far[3]);
    a1 = dual_scale(j.u0, a1);
    /* far, -y far', y² far''/2 at 1 */
    rb_dual f0 = dual_add(dual_add(far[0], b1), dual_add(b2, b3));
    rb_dual f1 = dual_add_scaled(dual_add_scaled(b1, 2, b2), 3, b3);
    rb_dual f2 = dual_add_scaled(dual_add_scaled(b1, 3, b2), 6, b3);
    rb_dual r0 = dual_sub(dual_sub(f0, a0), a1);
    rb_dual r1 = dual_add(f1, a1);
    const rb_dual high[3] = {
        dual_add(dual_add_scaled(dual_scale(6, r0), 3, r1), f2),
        dual_add_scaled(dual_add_scaled(dual_scale(-8, r0), -5, r1), -2, f2),
        dual_add(dual_add_scaled(dual_scale(3, r0), 2, r1), f2),
    };
    rb_dual y = dual_scale(j.per, at->z);
    return dual_add(dual_mul(dual_add(dual_mul(dual_parabola(high, y), y), a1), y), a0);
}

/* M: alpha_0, alpha_1 = 0, alpha_2 and beta_0..2 given; alpha_3, alpha_4, beta_3 from the joint. */
RB_INLINE rb_dual blend_M(rb_joint j, const rb_ratio *at, double a0, rb_dual a2, const rb_dual far[FAR_M]) {
    rb_dual b0 = far[0], b1 = dual_scale(j.per, far[1]), b2 = dual_scale(j.per * j.per, far[2]);
    a2 = dual_scale(j.u0 * j.u0, a2);
    rb_dual r0 = dual_sub(dual_shift(dual_add(b0, dual_add(b1, b2)), -a0), a2);
    rb_dual r1 = dual_add_scaled(b1, 2, dual_add(b2, a2)); /* negative first derivative */
    rb_dual r2 = dual_add_scaled(dual_sub(b1, a2), 3, b2); /* half of the second derivative */
    if (j.near) {
        rb_dual y = dual_scale(j.per, at->z);
        rb_dual a3 = dual_add_scaled(dual_scale(2, r0), -1. / 3, r2);
        rb_dual a4 = dual_scale(1. / 7, dual_add_scaled(dual_add_scaled(dual_scale(2, r2), -1, r1), -9, r0));
        rb_dual high = dual_add(a2, dual_mul(y, dual_add(a3, dual_mul(y, a4))));
        return dual_shift(dual_mul(dual_mul(y, y), high), a0);
    }
    rb_dual b3 = dual_scale(-1. / 7, dual_add_scaled(dual_add_scaled(r1, 2, r0), 1. / 3, r2));
    const rb_dual beta[4] = {b0, b1, b2, b3};
    return dual_cubic(beta, dual_scale(j.u0, at->x));
}

static void ah_values(const rb_friction *f, const rb_slip *slip, rb_traction *out);

/* |omega|, 0 where its inverse would not be finite. */
RB_INLINE rb_dual drilling(double omega) {
    double w = fabs(omega) > 1e-300 ? omega : 0;
    return dual_abs((rb_dual){w, 0, 0, 1});
}

RB_INLINE void k15_ah_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    const double *k = f->coeffs;
    double eps_T = f->params[P_EPS_T];
    rb_dual u_x = {slip->u_x, 1, 0, 0}, u_y = {slip->u_y, 0, 1, 0}, w = drilling(slip->omega);
    rb_dual u2 = dual_add(dual_mul(u_x, u_x), dual_mul(u_y, u_y));
    rb_dual u_eps = dual_sqrt(dual_shift(u2, eps_T * eps_T));
    if (!(u_eps.v > 0 || w.v > 0)) {
        rest_traction(0, 0, out, jac);
        return;
    }
    double sgn = slip->omega < 0 ? -1 : 1;
    rb_dual c = dual_const(0), s = dual_const(0); /* sgn(omega) u/u_eps */
    rb_ratio at = {dual_const(0), dual_const(0)};
    if (u_eps.v > 0) {
        c = dual_scale(sgn, dual_div(u_x, u_eps));
        s = dual_scale(sgn, dual_div(u_y, u_eps));
        at.x = dual_div(w, u_eps);
    }
    if (w.v > 0) {
        at.z = dual_div(u_eps, w);
    }
    rb_far far = far_expansion(c, s, f->patch.b, slip->d_c, slip->d_s);
    rb_dual a2_M = dual_scale(
        -0.5, dual_add(dual_scale(k[C_GX0], dual_mul(c, c)), dual_scale(k[C_HY0], dual_mul(s, s))));
    rb_dual a0_x = dual_const(-k[C_GX2] * slip->d_s), a0_y = dual_const(k[C_HY2] * slip->d_c);
    const rb_dual T[3] = {
        dual_scale(sgn, blend_T(joint_of(k, 0, u_eps, w), &at, a0_x, dual_scale(k[C_GX0], c), far.T_x)),
        dual_scale(sgn, blend_T(joint_of(k, 1, u_eps, w), &at, a0_y, dual_scale(k[C_HY0], s), far.T_y)),
        dual_scale(sgn, blend_M(joint_of(k, 2, u_eps, w), &at, k[C_E2], a2_M, far.M)),
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
    .formula = "T = Σ a_i ζ^{i} sgn ω for ζ ≤ ζ₀,  Σ B_i ζ^{−i} sgn ω beyond;  ζ = {u}/{|ω|}\n"
               "M in the same way",
    .range = "ellipse under Hertz pressure, 0.05 ≤ b ≤ 1, distorted by rolling; exact to higher order in "
             "both limits",
};
