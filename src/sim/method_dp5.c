/* dp5: explicit Runge-Kutta of order 5 with fixed steps (math/ode.h), for live display. A step that the
   body finds too rough is repeated in halves; a step that ends in an event is cut there. The error of a
   step does not control the step size: its average shows whether the step is too large for the motion. */
#include <math.h>
#include <string.h>

#include "math/ode.h"
#include "sim/recheck.h"
#include "sim/step_inline.h"
#include "sim/stepper.h"
#include "sim/stepper_events.h"

/* ---- the error of a step --------------------------------------------------------------------------- */

static void watch_error(rb_stepper *s, const rb_body_follows *follows, const double *error, double t,
                        double h, double scale) {
    s->error =
        watched_error(s->error, error + follows->speed, follows->speed_count, t, h, scale, follows->slow);
}

static bool jumps(const rb_stepper *s, const rb_body_follows *follows, const double *error, const double *f0,
                  double h, double scale) {
    int i = follows->speed;
    return acceleration_jumps(s->error, error + i, f0 + i, s->f + i, follows->speed_count, h, scale,
                              follows->slow);
}

/* Below this share of the limit, the remaining error near rest comes from motion and not from chatter. */
#define RESOLVED 0.3

rb_step_result rb_stepper_report(const rb_stepper *s, double t, double h, const double *y0, const double *f0,
                                 rb_event_log *event_log) {
    rb_interpolant cubic = {t, h, y0, f0, s->y, s->f, s->error <= RESOLVED, NULL, NULL, NULL, NULL, 0};
    return rb_event_log_add_step(event_log, &cubic) ? RB_STEP_RESTED : RB_STEP_DONE;
}

/* Does this error mean that the step is too large? */
#define UNRESOLVED 2.0

void rb_stepper_mark_too_large(rb_stepper *s) {
    s->error = fmax(s->error, UNRESOLVED);
}

/* Does the run end within the step to s->y? A step that is too large for a steep friction law may give a
   negative or otherwise wrong N. Then the state at its end is replaced by that of the recheck, and the
   step is marked as too large. */
static bool lifts_off(rb_stepper *s, const rb_model *model, double h, const double *y0, const double *f0,
                      double *after) {
    bool ends = rb_events_end(s, model, y0, f0, h, after);
    if (!ends && !rb_recheck_is_N_suspect(model, f0, s->f)) {
        return false;
    }
    rb_recheck recheck;
    rb_recheck_step(model, y0, f0, h, rb_stepper_tolerance(s, &rb_method_rodas), s->scale, &recheck);
    s->rhs_evaluations += recheck.evaluations;
    if (recheck.lifts_off) {
        bool elsewhere = !ends || fabs(recheck.after - *after) > 0.1 * h;
        *after = elsewhere ? recheck.after : *after;
        return true;
    }
    if (ends || !rb_recheck_is_N_right(model, s->f, &recheck)) {
        memcpy(s->y, recheck.y, sizeof s->y);
        memcpy(s->f, recheck.f, sizeof s->f);
        s->predictor = (rb_predictor){0};
        rb_stepper_mark_too_large(s);
    }
    return false;
}

#define JUMP_STEPS 16      /* average number of steps until chatter ends */
#define JUMP_ERROR_MAX 0.5 /* share of the change of velocity by the jump in that time */

/* After a step in which the acceleration jumped: do the velocities after some steps agree with the motion at
   a tighter tolerance? If not, the step has missed it and is too large. */
static void recheck_jump(rb_stepper *s, const rb_model *model, double h, const double *y0, const double *f0) {
    const rb_body_follows *follows = &model->ops->follows;
    double y[RB_ODE_MAX], f[RB_ODE_MAX], error[RB_ODE_MAX], jump = 0, off = 0;
    rb_recheck recheck;
    memcpy(y, s->y, sizeof y);
    memcpy(f, s->f, sizeof f);
    rb_system system = rb_step_system(model);
    system.n = model->ops->state_count;
    for (int i = 1; i < JUMP_STEPS; i++) {
        rb_dp5_step_of(&system, h, y, f, error);
        rb_body_project(model, y);
    }
    rb_recheck_step(model, y0, f0, JUMP_STEPS * h, rb_stepper_tolerance(s, &rb_method_rodas), s->scale,
                    &recheck);
    s->rhs_evaluations += recheck.evaluations + 6 * (JUMP_STEPS - 1);
    for (int i = follows->speed; i < follows->speed + follows->speed_count; i++) {
        jump += (s->f[i] - f0[i]) * (s->f[i] - f0[i]);
        off += (y[i] - recheck.y[i]) * (y[i] - recheck.y[i]);
    }
    if (!recheck.lifts_off && !(sqrt(off) <= JUMP_ERROR_MAX * JUMP_STEPS * h * sqrt(jump))) {
        rb_stepper_mark_too_large(s);
    }
}

/* Accepts the new state if it is valid and passes it to the event log. jumped: the acceleration did. */
static rb_step_result accept(rb_stepper *s, const rb_model *model, double t, double h, const double *y0,
                             const double *f0, bool jumped, rb_event_log *event_log) {
    double gap = fabs(rb_body_project(model, s->y));
    rb_diverged why = rb_stepper_judge(model->ops, s->y, s->f);
    double after = 0;
    if (why != RB_DIVERGED_NOT || lifts_off(s, model, h, y0, f0, &after)) {
        s->event_time = t + after;
        memcpy(s->y, y0, sizeof s->y);
        memcpy(s->f, f0, sizeof s->f);
        return why != RB_DIVERGED_NOT ? rb_stepper_fail(s, why, t) : RB_STEP_LIFTED;
    }
    if (jumped) {
        recheck_jump(s, model, h, y0, f0);
    }
    event_log->summary.max_gap = fmax(event_log->summary.max_gap, gap);
    return rb_stepper_report(s, t, h, y0, f0, event_log);
}

/* ---- steps -------------------------------------------------------------------------------------- */

static void dp5_make(rb_stepper *s, const rb_model *model, double h, double *error) {
    const rb_system system = {model->ops->rhs, model, model->ops->state_count, model->coupled.first,
                              model->coupled.count};
    rb_dp5_step_of(&system, h, s->y, s->f, error);
    s->rhs_evaluations += 6;
}

static void dp5_trial(rb_stepper *s, const rb_model *model, double h) {
    dp5_make(s, model, h, NULL);
}

/* A step that the body finds too rough is repeated in halves, down to a thousandth. This depends on the
   state only, so the same scene gives the same bits. */
#define FINEST 1e-3

static bool is_rough(const rb_model *model, const double *error) {
    return model->ops->rough != NULL && model->ops->rough(model, error);
}

static void make_step(rb_stepper *s, const rb_model *model, double h, double *error,
                      rb_predicted_forces *prediction) {
    if (model->searches_N && model->ops->rhs_near != NULL) {
        rb_predictor_step(&s->predictor, model, h, s->y, s->f, error, prediction);
        s->rhs_evaluations += 6;
    } else {
        dp5_make(s, model, h, error);
    }
}

static bool out_of_budget(const rb_stepper *s, double h) {
    return s->tries > RB_TRIES_MAX * fmax(1, h / RB_TRIES_TIME);
}

static rb_step_result dp5_step(rb_stepper *s, const rb_model *model, double t, double h,
                               rb_event_log *event_log) {
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX], error[RB_ODE_MAX];
    rb_predicted_forces prediction;
    for (double part = s->part > 0 ? s->part : h; part > 0;) {
        if (rb_stepper_interrupted(s)) {
            s->part = part;
            return RB_STEP_INTERRUPTED;
        }
        s->tries++;
        if (out_of_budget(s, h)) {
            return rb_stepper_fail(s, RB_DIVERGED_BUDGET, t + s->done);
        }
        memcpy(y0, s->y, sizeof y0);
        memcpy(f0, s->f, sizeof f0);
        prediction.h = 0;
        make_step(s, model, part, error, &prediction);
        if (part > FINEST * h && is_rough(model, error)) {
            memcpy(s->y, y0, sizeof y0);
            memcpy(s->f, f0, sizeof f0);
            part /= 2;
            continue;
        }
        int event = rb_events_possible(model) ? rb_events_first(s, model, dp5_trial, y0, f0, &part) : -1;
        bool jumped = false;
        if (event < 0) {
            watch_error(s, &model->ops->follows, error, t + s->done + part, part, event_log->scale);
            jumped = model->endings != 0 && jumps(s, &model->ops->follows, error, f0, part, event_log->scale);
            if (prediction.h > 0) {
                rb_predictor_update(&s->predictor, &prediction);
            }
        }
        rb_step_result result = accept(s, model, t + s->done, part, y0, f0, jumped, event_log);
        if (result != RB_STEP_DONE) {
            return result;
        }
        s->done += part;
        if (event >= 0) {
            result = rb_stepper_cross(s, model, event, t + s->done, event_log);
            if (result != RB_STEP_DONE) {
                return result;
            }
        }
        part = fmin(event >= 0 ? h : 2 * part, h - s->done);
    }
    return RB_STEP_DONE;
}

static rb_step_result end_step(rb_stepper *s, rb_step_result result) {
    if (result != RB_STEP_INTERRUPTED) {
        s->done = s->part = 0;
        s->changes = s->tries = 0;
    }
    return result;
}

rb_step_result rb_stepper_dp5(rb_stepper *s, const rb_model *model, double t, double h,
                              rb_event_log *event_log) {
    return end_step(s, dp5_step(s, model, t, h, event_log));
}

static void save(const rb_stepper *s, double *saved) {
    rb_predictor_save(&s->predictor, saved);
}

static void restore(rb_stepper *s, const double *saved) {
    rb_predictor_restore(&s->predictor, saved);
}

const rb_method rb_method_dp5 = {
    .id = RB_METHOD_DP5,
    .name = "dp5",
    .label = "fixed step (RK45)",
    .save = save,
    .restore = restore,
};
