#include "rattleback/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_private.h"
#include "base/macros.h"
#include "base/text.h"
#include "rattleback/run.h"
#include "sim/control.h"

/* Skips a plus-minus sign in one of its spellings. */
static const char *skip_sign(const char *text) {
    static const char *const signs[] = {"\u00b1", "+-", "+/-"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0) {
            return text + strlen(signs[i]);
        }
    }
    return text;
}

rb_status rb_ensemble_vary(rb_study_spec *ensemble, const char *option, const char *text, rb_error *err) {
    RB_CHECK_ARGUMENTS(text != NULL, err);
    rb_sweep *sweep = &ensemble->sweep;
    const char *equals = strchr(text, '=');
    char *end = NULL;
    double amount = equals != NULL ? rb_number_read(skip_sign(equals + 1), &end) : 0;
    bool percent = end != NULL && strcmp(end, "%") == 0;
    if (end == NULL || equals == text || equals - text >= 64 || !(amount > 0) || !isfinite(amount) ||
        (*end != '\0' && !percent)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected NAME=AMOUNT or NAME=SHARE%% above 0, got \"%.80s\"",
                       option, text);
    }
    if (sweep->axis_count == RB_SWEEP_AXES) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d parameters", option, RB_SWEEP_AXES);
    }
    char name[64], range[200];
    rb_section section = RB_SECTION_COUNT;
    int index = 0;
    rb_error reason;
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    if (rb_scene_find(&sweep->scene, name, &section, &index, &reason) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %.400s", option, reason.text);
    }
    for (int i = 0; i < sweep->axis_count; i++) {
        if (sweep->axes[i].section == section && sweep->axes[i].index == index) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s is varied twice", option, name);
        }
    }
    double value = sweep->scene.values[section][index];
    amount = percent ? fabs(value) * amount / 100 : amount;
    if (!(amount > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s is 0: expected an amount, not a share", option, name);
    }
    rb_format(range, sizeof range, "%s=%.17g:%.17g", name, value - amount, value + amount);
    rb_status status =
        rb_axis_parse(&sweep->axes[sweep->axis_count], &sweep->scene, option, range, true, err);
    sweep->axis_count += status == RB_OK;
    return status;
}

rb_status rb_ensemble_add_signals(rb_study_spec *ensemble, const char *option, const char *names,
                                  rb_error *err) {
    RB_CHECK_ARGUMENTS(ensemble != NULL && names != NULL, err);
    char name[64];
    while (rb_list_next(&names, ',', name, sizeof name)) {
        int signal = rb_signal_of(ensemble->sweep.scene.body, name);
        if (signal < 0 || ensemble->signal_count == RB_ENSEMBLE_SIGNALS) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: expected up to %d signals (as \"rbsim run --csv\" names them), got "
                           "\"%s\"",
                           option, RB_ENSEMBLE_SIGNALS, name);
        }
        for (int i = 0; i < ensemble->signal_count; i++) {
            if (ensemble->signals[i] == signal) {
                return rb_fail(err, RB_ERR_INPUT, "%s: duplicate signal %s", option, name);
            }
        }
        ensemble->signals[ensemble->signal_count++] = signal;
    }
    return RB_OK;
}

double rb_ensemble_time(const rb_study_spec *ensemble, int sample) {
    RB_CHECK_ARGUMENTS_OR(ensemble != NULL, NAN);
    double end = ensemble->sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    return end * sample / (ensemble->samples - 1);
}

/* ---------------------------------------------------------------- runs */

typedef struct record {
    const rb_study_spec *ensemble;
    const rb_study_control *control;
    double *row; /* sample by sample */
    int seen;
} record;

static void note(const record *r, int sample, const rb_snapshot *now) {
    const rb_study_spec *e = r->ensemble;
    for (int k = 0; k < e->signal_count; k++) {
        r->row[sample * e->signal_count + k] = rb_signal_value(rb_signal_at(e->signals[k]), now);
    }
}

static bool observe(void *context, const rb_moment *moment) {
    record *r = context;
    if (moment->index < r->ensemble->samples) {
        note(r, (int)moment->index, moment->now);
        r->seen = (int)moment->index + 1;
    }
    return true;
}

static bool is_cancelled(void *context, double t) {
    (void)t;
    const record *r = context;
    return rb_study_cancelled(r->control);
}

/* A body at rest keeps its values; after any other end there are none. */
static rb_status run_one(const rb_study_spec *e, int64_t job, const rb_study_control *control, double *row,
                         rb_error *err) {
    record r = {e, control, row, 0};
    rb_scene scene = job == 0 ? e->sweep.scene : rb_sweep_scene(&e->sweep, job - 1);
    for (int i = 0; i < e->samples * e->signal_count; i++) {
        row[i] = NAN;
    }
    if (rb_scene_check(&scene, scene.id, NULL) != RB_OK) {
        return RB_OK;
    }
    double step = rb_ensemble_time(e, 1), end = rb_ensemble_time(e, e->samples - 1);
    rb_observer observer = {.every = step, .observe = observe, .cancelled = is_cancelled, .context = &r};
    rb_run_result result;
    rb_status status = rb_run_checked(&scene, end, &observer, &result, err);
    if (status == RB_OK && result.summary.end_reason == RB_END_REST) {
        for (int i = r.seen; i < e->samples; i++) {
            note(&r, i, &result.last);
        }
    }
    return status;
}

static rb_status run_jobs(const void *context, int64_t first, int count, const rb_study_control *control,
                          double *rows, rb_error *err) {
    const rb_study_spec *e = context;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        status =
            run_one(e, first + i, control, rows + (size_t)i * (size_t)(e->samples * e->signal_count), err);
    }
    return status;
}

void rb_ensemble_prepare(const rb_study_spec *spec, rb_study *study) {
    study->job_count = spec->sweep.random_count + 1;
    study->width = spec->samples * spec->signal_count;
    study->work = run_jobs;
    study->context = spec;
}

rb_status rb_ensemble_study(const rb_study_spec *ensemble, const char *title, rb_study *study,
                            char **definition, rb_error *err) {
    RB_CHECK_ARGUMENTS(
        ensemble != NULL && ensemble->sweep.scene.body != NULL && study != NULL && definition != NULL, err);
    return rb_study_spec_study_as(ensemble, RB_SPEC_ENSEMBLE, title, study, definition, err);
}

/* ---------------------------------------------------------------- the band */

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the quantile of the sorted numbers for this share, interpolated linearly. */
static double quantile(const double *sorted, int count, double share) {
    double at = share * (count - 1);
    int low = (int)at;
    return low + 1 < count ? sorted[low] + (at - low) * (sorted[low + 1] - sorted[low]) : sorted[count - 1];
}

rb_band rb_ensemble_band(const rb_study_spec *ensemble, const rb_study_result *result, int signal, int sample,
                         double *scratch) {
    const rb_band none = {NAN, NAN, NAN, NAN, 0};
    RB_CHECK_ARGUMENTS_OR(ensemble != NULL && result != NULL && result->rows != NULL && scratch != NULL,
                          none);
    RB_CHECK_ARGUMENTS_OR(signal >= 0 && signal < ensemble->signal_count && sample >= 0, none);
    RB_CHECK_ARGUMENTS_OR(sample < ensemble->samples && result->done != NULL, none);
    int width = ensemble->samples * ensemble->signal_count;
    int column = sample * ensemble->signal_count + signal;
    rb_band band = {result->rows[column], NAN, NAN, NAN, 0};
    for (int64_t job = 1; job <= ensemble->sweep.random_count; job++) {
        double value = result->rows[job * width + column];
        if (result->done[job] && isfinite(value)) {
            scratch[band.count++] = value;
        }
    }
    if (band.count > 0) {
        qsort(scratch, (size_t)band.count, sizeof *scratch, compare);
        band.median = quantile(scratch, band.count, 0.5);
        band.low = quantile(scratch, band.count, 0.05);
        band.high = quantile(scratch, band.count, 0.95);
    }
    return band;
}
