/* Size of a patch, and of the overlap of a sphere with the floor. */
#ifndef RB_BODIES_PATCH_INLINE_H
#define RB_BODIES_PATCH_INLINE_H

#include "bodies/contact_inline.h"

/* Smallest patch, so that slip / a stays finite at the first touch. */
#define RB_PATCH_MIN 1e-9 /* m */

/* Size and axis ratio of a patch, by value: a contact whose address is taken cannot stay in registers. */
typedef struct rb_patch_t {
    rb_t1 a, b;
} rb_patch_t;

/* a = sqrt(delta R), the overlap of a sphere with the plane (KA09). */
RB_INLINE rb_patch_t rb_patch_from_penetration(rb_t1 delta, rb_t1 kappa1, rb_t1 kappa2) {
    rb_t1 mean = t1_sqrt(t1_mul(kappa1, kappa2));
    rb_t1 a = t1_sqrt(t1_div(delta, mean));
    rb_mask large = a.v > RB_PATCH_MIN;
    return (rb_patch_t){t1_choose(large, a, t1(NUM(RB_PATCH_MIN))), t1(NUM(1))};
}

/* Gives a law another patch, as rb_friction_set_patch. In lanes only for laws that need no preparation. */
/* Does the size of the patch depend on N? */
RB_INLINE bool rb_patch_follows_force(rb_patch_size size) {
    return size == RB_PATCH_SIZE_HERTZ || size == RB_PATCH_SIZE_HERTZ_K15;
}

RB_INLINE void rb_num_friction_patch(rb_num_friction *friction, rb_num_patch patch) {
#if RB_LANES == 1
    rb_friction_set_patch(friction, patch);
#else
    friction->patch = patch;
#endif
}

#endif
