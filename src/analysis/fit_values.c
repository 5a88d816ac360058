/* The free parameters of a fit: their values, their scenes, and the search scale. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "base/macros.h"
#include "math/elementary.h"
#include "math/random.h"

int rb_fit_count(const rb_fit *fit) {
    RB_CHECK_ARGUMENTS_OR(fit != NULL, 0);
    return fit->free_count + fit->series_count * fit->of_series_count;
}

const rb_fit_free *rb_fit_free_at(const rb_fit *fit, int index, int *series) {
    if (index < fit->free_count) {
        *series = -1;
        return &fit->free[index];
    }
    index -= fit->free_count;
    *series = index / fit->of_series_count;
    return &fit->of_series[index % fit->of_series_count];
}

void rb_fit_name(const rb_fit *fit, int index, char *text, size_t size) {
    if (fit == NULL || text == NULL || index < 0 || index >= rb_fit_count(fit)) {
        return;
    }
    int series = -1;
    const rb_fit_free *f = rb_fit_free_at(fit, index, &series);
    if (series < 0) {
        snprintf(text, size, "%s", f->name);
    } else {
        snprintf(text, size, "%s of %s", f->name, fit->series[series].name);
    }
}

/* The scene with the start of a series. */
static rb_status begin_series(const rb_fit *fit, int series, rb_scene *scene, rb_error *err) {
    const char *start = fit->series[series].start;
    return start[0] != '\0' ? rb_scene_use_start(scene, start, err) : RB_OK;
}

rb_status rb_fit_begin(const rb_fit *fit, double *values, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL, err);
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &series);
        rb_scene scene = fit->scene;
        if (series >= 0) {
            status = begin_series(fit, series, &scene, err);
        }
        values[i] = f->row != NULL ? scene.values[f->section][f->index] : 0;
    }
    return status;
}

rb_status rb_fit_scene(const rb_fit *fit, const double *values, int series, rb_scene *scene, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && values != NULL && scene != NULL && series < fit->series_count, err);
    RB_CHECK_ARGUMENTS(fit->scene.body != NULL, err);
    *scene = fit->scene;
    rb_status status = series >= 0 ? begin_series(fit, series, scene, err) : RB_OK;
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int own = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &own);
        if (f->row != NULL && (own < 0 || own == series)) {
            scene->values[f->section][f->index] = values[i];
        }
    }
    for (int i = 0; i < fit->tie_count; i++) {
        const rb_fit_tie *tie = &fit->ties[i];
        scene->values[tie->section][tie->index] = scene->values[tie->from_section][tie->from_index];
    }
    return status == RB_OK ? rb_scene_check(scene, scene->id, err) : status;
}

/* Positive parameters are searched on a logarithmic scale, others in units of their magnitude. */
bool rb_fit_is_logarithmic(const rb_fit_free *f, double begin) {
    return f->row != NULL && f->section != RB_SECTION_START && f->row->min >= 0 && begin > 0;
}

static double unit_of(const rb_fit_free *f, double begin) {
    double least = f->row == NULL ? 0.01 : strncmp(f->row->name, "omega", 5) == 0 ? 1 : 0.1;
    return f->section == RB_SECTION_START || f->row == NULL ? least : fmax(fabs(begin), least);
}

void rb_fit_values(const rb_fit *fit, const double *begin, const double *p, double *values) {
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &series);
        values[i] = rb_fit_is_logarithmic(f, begin[i]) ? begin[i] * rb_exp(fmin(50, fmax(-50, p[i])))
                                                       : begin[i] + p[i] * unit_of(f, begin[i]);
        if (f->row != NULL && fabs(values[i] - f->row->max) < 1e-12 * fabs(f->row->max)) {
            values[i] = f->row->max; /* at the bound, except for rounding */
        }
    }
}

void rb_fit_limit(const rb_fit *fit, const double *begin, double *p) {
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &series);
        if (f->row == NULL) {
            continue;
        }
        bool logarithmic = rb_fit_is_logarithmic(f, begin[i]);
        double low = f->row->min, high = f->row->max, unit = unit_of(f, begin[i]);
        p[i] = fmin(p[i], logarithmic ? rb_log(high / begin[i]) : (high - begin[i]) / unit);
        if (!logarithmic || low > 0) {
            p[i] = fmax(p[i], logarithmic ? rb_log(low / begin[i]) : (low - begin[i]) / unit);
        }
    }
}

void rb_fit_perturb(const rb_fit *fit, int restart, uint64_t seed, double *values) {
    if (fit == NULL) {
        return;
    }
    double p[RB_FIT_ALL], begin[RB_FIT_ALL];
    int count = rb_fit_count(fit);
    uint64_t state = seed * RB_MIX_STEP + (uint64_t)restart;
    for (int i = 0; i < count; i++) {
        double share = (double)(rb_mix(state += RB_MIX_STEP) >> 11) * 0x1p-52 - 1;
        p[i] = restart > 0 ? 0.2 * share : 0;
        begin[i] = values[i];
    }
    rb_fit_values(fit, begin, p, values);
}
