/* Adaptive methods: error control, and legs that cross ticks.

   Nothing here depends on ticks or on who looks: a leg is made when the clock has to pass the end of
   the one before, from that end alone. */
#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "sim/growth.h"
#include "sim/stepper.h"

/* Local errors a hundredth of the tolerance keep the energy balance of every celt scene within it,
   also over a minute. */
#define SAFETY 0.01
/* With a larger tolerance radau's iteration fails so often that runs take longer, not shorter. */
#define RADAU_MOST 1e-3
#define LONGEST 0.1    /* s: a longer leg of a toy might step over what should be seen */
#define SHORTEST 1e-15 /* s */
/* Estimates of dop853 are far above the error, except where a force has no higher derivatives: there
   they have to be that much better, or these few steps would spoil what all others have done. */
#define ROUGH_SHARE 0.01
#define KINK_SHARE 1e-6 /* the same of a step across a kink, which may look good by chance */
#define ROUGH_ORDER 3   /* as they shrink there with the step, about */

double rb_stepper_tolerance(const rb_stepper *s, rb_solver_method method) {
    return SAFETY * (method == RB_METHOD_RADAU ? fmin(s->rtol, RADAU_MOST) : s->rtol);
}

/* The error of a step goes with this power of its length. */
static double order_of(rb_solver_method method) {
    return rb_method_is_implicit(method) ? 5 : 8;
}

/* By which factor to change the length of a step with the error e, to come near 1. */
static double to_one(rb_solver_method method, double e) {
    return rb_method_is_implicit(method) ? rb_pow(e, -0.2) : 1 / sqrt(sqrt(sqrt(e)));
}

/* What is aimed at is that much shorter. A step of dop853 that is tried in vain costs more than many
   gain by being longer, except where each is like the one before (trend is then about 1): so it is where
   stability limits them. */
static double margin_of(rb_solver_method method, double trend) {
    if (method != RB_METHOD_DOP853) {
        return 0.9;
    }
    return fabs(trend - 1) < 0.05 ? 0.9 : 0.8;
}

static double longest(const rb_model *model) {
    return model->ops->longest_step_adaptive > 0 ? model->ops->longest_step_adaptive : LONGEST;
}

/* ---- the length of legs ------------------------------------------------------------------------ */

static double weighted(const rb_stepper *s, const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double allowed = SAFETY * s->rtol * (s->scale[i] + fabs(s->y[i]));
        sum += v[i] * v[i] / (allowed * allowed);
    }
    return sqrt(sum / n);
}

/* Where nothing is known yet: a hundredth of the way on which slope, and slope of the slope, would
   use up the tolerance (Hairer, Norsett & Wanner I, II.4). */
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
    double other = most <= 1e-15 ? fmax(1e-6, h * 1e-3) : rb_pow(0.01 / most, 1 / order_of(s->use));
    h = fmin(fmin(100 * h, other), longest(model));
    return h > SHORTEST ? h : 1e-9; /* what is not finite shows when it is tried */
}

/* Of two that are numbers; the next leg waits for these, and a call would cost more. */
static double smaller(double a, double b) {
    return b < a ? b : a;
}

static double larger(double a, double b) {
    return b > a ? b : a;
}

/* What to take after a leg of length h and error e. Gustafsson's prediction takes into account how
   the error changed from the leg before; after a rejection the length does not grow. */
static void plan(rb_stepper *s, const rb_model *model, double h, double e) {
    e = larger(e, 1e-10);
    double ratio = s->h_last > 0 ? h / s->h_last : INFINITY;
    double change = s->h_last > 0 ? to_one(s->use, e / s->e_last) : 1;
    double factor = margin_of(s->use, ratio * change) * to_one(s->use, e);
    factor = smaller(factor, factor * ratio * change);
    factor = smaller(s->rejected != 0 ? 1 : 6, larger(0.2, factor));
    s->h_next = smaller(h * factor, longest(model));
    s->h_last = h;
    s->e_last = larger(e, 1e-2);
    s->rejected = 0;
}

/* ---- legs --------------------------------------------------------------------------------------- */

/* Budgets are for a millisecond, or for a leg. */
static void count_anew(rb_stepper *s) {
    if (s->t - s->window > RB_TRIES_TIME) {
        s->window = s->t;
        s->tries = s->changes = 0;
    }
}

/* A leg does not go beyond where the body will have come to rest, if it is on its way there. */
static double up_to_rest(const rb_stepper *s, const rb_model *model, const rb_ledger *ledger,
                         double h) {
    double left = ledger->quiet_since + model->ops->rest.time - s->t; /* NAN: it is not */
    return left < h ? fmax(left, 1e-9) : h;
}

/* Does the step tried lie across a kink? */
static bool is_across(const rb_leg *leg) {
    return leg->kink > 0.02 && leg->kink < 0.98;
}

static bool is_good(const rb_leg *leg, double e) {
    return e <= (is_across(leg) ? KINK_SHARE : leg->rough ? ROUGH_SHARE : 1);
}

/* By which factor to shorten a step that was tried in vain, with the error e. */
static double shorter(const rb_stepper *s, double e) {
    const rb_leg *leg = &s->leg;
    if (!(e < 1e300)) {
        return 0.1;
    }
    if (is_across(leg)) {
        return leg->kink; /* it ends there */
    }
    if (leg->rough) {
        return fmin(fmax(0.9 * rb_pow(e / ROUGH_SHARE, -1.0 / ROUGH_ORDER), 0.05), 0.9);
    }
    return fmin(fmax(0.9 * to_one(s->use, e), 0.2), 0.9);
}

/* After a try in vain another method may go on. */
static void doubt(rb_stepper *s, const rb_model *model) {
    if (rb_stepper_doubts(s, true)) {
        s->chain = 0;
        s->rhs_evaluations += (uint64_t)rb_leg_begin(&s->leg, model, s->use, s->t, s->y, s->f);
        s->jacobians += rb_method_is_implicit(s->use);
    }
}

/* Tries until error control is content. */
static rb_step_result find_length(rb_stepper *s, const rb_model *model, const rb_ledger *ledger) {
    double h = s->part > 0 ? s->part : s->h_next > 0 ? s->h_next : first_length(s, model);
    h = up_to_rest(s, model, ledger, h);
    if (rb_method_is_implicit(s->use)) {
        h = rb_growth_limit(model, s->leg.J, s->f, h, &s->growth_unchecked);
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
        s->rhs_evaluations += (uint64_t)rb_leg_try(&s->leg, model, h, tolerance, s->scale, &e);
        if (is_good(&s->leg, e)) {
            s->rhs_evaluations += (uint64_t)rb_leg_reach(&s->leg, model, h);
            plan(s, model, h, e);
            return RB_STEP_DONE;
        }
        s->rejected = 1;
        h *= shorter(s, e);
        doubt(s, model);
    }
}

/* If radau makes the leg, rodas makes it and some more. */
static void leave_radau(rb_stepper *s, const rb_model *model) {
    if (rb_stepper_leave_radau(s)) {
        s->chain = 0;
        s->rhs_evaluations += (uint64_t)rb_leg_begin(&s->leg, model, s->use, s->t, s->y, s->f);
        s->jacobians++;
    }
}

/* The normal force falls below zero by the errors of the leg only: a shorter one has smaller errors. What radau's
   iteration leaves over does not become smaller with the length; rodas iterates nothing. */
#define FALSE_SHARE 0.25

static void shorten_false_leg(rb_stepper *s, const rb_model *model) {
    s->part = FALSE_SHARE * s->leg.h;
    s->leg.h = 0;
    s->rejected = 1;
    leave_radau(s, model);
}

/* The leg made belongs to what a snapshot has to tell. */
static void link_up(rb_stepper *s) {
    const rb_leg *leg = &s->leg;
    if (!rb_method_is_collocation(leg->method)) {
        return;
    }
    if (s->chain == 0) {
        memcpy(s->chain_y, leg->y0, sizeof s->chain_y);
        s->chain_method = leg->method;
    }
    s->chain_h[s->chain++] = leg->h;
}

static rb_step_result make_leg(rb_stepper *s, const rb_model *model, const rb_ledger *ledger) {
    rb_leg *leg = &s->leg;
    count_anew(s);
    if (!(s->part > 0)) { /* one that was interrupted goes on as it was */
        rb_stepper_doubts(s, false);
    }
    if (s->chain == RB_CHAIN_MAX || s->chain_method != s->use) {
        s->chain = 0;
    }
    if (s->chain == 0) {
        rb_leg_forget(leg);
    }
    s->rhs_evaluations += (uint64_t)rb_leg_begin(leg, model, s->use, s->t, s->y, s->f);
    s->jacobians += rb_method_is_implicit(s->use);
    if (s->h_last == 0 && s->use == RB_METHOD_RADAU && rb_leg_begins_at_jump(leg, model)) {
        leave_radau(s, model);
    }
    for (rb_cut cut = RB_CUT_FALSE; cut == RB_CUT_FALSE;) {
        rb_step_result result = find_length(s, model, ledger);
        if (result != RB_STEP_DONE) {
            return result;
        }
        double tolerance = rb_stepper_tolerance(s, s->use);
        cut = rb_leg_cut(leg, model, tolerance, s->scale, &s->rhs_evaluations);
        if (cut == RB_CUT_START) {
            s->event_time = s->t;
            return RB_STEP_LIFTED;
        }
        if (cut == RB_CUT_FALSE) {
            shorten_false_leg(s, model);
        }
    }
    s->rhs_evaluations += (uint64_t)rb_leg_close(leg, model);
    rb_diverged why = rb_stepper_judge(model->ops, leg->y1, leg->f1);
    if (why != RB_DIVERGED_NOT) {
        leg->h = 0;
        return rb_stepper_fail(s, why, s->t);
    }
    link_up(s);
    rb_stepper_recover(s);
    if (s->method == RB_METHOD_AUTO) {
        rb_stepper_choose(s, model);
    }
    return RB_STEP_DONE;
}

static void stand_at(rb_stepper *s, double t) {
    s->now = t;
    s->seen = false;
}

/* Time has passed the leg's end: the ledger sees it, and what happens there happens. */
static rb_step_result leave_leg(rb_stepper *s, const rb_model *model, rb_ledger *ledger) {
    rb_leg *leg = &s->leg;
    rb_stride stride = {leg->t0, leg->h, leg->y0, leg->f0, leg->y1,
                        leg->f1, true,   leg,     model,   &s->rhs_evaluations};
    ledger->summary.max_gap = fmax(ledger->summary.max_gap, leg->gap);
    bool rests = rb_ledger_watch(ledger, &stride);
    s->leg_time += leg->h;
    s->implicit_time += rb_method_is_implicit(leg->method) ? leg->h : 0;
    rb_leg_keep(leg);
    s->t = leg->t0 + leg->h;
    stand_at(s, s->t);
    if (rests) {
        rb_leg_state(leg, model, ledger->rested, s->y);
    } else {
        memcpy(s->y, leg->y1, sizeof s->y);
        memcpy(s->f, leg->f1, sizeof s->f);
    }
    s->seen = true;
    leg->h = 0;
    if (rests) {
        return RB_STEP_RESTED;
    }
    if (leg->ends) {
        s->event_time = s->t;
        return RB_STEP_LIFTED;
    }
    if (leg->event >= 0) {
        s->chain = 0;
        s->h_next = s->h_last = s->e_last = 0;
        return rb_stepper_cross(s, model, leg->event, s->t, ledger);
    }
    return RB_STEP_DONE;
}

rb_step_result rb_stepper_reach(rb_stepper *s, const rb_model *model, double t, rb_ledger *ledger) {
    s->error = 0;
    for (;;) {
        if (s->leg.h > 0) {
            if (s->leg.t0 + s->leg.h > t) {
                stand_at(s, t);
                return RB_STEP_DONE;
            }
            rb_step_result result = leave_leg(s, model, ledger);
            if (result != RB_STEP_DONE) {
                return result;
            }
        }
        if (!(s->t < t)) {
            return RB_STEP_DONE;
        }
        rb_step_result result = make_leg(s, model, ledger);
        if (result != RB_STEP_DONE) {
            return result;
        }
    }
}

/* ---- the clock within a leg ---------------------------------------------------------------------- */

void rb_stepper_see(rb_stepper *s, const rb_model *model) {
    if (!s->seen && s->leg.h > 0) {
        rb_leg_state(&s->leg, model, s->now, s->y);
    }
    s->seen = true;
}

void rb_stepper_show(rb_stepper *s, const rb_model *model, rb_ledger *ledger) {
    rb_leg *leg = &s->leg;
    if (!(leg->h > 0 && s->now > leg->t0)) {
        return;
    }
    rb_stepper_see(s, model);
    double f[RB_ODE_MAX] = {0};
    model->ops->rhs(model, s->y, f);
    rb_stride stride = {leg->t0, s->now - leg->t0, leg->y0, leg->f0, s->y, f, true, leg, model,
                        NULL};
    rb_ledger_watch(ledger, &stride);
}

void rb_stepper_settle(rb_stepper *s, const rb_model *model, rb_ledger *ledger) {
    if (s->leg.h > 0) {
        rb_stepper_see(s, model);
        rb_stepper_show(s, model, ledger);
        s->t = s->now;
        s->leg.h = 0;
        s->chain = 0;
    }
}
