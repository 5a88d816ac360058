#include "rattleback/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_search.h"
#include "base/macros.h"
#include "base/system.h"
#include "math/elementary.h"
#include "math/least_squares.h"

/* ---------------------------------------------------------------- differences */

/* A series during its run. */
typedef struct view {
    const rb_fit *fit;
    const rb_fit_series *series;
    const rb_scene *scene;
    double dx, dy;
    rb_tracker camera; /* with its free markers */
    double *residuals;
    int seen;
    bool (*cancelled)(void *context);
    void *context;
    bool no_memory; /* out of memory during the run */
} view;

static void compare_frame(const view *v, int frame, const rb_snapshot *now) {
    const rb_fit_series *s = v->series;
    double xy[2 * RB_FIT_MARKERS];
    rb_tracker_see(&v->camera, v->scene, now, v->dx, v->dy, xy);
    for (int c = 0; c < s->columns; c++) {
        double seen = s->marker[c] >= 0   ? xy[s->marker[c]]
                      : s->signal[c] >= 0 ? rb_signal_value(rb_signal_at(s->signal[c]), now)
                                          : rb_fit_heading(v->scene, now);
        size_t at = (size_t)frame * (size_t)s->columns + (size_t)c;
        double difference = seen - s->values[at], period = rb_fit_period(s, c);
        difference = period > 0 ? remainder(difference, period) : difference;
        v->residuals[at] = isnan(difference) ? 0 : difference / s->scale[c];
    }
}

static bool see(void *context, const rb_moment *moment) {
    view *v = context;
    compare_frame(v, (int)moment->index, moment->now);
    v->seen = (int)moment->index + 1;
    return true;
}

static bool is_cancelled(void *context, double t) {
    (void)t;
    const view *v = context;
    return v->cancelled != NULL && v->cancelled(v->context);
}

/* Runs a series until a time; later frames have no difference. A body at rest stays at rest. */
static bool compare_series(view *v, double until) {
    const rb_fit_series *s = v->series;
    int wanted = 0;
    while (wanted < s->frames && s->t[wanted] <= until) {
        wanted++;
    }
    memset(v->residuals, 0, (size_t)s->frames * (size_t)s->columns * sizeof(double));
    if (wanted == 0) {
        return true;
    }
    rb_observer observer = {
        .times = s->t, .time_count = wanted, .observe = see, .cancelled = is_cancelled, .context = v};
    rb_run_result result;
    double tick = v->scene->values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
    rb_status status = rb_run(v->scene, s->t[wanted - 1] + tick, &observer, &result, NULL);
    v->no_memory = status == RB_ERR_MEMORY;
    if (status != RB_OK) {
        return false;
    }
    rb_end_reason end = result.summary.end_reason;
    if (v->seen < wanted && end != RB_END_REST) {
        return false;
    }
    for (int i = v->seen; i < wanted; i++) {
        compare_frame(v, i, &result.last);
    }
    return true;
}

static bool compare_all(rb_fit_search *s, const double *values, double *residuals) {
    const rb_fit *fit = s->fit;
    for (int k = 0; k < fit->series_count; k++) {
        rb_fit_series *series = &fit->series[k];
        rb_scene scene;
        if (rb_fit_scene(fit, values, k, &scene, NULL) != RB_OK) {
            return false;
        }
        if (s->accurate) {
            double *rtol = &scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL];
            *rtol = fmax(fmin(*rtol, 1e-10), 1e-3 * *rtol);
        }
        for (int i = 0; i < s->soft_count; i++) {
            scene.values[s->soft[i].section][s->soft[i].index] *= rb_exp(s->soft_shift[i]);
        }
        view v = {.fit = fit, .series = series, .scene = &scene, .camera = fit->camera};
        v.residuals = residuals;
        v.cancelled = s->cancelled;
        v.context = s->context;
        rb_fit_place_markers(fit, values, &v.camera);
        for (int i = 0; i < fit->of_series_count; i++) {
            const rb_fit_free *f = &fit->of_series[i];
            double value = values[fit->free_count + k * fit->of_series_count + i];
            v.dx = f->row == NULL && f->index == 0 ? value : v.dx;
            v.dy = f->row == NULL && f->index == 1 ? value : v.dy;
        }
        if (!compare_series(&v, s->share * series->t[series->frames - 1])) {
            s->no_memory = s->no_memory || v.no_memory;
            return false;
        }
        residuals += (size_t)series->frames * (size_t)series->columns;
    }
    return true;
}

/* Returns the number of values of all series; *measured: those that were measured. */
size_t rb_fit_residual_count(const rb_fit *fit, double *measured) {
    size_t all = 0;
    *measured = 0;
    for (int k = 0; k < fit->series_count; k++) {
        const rb_fit_series *s = &fit->series[k];
        size_t count = (size_t)s->frames * (size_t)s->columns;
        for (size_t i = 0; i < count; i++) {
            *measured += !isnan(s->values[i]);
        }
        all += count;
    }
    return all;
}

double rb_fit_objective(const rb_fit *fit, const double *values, double *residuals) {
    RB_CHECK_ARGUMENTS_OR(fit != NULL, NAN);
    rb_fit_search s = {.fit = fit, .share = 1};
    size_t all = rb_fit_residual_count(fit, &s.count);
    double *own = residuals == NULL ? calloc(all, sizeof *own) : NULL;
    double *r = residuals != NULL ? residuals : own, sum = NAN;
    if (r != NULL && compare_all(&s, values, r)) {
        sum = 0;
        for (size_t i = 0; i < all; i++) {
            sum += r[i] * r[i];
        }
    }
    for (int i = 0; i < rb_fit_prior_count(fit); i++) {
        double prior = rb_fit_prior_residual(fit, i, values[i]);
        sum += prior * prior;
    }
    free(own);
    return sum / s.count;
}

/* ---------------------------------------------------------------- the rb_fit_search */

bool rb_fit_search_stops(void *context) {
    const rb_fit_search *s = context;
    if (s->no_memory) {
        return true;
    }
    if (s->memo != NULL) {
        return s->memo->next == s->memo->count && rb_fit_memo_pauses(s->memo);
    }
    return s->cancelled != NULL && s->cancelled(s->context);
}

static void see_first(rb_fit_search *s, const double *residuals) {
    double sum = 0;
    for (size_t i = 0; i < s->all; i++) {
        sum += residuals[i] * residuals[i];
    }
    s->out->share = s->share;
    s->out->F_share = sum / (s->count * s->share);
}

/* Copies the positions that are searched for to those of all parameters; a held one is at 0, its start. */
static void insert_held(const rb_fit_search *s, const double *p, double *all) {
    int n = rb_fit_count(s->fit);
    for (int i = 0; i < n; i++) {
        all[i] = !s->holds || i < s->held ? p[i] : i == s->held ? 0 : p[i - 1];
    }
}

bool rb_fit_search_evaluate(void *context, const double *positions, double *residuals) {
    rb_fit_search *s = context;
    double values[RB_FIT_ALL], p[RB_FIT_ALL];
    insert_held(s, positions, p);
    s->out->evaluations++;
    if (s->memo != NULL && s->memo->next < s->memo->count) {
        return rb_fit_memo_recall(s->memo, residuals, s->all);
    }
    rb_fit_values(s->fit, s->begin, p, values);
    bool found = compare_all(s, values, residuals);
    size_t data = s->all - (size_t)rb_fit_prior_count(s->fit);
    for (size_t i = data; i < s->all; i++) {
        residuals[i] = rb_fit_prior_residual(s->fit, (int)(i - data), values[i - data]);
    }
    if (s->memo != NULL && !rb_fit_memo_keep(s->memo, residuals, s->all, found)) {
        s->no_memory = true;
    }
    if (found && s->out->share < s->share) { /* start of this part of the rb_fit_search */
        see_first(s, residuals);
    }
    return found;
}

static void limit(void *context, double *p) {
    const rb_fit_search *s = context;
    double all[RB_FIT_ALL];
    insert_held(s, p, all);
    rb_fit_limit(s->fit, s->begin, all);
    for (int i = 0, k = 0; i < rb_fit_count(s->fit); i++) {
        if (!s->holds || i != s->held) {
            p[k++] = all[i];
        }
    }
}

static void improved(void *context, const double *positions, double sum) {
    rb_fit_search *s = context;
    double p[RB_FIT_ALL];
    insert_held(s, positions, p);
    s->out->share = s->share;
    s->out->F_share = sum / (s->count * s->share);
    if (s->share == 1) {
        rb_fit_values(s->fit, s->begin, p, s->out->values);
        s->out->F = sum / s->count;
    }
}

/* ---------------------------------------------------------------- the whole rb_fit_search */

rb_status rb_fit_search_stage(rb_fit_search *s, int stage, double *p, double *sum, rb_error *err) {
    static const double shares[RB_FIT_STAGES] = {0.12, 0.25, 0.5, 1};
    rb_fit_result *out = s->out;
    int n = rb_fit_count(s->fit);
    bool last = stage == RB_FIT_STAGES - 1;
    rb_least_squares_result *found = calloc(1, sizeof *found);
    if (found == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    }
    /* A rise of chi2 by 1, a share of 1/count, must be visible with a held parameter, and
       in the narrow valleys of films. */
    double enough = s->holds || s->fit->film ? fmin(1e-4, 0.005 / s->count) : 1e-4;
    s->share = shares[stage];
    rb_least_squares problem = {.parameters = s->holds ? n - 1 : n,
                                .residuals = (int)s->all,
                                .evaluate = rb_fit_search_evaluate,
                                .stop = rb_fit_search_stops,
                                .improved = improved,
                                .limit = limit,
                                .context = s,
                                .difference = 1e-3,
                                .enough = last ? enough : 0.02,
                                .iterations = last ? 40 : 8};
    if (!out->stopped && !s->no_memory) {
        bool solved = rb_least_squares_solve(&problem, p, found);
        if (solved && last) {
            double all[RB_FIT_ALL];
            insert_held(s, p, all);
            rb_fit_values(s->fit, s->begin, all, out->values);
            out->F = found->sum / s->count;
        }
        *sum = found->sum;
        out->stopped = found->stopped;
        s->no_memory = s->no_memory || found->no_memory;
    }
    free(found);
    return RB_OK;
}

static rb_status run_search(rb_fit_search *s, rb_error *err) {
    rb_fit_result *out = s->out;
    double p[RB_FIT_ALL] = {0}, sum = INFINITY;
    s->all = rb_fit_residual_count(s->fit, &s->count) + (size_t)rb_fit_prior_count(s->fit);
    memcpy(s->begin, out->values, (size_t)rb_fit_count(s->fit) * sizeof *p);
    out->evaluations = 0;
    out->F = out->F_share = INFINITY;
    out->share = 0;
    out->stopped = false;
    bool film = s->fit->film && !s->whole;
    rb_status status = film ? rb_fit_search_film(s, p, err) : RB_OK;
    for (int stage = film || s->whole ? RB_FIT_STAGES - 1 : 0; status == RB_OK && stage < RB_FIT_STAGES;
         stage++) {
        status = rb_fit_search_stage(s, stage, p, &sum, err);
    }
    if (status == RB_OK && !s->no_intervals) {
        rb_fit_search_intervals(s, p, sum);
    }
    return status == RB_OK && s->no_memory ? rb_fail(err, RB_ERR_MEMORY, "fit: out of memory") : status;
}

rb_status rb_fit_run(const rb_fit *fit, bool (*cancelled)(void *context), void *context, rb_fit_result *out,
                     rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && out != NULL, err);
    rb_fit_search s = {.fit = fit, .cancelled = cancelled, .context = context, .out = out};
    return run_search(&s, err);
}

rb_status rb_fit_minimise(const rb_fit *fit, bool whole, bool (*cancelled)(void *context), void *context,
                          rb_fit_result *out, rb_error *err) {
    rb_fit_search s = {.fit = fit,
                       .cancelled = cancelled,
                       .context = context,
                       .out = out,
                       .whole = whole,
                       .no_intervals = true};
    return run_search(&s, err);
}

rb_status rb_fit_minimise_held(const rb_fit *fit, int held, bool (*cancelled)(void *context), void *context,
                               rb_fit_result *out, rb_error *err) {
    rb_fit_search s = {.fit = fit,
                       .cancelled = cancelled,
                       .context = context,
                       .out = out,
                       .whole = true,
                       .no_intervals = true,
                       .holds = true,
                       .held = held};
    return run_search(&s, err);
}

double rb_fit_measured(const rb_fit *fit) {
    double count;
    rb_fit_residual_count(fit, &count);
    return count;
}

rb_status rb_fit_run_slice(const rb_fit *fit, rb_fit_memo *memo, double seconds, rb_fit_result *out,
                           rb_error *err) {
    rb_fit_search s = {.fit = fit, .out = out, .memo = memo};
    memo->next = memo->fresh = 0;
    memo->paused = false;
    memo->until = rb_wall_clock() + seconds;
    return run_search(&s, err);
}
