/* A fit from its definition: models and series, results, and its table. */
#ifndef RB_ANALYSIS_FIT_TABLE_H
#define RB_ANALYSIS_FIT_TABLE_H

#include <stdio.h>

#include "analysis/fit_study.h"
#include "rattleback/study_spec.h"

/* The models of a fit with their series. Large: allocate it. */
typedef struct rb_fit_models {
    const rb_study_spec *spec;
    rb_fit_series series[RB_FIT_SERIES];
    int count;
    rb_fit fits[RB_FIT_MODELS];        /* the scene, then spec->fit.models */
    rb_fit_result best[RB_FIT_MODELS]; /* F is not finite if there is no result */
    rb_fit_analysis *analyses;         /* what the data determine, by model; NULL: unknown */
} rb_fit_models;

/* Splits FILE or FILE@START. Rejects a path that is too long. */
rb_status rb_fit_data_read(const char *text, rb_fit_data *out, rb_error *err);

/* Reads the series and prepares the models. The spec must outlive them; close them in any case. */
rb_status rb_fit_models_open(rb_fit_models *models, const rb_study_spec *spec, rb_error *err);
void rb_fit_models_close(rb_fit_models *models);
/* Takes the results, and analyses what the data determine until `interrupted` (may be NULL) returns true. */
rb_status rb_fit_models_take(rb_fit_models *models, rb_fit_study *searches, const rb_study_result *result,
                             bool (*interrupted)(void), rb_error *err);

/* Are points fitted? Then F is shown in mm2. */
bool rb_fit_has_points(const rb_fit *fit);
/* The table: a row for each parameter of each model. False when out of memory. */
bool rb_fit_table_write(FILE *out, const rb_fit_models *models);
/* The correlations of the parameters of each model. */
bool rb_fit_correlations_write(FILE *out, const rb_fit_models *models);

#endif
