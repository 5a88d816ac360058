/* Normal-force laws. The compliant ones are N = k delta^1.5 (1 + chi delta_dot), never negative:
   elastic force with Hunt-Crossley damping. They differ in k only. */
#include "rattleback/normal.h"

#include <math.h>
#include <string.h>

#include "contact/hertz.h"
#include "contact/law_types_inline.h"
#include "math/elementary.h"

#define E_STAR_ROW                                                                                           \
    {                                                                                                        \
        "E_star", "E*", "Pa", 0, 1e13, 5e9, "effective modulus, 1/E* = Σ(1 - ν²)/E over both bodies",        \
            "K15 (49)", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL                                                  \
    }
#define CHI_ROW                                                                                              \
    {                                                                                                        \
        "chi", "χ", "s/m", 0, 1e5, 100, "Hunt–Crossley damping: N = N_elastic (1 + χ dδ/dt)", "ours",        \
            RB_PARAM_REAL, NULL                                                                              \
    }

static const rb_param rigid_params[] = {
    {"E_star", "E*", "Pa", 0, 1e13, 28.05e6,
     "effective modulus, which sizes the patch when contact.size is hertz", "K15 (50)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"restitution", "e", "", 0, 1, 0,
     "impacts of a tippe-top's spheres: impulse of restitution over that of compression; 0: no rebound",
     "Poisson; Leine & Glocker 2003", RB_PARAM_OPTIONAL, NULL},
    {"impact_friction", "", "", 0, 1, 0,
     "impacts of a tippe-top's spheres: does the friction law act during the impact, or is it frictionless",
     "Routh; ours", RB_PARAM_BOOL | RB_PARAM_OPTIONAL, NULL},
};
static const rb_param hertz_params[] = {E_STAR_ROW, CHI_ROW};
static const rb_param vilke_params[] = {
    E_STAR_ROW,
    CHI_ROW,
    {"bracket", "1 + ln²g/48", "", 0, 1, 1, "correction for elongated patches (off: the plain formula)",
     "ours", RB_PARAM_BOOL, NULL},
};

static void hertz(const double *params, const rb_normal_input *in, rb_normal_result *out) {
    compliant(rb_hertz_stiffness(params[NORMAL_E_STAR], in->kappa1, in->kappa2), params[NORMAL_CHI], in, out);
}

/* Vil'ke: N = 4 sqrt(2)/(3 sqrt(pi)) E* V/sqrt(S), S = 2 pi delta/sqrt(kappa1 kappa2) the area and V =
   delta S/2 the volume of the overlap; with them N = 4/3 E* (kappa1 kappa2)^(-1/4) delta^1.5. The bracket
   corrects elongated contacts (g = kappa1/kappa2) towards Hertz: the difference is 2e-5 at g = 0.5. */
static void vilke(const double *params, const rb_normal_input *in, rb_normal_result *out) {
    double k = vilke_stiffness(params[NORMAL_E_STAR], in->kappa1, in->kappa2);
    if (params[NORMAL_BRACKET] != 0 && in->kappa1 != in->kappa2) {
        double ln_g = rb_log(in->kappa1 / in->kappa2);
        k *= 1 + ln_g * ln_g / 48;
    }
    compliant(k, params[NORMAL_CHI], in, out);
}

static const rb_normal_law laws[] = {
    {
        .id = "rigid",
        .name = "Rigid",
        .source = "K11 (15)",
        .help = "permanent contact; N from the constraint, and the run ends where N would pull",
        .rigid = true,
        .params = RB_PARAM_TABLE(rigid_params),
    },
    {
        .id = "hertz",
        .name = "Hertz with Hunt–Crossley damping",
        .source = "KA09 section 5; damping ours",
        .help = "exact elastic contact of two quadrics, circular or elliptic",
        .params = RB_PARAM_TABLE(hertz_params),
        .evaluate = hertz,
    },
    {
        .id = "vilke",
        .name = "Vil'ke volumetric with Hunt–Crossley damping",
        .source = "Vil'ke, as KA09 names it; damping ours",
        .help = "force from volume and area of the geometric overlap: no elliptic integrals",
        .params = RB_PARAM_TABLE(vilke_params),
        .evaluate = vilke,
    },
};

int rb_normal_law_count(void) {
    return (int)(sizeof laws / sizeof laws[0]);
}

const rb_normal_law *rb_normal_law_at(int index) {
    return index >= 0 && index < rb_normal_law_count() ? &laws[index] : NULL;
}

const rb_normal_law *rb_normal_law_find(const char *id) {
    for (int i = 0; id != NULL && i < rb_normal_law_count(); i++) {
        if (strcmp(laws[i].id, id) == 0) {
            return &laws[i];
        }
    }
    return NULL;
}
