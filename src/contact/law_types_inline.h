/* Arguments and results of laws in the numbers of math/num_inline.h: the public types where these are
   doubles, else structures with the same members for several runs. Parameters may differ from lane to
   lane; the law is the same. */
#ifndef RB_CONTACT_LAW_TYPES_INLINE_H
#define RB_CONTACT_LAW_TYPES_INLINE_H

#include "math/elliptic.h"
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
typedef rb_elliptic rb_num_elliptic;

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

typedef struct rb_num_elliptic {
    rb_num K, E, G, H, D;
} rb_num_elliptic;

typedef struct rb_num_friction rb_num_friction;
typedef void rb_num_friction_prepare(rb_num_friction *f, const rb_num_elliptic *e);
typedef void rb_num_friction_evaluate(const rb_num_friction *f, const rb_num_slip *slip,
                                      rb_num_traction *out);
struct rb_num_friction {
    rb_num_friction_evaluate *evaluate;
    rb_num_friction_prepare *prepare; /* for another b; may be NULL */
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

/* The formula that the compliant laws of normal.c share, and the stiffness of a sphere. */

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
