#include "app/session/fitting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"

static rb_status make(void *owner, rb_study *study, char **definition, rb_error *err) {
    rb_fitting *f = owner;
    return rb_fit_study_make(f->searches, "fit", study, definition, err);
}

static void take(void *owner, int64_t job, const double *row) {
    (void)owner, (void)job, (void)row; /* see rb_fit_study_best */
}

static const rb_task_ops ops = {make, take};

rb_fitting *rb_fitting_begin(const rb_study_spec *spec, bool threaded, rb_error *err) {
    rb_fitting *f = calloc(1, sizeof *f);
    if (f == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
        return NULL;
    }
    f->spec = *spec;
    f->best.F = f->now.F = INFINITY;
    f->sliced = !threaded;
    rb_status status = rb_fit_models_open(&f->models, &f->spec, err);
    if (status == RB_OK && f->models.count > 1) {
        status = rb_fail(err, RB_ERR_INPUT, "fit: models: expected none in the window");
    }
    if (status == RB_OK) {
        f->searches = rb_fit_study_create(f->models.fits, 1, spec->fit.restarts, spec->fit.seed, err);
        status = f->searches != NULL ? RB_OK : RB_ERR_MEMORY;
        f->points = rb_fit_has_points(&f->models.fits[0]);
    }
    f->task.ops = &ops;
    f->task.owner = f;
    f->task.scene = &f->models.fits[0].scene;
    if (status == RB_OK && threaded) {
        status = rb_task_begin(&f->task, true, err);
    }
    if (status != RB_OK) {
        rb_fitting_free(f);
        return NULL;
    }
    return f;
}

void rb_fitting_free(rb_fitting *f) {
    if (f == NULL) {
        return;
    }
    rb_task_end(&f->task);
    rb_fit_study_destroy(f->searches);
    rb_fit_models_close(&f->models);
    free(f);
}

/* When the trace is full, every second point is dropped. */
static void note(rb_fitting *f) {
    if (f->trace_count == RB_FITTING_TRACE) {
        f->trace_count /= 2;
        for (int i = 0; i < f->trace_count; i++) {
            f->trace_x[i] = f->trace_x[2 * i];
            f->trace_y[i] = f->trace_y[2 * i];
            f->trace_share[i] = f->trace_share[2 * i];
        }
    }
    f->trace_x[f->trace_count] = f->now.evaluations;
    f->trace_y[f->trace_count] = f->now.F;
    f->trace_share[f->trace_count++] = f->now.share;
}

static void look(rb_fitting *f) {
    rb_fit_progress now = rb_fit_study_progress(f->searches);
    if (f->ended || now.evaluations != f->now.evaluations || now.F != f->now.F) {
        f->now = now;
        rb_fit_study_best(f->searches, 0, NULL, &f->best); /* at the end, with its confidence intervals */
        if (isfinite(now.F)) {
            note(f);
        }
    }
}

void rb_fitting_update(rb_fitting *f, double dt, double slice) {
    if (f->ended) {
        return;
    }
    if (f->sliced) {
        f->task.seconds += dt;
        bool done = f->task.cancelled;
        rb_status status = done ? RB_OK : rb_fit_study_slice(f->searches, slice, &done, &f->task.problem);
        f->ended = done || status != RB_OK;
    } else {
        rb_task_update(&f->task, dt, slice);
        f->ended = !rb_task_runs(&f->task);
    }
    look(f);
}

void rb_fitting_cancel(rb_fitting *f) {
    f->task.cancelled = !f->ended;
    rb_task_cancel(&f->task);
}

bool rb_fitting_runs(const rb_fitting *f) {
    return !f->ended;
}

rb_status rb_fitting_scene(const rb_fitting *f, rb_scene *scene, rb_error *err) {
    if (!isfinite(f->best.F)) {
        return rb_fail(err, RB_ERR_INPUT, "fit: there is no result yet");
    }
    rb_status status = rb_fit_scene(&f->models.fits[0], f->best.values, 0, scene, err);
    memcpy(scene->values[RB_SECTION_SOLVER], f->spec.sweep.scene.values[RB_SECTION_SOLVER],
           sizeof scene->values[RB_SECTION_SOLVER]);
    return status;
}

rb_tracker rb_fitting_camera(const rb_fitting *f) {
    rb_tracker camera = f->spec.fit.camera;
    if (isfinite(f->best.F)) {
        rb_fit_place_markers(&f->models.fits[0], f->best.values, &camera);
    }
    return camera;
}

void rb_fitting_place(const rb_fitting *f, double place[2]) {
    place[0] = place[1] = 0;
    for (int i = 0; isfinite(f->best.F) && i < f->models.fits[0].of_series_count; i++) {
        const rb_fit_free *free = &f->models.fits[0].of_series[i];
        if (free->row == NULL) {
            place[free->index] = f->best.values[f->models.fits[0].free_count + i];
        }
    }
}
