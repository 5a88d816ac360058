/* Kosenko & Aleksandrov 2009: the simplified anisotropic Contensou law, piecewise in
   u~ = v/(a |omega|), and the linear Padé approximant it is compared with (after Zhuravlev).

       A = 3/2 G, B = 3/2 H, C = 3/8 E,  r = 1 - e² sin² psi  (sliding direction psi)
       contensou:  T_x = cos psi min(A u~, 1), T_y = sin psi min(B u~, 1),
                   M = sgn omega min(C, r/(5 u~))
       padé:       T_x = u_x/(u + |omega|/A), T_y = u_y/(u + |omega|/B),
                   M = C omega/(|omega| + 5 C u/r) */
#include "contact/friction/compose_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"

enum { P_DELTA }; /* contensou */
enum { P_EPS };   /* padé */
enum { C_A, C_B, C_C };

static const rb_param contensou_params[] = {
    {"delta", "δ", "m/s", 0, 10, 1e-6,
     "regularised Coulomb friction where all break points lie below this velocity", "KA09",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

static const rb_param pade_params[] = {RB_SOFTEN_PARAM};

static void ka09_prepare(rb_friction *f) {
    rb_elliptic e = rb_elliptic_integrals(f->patch.b);
    f->coeffs[C_A] = 1.5 * e.G;
    f->coeffs[C_B] = 1.5 * e.H;
    f->coeffs[C_C] = 0.375 * e.E;
}

/* r = 1 - e² sin² psi = (u_x² + b² u_y²)/u² */
RB_INLINE rb_dual along(const rb_polar *p, double b) {
    return dual_add_scaled(dual_mul(p->e_x, p->e_x), b * b, dual_mul(p->e_y, p->e_y));
}

/* min(k n, w)/(w n): T per u, from the branch that holds. */
RB_INLINE rb_dual ramp(double k, const rb_polar *p) {
    return k * p->n.v < p->w.v ? dual_div(dual_const(k), p->w) : dual_div(dual_const(1), p->n);
}

/* Near rest print has Coulomb friction T = v/max(|v|, delta) and leaves M = C sgn(omega), which
   would chatter: here M is scaled by (largest break point)/delta, continuous where that is 1. */
RB_INLINE void ka09_contensou_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                   rb_traction_jacobian *jac) {
    double A = f->coeffs[C_A], B = f->coeffs[C_B], C = f->coeffs[C_C];
    double u_min = f->params[P_DELTA] / f->patch.a;
    rb_polar p = polar_of(slip, 0);
    if (!(p.n.v > 0 || p.w.v > 0)) {
        rest_traction(u_min > 0 ? 1 / u_min : 0, u_min > 0 ? C / (fmin(A, B) * u_min) : 0, out,
                      jac);
        return;
    }
    rb_dual r = p.n.v > 0 ? along(&p, f->patch.b) : dual_const(1);
    rb_dual M;
    if (5 * C * p.n.v <= p.w.v * r.v) {
        M = dual_const(slip->omega < 0 ? -C : slip->omega > 0 ? C : 0);
    } else {
        M = dual_scale(0.2, dual_mul(r, dual_div(p.omega, p.n)));
    }
    /* the largest of the break points |omega|/A, |omega|/B, |omega| r/(5 C) */
    rb_dual top = dual_scale(1 / fmin(A, B), p.w);
    if (r.v * fmin(A, B) > 5 * C) {
        top = dual_scale(1 / (5 * C), dual_mul(p.w, r));
    }
    rb_dual q_x, q_y;
    if (top.v < u_min) {
        q_x = q_y = p.n.v > u_min ? dual_div(dual_const(1), p.n) : dual_const(1 / u_min);
        M = dual_mul(M, dual_scale(1 / u_min, top));
    } else {
        q_x = ramp(A, &p);
        q_y = ramp(B, &p);
    }
    const rb_dual T[3] = {dual_mul(q_x, p.u_x), dual_mul(q_y, p.u_y), M};
    dual_traction(T, out, jac);
}
RB_EVALUATE(ka09_contensou)

RB_INLINE void ka09_pade_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                              rb_traction_jacobian *jac) {
    double A = f->coeffs[C_A], B = f->coeffs[C_B], C = f->coeffs[C_C];
    double eps = f->params[P_EPS];
    rb_polar p = polar_of(slip, 0);
    double lambda2 = p.n.v * p.n.v + p.w.v * p.w.v;
    if (!(lambda2 > 0)) {
        double slope = eps > 0 ? 1 / eps : 0;
        rest_traction(slope, C * slope, out, jac);
        return;
    }
    rb_dual M = dual_const(slip->omega < 0 ? -C : C);
    if (p.n.v > 0) {
        rb_dual brake = dual_scale(5 * C, dual_div(p.n, along(&p, f->patch.b)));
        M = dual_scale(C, dual_div(p.omega, dual_add(p.w, brake)));
    }
    const rb_dual T[3] = {dual_div(p.u_x, dual_add_scaled(p.n, 1 / A, p.w)),
                          dual_div(p.u_y, dual_add_scaled(p.n, 1 / B, p.w)), M};
    dual_traction(T, out, jac);
    soften(eps, lambda2, slip, out, jac);
}
RB_EVALUATE(ka09_pade)

const rb_friction_law rb_law_ka09_contensou = {
    .id = "ka09-contensou",
    .name = "Simplified Contensou (Kosenko & Aleksandrov 2009)",
    .source = "KA09, simplified Contensou",
    .help = "straight pieces with the right slopes in both limits; anisotropic, no coupling with "
            "rolling",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .params = RB_PARAM_TABLE(contensou_params),
    .prepare = ka09_prepare,
    .evaluate = ka09_contensou,
};

const rb_friction_law rb_law_ka09_pade = {
    .id = "ka09-pade",
    .name = "Linear Padé, ellipse (after Zhuravlev)",
    .source = "KA09, for comparison",
    .help = "the linear Padé approximant for an ellipse; no coupling with rolling",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .params = RB_PARAM_TABLE(pade_params),
    .prepare = ka09_prepare,
    .evaluate = ka09_pade,
};
