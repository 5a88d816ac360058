/* A fit in the background: parameters of the scene from measured series. Its progress is kept for a plot. A
   cancelled fit keeps the best result so far. */
#ifndef RB_APP_SESSION_FITTING_H
#define RB_APP_SESSION_FITTING_H

#include "analysis/fit_study.h"
#include "app/session/task.h"

#define RB_FITTING_TRACE 512 /* points of the progress curve */

typedef struct rb_fitting {
    rb_study_spec spec;
    rb_fit_models models; /* one */
    rb_fit_study *searches;
    rb_task task;
    bool sliced; /* without threads */
    bool ended;
    rb_fit_progress now;
    rb_fit_result best;                                          /* F is INFINITY before the first result */
    bool points;                                                 /* F in m² */
    double trace_x[RB_FITTING_TRACE], trace_y[RB_FITTING_TRACE]; /* evaluations, F */
    double trace_share[RB_FITTING_TRACE];
    int trace_count;
} rb_fitting;

/* Starts a fit of one model; NULL on failure. */
rb_fitting *rb_fitting_begin(const rb_study_spec *spec, bool threaded, rb_error *err);
void rb_fitting_free(rb_fitting *fitting); /* NULL is allowed */
void rb_fitting_update(rb_fitting *fitting, double dt, double slice);
void rb_fitting_cancel(rb_fitting *fitting);
bool rb_fitting_runs(const rb_fitting *fitting);
/* The scene with the fitted parameters and the start of the first series. */
rb_status rb_fitting_scene(const rb_fitting *fitting, rb_scene *scene, rb_error *err);
/* The camera of the fit, with the fitted places of its markers. */
rb_tracker rb_fitting_camera(const rb_fitting *fitting);
/* Position on the floor where the first series starts, m; 0, 0 unless it was fitted. */
void rb_fitting_place(const rb_fitting *fitting, double place[2]);

#endif
