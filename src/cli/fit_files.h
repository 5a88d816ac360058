/* The files of a fit: table, fitted scene, picture. */
#ifndef RB_CLI_FIT_FILES_H
#define RB_CLI_FIT_FILES_H

#include <rattleback/fit.h>

#include "cli/study.h"

/* Models, each with what was found best. */
typedef struct rb_fit_table {
    const rb_study_request *request;
    int model_count;
    rb_fit *fits;
    rb_fit_result *best;       /* F is not finite where nothing was found */
    rb_fit_analysis *analyses; /* what the data determine, by model */
} rb_fit_table;

/* Writers for rb_study_write; context is an rb_fit_table. */
bool rb_fit_write_csv(FILE *out, const void *context);
bool rb_fit_write_correlations(FILE *out, const void *context);
bool rb_fit_write_scene(FILE *out, const void *context); /* of the best model */
/* Several models: F of each. One: its differences over time. */
bool rb_fit_write_svg(FILE *out, const void *context);
bool rb_fit_write_png(FILE *out, const void *context);

/* Number of the best model. */
int rb_fit_best(const rb_fit_table *table);
/* Are points fitted? Then F is shown in mm2. */
bool rb_fit_has_points(const rb_fit *fit);

#endif
