#include "app/session/band.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/session/units.h"

enum { SAMPLES_A_FRAME = 40 };

static rb_status make(void *owner, rb_study *study, char **definition, rb_error *err) {
    rb_band_study *b = owner;
    return rb_ensemble_study(&b->what, b->text, study, definition, err);
}

static void take(void *owner, int64_t job, const double *row) {
    rb_band_study *b = owner;
    size_t width = (size_t)b->what.samples * (size_t)b->what.signal_count;
    memcpy(b->rows + (size_t)job * width, row, width * sizeof *row);
    b->done[job] = 1;
    b->done_count++;
}

static const rb_task_ops ops = {make, take};

/* "mu ±0.02, omega2 ±0.05" */
static void describe(const rb_sweep *sweep, char *text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < sweep->axis_count && used < size; i++) {
        const rb_axis *axis = &sweep->axes[i];
        rb_ui_unit unit = rb_ui_unit_of(axis->row->unit);
        used += (size_t)snprintf(text + used, size - used, "%s%s ±%.3g%s%s", i > 0 ? ", " : "",
                                 axis->row->symbol, unit.factor * (axis->to - axis->from) / 2,
                                 unit.name[0] != '\0' ? " " : "", unit.name);
    }
}

static rb_status prepare(rb_band_study *b, rb_error *err) {
    const rb_sweep *sweep = &b->what.sweep;
    b->what.samples = RB_BAND_SAMPLES; /* what a plot shows */
    if (b->what.kind != RB_SPEC_ENSEMBLE || sweep->random_count < 2 || sweep->random_count > RB_BAND_RUNS) {
        return rb_fail(err, RB_ERR_INPUT, "ensemble: expected 2 to %d runs in the window, got %lld",
                       RB_BAND_RUNS, (long long)sweep->random_count);
    }
    describe(sweep, b->text, sizeof b->text);
    size_t jobs = (size_t)sweep->random_count + 1;
    size_t width = (size_t)b->what.samples * (size_t)b->what.signal_count;
    b->rows = malloc(jobs * width * sizeof *b->rows);
    b->done = calloc(jobs, 1);
    b->scratch = malloc(jobs * sizeof *b->scratch);
    return b->rows != NULL && b->done != NULL && b->scratch != NULL
               ? RB_OK
               : rb_fail(err, RB_ERR_MEMORY, "ensemble: out of memory");
}

rb_status rb_band_define(const rb_scene *scene, const char *const *vary, int count, int runs,
                         const char *signals, rb_study_spec *spec, rb_error *err) {
    rb_status status = RB_OK;
    *spec = (rb_study_spec){.kind = RB_SPEC_ENSEMBLE, .samples = RB_BAND_SAMPLES};
    spec->sweep.scene = *scene;
    spec->sweep.random_count = runs;
    spec->sweep.seed = 1;
    for (int i = 0; status == RB_OK && i < count; i++) {
        status = rb_ensemble_vary(spec, "ensemble", vary[i], err);
    }
    return status == RB_OK ? rb_ensemble_add_signals(spec, "ensemble", signals, err) : status;
}

rb_band_study *rb_band_begin(const rb_study_spec *spec, bool threaded, rb_error *err) {
    rb_band_study *b = calloc(1, sizeof *b);
    if (b == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "ensemble: out of memory");
        return NULL;
    }
    b->what = *spec;
    b->scene = spec->sweep.scene;
    rb_status status = prepare(b, err);
    b->task.ops = &ops;
    b->task.owner = b;
    b->task.scene = &b->what.sweep.scene;
    status = status == RB_OK ? rb_task_begin(&b->task, threaded, err) : status;
    if (status != RB_OK) {
        rb_band_free(b);
        return NULL;
    }
    return b;
}

void rb_band_free(rb_band_study *b) {
    if (b != NULL) {
        rb_task_end(&b->task);
        free(b->rows);
        free(b->done);
        free(b->scratch);
        free(b);
    }
}

/* ---------------------------------------------------------------- curves */

static void update_sample(rb_band_study *b, int sample) {
    rb_study_result found = {b->rows, b->done, b->done_count};
    for (int k = 0; k < b->what.signal_count; k++) {
        rb_band_curve *c = &b->curves[k];
        rb_band band = b->done[0] ? rb_ensemble_band(&b->what, &found, k, sample, b->scratch)
                                  : (rb_band){NAN, NAN, NAN, NAN, 0};
        c->t[sample] = rb_ensemble_time(&b->what, sample);
        c->low[sample] = band.low;
        c->median[sample] = band.median;
        c->high[sample] = band.high;
    }
}

static void count_samples(rb_band_study *b) {
    for (int k = 0; k < b->what.signal_count; k++) {
        rb_band_curve *c = &b->curves[k];
        c->count = 0;
        while (c->count < b->what.samples && isfinite(c->median[c->count])) {
            c->count++;
        }
    }
}

void rb_band_update(rb_band_study *b, double dt, double slice) {
    rb_task_update(&b->task, dt, slice);
    if (b->next == 0 && b->known == b->done_count) {
        return;
    }
    b->known = b->next == 0 ? b->done_count : b->known; /* the rest follows in the next frame */
    for (int i = 0; i < SAMPLES_A_FRAME && b->next < b->what.samples; i++) {
        update_sample(b, b->next++);
    }
    if (b->next == b->what.samples) {
        b->next = 0;
        count_samples(b);
    }
}

bool rb_band_settled(const rb_band_study *b) {
    return !rb_task_runs(&b->task) && b->next == 0 && b->known == b->done_count;
}

const rb_band_curve *rb_band_of(const rb_band_study *b, const rb_scene *scene, int signal) {
    if (b == NULL || b->scene.body != scene->body || strcmp(b->scene.id, scene->id) != 0) {
        return NULL;
    }
    for (int k = 0; k < b->what.signal_count; k++) {
        if (b->what.signals[k] == signal && b->curves[k].count > 1) {
            return &b->curves[k];
        }
    }
    return NULL;
}
