/* Laws of a point contact and the limits: Coulomb, viscous, frictionless, no slip. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/laws.h"

/* ---- coulomb: T = v/max(|v|, delta), no torque ------------------------------------------------ */

enum { COULOMB_DELTA };

static const rb_param coulomb_params[] = {
    {"delta", "δ", "m/s", 0, 10, 1e-4, "sliding velocity below which friction is linear", "KA09",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

RB_INLINE void coulomb_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                            rb_traction_jacobian *jac) {
    double u_min = f->params[COULOMB_DELTA] / f->patch.a;
    rb_polar p = polar_of(slip, 0);
    if (!(p.n.v > 0 || u_min > 0)) {
        rest_traction(0, 0, out, jac);
        return;
    }
    rb_dual q = dual_div(dual_const(1), p.n.v > u_min ? p.n : dual_const(u_min));
    circle_compose_plain(&p, q, dual_const(0), out, jac);
}
RB_EVALUATE(coulomb)

const rb_friction_law rb_law_coulomb = {
    .id = "coulomb",
    .name = "Coulomb, point contact",
    .source = "regularised as in KA09",
    .help = "full friction against the sliding velocity; no patch, so no drilling torque and no "
            "weakening by spin",
    .pressure = RB_PRESSURE_POINT,
    .shape = RB_PATCH_POINT,
    .params = RB_PARAM_TABLE(coulomb_params),
    .evaluate = coulomb,
};

/* ---- viscous: the mean sliding velocity over the distorted Hertz pressure ---------------------- */

enum { VISCOUS_V_0 };

static const rb_param viscous_params[] = {
    {"v_0", "v₀", "m/s", 0, 1000, 0.1, "sliding velocity at which friction reaches μN", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
};

/* T = <v>/v_0, M = <r x v>/(a v_0): linear, so the mean needs the pressure's moments only. */
static void viscous(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                    rb_traction_jacobian *jac) {
    double k = f->patch.a / f->params[VISCOUS_V_0];
    double b = f->patch.b;
    double x = slip->d_c / 5;
    double y = b * slip->d_s / 5;
    double rr = (1 + b * b) / 5;
    out->T_x = k * (slip->u_x - y * slip->omega);
    out->T_y = k * (slip->u_y + x * slip->omega);
    out->M = k * (x * slip->u_y - y * slip->u_x + rr * slip->omega);
    if (jac != NULL) {
        *jac = (rb_traction_jacobian){
            {{k, 0, -k * y, 0, -k * b / 5 * slip->omega},
             {0, k, k * x, k / 5 * slip->omega, 0},
             {-k * y, k * x, k * rr, k / 5 * slip->u_y, -k * b / 5 * slip->u_x}}};
    }
}

const rb_friction_law rb_law_viscous = {
    .id = "viscous",
    .name = "Viscous",
    .source = "linear mean over the patch",
    .help = "friction proportional to the sliding velocity, unbounded: what every softened law is "
            "near rest",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .couples_rolling = true,
    .unbounded = true,
    .params = RB_PARAM_TABLE(viscous_params),
    .evaluate = viscous,
};

/* ---- none, no-slip ----------------------------------------------------------------------------- */

static void none(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                 rb_traction_jacobian *jac) {
    (void)f;
    (void)slip;
    rest_traction(0, 0, out, jac);
}

const rb_friction_law rb_law_none = {
    .id = "none",
    .name = "Frictionless",
    .source = "",
    .help = "no friction at all",
    .pressure = RB_PRESSURE_POINT,
    .shape = RB_PATCH_POINT,
    .evaluate = none,
};

static const rb_param no_slip_params[] = {
    {"c_v", "c_v", "N m s", 0, 1, 0, "viscous torque against the angular velocity: -c_v omega",
     "Walker 1896", RB_PARAM_REAL, NULL},
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
};
