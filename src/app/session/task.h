/* A background study of the window. Its owner receives the rows as they are completed. */
#ifndef RB_APP_SESSION_TASK_H
#define RB_APP_SESSION_TASK_H

#include <rattleback/scene.h>
#include <rattleback/study.h>

#include "analysis/study_private.h"

typedef struct rb_task_ops {
    /* Makes the study after the method of the scene was set. Its context must outlive the task. */
    rb_status (*make)(void *owner, rb_study *study, char **definition, rb_error *err);
    void (*take)(void *owner, int64_t job, const double *row);
} rb_task_ops;

typedef struct rb_task {
    const rb_task_ops *ops;
    void *owner;
    rb_scene *scene; /* scene of the study, whose method is set */
    rb_background *job;
    char *definition;
    bool threaded;
    bool cancelled;
    int64_t done, total; /* jobs; total is 0 until it is known */
    double seconds;      /* since it began */
    rb_error problem;    /* why it ended early; "": it did not */
} rb_task;

/* Starts it; ops, owner and scene are set. Studies use RB_METHOD_AUTO, as in rbsim, unless the user has
   changed the scene's solver. */
rb_status rb_task_begin(rb_task *task, bool threaded, rb_error *err);
/* Call once per frame, dt seconds after the last call; without threads it works for `slice` seconds. */
void rb_task_update(rb_task *task, double dt, double slice);
/* Cancels the running jobs; completed ones are kept. */
void rb_task_cancel(rb_task *task);
/* Waits for the threads, which end within a step, and frees it. */
void rb_task_end(rb_task *task);
static inline bool rb_task_runs(const rb_task *task) {
    return task->job != NULL;
}

#endif
