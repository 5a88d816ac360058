/* Laws of a point contact and the limits: Coulomb, viscous, frictionless, no slip. */
#include "contact/friction/laws.h"
#include "contact/friction/simple_inline.h"

/* ---- coulomb: T = v/max(|v|, delta), no torque ------------------------------------------------ */

static const rb_param coulomb_params[] = {
    {"delta", "δ", "m/s", 0, 10, 1e-4, "sliding velocity below which friction is linear", "KA09 section 3",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

const rb_friction_law rb_law_coulomb = {
    .id = "coulomb",
    .name = "Coulomb, point contact",
    .source = "regularised as in KA09 section 3",
    .help = "full friction against the sliding velocity; no patch, so no drilling torque and no "
            "weakening by spin",
    .pressure = RB_PRESSURE_POINT,
    .shape = RB_PATCH_POINT,
    .params = RB_PARAM_TABLE(coulomb_params),
    .evaluate = coulomb,
    .formula = "T = {v}/{max(|v|, δ)}\n"
               "M = 0",
    .range = "point contact: no patch, so no drilling torque",
};

/* ---- viscous: the mean sliding velocity over the distorted Hertz pressure ---------------------- */

static const rb_param viscous_params[] = {
    {"v_0", "v₀", "m/s", 0, 1000, 0.1, "sliding velocity at which friction reaches μN", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
};

const rb_friction_law rb_law_viscous = {
    .id = "viscous",
    .name = "Viscous",
    .source = "ours: linear mean over the patch",
    .help = "friction proportional to the sliding velocity, unbounded: what every softened law is "
            "near rest",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .couples_rolling = true,
    .unbounded = true,
    .params = RB_PARAM_TABLE(viscous_params),
    .evaluate = viscous,
    .formula = "T = {a}/{v₀} u\n"
               "M = {a}/{v₀} {1 + b²}/{5} ω",
    .range = "for comparison only: grows with the velocity, without a limit",
};

/* ---- none, no-slip ----------------------------------------------------------------------------- */

const rb_friction_law rb_law_none = {
    .id = "none",
    .name = "Frictionless",
    .source = "",
    .help = "no friction at all",
    .pressure = RB_PRESSURE_POINT,
    .shape = RB_PATCH_POINT,
    .evaluate = frictionless,
    .formula = "T = 0\n"
               "M = 0",
    .range = "every patch",
};

static const rb_param no_slip_params[] = {
    {"c_v", "c_v", "N m s", 0, 1, 0,
     "viscous torque against the angular velocity: -c_v omega; Kane & Levinson's loss term sigma",
     "Kane & Levinson 1982", RB_PARAM_REAL, NULL},
    {"two_sided", "", "", 0, 1, 0,
     "two-sided constraint: the floor may also pull (N < 0); otherwise the run ends there with lift-off",
     "Borisov & Mamaev 2003", RB_PARAM_BOOL | RB_PARAM_OPTIONAL, NULL},
};

const rb_friction_law rb_law_no_slip = {
    .id = "no-slip",
    .name = "No slip (Walker, Kane & Levinson, Bondi)",
    .source = "non-holonomic constraint v_A = 0",
    .help = "rolling without sliding: the force is whatever the constraint needs",
    .pressure = RB_PRESSURE_POINT,
    .shape = RB_PATCH_POINT,
    .no_slip = true,
    .params = RB_PARAM_TABLE(no_slip_params),
    .formula = "v_A = 0",
    .range = "a constraint instead of a law: the contact point does not slide",
};
