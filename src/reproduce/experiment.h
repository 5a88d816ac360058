/* A numerical experiment in place of measured data: three runs of one model, seen by the camera of
   K15, and other models fitted to them (K15 section 4). */
#ifndef RB_REPRODUCE_EXPERIMENT_H
#define RB_REPRODUCE_EXPERIMENT_H

#include "reproduce/figure.h"

enum { RB_EXPERIMENT_MODELS = 16 };

typedef struct rb_experiment {
    const char *truth;                        /* scene whose three starts are the data */
    const char *changes;                      /* of that scene; NULL: none */
    double until;                             /* s */
    const char *models[RB_EXPERIMENT_MODELS]; /* scenes that are fitted, with the same starts */
    const char *free[RB_EXPERIMENT_MODELS];   /* what is free in each, as `rbsim fit --free` has it */
    int count;
} rb_experiment;

/* F_o of each model in mm2, each search with `restarts` more from other values. Nothing is written
   when the figure is cancelled. */
rb_status rb_experiment_run(rb_figure_data *data, const rb_experiment *experiment, int restarts, double *F_o);

#endif
