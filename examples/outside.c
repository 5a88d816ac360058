/* Everything that a program can add from outside, in one file that is valid C17 and C++17: a friction law, a
   body, an outcome, a base that moves, and checkpoints.

       outside

   runs a stone with the law on a shaking table, continues it from a checkpoint in another simulation, and
   runs the body. Prints one line for each. */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const rb_error *err) {
    fprintf(stderr, "outside: %s\n", err->text);
    return 1;
}

static rb_param parameter(const char *name, const char *unit, double max, double value, const char *help) {
    rb_param p;
    memset(&p, 0, sizeof p);
    p.name = p.symbol = name;
    p.unit = unit;
    p.max = max;
    p.def = value;
    p.help = help;
    p.source = "";
    return p;
}

/* ---- a friction law: force and drilling torque on one ellipse ----------------------------------- */

enum { ARM, SOFT };

static rb_param law_params[2];

/* Provides no derivatives: the library uses differences. */
static void evaluate(const rb_friction *f, const rb_slip *slip, rb_traction *out, rb_traction_jacobian *jac) {
    double k = f->params[ARM], eps = f->params[SOFT], w = k * slip->omega;
    double size = sqrt(slip->u_x * slip->u_x + slip->u_y * slip->u_y + w * w + eps * eps);
    (void)jac;
    out->T_x = slip->u_x / size;
    out->T_y = slip->u_y / size;
    out->M = k * w / size;
}

static rb_friction_law own_law(void) {
    law_params[ARM] = parameter("k", "", 1, 0.589, "torque of pure drilling / (mu N a)");
    law_params[SOFT] = parameter("eps", "rad/s", 10, 0.1, "softens the law near rest");
    rb_friction_law law = rb_default_friction_law();
    law.id = "outside-ellipse";
    law.name = "Ellipse";
    law.source = "examples/outside.c";
    law.help = "force and drilling torque on one ellipse";
    law.params.rows = law_params;
    law.params.count = 2;
    law.evaluate = evaluate;
    return law;
}

/* ---- a body: a mass on a damped spring ----------------------------------------------------------- */

enum { MASS, SPRING, DAMPER, BODY_PARAMS };
enum { PLACE, SPEED, LOSS, STATE };

static rb_param body_params[BODY_PARAMS], start_params[1];

static void prepare(const double *body, rb_model *model) {
    rb_model_store(model, body, BODY_PARAMS);
}

static void start(const double *values, const rb_model *model, double *y) {
    (void)model;
    y[PLACE] = values[0];
    y[SPEED] = y[LOSS] = 0;
}

static void rhs(const void *model, const double *y, double *dydt) {
    const double *p = rb_model_data((const rb_model *)model);
    dydt[PLACE] = y[SPEED];
    dydt[SPEED] = -(p[SPRING] * y[PLACE] + p[DAMPER] * y[SPEED]) / p[MASS];
    dydt[LOSS] = p[DAMPER] * y[SPEED] * y[SPEED];
}

static void stop(double *y) {
    y[SPEED] = 0;
}

static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = rb_model_data(model);
    out->E_elastic = p[SPRING] * y[PLACE] * y[PLACE] / 2;
    out->E_kin = p[MASS] * y[SPEED] * y[SPEED] / 2;
    out->E = out->E_elastic + out->E_kin;
    out->own[0] = y[PLACE];
    out->own[1] = y[LOSS];
}

static rb_signal signal_rows[2];
static rb_signal_table signal_table;
static const rb_signal_table *const signal_tables[] = {&signal_table, NULL};
static rb_energy_part energy[3];

static rb_signal signal_at(const char *name, const char *unit, const char *help, size_t offset) {
    rb_signal s;
    s.name = s.symbol = name;
    s.unit = unit;
    s.help = help;
    s.offset = offset;
    return s;
}

static rb_energy_part part(const char *signal, const char *name, bool lost, size_t offset) {
    rb_energy_part p;
    memset(&p, 0, sizeof p);
    p.signal = signal;
    p.name = name;
    p.lost = lost;
    p.offset = offset;
    return p;
}

static rb_status register_body(rb_error *err) {
    body_params[MASS] = parameter("m", "kg", 10, 0.2, "mass");
    body_params[MASS].flags = RB_PARAM_ABOVE;
    body_params[SPRING] = parameter("k", "N/m", 1e4, 20, "stiffness of the spring");
    body_params[DAMPER] = parameter("c", "N s/m", 10, 0.1, "damping");
    start_params[0] = parameter("x", "m", 1, 0.05, "initial displacement");
    signal_rows[0] = signal_at("x", "m", "displacement", offsetof(rb_snapshot, own[0]));
    signal_rows[1] = signal_at("W_lost", "J", "dissipated so far", offsetof(rb_snapshot, own[1]));
    signal_table.rows = signal_rows;
    signal_table.count = 2;
    energy[0] = part("x", "spring", false, offsetof(rb_snapshot, E_elastic));
    energy[1] = part("x", "moving", false, offsetof(rb_snapshot, E_kin));
    energy[2] = part("W_lost", "damper", true, offsetof(rb_snapshot, own[1]));
    rb_body_ops ops = rb_default_body_ops();
    ops.state_count = STATE;
    ops.follows.speed = SPEED;
    ops.follows.speed_count = 1;
    ops.rest.speed = ops.rest.coarse_speed = 1e-5;
    ops.rest.time = ops.rest.coarse_time = 0.5;
    ops.prepare = prepare;
    ops.start = start;
    ops.rhs = rhs;
    ops.stop = stop;
    ops.observe = observe;
    rb_body_kind kind = rb_default_body_kind();
    kind.id = "outside-spring";
    kind.name = "Mass on a spring";
    kind.help = "a mass on a damped spring";
    kind.params.rows = body_params;
    kind.params.count = BODY_PARAMS;
    kind.start.rows = start_params;
    kind.start.count = 1;
    kind.signals = signal_tables;
    kind.energy = energy;
    kind.energy_count = 3;
    kind.measure = "x";
    kind.ops = &ops;
    return rb_body_kind_register(&kind, err);
}

/* ---- an outcome of all bodies -------------------------------------------------------------------- */

static rb_outcome lost_share;

static double read_lost_share(const rb_summary *summary) {
    return summary->W_lost / summary->E_initial;
}

static rb_status register_outcome(rb_error *err) {
    lost_share.name = "lost_share";
    lost_share.title = "lost";
    lost_share.symbol = "W/E";
    lost_share.unit = "";
    lost_share.help = "energy lost, as a share of the energy at the start";
    lost_share.decimals = 3;
    lost_share.flags = RB_OUTCOME_COMPARED;
    lost_share.read = read_lost_share;
    return rb_outcome_register(&lost_share, err);
}

/* ---- a shaking table ----------------------------------------------------------------------------- */

static rb_vec3 shake(void *context, const rb_motion *motion) {
    rb_vec3 acceleration = {0, 0, 0};
    acceleration.x = *(const double *)context * sin(40 * motion->t);
    return acceleration;
}

static void run_until(rb_simulation *sim, double t) {
    while (rb_simulation_time(sim) < t && rb_simulation_phase(sim) == RB_PHASE_RUNNING) {
        rb_simulation_tick(sim);
    }
}

/* One run to the end, and a second one from the checkpoint of the first. */
static rb_status branch(rb_simulation *one, rb_simulation *other, rb_error *err) {
    size_t size = rb_checkpoint_size(one);
    void *checkpoint = malloc(size);
    run_until(one, 0.5);
    rb_status status = rb_checkpoint_save(one, checkpoint, size, err);
    status = status == RB_OK ? rb_checkpoint_restore(other, checkpoint, size, err) : status;
    free(checkpoint);
    run_until(one, 1);
    run_until(other, 1);
    return status;
}

static rb_status shaken_stone(rb_error *err) {
    double amplitude = 0.4; /* m/s2 */
    rb_control control = rb_default_control();
    control.base_acceleration = shake;
    control.context = &amplitude;
    rb_scene scene;
    rb_simulation *sims[2] = {NULL, NULL};
    rb_status status = rb_library_open("k11-fig5", &scene, err);
    if (status == RB_OK) {
        rb_scene_set_friction(&scene, rb_friction_law_find("outside-ellipse"));
        rb_scene_set_method(&scene, RB_METHOD_AUTO);
    }
    for (int i = 0; status == RB_OK && i < 2; i++) {
        status = rb_simulation_create(&scene, &sims[i], err);
        status = status == RB_OK ? rb_simulation_set_control(sims[i], &control, err) : status;
    }
    status = status == RB_OK ? branch(sims[0], sims[1], err) : status;
    if (status == RB_OK) {
        rb_summary summary;
        rb_simulation_summary(sims[0], &summary);
        printf("law %s on a shaking table: spin %.3f rad/s after %.1f s, lost %.3f of its energy, balance "
               "off by %.0e\n",
               scene.friction->id, summary.omega3_final, summary.t_end,
               rb_outcome_value(rb_outcome_find("lost_share"), &summary), summary.energy_balance_error);
        bool same = rb_simulation_hash(sims[0]) == rb_simulation_hash(sims[1]);
        printf("from a checkpoint: %s\n", same ? "the same bits" : "ANOTHER MOTION");
    }
    rb_simulation_destroy(sims[0]);
    rb_simulation_destroy(sims[1]);
    return status;
}

int main(void) {
    static rb_friction_law law;
    rb_error err;
    law = own_law();
    if (rb_friction_law_register(&law, &err) != RB_OK || register_body(&err) != RB_OK ||
        register_outcome(&err) != RB_OK || shaken_stone(&err) != RB_OK) {
        return fail(&err);
    }
    rb_scene scene = rb_default_scene();
    rb_run_result result;
    rb_scene_set_body(&scene, rb_body_kind_find("outside-spring"));
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    if (rb_run(&scene, 60, NULL, &result, &err) != RB_OK) {
        return fail(&err);
    }
    printf("body %s: ends by %s at %.2f s, lost %.3f of its energy\n", scene.body->id,
           rb_end_reason_name(result.summary.end_reason), result.summary.t_end,
           rb_outcome_value(rb_outcome_find("lost_share"), &result.summary));
    return 0;
}
