/* Permanent contact: N from the constraint, K11 (8). */
#ifndef RB_BODIES_CONTACT_RIGID_INLINE_H
#define RB_BODIES_CONTACT_RIGID_INLINE_H

#include "bodies/contact_inline.h"
#include "bodies/patch_size_inline.h"

/* The sum of what all contacts do to the body, body axes. */
typedef struct rb_wrench {
    rb_t3 force, torque;      /* without gravity; about the mass centre */
    rb_t1 slide, drill, roll; /* dissipated, W */
    rb_t1 press;              /* work done on compliant contacts, W */
    rb_t1 N[RB_CONTACTS_MAX];
    double gap[RB_CONTACTS_MAX]; /* m; 0 or below where a contact is closed */
} rb_wrench;

RB_INLINE void rb_wrench_add(rb_wrench *wrench, rb_t1 N, const rb_load *l) {
    wrench->force = t3_add_scaled(wrench->force, N, l->force);
    wrench->torque = t3_add_scaled(wrench->torque, N, l->torque);
    wrench->slide = t1_add(wrench->slide, t1_mul(N, l->slide));
    wrench->drill = t1_add(wrench->drill, t1_mul(N, l->drill));
    wrench->roll = t1_add(wrench->roll, t1_mul(N, l->roll));
}

/* The contact stays closed, differentiated twice:
   [dv/dt + domega/dt x rho + omega x drho/dt + omega x (omega x rho)].n = 0.
   Every load is proportional to N, so the equation is linear in it: gain N = needed. */
RB_INLINE rb_t1 rb_constraint_gain(const rb_model *model, const rb_kinematics *k, const rb_touch *t,
                                   const rb_load *l) {
    rb_t3 lever = t3_cross(t->rho, k->n); /* (x x rho).n = x.(rho x n) */
    return t1_add(t1_scale(1 / model->m, t3_dot(l->force, k->n)),
                  t3_dot(t3_map(&model->B_inverse, l->torque), lever));
}

RB_INLINE rb_t1 rb_constraint_needed(const rb_model *model, const rb_kinematics *k,
                                     const rb_touch *t) {
    rb_t3 lever = t3_cross(t->rho, k->n);
    rb_t3 turning = t3_add(t->rho_dot, t3_cross(k->omega, t->rho));
    rb_t1 convective = t3_dot(t3_cross(k->omega, turning), k->n);
    rb_t1 gyro = t3_dot(t3_map(&model->B_inverse, k->gyro), lever);
    return t1_sub(t1_add(t1(model->g), gyro), convective);
}

RB_INLINE rb_t1 rb_constraint_force(const rb_model *model, const rb_kinematics *k,
                                    const rb_touch *t, const rb_load *l) {
    return t1_div(rb_constraint_needed(model, k, t), rb_constraint_gain(model, k, t, l));
}

/* N for a patch of given size. */
RB_INLINE rb_t1 rb_rigid_respond(const rb_model *model, const rb_friction *friction,
                                 const rb_kinematics *k, rb_contact *c, rb_load *l,
                                 rb_law_slopes *slopes) {
    *l = rb_contact_respond(model, friction, k, c, slopes);
    return rb_constraint_force(model, k, &c->touch, l);
}

/* N for a patch that follows N (K15's AH): the root of g(N) = N, where g takes N to the patch and
   the patch to N. g is nearly constant, because a goes with N^(1/3) and friction moves N little: the
   secant method needs three or four evaluations. */
RB_INLINE double rb_rigid_search(const rb_model *model, const rb_kinematics *k, rb_patch_t one,
                                 rb_friction *friction, rb_contact *c, rb_load *l) {
    double N = model->N_guess, last = 0, last_miss = 0;
    for (int i = 0; i < 40; i++) {
        c->a = t1(rb_patch_under(one, N).a.v), c->b = t1(one.b.v);
        rb_friction_set_patch(friction, (rb_patch){c->a.v, c->b.v});
        double next = rb_rigid_respond(model, friction, k, c, l, NULL).v;
        double miss = next - N;
        if (!(next > 0) || fabs(miss) <= 1e-14 * next) {
            return next;
        }
        double slope = i > 0 ? (miss - last_miss) / (N - last) : -1;
        last = N;
        last_miss = miss;
        N = slope < -0.1 ? N - miss / slope : next;
    }
    return N;
}

/* The tangent by the implicit function: dN = P + Q da with da = a_N dN + a_x; P from da = a_x,
   P + Q from one unit more. */
RB_INLINE rb_t1 rb_rigid_respond_sized(const rb_model *model, const rb_kinematics *k, rb_contact *c,
                                       rb_load *l, rb_law_slopes *slopes) {
    rb_friction friction = model->friction;
    rb_patch_t one = rb_patch_of_one_newton(model, c->touch.kappa1, c->touch.kappa2, slopes);
    double N = slopes != NULL ? slopes->N : 0;
    if (!(N > 0)) {
        N = rb_rigid_search(model, k, one, &friction, c, l);
        if (slopes == NULL || !(N > 0)) {
            return t1(N);
        }
    }
    rb_patch_t patch = rb_patch_under(one, N);
    c->a = patch.a, c->b = patch.b;
    rb_friction_set_patch(&friction, (rb_patch){c->a.v, c->b.v});
    double a_N = c->a.v / (3 * N), a_x = patch.a.d;
    double P = rb_rigid_respond(model, &friction, k, c, l, slopes).d;
    c->a.d = a_x + c->a.v;
    double Q = (rb_rigid_respond(model, &friction, k, c, l, slopes).d - P) / c->a.v;
    double dN = P / (1 - Q * a_N);
    c->a.d = a_x + a_N * dN;
    rb_t1 exact = rb_rigid_respond(model, &friction, k, c, l, slopes);
    return (rb_t1){exact.v, dN};
}

RB_INLINE void rb_rigid_wrench(const rb_model *model, const rb_kinematics *k, bool sized,
                               rb_contact *c, rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l;
    rb_contact_find(model, k, 0, c);
    if (sized) {
        wrench->N[0] = rb_rigid_respond_sized(model, k, c, &l, slopes);
    } else {
        c->a = t1(model->friction.patch.a);
        c->b = t1(model->friction.patch.b);
        wrench->N[0] = rb_rigid_respond(model, &model->friction, k, c, &l, slopes);
    }
    rb_wrench_add(wrench, wrench->N[0], &l);
}

#endif
