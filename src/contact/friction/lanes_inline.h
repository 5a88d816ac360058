/* The friction laws that have lanes. */
#ifndef RB_CONTACT_FRICTION_LANES_INLINE_H
#define RB_CONTACT_FRICTION_LANES_INLINE_H

#include "contact/friction/ak18_inline.h"
#include "contact/friction/exact_circle_inline.h"
#include "contact/friction/k11_inline.h"
#include "contact/friction/k12_inline.h"
#include "contact/friction/k15_inline.h"
#include "contact/friction/ka09_inline.h"
#include "contact/friction/laws.h"
#include "contact/friction/simple_inline.h"

/* NULL: the law has none. */
RB_INLINE rb_num_friction_evaluate *rb_friction_in_lanes(const rb_friction_law *law) {
    static const struct {
        const rb_friction_law *law;
        rb_num_friction_evaluate *evaluate;
    } rows[] = {
        {&rb_law_ak18, ak18},
        {&rb_law_k11_p1, k11_p1},
        {&rb_law_k11_p2, k11_p2},
        {&rb_law_k11_tanh, k11_tanh},
        {&rb_law_exact_circle, exact_circle},
        {&rb_law_ka09_contensou, ka09_contensou},
        {&rb_law_ka09_pade, ka09_pade},
        {&rb_law_coulomb, coulomb},
        {&rb_law_viscous, viscous},
        {&rb_law_none, frictionless},
        {&rb_law_k15_a0, k15_a0},
        {&rb_law_k15_a1, k15_a1},
        {&rb_law_k15_a2, k15_a2},
        {&rb_law_k15_b1, k15_a1},
        {&rb_law_k15_b2, k15_a2},
        {&rb_law_k15_c1, k15_a1},
        {&rb_law_k15_c2, k15_a2},
        {&rb_law_k15_d1, k15_a1},
        {&rb_law_k15_d2, k15_a2},
        {&rb_law_k15_e0, k15_a0},
        {&rb_law_k15_e1, k15_a1},
        {&rb_law_k15_e2, k15_a2},
        {&rb_law_k12_p1, k12_p1},
        {&rb_law_k12_p2, k12_p2},
        {&rb_law_k12_i, k12_i},
        {&rb_law_k12_i1, k12_i1},
        {&rb_law_k12_iprime, k12_iprime},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].law == law) {
            return rows[i].evaluate;
        }
    }
    return NULL;
}

#endif
