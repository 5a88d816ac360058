#include "sim/control.h"

#include <string.h>

#include "base/file.h"
#include "base/macros.h"
#include "bodies/driven.h"
#include "sim/large.h"
#include "sim/model_build.h"
#include "sim/simulation_struct.h"

rb_status rb_control_check(const rb_scene *scene, rb_error *err) {
    rb_error reason;
    return rb_driven_check(scene->body->ops, &reason) == RB_OK
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "control: %.480s", reason.text);
}

rb_control rb_default_control(void) {
    return (rb_control){0};
}

rb_status rb_simulation_set_control(rb_simulation *sim, const rb_control *control, rb_error *err) {
    RB_CHECK_ARGUMENTS(sim != NULL, err);
    rb_phase phase = rb_simulation_phase(sim);
    if (phase == RB_PHASE_LIFTED_OFF || phase == RB_PHASE_DIVERGED) {
        return rb_fail(err, RB_ERR_INPUT, "control: expected a run that has not ended");
    }
    rb_status status = control != NULL ? rb_control_check(rb_simulation_scene(sim), err) : RB_OK;
    if (status == RB_OK) {
        rb_simulation_change_control(sim, control);
    }
    return status;
}

rb_status rb_simulation_create(const rb_scene *scene, rb_simulation **out, rb_error *err) {
    RB_CHECK_ARGUMENTS(out != NULL, err);
    rb_status status = rb_scene_check(scene, scene != NULL ? scene->id : NULL, err);
    return status == RB_OK ? rb_simulation_create_checked(scene, out, err) : status;
}

rb_status rb_simulation_reset(rb_simulation *sim, const rb_scene *scene, rb_error *err) {
    RB_CHECK_ARGUMENTS(sim != NULL, err);
    rb_status status = rb_scene_check(scene, scene != NULL ? scene->id : NULL, err);
    return status == RB_OK ? rb_simulation_reset_checked(sim, scene, err) : status;
}

/* ---- what is known without integrating -------------------------------------------------------------- */

const rb_scene *rb_simulation_scene(const rb_simulation *sim) {
    return sim != NULL ? &sim->scene : NULL;
}

double rb_simulation_step_length(const rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, NAN);
    return sim->h;
}

int rb_simulation_steps_per_tick(const rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, 0);
    return sim->steps_per_tick;
}

rb_phase rb_simulation_phase(const rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, (rb_phase)0);
    return sim->phase;
}

uint64_t rb_simulation_evaluations(const rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, 0);
    return sim->stepper.rhs_evaluations;
}

void rb_simulation_set_interrupt(rb_simulation *sim, rb_interrupt *interrupt, void *user) {
    if (sim == NULL) {
        return;
    }
    sim->stepper.interrupt = interrupt;
    sim->stepper.interrupt_user = user;
}

static int state_count(const rb_simulation *sim) {
    const rb_large *large = sim->stepper.large;
    return large != NULL ? large->n : sim->model.ops->state_count;
}

int rb_simulation_state(const rb_simulation *sim, double *state, int room) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, 0);
    int count = state_count(sim);
    for (int i = 0; state != NULL && i < count && i < room; i++) {
        state[i] = rb_simulation_y(sim)[i];
    }
    return count;
}

uint64_t rb_simulation_hash(const rb_simulation *sim) {
    RB_CHECK_ARGUMENTS_OR(sim != NULL, 0);
    unsigned char bytes[sizeof sim->step + RB_LARGE_MAX * sizeof(double)];
    size_t state = (size_t)state_count(sim) * sizeof(double);
    memcpy(bytes, &sim->step, sizeof sim->step);
    memcpy(bytes + sizeof sim->step, rb_simulation_y(sim), state);
    return rb_fnv(RB_FNV_BEGIN, bytes, sizeof sim->step + state);
}

bool rb_simulation_interpolant(rb_simulation *sim, rb_interpolant *out) {
    rb_step *step = &sim->stepper.step;
    double h = sim->stepper.now - step->t0;
    *out = (rb_interpolant){.t0 = step->t0, .h = h, .model = &sim->model};
    if (sim->stepper.large != NULL) {
        out->large = sim->stepper.large;
        out->share = h / step->h;
    } else {
        out->step = step;
    }
    return rb_simulation_is_adaptive(sim) && step->h > 0 && h > 0;
}

void rb_simulation_report_step(rb_simulation *sim) {
    rb_event_log copy = sim->event_log;
    rb_stepper_show(&sim->stepper, &sim->model, &copy);
}
