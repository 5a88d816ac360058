/* What the data of a fit determine: derivatives of the residuals at its end, intervals of the parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_search.h"
#include "base/macros.h"

#define SLOPE_STEP 0.004 /* step on the search scale */

/* Computes the derivative of all residuals by one parameter: from four values, which is exact to the
   fourth power of the step; from two if a run is impossible on one side; 0 if on both. room: four times
   the residuals. Returns false if the search is cancelled. */
static bool find_slope(rb_fit_search *s, const double *p, int parameter, double *room, double *slope) {
    static const double at[] = {-2, -1, 1, 2};
    bool found[4];
    for (int i = 0; i < 4; i++) {
        double moved[RB_FIT_ALL];
        int count = rb_fit_count(s->fit);
        memcpy(moved, p, sizeof moved);
        *(parameter < count ? &moved[parameter] : &s->soft_shift[parameter - count]) += at[i] * SLOPE_STEP;
        if (rb_fit_search_stops(s)) {
            return false;
        }
        found[i] = rb_fit_search_evaluate(s, moved, room + (size_t)i * s->all);
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
static void find_soft(rb_fit_search *s) {
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
static bool find_normal(rb_fit_search *s, const double *p, double *normal) {
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

/* The factor by which errors that last longer than a frame enlarge the variance. */
static double find_lasting(rb_fit_search *s, const double *p) {
    double factor = 1, *residuals = calloc(s->all + 1, sizeof *residuals);
    s->no_memory = s->no_memory || residuals == NULL;
    if (residuals != NULL && rb_fit_search_evaluate(s, p, residuals)) {
        factor = rb_fit_correlation_time(s->fit, residuals);
    }
    free(residuals);
    return factor;
}

/* Analyses the search at p with a known sum of squares. Returns false as find_normal. */
static bool analyse(rb_fit_search *s, const double *p, double sum, double *sigma, rb_fit_analysis *out) {
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
    double lasting = good && s->fit->film ? find_lasting(s, p) : 1;
    if (good) {
        rb_fit_slopes slopes = {.parameters = n,
                                .soft = s->soft_count,
                                .normal = normal,
                                .variance = lasting * sum / fmax(1, s->count - n),
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
    rb_fit_search s = {.fit = fit, .share = 1, .out = &result};
    double p[RB_FIT_ALL] = {0}, sigma[RB_FIT_ALL];
    *out = (rb_fit_analysis){0};
    s.all = rb_fit_residual_count(fit, &s.count) + (size_t)rb_fit_prior_count(fit);
    memcpy(s.begin, values, (size_t)rb_fit_count(fit) * sizeof *values);
    double mean = rb_fit_objective(fit, values, NULL);
    if (!isfinite(mean)) {
        return rb_fail(err, RB_ERR_INPUT, "fit: the model cannot be run with these values");
    }
    return analyse(&s, p, mean * s.count, sigma, out) ? RB_OK
                                                      : rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
}

/* 95 % of a normal distribution: 1.96 sigma on either side, on the search scale. */
void rb_fit_search_intervals(rb_fit_search *s, const double *p, double sum) {
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
