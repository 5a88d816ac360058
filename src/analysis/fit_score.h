/* Comparison of fitted models: which one do the data support? */
#ifndef RB_ANALYSIS_FIT_SCORE_H
#define RB_ANALYSIS_FIT_SCORE_H

#include "rattleback/fit.h"
#include "rattleback/study.h"

/* How well a model explains the data. */
typedef struct rb_fit_score {
    double parameters; /* that the data determine: free ones less undetermined combinations */
    double chi2;       /* sum of squares over the variance of a residual in the best model */
    double
        bic; /* Bayesian information criterion: N ln(S/N) + parameters ln N, S: sum of squares of N values */
    double cross; /* mean squared difference of series that were left out; NAN: fewer than two series */
} rb_fit_score;

/* Mean squared difference of one series for parameters of the scene that are fitted to all others; only its
   own start is fitted to it. best: result of the fit to all series, where the searches begin. */
rb_status rb_fit_leave_out(const rb_fit *fit, const rb_fit_result *best, int series,
                           bool (*cancelled)(void *context), void *context, double *F, rb_error *err);

/* Strength of the evidence against a model whose BIC is larger by this (Kass & Raftery 1995). */
const char *rb_fit_evidence(double bic_difference);

#endif
