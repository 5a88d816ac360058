/* Awrejcewicz & Kudra 2018: the minimal model, dimensional, with no coupling to rolling.

       F = -mu N v/sqrt(v² + b1² omega² + eps1²)
       M = -mu N b2 omega/sqrt(omega² + b3² v² + eps1²)

   The published sets A … F were identified with mu = 0.231, 0.231, 0.233, 0.238, 0.234, 0.241, 0.235, 0.189
   (mu is not a parameter of the law) and with the rolling law's set of the same name. */
#include "contact/friction/ak18_inline.h"
#include "contact/friction/laws.h"

static const rb_param ak18_params[] = {
    {"b1", "b₁", "m", 0, 1, 4.29e-3, "how far drilling weakens sliding friction", "AK18 (12)",
     RB_PARAM_FITTED, NULL},
    {"b2", "b₂", "m", 0, 1, 2.46e-3, "arm of the drilling torque", "AK18 (13)", RB_PARAM_FITTED, NULL},
    {"b3", "b₃", "1/m", 0, 1e6, 667, "how far sliding weakens the drilling torque", "AK18 (13)",
     RB_PARAM_FITTED, NULL},
    {"eps1", "ε₁", "m/s, rad/s", 0, 10, 1e-5, "softens friction near rest", "AK18 (12), (13)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

static const rb_param_set ak18_sets[] = {
    {"A", (const double[]){4.29e-3, 2.46e-3, 667, 1e-5}},
    {"B", (const double[]){4.30e-3, 2.45e-3, 657, 1e-5}},
    {"C", (const double[]){4.28e-3, 2.45e-3, 700, 1e-5}},
    {"C1", (const double[]){3.01e-3, 2.45e-3, 1620, 1e-5}},
    {"D", (const double[]){4.50e-3, 2.46e-3, 771, 1e-5}},
    {"D1", (const double[]){3.06e-3, 2.43e-3, 1580, 1e-5}},
    {"E", (const double[]){4.02e-3, 2.43e-3, 520, 1e-5}},
    {"F", (const double[]){0, 2.56e-3, 0, 1e-5}},
    {NULL, NULL},
};

const rb_friction_law rb_law_ak18 = {
    .id = "ak18",
    .name = "Minimal (Awrejcewicz & Kudra 2018)",
    .source = "AK18 (12), (13), Table 1",
    .help = "one square root each for force and torque, fitted to a measured stone; isotropic, no "
            "coupling with rolling",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .any_patch = true,
    .params = RB_PARAM_TABLE(ak18_params),
    .sets = ak18_sets,
    .evaluate = ak18,
    .formula = "T = {v}/{√{v² + b₁² ω²}}\n"
               "M = {b₂}/{a} {ω}/{√{ω² + b₃² v²}}",
    .range = "fitted to a measured stone: b₁, b₂, b₃ are lengths of that patch; isotropic, without rolling",
};
