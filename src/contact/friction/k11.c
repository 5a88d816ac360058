/* Kudra & Awrejcewicz 2011: circular Hertz patch; Padé approximants of first and second order and
   the hyperbolic-tangent approximant, coupled with rolling by the distortion of the pressure.

   K11 (5)-(7) give T_0x, T_rx, T_ry, M_0, M_r as functions of u = |u| and omega; K11 (10)-(12) add
   eps to each denominator for dynamics. eps = 0 is the law as printed. K11 (9) multiplies rolling's
   share of the force, but not of the torque, by |omega_pi|/(|omega_pi| + eps): the rolling law `k11`
   hands over the softened distortion d and the rest r that the torque sees on top of it. It
   matters: without it P1 comes to rest at 13.28 s instead of 13.99 s (K11 Fig. 5).

   Corrections to print (docs/physics.md#what-differs-from-print): a12 = 3 pi/8; c02 stands in M of
   P2; sgn(omega_n) in f1 of tanh is regularised like the rest. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/laws.h"
#include "math/elementary.h"
#include "math/pi.h"

enum { P_EPS, P_EPS1 };

#define EPS1_ROW                                                                                   \
    {                                                                                              \
        "eps1", "ε₁", "rad/s", 0, 1, 1e-12, "regularises the direction of sliding", "K11 (13)",    \
            RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL                                                  \
    }

static const rb_param k11_params[] = {
    {"eps", "ε", "rad/s", 0, 100, 1e-4, "softens friction near rest", "K11 (10), (12)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
    EPS1_ROW,
};

static const rb_param k11_p2_params[] = {
    {"eps", "ε", "rad²/s²", 0, 1e4, 1e-4, "softens friction near rest; added to squares",
     "K11 (11)", RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
    EPS1_ROW,
};

/* Nothing moves and nothing softens: T = M = 0 (every quotient would be 0/0). */
static inline bool is_rest(const rb_slip *slip, double eps) {
    return eps == 0 && slip->u_x == 0 && slip->u_y == 0 && slip->omega == 0;
}

/* P1: K11 (5), (10). */
RB_INLINE void k11_p1_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    const double a11 = 8 / (3 * RB_PI), a21 = -1. / 4;
    const double b01 = 3 * RB_PI / 32, b11 = 15 * RB_PI / 32;
    const double c01 = 3 * RB_PI / 16, c11 = 15 * RB_PI / 16, c21 = -3 * RB_PI / 16;
    double eps = f->params[P_EPS];
    if (is_rest(slip, eps)) {
        rest_traction(0, 0, out, jac);
        return;
    }
    rb_polar p = polar_of(slip, f->params[P_EPS1]);
    rb_dual T_den = dual_shift(dual_add_scaled(p.n, a11, p.w), eps);
    rb_dual M_den = dual_shift(dual_add_scaled(p.w, c11, p.n), eps);
    rb_dual f2_den = dual_shift(dual_add_scaled(p.w, b11, p.n), eps);
    rb_circle_parts c;
    c.q = dual_div(dual_const(1), T_den);
    c.f2 = dual_scale(b01, dual_div(p.omega, f2_den));
    c.g = dual_add_scaled(c.f2, a21, dual_mul(p.omega, c.q));
    rb_dual M_inv = dual_div(dual_const(1), M_den);
    c.M_0 = dual_scale(c01, dual_mul(p.omega, M_inv));
    c.mr = dual_scale(c21, dual_mul(p.n, M_inv));
    circle_compose(&p, &c, slip, out, jac);
}
RB_EVALUATE(k11_p1)

/* P2: K11 (6), (11). */
RB_INLINE void k11_p2_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                           rb_traction_jacobian *jac) {
    const double a12 = 3 * RB_PI / 8, a22 = -3 * RB_PI / 32;
    const double b02 = 3 * RB_PI / 32, b12 = 32 / (15 * RB_PI);
    const double c02 = 3 * RB_PI / 16, c12 = 16 / (15 * RB_PI), c22 = -1. / 5;
    double eps = f->params[P_EPS];
    if (is_rest(slip, eps)) {
        rest_traction(0, 0, out, jac);
        return;
    }
    rb_polar p = polar_of(slip, f->params[P_EPS1]);
    rb_dual nn = dual_mul(p.n, p.n);
    rb_dual nw = dual_mul(p.n, p.w);
    rb_dual squares = dual_shift(dual_add(nn, dual_mul(p.omega, p.omega)), eps);
    rb_dual inv = dual_div(dual_const(1), squares);
    rb_circle_parts c;
    c.q = dual_div(dual_add_scaled(p.n, a12, p.w), dual_add_scaled(squares, a12, nw));
    c.f2 = dual_scale(b02, dual_div(dual_mul(dual_add_scaled(p.w, b12, p.n), p.omega),
                                    dual_add_scaled(squares, b12, nw)));
    c.g = dual_add_scaled(c.f2, a22, dual_mul(dual_mul(p.w, p.omega), inv));
    c.M_0 = dual_scale(c02, dual_div(dual_mul(dual_add_scaled(p.w, c12, p.n), p.omega),
                                     dual_add_scaled(squares, c12, nw)));
    c.mr = dual_scale(c22, dual_mul(nn, inv));
    circle_compose(&p, &c, slip, out, jac);
}
RB_EVALUATE(k11_p2)

/* tanh(k num/den), den >= 0, exactly +-1 where the argument exceeds 20 (den = 0 included). */
static inline rb_dual tanh_ratio(double k, rb_dual num, rb_dual den) {
    if (fabs(k * num.v) >= 20 * den.v) {
        return dual_const(num.v < 0 ? -1 : 1);
    }
    return dual_tanh(dual_scale(k, dual_div(num, den)));
}

/* 1 - tanh(s1 x^1.75), x = n/w. */
static inline rb_dual fade_1_75(double s1, rb_dual n, rb_dual w) {
    if (n.v >= 5 * w.v) { /* the argument exceeds 20: 0 to all digits */
        return dual_const(0);
    }
    rb_dual x = dual_div(n, w);
    double r = sqrt(x.v);
    double x34 = r * sqrt(r);
    double t = rb_tanh(s1 * x34 * x.v);
    return dual_chain(1 - t, -(1 - t * t) * s1 * 1.75 * x34, x);
}

/* 1 - tanh(s2 y^2.5), y = w/n. */
static inline rb_dual fade_2_5(double s2, rb_dual w, rb_dual n) {
    if (w.v >= 6 * n.v) { /* the argument exceeds 24 */
        return dual_const(0);
    }
    rb_dual y = dual_div(w, n);
    double y15 = y.v * sqrt(y.v);
    double t = rb_tanh(s2 * y15 * y.v);
    return dual_chain(1 - t, -(1 - t * t) * s2 * 2.5 * y15, y);
}

/* tanh: K11 (7), (12). */
RB_INLINE void k11_tanh_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                             rb_traction_jacobian *jac) {
    const double h1 = 3 * RB_PI / 8, h2 = -3 * RB_PI / 32, h3 = 3 * RB_PI / 32;
    const double h4 = 32 / (15 * RB_PI), h5 = -1. / 5, s1 = 1.25, s2 = 0.275;
    double eps = f->params[P_EPS];
    if (is_rest(slip, eps)) {
        rest_traction(0, 0, out, jac);
        return;
    }
    rb_polar p = polar_of(slip, f->params[P_EPS1]);
    rb_dual w = dual_shift(p.w, eps);
    rb_dual n = dual_shift(p.n, eps);
    rb_circle_parts c;
    c.q = n.v > 0 ? dual_div(tanh_ratio(h1, p.n, w), n) : dual_const(h1 / w.v);
    c.f2 = dual_scale(h3, tanh_ratio(h4, p.omega, n));
    rb_dual sgn = w.v > 0 ? dual_div(p.omega, w) : dual_const(0);
    rb_dual f1 = dual_scale(h2, dual_mul(fade_1_75(s1, p.n, w), sgn));
    c.g = dual_add(f1, c.f2);
    c.M_0 = dual_sub(c.f2, f1);
    c.mr = dual_scale(h5, fade_2_5(s2, w, p.n));
    circle_compose(&p, &c, slip, out, jac);
}
RB_EVALUATE(k11_tanh)

const rb_friction_law rb_law_k11_p1 = {
    .id = "k11-p1",
    .name = "Padé P1, circle (Kudra & Awrejcewicz 2011)",
    .source = "K11 (5), (10)",
    .help = "first-order Padé approximant: right values but not slopes in the limits",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(k11_params),
    .evaluate = k11_p1,
};

const rb_friction_law rb_law_k11_p2 = {
    .id = "k11-p2",
    .name = "Padé P2, circle (Kudra & Awrejcewicz 2011)",
    .source = "K11 (6), (11)",
    .help = "second-order Padé approximant: values and first derivatives right in the limits",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(k11_p2_params),
    .evaluate = k11_p2,
};

const rb_friction_law rb_law_k11_tanh = {
    .id = "k11-tanh",
    .name = "tanh, circle (Kudra & Awrejcewicz 2011)",
    .source = "K11 (7), (12)",
    .help = "hyperbolic tangents: the closest of the 2011 approximants, limits and slopes right",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(k11_params),
    .evaluate = k11_tanh,
};
