/* A running search of a fit, shared by fit.c, fit_intervals.c and fit_film.c. */
#ifndef RB_ANALYSIS_FIT_SEARCH_H
#define RB_ANALYSIS_FIT_SEARCH_H

#include "analysis/fit_private.h"

#define RB_FIT_STAGES 4 /* of a search, over 12, 25, 50 and 100 % of each series' time */

/* A search: its start, and the time that it uses. */
typedef struct rb_fit_search {
    const rb_fit *fit;
    double begin[RB_FIT_ALL];
    double share; /* share of each series' time */
    bool (*cancelled)(void *context);
    void *context;
    rb_fit_result *out;
    double count;                   /* number of measured values */
    size_t all;                     /* number of all values */
    rb_fit_memo *memo;              /* NULL: without slices */
    bool accurate;                  /* runs at a smaller tolerance, for derivatives */
    rb_fit_free soft[RB_FIT_SOFT];  /* softening parameters, */
    int soft_count;                 /* how many, */
    double soft_shift[RB_FIT_SOFT]; /* added to their logarithms */
    bool no_memory;                 /* one of the runs was out of memory: the result is not valid */
    bool whole;                     /* over the whole time at once */
    bool no_intervals;              /* only the minimum is needed */
    bool holds;                     /* one parameter is kept at its start value: */
    int held;                       /* its number */
} rb_fit_search;

/* Computes the residuals at positions of the parameters that are searched for; `context` is the search.
   False: the model cannot be run there. */
bool rb_fit_search_evaluate(void *context, const double *positions, double *residuals);
/* Runs one stage of a search, which uses a share of each series' time, from the positions p. Sets the sum of
   squares; INFINITY: the model cannot be run at p. */
rb_status rb_fit_search_stage(rb_fit_search *s, int stage, double *p, double *sum, rb_error *err);
/* Runs all stages but the last for a film: from the start that the first frames show, with both signs of the
   skew. The better one becomes s->begin and p. */
rb_status rb_fit_search_film(rb_fit_search *s, double *p, rb_error *err);
/* Is the search to end? */
bool rb_fit_search_stops(void *context);
/* Number of values of all series; *measured: those that were measured. */
size_t rb_fit_residual_count(const rb_fit *fit, double *measured);
/* Fills the intervals of the result. p: positions at the minimum, sum: of squares there. */
void rb_fit_search_intervals(rb_fit_search *s, const double *p, double sum);

#endif
