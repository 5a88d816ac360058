/* The size of the patch from what presses it. */
#ifndef RB_BODIES_PATCH_SIZE_H
#define RB_BODIES_PATCH_SIZE_H

#include "bodies/contact.h"

/* A patch is never smaller than this, so that slip / a stays finite at the first touch. */
#define RB_PATCH_MIN 1e-9 /* m */

/* The two measures of a patch, by value: a contact whose address is taken cannot live in
   registers. */
typedef struct rb_patch_t {
    rb_t1 a, b;
} rb_patch_t;

/* Hertz, K15 (47), (48): a and b from N and the curvatures. With tangent, the change by the
   curvatures (not by N) is in a.d and b.d. */
rb_patch_t rb_patch_from_force(const rb_model *model, double N, rb_t1 kappa1, rb_t1 kappa2,
                               bool tangent);

/* a = sqrt(delta R), the overlap of a sphere with the plane (KA09). */
rb_patch_t rb_patch_from_penetration(rb_t1 delta, rb_t1 kappa1, rb_t1 kappa2);

#endif
