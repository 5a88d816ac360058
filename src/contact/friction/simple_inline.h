/* The formulas of simple.c. */
#ifndef RB_CONTACT_FRICTION_SIMPLE_INLINE_H
#define RB_CONTACT_FRICTION_SIMPLE_INLINE_H

#include "contact/friction/compose_inline.h"

enum { COULOMB_DELTA };
enum { VISCOUS_V_0 };

RB_INLINE void coulomb_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                            rb_num_traction_jacobian *jac) {
    rb_num u_min = f->params[COULOMB_DELTA] / f->patch.a;
    rb_polar p = polar_of(slip);
    if (num_rarely(num_not((p.n.v > 0) | (u_min > 0)), &p.u_x.v)) {
        rest_traction(NUM(0), NUM(0), out, jac);
        return;
    }
    rb_dual q = dual_div(dual_const(NUM(1)), DUAL_CHOOSE(p.n.v > u_min, p.n, dual_const(u_min)));
    circle_compose_plain(&p, q, dual_const(NUM(0)), out, jac);
}
RB_EVALUATE(coulomb)

/* T = <v>/v_0, M = <r x v>/(a v_0): linear, so the mean needs only the moments of the pressure. */
RB_INLINE void viscous_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                            rb_num_traction_jacobian *jac) {
    rb_num k = f->patch.a / f->params[VISCOUS_V_0];
    rb_num b = f->patch.b;
    rb_num x = slip->d_c / 5;
    rb_num y = b * slip->d_s / 5;
    rb_num rr = (1 + b * b) / 5;
    out->T_x = k * (slip->u_x - y * slip->omega);
    out->T_y = k * (slip->u_y + x * slip->omega);
    out->M = k * (x * slip->u_y - y * slip->u_x + rr * slip->omega);
    if (jac != NULL) {
        const rb_num zero = NUM(0);
        *jac =
            (rb_num_traction_jacobian){{{k, zero, -k * y, zero, -k * b / 5 * slip->omega},
                                        {zero, k, k * x, k / 5 * slip->omega, zero},
                                        {-k * y, k * x, k * rr, k / 5 * slip->u_y, -k * b / 5 * slip->u_x}}};
    }
}
RB_EVALUATE(viscous)

RB_INLINE void frictionless_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                                 rb_num_traction_jacobian *jac) {
    (void)f;
    (void)slip;
    rest_traction(NUM(0), NUM(0), out, jac);
}
RB_EVALUATE(frictionless)

#endif
