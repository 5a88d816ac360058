#include "sim/stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "sim/large.h"
#include "sim/step_inline.h"

bool rb_stepper_open(rb_stepper *s) {
    const rb_collocation_code *code = rb_collocation_find();
    s->step.workspace.code = code;
    s->step.workspace.memory = rb_aligned_alloc(64, (code->size + 63) / 64 * 64);
    if (s->step.workspace.memory != NULL) {
        memset(s->step.workspace.memory, 0, code->size);
    }
    return s->step.workspace.memory != NULL;
}

void rb_stepper_shut(rb_stepper *s) {
    rb_large_free(s);
    rb_aligned_free(s->step.workspace.memory);
    s->step.workspace.memory = NULL;
}

void rb_stepper_clear(rb_stepper *s) {
    *s = (rb_stepper){.interrupt = s->interrupt,
                      .interrupt_user = s->interrupt_user,
                      .step.workspace = s->step.workspace,
                      .large = s->large};
}

double *rb_stepper_state(rb_stepper *s) {
    return s->large != NULL ? s->large->y : s->y;
}

/* Of bodies that are not large: starts the method. */
static void begin_small(rb_stepper *s, const rb_model *model) {
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations++;
    rb_auto_start(s, model);
    if (s->method->id == RB_METHOD_AUTO || s->method->chained) {
        s->step.workspace.code->open(s->step.workspace.memory, model,
                                     rb_stepper_tolerance(s, &rb_method_radau));
    }
    model->ops->scale(model, s->scale);
}

void rb_stepper_begin(rb_stepper *s, const rb_model *model, rb_solver_method method, double rtol, double t) {
    s->method = rb_method_of(method);
    s->rtol = rtol;
    if (s->large != NULL) {
        rb_large_begin(s, model);
    } else {
        begin_small(s, model);
    }
    s->chain.count = 0;
    s->growth_unchecked = INFINITY;
    s->predictor = (rb_predictor){0};
    s->t = s->now = s->budget_start = t;
    s->tries = s->changes = 0;
    s->is_current = true;
    s->h_next = s->h_last = s->e_last = s->rejected = 0;
    s->step.h = 0;
}

rb_diverged rb_stepper_judge(const rb_body_ops *ops, const double *y, const double *f) {
    int n = ops->state_count;
    if (state_is_sound(y, f, n, ops->bound > 0 ? ops->bound : STATE_MAX)) {
        return RB_DIVERGED_NOT;
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += fabs(y[i]) + fabs(f[i]);
    }
    return isnan(sum) ? RB_DIVERGED_NAN : RB_DIVERGED_BOUNDS;
}

const char *rb_diverged_text(rb_diverged why) {
    switch (why) {
    case RB_DIVERGED_NOT: break;
    case RB_DIVERGED_NAN: return "the state became NaN";
    case RB_DIVERGED_BOUNDS: return "the state left all bounds";
    case RB_DIVERGED_STEP: return "no step was small enough for the tolerance";
    case RB_DIVERGED_EVENTS: return "too many events within one step";
    case RB_DIVERGED_BUDGET: return "a step fell into too many parts";
    case RB_DIVERGED_STIFF: return "a force is too steep for the steps of an explicit method";
    }
    return "";
}

rb_step_result rb_stepper_fail(rb_stepper *s, rb_diverged why, double t) {
    s->diverged = why;
    s->event_time = t;
    return RB_STEP_FAILED;
}

bool rb_stepper_interrupted(const rb_stepper *s) {
    return s->interrupt != NULL && s->interrupt(s->interrupt_user);
}

/* t: time of the event. */
rb_step_result rb_stepper_cross(rb_stepper *s, const rb_model *model, int event, double t,
                                rb_event_log *event_log) {
    if (++s->changes > RB_CROSSED_MAX) {
        return rb_stepper_fail(s, RB_DIVERGED_EVENTS, t);
    }
    if (event_log->crossing_hook != NULL) {
        event_log->crossing_hook(event_log->hook_context, event, s->y);
    }
    model->ops->cross(model, event, s->y);
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations++;
    s->predictor = (rb_predictor){0};
    if (model->ops->events[event].name != NULL) {
        rb_event_log_add(event_log, RB_EVENT_BODY, event, t, 0);
    }
    return RB_STEP_DONE;
}
