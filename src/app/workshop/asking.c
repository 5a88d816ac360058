#include "app/workshop/asking.h"

#include <stdlib.h>
#include <string.h>

static rb_status make(void *owner, rb_study *study, char **definition, rb_error *err) {
    (void)err;
    const rb_asking *a = owner;
    *definition = NULL;
    *study = rb_stone_study_of(a->copying ? &a->copies : &a->search);
    return RB_OK;
}

static void take(void *owner, int64_t job, const double *row) {
    rb_asking *a = owner;
    rb_stone_candidate *rows = a->copying ? a->copy_rows : a->rows;
    memcpy(&rows[job], row, sizeof *rows);
    if (a->copying) {
        a->band = rb_stone_band_of(a->copy_rows, a->copy_count);
    } else {
        a->best = rb_stone_study_best(&a->search, a->rows, a->count);
    }
}

static const rb_task_ops ops = {make, take};

static rb_status begin_task(rb_asking *a, rb_error *err) {
    rb_stone_study *study = a->copying ? &a->copies : &a->search;
    a->task = (rb_task){.ops = &ops, .owner = a, .scene = &study->scene};
    return rb_task_begin(&a->task, a->threaded, err);
}

rb_asking *rb_asking_begin(const rb_stone_design *design, const rb_scene *scene, const rb_stone_ask *ask,
                           bool threaded, rb_error *err) {
    rb_asking *a = calloc(1, sizeof *a);
    if (a == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "workshop: out of memory");
        return NULL;
    }
    a->best = -1;
    a->threaded = threaded;
    rb_status status = rb_stone_study_begin(&a->search, design, scene, ask, false, err);
    if (status == RB_OK) {
        a->count = (int)rb_stone_study_of(&a->search).job_count;
        a->copy_count = ask->ensemble + 1;
        a->rows = calloc((size_t)a->count, sizeof *a->rows);
        a->copy_rows = calloc((size_t)a->copy_count, sizeof *a->copy_rows);
        status = a->rows != NULL && a->copy_rows != NULL
                     ? begin_task(a, err)
                     : rb_fail(err, RB_ERR_MEMORY, "workshop: out of memory");
    }
    if (status != RB_OK) {
        rb_asking_free(a);
        return NULL;
    }
    return a;
}

void rb_asking_free(rb_asking *a) {
    if (a != NULL) {
        rb_task_end(&a->task);
        free(a->rows);
        free(a->copy_rows);
        free(a);
    }
}

/* The search has ended: an ensemble of its result, or the reason why there is none. */
static void begin_copies(rb_asking *a) {
    rb_stone_design design;
    rb_task_end(&a->task);
    a->task = (rb_task){0};
    if (!rb_asking_design(a, &design)) {
        rb_stone_study_refuse(&a->search, &a->problem);
        return;
    }
    a->copying = true;
    if (rb_stone_study_begin(&a->copies, &design, &a->search.scene, &a->search.ask, true, &a->problem) ==
        RB_OK) {
        begin_task(a, &a->problem);
    }
}

void rb_asking_update(rb_asking *a, double dt, double slice) {
    bool ran = rb_task_runs(&a->task);
    rb_task_update(&a->task, dt, slice);
    if (!ran || rb_task_runs(&a->task)) {
        return;
    }
    if (a->task.problem.text[0] != '\0') {
        a->problem = a->task.problem;
    } else if (!a->copying && !a->cancelled) {
        begin_copies(a);
    }
}

void rb_asking_cancel(rb_asking *a) {
    a->cancelled = a->cancelled || rb_task_runs(&a->task);
    rb_task_cancel(&a->task);
}

bool rb_asking_runs(const rb_asking *a) {
    return a != NULL && rb_task_runs(&a->task);
}

bool rb_asking_design(const rb_asking *a, rb_stone_design *out) {
    return a->best >= 0 && rb_stone_study_design(&a->search, a->best, out);
}
