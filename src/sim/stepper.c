#include "sim/stepper.h"

#include <math.h>
#include <string.h>

#include "math/dp5.h"
#include "math/rodas.h"

void rb_stepper_begin(rb_stepper *s, const rb_model *model, double rtol) {
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations++;
    s->rtol = rtol;
    /* What counts as one in each component: radians, metres of the body's size, rad/s, and a tenth
       of the energy of lifting the body by its own size (the balance is to close better than the
       motion is known). */
    const rb_shape *shape =
        &model->shape; /* not the state: going on from a snapshot must not see it */
    double size = shape->radius[0] > 0 ? shape->radius[0] : sqrt(shape->R.m[2][2]);
    for (int i = 0; i < 3; i++) {
        s->scale[RB_Y_R + i] = size;
        s->scale[RB_Y_V + i] = size;
        s->scale[RB_Y_OMEGA + i] = 1;
    }
    for (int i = 0; i < 4; i++) {
        s->scale[RB_Y_Q + i] = 1;
        s->scale[RB_Y_W_SLIDE + i] = 0.1 * model->m * model->g * size;
    }
    s->scale[RB_Y_JELLETT] = model->B.m[2][2] * size;
    s->scale[RB_Y_STAND] = 1;
}

/* Far beyond anything a toy on a table does: what comes after is nonsense. */
#define STATE_MAX 1e6

static rb_diverged judge(const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += fabs(y[i]);
    }
    return sum < STATE_MAX ? RB_DIVERGED_NOT : isnan(sum) ? RB_DIVERGED_NAN : RB_DIVERGED_BOUNDS;
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
        s->changes = 0;
    }
    return result;
}

/* The embedded error in omega per unit of time, averaged over the last second, against 16 % of the
   spin a second. Measured while K11's stones move, for h = 2e-5, 1e-4, 2e-4, 1e-3 s: Fig. 5 0.2, 6,
   8, 9; Fig. 6 0.9, 3, 6, 19; Fig. 4 0.1, 1.1, 1.6, 1.7. At 2e-5 s they are right to 1 % up to rest,
   at 2e-4 s Fig. 4 and 5 are not. A single step says little: friction's kinks give short spikes at
   any h. */
#define ERROR_SHARE 0.16
/* Below this share of it, what is left near rest is motion and not chatter. */
#define RESOLVED 0.3
#define ERROR_MEMORY 1.0

static void watch_error(rb_stepper *s, const double *error, double h, double omega3_scale) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += error[RB_Y_OMEGA + i] * error[RB_Y_OMEGA + i];
    }
    double now = sqrt(sum) / h / (ERROR_SHARE * fmax(omega3_scale, 1));
    s->error += (now - s->error) * fmin(1, h / ERROR_MEMORY);
}

/* Takes the new state if it is good; tells the ledger. gap: what the step had opened, if it was put
   back before. */
static rb_step_result accept(rb_stepper *s, const rb_model *model, double t, double h,
                             const double *y0, const double *f0, double gap, rb_ledger *ledger) {
    gap = fmax(fabs(gap), fabs(model->ops->project(model, s->y)));
    rb_diverged why = judge(s->y, model->ops->state_count);
    double N0 = f0[RB_Y_N] + f0[RB_Y_N + 1], N1 = s->f[RB_Y_N] + s->f[RB_Y_N + 1];
    bool lifted = model->normal->rigid && N1 <= 0;
    if (why != RB_DIVERGED_NOT || lifted) {
        s->event_time = t + h * N0 / (N0 - N1);
        memcpy(s->y, y0, sizeof s->y);
        memcpy(s->f, f0, sizeof s->f);
        return why != RB_DIVERGED_NOT ? fail(s, why, t) : RB_STEP_LIFTED;
    }
    ledger->summary.max_gap = fmax(ledger->summary.max_gap, gap);
    rb_stride stride = {t, h, y0, f0, s->y, s->f, s->error <= RESOLVED};
    return rb_ledger_watch(ledger, &stride) ? RB_STEP_RESTED : RB_STEP_DONE;
}

/* ---- equations that change -------------------------------------------------------------------- */

/* A body on rigid contacts that open and close changes its equations at most this often a step. */
#define CHANGES_MAX 32

typedef void trial_step(rb_stepper *s, const rb_model *model, double h);

static bool may_change(const rb_model *model) {
    return model->mode == RB_CONTACT_RIGID_PAIR;
}

static bool must_change(const rb_stepper *s, const rb_model *model) {
    return may_change(model) && model->ops->margin(s->y, s->f) <= 0;
}

/* The step from y0 ended beyond the end of its equations: takes it again, only just that far, and
   returns its length. Regula falsi (Illinois), kept on the far side. */
static double cut_short(rb_stepper *s, const rb_model *model, trial_step *step, double h,
                        const double *y0, const double *f0) {
    double near = 0, far = h;
    double m_near = model->ops->margin(y0, f0);
    double m_far = model->ops->margin(s->y, s->f);
    for (int i = 0, last = 0; i < 60 && far - near > 1e-13 * h && m_far < 0; i++) {
        double x = near + (far - near) * m_near / (m_near - m_far);
        x = fmin(fmax(x, near + 1e-3 * (far - near)), far - 1e-3 * (far - near));
        memcpy(s->y, y0, sizeof s->y);
        memcpy(s->f, f0, sizeof s->f);
        step(s, model, x);
        double m = model->ops->margin(s->y, s->f);
        int side = m > 0 ? 1 : -1;
        if (side > 0) {
            near = x, m_near = m;
            m_far = last == side ? m_far / 2 : m_far;
        } else {
            far = x, m_far = m;
            m_near = last == side ? m_near / 2 : m_near;
        }
        last = side;
    }
    memcpy(s->y, y0, sizeof s->y);
    memcpy(s->f, f0, sizeof s->f);
    step(s, model, far);
    return far;
}

static void change_equations(rb_stepper *s, const rb_model *model) {
    model->ops->change(model, s->y);
    model->ops->rhs(model, s->y, s->f);
    s->rhs_evaluations++;
}

/* ---- dp5 --------------------------------------------------------------------------------------- */

static void dp5_trial(rb_stepper *s, const rb_model *model, double h) {
    rb_dp5_step(model->ops->rhs, model, model->ops->state_count, h, s->y, s->f, NULL);
    s->rhs_evaluations += 6;
}

/* A compliant contact that is hit hard is far stiffer than one that carries the weight: Hunt and
   Crossley's damping alone reaches N chi/m = 1e6 1/s when the top is let fall by 1 cm. There a step
   is made again in halves, down to a thousandth; the state alone decides, so that the same scene
   still gives the same bits. The measure is the embedded error in the vertical velocity of C
   against the speed of falling by its own height: 1e-6 of it leaves the ringing of a contact that
   carries the weight alone, and balances the energy of that fall to 2e-7. */
#define ROUGH 1e-6
#define FINEST 1e-3

static bool is_rough(const rb_stepper *s, const rb_model *model, const double *error) {
    if (model->mode != RB_CONTACT_COMPLIANT) {
        return false;
    }
    double fall = sqrt(model->g * s->scale[RB_Y_R]);
    return !(fabs(error[RB_Y_V + 2]) <= ROUGH * fall); /* also when not a number */
}

static rb_step_result dp5_step(rb_stepper *s, const rb_model *model, double t, double h,
                               rb_ledger *ledger) {
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX], error[RB_ODE_MAX];
    for (double part = s->part > 0 ? s->part : h; part > 0;) {
        if (interrupted(s)) {
            s->part = part;
            return RB_STEP_INTERRUPTED;
        }
        memcpy(y0, s->y, sizeof y0);
        memcpy(f0, s->f, sizeof f0);
        rb_dp5_step(model->ops->rhs, model, model->ops->state_count, part, s->y, s->f, error);
        s->rhs_evaluations += 6;
        if (part > FINEST * h && is_rough(s, model, error)) {
            memcpy(s->y, y0, sizeof y0);
            memcpy(s->f, f0, sizeof f0);
            part /= 2;
            continue;
        }
        bool change = must_change(s, model);
        if (change) {
            part = cut_short(s, model, dp5_trial, part, y0, f0);
        } else {
            watch_error(s, error, part, ledger->omega3_scale);
        }
        rb_step_result result = accept(s, model, t + s->done, part, y0, f0, 0, ledger);
        if (result != RB_STEP_DONE) {
            return result;
        }
        if (change) {
            if (++s->changes > CHANGES_MAX) {
                return fail(s, RB_DIVERGED_EVENTS, t + s->done);
            }
            change_equations(s, model);
        }
        s->done += part;
        part = fmin(change ? h : 2 * part, h - s->done);
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
        bool solved = rb_rodas_step(&system, h, s->y, s->f, J, y_new, error);
        s->rhs_evaluations += 5;
        double size = solved ? weighted(s, error, y_new, n) : INFINITY;
        if (!(size < 1e300)) {
            h /= 10;
            continue;
        }
        double factor = fmin(6, fmax(0.2, 0.9 * pow(fmax(size, 1e-12), -0.25)));
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
        double inner = rodas_inner(s, model, h - s->done);
        if (inner == 0) {
            return s->part > 0 ? RB_STEP_INTERRUPTED : fail(s, RB_DIVERGED_STEP, t + s->done);
        }
        bool change = may_change(model);
        if (change) {
            model->ops->rhs(model, s->y, s->f);
            s->rhs_evaluations++;
            change = must_change(s, model);
            inner = change ? cut_short(s, model, rodas_trial, inner, y0, f0) : inner;
        }
        double gap = model->ops->project(model, s->y);
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
        if (change) {
            if (++s->changes > CHANGES_MAX) {
                return fail(s, RB_DIVERGED_EVENTS, t + s->done);
            }
            change_equations(s, model);
            s->h_inner = 0;
        }
        s->done += inner;
    }
    return RB_STEP_DONE;
}

rb_step_result rb_stepper_rodas(rb_stepper *s, const rb_model *model, double t, double h,
                                rb_ledger *ledger) {
    return end_step(s, rodas_step(s, model, t, h, ledger));
}
