#include "sim/large.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_STEP 1e-7 /* s; error control lets it grow at once */
#define SHORTEST 1e-15  /* s */

/* ---- memory ------------------------------------------------------------------------------------- */

void rb_large_free(rb_stepper *s) {
    if (s->large != NULL) {
        free(s->large->memory);
    }
    free(s->large);
    s->large = NULL;
}

enum { VECTORS = 6 };

bool rb_large_fit(rb_stepper *s, const rb_model *model) {
    rb_large_free(s);
    const rb_large_ops *ops = model->ops->large;
    if (ops == NULL) {
        return true;
    }
    rb_large *large = s->large = calloc(1, sizeof *large);
    if (large == NULL) {
        return false;
    }
    rb_rodas_large *step = &large->step;
    int n = large->n = step->n = ops->state_count(model);
    ops->layout(model, &step->layout);
    rb_block_layout_complete(&step->layout);
    int doubles = VECTORS * n + rb_rodas_large_doubles(&step->layout, n);
    size_t ints = (size_t)step->layout.rows * sizeof(int);
    double *next = large->memory = calloc(1, (size_t)doubles * sizeof *next + ints);
    if (next == NULL) {
        rb_large_free(s);
        return false;
    }
    double **vectors[VECTORS] = {&large->y, &large->f, &large->y0, &large->f0, &large->f1, &large->scale};
    for (int i = 0; i < VECTORS; i++, next += n) {
        *vectors[i] = next;
    }
    rb_rodas_large_assign(step, next, (int *)((double *)large->memory + doubles));
    step->y0 = large->y0;
    step->f0 = large->f0;
    return true;
}

static void copy(const rb_large *large, double *to, const double *from) {
    memcpy(to, from, (size_t)large->n * sizeof *to);
}

/* ---- steps -------------------------------------------------------------------------------------- */

void rb_large_begin(rb_stepper *s, const rb_model *model) {
    rb_large *large = s->large;
    s->use = &rb_method_rodas;
    large->step.rhs = model->ops->rhs;
    large->step.model = model;
    model->ops->rhs(model, large->y, large->f);
    s->rhs_evaluations++;
    model->ops->scale(model, large->scale);
}

/* Prepares a step from y, where f is the right-hand side. */
static void begin_step(rb_stepper *s, const rb_model *model, const double *y, const double *f) {
    rb_large *large = s->large;
    copy(large, large->y0, y);
    copy(large, large->f0, f);
    model->ops->large->jacobian(model, y, &large->step.layout, large->step.J, large->step.follow);
    s->jacobians++;
}

/* Tries a step; returns its error relative to the tolerance, INFINITY if it failed. */
static double try_step(rb_stepper *s, double h) {
    rb_large *large = s->large;
    double tolerance = rb_stepper_tolerance(s, s->use), sum = 0;
    s->rhs_evaluations += RB_RODAS_COST;
    if (!rb_rodas_large_step(&large->step, h)) {
        return INFINITY;
    }
    for (int i = 0; i < large->n; i++) {
        double part = large->step.U[RB_RODAS_STAGES - 1][i] / (tolerance * large->scale[i]);
        sum += part * part;
    }
    double error = sqrt(sum / large->n);
    return error < INFINITY ? error : INFINITY;
}

/* Accepts the step just tried. */
static void accept_step(rb_stepper *s, const rb_model *model, double h) {
    rb_large *large = s->large;
    rb_body_project(model, large->step.y1);
    model->ops->rhs(model, large->step.y1, large->f1);
    s->rhs_evaluations++;
    rb_rodas_large_interpolate(&large->step);
    s->step.method = s->use;
    s->step.t0 = s->t;
    s->step.h = h;
    s->step.ends = false;
    s->step.event = -1;
}

static bool is_sound(const rb_large *large, const rb_model *model) {
    double sum = 0;
    for (int i = 0; i < large->n; i++) {
        sum += fabs(large->step.y1[i]) + 0 * large->f1[i];
    }
    return sum < model->ops->bound;
}

/* Tries step sizes until the error is small enough. */
static rb_step_result make_step(rb_stepper *s, const rb_model *model) {
    rb_large *large = s->large;
    double h = s->part > 0 ? s->part : s->h_next > 0 ? s->h_next : FIRST_STEP;
    s->part = 0;
    h = fmin(h, model->ops->large->smooth_for(model, large->y));
    rb_stepper_renew_budget(s);
    begin_step(s, model, large->y, large->f);
    for (;;) {
        if (rb_stepper_interrupted(s)) {
            s->part = h;
            return RB_STEP_INTERRUPTED;
        }
        if (!(h > SHORTEST && s->t + h > s->t)) {
            return rb_stepper_fail(s, RB_DIVERGED_STEP, s->t);
        }
        if (++s->tries > RB_TRIES_MAX) {
            return rb_stepper_fail(s, RB_DIVERGED_BUDGET, s->t);
        }
        double e = try_step(s, h);
        if (e <= 1) {
            accept_step(s, model, h);
            if (!is_sound(large, model)) {
                s->step.h = 0;
                return rb_stepper_fail(s, RB_DIVERGED_BOUNDS, s->t);
            }
            rb_stepper_plan_next(s, model, h, e);
            return RB_STEP_DONE;
        }
        s->rejected = 1;
        h *= e < 1e300 ? fmin(fmax(0.9 * s->use->factor(e), 0.1), 0.9) : 0.1;
    }
}

/* Adds the contacts that open or close between two states to the event log; the gaps change linearly. */
static void log_gaps(const rb_model *model, double t, double h, const double *y0, const double *y1,
                     rb_event_log *event_log) {
    double before[RB_LARGE_GAPS_MAX], after[RB_LARGE_GAPS_MAX];
    int count = model->ops->large->gaps(model, y0, before);
    model->ops->large->gaps(model, y1, after);
    for (int i = 0; i < count; i++) {
        bool closes = !(after[i] > 0);
        if (closes != !(before[i] > 0)) {
            double value = 0, x = before[i] / (before[i] - after[i]);
            int event = model->ops->large->gap_event(model, i, closes, &value);
            rb_event_log_add(event_log, RB_EVENT_BODY, event, t + x * h, value);
        }
    }
}

/* Passes the motion from the start of the step to a state at t to an event log. */
static bool log_step(rb_stepper *s, const rb_model *model, double t, const double *y1, const double *f1,
                     rb_event_log *event_log) {
    const rb_large *large = s->large;
    rb_interpolant part = {.t0 = s->step.t0,
                           .h = t - s->step.t0,
                           .y0 = large->y0,
                           .f0 = large->f0,
                           .y1 = y1,
                           .f1 = f1,
                           .resolved = true,
                           .model = model,
                           .large = large,
                           .share = (t - s->step.t0) / s->step.h};
    log_gaps(model, part.t0, part.h, part.y0, part.y1, event_log);
    return rb_event_log_add_step(event_log, &part);
}

static void finish_step(rb_stepper *s, const rb_model *model, rb_event_log *event_log) {
    rb_large *large = s->large;
    double end = s->step.t0 + s->step.h;
    log_step(s, model, end, large->step.y1, large->f1, event_log);
    s->adaptive_time += s->step.h;
    s->implicit_time += s->step.h;
    s->t = s->now = end;
    s->step.h = 0;
    copy(large, large->y, large->step.y1);
    copy(large, large->f, large->f1);
    s->is_current = true;
}

rb_step_result rb_large_reach(rb_stepper *s, const rb_model *model, double t, rb_event_log *event_log) {
    s->error = 0;
    for (;;) {
        if (s->step.h > 0) {
            if (s->step.t0 + s->step.h > t) {
                s->now = t;
                s->is_current = false;
                return RB_STEP_DONE;
            }
            finish_step(s, model, event_log);
        }
        if (!(s->t < t)) {
            return RB_STEP_DONE;
        }
        rb_step_result result = make_step(s, model);
        if (result != RB_STEP_DONE) {
            return result;
        }
    }
}

/* ---- within a step ------------------------------------------------------------------------------ */

void rb_large_state(const rb_large *large, const rb_model *model, double x, double *y) {
    for (int i = 0; i < large->n; i++) {
        y[i] = rb_rodas_large_at(&large->step, i, x);
    }
    rb_body_project(model, y);
}

void rb_large_see(rb_stepper *s, const rb_model *model) {
    if (!s->is_current && s->step.h > 0) {
        rb_large_state(s->large, model, (s->now - s->step.t0) / s->step.h, s->large->y);
    }
    s->is_current = true;
}

void rb_large_show(rb_stepper *s, const rb_model *model, rb_event_log *event_log) {
    if (s->step.h > 0 && s->now > s->step.t0) {
        double f[RB_LARGE_MAX];
        rb_large_see(s, model);
        model->ops->rhs(model, s->large->y, f);
        log_step(s, model, s->now, s->large->y, f, event_log);
    }
}

/* ---- checkpoints -------------------------------------------------------------------------------- */

enum { SAVED_T0, SAVED_H, SAVED_T, SAVED_H_NEXT, SAVED_H_LAST, SAVED_E_LAST, SAVED_REJECTED, SAVED_STATES };

int rb_large_saved(const rb_large *large) {
    return SAVED_STATES + 2 * large->n;
}

void rb_large_save(const rb_stepper *s, double *saved) {
    const rb_large *large = s->large;
    saved[SAVED_T0] = s->step.t0;
    saved[SAVED_H] = s->step.h;
    saved[SAVED_T] = s->t;
    saved[SAVED_H_NEXT] = s->h_next;
    saved[SAVED_H_LAST] = s->h_last;
    saved[SAVED_E_LAST] = s->e_last;
    saved[SAVED_REJECTED] = s->rejected;
    copy(large, saved + SAVED_STATES, large->y);
    copy(large, saved + SAVED_STATES + large->n, s->step.h > 0 ? large->y0 : large->f);
}

void rb_large_restore(rb_stepper *s, const double *saved) {
    copy(s->large, s->large->y, saved + SAVED_STATES);
}

/* Repeats the step around now. If the state at now differs, the scene has been edited since, and the motion
   restarts there. */
void rb_large_continue(rb_stepper *s, const rb_model *model, const double *saved) {
    rb_large *large = s->large;
    double now = s->now, h = saved[SAVED_H];
    const double *second = saved + SAVED_STATES + large->n;
    if (h > 0) {
        double f0[RB_LARGE_MAX], y[RB_LARGE_MAX];
        model->ops->rhs(model, second, f0);
        s->t = saved[SAVED_T0];
        begin_step(s, model, second, f0);
        if (isinf(try_step(s, h))) {
            s->t = now;
            return;
        }
        accept_step(s, model, h);
        rb_large_state(large, model, (now - s->step.t0) / h, y);
        if (memcmp(y, large->y, (size_t)large->n * sizeof *y) != 0) {
            s->step.h = 0;
            s->t = now;
            return;
        }
    }
    s->t = saved[SAVED_T];
    s->h_next = saved[SAVED_H_NEXT];
    s->h_last = saved[SAVED_H_LAST];
    s->e_last = saved[SAVED_E_LAST];
    s->rejected = saved[SAVED_REJECTED];
}
