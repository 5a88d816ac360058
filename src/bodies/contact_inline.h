/* One contact: computes the forces per newton of N from the motion of its patch, with tangents. */
#ifndef RB_BODIES_CONTACT_INLINE_H
#define RB_BODIES_CONTACT_INLINE_H

#include "bodies/law_slopes.h"
#include "bodies/touch_inline.h"

/* A contact in the quantities that laws use. */
typedef struct rb_contact {
    rb_touch touch;
    rb_t1 v_x, v_y;           /* velocity of the body point at the contact along e_x, e_y, m/s */
    rb_t1 a, b;               /* patch */
    rb_t1 u_x, u_y, omega_n;  /* slip */
    rb_t1 vr_x, vr_y;         /* rolling */
    rb_t1 d_c, d_s, r_c, r_s; /* distortion */
    rb_t1 M_x, M_y;           /* rolling moment / (a N) */
    rb_t1 T_x, T_y, M;        /* traction */
} rb_contact;

#if RB_LANES == 1 /* tangents of the laws: needed by Jacobians, which have no lanes */
#include "bodies/contact_slopes_inline.h"
#endif

/* Forces of the contact on the body per newton of N, and the dissipated power. */
typedef struct rb_load {
    rb_t3 force;              /* n + friction, world axes */
    rb_t3 torque;             /* about the mass centre, body axes */
    rb_t1 x, y, z;            /* the same along e_x, e_y, n */
    rb_t1 slide, drill, roll; /* W per N */
} rb_load;

/* Velocity of the body point at the contact. Uses only the components in the plane, so that a state
   slightly off the contact constraint gives the same as its projection. */
RB_INLINE void rb_contact_velocity(const rb_kinematics *k, rb_contact *c) {
    const rb_touch *t = &c->touch;
    rb_t1 x = {k->v.v.x, k->v.d.x}, y = {k->v.v.y, k->v.d.y};
    c->v_x = t1_add(t1_add(t1_mul(t->h_x, x), t1_mul(t->h_y, y)), t->turn_x);
    c->v_y = t1_add(t1_sub(t1_mul(t->h_x, y), t1_mul(t->h_y, x)), t->turn_y);
}

/* The same along n. */
RB_INLINE rb_t1 rb_contact_rising(const rb_kinematics *k, const rb_touch *t) {
    rb_t1 turning = t1_sub(t1_mul(t->w_x, t->rho_y), t1_mul(t->w_y, t->rho_x));
    return t1_add((rb_t1){k->v.v.z, k->v.d.z}, turning);
}

RB_INLINE void rb_contact_find(const rb_num_model *model, const rb_kinematics *k, int which, rb_contact *c) {
    rb_touch_at(model, k, which, &c->touch);
    rb_contact_velocity(k, c);
}

RB_INLINE void rb_contact_find_sphere(const rb_num_model *model, const rb_kinematics *k, int which,
                                      rb_contact *c) {
    rb_sphere_touch(&model->shape, which, k, &c->touch);
    rb_contact_velocity(k, c);
}

/* The motion of the patch in units of the patch. */
RB_INLINE void rb_contact_motion(const rb_kinematics *k, rb_contact *c) {
    const rb_touch *t = &c->touch;
    rb_t1 per_a = t1_div(t1(NUM(1)), c->a);
    c->u_x = t1_mul(per_a, c->v_x);
    c->u_y = t1_mul(per_a, c->v_y);
    c->omega_n = k->omega_n;
    c->vr_x = t1_mul(per_a, t1_add(c->v_x, t->drift_x));
    c->vr_y = t1_mul(per_a, t1_add(c->v_y, t->drift_y));
}

RB_INLINE void rb_contact_rolling(const rb_num_model *model, rb_contact *c, rb_law_slopes *slopes) {
#if RB_LANES == 1
    if (slopes != NULL) {
        rb_contact_rolling_along(model, c, slopes);
        return;
    }
#endif
    (void)slopes;
    rb_num_rolling_motion motion = {c->touch.w_x.v, c->touch.w_y.v, c->vr_x.v, c->vr_y.v};
    rb_num_patch patch = {c->a.v, c->b.v};
    rb_num_rolling_result r;
    rb_num_rolling(model, patch, &motion, &r);
    c->d_c = t1(r.d_c), c->d_s = t1(r.d_s), c->M_x = t1(r.M_x), c->M_y = t1(r.M_y);
    c->r_c = t1(r.r_c), c->r_s = t1(r.r_s);
}

RB_INLINE void rb_contact_friction(const rb_num_model *model, const rb_num_friction *friction, rb_contact *c,
                                   rb_law_slopes *slopes) {
    if (slopes == NULL) {
        rb_num_slip slip = {c->u_x.v, c->u_y.v, c->omega_n.v, c->d_c.v, c->d_s.v, c->r_c.v, c->r_s.v};
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

RB_INLINE rb_load rb_contact_load(const rb_num_model *model, const rb_kinematics *k, const rb_contact *c) {
    const rb_touch *t = &c->touch;
    rb_num mu = model->mu;
    rb_t1 f_x = t1_scale(-mu, c->T_x), f_y = t1_scale(-mu, c->T_y);
    rb_t1 aM = t1_scale(mu, t1_mul(c->a, c->M));
    rb_t1 aMx = t1_mul(c->a, c->M_x), aMy = t1_mul(c->a, c->M_y);
    /* rho x force and the moments, along the axes of the patch */
    rb_load l;
    l.x = t1_sub(t1_add(t->rho_y, aMx), t1_mul(t->rho_n, f_y));
    l.y = t1_add(t1_sub(aMy, t->rho_x), t1_mul(t->rho_n, f_x));
    l.z = t1_sub(t1_sub(t1_mul(t->rho_x, f_y), t1_mul(t->rho_y, f_x)), aM);
    l.force = t3_of(t1_sub(t1_mul(t->h_x, f_x), t1_mul(t->h_y, f_y)),
                    t1_add(t1_mul(t->h_y, f_x), t1_mul(t->h_x, f_y)), t1(NUM(1)));
    l.torque = t3_add_scaled(t3_add_scaled(t3_mul(l.x, t->e_x), l.y, t->e_y), l.z, k->n);
    l.slide = t1_scale(mu, t1_add(t1_mul(c->T_x, c->v_x), t1_mul(c->T_y, c->v_y)));
    l.drill = t1_mul(aM, c->omega_n);
    l.roll = t1_scale(NUM(-1), t1_add(t1_mul(aMx, t->w_x), t1_mul(aMy, t->w_y)));
    return l;
}

/* Evaluates laws and load for a known patch. */
RB_INLINE rb_load rb_contact_respond(const rb_num_model *model, const rb_num_friction *friction,
                                     const rb_kinematics *k, rb_contact *c, rb_law_slopes *slopes) {
    rb_contact_motion(k, c);
    rb_contact_rolling(model, c, slopes);
    rb_contact_friction(model, friction, c, slopes);
    return rb_contact_load(model, k, c);
}

#endif
