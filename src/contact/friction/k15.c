/* Kudra & Awrejcewicz 2015: elliptic patch with rolling distortion, models A0, A1, A2 and the
   variants B (m_T = m_M = 1), C (b = 1 in friction), D (no coupling with rolling), E (b = b_r = 1).
   AH stands in k15_ah.c.

   All share the coefficients below; a variant changes b, m or the coupling when they are prepared.
   u_eps² = u² + eps_T². A1 has the exact law's values in both limits, A2 its first derivatives too
   (with Hertz moments; the published I0 … m_M were fitted to a measured stone). K15 (36)-(40), with
   outer exponents 1/m and no b_T on the pi I3 terms (misprints). */
#include "contact/friction/compose_inline.h"
#include "contact/friction/laws.h"
#include "math/elementary.h"
#include "math/elliptic.h"
#include "math/pi.h"

/* ---- parameters -------------------------------------------------------------------------------- */

#define EPS_T_ROW                                                                                  \
    {                                                                                              \
        "eps_T", "ε_T", "rad/s", 0, 100, 0.0031622776601683795, "softens friction near rest",      \
            "K15 Table 1", RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL                                   \
    }
#define K15_ROW(name, symbol, max, def, help)                                                      \
    { name, symbol, "", 0, max, def, help, "K15 Table 1", RB_PARAM_ABOVE, NULL }

enum { A0_EPS_T };
static const rb_param a0_params[] = {EPS_T_ROW};

/* One order for A1 and A2; A1 does not use I0. */
enum { P_EPS_T, P_I2, P_I3, P_BT, P_BM, P_MT, P_MM, P_I0 };

static const rb_param a1_params[] = {
    EPS_T_ROW,
    K15_ROW("I2", "I₂", 1, 0.1041, "radial moment of the pressure (Hertz: 3/32)"),
    K15_ROW("I3", "I₃", 1, 0.0632, "radial moment of the pressure (Hertz: 1/(5π))"),
    K15_ROW("b_T", "b_T", 100, 0.5814, "weight of drilling in the force"),
    K15_ROW("b_M", "b_M", 100, 0.2526, "weight of drilling in the torque"),
    K15_ROW("m_T", "m_T", 20, 1.951, "exponent of the force"),
    K15_ROW("m_M", "m_M", 20, 1.541, "exponent of the torque"),
};

static const rb_param a2_params[] = {
    EPS_T_ROW,
    K15_ROW("I2", "I₂", 1, 0.1121, "radial moment of the pressure (Hertz: 3/32)"),
    K15_ROW("I3", "I₃", 1, 0.0589, "radial moment of the pressure (Hertz: 1/(5π))"),
    K15_ROW("b_T", "b_T", 100, 0.5305, "weight of drilling in the force"),
    K15_ROW("b_M", "b_M", 100, 0.2476, "weight of drilling in the torque"),
    K15_ROW("m_T", "m_T", 20, 0.8161, "exponent of the force"),
    K15_ROW("m_M", "m_M", 20, 0.5366, "exponent of the torque"),
    K15_ROW("I0", "I₀", 1, 0.1498, "radial moment of the pressure (Hertz: 3/8)"),
};

/* ---- coefficients ------------------------------------------------------------------------------ */

enum {
    C_B, /* b in friction */
    C_BT,
    C_MT, /* D_T */
    C_BM,
    C_MM, /* D_M */
    C_GX0,
    C_HY0, /* 4 b_T (G, H) I0 */
    C_GX2,
    C_HY2,        /* 4 b_T (b G, H) I2, 0 without coupling */
    C_E2,         /* 4 b_M E I2 */
    C_I3,         /* pi I3 */
    C_COUPLED_I3, /* pi I3, 0 without coupling */
};

enum { VARIANT_A, VARIANT_B, VARIANT_C, VARIANT_D, VARIANT_E };

static void prepare(rb_friction *f, int variant, bool second) {
    const double *p = f->params;
    double *c = f->coeffs;
    double b = variant == VARIANT_C || variant == VARIANT_E ? 1 : f->patch.b;
    double coupled = variant == VARIANT_D ? 0 : 1;
    rb_elliptic e = rb_elliptic_integrals(b);
    c[C_B] = b;
    c[C_BT] = p[P_BT];
    c[C_BM] = p[P_BM];
    c[C_MT] = variant == VARIANT_B ? 1 : p[P_MT];
    c[C_MM] = variant == VARIANT_B ? 1 : p[P_MM];
    c[C_GX0] = second ? 4 * p[P_BT] * e.G * p[P_I0] : 0;
    c[C_HY0] = second ? 4 * p[P_BT] * e.H * p[P_I0] : 0;
    c[C_GX2] = coupled * 4 * p[P_BT] * b * e.G * p[P_I2];
    c[C_HY2] = coupled * 4 * p[P_BT] * e.H * p[P_I2];
    c[C_E2] = 4 * p[P_BM] * e.E * p[P_I2];
    c[C_I3] = RB_PI * p[P_I3];
    c[C_COUPLED_I3] = coupled * c[C_I3];
}

#define PREPARE(name, variant, second)                                                             \
    static void name(rb_friction *f) {                                                             \
        prepare(f, variant, second);                                                               \
    }
PREPARE(prepare_a1, VARIANT_A, false)
PREPARE(prepare_b1, VARIANT_B, false)
PREPARE(prepare_c1, VARIANT_C, false)
PREPARE(prepare_d1, VARIANT_D, false)
PREPARE(prepare_e1, VARIANT_E, false)
PREPARE(prepare_a2, VARIANT_A, true)
PREPARE(prepare_b2, VARIANT_B, true)
PREPARE(prepare_c2, VARIANT_C, true)
PREPARE(prepare_d2, VARIANT_D, true)
PREPARE(prepare_e2, VARIANT_E, true)

/* ---- evaluation -------------------------------------------------------------------------------- */

/* (1 + r^m)^(1/m) for r <= 1. */
static inline rb_dual one_plus(rb_dual r, double m) {
    if (m == 1) {
        return dual_shift(r, 1);
    }
    double rm = r.v > 0 ? rb_pow(r.v, m) : 0;
    double s = rb_pow(1 + rm, 1 / m);
    return dual_chain(s, r.v > 0 ? s / (1 + rm) * rm / r.v : 0, r);
}

/* 1/(p^m + q^m)^(1/m), p, q >= 0: the larger one in front, so that nothing overflows. */
static inline rb_dual power_sum_inverse(rb_dual p, rb_dual q, double m) {
    bool first = p.v >= q.v;
    rb_dual big = first ? p : q;
    rb_dual r = dual_div(first ? q : p, big);
    return dual_div(dual_const(1), dual_mul(big, one_plus(r, m)));
}

/* The motion of the patch with u_eps; rest when neither u_eps nor omega differs from 0. */
typedef struct rb_k15 {
    rb_dual u_x, u_y, omega, w;
    rb_dual u_eps, u_eps2;
    bool rest;
} rb_k15;

RB_INLINE rb_k15 k15_of(const rb_slip *slip, double eps_T) {
    rb_k15 k;
    k.u_x = (rb_dual){slip->u_x, 1, 0, 0};
    k.u_y = (rb_dual){slip->u_y, 0, 1, 0};
    k.omega = (rb_dual){slip->omega, 0, 0, 1};
    k.w = dual_abs(k.omega);
    k.u_eps2 = dual_shift(dual_add(dual_mul(k.u_x, k.u_x), dual_mul(k.u_y, k.u_y)), eps_T * eps_T);
    k.u_eps = dual_sqrt(k.u_eps2);
    k.rest = !(k.u_eps.v > 0) && !(k.w.v > 0);
    return k;
}

/* A0: no coupling at all. */
RB_INLINE void k15_a0_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    double eps_T = f->params[A0_EPS_T];
    rb_k15 k = k15_of(slip, eps_T);
    rb_dual w_eps = dual_sqrt(dual_shift(dual_mul(k.omega, k.omega), eps_T * eps_T));
    rb_dual zero = dual_const(0);
    const rb_dual T[3] = {k.u_eps.v > 0 ? dual_div(k.u_x, k.u_eps) : zero,
                          k.u_eps.v > 0 ? dual_div(k.u_y, k.u_eps) : zero,
                          w_eps.v > 0 ? dual_div(k.omega, w_eps) : zero};
    dual_traction(T, out, jac);
}
RB_EVALUATE(k15_a0)

/* A1, K15 (36). */
RB_INLINE void k15_a1_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    const double *c = f->coeffs;
    rb_k15 k = k15_of(slip, f->params[P_EPS_T]);
    if (k.rest) {
        rest_traction(0, 0, out, jac);
        return;
    }
    rb_dual D_T = power_sum_inverse(k.u_eps, dual_scale(c[C_BT], k.w), c[C_MT]);
    rb_dual D_M = power_sum_inverse(k.u_eps, dual_scale(c[C_BM], k.w), c[C_MM]);
    rb_dual zero = dual_const(0);
    rb_dual w_T = dual_mul(k.omega, D_T);
    rb_affine T_x = {dual_mul(k.u_x, D_T), zero, dual_scale(-c[C_GX2], w_T)};
    rb_affine T_y = {dual_mul(k.u_y, D_T), dual_scale(c[C_HY2], w_T), zero};
    rb_affine M = {dual_scale(c[C_E2], dual_mul(k.omega, D_M)),
                   dual_scale(c[C_COUPLED_I3], dual_mul(k.u_y, D_M)),
                   dual_scale(-c[C_COUPLED_I3] * c[C_B], dual_mul(k.u_x, D_M))};
    affine_traction(&T_x, &T_y, &M, slip, out, jac);
}
RB_EVALUATE(k15_a1)

/* A2, K15 (38)-(40). */
RB_INLINE void k15_a2_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    const double *c = f->coeffs;
    double b = c[C_B], i3 = c[C_I3], j3 = c[C_COUPLED_I3];
    rb_k15 k = k15_of(slip, f->params[P_EPS_T]);
    if (k.rest) {
        rest_traction(0, 0, out, jac);
        return;
    }
    rb_dual u3 = dual_mul(k.u_eps2, k.u_eps);
    rb_dual ww = dual_mul(k.omega, k.omega);
    rb_dual w3 = dual_mul(ww, k.w);
    rb_dual D_T = power_sum_inverse(u3, dual_scale(c[C_BT], w3), c[C_MT]);
    rb_dual D_M = power_sum_inverse(u3, dual_scale(c[C_BM], w3), c[C_MM]);
    rb_dual xx = dual_mul(k.u_x, k.u_x), yy = dual_mul(k.u_y, k.u_y);
    rb_dual w_T = dual_mul(k.omega, D_T);
    rb_dual cross = dual_scale(j3, dual_mul(dual_mul(k.u_x, k.u_y), w_T));
    rb_dual x_T = dual_mul(k.u_x, D_T), y_T = dual_mul(k.u_y, D_T);
    rb_affine T_x = {
        dual_mul(dual_add_scaled(k.u_eps2, c[C_GX0], ww), x_T), dual_scale(-1, cross),
        dual_scale(-1, dual_mul(dual_add_scaled(dual_scale(b * j3, yy), c[C_GX2], ww), w_T))};
    rb_affine T_y = {dual_mul(dual_add_scaled(k.u_eps2, c[C_HY0], ww), y_T),
                     dual_mul(dual_add_scaled(dual_scale(j3, xx), c[C_HY2], ww), w_T),
                     dual_scale(b, cross)};
    rb_dual along = dual_scale(i3, dual_add_scaled(xx, b * b, yy));
    rb_dual u2_M = dual_scale(j3, dual_mul(k.u_eps2, D_M));
    rb_affine M = {dual_mul(dual_mul(dual_add_scaled(along, c[C_E2], ww), k.omega), D_M),
                   dual_mul(u2_M, k.u_y), dual_scale(-b, dual_mul(u2_M, k.u_x))};
    affine_traction(&T_x, &T_y, &M, slip, out, jac);
}
RB_EVALUATE(k15_a2)

/* ---- rows -------------------------------------------------------------------------------------- */

#define K15_LAW(symbol, id_, name_, help_, coupled, rows, prepare_, evaluate_)                     \
    const rb_friction_law rb_law_k15_##symbol = {                                                  \
        .id = id_,                                                                                 \
        .name = name_ " (Kudra & Awrejcewicz 2015)",                                               \
        .source = "K15 (36)-(40), Table 1",                                                        \
        .help = help_,                                                                             \
        .pressure = RB_PRESSURE_HERTZ,                                                             \
        .shape = RB_PATCH_ELLIPSE,                                                                 \
        .couples_rolling = coupled,                                                                \
        .params = RB_PARAM_TABLE(rows),                                                            \
        .prepare = prepare_,                                                                       \
        .evaluate = evaluate_,                                                                     \
    }

K15_LAW(a0, "k15-a0", "A0", "force and torque do not know of each other nor of rolling", false,
        a0_params, NULL, k15_a0);
K15_LAW(a1, "k15-a1", "A1", "right values in the limits of pure sliding and pure drilling", true,
        a1_params, prepare_a1, k15_a1);
K15_LAW(a2, "k15-a2", "A2", "right values and first derivatives in both limits", true, a2_params,
        prepare_a2, k15_a2);
K15_LAW(b1, "k15-b1", "B1", "A1 with exponents 1: no powers", true, a1_params, prepare_b1, k15_a1);
K15_LAW(b2, "k15-b2", "B2", "A2 with exponents 1: no powers", true, a2_params, prepare_b2, k15_a2);
K15_LAW(c1, "k15-c1", "C1", "A1 for a circle; rolling may stay orthotropic", true, a1_params,
        prepare_c1, k15_a1);
K15_LAW(c2, "k15-c2", "C2", "A2 for a circle; rolling may stay orthotropic", true, a2_params,
        prepare_c2, k15_a2);
K15_LAW(d1, "k15-d1", "D1", "A1 without the pressure's distortion by rolling", false, a1_params,
        prepare_d1, k15_a1);
K15_LAW(d2, "k15-d2", "D2", "A2 without the pressure's distortion by rolling", false, a2_params,
        prepare_d2, k15_a2);
K15_LAW(e0, "k15-e0", "E0", "A0; to be used with b_r = 1", false, a0_params, NULL, k15_a0);
K15_LAW(e1, "k15-e1", "E1", "A1 for a circle; to be used with b_r = 1", true, a1_params, prepare_e1,
        k15_a1);
K15_LAW(e2, "k15-e2", "E2", "A2 for a circle; to be used with b_r = 1", true, a2_params, prepare_e2,
        k15_a2);
