/* The files of a sweep: table, grid, picture. */
#ifndef RB_CLI_SWEEP_FILES_H
#define RB_CLI_SWEEP_FILES_H

#include "cli/study.h"

typedef struct rb_sweep_table {
    const rb_study_spec *spec;
    const rb_study_request *request;
    const rb_study_result *result;
} rb_sweep_table;

/* Writers for rb_study_write; context is an rb_sweep_table. */
bool rb_sweep_write_csv(FILE *out, const void *context);
bool rb_sweep_write_netcdf(FILE *out, const void *context);
bool rb_sweep_write_svg(FILE *out, const void *context); /* two axes, the first value */
bool rb_sweep_write_png(FILE *out, const void *context);

#endif
