#include "rattleback/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "bodies/driven.h"
#include "bodies/ops.h"
#include "sim/base_file.h"
#include "sim/control.h"
#include "sim/energy.h"
#include "sim/event_log.h"
#include "sim/lanes.h"
#include "sim/large.h"
#include "sim/model_build.h"
#include "sim/observation.h"
#include "sim/simulation_struct.h"
#include "sim/stepper.h"
#include "sim/stepper_events.h"

static rb_solver_method method_of(const rb_simulation *sim) {
    return (rb_solver_method)sim->scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD];
}

bool rb_simulation_is_adaptive(const rb_simulation *sim) {
    return method_of(sim) != RB_METHOD_DP5;
}

/* Time at the end of the last step. */
static double step_time(const rb_simulation *sim) {
    return sim->t0 + (double)(sim->step - sim->step0) * sim->h;
}

/* With dp5 a tick consists of whole steps; adaptive methods choose their steps independently of the tick. */
static void use_solver(rb_simulation *sim) {
    const double *solver = sim->scene.values[RB_SECTION_SOLVER];
    double h = solver[rb_simulation_is_adaptive(sim) ? RB_SOLVER_TICK : RB_SOLVER_STEP];
    if (h != sim->h) {
        sim->t0 = step_time(sim);
        sim->step0 = sim->step;
        sim->h = h;
    }
    sim->steps_per_tick = (int)fmax(1, round(solver[RB_SOLVER_TICK] / h));
}

static void build(rb_simulation *sim) {
    rb_model_build(&sim->scene, &sim->model);
    sim->model.base.record = sim->record.count > 0 ? &sim->record : NULL;
    if (sim->controlled || sim->model.base.acts) {
        rb_driven_prepare(&sim->model, sim->controlled ? &sim->control : NULL, &sim->driven);
    }
    sim->advised = rb_scene_advice(&sim->scene, NULL);
    sim->scene_hash = rb_checkpoint_scene_hash(&sim->scene);
}

/* Restarts integration after the state was changed from outside. */
static void refresh(rb_simulation *sim) {
    rb_stepper_begin(&sim->stepper, &sim->model, method_of(sim),
                     sim->scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL], rb_simulation_time(sim));
}

const double *rb_simulation_y(const rb_simulation *sim) {
    if (rb_simulation_is_adaptive(sim)) {
        rb_stepper_see((rb_stepper *)&sim->stepper, &sim->model);
    }
    return rb_stepper_state((rb_stepper *)&sim->stepper);
}

static rb_snapshot observed(const rb_simulation *sim) {
    rb_snapshot now;
    rb_observation_of_body(&sim->model, rb_simulation_y(sim), &now);
    return now;
}

static rb_observation observation_of(const rb_simulation *sim) {
    return (rb_observation){
        .model = &sim->model,
        .body = sim->scene.body,
        .adaptive = rb_simulation_is_adaptive(sim),
        .advised = sim->advised,
        .phase = sim->phase,
        .step = sim->step,
        .error = sim->stepper.error,
        .spin = rb_event_log_spin(sim->model.ops, rb_stepper_state((rb_stepper *)&sim->stepper)),
        .scale = sim->event_log.scale,
        .E_initial = sim->event_log.summary.E_initial};
}

/* Reports the event that ended the run to the hook; without a hook it stays pending until there is one. */
static void report_end(rb_simulation *sim) {
    if (sim->event_log.hook != NULL) {
        rb_event_log_report(&sim->event_log, NULL);
    }
}

/* A rigid floor cannot pull: a run lifts off at once if its normal force is not positive at the start,
   after an edit or after a flick. Steps check only their ends. */
static void lift_off_at_once(rb_simulation *sim) {
    if (sim->phase == RB_PHASE_RUNNING && rb_events_end_at(&sim->model, sim->stepper.y, sim->stepper.f)) {
        sim->stepper.event_time = rb_simulation_time(sim);
        sim->phase = RB_PHASE_LIFTED_OFF;
        rb_event_log_add(&sim->event_log, RB_EVENT_LIFT_OFF, 0, sim->stepper.event_time, 0);
        report_end(sim);
    }
}

static void watch_step(rb_simulation *sim) {
    rb_observation observation = observation_of(sim);
    if (isnan(sim->too_large_since) && rb_observation_step_too_large(&observation)) {
        sim->too_large_since = rb_simulation_time(sim);
    }
}

rb_status rb_simulation_reset_checked(rb_simulation *sim, const rb_scene *scene, rb_error *err) {
    rb_status status = sim->controlled ? rb_control_check(scene, err) : RB_OK;
    status = status == RB_OK ? rb_base_record_renew(&sim->record, scene, err) : status;
    if (status != RB_OK) {
        return status;
    }
    sim->scene = *scene;
    build(sim);
    sim->h = sim->t0 = 0;
    sim->step = sim->step0 = 0;
    use_solver(sim);
    sim->phase = RB_PHASE_RUNNING;
    sim->steps_left = 0;
    rb_stepper_clear(&sim->stepper);
    if (!rb_large_fit(&sim->stepper, &sim->model)) {
        return rb_fail(err, RB_ERR_MEMORY, "simulation: out of memory");
    }
    double *y = rb_stepper_state(&sim->stepper);
    sim->model.ops->start(scene->values[RB_SECTION_START], &sim->model, y);
    if (rb_simulation_is_driven(sim)) {
        rb_driven_start(&sim->model, 0, 0, y);
    }
    refresh(sim);
    rb_body_kind kind = *scene->body;
    kind.ops = sim->model.ops; /* those of a driven body, if it is one */
    rb_event_log_begin(&sim->event_log, &kind, 0, y, sim->stepper.f, observed(sim).E);
    sim->too_large_since = NAN;
    watch_step(sim);
    lift_off_at_once(sim);
    return RB_OK;
}

rb_status rb_simulation_create_checked(const rb_scene *scene, rb_simulation **out, rb_error *err) {
    rb_body_kinds_close();
    rb_simulation *sim = calloc(1, sizeof *sim);
    if (sim == NULL || !rb_stepper_open(&sim->stepper)) {
        free(sim);
        return rb_fail(err, RB_ERR_MEMORY, "simulation: out of memory");
    }
    rb_status status = rb_simulation_reset_checked(sim, scene, err);
    if (status != RB_OK) {
        rb_simulation_destroy(sim);
        return status;
    }
    *out = sim;
    return RB_OK;
}

void rb_simulation_destroy(rb_simulation *sim) {
    if (sim != NULL) {
        rb_stepper_shut(&sim->stepper);
        rb_base_record_free(&sim->record);
    }
    free(sim);
}

/* Adds to the initial energy what an edit or a flick has changed since `before`, so that the balance still
   closes. */
static void credit_to_start(rb_simulation *sim, const rb_snapshot *before) {
    rb_snapshot after = observed(sim);
    const rb_body_kind *body = sim->scene.body;
    double went = rb_energy_lost(body, &after) - rb_energy_lost(body, before);
    double came = rb_energy_given(body, &after) - rb_energy_given(body, before);
    sim->event_log.summary.E_initial += after.E - before->E + went - came;
    if (sim->model.ops->rebalance != NULL) {
        sim->model.ops->rebalance(before, &after, rb_stepper_state(&sim->stepper));
    }
}

/* Builds the model of a run that continues, and converts the state if it starts or ceases to be driven. */
static void rebuild(rb_simulation *sim, const rb_snapshot *before) {
    bool was = rb_simulation_is_driven(sim);
    build(sim);
    sim->event_log.ops = sim->model.ops;
    if (rb_simulation_is_driven(sim) && !was) {
        rb_driven_start(&sim->model, rb_simulation_time(sim), before->W_in, sim->stepper.y);
        /* A driven body never rests. */
        sim->phase = sim->phase == RB_PHASE_AT_REST ? RB_PHASE_RUNNING : sim->phase;
    } else if (was && !rb_simulation_is_driven(sim)) { /* this work becomes part of the initial energy */
        sim->event_log.summary.E_initial += before->W_in;
        if (sim->model.ops->rebalance != NULL) {
            rb_snapshot after = observed(sim);
            sim->model.ops->rebalance(before, &after, sim->stepper.y);
        }
    }
}

rb_status rb_simulation_edit(rb_simulation *sim, const rb_scene *scene, rb_error *err) {
    RB_CHECK_ARGUMENTS(sim != NULL && scene != NULL, err);
    if (scene->body != NULL && scene->body != sim->scene.body) {
        return rb_fail(err, RB_ERR_INPUT, "body: expected %s while the run continues, got %s",
                       sim->scene.body->id, scene->body->id);
    }
    rb_status status = rb_scene_check(scene, scene->id, err);
    if (status != RB_OK) {
        return status;
    }
    status = sim->controlled ? rb_control_check(scene, err) : RB_OK;
    rb_scene live = rb_scene_live_part(scene, &sim->scene);
    const char *wanted = (const char *)scene, *used = (const char *)&live;
    if (status == RB_OK &&
        memcmp(used, wanted, sizeof live) != 0) { /* the edited scene may be valid only after a restart */
        status = rb_scene_check(&live, scene->id, err);
    }
    status = status == RB_OK ? rb_base_record_renew(&sim->record, &live, err) : status;
    if (status != RB_OK) {
        return status;
    }
    rb_snapshot before = observed(sim);
    rb_stepper_settle(&sim->stepper, &sim->model, &sim->event_log);
    sim->scene = live;
    rebuild(sim, &before);
    use_solver(sim);
    rb_body_project(&sim->model, rb_stepper_state(&sim->stepper));
    rb_body_refit(&sim->model, rb_stepper_state(&sim->stepper));
    credit_to_start(sim, &before);
    refresh(sim);
    lift_off_at_once(sim);
    return RB_OK;
}

void rb_simulation_change_control(rb_simulation *sim, const rb_control *control) {
    if (control == NULL && !sim->controlled) {
        return;
    }
    rb_snapshot before = observed(sim);
    rb_stepper_settle(&sim->stepper, &sim->model, &sim->event_log);
    sim->controlled = control != NULL;
    sim->control = control != NULL ? *control : rb_default_control();
    sim->phase = RB_PHASE_RUNNING;
    rebuild(sim, &before);
    refresh(sim);
    lift_off_at_once(sim);
}

/* If the run ended within a step, returns the time of its last event. */
double rb_simulation_time(const rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, NAN);
    bool ended = sim->phase == RB_PHASE_LIFTED_OFF || sim->phase == RB_PHASE_DIVERGED;
    return ended ? sim->stepper.event_time : step_time(sim) + sim->stepper.done;
}

static void end_run(rb_simulation *sim, rb_phase phase, rb_event_kind kind, double t, double value) {
    sim->phase = phase;
    rb_event_log_add(&sim->event_log, kind, 0, t, value);
    rb_event_log_report(&sim->event_log, NULL);
}

/* At rest the velocities are zero and stay so. */
static void come_to_rest(rb_simulation *sim) {
    sim->model.ops->stop(sim->stepper.y);
    refresh(sim);
    end_run(sim, RB_PHASE_AT_REST, RB_EVENT_REST, rb_event_log_rest(&sim->event_log), 0);
}

void rb_simulation_hook(rb_simulation *sim, rb_interpolant_hook *hook, void *context) {
    sim->event_log.hook = hook;
    sim->event_log.hook_context = context;
    if (sim->phase == RB_PHASE_LIFTED_OFF && sim->event_log.fresh_count > 0) {
        report_end(sim); /* it lifted off before a hook was set */
    }
}

void rb_simulation_hook_crossings(rb_simulation *sim, rb_crossing_hook *hook) {
    sim->event_log.crossing_hook = hook;
}

double rb_simulation_step_end(const rb_simulation *sim) {
    return sim->t0 + (double)(sim->step + 1 - sim->step0) * sim->h;
}

static rb_step_result take_step(rb_simulation *sim) {
    rb_stepper *s = &sim->stepper;
    if (!rb_simulation_is_adaptive(sim)) {
        return rb_stepper_dp5(s, &sim->model, step_time(sim), sim->h, &sim->event_log);
    }
    rb_step_result result =
        rb_stepper_interrupted(s)
            ? RB_STEP_INTERRUPTED
            : rb_stepper_reach(s, &sim->model, rb_simulation_step_end(sim), &sim->event_log);
    s->done = result == RB_STEP_INTERRUPTED ? s->now - step_time(sim) : 0;
    return result;
}

/* Checks for chatter that the embedded error does not show, while the body spins: marks the step as too
   large. */
static void watch_stiffness(rb_simulation *sim) {
    if (rb_simulation_is_adaptive(sim) || sim->phase != RB_PHASE_RUNNING || !isnan(sim->too_large_since)) {
        return;
    }
    rb_observation observation = observation_of(sim);
    if (rb_observation_spins(&observation) &&
        sim->h * rb_stepper_stiffness(&sim->stepper, &sim->model) > RB_STIFFNESS_MAX) {
        rb_stepper_mark_too_large(&sim->stepper);
    }
}

bool rb_simulation_step(rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, false);
    if (sim->phase == RB_PHASE_AT_REST) {
        sim->step++;
        return true;
    }
    if (sim->phase != RB_PHASE_RUNNING) {
        return true;
    }
    uint64_t before = sim->step - sim->step0;
    if (before == 0 && sim->stepper.done == 0) {
        watch_stiffness(sim);
    }
    rb_step_result result = take_step(sim);
    rb_simulation_end_step(sim, result);
    if (before % RB_STIFFNESS_EVERY == RB_STIFFNESS_EVERY / 2 - 1 && result != RB_STEP_INTERRUPTED) {
        watch_stiffness(sim);
        watch_step(sim);
    }
    return result != RB_STEP_INTERRUPTED;
}

void rb_simulation_end_step(rb_simulation *sim, rb_step_result result) {
    switch (result) {
    case RB_STEP_INTERRUPTED: return;
    case RB_STEP_DONE: sim->step++; break;
    case RB_STEP_RESTED:
        sim->step++;
        come_to_rest(sim);
        break;
    case RB_STEP_LIFTED:
        end_run(sim, RB_PHASE_LIFTED_OFF, RB_EVENT_LIFT_OFF, sim->stepper.event_time, 0);
        break;
    case RB_STEP_FAILED:
        end_run(sim, RB_PHASE_DIVERGED, RB_EVENT_DIVERGED, sim->stepper.event_time, sim->stepper.diverged);
        break;
    }
    watch_step(sim);
}

rb_lane_view rb_simulation_lane_view(rb_simulation *sim) {
    return (rb_lane_view){.model = &sim->model,
                          .stepper = &sim->stepper,
                          .event_log = &sim->event_log,
                          .step = &sim->step,
                          .h = sim->h,
                          .t0 = sim->t0,
                          .step0 = sim->step0,
                          .known_too_large = !isnan(sim->too_large_since)};
}

bool rb_simulation_tick(rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, false);
    if (sim->steps_left == 0) {
        sim->steps_left = sim->steps_per_tick;
    }
    while (sim->steps_left > 0) {
        if (!rb_simulation_step(sim)) {
            return false;
        }
        sim->steps_left--;
    }
    return true;
}

static void show(const rb_simulation *sim, double t, const double *y, rb_snapshot *out) {
    rb_observation observation = observation_of(sim);
    rb_observation_fill(&observation, t, y, out);
}

void rb_simulation_snapshot(const rb_simulation *sim, rb_snapshot *out) {
    if (sim == NULL || out == NULL) {
        return;
    }
    show(sim, rb_simulation_time(sim), rb_simulation_y(sim), out);
}

void rb_simulation_between(const rb_simulation *sim, const rb_interpolant *part, double t, rb_snapshot *out) {
    double y[RB_LARGE_MAX];
    if (part->large != NULL) {
        rb_large_state(part->large, &sim->model, (t - part->t0) / part->h * part->share, y);
    } else if (part->step != NULL) {
        rb_step_state(part->step, &sim->model, t, y);
    } else {
        for (int i = 0; i < sim->model.ops->state_count; i++) {
            y[i] = rb_interpolant_at(part, i, (t - part->t0) / part->h);
        }
        rb_body_project(&sim->model, y);
    }
    show(sim, t, y, out);
}

void rb_simulation_summary(const rb_simulation *sim, rb_summary *out) {
    if (sim == NULL || out == NULL) {
        return;
    }
    rb_event_log copy = sim->event_log, *event_log = &copy;
    copy.hook = NULL;
    rb_stepper_show((rb_stepper *)&sim->stepper, &sim->model, event_log); /* up to now */
    *out = event_log->summary;
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    out->rest_time_0p1 = isinf(event_log->above_0p1) ? NAN : event_log->above_0p1;
    out->rest_time_0p01 = isinf(event_log->above_0p01) ? NAN : event_log->above_0p01;
    out->t_end = now.t;
    out->E_final = now.E;
    out->W_slide = now.W_slide;
    out->W_drill = now.W_drill;
    out->W_roll = now.W_roll;
    out->W_damp = now.W_damp;
    out->W_lost = rb_energy_lost(sim->scene.body, &now);
    out->W_in = now.W_in;
    out->mean_spin = rb_driven_counts_turns(&sim->model) && now.t > 0 ? now.turned / now.t : NAN;
    out->omega3_final = now.omega.z;
    memcpy(out->own, now.own, sizeof out->own);
    out->step_too_large_since = sim->too_large_since;
    out->wall_seconds = NAN;
    out->energy_balance_error = rb_energy_balance_error(sim->scene.body, &now, out->E_initial);
    out->energy_warning = now.energy_warning;
    double share = sim->scene.friction->couples_rolling ? RB_ENERGY_GIVES_COUPLED : RB_ENERGY_GIVES;
    if (out->energy_warning == RB_ENERGY_OK &&
        rb_energy_part_gives(sim->scene.body, &now, out->E_initial, share)) {
        out->energy_warning = RB_ENERGY_GAINED;
    }
    out->rhs_evaluations = sim->stepper.rhs_evaluations;
    const rb_stepper *s = &sim->stepper;
    out->jacobians = s->jacobians;
    out->implicit_share = s->adaptive_time > 0             ? s->implicit_time / s->adaptive_time
                          : rb_simulation_is_adaptive(sim) ? s->use->implicit
                                                           : NAN;
    out->state_hash = rb_simulation_hash(sim);
    out->end_reason = rb_phase_end_reason(sim->phase);
    out->diverged = sim->phase == RB_PHASE_DIVERGED ? sim->stepper.diverged : RB_DIVERGED_NOT;
}

void rb_simulation_continue(rb_simulation *sim, const rb_run_state *state, const rb_snapshot *then,
                            const double *large) {
    const double *numbers = state->numbers;
    rb_stepper_restore(&sim->stepper, numbers + RB_STATE_STEPPER);
    if (large != NULL) {
        rb_large_restore(&sim->stepper, large);
    }
    sim->steps_left = 0;
    sim->step = state->step;
    sim->t0 = numbers[RB_STATE_OWN + RB_STATE_T0];
    sim->step0 = (uint64_t)numbers[RB_STATE_OWN + RB_STATE_STEP0];
    sim->h = numbers[RB_STATE_OWN + RB_STATE_H];
    use_solver(sim); /* steps may have another length by now */
    sim->phase = state->phase;
    refresh(sim);
    if (large != NULL) {
        rb_large_continue(&sim->stepper, &sim->model, large);
    } else {
        rb_stepper_continue(&sim->stepper, &sim->model, numbers + RB_STATE_STEPPER);
    }
    sim->too_large_since = sim->too_large_since <= state->t ? sim->too_large_since : NAN;
    rb_event_log_restore(&sim->event_log, numbers + RB_STATE_EVENT_LOG);
    credit_to_start(sim, then); /* the scene may have been edited since */
}

void rb_simulation_set_y(rb_simulation *sim, const double *y) {
    memcpy(sim->stepper.y, y, (size_t)sim->model.ops->state_count * sizeof *y);
    rb_body_project(&sim->model, sim->stepper.y);
    refresh(sim);
}

rb_status rb_simulation_flick(rb_simulation *sim, rb_vec3 delta_omega, rb_error *err) {
    RB_CHECK_ARGUMENTS(sim != NULL, err);
    if (sim->phase == RB_PHASE_DIVERGED || sim->phase == RB_PHASE_LIFTED_OFF) {
        return rb_fail(err, RB_ERR_INPUT, "flick: expected a run that has not ended");
    }
    if (!isfinite(delta_omega.x + delta_omega.y + delta_omega.z)) {
        return rb_fail(err, RB_ERR_INPUT, "flick: expected finite numbers, got %g %g %g rad/s", delta_omega.x,
                       delta_omega.y, delta_omega.z);
    }
    if (sim->model.ops->flick == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "flick: a body %s cannot be flicked", sim->scene.body->id);
    }
    rb_snapshot before = observed(sim);
    rb_stepper_settle(&sim->stepper, &sim->model, &sim->event_log);
    sim->model.ops->flick(&sim->model, delta_omega, sim->stepper.y);
    rb_body_project(&sim->model, sim->stepper.y);
    credit_to_start(sim, &before);
    refresh(sim);
    sim->event_log.quiet_since = NAN;
    sim->phase = RB_PHASE_RUNNING;
    lift_off_at_once(sim);
    return RB_OK;
}
