/* A numerical experiment in place of measured data: three runs of one model, seen by the camera of
   K15, and other models fitted to them (K15 section 4). */
#ifndef RB_REPRODUCE_EXPERIMENT_H
#define RB_REPRODUCE_EXPERIMENT_H

#include "reproduce/figure.h"

enum { RB_EXPERIMENT_MODELS = 16, RB_EXPERIMENT_NESTED = 4 };

/* A special case of a model, or a model close to it. Its solution is one more start of the search for the
   model, so that the model never fits worse than a special case. */
typedef struct rb_nested_model {
    const char *scene;
    const char *values; /* assignments under which the model is the special case; NULL: none */
    /* K15 D is no special case of A. Its solution is known except for a scale: patch size times this, b_T,
       b_M, I2 and d_a divided by it is the same motion of D, and another start for A. 0: as it is */
    double enlarge;
} rb_nested_model;

typedef struct rb_fitted_model {
    const char *scene; /* with the same starts as the truth */
    const char *free;  /* what is free, as `rbsim fit --free` has it */
    rb_nested_model nested[RB_EXPERIMENT_NESTED];
} rb_fitted_model;

typedef struct rb_experiment {
    const char *truth; /* scene whose three starts are the data */
    double until;      /* s */
    int restarts;      /* searches from perturbed values, for each model */
    int count;
    rb_fitted_model models[RB_EXPERIMENT_MODELS];
} rb_experiment;

/* F_o of each model in mm2. Nothing is written when the figure is cancelled. */
rb_status rb_experiment_run(rb_figure_data *data, const rb_experiment *plan, double *F_o);

#endif
