/* Compares one scene under several friction laws, for tables. */
#ifndef RB_ANALYSIS_COMPARE_H
#define RB_ANALYSIS_COMPARE_H

#include "rattleback/simulation.h"

#define RB_COMPARE_SAMPLES 1200 /* samples of one run */

/* The run of one law. */
typedef struct rb_comparison {
    const rb_friction_law *law;        /* the law of this run */
    rb_summary summary;                /* what happened in it */
    int sample_count;                  /* number of samples */
    double sample_time;                /* s between samples */
    const rb_signal *signal;           /* what was sampled: rb_body_kind.measure */
    double sample[RB_COMPARE_SAMPLES]; /* for plots and differences */
    double largest_difference;         /* of a sample to the first law's, as a share of its largest; NAN
                                          for the first */
} rb_comparison;

/* Callbacks during a run; each may be NULL. */
typedef struct rb_compare_watch {
    /* Called before every step with the simulated time; true ends the run. */
    bool (*cancelled)(void *context, double t);
    /* Called at every sample. */
    void (*sampled)(void *context, const rb_snapshot *now);
    void *context; /* of both */
} rb_compare_watch;

/* Runs the scene with the law until its end or t_end. watch may be NULL. */
rb_status rb_compare_run(const rb_scene *scene, const rb_friction_law *law, rb_comparison *out,
                         const rb_compare_watch *watch, rb_error *err);

/* Fills largest_difference of every row. */
void rb_compare_differences(rb_comparison *rows, int count);

#endif
