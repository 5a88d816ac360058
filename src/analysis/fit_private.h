/* Shared by the files of a fit. */
#ifndef RB_ANALYSIS_FIT_PRIVATE_H
#define RB_ANALYSIS_FIT_PRIVATE_H

#include "rattleback/fit.h"

/* Adds a parameter to a list; rejects duplicates, and too many. */
rb_status rb_fit_add(rb_fit_free *list, int *count, const rb_fit_free *one, const char *option,
                     rb_error *err);
/* Frees the parameters of the contact ("contact"), as the scene's model allows. */
rb_status rb_fit_add_contact(rb_fit *fit, const char *option, rb_error *err);

/* Returns the parameter at an index, and its series (-1: of the scene). */
const rb_fit_free *rb_fit_free_at(const rb_fit *fit, int index, int *series);
/* Is it searched on a logarithmic scale? `begin`: its start value. */
bool rb_fit_is_logarithmic(const rb_fit_free *parameter, double begin);

/* The value of a parameter in the scene, where rb_fit_begin succeeds. */
double rb_fit_begin_of(const rb_fit *fit, int parameter);

/* Films (fit_film.c). */
/* Frees the places of all markers. */
rb_status rb_fit_add_markers(rb_fit *fit, const char *option, rb_error *err);
/* The place of a free marker in the camera of the fit; 0: it is no marker. */
double rb_fit_marker_begin(const rb_fit *fit, const rb_fit_free *f);
/* Moves free markers to their values. */
void rb_fit_place_markers(const rb_fit *fit, const double *values, rb_tracker *camera);
/* Residuals that express priors: one for each parameter, or none. */
int rb_fit_prior_count(const rb_fit *fit);
double rb_fit_prior_residual(const rb_fit *fit, int parameter, double value);
/* Heading of the body's long axis, rad. */
double rb_fit_heading(const rb_scene *scene, const rb_snapshot *now);
/* Angle after which a column's value is the same again; 0: never. */
double rb_fit_period(const rb_fit_series *s, int column);
/* For how many frames errors last: variances of means are larger than with independent errors by this factor.
 */
double rb_fit_correlation_time(const rb_fit *fit, const double *residuals);

/* Computes the values of the parameters from their positions p on the search scale, 0 at the start:
   logarithms of positive parameters, others in units of their magnitude. */
void rb_fit_values(const rb_fit *fit, const double *begin, const double *p, double *values);

/* Limits positions p to the bounds of their parameters. */
void rb_fit_limit(const rb_fit *fit, const double *begin, double *p);

/* As rb_fit_run, without intervals. whole: over the whole time at once, so that F is never above that of the
   values it starts from. */
rb_status rb_fit_minimise(const rb_fit *fit, bool whole, bool (*cancelled)(void *context), void *context,
                          rb_fit_result *out, rb_error *err);

/* The same over the whole time with one parameter kept at its value in out->values. */
rb_status rb_fit_minimise_held(const rb_fit *fit, int held, bool (*cancelled)(void *context), void *context,
                               rb_fit_result *out, rb_error *err);
/* Number of measured values of all series. */
double rb_fit_measured(const rb_fit *fit);

#define RB_FIT_SOFT 4 /* softening parameters at most */

/* Derivatives of the residuals at the end of a search. */
typedef struct rb_fit_slopes {
    int parameters;
    int soft;                /* softening parameters after them: conventions, known to a factor of e */
    const double *normal;    /* J^T J of all of them on the search scale */
    double variance;         /* of one residual */
    double smallest;         /* lower limit of the variance of a measurement */
    const bool *logarithmic; /* by parameter */
} rb_fit_slopes;

/* Which combinations are determined, standard deviations of the parameters (INFINITY: not determined) and
   their correlations. False when out of memory. */
bool rb_fit_analyse(const rb_fit_slopes *slopes, double *sigma, rb_fit_analysis *out);

/* A search in slices, for platforms without threads. Every slice repeats the search from its start, with
   the stored results of the evaluations that earlier slices made, and adds further evaluations. This gives
   the same search because it is deterministic. */

typedef struct rb_fit_memo {
    double *residuals; /* of all evaluations, in order */
    bool *found;       /* whether an evaluation has residuals */
    int count, room;   /* evaluations kept, and room for them */
    int next;          /* index of the next one to reuse */
    int fresh;         /* evaluations of this slice */
    double until;      /* when the slice ends (rb_wall_clock) */
    bool paused;       /* the slice has ended, the search has not */
} rb_fit_memo;

/* Gets the residuals of the next stored evaluation. Returns whether it had any. */
bool rb_fit_memo_recall(rb_fit_memo *memo, double *residuals, size_t count);
/* Stores an evaluation. Returns false when out of memory: the search must end, because later evaluations
   would be reused in its place. */
bool rb_fit_memo_keep(rb_fit_memo *memo, const double *residuals, size_t count, bool found);
/* Is the slice over? Never before something new was evaluated. */
bool rb_fit_memo_pauses(rb_fit_memo *memo);
void rb_fit_memo_free(rb_fit_memo *memo);

/* Runs rb_fit_run for about `seconds`. If memo->paused is false afterwards, the search has ended and out
   has the result of rb_fit_run, to the bit; until then out has the best result so far. out->values: start
   values, in every call. */
rb_status rb_fit_run_slice(const rb_fit *fit, rb_fit_memo *memo, double seconds, rb_fit_result *out,
                           rb_error *err);

#endif
