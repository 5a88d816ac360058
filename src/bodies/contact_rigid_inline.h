/* Permanent contact: N from the constraint, K11 (15). */
#ifndef RB_BODIES_CONTACT_RIGID_INLINE_H
#define RB_BODIES_CONTACT_RIGID_INLINE_H

#include "bodies/contact_inline.h"

/* The sum of the loads of all contacts on the body. */
typedef struct rb_wrench {
    rb_t3 force;              /* without gravity, world axes */
    rb_t3 torque;             /* about the mass centre, body axes */
    rb_t1 slide, drill, roll; /* dissipated, W */
    rb_t1 press;              /* work done on compliant contacts, W */
    rb_t3 omega_dot;          /* angular acceleration from all of these and the gyroscopic torque */
    rb_t1 N[RB_CONTACTS_MAX];
    rb_num gap[RB_CONTACTS_MAX]; /* m; 0 or below where a contact is closed */
} rb_wrench;

RB_INLINE void rb_wrench_add(rb_wrench *wrench, rb_t1 N, const rb_load *l) {
    wrench->force = t3_add_scaled(wrench->force, N, l->force);
    wrench->torque = t3_add_scaled(wrench->torque, N, l->torque);
    wrench->slide = t1_add(wrench->slide, t1_mul(N, l->slide));
    wrench->drill = t1_add(wrench->drill, t1_mul(N, l->drill));
    wrench->roll = t1_add(wrench->roll, t1_mul(N, l->roll));
}

/* The same for some of the lanes. */
RB_INLINE void rb_wrench_add_where(rb_wrench *wrench, rb_mask where, rb_t1 N, const rb_load *l) {
    rb_wrench more = *wrench;
    rb_wrench_add(&more, N, l);
    wrench->force = t3_choose(where, more.force, wrench->force);
    wrench->torque = t3_choose(where, more.torque, wrench->torque);
    wrench->slide = t1_choose(where, more.slide, wrench->slide);
    wrench->drill = t1_choose(where, more.drill, wrench->drill);
    wrench->roll = t1_choose(where, more.roll, wrench->roll);
}

/* B domega/dt + omega x B omega = torque, K11 (8). */
RB_INLINE void rb_wrench_turn(const rb_num_model *model, const rb_kinematics *k, rb_wrench *wrench) {
    wrench->omega_dot = t3_map(&model->B_inverse, t3_sub(wrench->torque, k->gyro));
}

/* The contact stays closed, differentiated twice:
   [dv/dt + domega/dt x rho + omega x drho/dt + omega x (omega x rho)].n = 0.
   Every load is proportional to N, so the equation is linear in it: gain N = needed. */
RB_INLINE rb_t3 rb_constraint_lever(const rb_touch *t) { /* rho x n: (x x rho).n = x.(rho x n) */
    return t3_sub(t3_mul(t->rho_y, t->e_x), t3_mul(t->rho_x, t->e_y));
}

RB_INLINE rb_t1 rb_constraint_gain(const rb_num_model *model, const rb_touch *t, const rb_load *l) {
    return t1_add(t1(model->per_m), t3_dot(t3_map(&model->B_inverse, l->torque), rb_constraint_lever(t)));
}

/* The same for a load at this contact. The part that does not depend on the load is computed in parallel
   with the laws. */
RB_INLINE rb_t1 rb_constraint_own_gain(const rb_num_model *model, const rb_kinematics *k, const rb_touch *t,
                                       const rb_load *l) {
    rb_t3 turn = t3_map(&model->B_inverse, rb_constraint_lever(t)); /* B_inverse is symmetric */
    rb_t1 level = t1_add(t1_mul(t3_dot(turn, t->e_x), l->x), t1_mul(t3_dot(turn, t->e_y), l->y));
    return t1_add(t1_add(t1(model->per_m), level), t1_mul(t3_dot(turn, k->n), l->z));
}

RB_INLINE rb_t1 rb_constraint_needed(const rb_num_model *model, const rb_kinematics *k, const rb_touch *t) {
    rb_t1 x = t1_add(t->turn_x, t->drift_x), y = t1_add(t->turn_y, t->drift_y);
    rb_t1 convective = t1_sub(t1_mul(t->w_x, y), t1_mul(t->w_y, x));
    rb_t1 gyro = t3_dot(t3_map(&model->B_inverse, k->gyro), rb_constraint_lever(t));
    return t1_sub(t1_add(t1(model->g), gyro), convective);
}

RB_INLINE rb_t1 rb_constraint_force(const rb_num_model *model, const rb_kinematics *k, const rb_touch *t,
                                    const rb_load *l) {
    return t1_div(rb_constraint_needed(model, k, t), rb_constraint_own_gain(model, k, t, l));
}

/* N for a patch of given size. */
RB_INLINE rb_t1 rb_rigid_respond(const rb_num_model *model, const rb_num_friction *friction,
                                 const rb_kinematics *k, rb_contact *c, rb_load *l, rb_law_slopes *slopes) {
    *l = rb_contact_respond(model, friction, k, c, slopes);
    return rb_constraint_force(model, k, &c->touch, l);
}

RB_INLINE void rb_rigid_wrench(const rb_num_model *model, const rb_kinematics *k, rb_contact *c,
                               rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l;
    rb_contact_find(model, k, 0, c);
    c->a = t1(model->friction.patch.a);
    c->b = t1(model->friction.patch.b);
    wrench->N[0] = rb_rigid_respond(model, &model->friction, k, c, &l, slopes);
    rb_wrench_add(wrench, wrench->N[0], &l);
    /* reuses what was computed for N */
    wrench->omega_dot =
        t3_sub(t3_mul(wrench->N[0], t3_map(&model->B_inverse, l.torque)), t3_map(&model->B_inverse, k->gyro));
}

#endif
