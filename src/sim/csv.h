/* CSV: writes rows of numbers and texts to a file of the caller, and reads tables of numbers. Write errors
   are found when the file is closed. */
#ifndef RB_SIM_CSV_H
#define RB_SIM_CSV_H

#include <stdio.h>

#include "rattleback/scene.h"
#include "rattleback/snapshot.h"

/* A table being written. */
typedef struct rb_csv {
    FILE *out;  /* where it goes */
    int digits; /* significant digits of a number; 17 read back the same bits */
    bool begun; /* the row already has a field; false at first */
} rb_csv;

void rb_csv_text(rb_csv *csv, const char *text); /* quoted if necessary */
void rb_csv_number(rb_csv *csv, double value);   /* empty if it is not finite */
/* The next field begins a new row. */
void rb_csv_end_row(rb_csv *csv);

/* Writes the first lines of a table: title, version, scene with a hash of its numbers, solver. Lines begin
   with '#'. Returns false when out of memory. */
bool rb_csv_title(FILE *out, const char *title, const rb_scene *scene);
/* The same, and then every parameter with its unit, a line for each section; without the sections that are
   the same in `first`, unless it is NULL. */
bool rb_csv_head(FILE *out, const char *title, const rb_scene *scene, const rb_scene *first);
/* The same, complete, with the scene's hash from the caller: needs no memory. */
void rb_csv_head_hashed(FILE *out, const char *title, const rb_scene *scene, uint64_t hash);
/* Writes a line of units, column by column ("# units: t s, omega3 rad/s, mu 1"); rb_csv_end_row ends it. */
void rb_csv_unit(rb_csv *csv, const char *name, const char *unit);

/* Writes the units of the body's signals as part of such a line, and ends it. */
void rb_csv_signal_units(rb_csv *csv, const rb_body_kind *body);
/* Writes a row with the names of the body's signals. */
void rb_csv_signal_names(rb_csv *csv, const rb_body_kind *body);
/* Writes a row with their values. */
void rb_csv_signals(rb_csv *csv, const rb_body_kind *body, const rb_snapshot *snapshot);

/* A table that was read: names of columns, and rows of numbers. */
typedef struct rb_csv_table {
    int columns;
    int rows;
    char **names;   /* of the columns */
    char **wrong;   /* by column: what is wrong with its first field that is not a number; NULL: all are */
    double *values; /* row by row; NAN where a field is empty */
} rb_csv_table;

/* Reads a table of numbers: a line of names, then a number or nothing in each field; a field "nan"
   is nothing, too. Fields are separated by tabs, semicolons or commas, whichever the names are separated by;
   between tabs and semicolons a number may have a decimal comma. Fields missing at the end of a line are
   empty. Lines that begin with '#' and empty lines are skipped. Errors name file, line and column. Free the
   table in any case. */
rb_status rb_csv_read(const char *path, rb_csv_table *table, rb_error *err);
/* The same from text of `size` bytes; path is for messages. */
rb_status rb_csv_read_text(const char *text, size_t size, const char *path, rb_csv_table *table,
                           rb_error *err);
/* The same for a file that other programs made: columns of text and columns without a name are accepted,
   fields that are not numbers are NAN. Ask for a column by rb_csv_need. */
rb_status rb_csv_read_any(const char *path, rb_csv_table *table, rb_error *err);
/* The same as rb_csv_read for a table in which words stand for numbers: number_of returns the number, NAN for
   a word that is none. */
rb_status rb_csv_read_words(const char *path, double (*number_of)(const char *word), rb_csv_table *table,
                            rb_error *err);
/* Frees what was read. */
void rb_csv_table_free(rb_csv_table *table);

/* Returns the column with this name; -1 if there is none. */
int rb_csv_column(const rb_csv_table *table, const char *name);
/* The same for a column that must exist and contain numbers only. */
rb_status rb_csv_need(const rb_csv_table *table, const char *path, const char *name, int *column,
                      rb_error *err);
static inline double rb_csv_value(const rb_csv_table *table, int row, int column) {
    return table->values[(size_t)row * (size_t)table->columns + (size_t)column];
}

#endif
