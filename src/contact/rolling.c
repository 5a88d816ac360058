/* Rolling resistance laws: rolling shifts the pressure over the patch (d_c, d_s); the displaced
   pressure exerts a moment. All moments are per a N. */
#include "rattleback/rolling.h"

#include "contact/rolling_inline.h"

/* ---- k11: isotropic, follows omega_pi --------------------------------------------------------- */

static const rb_param k11_params[] = {
    {"k_r", "k_r", "", 0, 10, 1, "distortion of the pressure by rolling; rolling arm f_r = a k_r/5",
     "K11 (3), (9)", RB_PARAM_REAL, NULL},
    {"eps", "ε", "rad/s", 0, 100, 1e-4, "softens rolling resistance near rest", "K11 (9)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

/* ---- k15: orthotropic, follows the contact point's velocity ----------------------------------- */

#define I3_HERTZ 0.063661977236758134 /* 1/(5 pi) */

static const rb_param k15_params[] = {
    {"d_a", "d_a", "", 0, 10, 0.4363, "distortion of the pressure rolling along the major axis", "K15 (29)",
     RB_PARAM_REAL, NULL},
    {"b_r", "b_r", "", 0, 10, 1.217, "orthotropy of rolling resistance", "K15 (29)", RB_PARAM_ABOVE, NULL},
    {"eps_R", "ε_R", "rad/s", 0, 100, 0.1, "softens rolling resistance near rest", "K15 (29)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
    {"I3", "I₃", "", 0, 1, 0.0632, "radial moment of the pressure (Hertz: 1/(5π))", "K15 (30)",
     RB_PARAM_ABOVE, NULL},
    {"circular", "b = 1", "", 0, 1, 0, "take the patch for a circle (variants C and E)", "K15 (56)",
     RB_PARAM_BOOL, NULL},
};

static const rb_param_set k15_sets[] = {
    {"AH", (const double[]){0.4848, 1.289, 0.1, I3_HERTZ, 0}},
    {"A0", (const double[]){3.069, 0.1014, 0.1, I3_HERTZ, 0}},
    {"A1", (const double[]){0.4363, 1.217, 0.1, 0.0632, 0}},
    {"A2", (const double[]){0.4345, 1.196, 0.1, 0.0589, 0}},
    {NULL, NULL},
};

/* ---- ak18: the minimal model, dimensional, no distortion -------------------------------------- */

static const rb_param ak18_params[] = {
    {"f", "f", "m", 0, 0.1, 0.482e-3, "rolling resistance arm", "AK18 (14)", RB_PARAM_REAL, NULL},
    {"b4", "b₄", "", 0, 1000, 2.27, "orthotropy of the moment", "AK18 (14)", RB_PARAM_REAL, NULL},
    {"b5", "b₅", "", 0, 1000, 9.46, "orthotropy of the denominator", "AK18 (14)", RB_PARAM_ABOVE, NULL},
    {"eps2", "ε₂", "m/s", 0, 10, 0.0530, "softens rolling resistance near rest", "AK18 (14)",
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

/* ---- the table --------------------------------------------------------------------------------- */

static const rb_rolling_law laws[] = {
    {
        .id = "none",
        .name = "No rolling resistance",
        .source = "",
        .help = "the pressure stays symmetric: no moment, no coupling with friction",
        .params = {NULL, 0},
        .isotropic = true,
        .evaluate = roll_none,
    },
    {
        .id = "k11",
        .name = "Isotropic (Kudra & Awrejcewicz 2011)",
        .source = "K11 (9)",
        .help = "moment against the angular velocity in the contact plane, the same for all "
                "directions",
        .params = RB_PARAM_TABLE(k11_params),
        .isotropic = true,
        .evaluate = roll_k11,
    },
    {
        .id = "k15",
        .name = "Orthotropic (Kudra & Awrejcewicz 2015)",
        .source = "K15 (29), (30), (54)",
        .help = "follows the velocity of the contact point over the plane, with different "
                "resistance along the two axes of the patch",
        .params = RB_PARAM_TABLE(k15_params),
        .sets = k15_sets,
        .evaluate = roll_k15,
    },
    {
        .id = "ak18",
        .name = "Minimal (Awrejcewicz & Kudra 2018)",
        .source = "AK18 (14)",
        .help = "orthotropic moment in dimensional form; leaves the pressure under friction "
                "undistorted",
        .params = RB_PARAM_TABLE(ak18_params),
        .sets = ak18_sets,
        .evaluate = roll_ak18,
    },
};

int rb_rolling_law_count(void) {
    return (int)(sizeof laws / sizeof laws[0]);
}

const rb_rolling_law *rb_rolling_law_at(int index) {
    return index >= 0 && index < rb_rolling_law_count() ? &laws[index] : NULL;
}

const rb_rolling_law *rb_rolling_law_find(const char *id) {
    for (int i = 0; id != NULL && i < rb_rolling_law_count(); i++) {
        if (strcmp(laws[i].id, id) == 0) {
            return &laws[i];
        }
    }
    return NULL;
}
