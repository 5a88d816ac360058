/* Identification in the background: parameters of the scene from measured series. How the search
   improves is kept for a plot; cancelled, it leaves the best so far. */
#ifndef RB_APP_SESSION_FITTING_H
#define RB_APP_SESSION_FITTING_H

#include <rattleback/fit.h>

#include "analysis/fit_study.h"
#include "app/session/task.h"

#define RB_FITTING_TRACE 512 /* points of the course */

/* What is asked for; names with commas between, NULL for none. */
typedef struct rb_fitting_ask {
    const char *free, *free_start;
    const char *const *data; /* FILE or FILE@START */
    int data_count;
    int restarts;
} rb_fitting_ask;

typedef struct rb_fitting {
    rb_scene scene; /* as it was asked for */
    rb_fit fit;
    rb_fit_series series[RB_FIT_SERIES];
    rb_fit_study *searches;
    rb_task task;
    bool sliced; /* without threads */
    bool ended;
    rb_fit_progress now;
    rb_fit_result best;                                          /* F is INFINITY: none yet */
    bool points;                                                 /* F is in m2 */
    double trace_x[RB_FITTING_TRACE], trace_y[RB_FITTING_TRACE]; /* evaluations, F */
    double trace_share[RB_FITTING_TRACE];
    int trace_count;
} rb_fitting;

rb_fitting *rb_fitting_begin(const rb_scene *scene, const rb_fitting_ask *ask, bool threaded,
                             rb_error *err);
void rb_fitting_free(rb_fitting *fitting); /* NULL is fine */
void rb_fitting_update(rb_fitting *fitting, double dt, double slice);
void rb_fitting_cancel(rb_fitting *fitting);
bool rb_fitting_runs(const rb_fitting *fitting);
/* The scene with what was found, begun as the first series was. */
rb_status rb_fitting_scene(const rb_fitting *fitting, rb_scene *scene, rb_error *err);
/* Where the first series began on the floor, m: 0, 0 unless it was free. */
void rb_fitting_place(const rb_fitting *fitting, double place[2]);

#endif
