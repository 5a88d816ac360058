#include "analysis/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/elementary.h"
#include "math/random.h"

#define STRETCH 2.0 /* largest factor of a move, as Goodman & Weare recommend */

/* A half step: the walkers of one half move along lines through walkers of the other half. */
typedef struct half_step {
    const rb_sampler *sampler;
    const double *now; /* walkers x (dimensions + 1) */
    int step;          /* -1: only the densities at the start */
    int half;
} half_step;

/* Uniform in (0, 1): number k of a walker's step. */
static double uniform(const half_step *h, int walker, int k) {
    uint64_t number =
        ((uint64_t)h->step * (uint64_t)h->sampler->walkers + (uint64_t)walker) * 4 + (uint64_t)k;
    uint64_t bits = rb_mix(rb_mix(h->sampler->seed * RB_MIX_STEP + 1) + (number + 1) * RB_MIX_STEP);
    return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

/* One move; the row is the new place with its density, and whether it is new. */
static rb_status move(const half_step *h, int walker, const rb_study_control *control, double *row,
                      rb_error *err) {
    const rb_sampler *s = h->sampler;
    int n = s->dimensions, each = s->walkers / 2;
    const double *here = h->now + (size_t)walker * (size_t)(n + 1);
    int other = (1 - h->half) * each + (int)(uniform(h, walker, 0) * each);
    const double *there = h->now + (size_t)other * (size_t)(n + 1);
    double root = 1 + (STRETCH - 1) * uniform(h, walker, 1), z = root * root / STRETCH, density;
    for (int i = 0; i < n; i++) {
        row[i] = there[i] + z * (here[i] - there[i]);
    }
    rb_status status = s->log_density(s->context, row, control, &density, err);
    bool accepted = rb_log(uniform(h, walker, 2)) < (n - 1) * rb_log(z) + density - here[n];
    if (accepted) {
        row[n] = density;
    } else {
        memcpy(row, here, (size_t)(n + 1) * sizeof *row);
    }
    row[n + 1] = accepted;
    return status;
}

static rb_status work(const void *context, int64_t first, int count, const rb_study_control *control,
                      double *rows, rb_error *err) {
    const half_step *h = context;
    const rb_sampler *s = h->sampler;
    size_t n = (size_t)s->dimensions;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        double *row = rows + (size_t)i * (n + 2);
        int walker = (int)first + i;
        if (h->step < 0) {
            memcpy(row, h->now + (size_t)walker * (n + 1), n * sizeof *row);
            row[n + 1] = 0;
            status = s->log_density(s->context, row, control, &row[n], err);
        } else {
            status = move(h, h->half * s->walkers / 2 + walker, control, row, err);
        }
    }
    return status;
}

/* Progress of all half steps, shown by the caller's function. */
typedef struct watch {
    const rb_study_options *options;
    rb_study_progress all;
} watch;

static bool show(void *context, const rb_study_progress *progress) {
    watch *w = context;
    rb_study_progress now = w->all;
    now.done += progress->done;
    return w->options->watch == NULL || w->options->watch(w->options->context, &now);
}

/* Computes a half step, or the densities at the start, and takes its rows. */
static rb_status advance(const half_step *h, watch *w, double *now, double *accepted, bool *complete,
                         rb_error *err) {
    size_t n = (size_t)h->sampler->dimensions;
    int64_t count = h->step < 0 ? h->sampler->walkers : h->sampler->walkers / 2;
    rb_study study = {"samples", "samples", count, (int)n + 2, 1, work, h};
    rb_study_options options = {
        .threads = w->options->threads, .idle = w->options->idle, .watch = show, .context = w};
    rb_study_result result = {0};
    rb_status status = rb_study_run(&study, &options, &result, err);
    *complete = status == RB_OK && result.done_count == count;
    double *to = now + (h->step < 0 ? 0 : (size_t)h->half * (size_t)count * (n + 1));
    for (int64_t i = 0; *complete && i < count; i++) {
        const double *row = result.rows + (size_t)i * (n + 2);
        memcpy(to + (size_t)i * (n + 1), row, (n + 1) * sizeof *row);
        *accepted += row[n + 1];
    }
    w->all.done += count;
    rb_study_free(&result);
    return status;
}

rb_status rb_sampler_run(const rb_sampler *s, const double *start, const rb_study_options *options,
                         double *samples, double *acceptance, bool *complete, rb_error *err) {
    size_t n = (size_t)s->dimensions, size = (size_t)s->walkers * (n + 1);
    double *now = calloc(size, sizeof *now), accepted = 0;
    watch w = {.options = options, .all = {.total = (int64_t)s->walkers * (s->steps + 1)}};
    *complete = false;
    if (now == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "samples: out of memory");
    }
    for (int i = 0; i < s->walkers; i++) {
        memcpy(now + (size_t)i * (n + 1), start + (size_t)i * n, n * sizeof *now);
    }
    half_step h = {.sampler = s, .now = now, .step = -1};
    rb_status status = advance(&h, &w, now, &accepted, complete, err);
    for (h.step = 0; status == RB_OK && *complete && h.step < s->steps; h.step++) {
        for (h.half = 0; status == RB_OK && *complete && h.half < 2; h.half++) {
            status = advance(&h, &w, now, &accepted, complete, err);
        }
        memcpy(samples + (size_t)h.step * size, now, size * sizeof *now);
    }
    *acceptance = accepted / ((double)s->walkers * s->steps);
    free(now);
    return status;
}
