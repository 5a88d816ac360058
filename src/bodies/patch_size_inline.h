/* The size of the patch from the normal force. */
#ifndef RB_BODIES_PATCH_SIZE_INLINE_H
#define RB_BODIES_PATCH_SIZE_INLINE_H

#include "bodies/patch_inline.h"
#include "contact/hertz_inline.h"

#if RB_LANES == 1
/* Hertz, K15 (45), (50): the patch under a force of 1 N, from the curvatures. Under N its b is the same
   and its a is N^(1/3) times larger. Plain numbers, not tangents: WebAssembly passes a struct by its
   address, which would keep the whole contact and all tangents in memory. */
rb_patch_t rb_patch_of_curvatures(const rb_model *model, double k1, double dk1, double k2, double dk2,
                                  rb_law_slopes *slopes);

RB_INLINE rb_patch_t rb_patch_of_one_newton(const rb_model *model, rb_t1 kappa1, rb_t1 kappa2,
                                            rb_law_slopes *slopes) {
    return rb_patch_of_curvatures(model, kappa1.v, kappa1.d, kappa2.v, kappa2.d, slopes);
}

/* The same as a^3/N; the law gets the shape of the patch. Laws depend on b alone for preparation. */
double rb_patch_cube(const rb_model *model, double kappa1, double kappa2, rb_friction *friction);

/* The patch under N; its tangent contains the change by the curvatures, not by N. */
RB_INLINE rb_patch_t rb_patch_under(rb_patch_t one, double N) {
    rb_t1 a = t1_scale(rb_cbrt(fmax(N, 0)), one.a);
    return (rb_patch_t){a.v > RB_PATCH_MIN ? a : t1(RB_PATCH_MIN), one.b};
}

#else

/* As rb_patch_cube for one run; a longer patch than the table has is left to doubles. */
RB_INLINE rb_num rb_patch_cube(const rb_num_model *model, rb_num kappa1, rb_num kappa2,
                               rb_num_friction *friction) {
    rb_num_elliptic e;
    rb_num kappa = kappa2 / kappa1;
    rb_mask beyond = num_not(kappa < RB_HERTZ_TABLED);
    friction->patch.b = tabled_shape(NUM_CHOOSE(beyond, NUM(1), kappa), &e);
    if (friction->prepare != NULL) {
        friction->prepare(friction, &e);
    }
    rb_num cube = hertz_cube(model->normal_params[NORMAL_E_STAR], kappa1, e.G);
    num_rarely(beyond, &cube);
    return cube;
}

#endif

#endif
