/* One contact: from the motion of its patch to the forces for each newton of N, with tangents. */
#ifndef RB_BODIES_CONTACT_INLINE_H
#define RB_BODIES_CONTACT_INLINE_H

#include "bodies/law_slopes.h"
#include "bodies/touch_inline.h"

/* A contact as its laws see it. */
typedef struct rb_contact {
    rb_touch touch;
    rb_t3 v_point;              /* velocity of the body point at the contact */
    rb_t1 a, b;                 /* patch */
    rb_t1 u_x, u_y, omega_n;    /* slip */
    rb_t1 w_x, w_y, vr_x, vr_y; /* rolling */
    rb_t1 d_c, d_s, r_c, r_s;   /* distortion */
    rb_t1 M_x, M_y;             /* rolling moment / (a N) */
    rb_t1 T_x, T_y, M;          /* traction */
} rb_contact;

#if RB_LANES == 1 /* tangents of the laws: asked for by Jacobians, which have no lanes */
#include "bodies/contact_slopes_inline.h"
#endif

/* What the contact exerts on the body for each newton of N, body axes, and what it dissipates. */
typedef struct rb_load {
    rb_t3 force;              /* n + friction */
    rb_t3 torque;             /* about the mass centre */
    rb_t1 slide, drill, roll; /* W per N */
} rb_load;

RB_INLINE void rb_contact_find(const rb_num_model *model, const rb_kinematics *k, int which,
                               rb_contact *c) {
    rb_touch_at(model, k, which, &c->touch);
    c->v_point = t3_add(k->v, t3_cross(k->omega, c->touch.rho));
}

RB_INLINE void rb_contact_find_sphere(const rb_num_model *model, const rb_kinematics *k, int which,
                                      rb_contact *c) {
    rb_sphere_touch(&model->shape, which, k->n, k->omega, &c->touch);
    c->v_point = t3_add(k->v, t3_cross(k->omega, c->touch.rho));
}

/* The motion of the patch. Only tangential velocities enter, so that a state slightly off the
   contact constraint gives what its projection gives. */
RB_INLINE void rb_contact_motion(const rb_kinematics *k, rb_contact *c) {
    const rb_touch *t = &c->touch;
    rb_t1 per_a = t1_div(t1(NUM(1)), c->a);
    c->u_x = t1_mul(per_a, t3_dot(c->v_point, t->e_x));
    c->u_y = t1_mul(per_a, t3_dot(c->v_point, t->e_y));
    c->omega_n = t3_dot(k->omega, k->n);
    c->w_x = t3_dot(k->omega, t->e_x);
    c->w_y = t3_dot(k->omega, t->e_y);
    c->vr_x = t1_add(c->u_x, t1_mul(per_a, t3_dot(t->rho_dot, t->e_x)));
    c->vr_y = t1_add(c->u_y, t1_mul(per_a, t3_dot(t->rho_dot, t->e_y)));
}

RB_INLINE void rb_contact_rolling(const rb_num_model *model, rb_contact *c, rb_law_slopes *slopes) {
#if RB_LANES == 1
    if (slopes != NULL) {
        rb_contact_rolling_along(model, c, slopes);
        return;
    }
#endif
    (void)slopes;
    rb_num_rolling_motion motion = {c->w_x.v, c->w_y.v, c->vr_x.v, c->vr_y.v};
    rb_num_patch patch = {c->a.v, c->b.v};
    rb_num_rolling_result r;
    rb_num_rolling(model, patch, &motion, &r);
    c->d_c = t1(r.d_c), c->d_s = t1(r.d_s), c->M_x = t1(r.M_x), c->M_y = t1(r.M_y);
    c->r_c = t1(r.r_c), c->r_s = t1(r.r_s);
}

RB_INLINE void rb_contact_friction(const rb_num_model *model, const rb_num_friction *friction,
                                   rb_contact *c, rb_law_slopes *slopes) {
    if (slopes == NULL) {
        rb_num_slip slip = {c->u_x.v, c->u_y.v, c->omega_n.v, c->d_c.v,
                            c->d_s.v, c->r_c.v, c->r_s.v};
        rb_num_traction t;
        rb_num_traction_of(friction, &slip, &t);
        c->T_x = t1(t.T_x), c->T_y = t1(t.T_y), c->M = t1(t.M);
    }
#if RB_LANES == 1
    if (slopes != NULL) {
        rb_contact_friction_along(friction, c, slopes);
    }
#endif
    if (!model->torque) {
        c->M = t1(NUM(0));
    }
}

RB_INLINE rb_load rb_contact_load(const rb_num_model *model, const rb_kinematics *k,
                                  const rb_contact *c) {
    const rb_touch *t = &c->touch;
    rb_num mu = model->mu;
    rb_load l;
    l.force = t3_add_scaled(k->n, t1_scale(-mu, c->T_x), t->e_x);
    l.force = t3_add_scaled(l.force, t1_scale(-mu, c->T_y), t->e_y);
    rb_t1 aM = t1_mul(c->a, c->M), aMx = t1_mul(c->a, c->M_x), aMy = t1_mul(c->a, c->M_y);
    l.torque = t3_add_scaled(t3_cross(t->rho, l.force), t1_scale(-mu, aM), k->n);
    l.torque = t3_add_scaled(t3_add_scaled(l.torque, aMx, t->e_x), aMy, t->e_y);
    rb_t1 along = t1_add(t1_mul(c->T_x, c->u_x), t1_mul(c->T_y, c->u_y));
    l.slide = t1_scale(mu, t1_mul(c->a, along));
    l.drill = t1_scale(mu, t1_mul(aM, c->omega_n));
    l.roll = t1_scale(NUM(-1), t1_add(t1_mul(aMx, c->w_x), t1_mul(aMy, c->w_y)));
    return l;
}

/* Laws and load for a patch that is known. */
RB_INLINE rb_load rb_contact_respond(const rb_num_model *model, const rb_num_friction *friction,
                                     const rb_kinematics *k, rb_contact *c, rb_law_slopes *slopes) {
    rb_contact_motion(k, c);
    rb_contact_rolling(model, c, slopes);
    rb_contact_friction(model, friction, c, slopes);
    return rb_contact_load(model, k, c);
}

#endif
