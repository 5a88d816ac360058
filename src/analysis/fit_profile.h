/* Profile likelihood of fitted parameters: one parameter is moved away from its best value step by step, and
   all others are fitted again at each step. The 95 % limits are where chi2, the sum of squares divided by the
   variance of a residual, has risen by 3.84. Unlike intervals from derivatives they hold for curved and
   one-sided dependences. */
#ifndef RB_ANALYSIS_FIT_PROFILE_H
#define RB_ANALYSIS_FIT_PROFILE_H

#include "rattleback/fit.h"
#include "rattleback/study.h"

#define RB_PROFILE_SIDE 16   /* points on one side at most */
#define RB_PROFILE_RISE 3.84 /* rise of chi2 at the limits: 95 % of chi2 with one degree of freedom */

/* The profile of one parameter. */
typedef struct rb_fit_profile {
    int model;                             /* number of the model */
    int parameter;                         /* number of the parameter */
    int count;                             /* points, from the smallest value to the largest */
    double value[2 * RB_PROFILE_SIDE + 1]; /* of the parameter */
    double rise[2 * RB_PROFILE_SIDE + 1];  /* of chi2 above its value at the best fit; NAN: impossible */
    double low, high; /* 95 % limits; -INFINITY, INFINITY: not reached within the parameter's range */
} rb_fit_profile;

/* A fit and its result. */
typedef struct rb_fitted {
    const rb_fit *fit;
    const rb_fit_result *best;
} rb_fitted;

/* Computes the profiles of `count` parameters; profiles[i].model and .parameter are given, the rest is
   written. fitted: by model. `options` as for rb_study_run, without a journal. *complete: not ended early. */
rb_status rb_fit_profiles_run(const rb_fitted *fitted, rb_fit_profile *profiles, int count,
                              const rb_study_options *options, bool *complete, rb_error *err);

#endif
