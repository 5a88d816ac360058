#include "sim/recheck.h"

#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "sim/growth.h"
#include "sim/step.h"
#include "sim/stepper_events.h"

#define TIGHTER 1e-3       /* share of the tolerance of the step to be checked */
#define TIGHTEST 1e-13     /* rounding errors dominate below it */
#define STEPS_MAX 4000     /* tries; a steep law needs a few hundred */
#define FIRST_SHARE 0.0625 /* share of h: the first try */
#define SAMPLES 4          /* samples within each step */

/* Does the run end at the share x of the current step? */
static bool ends_at(rb_step *step, const rb_model *model, double x, rb_recheck *out) {
    if (x < 1) {
        rb_step_look(step, model, x, out->y, out->f, &out->evaluations);
    } else {
        memcpy(out->y, step->y1, sizeof out->y);
        memcpy(out->f, step->f1, sizeof out->f);
    }
    return rb_events_end_at(model, out->y, out->f);
}

/* Searches for the end of the run within the current step; *share: just before it. */
static bool find_end(rb_step *step, const rb_model *model, rb_recheck *out, double *share) {
    for (int i = 1; i <= SAMPLES; i++) {
        double near = (double)(i - 1) / SAMPLES, far = (double)i / SAMPLES;
        if (!ends_at(step, model, far, out)) {
            continue;
        }
        for (int k = 0; k < 40; k++) {
            double middle = (near + far) / 2;
            *(ends_at(step, model, middle, out) ? &far : &near) = middle;
        }
        *share = near;
        return true;
    }
    return false;
}

bool rb_recheck_is_N_suspect(const rb_model *model, const double *f0, const double *f1) {
    int N = model->ops->follows.N;
    bool has_friction = model->mode != RB_CONTACT_NO_SLIP; /* else N is as accurate as the state */
    return model->endings != 0 && has_friction && N >= 0 &&
           !(f1[N] > RB_RECHECK_FALLS * f0[N] && f1[N] < RB_RECHECK_RISES * f0[N]);
}

#define N_ERROR_MAX 0.25 /* of N */

bool rb_recheck_is_N_right(const rb_model *model, const double *f1, const rb_recheck *recheck) {
    int N = model->ops->follows.N;
    return fabs(f1[N] - recheck->f[N]) <= N_ERROR_MAX * fabs(recheck->f[N]);
}

void rb_recheck_step(const rb_model *model, const double *y, const double *f, double h, double tolerance,
                     const double *scale, rb_recheck *out) {
    rb_step step = {.workspace = {NULL, NULL}};
    double unchecked = INFINITY, next = FIRST_SHARE * h, tight = fmax(TIGHTER * tolerance, TIGHTEST);
    *out = (rb_recheck){.lifts_off = true};
    memcpy(out->y, y, sizeof out->y);
    memcpy(out->f, f, sizeof out->f);
    for (int i = 0; i < STEPS_MAX; i++) {
        double length = fmin(next, h - out->after), error;
        rb_step_begin(&step, model, &rb_method_rodas, out->after, out->y, out->f);
        length = rb_growth_limit(model, step.J, out->f, length, &unchecked);
        out->evaluations += (uint64_t)rb_step_try(&step, model, length, tight, scale, &error);
        if (!(error <= 1)) {
            next = length * (error < 1e300 ? fmax(0.2, 0.9 * rb_pow(error, -0.2)) : 0.1);
            continue;
        }
        out->evaluations += (uint64_t)rb_step_accept(&step, model, length);
        out->evaluations += (uint64_t)rb_step_close(&step, model);
        double share = 1;
        bool ends = find_end(&step, model, out, &share);
        out->after += share * length;
        if (ends) {
            return;
        }
        if (!(h - out->after > 1e-12 * h)) {
            out->lifts_off = false;
            out->after = h;
            return;
        }
        next = length * fmin(5, 0.9 * rb_pow(fmax(error, 1e-4), -0.2));
    }
}
