#include "rattleback/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_memo.h"
#include "base/clock.h"
#include "math/elementary.h"
#include "math/least_squares.h"
#include "math/mix_inline.h"

/* ---------------------------------------------------------------- the free parameters */

int rb_fit_count(const rb_fit *fit) {
    return fit->free_count + fit->series_count * fit->of_series_count;
}

/* The parameter at an index, and its series (-1: of the scene). */
static const rb_fit_free *free_at(const rb_fit *fit, int index, int *series) {
    if (index < fit->free_count) {
        *series = -1;
        return &fit->free[index];
    }
    index -= fit->free_count;
    *series = index / fit->of_series_count;
    return &fit->of_series[index % fit->of_series_count];
}

void rb_fit_name(const rb_fit *fit, int index, char *text, size_t size) {
    int series = -1;
    const rb_fit_free *f = free_at(fit, index, &series);
    if (series < 0) {
        snprintf(text, size, "%s", f->name);
    } else {
        snprintf(text, size, "%s of %s", f->name, fit->series[series].name);
    }
}

/* The scene as a series began it. */
static rb_status begin_series(const rb_fit *fit, int series, rb_scene *scene, rb_error *err) {
    const char *start = fit->series[series].start;
    return start[0] != '\0' ? rb_scene_use_start(scene, start, err) : RB_OK;
}

rb_status rb_fit_begin(const rb_fit *fit, double *values, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = free_at(fit, i, &series);
        rb_scene scene = fit->scene;
        if (series >= 0) {
            status = begin_series(fit, series, &scene, err);
        }
        values[i] = f->row != NULL ? scene.values[f->section][f->index] : 0;
    }
    return status;
}

rb_status rb_fit_scene(const rb_fit *fit, const double *values, int series, rb_scene *scene,
                       rb_error *err) {
    *scene = fit->scene;
    rb_status status = series >= 0 ? begin_series(fit, series, scene, err) : RB_OK;
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int own = -1;
        const rb_fit_free *f = free_at(fit, i, &own);
        if (f->row != NULL && (own < 0 || own == series)) {
            scene->values[f->section][f->index] = values[i];
        }
    }
    return status == RB_OK ? rb_scene_check(scene, scene->id, err) : status;
}

/* Positive parameters are searched for by their logarithm, others in units of their size. */
static bool is_logarithmic(const rb_fit_free *f, double begin) {
    return f->row != NULL && f->section != RB_SECTION_START && f->row->min >= 0 && begin > 0;
}

static double unit_of(const rb_fit_free *f, double begin) {
    double least = f->row == NULL ? 0.01 : strncmp(f->row->name, "omega", 5) == 0 ? 1 : 0.1;
    return f->section == RB_SECTION_START || f->row == NULL ? least : fmax(fabs(begin), least);
}

static void values_of(const rb_fit *fit, const double *begin, const double *p, double *values) {
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = free_at(fit, i, &series);
        values[i] = is_logarithmic(f, begin[i]) ? begin[i] * rb_exp(fmin(50, fmax(-50, p[i])))
                                                : begin[i] + p[i] * unit_of(f, begin[i]);
    }
}

void rb_fit_perturb(const rb_fit *fit, int restart, uint64_t seed, double *values) {
    double p[RB_FIT_ALL], begin[RB_FIT_ALL];
    int count = rb_fit_count(fit);
    uint64_t state = seed * RB_MIX_STEP + (uint64_t)restart;
    for (int i = 0; i < count; i++) {
        double share = (double)(rb_mix(state += RB_MIX_STEP) >> 11) * 0x1p-52 - 1;
        p[i] = restart > 0 ? 0.2 * share : 0;
        begin[i] = values[i];
    }
    values_of(fit, begin, p, values);
}

/* ---------------------------------------------------------------- differences */

/* A series being seen while it is run. */
typedef struct view {
    const rb_fit *fit;
    const rb_fit_series *series;
    const rb_scene *scene;
    double dx, dy;
    double *residuals;
    int seen;
    bool (*cancelled)(void *context);
    void *context;
    bool no_memory; /* why it could not be run */
} view;

static void compare_frame(const view *v, int frame, const rb_snapshot *now) {
    const rb_fit_series *s = v->series;
    double xy[2 * RB_FIT_MARKERS];
    rb_tracker_see(&v->fit->camera, v->scene, now, v->dx, v->dy, xy);
    for (int c = 0; c < s->columns; c++) {
        double seen =
            s->marker[c] >= 0 ? xy[s->marker[c]] : rb_signal_value(rb_signal_at(s->signal[c]), now);
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

/* Runs a series until a time; frames behind it differ by nothing. A body at rest stays there. */
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
    rb_observer observer = {.times = s->t,
                            .time_count = wanted,
                            .observe = see,
                            .cancelled = is_cancelled,
                            .context = v};
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

/* The search: what it begins with, and until when it looks. */
typedef struct search {
    const rb_fit *fit;
    double begin[RB_FIT_ALL];
    double share; /* of each series' time */
    bool (*cancelled)(void *context);
    void *context;
    rb_fit_result *out;
    double count;      /* measured numbers */
    size_t all;        /* numbers */
    rb_fit_memo *memo; /* NULL: in one go */
    bool no_memory;    /* for one of the runs: what was found is worth nothing */
} search;

static bool compare_all(search *s, const double *values, double *residuals) {
    const rb_fit *fit = s->fit;
    for (int k = 0; k < fit->series_count; k++) {
        rb_fit_series *series = &fit->series[k];
        rb_scene scene;
        if (rb_fit_scene(fit, values, k, &scene, NULL) != RB_OK) {
            return false;
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

/* Numbers of all series, and how many of them were measured. */
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

static bool evaluate(void *context, const double *p, double *residuals) {
    search *s = context;
    double values[RB_FIT_ALL];
    s->out->evaluations++;
    if (s->memo != NULL && s->memo->next < s->memo->count) {
        return rb_fit_memo_recall(s->memo, residuals, s->all);
    }
    values_of(s->fit, s->begin, p, values);
    bool found = compare_all(s, values, residuals);
    if (s->memo != NULL && !rb_fit_memo_keep(s->memo, residuals, s->all, found)) {
        s->no_memory = true;
    }
    if (found && s->out->share < s->share) { /* where this part of the search begins */
        see_first(s, residuals);
    }
    return found;
}

static void improved(void *context, const double *p, double sum) {
    search *s = context;
    s->out->share = s->share;
    s->out->F_share = sum / (s->count * s->share);
    if (s->share == 1) {
        values_of(s->fit, s->begin, p, s->out->values);
        s->out->F = sum / s->count;
    }
}

/* 95 % of a normal distribution: 1.96 sigma either side, along the scale that is searched on. */
static void find_intervals(const search *s, const double *p, const rb_least_squares_result *found) {
    int n = rb_fit_count(s->fit);
    double variance = found->sum / fmax(1, s->count - n);
    for (int i = 0; i < n; i++) {
        double sigma = sqrt(variance * found->inverse[i * n + i]), moved[RB_FIT_ALL];
        double values[RB_FIT_ALL];
        memcpy(moved, p, (size_t)n * sizeof *p);
        moved[i] = p[i] - 1.96 * sigma;
        values_of(s->fit, s->begin, moved, values);
        s->out->low[i] = sigma < 5 ? values[i] : -INFINITY;
        moved[i] = p[i] + 1.96 * sigma;
        values_of(s->fit, s->begin, moved, values);
        s->out->high[i] = sigma < 5 ? values[i] : INFINITY;
    }
}

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
    double p[RB_FIT_ALL] = {0};
    memcpy(s->begin, out->values, (size_t)n * sizeof *p);
    out->evaluations = 0;
    out->F = out->F_share = INFINITY;
    out->share = 0;
    out->stopped = false;
    for (int stage = 0; stage < STAGES && !out->stopped && !s->no_memory; stage++) {
        bool last = stage == STAGES - 1;
        s->share = shares[stage];
        rb_least_squares problem = {
            n, (int)s->all,        evaluate,           stops,        improved,
            s, last ? 2e-4 : 1e-3, last ? 1e-4 : 0.02, last ? 40 : 8};
        if (rb_least_squares_solve(&problem, p, found) && last) {
            values_of(fit, s->begin, p, out->values);
            out->F = found->sum / s->count;
        }
        out->stopped = found->stopped;
        s->no_memory = s->no_memory || found->no_memory;
    }
    find_intervals(s, p, found);
    free(found);
    return s->no_memory ? rb_fail(err, RB_ERR_MEMORY, "fit: out of memory") : RB_OK;
}

rb_status rb_fit_run(const rb_fit *fit, bool (*cancelled)(void *context), void *context,
                     rb_fit_result *out, rb_error *err) {
    search s = {.fit = fit, .cancelled = cancelled, .context = context, .out = out};
    return run_search(&s, err);
}

rb_status rb_fit_run_slice(const rb_fit *fit, rb_fit_memo *memo, double seconds, rb_fit_result *out,
                           rb_error *err) {
    search s = {.fit = fit, .out = out, .memo = memo};
    memo->next = memo->fresh = 0;
    memo->paused = false;
    memo->until = rb_wall_clock() + seconds;
    return run_search(&s, err);
}
