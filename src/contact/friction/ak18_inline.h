/* The formula of ak18.c. */
#ifndef RB_CONTACT_FRICTION_AK18_INLINE_H
#define RB_CONTACT_FRICTION_AK18_INLINE_H

#include "contact/friction/compose_inline.h"

enum { AK18_B1, AK18_B2, AK18_B3, AK18_EPS1 };

/* k/sqrt(s); 0 where s = 0 (no motion, no softening). */
RB_INLINE rb_dual over_root(rb_num k, rb_dual s) {
    rb_mask moves = s.v > 0;
    rb_num inv = NUM_CHOOSE(moves, 1 / s.v, NUM(0));
    rb_num r = num_sqrt(s.v) * inv; /* root and quotient are computed in parallel */
    return dual_chain(k * r, -0.5 * k * r * inv, s);
}

RB_INLINE void ak18_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                         rb_num_traction_jacobian *jac) {
    const rb_num *p = f->params;
    const rb_num a = f->patch.a, zero = NUM(0);
    rb_dual v_x = {a * slip->u_x, a, zero, zero};
    rb_dual v_y = {a * slip->u_y, zero, a, zero};
    rb_dual omega = {slip->omega, zero, zero, NUM(1)};
    rb_dual vv = dual_add(dual_mul(v_x, v_x), dual_mul(v_y, v_y));
    rb_dual ww = dual_mul(omega, omega);
    rb_num e2 = p[AK18_EPS1] * p[AK18_EPS1];
    rb_dual q = over_root(NUM(1), dual_shift(dual_add_scaled(vv, p[AK18_B1] * p[AK18_B1], ww), e2));
    rb_dual r = over_root(p[AK18_B2] / a, dual_shift(dual_add_scaled(ww, p[AK18_B3] * p[AK18_B3], vv), e2));
    const rb_dual T[3] = {dual_mul(q, v_x), dual_mul(q, v_y), dual_mul(r, omega)};
    dual_traction(T, out, jac);
}
RB_EVALUATE(ak18)

#endif
