/* Samples of a probability density by the affine-invariant ensemble sampler: walkers move along lines through
   each other (stretch move, Goodman & Weare 2010), the two halves of the ensemble in turn, so that all
   walkers of a half can be computed at once. Random numbers depend on seed, step and walker only: the same
   bits on any number of threads. */
#ifndef RB_ANALYSIS_SAMPLER_H
#define RB_ANALYSIS_SAMPLER_H

#include "rattleback/study.h"

#define RB_SAMPLER_DIMENSIONS 64 /* at most */

typedef struct rb_sampler {
    int dimensions;
    int walkers; /* even, at least 2 x dimensions + 2 */
    int steps;   /* of every walker */
    uint64_t seed;
    /* Logarithm of the density at p, up to a constant; -INFINITY: outside. Called on several threads at once;
       rb_study_cancelled(control): it is to end early. */
    rb_status (*log_density)(const void *context, const double *p, const rb_study_control *control,
                             double *out, rb_error *err);
    const void *context;
} rb_sampler;

/* Walks from `start` (walkers x dimensions). samples: steps x walkers x (dimensions + 1), the last number of
   each is the logarithm of the density. *acceptance: share of moves that were accepted. `options` as for
   rb_study_run, without a journal; *complete: not ended early. */
rb_status rb_sampler_run(const rb_sampler *sampler, const double *start, const rb_study_options *options,
                         double *samples, double *acceptance, bool *complete, rb_error *err);

#endif
