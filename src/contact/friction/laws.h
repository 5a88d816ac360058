/* The built-in friction laws. */
#ifndef RB_CONTACT_FRICTION_LAWS_H
#define RB_CONTACT_FRICTION_LAWS_H

#include "math/elliptic.h"
#include "rattleback/friction.h"

/* rb_friction_set_patch with known elliptic integrals of b (table.c). */
void rb_friction_set_shape(rb_friction *f, rb_patch patch, const rb_elliptic *e);

/* Returns the exact law that this one approximates on a patch; an exact law itself where it fits. */
const rb_friction_law *rb_friction_exact(const rb_friction_law *law, rb_patch patch);

/* The table of friction laws: one row per law, in the order of lists and menus. A law is an
   rb_friction_law named rb_law_ROW, defined in the file of its family. */
#define RB_FRICTION_LAWS(ROW)                                                                                \
    ROW(exact_circle)                                                                                        \
    ROW(exact_ellipse)                                                                                       \
    ROW(exact_uniform)                                                                                       \
    ROW(k11_p1)                                                                                              \
    ROW(k11_p2)                                                                                              \
    ROW(k11_tanh)                                                                                            \
    ROW(k12_p1)                                                                                              \
    ROW(k12_p2)                                                                                              \
    ROW(k12_i)                                                                                               \
    ROW(k12_i1)                                                                                              \
    ROW(k12_iprime)                                                                                          \
    ROW(k15_a0)                                                                                              \
    ROW(k15_a1)                                                                                              \
    ROW(k15_a2)                                                                                              \
    ROW(k15_ah)                                                                                              \
    ROW(k15_b1)                                                                                              \
    ROW(k15_b2)                                                                                              \
    ROW(k15_c1)                                                                                              \
    ROW(k15_c2)                                                                                              \
    ROW(k15_d1)                                                                                              \
    ROW(k15_d2)                                                                                              \
    ROW(k15_e0)                                                                                              \
    ROW(k15_e1)                                                                                              \
    ROW(k15_e2)                                                                                              \
    ROW(ak18)                                                                                                \
    ROW(ka09_contensou)                                                                                      \
    ROW(ka09_pade)                                                                                           \
    ROW(coulomb)                                                                                             \
    ROW(viscous)                                                                                             \
    ROW(none)                                                                                                \
    ROW(no_slip)

#define RB_DECLARE_LAW(name) extern const rb_friction_law rb_law_##name;
RB_FRICTION_LAWS(RB_DECLARE_LAW)

#endif
