/* Searches as a study: models times restarts, each a job. Intermediate results can be read while they run,
   from any thread. */
#ifndef RB_ANALYSIS_FIT_STUDY_H
#define RB_ANALYSIS_FIT_STUDY_H

#include <stdio.h>

#include "analysis/fit_posterior.h"
#include "analysis/fit_profile.h"
#include "analysis/fit_score.h"
#include "rattleback/fit.h"
#include "rattleback/study.h"
#include "rattleback/study_spec.h"

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

/* A fit from its definition: models and series, results, and its table. */

/* The models of a fit with their series. Large: allocate it. */
typedef struct rb_fit_models {
    const rb_study_spec *spec;
    rb_fit_series series[RB_FIT_SERIES];
    int count;
    rb_fit fits[RB_FIT_MODELS];        /* the scene, then spec->fit.models */
    rb_fit_result best[RB_FIT_MODELS]; /* F is not finite if there is no result */
    rb_fit_analysis *analyses;         /* what the data determine, by model; NULL: unknown */
    rb_fit_profile *profiles;          /* NULL: none */
    int profile_count;
    rb_fit_score *scores;       /* by model; NULL: none */
    rb_fit_posterior posterior; /* of the model with the smallest F; count 0: none */
} rb_fit_models;

/* Splits FILE or FILE@START. Rejects a path that is too long. */
rb_status rb_fit_data_read(const char *text, rb_fit_data *out, rb_error *err);

/* Reads the series and prepares the models. The spec must outlive them; close them in any case. */
rb_status rb_fit_models_open(rb_fit_models *models, const rb_study_spec *spec, rb_error *err);
void rb_fit_models_close(rb_fit_models *models);
/* Takes the results, and analyses what the data determine until `interrupted` (may be NULL) returns true. */
rb_status rb_fit_models_take(rb_fit_models *models, rb_fit_study *searches, const rb_study_result *result,
                             bool (*interrupted)(void), rb_error *err);

/* Chooses the profiles to compute: of parameters with these names (separated by commas) in every model; a
   name without a series means all series. */
rb_status rb_fit_models_choose_profiles(rb_fit_models *models, const char *names, rb_error *err);
/* Computes them from the results. `options` as for rb_study_run. *complete: not ended early. */
rb_status rb_fit_models_profile(rb_fit_models *models, const rb_study_options *options, bool *complete,
                                rb_error *err);

/* Compares the models by chi2, BIC and cross-validation over series; after rb_fit_models_take. */
rb_status rb_fit_models_score(rb_fit_models *models, const rb_study_options *options, bool *complete,
                              rb_error *err);
/* The table of the comparison, the best model first. */
bool rb_fit_scores_write(FILE *out, const rb_fit_models *models);

/* Number of the model with the smallest F. */
int rb_fit_models_best(const rb_fit_models *models);
/* Samples the posterior of the best model; models->posterior has walkers and steps. */
rb_status rb_fit_models_sample(rb_fit_models *models, const rb_study_options *options, bool *complete,
                               rb_error *err);
/* The samples as a table. */
bool rb_fit_samples_write(FILE *out, const rb_fit_models *models);

/* Are points fitted? Then F is shown in mm2. */
bool rb_fit_has_points(const rb_fit *fit);
/* The table: a row for each parameter of each model. False when out of memory. */
bool rb_fit_table_write(FILE *out, const rb_fit_models *models);
/* The best model with its values as a scene. */
bool rb_fit_fitted_write(FILE *out, const rb_fit_models *models);
/* The results in words: residual, values, models, what the data do not determine, what to film next. */
bool rb_fit_report_write(FILE *out, const rb_fit_models *models);
/* The points of the profiles. */
bool rb_fit_profiles_write(FILE *out, const rb_fit_models *models);
/* The correlations of the parameters of each model. */
bool rb_fit_correlations_write(FILE *out, const rb_fit_models *models);

#endif
