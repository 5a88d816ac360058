/* Tables of studies: head, CSV of the results, names of axes. */
#ifndef RB_ANALYSIS_STUDY_TABLE_H
#define RB_ANALYSIS_STUDY_TABLE_H

#include <stdio.h>

#include "analysis/study_private.h"
#include "rattleback/bifurcation.h"

/* Results of a study: rows by job, and which of them exist. */
typedef struct rb_study_rows {
    const double *rows;
    const unsigned char *done;
} rb_study_rows;

/* Writes the first lines of a table (rb_csv_title), and the spec: "# study {...}". Returns false when out of
   memory, as do all functions below. */
bool rb_spec_table_head(FILE *out, const rb_study_spec *spec, rb_spec_kind kind);
/* Parameters in order, then the values. */
bool rb_sweep_table_write(FILE *out, const rb_study_spec *spec, rb_study_rows found);
/* A row for each point: the parameter, its branch, the point's two numbers. */
bool rb_bifurcation_table_write(FILE *out, const rb_study_spec *diagram, rb_study_rows found);
/* A row for each column: how many points were found (0: an empty column), their period and its time. */
bool rb_bifurcation_periods_write(FILE *out, const rb_study_spec *diagram, rb_study_rows found);

/* Of an ensemble: times, then for each signal the scene itself, median, 5 % and 95 %. */
bool rb_ensemble_table_write(FILE *out, const rb_study_spec *ensemble, const rb_study_result *result);
/* The table of a study of any kind. */
bool rb_spec_table_write(FILE *out, const rb_study_spec *spec, const rb_study_result *result);

/* The two signals of a body's map. */
const char *const *rb_map_signals(const rb_body_kind *body);

#endif
