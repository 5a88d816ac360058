/* Adaptive methods: step size control, and steps that extend past ticks. Nothing here depends on ticks or
   observers: a step is made when time has to pass the end of the previous one, from that end alone. */
#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "sim/growth.h"
#include "sim/large.h"
#include "sim/stepper.h"

/* Local errors a hundredth of the tolerance keep the energy balance of every celt scene within it,
   also over a minute. */
#define SAFETY 0.01
#define LONGEST 0.1    /* s: a longer step might skip events of a toy */
#define SHORTEST 1e-15 /* s */
/* The error estimate of dop853 is far above the error, except where a force has no higher derivatives.
   There it must be smaller by this factor, otherwise a few such steps would spoil the accuracy of the
   run. */
#define ROUGH_SHARE 0.01
#define KINK_SHARE 1e-6 /* the same for a step across a kink, whose estimate may be small by chance */
#define ROUGH_ORDER 3   /* approximate order of the error there */

double rb_stepper_tolerance(const rb_stepper *s, const rb_method *method) {
    return SAFETY * fmin(s->rtol, method->rtol_max);
}

static double longest(const rb_model *model) {
    return model->ops->longest_step_adaptive > 0 ? model->ops->longest_step_adaptive : LONGEST;
}

/* ---- the step size ----------------------------------------------------------------------------- */

static double weighted(const rb_stepper *s, const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double allowed = SAFETY * s->rtol * (s->scale[i] + fabs(s->y[i]));
        sum += v[i] * v[i] / (allowed * allowed);
    }
    return sqrt(sum / n);
}

/* The first step size: a hundredth of the length at which the first and second derivatives would use up
   the tolerance (Hairer, Norsett & Wanner I, II.4). */
static double first_length(rb_stepper *s, const rb_model *model) {
    if (model->ops->first_step != NULL) {
        return fmin(model->ops->first_step(model, s->y, s->f), longest(model));
    }
    int n = model->ops->state_count;
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX];
    double size = weighted(s, s->y, n), slope = weighted(s, s->f, n);
    double h = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * size / slope;
    h = fmin(h, longest(model));
    for (int i = 0; i < n; i++) {
        y[i] = s->y[i] + h * s->f[i];
    }
    model->ops->rhs(model, y, f);
    s->rhs_evaluations++;
    for (int i = 0; i < n; i++) {
        f[i] -= s->f[i];
    }
    double most = fmax(slope, weighted(s, f, n) / h);
    double other = most <= 1e-15 ? fmax(1e-6, h * 1e-3) : rb_pow(0.01 / most, 1 / s->use->order);
    h = fmin(fmin(100 * h, other), longest(model));
    return h > SHORTEST ? h : 1e-9; /* where the state is not finite, the try fails */
}

/* fmin and fmax of two numbers that are not NaN, inlined because the next step depends on them. */
static double smaller(double a, double b) {
    return b < a ? b : a;
}

static double larger(double a, double b) {
    return b > a ? b : a;
}

/* Returns the step size after a step of length h and error e. Gustafsson's predictive control uses the
   change of the error from the step before. After a rejection the step size does not grow. */
void rb_stepper_plan_next(rb_stepper *s, const rb_model *model, double h, double e) {
    e = larger(e, 1e-10);
    double ratio = s->h_last > 0 ? h / s->h_last : INFINITY;
    double change = s->h_last > 0 ? s->use->factor(e / s->e_last) : 1;
    double factor = s->use->margin(ratio * change) * s->use->factor(e);
    factor = smaller(factor, factor * ratio * change);
    factor = smaller(s->rejected != 0 ? 1 : 6, larger(0.2, factor));
    s->h_next = smaller(h * factor, longest(model));
    s->h_last = h;
    s->e_last = larger(e, 1e-2);
    s->rejected = 0;
}

/* ---- steps -------------------------------------------------------------------------------------- */

/* Limits count tries and events per millisecond, or per step if that is longer. */
void rb_stepper_renew_budget(rb_stepper *s) {
    if (s->t - s->budget_start > RB_TRIES_TIME) {
        s->budget_start = s->t;
        s->tries = s->changes = 0;
    }
}

/* Limits the step to the time at which the body will count as at rest. */
static double limit_by_rest(const rb_stepper *s, const rb_model *model, const rb_event_log *event_log,
                            double h) {
    double left = event_log->quiet_since + model->ops->rest.time - s->t; /* NAN: it still moves */
    return model->ops->rest.time > 0 && left < h ? fmax(left, 1e-9) : h;
}

/* Does the step tried contain a kink? */
static bool has_kink(const rb_step *step) {
    return step->kink > 0.02 && step->kink < 0.98;
}

static bool is_accurate(const rb_step *step, double e) {
    return e <= (has_kink(step) ? KINK_SHARE : step->rough ? ROUGH_SHARE : 1);
}

/* Returns the factor for shortening a rejected step with the error e. */
static double shorten_factor(const rb_stepper *s, double e) {
    const rb_step *step = &s->step;
    if (!(e < 1e300)) {
        return 0.1;
    }
    if (has_kink(step)) {
        return step->kink; /* it ends there */
    }
    if (step->rough) {
        return fmin(fmax(0.9 * rb_pow(e / ROUGH_SHARE, -1.0 / ROUGH_ORDER), 0.05), 0.9);
    }
    return fmin(fmax(0.9 * s->use->factor(e), 0.2), 0.9);
}

/* Starts the step with the method in use. */
static void begin_step(rb_stepper *s, const rb_model *model) {
    s->rhs_evaluations += (uint64_t)rb_step_begin(&s->step, model, s->use, s->t, s->y, s->f);
    s->jacobians += s->use->implicit;
}

/* The same after the method was changed. */
static void begin_again(rb_stepper *s, const rb_model *model) {
    s->chain.count = 0;
    begin_step(s, model);
}

/* Tries step sizes until the error is small enough. */
static rb_step_result find_step_size(rb_stepper *s, const rb_model *model, const rb_event_log *event_log) {
    double h = s->part > 0 ? s->part : s->h_next > 0 ? s->h_next : first_length(s, model);
    h = limit_by_rest(s, model, event_log, h);
    if (s->use->implicit && !(s->part > 0)) {
        h = rb_growth_limit(model, s->step.J, s->f, h, &s->growth_unchecked);
    }
    s->part = 0;
    for (;;) {
        if (rb_stepper_interrupted(s)) {
            s->part = h;
            return RB_STEP_INTERRUPTED;
        }
        if (!(h > SHORTEST && s->t + h > s->t)) {
            return rb_stepper_fail(s, RB_DIVERGED_STEP, s->t);
        }
        if (++s->tries > RB_TRIES_MAX) {
            bool stiff = rb_stepper_is_stiff(s, model, h);
            return rb_stepper_fail(s, stiff ? RB_DIVERGED_STIFF : RB_DIVERGED_BUDGET, s->t);
        }
        double e, tolerance = rb_stepper_tolerance(s, s->use);
        s->rhs_evaluations += (uint64_t)rb_step_try(&s->step, model, h, tolerance, s->scale, &e);
        if (is_accurate(&s->step, e)) {
            s->rhs_evaluations += (uint64_t)rb_step_accept(&s->step, model, h);
            if (!rb_step_misses_contact(&s->step, model)) {
                rb_stepper_plan_next(s, model, h, e);
                return RB_STEP_DONE;
            }
            s->step.h = 0;
            s->rejected = 1;
            h *= 0.5;
            continue;
        }
        s->rejected = 1;
        h *= shorten_factor(s, e);
        if (rb_auto_should_switch(s, true)) {
            begin_again(s, model);
        }
    }
}

/* Replaces radau by rodas for this step and some more. */
static void leave_radau(rb_stepper *s, const rb_model *model) {
    if (rb_auto_leave_radau(s)) {
        begin_again(s, model);
    }
}

/* Integration errors made the normal force negative: a shorter step has smaller errors. The remaining
   error of radau's iteration does not decrease with the step size; rodas needs no iteration. */
#define FALSE_SHARE 0.25

static void reject_false_lift_off(rb_stepper *s, const rb_model *model) {
    s->part = FALSE_SHARE * s->step.h;
    s->step.h = 0;
    s->rejected = 1;
    leave_radau(s, model);
}

/* Chained methods: stores the step, so that a snapshot can repeat it. */
static void extend_chain(rb_stepper *s) {
    const rb_step *step = &s->step;
    if (!step->method->chained) {
        return;
    }
    if (s->chain.count == 0) {
        memcpy(s->chain.y, step->y0, sizeof s->chain.y);
        s->chain.method = step->method;
    }
    s->chain.h[s->chain.count++] = step->h;
}

static rb_step_result make_step(rb_stepper *s, const rb_model *model, const rb_event_log *event_log) {
    rb_step *step = &s->step;
    rb_stepper_renew_budget(s);
    if (!(s->part > 0)) { /* an interrupted step continues with its method */
        rb_auto_should_switch(s, false);
    }
    if (s->chain.count == RB_CHAIN_MAX || s->chain.method != s->use) {
        s->chain.count = 0;
    }
    if (s->chain.count == 0) {
        rb_step_forget(step);
    }
    begin_step(s, model);
    if (s->h_last == 0 && s->use == &rb_method_radau && rb_step_starts_at_jump(step, model)) {
        leave_radau(s, model);
    }
    for (rb_cut cut = RB_CUT_FALSE; cut == RB_CUT_FALSE;) {
        rb_step_result result = find_step_size(s, model, event_log);
        if (result != RB_STEP_DONE) {
            return result;
        }
        double tolerance = rb_stepper_tolerance(s, s->use);
        cut = rb_step_cut(step, model, tolerance, s->scale, &s->rhs_evaluations);
        if (cut == RB_CUT_START) {
            s->event_time = s->t;
            return RB_STEP_LIFTED;
        }
        if (cut == RB_CUT_FALSE) {
            reject_false_lift_off(s, model);
        }
    }
    s->rhs_evaluations += (uint64_t)rb_step_close(step, model);
    rb_diverged why = rb_stepper_judge(model->ops, step->y1, step->f1);
    if (why != RB_DIVERGED_NOT) {
        step->h = 0;
        return rb_stepper_fail(s, why, s->t);
    }
    extend_chain(s);
    rb_auto_after_step(s, model);
    return RB_STEP_DONE;
}

static void set_time(rb_stepper *s, double t) {
    s->now = t;
    s->is_current = false;
}

/* Time has passed the end of the step: passes it to the event log and crosses its event. */
static rb_step_result finish_step(rb_stepper *s, const rb_model *model, rb_event_log *event_log) {
    rb_step *step = &s->step;
    rb_interpolant whole = {step->t0, step->h, step->y0, step->f0, step->y1,
                            step->f1, true,    step,     model,    &s->rhs_evaluations,
                            NULL,     0};
    event_log->summary.max_gap = fmax(event_log->summary.max_gap, step->gap);
    bool rests = rb_event_log_add_step(event_log, &whole);
    s->adaptive_time += step->h;
    s->implicit_time += step->method->implicit ? step->h : 0;
    rb_step_remember(step);
    s->t = step->t0 + step->h;
    set_time(s, s->t);
    if (rests) {
        rb_step_state(step, model, event_log->rested, s->y);
    } else {
        memcpy(s->y, step->y1, sizeof s->y);
        memcpy(s->f, step->f1, sizeof s->f);
    }
    s->is_current = true;
    step->h = 0;
    if (rests) {
        return RB_STEP_RESTED;
    }
    if (step->ends) {
        s->event_time = s->t;
        return RB_STEP_LIFTED;
    }
    if (step->event >= 0) {
        s->chain.count = 0;
        s->h_next = s->h_last = s->e_last = 0;
        return rb_stepper_cross(s, model, step->event, s->t, event_log);
    }
    return RB_STEP_DONE;
}

rb_step_result rb_stepper_reach(rb_stepper *s, const rb_model *model, double t, rb_event_log *event_log) {
    if (s->large != NULL) {
        return rb_large_reach(s, model, t, event_log);
    }
    s->error = 0;
    for (;;) {
        if (s->step.h > 0) {
            if (s->step.t0 + s->step.h > t) {
                set_time(s, t);
                return RB_STEP_DONE;
            }
            rb_step_result result = finish_step(s, model, event_log);
            if (result != RB_STEP_DONE) {
                return result;
            }
        }
        if (!(s->t < t)) {
            return RB_STEP_DONE;
        }
        rb_step_result result = make_step(s, model, event_log);
        if (result != RB_STEP_DONE) {
            return result;
        }
    }
}

/* ---- within a step -------------------------------------------------------------------------------- */

void rb_stepper_see(rb_stepper *s, const rb_model *model) {
    if (s->large != NULL) {
        rb_large_see(s, model);
        return;
    }
    if (!s->is_current && s->step.h > 0) {
        rb_step_state(&s->step, model, s->now, s->y);
    }
    s->is_current = true;
}

void rb_stepper_show(rb_stepper *s, const rb_model *model, rb_event_log *event_log) {
    rb_step *step = &s->step;
    if (s->large != NULL) {
        rb_large_show(s, model, event_log);
        return;
    }
    if (!(step->h > 0 && s->now > step->t0)) {
        return;
    }
    rb_stepper_see(s, model);
    double f[RB_ODE_MAX] = {0};
    model->ops->rhs(model, s->y, f);
    rb_interpolant part = {
        step->t0, s->now - step->t0, step->y0, step->f0, s->y, f, true, step, model, NULL, NULL, 0};
    rb_event_log_add_step(event_log, &part);
}

void rb_stepper_settle(rb_stepper *s, const rb_model *model, rb_event_log *event_log) {
    if (s->step.h > 0) {
        rb_stepper_see(s, model);
        rb_stepper_show(s, model, event_log);
        s->t = s->now;
        s->step.h = 0;
        s->chain.count = 0;
    }
}
