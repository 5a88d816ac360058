#include "analysis/fit_posterior.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "analysis/sampler.h"
#include "math/random.h"

typedef struct target {
    const rb_fit *fit;
    const rb_fit_result *best;
    double count, variance; /* measured values; variance of one residual */
} target;

static rb_status log_density(const void *context, const double *p, const rb_study_control *control,
                             double *out, rb_error *err) {
    const target *t = context;
    size_t size = (size_t)rb_fit_count(t->fit) * sizeof(double);
    double limited[RB_FIT_ALL], values[RB_FIT_ALL];
    (void)err;
    *out = -INFINITY;
    memcpy(limited, p, size);
    rb_fit_limit(t->fit, t->best->values, limited);
    if (memcmp(limited, p, size) == 0 && !rb_study_cancelled(control)) {
        rb_fit_values(t->fit, t->best->values, p, values);
        double F = rb_fit_objective(t->fit, values, NULL);
        *out = isfinite(F) ? -0.5 * t->count * F / t->variance : -INFINITY;
    }
    return RB_OK;
}

/* Start of the walkers: a ball around the best fit with half the size of the intervals, smaller where there
   are none. On the search scale. */
static void scatter(const target *t, uint64_t seed, int walkers, double *start) {
    int n = rb_fit_count(t->fit);
    uint64_t state = seed * RB_MIX_STEP;
    for (int i = 0; i < n; i++) {
        double p[RB_FIT_ALL] = {0}, values[RB_FIT_ALL];
        p[i] = 1e-3;
        rb_fit_values(t->fit, t->best->values, p, values);
        double slope = fabs(values[i] - t->best->values[i]) / 1e-3;
        double half = 0.5 * (t->best->high[i] - t->best->low[i]) / slope;
        double size = isfinite(half) && half > 0 ? fmin(0.5 * half, 0.2) : 0.05;
        for (int w = 0; w < walkers; w++) {
            start[w * n + i] = size * ((double)(rb_mix(state += RB_MIX_STEP) >> 11) * 0x1p-52 - 1);
        }
    }
    for (int w = 0; w < walkers; w++) {
        rb_fit_limit(t->fit, t->best->values, start + (size_t)w * (size_t)n);
    }
}

rb_status rb_fit_posterior_run(const rb_fit *fit, const rb_fit_result *best, uint64_t seed,
                               const rb_study_options *options, rb_fit_posterior *posterior, bool *complete,
                               rb_error *err) {
    int n = rb_fit_count(fit), burn = posterior->steps / 5;
    int walkers = posterior->walkers > 0 ? posterior->walkers : n > 4 ? 4 * n : 16;
    target t = {.fit = fit, .best = best, .count = rb_fit_measured(fit)};
    t.variance = best->F * t.count / fmax(1, t.count - n);
    *complete = false;
    if (walkers % 2 != 0 || walkers < 2 * n + 2) {
        return rb_fail(err, RB_ERR_INPUT, "--walkers: expected an even number of at least %d, got %d",
                       2 * n + 2, walkers);
    }
    size_t each = (size_t)n + 1, all = (size_t)posterior->steps * (size_t)walkers * each;
    double *start = calloc((size_t)walkers * (size_t)n, sizeof *start);
    posterior->samples = calloc(all + 1, sizeof *posterior->samples);
    rb_status status = RB_OK;
    rb_sampler sampler = {n, walkers, posterior->steps, seed, log_density, &t};
    if (start == NULL || posterior->samples == NULL) {
        status = rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    } else {
        scatter(&t, seed, walkers, start);
        status = rb_sampler_run(&sampler, start, options, posterior->samples, &posterior->acceptance,
                                complete, err);
    }
    posterior->walkers = walkers;
    posterior->parameters = n;
    posterior->count = status == RB_OK && *complete ? (posterior->steps - burn) * walkers : 0;
    for (int i = 0; i < posterior->count; i++) { /* moves samples to the front, as values and chi2 */
        double p[RB_FIT_ALL + 1], *to = posterior->samples + (size_t)i * each;
        memcpy(p, posterior->samples + ((size_t)burn * (size_t)walkers + (size_t)i) * each, each * sizeof *p);
        rb_fit_values(fit, best->values, p, to);
        to[n] = -2 * p[n];
    }
    free(start);
    return status;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double rb_fit_posterior_quantile(const rb_fit_posterior *posterior, int parameter, double share) {
    size_t count = (size_t)posterior->count, each = (size_t)posterior->parameters + 1;
    double *sorted = calloc(count + 1, sizeof *sorted);
    if (sorted == NULL || count == 0) {
        free(sorted);
        return NAN;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = posterior->samples[i * each + (size_t)parameter];
    }
    qsort(sorted, count, sizeof *sorted, compare);
    double at = share * (double)(count - 1);
    size_t below = (size_t)at;
    size_t above = below + 1 < count ? below + 1 : below;
    double value = sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
    free(sorted);
    return value;
}
