#include "rattleback/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
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
    double *residuals;
    int seen;
    bool (*cancelled)(void *context);
    void *context;
    bool no_memory; /* out of memory during the run */
} view;

static void compare_frame(const view *v, int frame, const rb_snapshot *now) {
    const rb_fit_series *s = v->series;
    double xy[2 * RB_FIT_MARKERS];
    rb_tracker_see(&v->fit->camera, v->scene, now, v->dx, v->dy, xy);
    for (int c = 0; c < s->columns; c++) {
        double seen = s->marker[c] >= 0 ? xy[s->marker[c]] : rb_signal_value(rb_signal_at(s->signal[c]), now);
        size_t at = (size_t)frame * (size_t)s->columns + (size_t)c;
        double measured = s->values[at];
        v->residuals[at] = isnan(measured) ? 0 : (seen - measured) / s->scale[c];
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

/* A search: its start, and the time that it uses. */
typedef struct search {
    const rb_fit *fit;
    double begin[RB_FIT_ALL];
    double share; /* share of each series' time */
    bool (*cancelled)(void *context);
    void *context;
    rb_fit_result *out;
    double count;                   /* number of measured values */
    size_t all;                     /* number of all values */
    rb_fit_memo *memo;              /* NULL: without slices */
    bool accurate;                  /* runs at a smaller tolerance, for derivatives */
    rb_fit_free soft[RB_FIT_SOFT];  /* softening parameters, */
    int soft_count;                 /* how many, */
    double soft_shift[RB_FIT_SOFT]; /* added to their logarithms */
    bool no_memory;                 /* one of the runs was out of memory: the result is not valid */
    bool whole;                     /* over the whole time at once */
    bool no_intervals;              /* only the minimum is needed */
    bool holds;                     /* one parameter is kept at its start value: */
    int held;                       /* its number */
} search;

static bool compare_all(search *s, const double *values, double *residuals) {
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
        view v = {fit, series, &scene, 0, 0, NULL, 0, s->cancelled, s->context, false};
        v.residuals = residuals;
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
static size_t residual_count(const rb_fit *fit, double *measured) {
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
    search s = {.fit = fit, .share = 1};
    size_t all = residual_count(fit, &s.count);
    double *own = residuals == NULL ? calloc(all, sizeof *own) : NULL;
    double *r = residuals != NULL ? residuals : own, sum = NAN;
    if (r != NULL && compare_all(&s, values, r)) {
        sum = 0;
        for (size_t i = 0; i < all; i++) {
            sum += r[i] * r[i];
        }
    }
    free(own);
    return sum / s.count;
}

/* ---------------------------------------------------------------- the search */

static bool stops(void *context) {
    const search *s = context;
    if (s->no_memory) {
        return true;
    }
    if (s->memo != NULL) {
        return s->memo->next == s->memo->count && rb_fit_memo_pauses(s->memo);
    }
    return s->cancelled != NULL && s->cancelled(s->context);
}

static void see_first(search *s, const double *residuals) {
    double sum = 0;
    for (size_t i = 0; i < s->all; i++) {
        sum += residuals[i] * residuals[i];
    }
    s->out->share = s->share;
    s->out->F_share = sum / (s->count * s->share);
}

/* Copies the positions that are searched for to those of all parameters; a held one is at 0, its start. */
static void insert_held(const search *s, const double *p, double *all) {
    int n = rb_fit_count(s->fit);
    for (int i = 0; i < n; i++) {
        all[i] = !s->holds || i < s->held ? p[i] : i == s->held ? 0 : p[i - 1];
    }
}

static bool evaluate(void *context, const double *positions, double *residuals) {
    search *s = context;
    double values[RB_FIT_ALL], p[RB_FIT_ALL];
    insert_held(s, positions, p);
    s->out->evaluations++;
    if (s->memo != NULL && s->memo->next < s->memo->count) {
        return rb_fit_memo_recall(s->memo, residuals, s->all);
    }
    rb_fit_values(s->fit, s->begin, p, values);
    bool found = compare_all(s, values, residuals);
    if (s->memo != NULL && !rb_fit_memo_keep(s->memo, residuals, s->all, found)) {
        s->no_memory = true;
    }
    if (found && s->out->share < s->share) { /* start of this part of the search */
        see_first(s, residuals);
    }
    return found;
}

static void limit(void *context, double *p) {
    const search *s = context;
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
    search *s = context;
    double p[RB_FIT_ALL];
    insert_held(s, positions, p);
    s->out->share = s->share;
    s->out->F_share = sum / (s->count * s->share);
    if (s->share == 1) {
        rb_fit_values(s->fit, s->begin, p, s->out->values);
        s->out->F = sum / s->count;
    }
}

/* ---------------------------------------------------------------- what is determined */

#define SLOPE_STEP 0.004 /* step on the search scale */

/* Computes the derivative of all residuals by one parameter: from four values, which is exact to the
   fourth power of the step; from two if a run is impossible on one side; 0 if on both. room: four times
   the residuals. Returns false if the search is cancelled. */
static bool find_slope(search *s, const double *p, int parameter, double *room, double *slope) {
    static const double at[] = {-2, -1, 1, 2};
    bool found[4];
    for (int i = 0; i < 4; i++) {
        double moved[RB_FIT_ALL];
        int count = rb_fit_count(s->fit);
        memcpy(moved, p, sizeof moved);
        *(parameter < count ? &moved[parameter] : &s->soft_shift[parameter - count]) += at[i] * SLOPE_STEP;
        if (stops(s)) {
            return false;
        }
        found[i] = evaluate(s, moved, room + (size_t)i * s->all);
        memset(s->soft_shift, 0, sizeof s->soft_shift);
    }
    bool whole = found[0] && found[1] && found[2] && found[3];
    bool below = found[0] && found[1], above = found[2] && found[3];
    for (size_t i = 0; i < s->all; i++) {
        double f0 = room[i], f1 = room[s->all + i], f2 = room[2 * s->all + i], f3 = room[3 * s->all + i];
        slope[i] = whole   ? (8 * (f2 - f1) - (f3 - f0)) / (12 * SLOPE_STEP)
                   : above ? (f3 - f2) / SLOPE_STEP
                   : below ? (f1 - f0) / SLOPE_STEP
                           : 0;
    }
    return true;
}

/* Softening parameters of friction and rolling that are not free and not 0. */
static void find_soft(search *s) {
    static const rb_section sections[] = {RB_SECTION_FRICTION, RB_SECTION_ROLLING};
    for (int k = 0; k < 2; k++) {
        rb_param_table table = rb_scene_table(&s->fit->scene, sections[k]);
        for (int i = 0; i < table.count && s->soft_count < RB_FIT_SOFT; i++) {
            bool counts = table.rows[i].flags & RB_PARAM_SOFTENS && s->fit->scene.values[sections[k]][i] > 0;
            for (int j = 0; j < s->fit->free_count; j++) {
                counts = counts && s->fit->free[j].row != &table.rows[i];
            }
            if (counts) {
                s->soft[s->soft_count++] = (rb_fit_free){.section = sections[k], .index = i};
            }
        }
    }
}

/* Computes J^T J of the parameters and the softening ones; false when out of memory or cancelled. */
static bool find_normal(search *s, const double *p, double *normal) {
    int n = rb_fit_count(s->fit) + s->soft_count;
    double *room = calloc(((size_t)n + 4) * s->all, sizeof *room);
    double *slopes = room + 4 * s->all;
    bool good = room != NULL;
    s->no_memory = s->no_memory || room == NULL;
    s->accurate = true;
    for (int a = 0; good && a < n; a++) {
        good = find_slope(s, p, a, room, slopes + (size_t)a * s->all);
        for (int b = 0; good && b <= a; b++) {
            double sum = 0;
            for (size_t i = 0; i < s->all; i++) {
                sum += slopes[(size_t)a * s->all + i] * slopes[(size_t)b * s->all + i];
            }
            normal[a * n + b] = normal[b * n + a] = sum;
        }
    }
    s->accurate = false;
    free(room);
    return good;
}

/* Lower limit of the measurement error: the square of 1e-4 of the magnitude of the data. */
static double smallest_variance(const rb_fit *fit) {
    double sum = 0, count = 0;
    for (int k = 0; k < fit->series_count; k++) {
        const rb_fit_series *s = &fit->series[k];
        for (int c = 0; c < s->columns; c++) {
            double first = NAN;
            for (int i = 0; i < s->frames; i++) {
                double value = s->values[(size_t)i * (size_t)s->columns + (size_t)c] / s->scale[c];
                first = isnan(first) ? value : first;
                sum += isnan(value) ? 0 : (value - first) * (value - first);
                count += !isnan(value);
            }
        }
    }
    return 1e-8 * sum / fmax(1, count);
}

/* Analyses the search at p with a known sum of squares. Returns false as find_normal. */
static bool analyse(search *s, const double *p, double sum, double *sigma, rb_fit_analysis *out) {
    int n = rb_fit_count(s->fit);
    bool logarithmic[RB_FIT_ALL];
    find_soft(s);
    size_t all = (size_t)n + (size_t)s->soft_count;
    double *normal = calloc(all * all + 1, sizeof *normal);
    s->no_memory = s->no_memory || normal == NULL;
    bool good = normal != NULL && find_normal(s, p, normal);
    for (int i = 0; good && i < n; i++) {
        int series = -1;
        logarithmic[i] = rb_fit_is_logarithmic(rb_fit_free_at(s->fit, i, &series), s->begin[i]);
    }
    if (good) {
        rb_fit_slopes slopes = {.parameters = n,
                                .soft = s->soft_count,
                                .normal = normal,
                                .variance = sum / fmax(1, s->count - n),
                                .smallest = smallest_variance(s->fit),
                                .logarithmic = logarithmic};
        good = rb_fit_analyse(&slopes, sigma, out);
        s->no_memory = s->no_memory || !good;
    }
    free(normal);
    return good;
}

rb_status rb_fit_determined(const rb_fit *fit, const double *values, rb_fit_analysis *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && out != NULL, err);
    rb_fit_result result = {.share = 1};
    search s = {.fit = fit, .share = 1, .out = &result};
    double p[RB_FIT_ALL] = {0}, sigma[RB_FIT_ALL];
    *out = (rb_fit_analysis){0};
    s.all = residual_count(fit, &s.count);
    memcpy(s.begin, values, (size_t)rb_fit_count(fit) * sizeof *values);
    double mean = rb_fit_objective(fit, values, NULL);
    if (!isfinite(mean)) {
        return rb_fail(err, RB_ERR_INPUT, "fit: the model cannot be run with these values");
    }
    return analyse(&s, p, mean * s.count, sigma, out) ? RB_OK
                                                      : rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
}

/* 95 % of a normal distribution: 1.96 sigma on either side, on the search scale. */
static void find_intervals(search *s, const double *p, double sum) {
    int n = rb_fit_count(s->fit);
    double sigma[RB_FIT_ALL];
    rb_fit_analysis *analysis = calloc(1, sizeof *analysis);
    bool good = analysis != NULL && !s->out->stopped && isfinite(sum) && analyse(s, p, sum, sigma, analysis);
    s->no_memory = s->no_memory || analysis == NULL;
    for (int i = 0; i < n; i++) {
        double moved[RB_FIT_ALL], values[RB_FIT_ALL];
        bool known = good && isfinite(sigma[i]);
        memcpy(moved, p, sizeof moved);
        moved[i] = known ? p[i] - 1.96 * sigma[i] : p[i];
        rb_fit_values(s->fit, s->begin, moved, values);
        s->out->low[i] = known ? values[i] : -INFINITY;
        moved[i] = known ? p[i] + 1.96 * sigma[i] : p[i];
        rb_fit_values(s->fit, s->begin, moved, values);
        s->out->high[i] = known ? values[i] : INFINITY;
    }
    free(analysis);
}

/* ---------------------------------------------------------------- the whole search */

static rb_status run_search(search *s, rb_error *err) {
    static const double shares[] = {0.12, 0.25, 0.5, 1};
    enum { STAGES = sizeof shares / sizeof shares[0] };
    const rb_fit *fit = s->fit;
    rb_fit_result *out = s->out;
    s->all = residual_count(fit, &s->count);
    int n = rb_fit_count(fit);
    rb_least_squares_result *found = calloc(1, sizeof *found);
    if (found == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    }
    double p[RB_FIT_ALL] = {0}, all[RB_FIT_ALL];
    memcpy(s->begin, out->values, (size_t)n * sizeof *p);
    /* A rise of chi2 by 1, a share of 1/count, must be visible with a held parameter. */
    double enough = s->holds ? fmin(1e-4, 0.005 / s->count) : 1e-4;
    out->evaluations = 0;
    out->F = out->F_share = INFINITY;
    out->share = 0;
    out->stopped = false;
    for (int stage = s->whole ? STAGES - 1 : 0; stage < STAGES && !out->stopped && !s->no_memory; stage++) {
        bool last = stage == STAGES - 1;
        s->share = shares[stage];
        rb_least_squares problem = {.parameters = s->holds ? n - 1 : n,
                                    .residuals = (int)s->all,
                                    .evaluate = evaluate,
                                    .stop = stops,
                                    .improved = improved,
                                    .limit = limit,
                                    .context = s,
                                    .difference = 1e-3,
                                    .enough = last ? enough : 0.02,
                                    .iterations = last ? 40 : 8};
        if (rb_least_squares_solve(&problem, p, found) && last) {
            insert_held(s, p, all);
            rb_fit_values(fit, s->begin, all, out->values);
            out->F = found->sum / s->count;
        }
        out->stopped = found->stopped;
        s->no_memory = s->no_memory || found->no_memory;
    }
    if (!s->no_intervals) {
        find_intervals(s, p, found->sum);
    }
    free(found);
    return s->no_memory ? rb_fail(err, RB_ERR_MEMORY, "fit: out of memory") : RB_OK;
}

rb_status rb_fit_run(const rb_fit *fit, bool (*cancelled)(void *context), void *context, rb_fit_result *out,
                     rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && out != NULL, err);
    search s = {.fit = fit, .cancelled = cancelled, .context = context, .out = out};
    return run_search(&s, err);
}

rb_status rb_fit_minimise(const rb_fit *fit, bool whole, bool (*cancelled)(void *context), void *context,
                          rb_fit_result *out, rb_error *err) {
    search s = {.fit = fit,
                .cancelled = cancelled,
                .context = context,
                .out = out,
                .whole = whole,
                .no_intervals = true};
    return run_search(&s, err);
}

rb_status rb_fit_minimise_held(const rb_fit *fit, int held, bool (*cancelled)(void *context), void *context,
                               rb_fit_result *out, rb_error *err) {
    search s = {.fit = fit,
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
    residual_count(fit, &count);
    return count;
}

rb_status rb_fit_run_slice(const rb_fit *fit, rb_fit_memo *memo, double seconds, rb_fit_result *out,
                           rb_error *err) {
    search s = {.fit = fit, .out = out, .memo = memo};
    memo->next = memo->fresh = 0;
    memo->paused = false;
    memo->until = rb_wall_clock() + seconds;
    return run_search(&s, err);
}
