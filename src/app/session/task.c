#include "app/session/task.h"

#include <stdlib.h>

#include "analysis/study_table.h"
#include "sim/scene_options.h"

static bool is_cancelled(void *context) {
    return rb_study_cancelled(context);
}

static rb_status choose(const void *context, int64_t first, int count,
                        const rb_study_control *control, double *rows, rb_error *err) {
    (void)first, (void)count;
    rb_scene scene = *(const rb_scene *)context;
    rb_status status = rb_sweep_choose_solver(&scene, is_cancelled, (void *)control, err);
    rows[0] = scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD];
    return status;
}

static rb_status begin_jobs(rb_task *task, rb_error *err) {
    rb_study study;
    task->choosing = false;
    rb_status status = task->ops->make(task->owner, &study, &task->definition, err);
    if (status != RB_OK) {
        return status;
    }
    task->job = rb_background_begin(&study, task->threaded, err);
    task->total = study.job_count;
    return task->job != NULL ? RB_OK : RB_ERR_MEMORY;
}

rb_status rb_task_begin(rb_task *task, bool threaded, rb_error *err) {
    task->threaded = threaded;
    if (rb_scene_has_own_solver(task->scene)) {
        return begin_jobs(task, err);
    }
    task->choosing = true;
    task->probe = *task->scene;
    rb_study study = {.definition = "solver",
                      .title = "solver",
                      .job_count = 1,
                      .width = 1,
                      .chunk = 1,
                      .work = choose,
                      .context = &task->probe};
    task->job = rb_background_begin(&study, threaded, err);
    return task->job != NULL ? RB_OK : RB_ERR_MEMORY;
}

static void take_rows(rb_task *task) {
    int64_t job = 0;
    for (const double *row; (row = rb_background_take(task->job, &job)) != NULL;) {
        if (task->choosing) {
            task->scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = row[0];
        } else {
            task->done++;
            task->ops->take(task->owner, job, row);
        }
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
    if (!ended) {
        return;
    }
    bool chosen = task->choosing && !task->cancelled;
    rb_status status = rb_background_end(task->job, &task->problem);
    task->job = NULL;
    if (status == RB_OK && chosen && begin_jobs(task, &task->problem) == RB_OK) {
        task->problem.text[0] = '\0';
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
