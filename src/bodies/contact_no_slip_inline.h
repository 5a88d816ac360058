/* Rolling without slip: the body point at the contact is at rest, v_C = rho x omega, and the contact force
   follows from this constraint (Walker, Kane & Levinson, Bondi). With f = m (dv/dt + g n) and dv/dt =
   -domega/dt x rho - c, c = omega x (drho/dt + omega x rho),

       J domega/dt = m rho x (g n - c) - omega x B omega + M,   J = B + m (rho^2 - rho rho)

   Rolling resistance is proportional to N, which is linear in domega/dt again. */
#ifndef RB_BODIES_CONTACT_NO_SLIP_INLINE_H
#define RB_BODIES_CONTACT_NO_SLIP_INLINE_H

#include "bodies/contact_rigid_inline.h"

/* Returns x with J x = b; the tangent follows from J dx = db - dJ x. */
RB_INLINE rb_t3 rb_no_slip_solve(const rb_num_model *model, const rb_num33 *J_inverse, rb_t3 rho, rb_t3 b) {
    rb_num3 x = num3_mul(J_inverse, b.v);
    rb_num3 dJx = num3_scale(2 * num3_dot(rho.v, rho.d), x);
    dJx = num3_add_scaled(dJx, -num3_dot(rho.v, x), rho.d);
    dJx = num3_add_scaled(dJx, -num3_dot(rho.d, x), rho.v);
    return (rb_t3){x, num3_mul(J_inverse, num3_add_scaled(b.d, -model->m, dJx))};
}

/* 1/J. */
RB_INLINE rb_num33 rb_no_slip_inverse(const rb_num_model *model, rb_num3 rho) {
    const rb_num(*B)[3] = model->B.m;
    rb_num3 p = num3_scale(model->m, rho);
    rb_num xx = p.x * rho.x, yy = p.y * rho.y, zz = p.z * rho.z;
    rb_num a = B[0][0] + (yy + zz), b = B[1][1] + (xx + zz), c = B[2][2] + (xx + yy);
    rb_num d = B[0][1] - p.x * rho.y, e = B[0][2] - p.x * rho.z, f = B[1][2] - p.y * rho.z;
    rb_num A = b * c - f * f, D = e * f - d * c, E = d * f - e * b;
    rb_num s = 1 / (a * A + d * D + e * E);
    A = s * A, D = s * D, E = s * E;
    rb_num F = s * (d * e - a * f);
    return (rb_num33){{{A, D, E}, {D, s * (a * c - e * e), F}, {E, F, s * (a * b - d * d)}}};
}

/* x e_x + y e_y + z n */
RB_INLINE rb_t3 rb_no_slip_body(const rb_kinematics *k, const rb_touch *t, rb_t1 x, rb_t1 y, rb_t1 z) {
    return t3_add_scaled(t3_add_scaled(t3_mul(x, t->e_x), y, t->e_y), z, k->n);
}

/* g n - c */
RB_INLINE rb_t3 rb_no_slip_pull(const rb_num_model *model, const rb_kinematics *k, const rb_touch *t) {
    rb_t1 x = t1_add(t->turn_x, t->drift_x), y = t1_add(t->turn_y, t->drift_y);
    rb_t1 z = t1_sub(t1_mul(t->w_x, t->rho_y), t1_mul(t->w_y, t->rho_x));
    rb_t1 n = t1_sub(t1_mul(t->w_y, x), t1_mul(t->w_x, y));
    return rb_no_slip_body(k, t, t1_sub(t1_mul(k->omega_n, y), t1_mul(t->w_y, z)),
                           t1_sub(t1_mul(t->w_x, z), t1_mul(k->omega_n, x)), t1_add(t1(model->g), n));
}

RB_INLINE void rb_no_slip_wrench(const rb_num_model *model, const rb_kinematics *k, rb_contact *c,
                                 rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_num m = model->m;
    rb_num c_v = model->friction.params[RB_NO_SLIP_C_V];
    rb_contact_find(model, k, 0, c);
    const rb_touch *t = &c->touch;
    c->v_x = c->v_y = t1(NUM(0)); /* independent of the state */
    c->a = t1(model->friction.patch.a);
    c->b = t1(model->friction.patch.b);
    rb_contact_motion(k, c);
    rb_contact_rolling(model, c, slopes);
    c->T_x = c->T_y = c->M = t1(NUM(0));

    rb_num33 J_inverse = rb_no_slip_inverse(model, t->rho.v);
    rb_t3 pull = rb_no_slip_pull(model, k, t);
    rb_t3 viscous = t3_scale(-c_v, k->omega);
    rb_t3 free = t3_sub(t3_add(t3_scale(m, t3_cross(t->rho, pull)), viscous), k->gyro);
    rb_t3 roll = t3_add(t3_mul(t1_mul(c->a, c->M_x), t->e_x), t3_mul(t1_mul(c->a, c->M_y), t->e_y));
    rb_t3 x0 = rb_no_slip_solve(model, &J_inverse, t->rho, free);
    rb_t3 x1 = rb_no_slip_solve(model, &J_inverse, t->rho, roll);
    rb_t3 lever = rb_constraint_lever(t);
    rb_t1 above = t1_sub(t3_dot(pull, k->n), t3_dot(x0, lever));
    rb_t1 below = t1_add(t1(NUM(1)), t1_scale(m, t3_dot(x1, lever)));
    rb_t1 N = t1_div(t1_scale(m, above), below);

    wrench->N[0] = N;
    wrench->omega_dot = t3_add_scaled(x0, N, x1);
    rb_t3 push = t3_sub(pull, t3_cross(wrench->omega_dot, t->rho));
    rb_t1 f_x = t1_scale(m, t3_dot(push, t->e_x)), f_y = t1_scale(m, t3_dot(push, t->e_y));
    wrench->force = t3_of(t1_sub(t1_mul(t->h_x, f_x), t1_mul(t->h_y, f_y)),
                          t1_add(t1_mul(t->h_y, f_x), t1_mul(t->h_x, f_y)), N);
    wrench->torque = t3_add(t3_scale(m, t3_cross(t->rho, push)), viscous);
    wrench->torque = t3_add_scaled(wrench->torque, N, roll);
    rb_t1 all = t1_scale(c_v, t3_dot(k->omega, k->omega));
    wrench->drill = t1_scale(c_v, t1_mul(c->omega_n, c->omega_n));
    wrench->roll = t1_sub(t1_sub(all, wrench->drill), t1_mul(N, t3_dot(roll, k->omega)));
}

#endif
