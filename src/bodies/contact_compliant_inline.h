/* Compliant contacts: N from the penetration and its rate; each contact may be open or closed. */
#ifndef RB_BODIES_CONTACT_COMPLIANT_INLINE_H
#define RB_BODIES_CONTACT_COMPLIANT_INLINE_H

#include "bodies/contact_rigid_inline.h"

/* The normal force of one contact, and what it takes from the body. */
typedef struct rb_press {
    rb_t1 delta; /* penetration, m */
    rb_t1 N;
    rb_t1 power;   /* N ddelta/dt: stored or damped, W */
    double energy; /* stored, J */
} rb_press;

/* How N changes with the curvatures, along (dk1, dk2): central differences, as for the patch. */
double rb_normal_curvature_slope(const rb_model *model, const rb_normal_input *at, double dk1,
                                 double dk2);

RB_INLINE rb_press rb_compliant_press(const rb_model *model, const rb_kinematics *k,
                                      const rb_contact *c) {
    rb_press p;
    rb_t1 height = t1_add(k->z, t3_dot(c->touch.rho, k->n));
    p.delta = t1_scale(-1, height);
    p.N = p.power = t1(0);
    p.energy = 0;
    if (!(p.delta.v > 0)) {
        return p;
    }
    rb_t1 rate = t1_scale(-1, t3_dot(c->v_point, k->n));
    rb_normal_input in = {c->touch.kappa1.v, c->touch.kappa2.v, p.delta.v, rate.v};
    rb_normal_result r;
    model->normal->evaluate(model->normal_params, &in, &r);
    p.N = (rb_t1){r.N, r.dN_ddelta * p.delta.d + r.dN_ddelta_dot * rate.d};
    if (c->touch.kappa1.d != 0 || c->touch.kappa2.d != 0) {
        p.N.d += rb_normal_curvature_slope(model, &in, c->touch.kappa1.d, c->touch.kappa2.d);
    }
    p.energy = r.energy;
    p.power = t1_mul(p.N, rate);
    return p;
}

RB_INLINE void rb_compliant_contact(const rb_model *model, const rb_kinematics *k, int which,
                                    rb_contact *c, rb_press *p, rb_wrench *wrench,
                                    rb_law_slopes *slopes) {
    *p = rb_compliant_press(model, k, c);
    wrench->N[which] = p->N;
    wrench->gap[which] = -p->delta.v;
    wrench->press = t1_add(wrench->press, p->power);
    if (!(p->N.v > 0)) {
        return;
    }
    if (model->size == RB_PATCH_SIZE_CONSTANT) {
        c->a = t1(model->friction.patch.a);
        c->b = t1(model->friction.patch.b);
        rb_load l = rb_contact_respond(model, &model->friction, k, c, slopes);
        rb_wrench_add(wrench, p->N, &l);
    } else {
        rb_patch_t patch;
        if (model->size == RB_PATCH_SIZE_HERTZ) {
            patch = rb_patch_under(
                rb_patch_of_one_newton(model, c->touch.kappa1, c->touch.kappa2, slopes), p->N.v);
            patch.a.d += patch.a.v / (3 * p->N.v) * p->N.d;
        } else {
            patch = rb_patch_from_penetration(p->delta, c->touch.kappa1, c->touch.kappa2);
        }
        c->a = patch.a, c->b = patch.b;
        rb_friction friction = model->friction;
        rb_friction_set_patch(&friction, (rb_patch){c->a.v, c->b.v});
        rb_load l = rb_contact_respond(model, &friction, k, c, slopes);
        rb_wrench_add(wrench, p->N, &l);
    }
}

RB_INLINE void rb_sphere_wrench(const rb_model *model, const rb_kinematics *k, int which,
                                rb_wrench *wrench, rb_law_slopes *slopes) {
    const rb_shape *shape = &model->shape;
    wrench->gap[which] = k->z.v + rb_dot(shape->k[which], k->n.v) - shape->radius[which];
    if (wrench->gap[which] <= 0) {
        rb_contact c;
        rb_press press;
        rb_contact_find_sphere(model, k, which, &c);
        rb_compliant_contact(model, k, which, &c, &press, wrench, slopes);
    }
}

/* Spheres need no curvatures, and open ones nothing at all. Written out, not a loop: an index known
   at compile time lets the wrench live in registers, and tangents that nobody asks for die. */
RB_INLINE void rb_spheres_wrench(const rb_model *model, const rb_kinematics *k, rb_wrench *wrench,
                                 rb_law_slopes *slopes) {
    rb_sphere_wrench(model, k, 0, wrench, slopes);
    if (model->shape.contact_count > 1) {
        rb_sphere_wrench(model, k, 1, wrench, slopes);
    }
}

#endif
