/* The friction laws that have lanes. */
#ifndef RB_CONTACT_FRICTION_LANES_INLINE_H
#define RB_CONTACT_FRICTION_LANES_INLINE_H

#include "contact/friction/ak18_inline.h"
#include "contact/friction/exact_circle_inline.h"
#include "contact/friction/exact_ellipse_inline.h"
#include "contact/friction/k11_inline.h"
#include "contact/friction/k12_inline.h"
#include "contact/friction/k15_ah_inline.h"
#include "contact/friction/k15_inline.h"
#include "contact/friction/ka09_inline.h"
#include "contact/friction/laws.h"
#include "contact/friction/simple_inline.h"

typedef struct rb_friction_lanes {
    const rb_friction_law *law;
    rb_num_friction_evaluate *evaluate;
    /* For a patch whose shape changes from lane to lane; NULL: the law needs none or has none. */
    rb_num_friction_prepare *prepare;
} rb_friction_lanes;

/* NULL: the law has none. */
RB_INLINE const rb_friction_lanes *rb_friction_in_lanes(const rb_friction_law *law) {
    static const rb_friction_lanes rows[] = {
        {&rb_law_ak18, ak18, NULL},
        {&rb_law_k11_p1, k11_p1, NULL},
        {&rb_law_k11_p2, k11_p2, NULL},
        {&rb_law_k11_tanh, k11_tanh, NULL},
        {&rb_law_exact_circle, exact_circle, NULL},
        {&rb_law_exact_ellipse, exact_ellipse, exact_ellipse_prepare},
        {&rb_law_ka09_contensou, ka09_contensou, NULL},
        {&rb_law_ka09_pade, ka09_pade, NULL},
        {&rb_law_coulomb, coulomb, NULL},
        {&rb_law_viscous, viscous, NULL},
        {&rb_law_none, frictionless, NULL},
        {&rb_law_k15_a0, k15_a0, NULL},
        {&rb_law_k15_a1, k15_a1, NULL},
        {&rb_law_k15_a2, k15_a2, NULL},
        {&rb_law_k15_b1, k15_a1, NULL},
        {&rb_law_k15_b2, k15_a2, NULL},
        {&rb_law_k15_c1, k15_a1, NULL},
        {&rb_law_k15_c2, k15_a2, NULL},
        {&rb_law_k15_d1, k15_a1, NULL},
        {&rb_law_k15_d2, k15_a2, NULL},
        {&rb_law_k15_e0, k15_a0, NULL},
        {&rb_law_k15_e1, k15_a1, NULL},
        {&rb_law_k15_e2, k15_a2, NULL},
        {&rb_law_k15_ah, k15_ah, k15_ah_prepare},
        {&rb_law_k12_p1, k12_p1, NULL},
        {&rb_law_k12_p2, k12_p2, NULL},
        {&rb_law_k12_i, k12_i, NULL},
        {&rb_law_k12_i1, k12_i1, NULL},
        {&rb_law_k12_iprime, k12_iprime, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].law == law) {
            return &rows[i];
        }
    }
    return NULL;
}

#endif
