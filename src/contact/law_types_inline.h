/* Arguments and results of laws in the numbers of math/num_inline.h: the public types where these are
   doubles, else structures with the same members for several runs. Parameters may differ from lane to
   lane; the law is the same. */
#ifndef RB_CONTACT_LAW_TYPES_INLINE_H
#define RB_CONTACT_LAW_TYPES_INLINE_H

#include "math/num_inline.h"
#include "rattleback/friction.h"
#include "rattleback/normal.h"
#include "rattleback/rolling.h"

#if RB_LANES == 1

typedef rb_patch rb_num_patch;
typedef rb_slip rb_num_slip;
typedef rb_traction rb_num_traction;
typedef rb_traction_jacobian rb_num_traction_jacobian;
typedef rb_friction rb_num_friction;
typedef rb_rolling_motion rb_num_rolling_motion;
typedef rb_rolling_result rb_num_rolling_result;
typedef rb_rolling_jacobian rb_num_rolling_jacobian;
typedef rb_normal_input rb_num_normal_input;
typedef rb_normal_result rb_num_normal_result;

#else

typedef struct rb_num_patch {
    rb_num a, b;
} rb_num_patch;

typedef struct rb_num_slip {
    rb_num u_x, u_y, omega, d_c, d_s, r_c, r_s;
} rb_num_slip;

typedef struct rb_num_traction {
    rb_num T_x, T_y, M;
} rb_num_traction;

typedef struct rb_num_traction_jacobian {
    rb_num d[3][7];
} rb_num_traction_jacobian;

typedef struct rb_num_friction rb_num_friction;
typedef void rb_num_friction_evaluate(const rb_num_friction *f, const rb_num_slip *slip,
                                      rb_num_traction *out);
struct rb_num_friction {
    rb_num_friction_evaluate *evaluate;
    bool unbounded;
    rb_num params[RB_PARAMS_MAX];
    rb_num_patch patch;
    rb_num coeffs[RB_FRICTION_COEFFS];
};

typedef struct rb_num_rolling_motion {
    rb_num w_x, w_y, vr_x, vr_y;
} rb_num_rolling_motion;

typedef struct rb_num_rolling_result {
    rb_num d_c, d_s, M_x, M_y, r_c, r_s;
} rb_num_rolling_result;

typedef struct rb_num_rolling_jacobian {
    rb_num d[6][4];
} rb_num_rolling_jacobian;

typedef struct rb_num_normal_input {
    rb_num kappa1, kappa2, delta, delta_dot;
} rb_num_normal_input;

typedef struct rb_num_normal_result {
    rb_num N, N_elastic, energy, dN_ddelta, dN_ddelta_dot;
} rb_num_normal_result;

#endif

#endif
