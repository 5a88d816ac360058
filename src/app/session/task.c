#include "app/session/task.h"

#include <stdlib.h>

#include "sim/scene_private.h"

rb_status rb_task_begin(rb_task *task, bool threaded, rb_error *err) {
    rb_study study;
    task->threaded = threaded;
    if (!rb_scene_has_own_solver(task->scene)) {
        rb_scene_set_method(task->scene, RB_METHOD_AUTO);
    }
    rb_status status = task->ops->make(task->owner, &study, &task->definition, err);
    if (status != RB_OK) {
        return status;
    }
    task->job = rb_background_begin(&study, threaded, err);
    task->total = study.job_count;
    return task->job != NULL ? RB_OK : RB_ERR_MEMORY;
}

static void take_rows(rb_task *task) {
    int64_t job = 0;
    for (const double *row; (row = rb_background_take(task->job, &job)) != NULL;) {
        task->done++;
        task->ops->take(task->owner, job, row);
    }
}

void rb_task_update(rb_task *task, double dt, double slice) {
    if (task->job == NULL) {
        return;
    }
    task->seconds += dt;
    rb_background_pump(task->job, slice);
    bool ended = rb_background_ended(task->job); /* before the last rows are taken */
    take_rows(task);
    if (ended) {
        rb_background_end(task->job, &task->problem);
        task->job = NULL;
    }
}

void rb_task_cancel(rb_task *task) {
    if (task->job != NULL) {
        task->cancelled = true;
        rb_background_cancel(task->job);
    }
}

void rb_task_end(rb_task *task) {
    rb_background_end(task->job, NULL);
    free(task->definition);
    task->job = NULL;
    task->definition = NULL;
}
