/* The files of a fit: table, fitted scene, picture. */
#ifndef RB_CLI_FIT_FILES_H
#define RB_CLI_FIT_FILES_H

#include "analysis/fit_table.h"
#include "cli/study.h"

/* Writers for rb_study_write; context is an rb_fit_models. */
bool rb_fit_write_csv(FILE *out, const void *context);
bool rb_fit_write_correlations(FILE *out, const void *context);
bool rb_fit_write_scene(FILE *out, const void *context); /* of the best model */
/* Several models: F of each. One: its differences over time. */
bool rb_fit_write_svg(FILE *out, const void *context);
bool rb_fit_write_png(FILE *out, const void *context);

/* Number of the best model. */
int rb_fit_best(const rb_fit_models *models);

#endif
