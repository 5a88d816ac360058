/* The formulas of rolling.c. */
#ifndef RB_CONTACT_ROLLING_INLINE_H
#define RB_CONTACT_ROLLING_INLINE_H

#include "contact/law_types_inline.h"
#include "math/elementary.h"
#include "math/pi.h"

/* Defines roll_name from roll_name_body, with derivatives or without; in lanes without. */
#if RB_LANES == 1
#define RB_ROLLING_EVALUATE(name)                                                                            \
    static void roll_##name(const double *params, rb_patch patch, const rb_rolling_motion *motion,           \
                            rb_rolling_result *out, rb_rolling_jacobian *jac) {                              \
        if (jac == NULL) {                                                                                   \
            roll_##name##_body(params, patch, motion, out, NULL);                                            \
        } else {                                                                                             \
            roll_##name##_body(params, patch, motion, out, jac);                                             \
        }                                                                                                    \
    }
#else
#define RB_ROLLING_EVALUATE(name)                                                                            \
    static void roll_##name(const rb_num *params, rb_num_patch patch, const rb_num_rolling_motion *motion,   \
                            rb_num_rolling_result *out) {                                                    \
        roll_##name##_body(params, patch, motion, out, NULL);                                                \
    }
#endif

/* sqrt(x² + y² + e²) without overflow. */
RB_INLINE rb_num norm3(rb_num x, rb_num y, rb_num e) {
    rb_num s = x * x + y * y + e * e;
    if (num_rarely(num_not(s < 1e300), &s)) {
        return NUM(rb_hypot(rb_hypot(num_first(x), num_first(y)), num_first(e)));
    }
    return num_sqrt(s);
}

/* none */
RB_INLINE void roll_none_body(const rb_num *params, rb_num_patch patch, const rb_num_rolling_motion *motion,
                              rb_num_rolling_result *out, rb_num_rolling_jacobian *jac) {
    (void)params;
    (void)patch;
    (void)motion;
    *out = (rb_num_rolling_result){NUM(0), NUM(0), NUM(0), NUM(0), NUM(0), NUM(0)};
    if (jac != NULL) {
        memset(jac, 0, sizeof *jac);
    }
}
RB_ROLLING_EVALUATE(none)

/* k11: isotropic, follows omega_pi */
enum { ROLL_K11_K_R, ROLL_K11_EPS };

/* With e = omega_pi/(|omega_pi| + eps): the rolling direction is omega_pi x n, so
   d = k_r (e_y, -e_x), and M_roll = -(k_r/5) e, K11 (9). r completes e to a unit vector. */
RB_INLINE void roll_k11_body(const rb_num *params, rb_num_patch patch, const rb_num_rolling_motion *motion,
                             rb_num_rolling_result *out, rb_num_rolling_jacobian *jac) {
    (void)patch;
    rb_num k_r = params[ROLL_K11_K_R];
    rb_num w = norm3(motion->w_x, motion->w_y, NUM(0));
    rb_mask rolls = w > 0;
    rb_num inv = NUM_CHOOSE(rolls, 1 / (w + params[ROLL_K11_EPS]), NUM(0));
    rb_num e_x = motion->w_x * inv;
    rb_num e_y = motion->w_y * inv;
    rb_num per_w = NUM_CHOOSE(rolls, 1 / w, NUM(0));
    rb_num n_x = motion->w_x * per_w;
    rb_num n_y = motion->w_y * per_w;
    *out = (rb_num_rolling_result){.d_c = k_r * e_y,
                                   .d_s = -k_r * e_x,
                                   .M_x = -k_r / 5 * e_x,
                                   .M_y = -k_r / 5 * e_y,
                                   .r_c = k_r * (n_y - e_y),
                                   .r_s = -k_r * (n_x - e_x)};
    if (jac == NULL) {
        return;
    }
    memset(jac, 0, sizeof *jac);
    /* at rest: the one-sided slope, if it exists */
    inv = NUM_CHOOSE(num_not(rolls) & (params[ROLL_K11_EPS] > 0), 1 / params[ROLL_K11_EPS], inv);
    rb_num dn[2][2] = {{per_w * (1 - n_x * n_x), -per_w * n_x * n_y},
                       {-per_w * n_x * n_y, per_w * (1 - n_y * n_y)}};
    rb_num de[2][2] = {{inv * (1 - e_x * n_x), -inv * e_x * n_y}, {-inv * e_y * n_x, inv * (1 - e_y * n_y)}};
    for (int j = 0; j < 2; j++) {
        jac->d[0][j] = k_r * de[1][j];
        jac->d[1][j] = -k_r * de[0][j];
        jac->d[2][j] = -k_r / 5 * de[0][j];
        jac->d[3][j] = -k_r / 5 * de[1][j];
        jac->d[4][j] = k_r * (dn[1][j] - de[1][j]);
        jac->d[5][j] = -k_r * (dn[0][j] - de[0][j]);
    }
}
RB_ROLLING_EVALUATE(k11)

/* k15: orthotropic, follows the contact point's velocity */
enum { ROLL_K15_D_A, ROLL_K15_B_R, ROLL_K15_EPS_R, ROLL_K15_I3, ROLL_K15_CIRCULAR };

/* d_c = d_a v_rx/den, d_s = (d_a/b) v_ry/den, den² = v_rx² + v_ry²/(b b_r)² + eps_R²,
   M_roll = pi I3 (b d_s, -d_c). */
RB_INLINE void roll_k15_body(const rb_num *params, rb_num_patch patch, const rb_num_rolling_motion *motion,
                             rb_num_rolling_result *out, rb_num_rolling_jacobian *jac) {
    rb_num b = NUM_CHOOSE(params[ROLL_K15_CIRCULAR] != 0, NUM(1), patch.b);
    rb_num k_c = params[ROLL_K15_D_A];
    rb_num k_s = k_c / b;
    rb_num m = RB_PI * params[ROLL_K15_I3];
    rb_num iy = 1 / (b * params[ROLL_K15_B_R]);
    rb_num den = norm3(motion->vr_x, motion->vr_y * iy, params[ROLL_K15_EPS_R]);
    rb_num inv = NUM_CHOOSE(den > 0, 1 / den, NUM(0));
    rb_num d_c = k_c * motion->vr_x * inv;
    rb_num d_s = k_s * motion->vr_y * inv;
    *out = (rb_num_rolling_result){d_c, d_s, m * b * d_s, -m * d_c, NUM(0), NUM(0)};
    if (jac == NULL) {
        return;
    }
    memset(jac, 0, sizeof *jac);
    rb_num g_x = motion->vr_x * inv * inv; /* grad den / den */
    rb_num g_y = motion->vr_y * inv * inv * iy * iy;
    const rb_num dd[2][2] = {{k_c * inv - d_c * g_x, -d_c * g_y}, {-d_s * g_x, k_s * inv - d_s * g_y}};
    for (int j = 0; j < 2; j++) {
        jac->d[0][2 + j] = dd[0][j];
        jac->d[1][2 + j] = dd[1][j];
        jac->d[2][2 + j] = m * b * dd[1][j];
        jac->d[3][2 + j] = -m * dd[0][j];
    }
}
RB_ROLLING_EVALUATE(k15)

/* ak18: the minimal model */
enum { ROLL_AK18_F, ROLL_AK18_B4, ROLL_AK18_B5, ROLL_AK18_EPS2 };

/* M_roll = f N (b4 v_ry, -v_rx)/sqrt(v_rx² + b5² v_ry² + eps2²), AK18 (14). */
RB_INLINE void roll_ak18_body(const rb_num *params, rb_num_patch patch, const rb_num_rolling_motion *motion,
                              rb_num_rolling_result *out, rb_num_rolling_jacobian *jac) {
    rb_num a = patch.a;
    rb_num v_x = a * motion->vr_x;
    rb_num v_y = a * motion->vr_y;
    rb_num b5 = params[ROLL_AK18_B5];
    rb_num den = norm3(v_x, b5 * v_y, params[ROLL_AK18_EPS2]);
    rb_num inv = NUM_CHOOSE(den > 0, 1 / den, NUM(0));
    rb_num k = params[ROLL_AK18_F] / a, k_x = k * params[ROLL_AK18_B4], k_y = -k;
    rb_num M_x = k_x * v_y * inv;
    rb_num M_y = k_y * v_x * inv;
    *out = (rb_num_rolling_result){NUM(0), NUM(0), M_x, M_y, NUM(0), NUM(0)};
    if (jac == NULL) {
        return;
    }
    memset(jac, 0, sizeof *jac);
    rb_num g_x = a * v_x * inv * inv; /* grad den / den */
    rb_num g_y = a * v_y * inv * inv * b5 * b5;
    jac->d[2][2] = -M_x * g_x;
    jac->d[2][3] = a * k_x * inv - M_x * g_y;
    jac->d[3][2] = a * k_y * inv - M_y * g_x;
    jac->d[3][3] = -M_y * g_y;
}
RB_ROLLING_EVALUATE(ak18)

#endif
