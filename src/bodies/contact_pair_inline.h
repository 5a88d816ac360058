/* Two rigid spheres, one or both of them on the floor: the restricted version of KA09's top.

   While one sphere is loaded, it is the permanent contact of contact_rigid_inline.h. While both are loaded,
   two constraints hold, and theta is at its double-contact angle. Both normal forces follow from

       A N = needed,    A_ij = acceleration of gap i per newton on contact j

   with friction at each of them. The state contains the spheres that the body stands on. They change only at
   events (pair.c), so every step integrates smooth equations. */
#ifndef RB_BODIES_CONTACT_PAIR_INLINE_H
#define RB_BODIES_CONTACT_PAIR_INLINE_H

#include "bodies/contact_rigid_inline.h"

RB_INLINE bool rb_stands_on(rb_stand stand, int which) {
    return stand == RB_STAND_BOTH || (int)stand == which;
}

/* One of the two equations. */
RB_INLINE void rb_pair_row(const rb_model *model, const rb_kinematics *k, const rb_touch *touch,
                           const rb_load l[2], rb_t1 A[2], rb_t1 *b) {
    *b = rb_constraint_needed(model, k, touch);
    A[0] = rb_constraint_gain(model, touch, &l[0]);
    A[1] = rb_constraint_gain(model, touch, &l[1]);
}

/* Solves for both normal forces. Written out instead of a loop: otherwise clang keeps the contacts in
   memory. */
RB_INLINE void rb_pair_forces(const rb_model *model, const rb_kinematics *k, const rb_contact c[2],
                              const rb_load l[2], rb_t1 N[2]) {
    rb_t1 A[2][2], b[2];
    rb_pair_row(model, k, &c[0].touch, l, A[0], &b[0]);
    rb_pair_row(model, k, &c[1].touch, l, A[1], &b[1]);
    rb_t1 det = t1_sub(t1_mul(A[0][0], A[1][1]), t1_mul(A[0][1], A[1][0]));
    N[0] = t1_div(t1_sub(t1_mul(A[1][1], b[0]), t1_mul(A[0][1], b[1])), det);
    N[1] = t1_div(t1_sub(t1_mul(A[0][0], b[1]), t1_mul(A[1][0], b[0])), det);
}

RB_INLINE rb_load rb_pair_respond(const rb_model *model, const rb_kinematics *k, rb_contact *c,
                                  rb_law_slopes *slopes) {
    c->a = t1(model->friction.patch.a);
    c->b = t1(model->friction.patch.b);
    return rb_contact_respond(model, &model->friction, k, c, slopes);
}

/* One sphere is loaded. The gap of the other is measured from it, so that a state slightly off the floor
   gives the same as its projection. */
RB_INLINE void rb_pair_on_one(const rb_model *model, const rb_kinematics *k, int one, rb_contact c[2],
                              rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l = rb_pair_respond(model, k, &c[one], slopes);
    wrench->N[one] = rb_constraint_force(model, k, &c[one].touch, &l);
    rb_wrench_add(wrench, wrench->N[one], &l);
    wrench->gap[1 - one] = c[1 - one].touch.rho_n.v - c[one].touch.rho_n.v;
}

/* In flight. */
RB_INLINE void rb_pair_on_none(const rb_kinematics *k, const rb_contact c[2], rb_wrench *wrench) {
    wrench->gap[0] = k->z.v + c[0].touch.rho_n.v;
    wrench->gap[1] = k->z.v + c[1].touch.rho_n.v;
}

RB_INLINE void rb_pair_on_both(const rb_model *model, const rb_kinematics *k, rb_contact c[2],
                               rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l[2];
    l[0] = rb_pair_respond(model, k, &c[0], slopes);
    l[1] = rb_pair_respond(model, k, &c[1], slopes);
    rb_pair_forces(model, k, c, l, wrench->N);
    rb_wrench_add(wrench, wrench->N[0], &l[0]);
    rb_wrench_add(wrench, wrench->N[1], &l[1]);
}

RB_INLINE void rb_pair_wrench(const rb_model *model, const rb_kinematics *k, rb_stand stand, rb_contact c[2],
                              rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_contact_find_sphere(model, k, 0, &c[0]);
    rb_contact_find_sphere(model, k, 1, &c[1]);
    switch (stand) {
    case RB_STAND_LARGE: rb_pair_on_one(model, k, 0, c, wrench, slopes); break;
    case RB_STAND_SMALL: rb_pair_on_one(model, k, 1, c, wrench, slopes); break;
    case RB_STAND_BOTH: rb_pair_on_both(model, k, c, wrench, slopes); break;
    case RB_STAND_NONE: rb_pair_on_none(k, c, wrench); break;
    }
    rb_wrench_turn(model, k, wrench);
}

#endif
