/* The formulas of ka09.c. */
#ifndef RB_CONTACT_FRICTION_KA09_INLINE_H
#define RB_CONTACT_FRICTION_KA09_INLINE_H

#include "contact/friction/compose_inline.h"

enum { KA09_DELTA }; /* contensou */
enum { KA09_EPS };   /* padé */
enum { KA09_A, KA09_B, KA09_C };

/* r = 1 - e² sin² psi = (u_x² + b² u_y²)/u² */
RB_INLINE rb_dual along(const rb_polar *p, rb_num b) {
    return dual_add_scaled(dual_mul(p->e_x, p->e_x), b * b, dual_mul(p->e_y, p->e_y));
}

/* min(k n, w)/(w n): T per u, from the active branch. */
RB_INLINE rb_dual ramp(rb_num k, const rb_polar *p) {
    return DUAL_CHOOSE(k * p->n.v < p->w.v, dual_div(dual_const(k), p->w),
                       dual_div(dual_const(NUM(1)), p->n));
}

/* Near rest, the published law has Coulomb friction T = v/max(|v|, delta) and M = C sgn(omega), which
   would chatter. Here M is scaled by (largest break point)/delta, which is continuous where that is 1. */
RB_INLINE void ka09_contensou_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                                   rb_num_traction_jacobian *jac) {
    rb_num A = f->coeffs[KA09_A], B = f->coeffs[KA09_B], C = f->coeffs[KA09_C];
    rb_num least = NUM_CHOOSE(A < B, A, B);
    rb_num u_min = f->params[KA09_DELTA] / f->patch.a;
    rb_polar p = polar_of(slip);
    if (num_rarely(num_not((p.n.v > 0) | (p.w.v > 0)), &p.u_x.v)) {
        rest_traction(NUM_CHOOSE(u_min > 0, 1 / u_min, NUM(0)),
                      NUM_CHOOSE(u_min > 0, C / (least * u_min), NUM(0)), out, jac);
        return;
    }
    rb_dual r = DUAL_CHOOSE(p.n.v > 0, along(&p, f->patch.b), dual_const(NUM(1)));
    rb_num full = NUM_CHOOSE(slip->omega < 0, -C, NUM_CHOOSE(slip->omega > 0, C, NUM(0)));
    rb_dual M = DUAL_CHOOSE(5 * C * p.n.v <= p.w.v * r.v, dual_const(full),
                            dual_scale(NUM(0.2), dual_mul(r, dual_div(p.omega, p.n))));
    /* the largest of the break points |omega|/A, |omega|/B, |omega| r/(5 C) */
    rb_dual top = DUAL_CHOOSE(r.v * least > 5 * C, dual_scale(1 / (5 * C), dual_mul(p.w, r)),
                              dual_scale(1 / least, p.w));
    rb_mask slow = top.v < u_min;
    rb_dual q_x = ramp(A, &p), q_y = ramp(B, &p);
    if (num_any(slow)) {
        rb_dual q = DUAL_CHOOSE(p.n.v > u_min, dual_div(dual_const(NUM(1)), p.n), dual_const(1 / u_min));
        q_x = dual_choose(slow, q, q_x);
        q_y = dual_choose(slow, q, q_y);
        M = dual_choose(slow, dual_mul(M, dual_scale(1 / u_min, top)), M);
    }
    const rb_dual T[3] = {dual_mul(q_x, p.u_x), dual_mul(q_y, p.u_y), M};
    dual_traction(T, out, jac);
}
RB_EVALUATE(ka09_contensou)

RB_INLINE void ka09_pade_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                              rb_num_traction_jacobian *jac) {
    rb_num A = f->coeffs[KA09_A], B = f->coeffs[KA09_B], C = f->coeffs[KA09_C];
    rb_num eps = f->params[KA09_EPS];
    rb_polar p = polar_of(slip);
    rb_num lambda2 = p.n.v * p.n.v + p.w.v * p.w.v;
    if (num_rarely(num_not(lambda2 > 0), &lambda2)) {
        rb_num slope = NUM_CHOOSE(eps > 0, 1 / eps, NUM(0));
        rest_traction(slope, C * slope, out, jac);
        return;
    }
    rb_mask slides = p.n.v > 0;
    rb_dual M = dual_const(NUM_CHOOSE(slip->omega < 0, -C, C));
    if (num_any(slides)) {
        rb_dual brake = dual_scale(5 * C, dual_div(p.n, along(&p, f->patch.b)));
        M = dual_choose(slides, dual_scale(C, dual_div(p.omega, dual_add(p.w, brake))), M);
    }
    const rb_dual T[3] = {dual_div(p.u_x, dual_add_scaled(p.n, 1 / A, p.w)),
                          dual_div(p.u_y, dual_add_scaled(p.n, 1 / B, p.w)), M};
    dual_traction(T, out, jac);
    soften(eps, lambda2, slip, out, jac);
}
RB_EVALUATE(ka09_pade)

#endif
