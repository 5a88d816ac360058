/* Posterior of fitted parameters by an ensemble sampler (sampler.h). The errors are normal with the variance
   of the residuals at the best fit; the prior is flat within the bounds on the search scale, which is the
   logarithm of positive parameters. */
#ifndef RB_ANALYSIS_FIT_POSTERIOR_H
#define RB_ANALYSIS_FIT_POSTERIOR_H

#include "rattleback/fit.h"
#include "rattleback/study.h"

typedef struct rb_fit_posterior {
    int walkers;       /* 0: four for each parameter, at least 16 */
    int steps;         /* of every walker; the first fifth is left out */
    int parameters;    /* of the fit */
    int count;         /* samples */
    double *samples;   /* count x (parameters + 1): values of the parameters, then chi2 */
    double acceptance; /* share of moves that were accepted; 0.2 to 0.5 is good */
} rb_fit_posterior;

/* Samples the posterior of a fit; posterior->walkers and ->steps are given. *complete: not ended early. Free
   samples in any case. */
rb_status rb_fit_posterior_run(const rb_fit *fit, const rb_fit_result *best, uint64_t seed,
                               const rb_study_options *options, rb_fit_posterior *posterior, bool *complete,
                               rb_error *err);
/* Value below which this share of the samples of a parameter lies; NAN when out of memory. */
double rb_fit_posterior_quantile(const rb_fit_posterior *posterior, int parameter, double share);

#endif
