/* The model in the numbers of math/num_inline.h: rb_model itself, or a model of several runs. Their
   numbers may differ from lane to lane; their kind (body, laws, contact mode) is the same. */
#ifndef RB_BODIES_MODEL_NUM_INLINE_H
#define RB_BODIES_MODEL_NUM_INLINE_H

#include "bodies/ops.h"
#include "contact/law_types_inline.h"

struct rb_law_slopes;

#if RB_LANES == 1

typedef rb_model rb_num_model;
typedef rb_shape rb_num_shape;

#else

typedef struct rb_num_shape {
    int contact_count;
    rb_num33 R;
    rb_num3 axis;
    bool revolution, paraboloid;
    rb_num a3;
    rb_num radius[2];
    rb_num3 k[2];
} rb_num_shape;

typedef void rb_num_rolling_evaluate(const rb_num *params, rb_num_patch patch,
                                     const rb_num_rolling_motion *motion, rb_num_rolling_result *out);
typedef void rb_num_normal_evaluate(const rb_num *params, const rb_num_normal_input *in,
                                    rb_num_normal_result *out);

typedef struct rb_num_model {
    rb_num g, mu, m, per_m;
    rb_num N_guess; /* start of the search for N if the patch depends on N */
    bool torque;
    rb_patch_size size;
    rb_num_friction friction;
    rb_num_rolling_evaluate *rolling;
    rb_num rolling_params[RB_PARAMS_MAX];
    rb_num_normal_evaluate *normal;
    rb_num normal_params[RB_PARAMS_MAX];
    rb_num33 B, B_inverse;
    rb_num_shape shape;
    rb_contact_mode mode;
    bool principal;
    bool lifts;   /* N <= 0 ends the run */
    rb_num rough; /* rb_rigid_body_rough_limit */
} rb_num_model;

#endif

/* Values of the laws. */
RB_INLINE void rb_num_rolling(const rb_num_model *model, rb_num_patch patch,
                              const rb_num_rolling_motion *motion, rb_num_rolling_result *out) {
#if RB_LANES == 1
    model->rolling->evaluate(model->rolling_params, patch, motion, out, NULL);
#else
    model->rolling(model->rolling_params, patch, motion, out);
#endif
}

RB_INLINE void rb_num_normal(const rb_num_model *model, const rb_num_normal_input *in,
                             rb_num_normal_result *out) {
#if RB_LANES == 1
    model->normal->evaluate(model->normal_params, in, out);
#else
    model->normal(model->normal_params, in, out);
#endif
}

/* As rb_friction_eval without derivatives; velocities out of range are left to doubles. */
RB_INLINE void rb_num_traction_of(const rb_num_friction *friction, const rb_num_slip *slip,
                                  rb_num_traction *out) {
#if RB_LANES == 1
    rb_friction_eval(friction, slip, out, NULL);
#else
    rb_num size = num_abs(slip->u_x) + num_abs(slip->u_y) + num_abs(slip->omega);
    friction->evaluate(friction, slip, out);
    num_rarely(num_not((size > 1e-60) & (size < 1e60)), &out->T_x);
#endif
}

#endif
