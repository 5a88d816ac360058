/** @file
   CSV: rows of numbers and texts, into a file of the caller's. What cannot be written is found where
   the file is closed. */
#ifndef RATTLEBACK_CSV_H
#define RATTLEBACK_CSV_H

#include <stdio.h>

#include "rattleback/snapshot.h"

RB_BEGIN_DECLS

/** A table under way. */
typedef struct rb_csv {
    FILE *out;  /**< where it goes */
    int digits; /**< significant ones of a number; 17 read back the same bits */
    bool begun; /**< the row has a field already; begin with false */
} rb_csv;

RB_API void rb_csv_text(rb_csv *csv, const char *text); /**< in quotes where it needs them */
RB_API void rb_csv_number(rb_csv *csv, double value);   /**< nothing where it is not finite */
/** The next field begins a new row. */
RB_API void rb_csv_end_row(rb_csv *csv);

/** The signals that mean something for the body: a row of their names, and one of their values. */
RB_API void rb_csv_signal_names(rb_csv *csv, const rb_body_kind *body);
/** A row of their values. */
RB_API void rb_csv_signals(rb_csv *csv, const rb_body_kind *body, const rb_snapshot *snapshot);

RB_END_DECLS

#endif
