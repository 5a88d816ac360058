/* Events of the body within a step. They are detected at its end, at its probes, at the minimum of a
   function with known rate, or from its stages. They are located on the dense output, and the step is
   repeated up to the event. */
#include <math.h>
#include <string.h>

#include "math/bracket.h"
#include "sim/recheck.h"
#include "sim/step.h"

/* The function of one event on the dense output, with a sign so that the event happens where it falls to
   zero. */
typedef struct margin {
    rb_step *step;
    const rb_model *model;
    int event;
    uint64_t *evaluations;
} margin;

static double value(const margin *m, const double *y, const double *f) {
    double g[RB_BODY_EVENTS_MAX];
    m->model->ops->event_values(m->model, y, f, g);
    return m->model->ops->events[m->event].crossing == RB_CROSS_RISING ? -g[m->event] : g[m->event];
}

/* Rate of change of that function; NAN: the body does not provide it. */
static double rate(const margin *m, const double *y, const double *f) {
    const rb_body_ops *ops = m->model->ops;
    double g[RB_BODY_EVENTS_MAX];
    if (ops->event_rates == NULL) {
        return NAN;
    }
    ops->event_rates(m->model, y, f, g);
    return ops->events[m->event].crossing == RB_CROSS_RISING ? -g[m->event] : g[m->event];
}

static double value_at(const margin *m, double x) {
    double y[RB_ODE_MAX], f[RB_ODE_MAX];
    rb_step_look(m->step, m->model, x, y, f, m->evaluations);
    return value(m, y, f);
}

#define EVENT_PRECISION 1e-14 /* share of the step: precision of events on the dense output */

/* Returns the root between the shares near and far, with values m_near > 0 and m_far <= 0, by bracketing. */
static void locate(const margin *m, double *near, double *far, double m_near, double m_far) {
    rb_bracket b = {*near, *far, m_near, m_far, 0};
    for (int i = 0; i < 60 && b.far - b.near > EVENT_PRECISION && b.at_far < 0; i++) {
        double x = rb_bracket_guess(&b, 1e-3), at = value_at(m, x);
        rb_bracket_take(&b, x, at, at > 0);
    }
    *near = b.near, *far = b.far;
}

/* Finds the first probe at which the event has happened, and the one before it; false: at none. */
static bool probe(const margin *m, int probes, double *near, double *m_near, double *far, double *m_far) {
    for (int i = 1; i <= probes; i++) {
        double x = (double)i / (probes + 1), at = value_at(m, x);
        if (at <= 0) {
            *far = x;
            *m_far = at;
            return true;
        }
        *near = x;
        *m_near = at;
    }
    return false;
}

/* The stages may show a function that falls below zero within the step and is positive again at its end. */
static bool may_dip(const margin *m, double before, double after) {
    const double *y, *f;
    for (int i = 1; rb_step_stage(m->step, i, &y, &f); i++) {
        if (value(m, y, f) < 0.5 * fmin(before, after)) {
            return true;
        }
    }
    return false;
}

#define SAMPLES 8

/* Searches for the minimum of the function. Returns its position if it is below zero, else 0. */
static double find_minimum(const margin *m, double before, double after, double *depth) {
    double v[SAMPLES + 1] = {before, [SAMPLES] = after};
    int best = before < after ? 0 : SAMPLES;
    for (int i = 1; i < SAMPLES; i++) {
        v[i] = value_at(m, (double)i / SAMPLES);
        if (v[i] <= 0) {
            *depth = v[i];
            return (double)i / SAMPLES;
        }
        best = v[i] < v[best] ? i : best;
    }
    if (best == 0 || best == SAMPLES) {
        return 0;
    }
    double x = (double)best / SAMPLES, width = 1.0 / SAMPLES;
    double low = v[best - 1], mid = v[best], high = v[best + 1];
    for (int k = 0; k < 3; k++) { /* by parabolas */
        double bend = low - 2 * mid + high;
        x += bend > 0 ? width * (low - high) / (2 * bend) : 0;
        mid = value_at(m, x);
        if (mid <= 0) {
            *depth = mid;
            return x;
        }
        width /= 4;
        low = value_at(m, x - width);
        high = value_at(m, x + width);
    }
    return 0;
}

/* With a known rate: finds the minimum by bisection of the rate. Returns a position at which the function
   is not positive, or 0. */
static double minimum_by_rate(const margin *m, double *depth) {
    double lo = 0, hi = 1;
    for (int i = 0; i < 40; i++) {
        double x = (lo + hi) / 2, y[RB_ODE_MAX], f[RB_ODE_MAX];
        rb_step_look(m->step, m->model, x, y, f, m->evaluations);
        *depth = value(m, y, f);
        if (*depth <= 0) {
            return x;
        }
        *(rate(m, y, f) < 0 ? &lo : &hi) = x;
    }
    return 0;
}

/* The function is positive at both ends. Returns a position between them at which it is not, or 0 if none
   is known. */
static double find_dip(const margin *m, double before, double after, double *depth) {
    const rb_step *step = m->step;
    double falls = rate(m, step->y0, step->f0), rises = rate(m, step->y1, step->f1);
    if (isnan(falls + rises)) {
        return may_dip(m, before, after) ? find_minimum(m, before, after, depth) : 0;
    }
    return falls < 0 && rises > 0 ? minimum_by_rate(m, depth) : 0;
}

/* Does the event happen within the step? If so, between which shares. */
static bool happens(const margin *m, double *near, double *far) {
    const rb_step *step = m->step;
    const rb_body_event *event = &m->model->ops->events[m->event];
    double before = value(m, step->y0, step->f0), after = value(m, step->y1, step->f1);
    bool holds = event->ends || event->crossing == RB_CROSS_HOLD;
    if (before <= 0) { /* the equations do not hold at the start of the step: the event is there */
        *near = 0;
        *far = EVENT_PRECISION;
        return holds && after <= 0;
    }
    *near = 0;
    *far = 1;
    if (!probe(m, event->probes, near, &before, far, &after) && !(after <= 0)) {
        double depth = 0, at = find_dip(m, before, after, &depth);
        if (at == 0) {
            return false;
        }
        *near = 0;
        *far = at;
        before = value(m, step->y0, step->f0);
        after = depth;
    }
    locate(m, near, far, before, after);
    return true;
}

/* Repeats the step up to just beyond the event. The dense output deviates from the method by a share of
   the tolerance; a few repetitions correct this. */
static void cut(const margin *m, double far) {
    rb_step *step = m->step;
    double whole = step->h, slope_width = fmin(1e-3, far / 2);
    double slope = (value_at(m, far) - value_at(m, far - slope_width)) / slope_width; /* < 0 */
    double x = far;
    for (int i = 0; i < 8; i++) {
        *m->evaluations += (uint64_t)rb_step_take(step, m->model, x * whole);
        double at = value(m, step->y1, step->f1), off = slope < 0 ? -at / slope : -at;
        if (at <= 0 && (!(fabs(off) > EVENT_PRECISION) || i > 0)) {
            break;
        }
        /* slightly longer, to reach the far side */
        double next = x + (slope < 0 ? off : 1e-3 * far) + EVENT_PRECISION / 4;
        x = fmin(fmax(next, x / 2), fmin(1, 2 * x));
    }
    step->event = m->event;
}

/* Skips most steps where rates are known: drops events that are positive at the end and have no minimum
   within the step. */
static unsigned possible_events(const rb_step *step, const rb_model *model) {
    const rb_body_ops *ops = model->ops;
    unsigned possible = model->crossings | model->endings, found = 0;
    if (ops->event_rates == NULL) {
        return possible;
    }
    double after[RB_BODY_EVENTS_MAX], rate0[RB_BODY_EVENTS_MAX], rate1[RB_BODY_EVENTS_MAX];
    ops->event_values(model, step->y1, step->f1, after);
    ops->event_rates(model, step->y0, step->f0, rate0);
    ops->event_rates(model, step->y1, step->f1, rate1);
    for (int i = 0; possible >> i != 0; i++) {
        double turn = ops->events[i].crossing == RB_CROSS_RISING ? -1 : 1;
        bool quiet = turn * after[i] > 0 && ops->events[i].probes == 0 &&
                     (turn * rate0[i] >= 0 || turn * rate1[i] <= 0);
        found |= quiet ? 0 : possible & 1u << i;
    }
    return found;
}

/* A confirmed lift-off ends the run at the share near of the step, or where the recheck found it. */
#define POSITION_TOLERANCE 1e-3

static rb_cut end_step(const margin *m, double near, const rb_recheck *recheck) {
    rb_step *step = m->step;
    if (fabs(recheck->after / step->h - near) > POSITION_TOLERANCE) {
        near = recheck->after / step->h;
    }
    if (!(near > 0)) {
        return RB_CUT_START;
    }
    double h = near * step->h, back = 1e-10;
    for (int i = 0; i < 8; i++, back *= 10) { /* where the step itself has not passed it */
        *m->evaluations += (uint64_t)rb_step_take(step, m->model, h);
        if (value(m, step->y1, step->f1) > 0) {
            break;
        }
        h *= 1 - back;
    }
    step->ends = true;
    return RB_CUT_DONE;
}

/* Rechecks an event that ends the run (-1: N is suspect), at the share near of the step. */
static rb_cut recheck_step(rb_step *step, const rb_model *model, int event, double near, double tolerance,
                           const double *scale, uint64_t *evaluations) {
    rb_recheck recheck;
    rb_recheck_step(model, step->y0, step->f0, step->h, tolerance, scale, &recheck);
    *evaluations += recheck.evaluations;
    if (!recheck.lifts_off) {
        bool right = event < 0 && rb_recheck_is_N_right(model, step->f1, &recheck);
        return right ? RB_CUT_DONE : RB_CUT_FALSE;
    }
    for (int i = 0; event < 0; i++) {
        event = (model->endings >> i & 1) != 0 ? i : -1;
    }
    margin m = {step, model, event, evaluations};
    rb_cut result = end_step(&m, near, &recheck);
    step->h = result == RB_CUT_START ? 0 : step->h;
    return result;
}

rb_cut rb_step_cut(rb_step *step, const rb_model *model, double tolerance, const double *scale,
                   uint64_t *evaluations) {
    double first = INFINITY, first_near = 0;
    int event = -1;
    unsigned possible = possible_events(step, model);
    for (int i = 0; possible >> i != 0; i++) {
        margin m = {step, model, i, evaluations};
        double near, far;
        if ((possible >> i & 1) != 0 && happens(&m, &near, &far) && far < first) {
            first = far;
            first_near = near;
            event = i;
        }
    }
    if (event >= 0 && !model->ops->events[event].ends) {
        margin m = {step, model, event, evaluations};
        cut(&m, first);
        return RB_CUT_DONE;
    }
    if (event >= 0 || rb_recheck_is_N_suspect(model, step->f0, step->f1)) {
        return recheck_step(step, model, event, first_near, tolerance, scale, evaluations);
    }
    return RB_CUT_DONE;
}
