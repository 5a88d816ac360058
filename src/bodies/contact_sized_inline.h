/* Permanent contact whose patch follows N (K15's AH). For one run only: see ARCHITECTURE.md#lanes. */
#ifndef RB_BODIES_CONTACT_SIZED_INLINE_H
#define RB_BODIES_CONTACT_SIZED_INLINE_H

#include "bodies/contact_rigid_inline.h"
#include "bodies/patch_size_inline.h"

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

RB_INLINE void rb_sized_wrench(const rb_model *model, const rb_kinematics *k, rb_contact *c,
                               rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l;
    rb_contact_find(model, k, 0, c);
    wrench->N[0] = rb_rigid_respond_sized(model, k, c, &l, slopes);
    rb_wrench_add(wrench, wrench->N[0], &l);
}

#endif
