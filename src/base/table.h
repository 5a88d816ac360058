/* Tables of numbers from files that people and other programs made: CSV with a row of names, comma,
   semicolon or tab between the fields. */
#ifndef RB_BASE_TABLE_H
#define RB_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "rattleback/status.h"

#define RB_TABLE_COLUMNS 256
#define RB_TABLE_NAME 64
#define RB_TABLE_ROWS 2000000
#define RB_TABLE_PATH 512

/* The text found instead of a number; reported only if that column is asked for. */
typedef struct rb_table_column {
    char name[RB_TABLE_NAME];
    long wrong_line; /* of the first field that is no number, 0: there is none */
    char wrong[32];  /* how it begins */
} rb_table_column;

typedef struct rb_table {
    char path[RB_TABLE_PATH];
    rb_table_column columns[RB_TABLE_COLUMNS];
    int column_count;
    int row_count;
    double *values; /* row after row; NAN where a field is empty */
    long *lines;    /* of the file, from 1, one for each row */
} rb_table;

/* Reads a file. Lines that are empty or begin with # are left out; a field may be quoted;
   between semicolons and tabs a number may have a decimal comma; fields missing at the end of a line are
   empty. rb_csv_read (sim/csv.h) follows the same rules. */
rb_status rb_table_read(const char *path, rb_table *table, rb_error *err);
void rb_table_free(rb_table *table);

/* Index of a column, -1: there is none of that name. */
int rb_table_find(const rb_table *table, const char *name);
/* The same for one that must be there and hold numbers only. */
rb_status rb_table_need(const rb_table *table, const char *name, int *column, rb_error *err);
double rb_table_value(const rb_table *table, int row, int column);

#endif
