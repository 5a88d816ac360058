/* Rolling resistance laws: rolling shifts the pressure over the patch (d_c, d_s); the displaced
   pressure exerts a moment. All moments are per a N. */
#include "rattleback/rolling.h"

#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "math/pi.h"

/* sqrt(x² + y² + e²) that does not overflow. */
static inline double norm3(double x, double y, double e) {
    double s = x * x + y * y + e * e;
    return s < 1e300 ? sqrt(s) : rb_hypot(rb_hypot(x, y), e);
}

/* ---- none ------------------------------------------------------------------------------------ */

static void none(const double *params, rb_patch patch, const rb_rolling_motion *motion,
                 rb_rolling_result *out, rb_rolling_jacobian *jac) {
    (void)params;
    (void)patch;
    (void)motion;
    *out = (rb_rolling_result){0};
    if (jac != NULL) {
        memset(jac, 0, sizeof *jac);
    }
}

/* ---- k11: isotropic, follows omega_pi --------------------------------------------------------- */

enum { K11_K_R, K11_EPS };

static const rb_param k11_params[] = {
    {"k_r", "k_r", "", 0, 10, 1, "distortion of the pressure by rolling; rolling arm f_r = a k_r/5",
     "K11 (9)", RB_PARAM_REAL, NULL},
    {"eps", "ε", "rad/s", 0, 100, 1e-4, "softens rolling resistance near rest", "K11 (9)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

/* With e = omega_pi/(|omega_pi| + eps): the rolling direction is omega_pi x n, so
   d = k_r (e_y, -e_x), and M_roll = -(k_r/5) e, K11 (9). r completes e to a unit vector. */
static void k11(const double *params, rb_patch patch, const rb_rolling_motion *motion,
                rb_rolling_result *out, rb_rolling_jacobian *jac) {
    (void)patch;
    double k_r = params[K11_K_R];
    double w = norm3(motion->w_x, motion->w_y, 0);
    double inv = w > 0 ? 1 / (w + params[K11_EPS]) : 0;
    double e_x = motion->w_x * inv;
    double e_y = motion->w_y * inv;
    double per_w = w > 0 ? 1 / w : 0;
    double n_x = motion->w_x * per_w;
    double n_y = motion->w_y * per_w;
    *out = (rb_rolling_result){.d_c = k_r * e_y,
                               .d_s = -k_r * e_x,
                               .M_x = -k_r / 5 * e_x,
                               .M_y = -k_r / 5 * e_y,
                               .r_c = k_r * (n_y - e_y),
                               .r_s = -k_r * (n_x - e_x)};
    if (jac == NULL) {
        return;
    }
    memset(jac, 0, sizeof *jac);
    if (!(w > 0)) { /* at rest: the one-sided slope where there is one */
        inv = params[K11_EPS] > 0 ? 1 / params[K11_EPS] : 0;
    }
    double dn[2][2] = {{per_w * (1 - n_x * n_x), -per_w * n_x * n_y},
                       {-per_w * n_x * n_y, per_w * (1 - n_y * n_y)}};
    double de[2][2] = {{inv * (1 - e_x * n_x), -inv * e_x * n_y},
                       {-inv * e_y * n_x, inv * (1 - e_y * n_y)}};
    for (int j = 0; j < 2; j++) {
        jac->d[0][j] = k_r * de[1][j];
        jac->d[1][j] = -k_r * de[0][j];
        jac->d[2][j] = -k_r / 5 * de[0][j];
        jac->d[3][j] = -k_r / 5 * de[1][j];
        jac->d[4][j] = k_r * (dn[1][j] - de[1][j]);
        jac->d[5][j] = -k_r * (dn[0][j] - de[0][j]);
    }
}

/* ---- k15: orthotropic, follows the contact point's velocity ----------------------------------- */

enum { K15_D_A, K15_B_R, K15_EPS_R, K15_I3, K15_CIRCULAR };

#define I3_HERTZ 0.063661977236758134 /* 1/(5 pi) */

static const rb_param k15_params[] = {
    {"d_a", "d_a", "", 0, 10, 0.4363, "distortion of the pressure rolling along the major axis",
     "K15 (29)", RB_PARAM_REAL, NULL},
    {"b_r", "b_r", "", 0, 10, 1.217, "orthotropy of rolling resistance", "K15 (29)", RB_PARAM_ABOVE,
     NULL},
    {"eps_R", "ε_R", "rad/s", 0, 100, 0.1, "softens rolling resistance near rest", "K15 Table 1",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
    {"I3", "I₃", "", 0, 1, 0.0632, "radial moment of the pressure (Hertz: 1/(5π))", "K15 Table 1",
     RB_PARAM_ABOVE, NULL},
    {"circular", "b = 1", "", 0, 1, 0, "take the patch for a circle (variants C and E)", "K15",
     RB_PARAM_BOOL, NULL},
};

static const rb_param_set k15_sets[] = {
    {"AH", (const double[]){0.4848, 1.289, 0.1, I3_HERTZ, 0}},
    {"A0", (const double[]){3.069, 0.1014, 0.1, I3_HERTZ, 0}},
    {"A1", (const double[]){0.4363, 1.217, 0.1, 0.0632, 0}},
    {"A2", (const double[]){0.4345, 1.196, 0.1, 0.0589, 0}},
    {NULL, NULL},
};

/* d_c = d_a v_rx/den, d_s = (d_a/b) v_ry/den, den² = v_rx² + v_ry²/(b b_r)² + eps_R²,
   M_roll = pi I3 (b d_s, -d_c). */
static void k15(const double *params, rb_patch patch, const rb_rolling_motion *motion,
                rb_rolling_result *out, rb_rolling_jacobian *jac) {
    double b = params[K15_CIRCULAR] != 0 ? 1 : patch.b;
    double k_c = params[K15_D_A];
    double k_s = k_c / b;
    double m = RB_PI * params[K15_I3];
    double iy = 1 / (b * params[K15_B_R]);
    double den = norm3(motion->vr_x, motion->vr_y * iy, params[K15_EPS_R]);
    double inv = den > 0 ? 1 / den : 0;
    double d_c = k_c * motion->vr_x * inv;
    double d_s = k_s * motion->vr_y * inv;
    *out = (rb_rolling_result){.d_c = d_c, .d_s = d_s, .M_x = m * b * d_s, .M_y = -m * d_c};
    if (jac == NULL) {
        return;
    }
    memset(jac, 0, sizeof *jac);
    double g_x = motion->vr_x * inv * inv; /* grad den / den */
    double g_y = motion->vr_y * inv * inv * iy * iy;
    const double dd[2][2] = {{k_c * inv - d_c * g_x, -d_c * g_y},
                             {-d_s * g_x, k_s * inv - d_s * g_y}};
    for (int j = 0; j < 2; j++) {
        jac->d[0][2 + j] = dd[0][j];
        jac->d[1][2 + j] = dd[1][j];
        jac->d[2][2 + j] = m * b * dd[1][j];
        jac->d[3][2 + j] = -m * dd[0][j];
    }
}

/* ---- ak18: the minimal model, dimensional, no distortion -------------------------------------- */

enum { AK18_F, AK18_B4, AK18_B5, AK18_EPS2 };

static const rb_param ak18_params[] = {
    {"f", "f", "m", 0, 0.1, 0.482e-3, "rolling resistance arm", "AK18 Table 1", RB_PARAM_REAL,
     NULL},
    {"b4", "b₄", "", 0, 1000, 2.27, "orthotropy of the moment", "AK18 Table 1", RB_PARAM_REAL,
     NULL},
    {"b5", "b₅", "", 0, 1000, 9.46, "orthotropy of the denominator", "AK18 Table 1", RB_PARAM_ABOVE,
     NULL},
    {"eps2", "ε₂", "m/s", 0, 10, 0.0530, "softens rolling resistance near rest", "AK18 Table 1",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

static const rb_param_set ak18_sets[] = {
    {"A", (const double[]){0.482e-3, 2.27, 9.46, 0.0530}},
    {"B", (const double[]){0.481e-3, 2.20, 9.71, 1e-5}},
    {"C", (const double[]){0.485e-3, 1, 4.23, 0.0209}},
    {"C1", (const double[]){0.738e-3, 1, 6.76, 0.0310}},
    {"D", (const double[]){0.494e-3, 0.234, 1, 0.00490}},
    {"D1", (const double[]){0.725e-3, 0.148, 1, 0.00333}},
    {"E", (const double[]){0.407e-3, 1, 1, 0.0756}},
    {"F", (const double[]){0.476e-3, 2.42, 10.2, 0.0478}},
    {NULL, NULL},
};

/* M_roll = f N (b4 v_ry, -v_rx)/sqrt(v_rx² + b5² v_ry² + eps2²), AK18 (11). */
static void ak18(const double *params, rb_patch patch, const rb_rolling_motion *motion,
                 rb_rolling_result *out, rb_rolling_jacobian *jac) {
    double a = patch.a;
    double v_x = a * motion->vr_x;
    double v_y = a * motion->vr_y;
    double b5 = params[AK18_B5];
    double den = norm3(v_x, b5 * v_y, params[AK18_EPS2]);
    double inv = den > 0 ? 1 / den : 0;
    double k_x = params[AK18_F] / a * params[AK18_B4];
    double k_y = -params[AK18_F] / a;
    double M_x = k_x * v_y * inv;
    double M_y = k_y * v_x * inv;
    *out = (rb_rolling_result){.M_x = M_x, .M_y = M_y};
    if (jac == NULL) {
        return;
    }
    memset(jac, 0, sizeof *jac);
    double g_x = a * v_x * inv * inv; /* grad den / den */
    double g_y = a * v_y * inv * inv * b5 * b5;
    jac->d[2][2] = -M_x * g_x;
    jac->d[2][3] = a * k_x * inv - M_x * g_y;
    jac->d[3][2] = a * k_y * inv - M_y * g_x;
    jac->d[3][3] = -M_y * g_y;
}

/* ---- the table --------------------------------------------------------------------------------- */

static const rb_rolling_law laws[] = {
    {
        .id = "none",
        .name = "No rolling resistance",
        .source = "",
        .help = "the pressure stays symmetric: no moment, no coupling with friction",
        .params = {NULL, 0},
        .isotropic = true,
        .evaluate = none,
    },
    {
        .id = "k11",
        .name = "Isotropic (Kudra & Awrejcewicz 2011)",
        .source = "K11 (9)",
        .help = "moment against the angular velocity in the contact plane, the same for all "
                "directions",
        .params = RB_PARAM_TABLE(k11_params),
        .isotropic = true,
        .evaluate = k11,
    },
    {
        .id = "k15",
        .name = "Orthotropic (Kudra & Awrejcewicz 2015)",
        .source = "K15 (29), (54)",
        .help = "follows the velocity of the contact point over the plane, with different "
                "resistance along the two axes of the patch",
        .params = RB_PARAM_TABLE(k15_params),
        .sets = k15_sets,
        .evaluate = k15,
    },
    {
        .id = "ak18",
        .name = "Minimal (Awrejcewicz & Kudra 2018)",
        .source = "AK18 (11)",
        .help = "orthotropic moment in dimensional form; leaves the pressure under friction "
                "undistorted",
        .params = RB_PARAM_TABLE(ak18_params),
        .sets = ak18_sets,
        .evaluate = ak18,
    },
};

int rb_rolling_law_count(void) {
    return (int)(sizeof laws / sizeof laws[0]);
}

const rb_rolling_law *rb_rolling_law_at(int index) {
    return &laws[index];
}

const rb_rolling_law *rb_rolling_law_find(const char *id) {
    for (int i = 0; i < rb_rolling_law_count(); i++) {
        if (strcmp(laws[i].id, id) == 0) {
            return &laws[i];
        }
    }
    return NULL;
}
