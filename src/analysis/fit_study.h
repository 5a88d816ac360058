/* Searches as a study: models times restarts, each a job. What is found so far can be looked at while
   they run, from any thread. */
#ifndef RB_ANALYSIS_FIT_STUDY_H
#define RB_ANALYSIS_FIT_STUDY_H

#include "rattleback/fit.h"
#include "rattleback/study.h"

typedef struct rb_fit_study rb_fit_study;

/* Of these models, which must outlive it, each begun once from its scene's values and `restarts` times
   from others. NULL when out of memory. */
rb_fit_study *rb_fit_study_create(const rb_fit *models, int model_count, int restarts, uint64_t seed,
                                  rb_error *err);
void rb_fit_study_destroy(rb_fit_study *fits);

/* As a study: context is the searches. definition is to be freed; title is its first line. */
rb_status rb_fit_study_make(const rb_fit_study *fits, const char *title, rb_study *study, char **definition,
                            rb_error *err);

/* How far it is. */
typedef struct rb_fit_progress {
    int evaluations; /* of all searches */
    double share;    /* of the series' time that the best search looks at */
    double F;        /* the smallest so far over that time; INFINITY: none yet */
} rb_fit_progress;
rb_fit_progress rb_fit_study_progress(rb_fit_study *fits);
/* The best of a model so far; F is INFINITY where there is none. rows (may be NULL) are those of a
   journal's jobs, by job, `done` says which of them exist. */
void rb_fit_study_best(rb_fit_study *fits, int model, const rb_study_result *rows, rb_fit_result *best);

/* Without threads: about so many seconds of work, and at least one evaluation. *done: all is. A search
   that fails has ended; others can be gone on with. */
rb_status rb_fit_study_slice(rb_fit_study *fits, double seconds, bool *done, rb_error *err);

#endif
