#include "sim/stepper_events.h"

#include <math.h>
#include <string.h>

#include "math/bracket.h"

bool rb_events_possible(const rb_model *model) {
    return model->crossings != 0;
}

/* The function of one event, with a sign so that the event happens where it falls to zero. */
static double margin(const rb_model *model, int event, const double *y, const double *f) {
    double g[RB_BODY_EVENTS_MAX];
    model->ops->event_values(model, y, f, g);
    return model->ops->events[event].crossing == RB_CROSS_RISING ? -g[event] : g[event];
}

static bool happens(const rb_model *model, int event, double before, double after) {
    return after <= 0 && (before > 0 || model->ops->events[event].crossing == RB_CROSS_HOLD);
}

static void take(rb_stepper *s, const rb_model *model, rb_trial_step *step, const double *y0,
                 const double *f0, double h) {
    memcpy(s->y, y0, sizeof s->y);
    memcpy(s->f, f0, sizeof s->f);
    step(s, model, h);
}

/* The step from y0 ended beyond the event: repeats it to just beyond the event and returns its length. */
static double cut_short(rb_stepper *s, const rb_model *model, int event, rb_trial_step *step, double h,
                        const double *y0, const double *f0) {
    rb_bracket b = {0, h, margin(model, event, y0, f0), margin(model, event, s->y, s->f), 0};
    for (int i = 0; i < 60 && b.far - b.near > 1e-13 * h && b.at_far < 0; i++) {
        double x = rb_bracket_guess(&b, 1e-3);
        take(s, model, step, y0, f0, x);
        double m = margin(model, event, s->y, s->f);
        rb_bracket_take(&b, x, m, m > 0);
    }
    take(s, model, step, y0, f0, b.far);
    return b.far;
}

/* Interpolates the state at the share x of the step by the cubic through both ends with their slopes. */
static void between(const rb_stepper *s, int n, const double *y0, const double *f0, double h, double x,
                    double *y) {
    for (int i = 0; i < n; i++) {
        double rise = s->y[i] - y0[i], m0 = h * f0[i], m1 = h * s->f[i];
        y[i] = y0[i] + x * (m0 + x * (3 * rise - 2 * m0 - m1 + x * (m0 + m1 - 2 * rise)));
    }
}

/* The event has not happened at the end of the step: did it happen and pass within the step? Then repeats
   the step up to the event and returns its length; else 0. */
static double probe(rb_stepper *s, const rb_model *model, int event, rb_trial_step *step, double h,
                    const double *y0, const double *f0) {
    int probes = model->ops->events[event].probes;
    double before = margin(model, event, y0, f0);
    for (int i = 1; i <= probes; i++) {
        double y[RB_ODE_MAX], f[RB_ODE_MAX], x = (double)i / (probes + 1);
        between(s, model->ops->state_count, y0, f0, h, x, y);
        model->ops->rhs(model, y, f);
        s->rhs_evaluations++;
        if (!happens(model, event, before, margin(model, event, y, f))) {
            continue;
        }
        double y1[RB_ODE_MAX], f1[RB_ODE_MAX];
        memcpy(y1, s->y, sizeof y1);
        memcpy(f1, s->f, sizeof f1);
        take(s, model, step, y0, f0, x * h);
        if (happens(model, event, before, margin(model, event, s->y, s->f))) {
            return x * h;
        }
        memcpy(s->y, y1, sizeof y1); /* the cubic deviates from the motion */
        memcpy(s->f, f1, sizeof f1);
    }
    return 0;
}

/* Has the event happened, according to its function at y? */
static bool is_past(const rb_model *model, int event, const double *g) {
    return (model->ops->events[event].crossing == RB_CROSS_RISING ? -g[event] : g[event]) <= 0;
}

int rb_events_first(rb_stepper *s, const rb_model *model, rb_trial_step *step, const double *y0,
                    const double *f0, double *h) {
    int first = -1;
    double g[RB_BODY_EVENTS_MAX];
    model->ops->event_values(model, s->y, s->f, g);
    for (int i = 0; model->crossings >> i != 0; i++) { /* each may shorten the step */
        bool past = is_past(model, i, g);
        if ((model->crossings >> i & 1) == 0 || (!past && model->ops->events[i].probes == 0)) {
            continue;
        }
        double length = *h;
        if (!past || !happens(model, i, margin(model, i, y0, f0), margin(model, i, s->y, s->f))) {
            length = probe(s, model, i, step, *h, y0, f0);
        }
        if (length > 0) {
            *h = cut_short(s, model, i, step, length, y0, f0);
            model->ops->event_values(model, s->y, s->f, g);
            first = i;
        }
    }
    return first;
}

bool rb_events_end_at(const rb_model *model, const double *y, const double *f) {
    double g[RB_BODY_EVENTS_MAX];
    if (model->endings == 0) {
        return false;
    }
    model->ops->event_values(model, y, f, g);
    for (int i = 0; model->endings >> i != 0; i++) {
        if ((model->endings >> i & 1) != 0 && !(g[i] > 0)) {
            return true;
        }
    }
    return false;
}

bool rb_events_end(const rb_stepper *s, const rb_model *model, const double *y0, const double *f0, double h,
                   double *after) {
    if (!rb_events_end_at(model, s->y, s->f)) {
        return false;
    }
    double g0[RB_BODY_EVENTS_MAX], g1[RB_BODY_EVENTS_MAX];
    model->ops->event_values(model, y0, f0, g0);
    model->ops->event_values(model, s->y, s->f, g1);
    *after = h;
    for (int i = 0; model->endings >> i != 0; i++) {
        if ((model->endings >> i & 1) != 0 && !(g1[i] > 0)) {
            *after = fmin(*after, g0[i] > 0 ? h * g0[i] / (g0[i] - g1[i]) : 0);
        }
    }
    return true;
}
