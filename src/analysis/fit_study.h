/* Searches as a study: models times restarts, each a job. Intermediate results can be read while they run,
   from any thread. */
#ifndef RB_ANALYSIS_FIT_STUDY_H
#define RB_ANALYSIS_FIT_STUDY_H

#include "rattleback/fit.h"
#include "rattleback/study.h"

typedef struct rb_fit_study rb_fit_study;

/* Creates the searches of these models, which must outlive it: each starts once from the values of its
   scene and `restarts` times from others. NULL when out of memory. */
rb_fit_study *rb_fit_study_create(const rb_fit *models, int model_count, int restarts, uint64_t seed,
                                  rb_error *err);
void rb_fit_study_destroy(rb_fit_study *fits);

/* Makes a study of it: context is the searches. definition is to be freed; title is its first line. */
rb_status rb_fit_study_make(const rb_fit_study *fits, const char *title, rb_study *study, char **definition,
                            rb_error *err);

/* Progress. */
typedef struct rb_fit_progress {
    int evaluations; /* of all searches */
    double share;    /* share of the series' time that the best search uses */
    double F;        /* the smallest so far over that time; INFINITY: none yet */
} rb_fit_progress;
rb_fit_progress rb_fit_study_progress(rb_fit_study *fits);
/* Gets the best result of a model so far; F is INFINITY if there is none. rows (may be NULL): rows of a
   journal by job; `done` marks those that exist. */
void rb_fit_study_best(rb_fit_study *fits, int model, const rb_study_result *rows, rb_fit_result *best);

/* Without threads: works for about this many seconds, at least one evaluation. *done: all searches have
   ended. After a failure the other searches can be continued. */
rb_status rb_fit_study_slice(rb_fit_study *fits, double seconds, bool *done, rb_error *err);

#endif
