#include "analysis/fit_profile.h"

#include <math.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "math/elementary.h"

/* The profiles as a study: jobs 2 i and 2 i + 1 are the lower and the upper side of profile i. */
typedef struct sides {
    const rb_fitted *fitted;
    const rb_fit_profile *profiles;
} sides;

enum { LIMIT = 2 * RB_PROFILE_SIDE, COUNT, WIDTH }; /* a row: values and rises, the limit, points */

/* One side of a profile. */
typedef struct walk {
    const rb_fit *fit;
    const rb_fit_result *best;
    int parameter;
    double variance;           /* of a residual at the best fit */
    double values[RB_FIT_ALL]; /* of the last point: start of the next */
    double *row;
    int count;
    const rb_study_control *control;
} walk;

static bool is_cancelled(void *context) {
    const walk *w = context;
    return rb_study_cancelled(w->control);
}

/* Value of the parameter at a position on the search scale; *position is moved back to its bounds. */
static double value_at(const walk *w, double *position) {
    double p[RB_FIT_ALL] = {0}, values[RB_FIT_ALL];
    p[w->parameter] = *position;
    rb_fit_limit(w->fit, w->best->values, p);
    *position = p[w->parameter];
    rb_fit_values(w->fit, w->best->values, p, values);
    return values[w->parameter];
}

/* Fits all other parameters at a value of this one. Returns the rise of chi2; INFINITY if no run is possible.
 */
static rb_status find_rise(walk *w, double value, double *rise, rb_error *err) {
    rb_fit_result r = {.F = INFINITY};
    memcpy(r.values, w->values, sizeof r.values);
    r.values[w->parameter] = value;
    rb_status status = rb_fit_minimise_held(w->fit, w->parameter, is_cancelled, w, &r, err);
    *rise = INFINITY;
    if (status == RB_OK && isfinite(r.F)) {
        double count = rb_fit_measured(w->fit);
        *rise = count * (r.F - w->best->F) / w->variance;
        memcpy(w->values, r.values, sizeof w->values);
    }
    w->row[2 * w->count] = value;
    w->row[2 * w->count + 1] = isfinite(*rise) ? *rise : NAN;
    w->count++;
    return status;
}

/* First step: 0.7 standard deviations of the interval, so that three steps reach the limit of a parabola; 0.2
   if there is none. On the search scale. */
static double first_step(const walk *w) {
    double low = w->best->low[w->parameter], high = w->best->high[w->parameter];
    double at = 0, from = value_at(w, &at), probe = 1e-3, slope = (value_at(w, &probe) - from) / 1e-3;
    double half = 0.5 * (high - low) / fabs(slope);
    return isfinite(half) && half > 0 ? fmin(0.7 * half / 1.96, 0.5) : 0.2;
}

/* Finds the limit between a position below it and one above it by secants of the square root of the rise,
   which is linear for a parabola; by halves where no run is possible. */
static rb_status find_limit(walk *w, const double *below, const double *above, rb_error *err) {
    double a = below[0], ra = below[1], b = above[0], rb = above[1], wanted = sqrt(RB_PROFILE_RISE);
    rb_status status = RB_OK;
    double limit = a;
    for (int i = 0; status == RB_OK && w->count < RB_PROFILE_SIDE && !is_cancelled(w); i++) {
        double share = isfinite(rb) ? (wanted - sqrt(fmax(0, ra))) / (sqrt(rb) - sqrt(fmax(0, ra))) : 0.5;
        limit = a + fmin(0.95, fmax(0.05, share)) * (b - a);
        double rise, position = limit;
        status = find_rise(w, value_at(w, &position), &rise, err);
        if (fabs(rise - RB_PROFILE_RISE) < 0.02) {
            break;
        }
        *(rise < RB_PROFILE_RISE ? &a : &b) = limit;
        *(rise < RB_PROFILE_RISE ? &ra : &rb) = rise;
    }
    w->row[LIMIT] = value_at(w, &limit);
    return status;
}

/* Walks to one side until chi2 has risen far enough or the parameter's range ends. */
static rb_status walk_side(walk *w, double sign, rb_error *err) {
    double step = sign * first_step(w), at[2] = {0, 0}, next[2];
    rb_status status = RB_OK;
    w->row[LIMIT] = sign * INFINITY;
    while (status == RB_OK && w->count < RB_PROFILE_SIDE - 6 && !is_cancelled(w)) {
        double wanted = at[0] + step;
        next[0] = wanted;
        double value = value_at(w, &next[0]);
        if (next[0] == at[0]) {
            return RB_OK; /* at its bound */
        }
        status = find_rise(w, value, &next[1], err);
        if (status == RB_OK && next[1] >= RB_PROFILE_RISE) {
            return find_limit(w, at, next, err);
        }
        step *= next[1] - at[1] < 0.2 ? 2 : 1;
        memcpy(at, next, sizeof at);
    }
    return status;
}

static rb_status compute_sides(const void *context, int64_t first, int count, const rb_study_control *control,
                               double *rows, rb_error *err) {
    const sides *s = context;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        const rb_fit_profile *profile = &s->profiles[(first + i) / 2];
        const rb_fitted *fitted = &s->fitted[profile->model];
        double measured = rb_fit_measured(fitted->fit);
        double *row = rows + (size_t)i * WIDTH;
        walk w = {.fit = fitted->fit,
                  .best = fitted->best,
                  .parameter = profile->parameter,
                  .row = row,
                  .control = control};
        w.variance = fitted->best->F * measured / fmax(1, measured - rb_fit_count(w.fit));
        memcpy(w.values, w.best->values, sizeof w.values);
        for (int k = 0; k < WIDTH; k++) {
            row[k] = NAN;
        }
        status = walk_side(&w, (first + i) % 2 == 0 ? -1 : 1, err);
        row[COUNT] = w.count;
    }
    return status;
}

/* Adds a point in the order of the values. */
static void add_point(rb_fit_profile *p, double value, double rise) {
    int i = p->count++;
    for (; i > 0 && p->value[i - 1] > value; i--) {
        p->value[i] = p->value[i - 1];
        p->rise[i] = p->rise[i - 1];
    }
    p->value[i] = value;
    p->rise[i] = rise;
}

rb_status rb_fit_profiles_run(const rb_fitted *fitted, rb_fit_profile *profiles, int count,
                              const rb_study_options *options, bool *complete, rb_error *err) {
    sides s = {fitted, profiles};
    rb_study study = {
        "profiles of a fit", "profiles of a fit", 2 * (int64_t)count, WIDTH, 1, compute_sides, &s};
    rb_study_result result = {0};
    rb_status status = rb_study_run(&study, options, &result, err);
    *complete = status == RB_OK && result.done_count == study.job_count;
    for (int i = 0; *complete && i < count; i++) {
        rb_fit_profile *p = &profiles[i];
        p->count = 0;
        add_point(p, fitted[p->model].best->values[p->parameter], 0);
        for (int side = 0; side < 2; side++) {
            const double *row = result.rows + (size_t)(2 * i + side) * WIDTH;
            *(side == 0 ? &p->low : &p->high) = row[LIMIT];
            for (int k = 0; k < (int)row[COUNT]; k++) {
                add_point(p, row[2 * k], row[2 * k + 1]);
            }
        }
    }
    rb_study_free(&result);
    return status;
}
