/* phi from the vertical, away from the wall at phi = 0:

       m l² phi'' = -m g l sin(phi) - k l² sin(phi) cos(phi) - c phi'

   At the wall phi' becomes -e phi'. */
#include "pendulum.h"

#include <math.h>
#include <string.h>

#include "bodies/ops.h"
#include "math/pi.h"

enum { M, L, K, C, E };

static const rb_param params[] = {
    {"m", "m", "kg", 0, 1e3, 0.2, "mass of the bob", "", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"l", "l", "m", 0, 10, 0.1, "length of the rod", "", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"k", "k", "N/m", 0, 1e6, 0, "stiffness of the spring", "", 0, NULL},
    {"c", "c", "N m s", 0, 1e3, 0, "damping at the pivot", "", 0, NULL},
    {"e", "e", "", 0, 1, 0.8, "share of the speed that a stroke leaves", "", 0, NULL},
};

enum { PHI0, RATE0 };

static const rb_param start_params[] = {
    {"phi", "φ", "rad", 0, RB_PI / 2, 0.8, "initial angle", "", RB_PARAM_RESTART, NULL},
    {"rate", "φ'", "rad/s", -100, 100, 0, "initial angular velocity", "", RB_PARAM_RESTART, NULL},
};

enum { PHI, RATE, W_AIR, W_HIT, HITS, COUNT, TENSION = COUNT };

/* model->own */
enum { MASS = M, LENGTH = L, STIFFNESS = K, DAMPING = C, RESTITUTION = E, INERTIA };

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    const double *start = scene->values[RB_SECTION_START];
    if (start[PHI0] == 0 && start[RATE0] < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: start: rate: expected a start away from the wall",
                       where);
    }
    return RB_OK;
}

static void prepare(const double *v, rb_model *model) {
    memcpy(model->own, v, sizeof params / sizeof params[0] * sizeof *v);
    model->own[INERTIA] = v[M] * v[L] * v[L];
}

static void start(const double *v, const rb_model *model, double *y) {
    (void)model;
    memset(y, 0, COUNT * sizeof *y);
    y[PHI] = v[PHI0];
    y[RATE] = v[RATE0];
}

static void rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    const double *p = model->own;
    double s = sin(y[PHI]), c = cos(y[PHI]), w = y[RATE];
    double torque = -p[MASS] * model->g * p[LENGTH] * s -
                    p[STIFFNESS] * p[LENGTH] * p[LENGTH] * s * c - p[DAMPING] * w;
    dydt[PHI] = w;
    dydt[RATE] = torque / p[INERTIA];
    dydt[W_AIR] = p[DAMPING] * w * w;
    dydt[W_HIT] = dydt[HITS] = 0;
    dydt[TENSION] = p[MASS] * (model->g * c + p[LENGTH] * w * w);
}

static void jacobian(const void *context, const double *y, double *J) {
    const rb_model *model = context;
    const double *p = model->own;
    double s = sin(y[PHI]), c = cos(y[PHI]), l = p[LENGTH];
    memset(J, 0, sizeof(double) * COUNT * COUNT);
    J[PHI * COUNT + RATE] = 1;
    J[RATE * COUNT + PHI] =
        (-p[MASS] * model->g * l * c - p[STIFFNESS] * l * l * (c * c - s * s)) / p[INERTIA];
    J[RATE * COUNT + RATE] = -p[DAMPING] / p[INERTIA];
    J[W_AIR * COUNT + RATE] = 2 * p[DAMPING] * y[RATE];
}

static void scale(const rb_model *model, double *scale) {
    double energy = 0.1 * model->own[MASS] * model->g * model->own[LENGTH];
    scale[PHI] = scale[RATE] = scale[HITS] = 1;
    scale[W_AIR] = scale[W_HIT] = energy;
}

static const rb_body_event events[] = {
    [PENDULUM_HITS] = {.name = "strikes the wall", .crossing = RB_CROSS_HOLD},
    [PENDULUM_TURNS] = {.name = "turns", .crossing = RB_CROSS_FALLING},
};

static void event_values(const rb_model *model, const double *y, const double *f, double *g) {
    (void)model;
    (void)f;
    g[PENDULUM_HITS] = y[PHI];
    g[PENDULUM_TURNS] = y[RATE];
}

static void cross(const rb_model *model, int event, double *y) {
    if (event == PENDULUM_HITS) {
        double e = model->own[RESTITUTION], w = y[RATE];
        y[PHI] = 0;
        y[RATE] = -e * w;
        y[W_HIT] += (1 - e * e) * model->own[INERTIA] * w * w / 2;
        y[HITS] += 1;
    }
}

static void stop(double *y) {
    y[RATE] = 0;
}

static void flick(const rb_model *model, rb_vec3 delta_omega, double *y) {
    (void)model;
    y[RATE] += delta_omega.y;
}

/* Of the bob over the floor; its pivot is two lengths high. */
static rb_vec3 bob(double l, double phi) {
    return rb_v3(l * sin(phi), 0, 2 * l - l * cos(phi));
}

enum { OWN_PHI, OWN_RATE, OWN_HITS, OWN_TENSION, OWN_W_AIR, OWN_W_HIT };

static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = model->own;
    double f[RB_ODE_MAX];
    rhs(model, y, f);
    out->r_C = bob(p[LENGTH], y[PHI]);
    out->v_C = rb_scale(p[LENGTH] * y[RATE], rb_v3(cos(y[PHI]), 0, sin(y[PHI])));
    out->q = rb_quat_from_axis_angle(rb_v3(0, 1, 0), -y[PHI]);
    out->E_kin = p[INERTIA] * y[RATE] * y[RATE] / 2;
    out->E_pot = p[MASS] * model->g * out->r_C.z;
    out->E_elastic = p[STIFFNESS] * out->r_C.x * out->r_C.x / 2;
    out->E = out->E_kin + out->E_pot + out->E_elastic;
    out->own[OWN_PHI] = y[PHI];
    out->own[OWN_RATE] = y[RATE];
    out->own[OWN_HITS] = y[HITS];
    out->own[OWN_TENSION] = f[TENSION];
    out->own[OWN_W_AIR] = y[W_AIR];
    out->own[OWN_W_HIT] = y[W_HIT];
}

/* A rod from the pivot to a ball at the mass centre. */
static void look(const double *v, const double *start, rb_body_look *out) {
    (void)start;
    double l = isfinite(v[L]) && v[L] > 1e-3 ? v[L] : 1e-3, r = 0.18 * l;
    out->solid = (rb_part){.form = RB_FORM_ELLIPSOID, .turn = {1, 0, 0, 0}, .size = {r, r, r}};
    out->parts[out->part_count++] = (rb_part){.form = RB_FORM_ROD,
                                              .tone = RB_TONE_DARK,
                                              .turn = {1, 0, 0, 0},
                                              .size = {0.04 * l, 0.04 * l, l}};
    out->parts[out->part_count++] = out->solid;
    out->size = 1.5 * l;
    out->tall = true;
    out->mass = v[M];
}

/* The wall it strikes, and the spring from the wall to the bob, as long as it is now. */
static int surroundings(const double *v, const rb_snapshot *s, rb_part *parts) {
    double l = v[L], r = 0.18 * l;
    parts[0] = (rb_part){.form = RB_FORM_BOX,
                         .tone = RB_TONE_LIGHT,
                         .at = {-r - 0.1 * l, 0, l},
                         .turn = {1, 0, 0, 0},
                         .size = {0.1 * l, 0.3 * l, l}};
    parts[1] = (rb_part){.form = RB_FORM_SPRING,
                         .tone = RB_TONE_DARK,
                         .at = {-r, 0, s->r_C.z},
                         .turn = rb_quat_from_axis_angle(rb_v3(0, 1, 0), RB_PI / 2),
                         .size = {0.07 * l, 0.07 * l, s->r_C.x + r}};
    return 2;
}

static const rb_body_ops ops = {
    .state_count = COUNT,
    .follows = {.spin = -1, .speed = RATE, .speed_count = 1, .slow = 1, .N = TENSION, .gap = -1},
    .rest = {.speed = 2e-3, .time = 1, .coarse_speed = 2e-3, .coarse_time = 1},
    .events = events,
    .event_count = 2,
    .check = check,
    .prepare = prepare,
    .start = start,
    .rhs = rhs,
    .jacobian = jacobian,
    .scale = scale,
    .event_values = event_values,
    .cross = cross,
    .stop = stop,
    .flick = flick,
    .observe = observe,
    .look = look,
    .surroundings = surroundings,
};

#define AT(field) offsetof(rb_snapshot, field)

static const rb_signal rows[] = {
    {"phi", "φ", "rad", "angle from the vertical", AT(own[OWN_PHI])},
    {"rate", "φ'", "rad/s", "angular velocity", AT(own[OWN_RATE])},
    {"hits", "n", "", "strokes at the wall so far", AT(own[OWN_HITS])},
    {"tension", "S", "N", "force in the rod", AT(own[OWN_TENSION])},
    {"E", "E", "J", "mechanical energy", AT(E)},
    {"E_pot", "E_pot", "J", "potential energy", AT(E_pot)},
    {"E_elastic", "E_el", "J", "energy of the spring", AT(E_elastic)},
    {"E_kin", "E_kin", "J", "kinetic energy", AT(E_kin)},
    {"W_air", "W_a", "J", "dissipated at the pivot", AT(own[OWN_W_AIR])},
    {"W_hit", "W_h", "J", "dissipated at the wall", AT(own[OWN_W_HIT])},
    {"balance", "ΔE", "J", "energy lost by integration: E(0) − E − W", AT(balance)},
};
static const rb_signal_table signals = {rows, sizeof rows / sizeof rows[0]};
static const rb_signal_table *const tables[] = {&signals, NULL};

static const rb_energy_part energy[] = {
    {.signal = "E_pot", .name = "height", .offset = AT(E_pot)},
    {.signal = "E_elastic", .name = "spring", .offset = AT(E_elastic)},
    {.signal = "E_kin", .name = "moving", .offset = AT(E_kin)},
    {.signal = "W_air", .name = "pivot", .lost = true, .offset = AT(own[OWN_W_AIR])},
    {.signal = "W_hit", .name = "strokes", .lost = true, .offset = AT(own[OWN_W_HIT])},
};

static double hits_of(const rb_summary *summary) {
    return summary->own[OWN_HITS];
}

static const rb_outcome outcomes[] = {
    {"hits", "strokes", "n", "", "strokes at the wall", 0, RB_OUTCOME_COMPARED | RB_OUTCOME_WHOLE,
     0, hits_of},
};

const rb_body_kind pendulum_body = {
    .id = "wall-pendulum",
    .name = "Pendulum at a wall",
    .help = "a pendulum that strikes a wall at its lowest point",
    .params = RB_PARAM_TABLE(params),
    .start = RB_PARAM_TABLE(start_params),
    .signals = tables,
    .energy = energy,
    .energy_count = sizeof energy / sizeof energy[0],
    .outcomes = outcomes,
    .outcome_count = 1,
    .measure = "phi",
    .plots = {{"phi", NULL}, {"rate", "tension"}},
    .phase = {"phi", "rate"},
    .lanes = {{"struck", "hits", "once the wall has been struck"}},
    .ops = &ops,
};
