/* What stands in the table of compared runs, as numbers and as text; drawing it is another matter. */
#ifndef RB_VIEWER_PANELS_RUNS_TABLE_H
#define RB_VIEWER_PANELS_RUNS_TABLE_H

#include <stdio.h>

#include "app/session/session.h"

/* What a column shows: an outcome of the run so far, or one of these. */
typedef enum rb_runs_column_kind {
    RB_COLUMN_NAME,
    RB_COLUMN_NOW,
    RB_COLUMN_THETA,
    RB_COLUMN_OUTCOME,
    RB_COLUMN_DIFF_NOW,
    RB_COLUMN_DIFF_MAX,
    RB_COLUMN_COST,
} rb_runs_column_kind;

typedef struct rb_runs_column {
    char title[32];
    char help[160];
    char name[64]; /* in files */
    rb_runs_column_kind kind;
    const rb_outcome *outcome;
    float width;
} rb_runs_column;

#define RB_RUNS_COLUMNS (RB_COLUMN_COST + 1 + RB_OUTCOMES_MAX)

/* The columns that mean something for the compared bodies; returns how many. still: without those
   that tell of the machine. */
int rb_runs_columns(const rb_session *session, bool still, rb_runs_column columns[RB_RUNS_COLUMNS]);
/* SI; NAN where there is none. */
double rb_runs_value(const rb_session *session, int run, const rb_runs_column *column);
/* As the table shows it. */
void rb_runs_cell(const rb_session *session, int run, const rb_runs_column *column, char *text,
                  size_t size);
/* All of it as CSV, SI units, with a separator of choice; tabs go into spreadsheets. */
void rb_runs_write(const rb_session *session, FILE *out, char separator);

#endif
