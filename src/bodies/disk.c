/* The disk on the belt (K12): stick-slip in two dimensions, in numbers without dimension. A disk held
   by a spring and a cord lies on a belt that runs at v_b; x is its displacement along the belt, phi
   its angle.

       x''         + c x' + c12 phi' + x + k12 phi + T = F(t)
       m phi''     + c12 x' + c phi' + k12 x + phi + M = 0

   Slipping, (T, M) = mu times the law at (x' - v_b, phi'). Sticking, x' = v_b and phi' = 0, and (T, M)
   follows from the balance of forces: x grows linearly, which every method integrates exactly.

   Sticking begins where lambda = |(x' - v_b, phi')| falls to eps_lambda, and
   lasts as long as (T, M)/mu0 lies within the law's limit curve (contact/limit_curve.c). Then slip
   begins with eps_lambda in the direction that the curve gives. If the force is outside of the curve from the
   start, the stick phase has zero length. Velocities jump at both ends; they enter the energy balance as
   friction impulses, so that it closes. */
#include "bodies/disk.h"

#include <math.h>
#include <string.h>

#include "contact/limit_curve_inline.h"
#include "math/elementary.h"

/* The first values equal those of the body section; model->own continues with: */
enum {
    OWN_INVERSE_M = RB_DISK_PARAMS,
    /* For a law with an elliptic limit curve: T = v/size, mu M/m = OWN_ELLIPSE_M omega/size, with size^2 =
       v^2 + OWN_ELLIPSE_K omega^2. Otherwise 0. */
    OWN_ELLIPSE_K,
    OWN_ELLIPSE_M
};

static rb_status law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err) {
    const double *contact = scene->values[RB_SECTION_CONTACT];
    rb_patch patch = {contact[RB_CONTACT_A], contact[RB_CONTACT_B]};
    rb_error why;
    const double *values = law == scene->friction ? scene->values[RB_SECTION_FRICTION] : NULL;
    if (rb_limit_curve_check(law, values, patch, &why) == RB_OK) {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT, "friction: %s", why.text);
}

static rb_status check_contact(const double *contact, const char *where, rb_error *err) {
    if (contact[RB_CONTACT_SIZE] != RB_PATCH_SIZE_CONSTANT) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: contact: size: expected constant: the disk's face is its patch", where);
    }
    if (contact[RB_CONTACT_TORQUE] == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: contact: torque: expected true: the disk is held by a force and a torque", where);
    }
    return RB_OK;
}

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    const double *v = scene->values[RB_SECTION_BODY];
    const double *contact = scene->values[RB_SECTION_CONTACT];
    if (v[RB_DISK_MU0] < contact[RB_CONTACT_MU]) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: mu0: expected at least contact.mu = %g (static friction is not smaller "
                       "than sliding friction), got %g",
                       where, contact[RB_CONTACT_MU], v[RB_DISK_MU0]);
    }
    if (fabs(v[RB_DISK_K12]) >= 1) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: k12: expected -1 < k12 < 1 (springs that hold the disk), got %g", where,
                       v[RB_DISK_K12]);
    }
    if (fabs(v[RB_DISK_C12]) > v[RB_DISK_C]) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: c12: expected at most c = %g in size (damping takes energy), got "
                       "%g",
                       where, v[RB_DISK_C], v[RB_DISK_C12]);
    }
    if (v[RB_DISK_F_AMPLITUDE] != 0 && v[RB_DISK_F_FREQUENCY] == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: F_frequency: expected more than 0 while F_amplitude = %g, got 0", where,
                       v[RB_DISK_F_AMPLITUDE]);
    }
    return check_contact(contact, where, err);
}

static void prepare(const double *v, rb_model *model) {
    memcpy(model->own, v, RB_DISK_PARAMS * sizeof *v);
    model->own[OWN_INVERSE_M] = 1 / v[RB_DISK_M];
    if (v[RB_DISK_F_AMPLITUDE] == 0) {
        model->coupled.count = RB_DISK_T;
    }
    rb_friction f = model->friction;
    rb_limit_friction(&model->friction, f.law, f.params, f.patch);
    double a2 = f.patch.a * f.patch.a;
    model->own[OWN_ELLIPSE_K] = f.law->root[0] * a2;
    model->own[OWN_ELLIPSE_M] = model->mu * f.law->root[1] * a2 / v[RB_DISK_M];
}

/* ---- the equations ----------------------------------------------------------------------------- */

static double forcing(const double *p, double t) {
    double F = p[RB_DISK_F_AMPLITUDE];
    return F != 0 ? F * rb_cos(p[RB_DISK_F_FREQUENCY] * t + p[RB_DISK_F_PHASE]) : 0;
}

/* Computes the friction that keeps the disk on the belt. */
static void balance(const double *p, const double *y, double *T, double *M) {
    double x = y[RB_DISK_X], phi = y[RB_DISK_PHI], v_b = p[RB_DISK_V_B];
    *T = forcing(p, y[RB_DISK_T]) - p[RB_DISK_C] * v_b - x - p[RB_DISK_K12] * phi;
    *M = -p[RB_DISK_C12] * v_b - p[RB_DISK_K12] * x - phi;
}

static void stick_rhs(const double *p, const double *y, double *f) {
    double v_b = p[RB_DISK_V_B], T, M;
    balance(p, y, &T, &M);
    f[RB_DISK_X] = v_b;
    f[RB_DISK_T] = 1;
    f[RB_DISK_W_BELT] = -T * v_b;
    f[RB_DISK_W_DAMP] = p[RB_DISK_C] * v_b * v_b;
    f[RB_DISK_W_FORCE] = forcing(p, y[RB_DISK_T]) * v_b;
    f[RB_DISK_PHI] = f[RB_DISK_X_DOT] = f[RB_DISK_PHI_DOT] = 0;
    f[RB_DISK_W_SLIDE] = f[RB_DISK_W_DRILL] = 0;
}

/* Returns mu T and mu M/m. Each stage of a step depends on the one before, so the latency from velocities
   to accelerations matters: both are computed with one division, as a pair. */
RB_INLINE void friction(const rb_model *model, double v, double omega, double *restrict pull) {
    const double *p = model->own;
    if (p[OWN_ELLIPSE_K] > 0) { /* as rb_limit_at, for an ellipse */
        double square = v * v + p[OWN_ELLIPSE_K] * (omega * omega), size = sqrt(square);
        double top[2] = {model->mu * v, p[OWN_ELLIPSE_M] * omega};
        size = square > 0 ? size : INFINITY;
        pull[0] = top[0] / size;
        pull[1] = top[1] / size;
        return;
    }
    rb_limit_at(&model->friction, v, omega, &pull[0], &pull[1]);
    pull[0] *= model->mu;
    pull[1] *= model->mu * p[OWN_INVERSE_M];
}

RB_INLINE void slip_rhs(const rb_model *model, const double *y, double *restrict f) {
    const double *p = model->own;
    double x = y[RB_DISK_X], phi = y[RB_DISK_PHI], x_dot = y[RB_DISK_X_DOT];
    double omega = y[RB_DISK_PHI_DOT], v_b = p[RB_DISK_V_B], v = x_dot - v_b;
    double c = p[RB_DISK_C], c12 = p[RB_DISK_C12], k12 = p[RB_DISK_K12];
    double F = forcing(p, y[RB_DISK_T]), pull[2];
    double force = F - c * x_dot - c12 * omega - x - k12 * phi;
    double torque = -c12 * x_dot - c * omega - k12 * x - phi;
    double rest[2] = {force, torque * p[OWN_INVERSE_M]};
    friction(model, v, omega, pull);
    f[RB_DISK_X] = x_dot;
    f[RB_DISK_PHI] = omega;
    f[RB_DISK_X_DOT] = rest[0] - pull[0];
    f[RB_DISK_PHI_DOT] = rest[1] - pull[1];
    f[RB_DISK_T] = 1;
    f[RB_DISK_W_BELT] = -pull[0] * v_b;
    f[RB_DISK_W_SLIDE] = pull[0] * v;
    f[RB_DISK_W_DRILL] = pull[1] * p[RB_DISK_M] * omega;
    f[RB_DISK_W_DAMP] = c * x_dot * x_dot + 2 * c12 * x_dot * omega + c * omega * omega;
    f[RB_DISK_W_FORCE] = F * x_dot;
}

static void rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    if (y[RB_DISK_STICK] > 0.5) {
        stick_rhs(model->own, y, dydt);
    } else {
        slip_rhs(model, y, dydt);
    }
    dydt[RB_DISK_STICK] = 0;
    for (int i = RB_DISK_SINCE; i < RB_DISK_STATE; i++) {
        dydt[i] = 0;
    }
}

#define AT(i, j) J[(i)*RB_DISK_STATE + (j)]

/* The column of the Jacobian for the time, from the forcing. */
static void forcing_column(const double *p, const double *y, double v, double *J) {
    double angle = p[RB_DISK_F_FREQUENCY] * y[RB_DISK_T] + p[RB_DISK_F_PHASE];
    double slope = -p[RB_DISK_F_AMPLITUDE] * p[RB_DISK_F_FREQUENCY] * rb_sin(angle);
    AT(RB_DISK_W_FORCE, RB_DISK_T) = slope * v;
    if (y[RB_DISK_STICK] > 0.5) {
        AT(RB_DISK_W_BELT, RB_DISK_T) = -slope * v;
    } else {
        AT(RB_DISK_X_DOT, RB_DISK_T) = slope;
    }
}

static void slip_jacobian(const rb_model *model, const double *y, double *J) {
    const double *p = model->own;
    double a = model->friction.patch.a, mu = model->mu, v_b = p[RB_DISK_V_B];
    double x_dot = y[RB_DISK_X_DOT], v = x_dot - v_b, omega = y[RB_DISK_PHI_DOT];
    double c = p[RB_DISK_C], c12 = p[RB_DISK_C12], k12 = p[RB_DISK_K12], s = p[OWN_INVERSE_M];
    rb_slip slip = {.u_x = v / a, .omega = omega};
    rb_traction t;
    rb_traction_jacobian d;
    rb_friction_eval(&model->friction, &slip, &t, &d);
    double T_v = mu * d.d[0][0] / a, T_w = mu * d.d[0][2];
    double M_v = mu * d.d[2][0], M_w = mu * a * d.d[2][2], T = mu * t.T_x, M = mu * a * t.M;
    const int X_DOT = RB_DISK_X_DOT, PHI_DOT = RB_DISK_PHI_DOT;
    AT(RB_DISK_X, X_DOT) = AT(RB_DISK_PHI, PHI_DOT) = 1;
    AT(X_DOT, RB_DISK_X) = -1;
    AT(X_DOT, RB_DISK_PHI) = -k12;
    AT(X_DOT, X_DOT) = -c - T_v;
    AT(X_DOT, PHI_DOT) = -c12 - T_w;
    AT(PHI_DOT, RB_DISK_X) = -k12 * s;
    AT(PHI_DOT, RB_DISK_PHI) = -s;
    AT(PHI_DOT, X_DOT) = (-c12 - M_v) * s;
    AT(PHI_DOT, PHI_DOT) = (-c - M_w) * s;
    AT(RB_DISK_W_BELT, X_DOT) = -T_v * v_b;
    AT(RB_DISK_W_BELT, PHI_DOT) = -T_w * v_b;
    AT(RB_DISK_W_SLIDE, X_DOT) = T_v * v + T;
    AT(RB_DISK_W_SLIDE, PHI_DOT) = T_w * v;
    AT(RB_DISK_W_DRILL, X_DOT) = M_v * omega;
    AT(RB_DISK_W_DRILL, PHI_DOT) = M_w * omega + M;
    AT(RB_DISK_W_DAMP, X_DOT) = 2 * (c * x_dot + c12 * omega);
    AT(RB_DISK_W_DAMP, PHI_DOT) = 2 * (c12 * x_dot + c * omega);
    AT(RB_DISK_W_FORCE, X_DOT) = forcing(p, y[RB_DISK_T]);
    forcing_column(p, y, x_dot, J);
}

static void jacobian(const void *context, const double *y, double *J) {
    const rb_model *model = context;
    memset(J, 0, sizeof *J * RB_DISK_STATE * RB_DISK_STATE);
    if (y[RB_DISK_STICK] > 0.5) {
        AT(RB_DISK_W_BELT, RB_DISK_X) = model->own[RB_DISK_V_B];
        AT(RB_DISK_W_BELT, RB_DISK_PHI) = model->own[RB_DISK_V_B] * model->own[RB_DISK_K12];
        forcing_column(model->own, y, model->own[RB_DISK_V_B], J);
    } else {
        slip_jacobian(model, y, J);
    }
}

#undef AT

/* Springs are stretched by about mu0 when static friction is exceeded: this is the unit of scale. */
static void scale(const rb_model *model, double *scale) {
    double mu0 = model->own[RB_DISK_MU0];
    for (int i = 0; i < RB_DISK_STATE; i++) {
        scale[i] = i >= RB_DISK_W_BELT && i <= RB_DISK_W_FORCE ? mu0 * mu0 : 1;
    }
    scale[RB_DISK_X] = scale[RB_DISK_PHI] = scale[RB_DISK_X_DOT] = mu0;
    scale[RB_DISK_PHI_DOT] = mu0 * sqrt(model->own[OWN_INVERSE_M]);
}

/* An explicit step resolves (x' - v_b) only while it is shorter than 3.3/(mu dT/dv), and the slope of
   friction grows as 1/lambda until the disk sticks. */
static double longest_step(const rb_model *model, const char **what) {
    *what = "the last moments before the disk sticks";
    return 3.3 * model->own[RB_DISK_EPS] / fmax(model->mu, 1e-3);
}

/* ---- sticking and slipping --------------------------------------------------------------------- */

enum { STICKS, SLIPS };

static const rb_body_event events[] = {
    [STICKS] = {.name = "sticks", .crossing = RB_CROSS_FALLING},
    [SLIPS] = {.name = "slips", .crossing = RB_CROSS_HOLD},
};

/* After a release lambda equals eps_lambda except for rounding. Above this factor the disk slips, and may
   stick again. */
#define ARMED (1 + 1e-8)

static rb_limit_ray reach(const rb_model *model, const double *y) {
    double T, M, mu0 = model->own[RB_DISK_MU0];
    balance(model->own, y, &T, &M);
    return rb_limit_find(&model->friction, T / mu0, M / mu0);
}

static void event_values(const rb_model *model, const double *y, const double *f, double *g) {
    (void)f;
    const double *p = model->own;
    g[STICKS] = g[SLIPS] = 1;
    if (y[RB_DISK_STICK] > 0.5) {
        double xi = reach(model, y).xi;
        g[SLIPS] = 1 - xi * xi;
    } else {
        double v = y[RB_DISK_X_DOT] - p[RB_DISK_V_B], omega = y[RB_DISK_PHI_DOT];
        double eps = p[RB_DISK_EPS];
        g[STICKS] = v * v + omega * omega - eps * eps * ARMED;
    }
}

/* Rate of lambda². The rate of xi is not known, because it depends on the curve of the law. */
static void event_rates(const rb_model *model, const double *y, const double *f, double *rates) {
    bool sticks = y[RB_DISK_STICK] > 0.5;
    double v = y[RB_DISK_X_DOT] - model->own[RB_DISK_V_B];
    rates[STICKS] = 2 * (v * f[RB_DISK_X_DOT] + y[RB_DISK_PHI_DOT] * f[RB_DISK_PHI_DOT]);
    rates[STICKS] = sticks ? 0 : rates[STICKS];
    rates[SLIPS] = sticks ? NAN : 0;
}

/* Applies a friction impulse that leads to these velocities relative to the belt. It does work at the
   velocity of the belt, and at the mean of the relative velocities before and after. */
static void apply_impulse(const double *p, double v, double omega, double *y) {
    double v0 = y[RB_DISK_X_DOT] - p[RB_DISK_V_B], omega0 = y[RB_DISK_PHI_DOT];
    y[RB_DISK_W_BELT] += (v - v0) * p[RB_DISK_V_B];
    y[RB_DISK_W_SLIDE] -= (v * v - v0 * v0) / 2;
    y[RB_DISK_W_DRILL] -= p[RB_DISK_M] * (omega * omega - omega0 * omega0) / 2;
    y[RB_DISK_X_DOT] = p[RB_DISK_V_B] + v;
    y[RB_DISK_PHI_DOT] = omega;
}

static void begin_slip(const rb_model *model, rb_limit_ray ray, double *y) {
    double eps = model->own[RB_DISK_EPS];
    y[RB_DISK_STICK] = 0;
    y[RB_DISK_SINCE] = y[RB_DISK_T];
    apply_impulse(model->own, eps * ray.c, eps * ray.s, y);
}

/* The disk starts to stick to the belt. */
static void begin_stick(const rb_model *model, double *y) {
    apply_impulse(model->own, 0, 0, y);
    y[RB_DISK_STICKS] += 1;
    y[RB_DISK_X_AT] = y[RB_DISK_X];
    y[RB_DISK_PHI_AT] = y[RB_DISK_PHI];
    rb_limit_ray ray = reach(model, y);
    if (ray.xi >= 1) {
        y[RB_DISK_ZEROS] += 1;
        begin_slip(model, ray, y);
        return;
    }
    y[RB_DISK_STICK] = 1;
    y[RB_DISK_SINCE] = y[RB_DISK_T];
}

static void cross(const rb_model *model, int event, double *y) {
    if (event == STICKS) {
        begin_stick(model, y);
    } else {
        y[RB_DISK_STUCK] += y[RB_DISK_T] - y[RB_DISK_SINCE];
        begin_slip(model, reach(model, y), y);
    }
}

static void start(const double *v, const rb_model *model, double *y) {
    const double *p = model->own;
    memset(y, 0, RB_DISK_STATE * sizeof *y);
    y[RB_DISK_X] = v[RB_DISK_START_X];
    y[RB_DISK_PHI] = v[RB_DISK_START_PHI];
    y[RB_DISK_X_DOT] = p[RB_DISK_V_B] + v[RB_DISK_START_V];
    y[RB_DISK_PHI_DOT] = v[RB_DISK_START_OMEGA];
    double eps = p[RB_DISK_EPS], vv = v[RB_DISK_START_V] * v[RB_DISK_START_V];
    if (vv + v[RB_DISK_START_OMEGA] * v[RB_DISK_START_OMEGA] <= eps * eps) {
        begin_stick(model, y);
        for (int i = RB_DISK_W_BELT; i <= RB_DISK_W_FORCE; i++) {
            y[i] = 0; /* the energy balance starts here */
        }
    }
}

/* An edit may change the velocity of the belt under a sticking disk. */
static void refit(const rb_model *model, double *y) {
    if (y[RB_DISK_STICK] > 0.5) {
        y[RB_DISK_X_DOT] = model->own[RB_DISK_V_B];
        y[RB_DISK_PHI_DOT] = 0;
    }
}

/* Slip begins with eps_lambda; its direction and magnitude change within lambda/|lambda'|. */
static double time_scale(const rb_model *model, const double *y, const double *f) {
    if (y[RB_DISK_STICK] > 0.5) {
        return model->own[RB_DISK_F_AMPLITUDE] == 0 ? INFINITY : 0.1;
    }
    double v = y[RB_DISK_X_DOT] - model->own[RB_DISK_V_B], omega = y[RB_DISK_PHI_DOT];
    double a = f[RB_DISK_X_DOT], b = f[RB_DISK_PHI_DOT];
    double square = (v * v + omega * omega) / (a * a + b * b);
    return square > 0 ? fmin(3 * sqrt(square), 0.1) : 1e-9;
}

/* A flick releases the disk from the belt. */
static void flick(const rb_model *model, rb_vec3 delta_omega, double *y) {
    if (fabs(delta_omega.z) <= model->own[RB_DISK_EPS]) {
        return;
    }
    if (y[RB_DISK_STICK] > 0.5) {
        y[RB_DISK_STUCK] += y[RB_DISK_T] - y[RB_DISK_SINCE];
        y[RB_DISK_SINCE] = y[RB_DISK_T];
        y[RB_DISK_STICK] = 0;
    }
    y[RB_DISK_PHI_DOT] += delta_omega.z;
}

/* ---- snapshots --------------------------------------------------------------------------------- */

/* The contact in the quantities of the laws; while sticking, (T', M') replaces their result. */
static void observe_contact(const rb_model *model, double T, double M, double mu, rb_snapshot *out) {
    rb_contact_state *contact = &out->contact[0];
    double a = model->friction.patch.a, v = out->own[RB_DISK_OWN_X_DOT] - model->own[RB_DISK_V_B];
    out->contact_count = 1;
    contact->touching = true;
    contact->e_x = rb_v3(1, 0, 0);
    contact->e_y = rb_v3(0, 1, 0);
    contact->patch = model->friction.patch;
    contact->N = 1; /* mu and mu0 contain the normal force */
    contact->F = rb_v3(-T, 0, 0);
    contact->M_drill = rb_v3(0, 0, -M);
    contact->v_slip = rb_v3(v, 0, 0);
    contact->slip_speed = fabs(v);
    contact->omega_n = out->own[RB_DISK_OWN_PHI_DOT];
    contact->slip = (rb_slip){.u_x = v / a, .omega = contact->omega_n};
    contact->traction = (rb_traction){mu > 0 ? T / mu : 0, 0, mu > 0 ? M / (mu * a) : 0};
}

static void observe_friction(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = model->own;
    double v = y[RB_DISK_X_DOT] - p[RB_DISK_V_B], omega = y[RB_DISK_PHI_DOT], T, M;
    bool sticks = y[RB_DISK_STICK] > 0.5;
    if (sticks) {
        balance(p, y, &T, &M);
    } else {
        rb_limit_at(&model->friction, v, omega, &T, &M);
        T *= model->mu;
        M *= model->mu;
    }
    out->own[RB_DISK_OWN_T] = T;
    out->own[RB_DISK_OWN_M] = M;
    out->own[RB_DISK_OWN_LAMBDA] = sticks ? 0 : sqrt(v * v + omega * omega);
    out->own[RB_DISK_OWN_XI] = sticks ? reach(model, y).xi : 1;
    observe_contact(model, T, M, sticks ? p[RB_DISK_MU0] : model->mu, out);
}

static void observe_counts(const double *y, double *own) {
    double t = y[RB_DISK_T], phase = t - y[RB_DISK_SINCE];
    bool sticks = y[RB_DISK_STICK] > 0.5;
    own[RB_DISK_OWN_STICK] = sticks;
    own[RB_DISK_OWN_STICKS] = y[RB_DISK_STICKS];
    own[RB_DISK_OWN_ZEROS] = y[RB_DISK_ZEROS];
    own[RB_DISK_OWN_TIME_STUCK] = y[RB_DISK_STUCK] + (sticks ? phase : 0);
    own[RB_DISK_OWN_TIME_SLIPPING] = t - own[RB_DISK_OWN_TIME_STUCK];
    own[RB_DISK_OWN_SLIPPING_FOR] = sticks ? 0 : phase;
    own[RB_DISK_OWN_X_AT] = y[RB_DISK_X_AT];
    own[RB_DISK_OWN_PHI_AT] = y[RB_DISK_PHI_AT];
}

static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = model->own;
    double x = y[RB_DISK_X], phi = y[RB_DISK_PHI];
    double x_dot = y[RB_DISK_X_DOT], omega = y[RB_DISK_PHI_DOT];
    out->own[RB_DISK_OWN_X] = x;
    out->own[RB_DISK_OWN_X_DOT] = x_dot;
    out->own[RB_DISK_OWN_PHI] = phi;
    out->own[RB_DISK_OWN_PHI_DOT] = omega;
    observe_friction(model, y, out);
    observe_counts(y, out->own);
    out->E_kin = (x_dot * x_dot + p[RB_DISK_M] * omega * omega) / 2;
    out->E_pot = (x * x + phi * phi) / 2 + p[RB_DISK_K12] * x * phi;
    out->E = out->E_kin + out->E_pot;
    out->W_slide = y[RB_DISK_W_SLIDE];
    out->W_drill = y[RB_DISK_W_DRILL];
    out->W_damp = y[RB_DISK_W_DAMP];
    out->own[RB_DISK_OWN_W_BELT] = y[RB_DISK_W_BELT];
    out->own[RB_DISK_OWN_W_FORCE] = y[RB_DISK_W_FORCE];
    rb_disk_place(p, out);
}

const rb_body_ops rb_disk_ops = {
    .state_count = RB_DISK_STATE,
    .coupled = {0, RB_DISK_COUPLED},
    .moving = RB_DISK_MOVING,
    .longest_step_adaptive =
        32,        /* while sticking, x is linear; while slipping, error control limits the step */
    .bound = 1e12, /* works grow without limit */
    .follows = {.spin = -1, .speed = RB_DISK_X_DOT, .speed_count = 2, .slow = 1, .N = -1, .gap = -1},
    .events = events,
    .event_count = sizeof events / sizeof events[0],
    .check = check,
    .law_fits = law_fits,
    .prepare = prepare,
    .start = start,
    .rhs = rhs,
    .jacobian = jacobian,
    .scale = scale,
    .refit = refit,
    .first_step = time_scale,
    .longest_step = longest_step,
    .event_values = event_values,
    .cross = cross,
    .event_rates = event_rates,
    .flick = flick,
    .observe = observe,
    .mirror = rb_disk_mirror,
};
