/* A user-defined body: a pendulum that strikes a wall at its lowest point and bounces back. The file
   describes it completely: parameters, state, equations of motion, an event, signals, energies and an
   outcome. It gives no Jacobian: implicit methods then use differences.

       own_body

   prints when the pendulum strikes the wall, and how often. */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <string.h>

/* ---- parameters ---------------------------------------------------------------------------------- */

enum { MASS, LENGTH, STIFFNESS, DAMPING, RESTITUTION, PARAMS };

static const rb_param params[] = {
    {.name = "m",
     .symbol = "m",
     .unit = "kg",
     .min = 0,
     .max = 10,
     .def = 0.2,
     .help = "mass of the bob",
     .source = "",
     .flags = RB_PARAM_ABOVE},
    {.name = "l",
     .symbol = "l",
     .unit = "m",
     .min = 0,
     .max = 10,
     .def = 0.1,
     .help = "length",
     .source = "",
     .flags = RB_PARAM_ABOVE},
    {.name = "k",
     .symbol = "k",
     .unit = "N/m",
     .min = 0,
     .max = 1e4,
     .def = 0,
     .help = "stiffness of a spring from the bob to the wall",
     .source = ""},
    {.name = "c",
     .symbol = "c",
     .unit = "N m s",
     .min = 0,
     .max = 10,
     .def = 0,
     .help = "damping in the pivot",
     .source = ""},
    {.name = "e",
     .symbol = "e",
     .unit = "",
     .min = 0,
     .max = 1,
     .def = 0.8,
     .help = "part of the speed that a stroke leaves",
     .source = ""},
};

enum { START_PHI, START_RATE };

static const rb_param start_params[] = {
    {.name = "phi",
     .symbol = "φ",
     .unit = "rad",
     .min = 0,
     .max = 1.5,
     .def = 0.8,
     .help = "initial angle",
     .source = "",
     .flags = RB_PARAM_RESTART},
    {.name = "rate",
     .symbol = "φ'",
     .unit = "rad/s",
     .min = -100,
     .max = 100,
     .def = 0,
     .help = "initial angular velocity",
     .source = "",
     .flags = RB_PARAM_RESTART},
};

/* ---- state and equations ------------------------------------------------------------------------- */

/* The lost works are integrated with the motion. The tension is not part of the state: rhs stores it after
   the derivatives. */
enum { PHI, RATE, W_AIR, W_HIT, HITS, STATE, TENSION = STATE };

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    const double *start = scene->values[RB_SECTION_START];
    if (start[START_PHI] == 0 && start[START_RATE] < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: start: rate: expected a start away from the wall", where);
    }
    return RB_OK;
}

static void prepare(const double *body, rb_model *model) {
    rb_model_store(model, body, PARAMS);
}

static void start(const double *values, const rb_model *model, double *y) {
    (void)model;
    memset(y, 0, STATE * sizeof *y);
    y[PHI] = values[START_PHI];
    y[RATE] = values[START_RATE];
}

static double inertia(const double *p) {
    return p[MASS] * p[LENGTH] * p[LENGTH];
}

static void rhs(const void *model, const double *y, double *dydt) {
    const double *p = rb_model_data((const rb_model *)model);
    double g = rb_model_gravity((const rb_model *)model);
    double s = sin(y[PHI]), c = cos(y[PHI]), w = y[RATE];
    double torque =
        -p[MASS] * g * p[LENGTH] * s - p[STIFFNESS] * p[LENGTH] * p[LENGTH] * s * c - p[DAMPING] * w;
    dydt[PHI] = w;
    dydt[RATE] = torque / inertia(p);
    dydt[W_AIR] = p[DAMPING] * w * w;
    dydt[W_HIT] = dydt[HITS] = 0;
    dydt[TENSION] = p[MASS] * (g * c + p[LENGTH] * w * w);
}

/* ---- events -------------------------------------------------------------------------------------- */

enum { STRIKES, TURNS, EVENTS };

static const rb_body_event events[] = {
    {.name = "strikes the wall", .crossing = RB_CROSS_HOLD},
    {.name = "turns", .crossing = RB_CROSS_FALLING},
};

static void event_values(const rb_model *model, const double *y, const double *f, double *g) {
    (void)model;
    (void)f;
    g[STRIKES] = y[PHI];
    g[TURNS] = y[RATE];
}

static void cross(const rb_model *model, int event, double *y) {
    if (event == STRIKES) {
        const double *p = rb_model_data(model);
        double e = p[RESTITUTION], w = y[RATE];
        y[PHI] = 0;
        y[RATE] = -e * w;
        y[W_HIT] += (1 - e * e) * inertia(p) * w * w / 2;
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

/* ---- observation --------------------------------------------------------------------------------- */

enum { OWN_PHI, OWN_RATE, OWN_HITS, OWN_TENSION, OWN_W_AIR, OWN_W_HIT };

/* The pivot is two lengths above the floor. */
static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = rb_model_data(model);
    double f[RB_BODY_STATE_MAX], l = p[LENGTH], s = sin(y[PHI]), c = cos(y[PHI]);
    rhs(model, y, f);
    out->r_C = (rb_vec3){l * s, 0, 2 * l - l * c};
    out->v_C = (rb_vec3){l * y[RATE] * c, 0, l * y[RATE] * s};
    out->q = (rb_quat){cos(y[PHI] / 2), 0, -sin(y[PHI] / 2), 0};
    out->E_kin = inertia(p) * y[RATE] * y[RATE] / 2;
    out->E_pot = p[MASS] * rb_model_gravity(model) * out->r_C.z;
    out->E_elastic = p[STIFFNESS] * out->r_C.x * out->r_C.x / 2;
    out->E = out->E_kin + out->E_pot + out->E_elastic;
    out->own[OWN_PHI] = y[PHI];
    out->own[OWN_RATE] = y[RATE];
    out->own[OWN_HITS] = y[HITS];
    out->own[OWN_TENSION] = f[TENSION];
    out->own[OWN_W_AIR] = y[W_AIR];
    out->own[OWN_W_HIT] = y[W_HIT];
}

#define AT(field) .offset = offsetof(rb_snapshot, field)

static const rb_signal signal_rows[] = {
    {.name = "phi", .symbol = "φ", .unit = "rad", .help = "angle from the vertical", AT(own[OWN_PHI])},
    {.name = "rate", .symbol = "φ'", .unit = "rad/s", .help = "angular velocity", AT(own[OWN_RATE])},
    {.name = "hits", .symbol = "n", .unit = "", .help = "strokes at the wall so far", AT(own[OWN_HITS])},
    {.name = "tension", .symbol = "S", .unit = "N", .help = "force in the rod", AT(own[OWN_TENSION])},
    {.name = "E", .symbol = "E", .unit = "J", .help = "mechanical energy", AT(E)},
    {.name = "E_pot", .symbol = "E_pot", .unit = "J", .help = "potential energy", AT(E_pot)},
    {.name = "E_elastic", .symbol = "E_el", .unit = "J", .help = "energy of the spring", AT(E_elastic)},
    {.name = "E_kin", .symbol = "E_kin", .unit = "J", .help = "kinetic energy", AT(E_kin)},
    {.name = "W_air", .symbol = "W_a", .unit = "J", .help = "dissipated at the pivot", AT(own[OWN_W_AIR])},
    {.name = "W_hit", .symbol = "W_h", .unit = "J", .help = "dissipated at the wall", AT(own[OWN_W_HIT])},
    {.name = "balance", .symbol = "ΔE", .unit = "J", .help = "energy lost by integration", AT(balance)},
};
static const rb_signal_table signal_table = {signal_rows, sizeof signal_rows / sizeof signal_rows[0]};
static const rb_signal_table *const signal_tables[] = {&signal_table, NULL};

static const rb_energy_part energy[] = {
    {.signal = "E_pot", .name = "height", AT(E_pot)},
    {.signal = "E_elastic", .name = "spring", AT(E_elastic)},
    {.signal = "E_kin", .name = "moving", AT(E_kin)},
    {.signal = "W_air", .name = "pivot", .lost = true, AT(own[OWN_W_AIR])},
    {.signal = "W_hit", .name = "strokes", .lost = true, AT(own[OWN_W_HIT])},
};

static double read_hits(const rb_summary *summary) {
    return summary->own[OWN_HITS];
}

static const rb_outcome outcomes[] = {
    {.name = "hits",
     .title = "strokes",
     .symbol = "n",
     .unit = "",
     .help = "strokes at the wall",
     .flags = RB_OUTCOME_COMPARED | RB_OUTCOME_WHOLE,
     .read = read_hits},
};

/* ---- the kind of body ---------------------------------------------------------------------------- */

static rb_body_ops pendulum_ops(void) {
    rb_body_ops ops = rb_default_body_ops();
    ops.state_count = STATE;
    ops.follows.speed = RATE;
    ops.follows.speed_count = 1;
    ops.follows.N = TENSION;
    ops.rest = (rb_rest_rule){.speed = 2e-3, .time = 1, .coarse_speed = 2e-3, .coarse_time = 1};
    ops.events = events;
    ops.event_count = EVENTS;
    ops.check = check;
    ops.prepare = prepare;
    ops.start = start;
    ops.rhs = rhs;
    ops.event_values = event_values;
    ops.cross = cross;
    ops.stop = stop;
    ops.flick = flick;
    ops.observe = observe;
    return ops;
}

static rb_body_kind pendulum_kind(const rb_body_ops *ops) {
    rb_body_kind kind = rb_default_body_kind();
    kind.id = "wall-pendulum";
    kind.name = "Pendulum at a wall";
    kind.help = "a pendulum that strikes a wall at its lowest point";
    kind.params = (rb_param_table)RB_PARAM_TABLE(params);
    kind.start = (rb_param_table)RB_PARAM_TABLE(start_params);
    kind.signals = signal_tables;
    kind.energy = energy;
    kind.energy_count = sizeof energy / sizeof energy[0];
    kind.outcomes = outcomes;
    kind.outcome_count = sizeof outcomes / sizeof outcomes[0];
    kind.measure = "phi";
    kind.phase[0] = "phi";
    kind.phase[1] = "rate";
    kind.ops = ops;
    return kind;
}

static bool print_event(void *context, const rb_moment *moment) {
    const rb_body_kind *body = context;
    if (moment->event != NULL) {
        printf("%.4f s: %s\n", moment->event->t, rb_event_name(body, moment->event));
    }
    return true; /* continue */
}

int main(void) {
    rb_error err;
    rb_body_ops ops = pendulum_ops();
    rb_body_kind kind = pendulum_kind(&ops);
    if (rb_body_kind_register(&kind, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const rb_body_kind *body = rb_body_kind_find("wall-pendulum");
    rb_scene scene = rb_default_scene();
    rb_scene_set_body(&scene, body);
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    rb_observer observer = rb_default_observer();
    observer.events = true;
    observer.observe = print_event;
    observer.context = (void *)body;
    rb_run_result result;
    if (rb_run(&scene, 1, &observer, &result, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    printf("%.0f strokes, energy balance closes to %.1e\n", read_hits(&result.summary),
           result.summary.energy_balance_error);
    return 0;
}
