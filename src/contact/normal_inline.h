/* The formula that the compliant laws of normal.c share, and the stiffness of a sphere. */
#ifndef RB_CONTACT_NORMAL_INLINE_H
#define RB_CONTACT_NORMAL_INLINE_H

#include "contact/law_types_inline.h"

enum { NORMAL_E_STAR, NORMAL_CHI, NORMAL_BRACKET };

RB_INLINE void compliant(rb_num k, rb_num chi, const rb_num_normal_input *in, rb_num_normal_result *out) {
    const rb_num zero = NUM(0);
    *out = (rb_num_normal_result){zero, zero, zero, zero, zero};
    rb_mask closed = in->delta > 0;
    if (!num_any(closed)) {
        return;
    }
    rb_num root = num_sqrt(in->delta);
    rb_num damping = 1 + chi * in->delta_dot;
    rb_num N_elastic = k * in->delta * root;
    rb_mask pushes = closed & (damping > 0);
    out->N_elastic = NUM_CHOOSE(closed, N_elastic, zero);
    out->energy = NUM_CHOOSE(closed, 0.4 * N_elastic * in->delta, zero);
    out->N = NUM_CHOOSE(pushes, N_elastic * damping, zero);
    out->dN_ddelta = NUM_CHOOSE(pushes, 1.5 * k * root * damping, zero);
    out->dN_ddelta_dot = NUM_CHOOSE(pushes, N_elastic * chi, zero);
}

/* Hertz for equal curvatures. */
RB_INLINE rb_num sphere_stiffness(rb_num E_star, rb_num kappa) {
    return 4. / 3 * E_star / num_sqrt(kappa);
}

/* Vil'ke without the bracket, which is 1 for equal curvatures. */
RB_INLINE rb_num vilke_stiffness(rb_num E_star, rb_num kappa1, rb_num kappa2) {
    return 4. / 3 * E_star / num_sqrt(num_sqrt(kappa1 * kappa2));
}

#endif
