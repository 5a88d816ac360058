#include "analysis/fit_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "analysis/fit_study.h"
#include "analysis/study_table.h"
#include "math/elementary.h"

rb_status rb_fit_leave_out(const rb_fit *fit, const rb_fit_result *best, int series,
                           bool (*cancelled)(void *context), void *context, double *F, rb_error *err) {
    rb_fit_series others[RB_FIT_SERIES];
    rb_fit rest = *fit, left = *fit;
    rb_fit_result found = {0}, own = {0};
    size_t common = (size_t)fit->free_count, each = (size_t)fit->of_series_count;
    rest.series = others;
    rest.series_count = 0;
    memcpy(found.values, best->values, common * sizeof(double));
    for (int k = 0; k < fit->series_count; k++) {
        const double *starts = best->values + common + (size_t)k * each;
        if (k == series) {
            memcpy(own.values, starts, each * sizeof(double));
        } else {
            memcpy(found.values + common + (size_t)rest.series_count * each, starts, each * sizeof(double));
            others[rest.series_count++] = fit->series[k];
        }
    }
    rb_status status = rb_fit_minimise(&rest, true, cancelled, context, &found, err);
    status = status == RB_OK ? rb_fit_scene(&rest, found.values, -1, &left.scene, err) : status;
    left.free_count = left.tie_count = 0;
    left.series = &fit->series[series];
    left.series_count = 1;
    if (status == RB_OK && each > 0) {
        status = rb_fit_minimise(&left, true, cancelled, context, &own, err);
    }
    *F = status == RB_OK ? rb_fit_objective(&left, own.values, NULL) : NAN;
    return status;
}

const char *rb_fit_evidence(double difference) {
    return difference < 2    ? "not distinguishable"
           : difference < 6  ? "positive evidence against it"
           : difference < 10 ? "strong evidence against it"
                             : "very strong evidence against it";
}

/* ---------------------------------------------------------------- all models */

static bool is_cancelled(void *context) {
    return rb_study_cancelled(context);
}

/* A job is a model and the series that is left out; its row is the sum of squares of that series. */
static rb_status leave_out(const void *context, int64_t first, int count, const rb_study_control *control,
                           double *rows, rb_error *err) {
    const rb_fit_models *m = context;
    int series_count = m->fits[0].series_count;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        int model = (int)((first + i) / series_count), series = (int)((first + i) % series_count);
        rb_fit one = m->fits[model];
        rows[i] = NAN;
        if (isfinite(m->best[model].F)) {
            status = rb_fit_leave_out(&m->fits[model], &m->best[model], series, is_cancelled, (void *)control,
                                      &rows[i], err);
        }
        one.series += series;
        one.series_count = 1;
        rows[i] *= rb_fit_measured(&one);
    }
    return status;
}

static rb_status cross_validate(rb_fit_models *m, const rb_study_options *options, bool *complete,
                                rb_error *err) {
    int series = m->fits[0].series_count;
    rb_study study = {"cross-validation", "cross-validation", (int64_t)m->count * series, 1, 1, leave_out, m};
    rb_study_result result = {0};
    rb_status status = rb_study_run(&study, options, &result, err);
    *complete = status == RB_OK && result.done_count == study.job_count;
    for (int i = 0; *complete && i < m->count; i++) {
        double sum = 0;
        for (int k = 0; k < series; k++) {
            sum += result.rows[i * series + k];
        }
        m->scores[i].cross = sum / rb_fit_measured(&m->fits[i]);
    }
    rb_study_free(&result);
    return status;
}

rb_status rb_fit_models_score(rb_fit_models *m, const rb_study_options *options, bool *complete,
                              rb_error *err) {
    double count = rb_fit_measured(&m->fits[0]);
    int best = -1;
    *complete = true;
    m->scores = calloc((size_t)m->count, sizeof *m->scores);
    if (m->scores == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    }
    for (int i = 0; i < m->count; i++) {
        rb_fit_score *s = &m->scores[i];
        *s = (rb_fit_score){.chi2 = NAN, .bic = INFINITY, .cross = NAN};
        s->parameters = rb_fit_count(&m->fits[i]) - m->analyses[i].undetermined_count;
        if (isfinite(m->best[i].F)) {
            s->bic = count * rb_log(fmax(m->best[i].F, 1e-300)) + s->parameters * rb_log(count);
            best = best < 0 || s->bic < m->scores[best].bic ? i : best;
        }
    }
    for (int i = 0; best >= 0 && i < m->count; i++) {
        double variance = m->best[best].F / fmax(1, count - m->scores[best].parameters);
        m->scores[i].chi2 = m->best[i].F / variance;
    }
    return m->fits[0].series_count > 1 && m->fits[0].free_count > 0
               ? cross_validate(m, options, complete, err)
               : RB_OK;
}

/* ---------------------------------------------------------------- table */

/* The models by BIC, the best first. */
static void sort_models(const rb_fit_models *t, int *order) {
    for (int i = 0; i < t->count; i++) {
        int k = i;
        for (; k > 0 && t->scores[order[k - 1]].bic > t->scores[i].bic; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

static void write_verdict(FILE *out, const rb_fit_models *t, const int *order) {
    const rb_fit_score *first = &t->scores[order[0]];
    int cross = order[0];
    fprintf(out, "# the data support %s most (smallest BIC)\n", t->fits[order[0]].scene.id);
    for (int i = 1; i < t->count; i++) {
        const rb_fit_score *s = &t->scores[order[i]];
        fprintf(out, "# %s: %s\n", t->fits[order[i]].scene.id,
                isfinite(s->bic) ? rb_fit_evidence(s->bic - first->bic) : "no result");
        cross = s->cross < t->scores[cross].cross ? order[i] : cross;
    }
    if (isnan(first->cross)) {
        fprintf(out, "# no cross-validation: it needs two series and free parameters of the scene\n");
    } else if (cross != order[0]) {
        fprintf(out, "# cross-validation prefers %s\n", t->fits[cross].scene.id);
    }
}

bool rb_fit_scores_write(FILE *out, const rb_fit_models *t) {
    bool points = rb_fit_has_points(&t->fits[0]);
    const char *const names[] = {"model",          "law",
                                 "parameters",     "determined",
                                 "values",         points ? "F_o_mm2" : "F_o",
                                 "chi2",           "BIC",
                                 "BIC_difference", points ? "F_left_out_mm2" : "F_left_out"};
    int order[RB_FIT_MODELS] = {0};
    if (!rb_spec_table_head(out, t->spec, RB_SPEC_FIT)) {
        return false;
    }
    rb_csv csv = {.out = out, .digits = 10};
    if (t->scores != NULL) {
        sort_models(t, order);
        write_verdict(out, t, order);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rb_csv_text(&csv, names[i]);
    }
    rb_csv_end_row(&csv);
    for (int i = 0; t->scores != NULL && i < t->count; i++) {
        const rb_fit *fit = &t->fits[order[i]];
        const rb_fit_score *s = &t->scores[order[i]];
        double unit = points ? 1e6 : 1;
        const double numbers[] = {rb_fit_count(fit),
                                  s->parameters,
                                  rb_fit_measured(fit),
                                  unit * t->best[order[i]].F,
                                  s->chi2,
                                  s->bic,
                                  s->bic - t->scores[order[0]].bic,
                                  unit * s->cross};
        rb_csv_text(&csv, fit->scene.id);
        rb_csv_text(&csv, fit->scene.friction->id);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            rb_csv_number(&csv, numbers[k]);
        }
        rb_csv_end_row(&csv);
    }
    return true;
}
