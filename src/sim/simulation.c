#include "rattleback/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/model.h"
#include "math/dp5.h"
#include "sim/ledger.h"

struct rb_simulation {
    rb_scene scene;
    rb_model model;
    double h; /* step, s */
    int steps_per_tick;
    uint64_t step; /* steps done; time is step * h, never a running sum */
    rb_phase phase;
    double y[RB_ODE_MAX];
    double f[RB_ODE_MAX]; /* right-hand side at y, with N behind it */
    double error;         /* see watch_error */
    uint64_t rhs_evaluations;
    rb_ledger ledger;
};

/* What the equations of motion need, from the scene. */
static void build_model(const rb_scene *scene, rb_model *model) {
    memset(model, 0, sizeof *model);
    const double *contact = scene->values[RB_SECTION_CONTACT];
    model->ops = scene->body->ops;
    model->g = scene->values[RB_SECTION_WORLD][RB_WORLD_G];
    model->mu = contact[RB_CONTACT_MU];
    model->torque = contact[RB_CONTACT_TORQUE] != 0;
    model->hertz_size = contact[RB_CONTACT_SIZE] == RB_PATCH_SIZE_HERTZ;
    rb_patch patch = {contact[RB_CONTACT_A], contact[RB_CONTACT_B]};
    rb_friction_init(&model->friction, scene->friction, scene->values[RB_SECTION_FRICTION], patch);
    model->rolling = scene->rolling;
    memcpy(model->rolling_params, scene->values[RB_SECTION_ROLLING], sizeof model->rolling_params);
    model->normal = scene->normal;
    memcpy(model->normal_params, scene->values[RB_SECTION_NORMAL], sizeof model->normal_params);
    model->ops->prepare(scene->values[RB_SECTION_BODY], model);
}

static void use_solver(rb_simulation *sim) {
    const double *solver = sim->scene.values[RB_SECTION_SOLVER];
    sim->h = solver[RB_SOLVER_STEP];
    sim->steps_per_tick = (int)fmax(1, round(solver[RB_SOLVER_TICK] / sim->h));
}

static void evaluate(rb_simulation *sim) {
    sim->model.ops->rhs(&sim->model, sim->y, sim->f);
    sim->rhs_evaluations++;
}

static double energy_of(const rb_simulation *sim) {
    rb_snapshot now;
    memset(&now, 0, sizeof now);
    sim->model.ops->observe(&sim->model, sim->y, &now);
    return now.E;
}

rb_status rb_simulation_reset(rb_simulation *sim, const rb_scene *scene, rb_error *err) {
    rb_status status = rb_scene_check(scene, scene->id, err);
    if (status != RB_OK) {
        return status;
    }
    sim->scene = *scene;
    build_model(scene, &sim->model);
    use_solver(sim);
    sim->step = 0;
    sim->phase = RB_PHASE_RUNNING;
    sim->error = 0;
    sim->rhs_evaluations = 0;
    memset(sim->y, 0, sizeof sim->y);
    memset(sim->f, 0, sizeof sim->f);
    sim->model.ops->start(scene->values[RB_SECTION_START], &sim->model, sim->y);
    evaluate(sim);
    rb_ledger_begin(&sim->ledger, 0, sim->y, sim->f[RB_Y_N], energy_of(sim));
    return RB_OK;
}

rb_status rb_simulation_create(const rb_scene *scene, rb_simulation **out, rb_error *err) {
    rb_simulation *sim = calloc(1, sizeof *sim);
    if (sim == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "simulation: out of memory");
    }
    rb_status status = rb_simulation_reset(sim, scene, err);
    if (status != RB_OK) {
        free(sim);
        return status;
    }
    *out = sim;
    return RB_OK;
}

void rb_simulation_destroy(rb_simulation *sim) {
    free(sim);
}

rb_status rb_simulation_edit(rb_simulation *sim, const rb_scene *scene, rb_error *err) {
    if (scene->body != sim->scene.body) {
        return rb_fail(err, RB_ERR_INPUT, "body: expected %s as long as the run goes on, got %s",
                       sim->scene.body->id, scene->body->id);
    }
    rb_status status = rb_scene_check(scene, scene->id, err);
    if (status != RB_OK) {
        return status;
    }
    double h = sim->scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP];
    double tick = sim->scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
    sim->scene = *scene;
    /* Time is step count times step: both keep their length until the next restart. */
    sim->scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP] = h;
    sim->scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] = tick;
    build_model(&sim->scene, &sim->model);
    sim->model.ops->project(&sim->model, sim->y);
    evaluate(sim);
    return RB_OK;
}

const rb_scene *rb_simulation_scene(const rb_simulation *sim) {
    return &sim->scene;
}

double rb_simulation_time(const rb_simulation *sim) {
    return (double)sim->step * sim->h;
}

double rb_simulation_step_length(const rb_simulation *sim) {
    return sim->h;
}

int rb_simulation_steps_per_tick(const rb_simulation *sim) {
    return sim->steps_per_tick;
}

rb_phase rb_simulation_phase(const rb_simulation *sim) {
    return sim->phase;
}

/* Far beyond anything a toy on a table does: what comes after is nonsense. */
#define OMEGA_MAX 1e6

static bool sound(const double *y) {
    double sum = 0;
    for (int i = 0; i < RB_Y_COUNT; i++) {
        sum += fabs(y[i]);
    }
    return sum < OMEGA_MAX; /* false for NaN */
}

/* The embedded error in omega per unit of time, averaged over the last second, against 5 % of the
   spin a second. Measured on K11 Fig. 5 with tanh: 0.1 at h = 2e-5 s (first zero right to 1e-4 s),
   0.3 at 4e-5, 2.5 at 1e-4, 20 at 1e-3, where the run is visibly wrong. A single step says little:
   friction's kinks give short spikes at any h. */
#define ERROR_SHARE 0.05
#define ERROR_MEMORY 1.0

static void watch_error(rb_simulation *sim, const double *error) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += error[RB_Y_OMEGA + i] * error[RB_Y_OMEGA + i];
    }
    double now = sqrt(sum) / sim->h / (ERROR_SHARE * fmax(sim->ledger.omega3_scale, 1));
    sim->error += (now - sim->error) * fmin(1, sim->h / ERROR_MEMORY);
}

static void end_run(rb_simulation *sim, rb_phase phase, rb_event_kind kind, double t) {
    sim->phase = phase;
    rb_ledger_event(&sim->ledger, kind, 0, t, 0);
}

/* At rest the velocities are zero and stay so. */
static void come_to_rest(rb_simulation *sim) {
    for (int i = 0; i < 3; i++) {
        sim->y[RB_Y_V + i] = 0;
        sim->y[RB_Y_OMEGA + i] = 0;
    }
    evaluate(sim);
    rb_ledger_rest(&sim->ledger, rb_simulation_time(sim));
    end_run(sim, RB_PHASE_AT_REST, RB_EVENT_REST, rb_simulation_time(sim));
}

void rb_simulation_step(rb_simulation *sim) {
    if (sim->phase == RB_PHASE_AT_REST) {
        sim->step++;
        return;
    }
    if (sim->phase != RB_PHASE_RUNNING) {
        return;
    }
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX], error[RB_ODE_MAX];
    memcpy(y0, sim->y, sizeof y0);
    memcpy(f0, sim->f, sizeof f0);
    double t0 = rb_simulation_time(sim);
    rb_dp5_step(sim->model.ops->rhs, &sim->model, RB_Y_COUNT, sim->h, sim->y, sim->f, error);
    double gap = sim->model.ops->project(&sim->model, sim->y);
    sim->rhs_evaluations += 6;
    bool lost = !sound(sim->y);
    bool lifted = sim->model.normal->rigid && sim->f[RB_Y_N] <= 0;
    if (lost || lifted) { /* the last good state stays */
        double N0 = f0[RB_Y_N];
        double share = lifted && !lost ? N0 / (N0 - sim->f[RB_Y_N]) : 0;
        memcpy(sim->y, y0, sizeof y0);
        memcpy(sim->f, f0, sizeof f0);
        end_run(sim, lost ? RB_PHASE_DIVERGED : RB_PHASE_LIFTED_OFF,
                lost ? RB_EVENT_DIVERGED : RB_EVENT_LIFT_OFF, t0 + share * sim->h);
        return;
    }
    sim->step++;
    sim->ledger.summary.max_gap = fmax(sim->ledger.summary.max_gap, fabs(gap));
    watch_error(sim, error);
    rb_stride stride = {t0, sim->h, y0, f0, sim->y, sim->f, sim->error <= 1};
    if (rb_ledger_watch(&sim->ledger, &stride)) {
        come_to_rest(sim);
    }
}

void rb_simulation_tick(rb_simulation *sim) {
    for (int i = 0; i < sim->steps_per_tick; i++) {
        rb_simulation_step(sim);
    }
}

void rb_simulation_snapshot(const rb_simulation *sim, rb_snapshot *out) {
    memset(out, 0, sizeof *out);
    out->t = rb_simulation_time(sim);
    out->step = sim->step;
    out->phase = sim->phase;
    memcpy(out->state, sim->y, sizeof sim->y);
    sim->model.ops->observe(&sim->model, sim->y, out);
    double lost = out->W_slide + out->W_drill + out->W_roll + out->W_damp;
    out->balance = sim->ledger.summary.E_initial - out->E - lost;
    out->error_estimate = sim->error;
    out->step_too_large = sim->error > 1;
}

static const char *reason_of(rb_phase phase) {
    switch (phase) {
    case RB_PHASE_AT_REST: return "rest";
    case RB_PHASE_LIFTED_OFF: return "lift-off";
    case RB_PHASE_DIVERGED: return "diverged";
    case RB_PHASE_RUNNING: break;
    }
    return "running";
}

void rb_simulation_summary(const rb_simulation *sim, rb_summary *out) {
    const rb_ledger *ledger = &sim->ledger;
    *out = ledger->summary;
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    out->rest_time_0p1 = isinf(ledger->above_0p1) ? NAN : ledger->above_0p1;
    out->rest_time_0p01 = isinf(ledger->above_0p01) ? NAN : ledger->above_0p01;
    out->E_final = now.E;
    double lost = fabs(now.W_slide) + fabs(now.W_drill) + fabs(now.W_roll) + fabs(now.W_damp);
    out->energy_balance_error = fabs(now.balance) / (lost > 0 ? lost : fabs(out->E_initial));
    out->rhs_evaluations = sim->rhs_evaluations;
    out->state_hash = rb_simulation_hash(sim);
    out->end_reason = reason_of(sim->phase);
}

uint64_t rb_simulation_hash(const rb_simulation *sim) {
    uint64_t hash = 14695981039346656037ULL; /* FNV-1a */
    unsigned char bytes[sizeof sim->step + RB_Y_COUNT * sizeof(double)];
    memcpy(bytes, &sim->step, sizeof sim->step);
    memcpy(bytes + sizeof sim->step, sim->y, RB_Y_COUNT * sizeof(double));
    for (size_t i = 0; i < sizeof bytes; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211ULL;
    }
    return hash;
}

void rb_simulation_restore(rb_simulation *sim, const rb_snapshot *snapshot) {
    memcpy(sim->y, snapshot->state, sizeof sim->y);
    sim->step = snapshot->step;
    sim->phase = snapshot->phase;
    double E_initial = sim->ledger.summary.E_initial;
    evaluate(sim);
    rb_ledger_begin(&sim->ledger, rb_simulation_time(sim), sim->y, sim->f[RB_Y_N], E_initial);
}

void rb_simulation_flick(rb_simulation *sim, rb_vec3 delta_omega) {
    if (sim->phase == RB_PHASE_DIVERGED || sim->phase == RB_PHASE_LIFTED_OFF) {
        return;
    }
    double before = energy_of(sim);
    sim->y[RB_Y_OMEGA] += delta_omega.x;
    sim->y[RB_Y_OMEGA + 1] += delta_omega.y;
    sim->y[RB_Y_OMEGA + 2] += delta_omega.z;
    sim->model.ops->project(&sim->model, sim->y);
    evaluate(sim);
    /* The hand's work belongs to the initial energy, so that the balance still closes. */
    sim->ledger.summary.E_initial += energy_of(sim) - before;
    sim->ledger.quiet_since = NAN;
    sim->phase = RB_PHASE_RUNNING;
}
