/* An ensemble computed in the background: the range of signals when parameters are uncertain, as a band over
   time that plots show behind the run. */
#ifndef RB_APP_SESSION_BAND_H
#define RB_APP_SESSION_BAND_H

#include <rattleback/ensemble.h>

#include "app/session/task.h"

#define RB_BAND_SAMPLES 401
#define RB_BAND_RUNS 2000 /* at most */

typedef struct rb_band_curve { /* SI units */
    double t[RB_BAND_SAMPLES], low[RB_BAND_SAMPLES], median[RB_BAND_SAMPLES], high[RB_BAND_SAMPLES];
    int count; /* samples that have a value */
} rb_band_curve;

typedef struct rb_band_study {
    rb_study_spec what;
    rb_scene scene; /* the scene as requested */
    char text[160]; /* what is varied: "μ ±0.02, ω₂ ±0.05 rad/s" */
    rb_task task;
    double *rows;
    unsigned char *done;
    double *scratch;
    int64_t done_count, known; /* runs finished, and those of them included in the curves */
    int next;                  /* sample that is updated next */
    rb_band_curve curves[RB_ENSEMBLE_SIGNALS];
} rb_band_study;

/* The ensemble of a scene. vary: as rb_ensemble_vary reads it; signals: names separated by commas. */
rb_status rb_band_define(const rb_scene *scene, const char *const *vary, int count, int runs,
                         const char *signals, rb_study_spec *spec, rb_error *err);
/* Starts an ensemble; NULL on failure. */
rb_band_study *rb_band_begin(const rb_study_spec *spec, bool threaded, rb_error *err);
void rb_band_free(rb_band_study *band); /* NULL is allowed */
/* Call once per frame: updates the curves with finished runs, a few samples at a time. */
void rb_band_update(rb_band_study *band, double dt, double slice);
/* True if the curves include all finished runs. */
bool rb_band_settled(const rb_band_study *band);
/* The band of a signal for runs of this scene; NULL if there is none. */
const rb_band_curve *rb_band_of(const rb_band_study *band, const rb_scene *scene, int signal);

#endif
