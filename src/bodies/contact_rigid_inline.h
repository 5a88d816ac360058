/* Permanent contact: N from the constraint, K11 (8). */
#ifndef RB_BODIES_CONTACT_RIGID_INLINE_H
#define RB_BODIES_CONTACT_RIGID_INLINE_H

#include "bodies/contact_inline.h"

/* The sum of what all contacts do to the body, body axes. */
typedef struct rb_wrench {
    rb_t3 force, torque;      /* without gravity; about the mass centre */
    rb_t1 slide, drill, roll; /* dissipated, W */
    rb_t1 press;              /* work done on compliant contacts, W */
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

/* The same for some lanes only. */
RB_INLINE void rb_wrench_add_where(rb_wrench *wrench, rb_mask where, rb_t1 N, const rb_load *l) {
    rb_wrench more = *wrench;
    rb_wrench_add(&more, N, l);
    wrench->force = t3_choose(where, more.force, wrench->force);
    wrench->torque = t3_choose(where, more.torque, wrench->torque);
    wrench->slide = t1_choose(where, more.slide, wrench->slide);
    wrench->drill = t1_choose(where, more.drill, wrench->drill);
    wrench->roll = t1_choose(where, more.roll, wrench->roll);
}

/* The contact stays closed, differentiated twice:
   [dv/dt + domega/dt x rho + omega x drho/dt + omega x (omega x rho)].n = 0.
   Every load is proportional to N, so the equation is linear in it: gain N = needed. */
RB_INLINE rb_t1 rb_constraint_gain(const rb_num_model *model, const rb_kinematics *k,
                                   const rb_touch *t, const rb_load *l) {
    rb_t3 lever = t3_cross(t->rho, k->n); /* (x x rho).n = x.(rho x n) */
    return t1_add(t1_scale(1 / model->m, t3_dot(l->force, k->n)),
                  t3_dot(t3_map(&model->B_inverse, l->torque), lever));
}

RB_INLINE rb_t1 rb_constraint_needed(const rb_num_model *model, const rb_kinematics *k,
                                     const rb_touch *t) {
    rb_t3 lever = t3_cross(t->rho, k->n);
    rb_t3 turning = t3_add(t->rho_dot, t3_cross(k->omega, t->rho));
    rb_t1 convective = t3_dot(t3_cross(k->omega, turning), k->n);
    rb_t1 gyro = t3_dot(t3_map(&model->B_inverse, k->gyro), lever);
    return t1_sub(t1_add(t1(model->g), gyro), convective);
}

RB_INLINE rb_t1 rb_constraint_force(const rb_num_model *model, const rb_kinematics *k,
                                    const rb_touch *t, const rb_load *l) {
    return t1_div(rb_constraint_needed(model, k, t), rb_constraint_gain(model, k, t, l));
}

/* N for a patch of given size. */
RB_INLINE rb_t1 rb_rigid_respond(const rb_num_model *model, const rb_num_friction *friction,
                                 const rb_kinematics *k, rb_contact *c, rb_load *l,
                                 rb_law_slopes *slopes) {
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
}

#endif
