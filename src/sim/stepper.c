#include "sim/stepper.h"

#include <math.h>
#include <string.h>

#include "math/dp5.h"
#include "math/elementary.h"
#include "math/rodas.h"
#include "sim/stepper_events.h"

void rb_stepper_begin(rb_stepper *s, const rb_model *model, double rtol) {
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations++;
    s->rtol = rtol;
    model->ops->scale(model, s->scale);
}

/* Far beyond anything a toy on a table does: what comes after is nonsense. */
#define STATE_MAX 1e6

/* f is judged, too: what is recorded of a state that has no accelerations would be NaN. */
static rb_diverged judge(const double *y, const double *f, int n) {
    double sum = 0, rates = 0;
    for (int i = 0; i < n; i++) {
        sum += fabs(y[i]);
        rates += fabs(f[i]);
    }
    if (sum < STATE_MAX && rates < INFINITY) {
        return RB_DIVERGED_NOT;
    }
    return isnan(sum) || isnan(rates) ? RB_DIVERGED_NAN : RB_DIVERGED_BOUNDS;
}

/* A stiff contact may ask for ever smaller parts of a step: where one falls into more than these, or
   these for every millisecond of a long one, the run is given up. Shipped scenes need below 500. */
#define TRIES_MAX 10000
#define TRIES_TIME 1e-3

static bool out_of_budget(const rb_stepper *s, double h) {
    return s->tries > TRIES_MAX * fmax(1, h / TRIES_TIME);
}

static rb_step_result fail(rb_stepper *s, rb_diverged why, double t) {
    s->diverged = why;
    s->event_time = t;
    return RB_STEP_FAILED;
}

static bool interrupted(const rb_stepper *s) {
    return s->interrupt != NULL && s->interrupt(s->interrupt_user);
}

static rb_step_result end_step(rb_stepper *s, rb_step_result result) {
    if (result != RB_STEP_INTERRUPTED) {
        s->done = s->part = 0;
        s->changes = s->tries = 0;
    }
    return result;
}

/* The embedded error in the body's speed per unit of time, averaged over the last second, against
   16 % of its spin a second. Measured while K11's stones move, for h = 2e-5, 1e-4, 2e-4, 1e-3 s: Fig. 5 0.2, 6,
   8, 9; Fig. 6 0.9, 3, 6, 19; Fig. 4 0.1, 1.1, 1.6, 1.7. At 2e-5 s they are right to 1 % up to rest,
   at 2e-4 s Fig. 4 and 5 are not. A single step says little: friction's kinks give short spikes at
   any h. */
#define ERROR_SHARE 0.16
/* Below this share of it, what is left near rest is motion and not chatter. */
#define RESOLVED 0.3
#define ERROR_MEMORY 1.0

static void watch_error(rb_stepper *s, const rb_body_follows *follows, const double *error,
                        double h, double scale) {
    double sum = 0;
    for (int i = follows->speed; i < follows->speed + follows->speed_count; i++) {
        sum += error[i] * error[i];
    }
    double now = sqrt(sum) / h / (ERROR_SHARE * fmax(scale, follows->slow));
    s->error += (now - s->error) * fmin(1, h / ERROR_MEMORY);
}

/* Takes the new state if it is good; tells the ledger. gap: what the step had opened, if it was put
   back before. */
static rb_step_result accept(rb_stepper *s, const rb_model *model, double t, double h,
                             const double *y0, const double *f0, double gap, rb_ledger *ledger) {
    gap = fmax(fabs(gap), fabs(rb_body_project(model, s->y)));
    rb_diverged why = judge(s->y, s->f, model->ops->state_count);
    double after = 0;
    if (why != RB_DIVERGED_NOT || rb_events_end(s, model, y0, f0, h, &after)) {
        s->event_time = t + after;
        memcpy(s->y, y0, sizeof s->y);
        memcpy(s->f, f0, sizeof s->f);
        return why != RB_DIVERGED_NOT ? fail(s, why, t) : RB_STEP_LIFTED;
    }
    ledger->summary.max_gap = fmax(ledger->summary.max_gap, gap);
    rb_stride stride = {t, h, y0, f0, s->y, s->f, s->error <= RESOLVED};
    return rb_ledger_watch(ledger, &stride) ? RB_STEP_RESTED : RB_STEP_DONE;
}

/* ---- events ------------------------------------------------------------------------------------ */

/* At most this many in one step: a body that bounces for ever would never end it. */
#define EVENTS_MAX 32

/* t: of the event. */
static rb_step_result cross(rb_stepper *s, const rb_model *model, int event, double t,
                            rb_ledger *ledger) {
    if (++s->changes > EVENTS_MAX) {
        return fail(s, RB_DIVERGED_EVENTS, t);
    }
    model->ops->cross(model, event, s->y);
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations++;
    if (model->ops->events[event].name != NULL) {
        rb_ledger_event(ledger, RB_EVENT_BODY, event, t, 0);
    }
    return RB_STEP_DONE;
}

/* ---- dp5 --------------------------------------------------------------------------------------- */

static void dp5_trial(rb_stepper *s, const rb_model *model, double h) {
    rb_dp5_step(model->ops->rhs, model, model->ops->state_count, h, s->y, s->f, NULL);
    s->rhs_evaluations += 6;
}

/* Where the body finds a step too rough it is made again in halves, down to a thousandth; the state
   alone decides, so that the same scene still gives the same bits. */
#define FINEST 1e-3

static bool is_rough(const rb_model *model, const double *error) {
    return model->ops->rough != NULL && model->ops->rough(model, error);
}

static rb_step_result dp5_step(rb_stepper *s, const rb_model *model, double t, double h,
                               rb_ledger *ledger) {
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX], error[RB_ODE_MAX];
    for (double part = s->part > 0 ? s->part : h; part > 0;) {
        if (interrupted(s)) {
            s->part = part;
            return RB_STEP_INTERRUPTED;
        }
        s->tries++;
        if (out_of_budget(s, h)) {
            return fail(s, RB_DIVERGED_BUDGET, t + s->done);
        }
        memcpy(y0, s->y, sizeof y0);
        memcpy(f0, s->f, sizeof f0);
        rb_dp5_step(model->ops->rhs, model, model->ops->state_count, part, s->y, s->f, error);
        s->rhs_evaluations += 6;
        if (part > FINEST * h && is_rough(model, error)) {
            memcpy(s->y, y0, sizeof y0);
            memcpy(s->f, f0, sizeof f0);
            part /= 2;
            continue;
        }
        int event =
            rb_events_possible(model) ? rb_events_first(s, model, dp5_trial, y0, f0, &part) : -1;
        if (event < 0) {
            watch_error(s, &model->ops->follows, error, part, ledger->scale);
        }
        rb_step_result result = accept(s, model, t + s->done, part, y0, f0, 0, ledger);
        if (result != RB_STEP_DONE) {
            return result;
        }
        s->done += part;
        if (event >= 0) {
            result = cross(s, model, event, t + s->done, ledger);
            if (result != RB_STEP_DONE) {
                return result;
            }
        }
        part = fmin(event >= 0 ? h : 2 * part, h - s->done);
    }
    return RB_STEP_DONE;
}

rb_step_result rb_stepper_dp5(rb_stepper *s, const rb_model *model, double t, double h,
                              rb_ledger *ledger) {
    return end_step(s, dp5_step(s, model, t, h, ledger));
}

/* ---- rodas ------------------------------------------------------------------------------------- */

/* Local errors a twentieth of the tolerance keep the energy balance of every celt scene within it. */
#define SAFETY 0.05

/* Root mean square of the error against the tolerance: at most 1 is good. */
static double weighted(const rb_stepper *s, const double *error, const double *y_new, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double allowed = SAFETY * s->rtol * (s->scale[i] + fmax(fabs(s->y[i]), fabs(y_new[i])));
        sum += error[i] * error[i] / (allowed * allowed);
    }
    return sqrt(sum / n);
}

/* One accepted step of error control, at most `most` long; its length, or 0 if it was interrupted
   (then s->part is what to try next) or none is small enough. */
static double rodas_inner(rb_stepper *s, const rb_model *model, double most) {
    int n = model->ops->state_count;
    rb_rodas_system system = {model->ops->rhs, model->ops->jacobian, model, n};
    double J[RB_ODE_MAX * RB_ODE_MAX], y_new[RB_ODE_MAX], error[RB_ODE_MAX];
    model->ops->jacobian(model, s->y, J);
    double h = s->h_inner > 0 ? fmin(s->h_inner, most) : most / 64;
    h = s->part > 0 ? s->part : h;
    s->part = 0;
    while (h > 1e-12 * most) {
        if (interrupted(s)) {
            s->part = h;
            return 0;
        }
        s->tries++;
        bool solved = rb_rodas_step(&system, h, s->y, s->f, J, y_new, error);
        s->rhs_evaluations += 5;
        double size = solved ? weighted(s, error, y_new, n) : INFINITY;
        if (!(size < 1e300)) {
            h /= 10;
            continue;
        }
        double factor = fmin(6, fmax(0.2, 0.9 * rb_pow(fmax(size, 1e-12), -0.25)));
        if (size <= 1) {
            memcpy(s->y, y_new, (size_t)n * sizeof *y_new);
            /* a step cut short by the tick's end says nothing against the longer one */
            s->h_inner = h < most ? h * factor : fmax(s->h_inner, h * factor);
            return h;
        }
        h *= fmin(factor, 0.9);
    }
    return 0;
}

static void rodas_trial(rb_stepper *s, const rb_model *model, double h) {
    int n = model->ops->state_count;
    rb_rodas_system system = {model->ops->rhs, model->ops->jacobian, model, n};
    double J[RB_ODE_MAX * RB_ODE_MAX], y_new[RB_ODE_MAX], error[RB_ODE_MAX];
    model->ops->jacobian(model, s->y, J);
    if (rb_rodas_step(&system, h, s->y, s->f, J, y_new, error)) {
        memcpy(s->y, y_new, (size_t)n * sizeof *y_new);
    }
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations += 6;
}

/* N is linear over so short a step: it reaches zero where the line says, to 1e-7 s. */
#define LIFT_OFF_STEP 1e-5

static rb_step_result rodas_step(rb_stepper *s, const rb_model *model, double t, double h,
                                 rb_ledger *ledger) {
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX];
    s->error = 0;
    while (s->done < h * (1 - 1e-9)) {
        memcpy(y0, s->y, sizeof y0);
        memcpy(f0, s->f, sizeof f0);
        if (out_of_budget(s, h)) {
            return fail(s, RB_DIVERGED_BUDGET, t + s->done);
        }
        double inner = rodas_inner(s, model, h - s->done);
        if (inner == 0) {
            return s->part > 0 ? RB_STEP_INTERRUPTED : fail(s, RB_DIVERGED_STEP, t + s->done);
        }
        int event = -1;
        if (rb_events_possible(model)) {
            model->ops->rhs(model, s->y, s->f);
            s->rhs_evaluations++;
            event = rb_events_first(s, model, rodas_trial, y0, f0, &inner);
        }
        double gap = rb_body_project(model, s->y);
        model->ops->rhs(model, s->y, s->f);
        s->rhs_evaluations++;
        rb_step_result result = accept(s, model, t + s->done, inner, y0, f0, gap, ledger);
        if (result == RB_STEP_LIFTED && inner > LIFT_OFF_STEP) {
            s->h_inner = inner / 2; /* come closer first; the state is still the one before */
            continue;
        }
        if (result != RB_STEP_DONE) {
            return result;
        }
        s->done += inner;
        if (event >= 0) {
            result = cross(s, model, event, t + s->done, ledger);
            if (result != RB_STEP_DONE) {
                return result;
            }
            s->h_inner = 0;
        }
    }
    return RB_STEP_DONE;
}

rb_step_result rb_stepper_rodas(rb_stepper *s, const rb_model *model, double t, double h,
                                rb_ledger *ledger) {
    return end_step(s, rodas_step(s, model, t, h, ledger));
}
