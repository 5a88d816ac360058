/* Rolling without slip: the body point at the contact rests, v_C = rho x omega, and the contact
   force is whatever keeps it so (Walker, Kane & Levinson, Bondi). With
   f = m (dv/dt + g n) and dv/dt = -domega/dt x rho - c, c = omega x (drho/dt + omega x rho),

       J domega/dt = m rho x (g n - c) - omega x B omega + M,   J = B + m (rho^2 - rho rho)

   Rolling resistance is proportional to N, which is linear in domega/dt again. */
#ifndef RB_BODIES_CONTACT_NO_SLIP_INLINE_H
#define RB_BODIES_CONTACT_NO_SLIP_INLINE_H

#include "bodies/contact_rigid_inline.h"

/* x with J x = b; the tangent from J dx = db - dJ x. */
RB_INLINE rb_t3 rb_no_slip_solve(const rb_num_model *model, const rb_num33 *J_inverse, rb_t3 rho,
                                 rb_t3 b) {
    rb_num3 x = num3_mul(J_inverse, b.v);
    rb_num3 dJx = num3_scale(2 * num3_dot(rho.v, rho.d), x);
    dJx = num3_add_scaled(dJx, -num3_dot(rho.v, x), rho.d);
    dJx = num3_add_scaled(dJx, -num3_dot(rho.d, x), rho.v);
    return (rb_t3){x, num3_mul(J_inverse, num3_add_scaled(b.d, -model->m, dJx))};
}

RB_INLINE rb_num33 rb_no_slip_inertia(const rb_num_model *model, rb_num3 rho) {
    const rb_num r[3] = {rho.x, rho.y, rho.z};
    rb_num33 J = model->B;
    for (int i = 0; i < 3; i++) {
        J.m[i][i] = J.m[i][i] + model->m * num3_dot(rho, rho);
        for (int j = 0; j < 3; j++) {
            J.m[i][j] = J.m[i][j] - model->m * r[i] * r[j];
        }
    }
    return J;
}

RB_INLINE void rb_no_slip_wrench(const rb_num_model *model, const rb_kinematics *moving,
                                 rb_contact *c, rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_kinematics k = *moving;
    rb_num m = model->m;
    rb_num c_v = model->friction.params[RB_NO_SLIP_C_V];
    rb_contact_find(model, &k, 0, c);
    const rb_touch *t = &c->touch;
    k.v = t3_cross(t->rho, k.omega); /* whatever the state says */
    c->v_point = t3(num3(NUM(0), NUM(0), NUM(0)));
    c->a = t1(model->friction.patch.a);
    c->b = t1(model->friction.patch.b);
    rb_contact_motion(&k, c);
    rb_contact_rolling(model, c, slopes);
    c->T_x = c->T_y = c->M = t1(NUM(0));

    rb_num33 J = rb_no_slip_inertia(model, t->rho.v);
    rb_num33 J_inverse = num33_inverse(&J);
    rb_t3 convective = t3_cross(k.omega, t3_add(t->rho_dot, t3_cross(k.omega, t->rho)));
    rb_t3 pull = t3_sub(t3_scale(model->g, k.n), convective);
    rb_t3 viscous = t3_scale(-c_v, k.omega);
    rb_t3 free = t3_sub(t3_add(t3_scale(m, t3_cross(t->rho, pull)), viscous), k.gyro);
    rb_t3 roll = t3_add(t3_mul(t1_mul(c->a, c->M_x), t->e_x), t3_mul(t1_mul(c->a, c->M_y), t->e_y));
    rb_t3 x0 = rb_no_slip_solve(model, &J_inverse, t->rho, free);
    rb_t3 x1 = rb_no_slip_solve(model, &J_inverse, t->rho, roll);
    rb_t3 lever = t3_cross(t->rho, k.n);
    rb_t1 above = t1_sub(t3_dot(pull, k.n), t3_dot(x0, lever));
    rb_t1 below = t1_add(t1(NUM(1)), t1_scale(m, t3_dot(x1, lever)));
    rb_t1 N = t1_div(t1_scale(m, above), below);
    rb_t3 omega_dot = t3_add_scaled(x0, N, x1);

    wrench->N[0] = N;
    wrench->force = t3_scale(m, t3_sub(pull, t3_cross(omega_dot, t->rho)));
    wrench->torque = t3_add(t3_cross(t->rho, wrench->force), viscous);
    wrench->torque = t3_add_scaled(wrench->torque, N, roll);
    rb_t1 all = t1_scale(c_v, t3_dot(k.omega, k.omega));
    wrench->drill = t1_scale(c_v, t1_mul(c->omega_n, c->omega_n));
    wrench->roll = t1_sub(t1_sub(all, wrench->drill), t1_mul(N, t3_dot(roll, k.omega)));
}

#endif
