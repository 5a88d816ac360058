/* Compliant contacts: N from the penetration and its rate; each contact may be open or closed. */
#ifndef RB_BODIES_CONTACT_COMPLIANT_INLINE_H
#define RB_BODIES_CONTACT_COMPLIANT_INLINE_H

#include "bodies/contact_rigid_inline.h"
#include "bodies/patch_inline.h"
#if RB_LANES == 1
#include "bodies/patch_size_inline.h"
#endif

/* The normal force of one contact and its power. */
typedef struct rb_press {
    rb_t1 delta; /* penetration, m */
    rb_t1 N;
    rb_t1 power;   /* N ddelta/dt: stored or damped, W */
    rb_num energy; /* stored, J */
} rb_press;

#if RB_LANES == 1
/* Change of N with the curvatures along (dk1, dk2), by central differences, as for the patch. */
double rb_normal_curvature_slope(const rb_model *model, const rb_normal_input *at, double dk1, double dk2);
#endif

/* where: lanes with a closed contact; an open contact has no force, whatever the law returns. */
RB_INLINE rb_press rb_compliant_press(const rb_num_model *model, const rb_kinematics *k, rb_mask where,
                                      const rb_contact *c) {
    rb_press p;
    rb_t1 height = t1_add(k->z, c->touch.rho_n);
    p.delta = t1_scale(NUM(-1), height);
    p.N = p.power = t1(NUM(0));
    p.energy = NUM(0);
    rb_mask closed = where & (p.delta.v > 0);
    if (!num_any(closed)) {
        return p;
    }
    rb_t1 rate = t1_scale(NUM(-1), rb_contact_rising(k, &c->touch));
    rb_num_normal_input in = {c->touch.kappa1.v, c->touch.kappa2.v, p.delta.v, rate.v};
    rb_num_normal_result r;
    rb_num_normal(model, &in, &r);
    rb_t1 N = {r.N, r.dN_ddelta * p.delta.d + r.dN_ddelta_dot * rate.d};
#if RB_LANES == 1
    if (c->touch.kappa1.d != 0 || c->touch.kappa2.d != 0) {
        N.d += rb_normal_curvature_slope(model, &in, c->touch.kappa1.d, c->touch.kappa2.d);
    }
#endif
    p.N = t1_choose(closed, N, p.N);
    p.energy = NUM_CHOOSE(closed, r.energy, p.energy);
    p.power = t1_choose(closed, t1_mul(N, rate), p.power);
    return p;
}

/* The patch of the contact. */
RB_INLINE void rb_compliant_patch(const rb_num_model *model, const rb_press *p, rb_contact *c,
                                  rb_law_slopes *slopes) {
    (void)model;
    (void)slopes;
    rb_patch_t patch = rb_patch_from_penetration(p->delta, c->touch.kappa1, c->touch.kappa2);
#if RB_LANES == 1
    if (rb_patch_follows_force(model->size)) {
        patch =
            rb_patch_under(rb_patch_of_one_newton(model, c->touch.kappa1, c->touch.kappa2, slopes), p->N.v);
        patch.a.d += patch.a.v / (3 * p->N.v) * p->N.d;
    }
#endif
    c->a = patch.a, c->b = patch.b;
}

RB_INLINE void rb_compliant_contact(const rb_num_model *model, const rb_kinematics *k, int which,
                                    rb_mask where, rb_contact *c, rb_press *p, rb_wrench *wrench,
                                    rb_law_slopes *slopes) {
    *p = rb_compliant_press(model, k, where, c);
    wrench->N[which] = p->N;
    wrench->gap[which] = NUM_CHOOSE(where, -p->delta.v, wrench->gap[which]);
    wrench->press = t1_add(wrench->press, p->power);
    rb_mask loaded = p->N.v > 0;
    if (!num_any(loaded)) {
        return;
    }
    if (model->size == RB_PATCH_SIZE_CONSTANT) {
        c->a = t1(model->friction.patch.a);
        c->b = t1(model->friction.patch.b);
        rb_load l = rb_contact_respond(model, &model->friction, k, c, slopes);
        rb_wrench_add_where(wrench, loaded, p->N, &l);
    } else {
        rb_compliant_patch(model, p, c, slopes);
        rb_num_friction friction = model->friction;
        rb_num_friction_patch(&friction, (rb_num_patch){c->a.v, c->b.v});
        rb_load l = rb_contact_respond(model, &friction, k, c, slopes);
        rb_wrench_add_where(wrench, loaded, p->N, &l);
    }
}

RB_INLINE void rb_sphere_wrench(const rb_num_model *model, const rb_kinematics *k, int which,
                                rb_wrench *wrench, rb_law_slopes *slopes) {
    const rb_num_shape *shape = &model->shape;
    wrench->gap[which] = k->z.v + shape->k[which].z * k->n.v.z - shape->radius[which];
    rb_mask touches = wrench->gap[which] <= 0;
    if (num_any(touches)) {
        rb_contact c;
        rb_press press;
        rb_contact_find_sphere(model, k, which, &c);
        rb_compliant_contact(model, k, which, touches, &c, &press, wrench, slopes);
    }
}

/* Spheres need no curvatures, and open contacts need nothing. Written out instead of a loop: with a
   constant index the wrench stays in registers, and unused tangents are removed. */
RB_INLINE void rb_spheres_wrench(const rb_num_model *model, const rb_kinematics *k, rb_wrench *wrench,
                                 rb_law_slopes *slopes) {
    rb_sphere_wrench(model, k, 0, wrench, slopes);
    if (model->shape.contact_count > 1) {
        rb_sphere_wrench(model, k, 1, wrench, slopes);
    }
}

#endif
