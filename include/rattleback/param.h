/** @file
   Parameters are defined once, in a table beside the code that uses them. Files, the command line,
   panels, validation and documentation use these rows. Values are arrays of double in the order of the
   table, so a set of values is copied with memcpy. */
#ifndef RATTLEBACK_PARAM_H
#define RATTLEBACK_PARAM_H

#include <stdbool.h>

#include "rattleback/status.h"

RB_BEGIN_DECLS

#define RB_PARAMS_MAX 24 /**< the longest table of parameters allowed */

/** Type of a parameter, and how it is edited. */
typedef enum rb_param_flags {
    RB_PARAM_REAL = 0,         /**< any number of the range */
    RB_PARAM_BOOL = 1 << 0,    /**< 0 or 1; true/false in files */
    RB_PARAM_INTEGER = 1 << 1, /**< whole numbers only */
    RB_PARAM_CHOICE = 1 << 2,  /**< index into choices; the choice's name in files */
    RB_PARAM_ABOVE = 1 << 3,   /**< min itself is excluded */
    RB_PARAM_SOFTENS = 1 << 4, /**< regularises for dynamics; 0 gives the law as printed */
    RB_PARAM_LOG = 1 << 5,     /**< spans decades: logarithmic slider */
    RB_PARAM_RESTART = 1 << 6, /**< an edit takes effect on restart only */
    RB_PARAM_FITTED = 1 << 7,  /**< the default was identified from measurements of one body */
    /** May be missing in files, which then mean the default; the default is not written. */
    RB_PARAM_OPTIONAL = 1 << 8,
} rb_param_flags;

/** One parameter: a row of a table. */
typedef struct rb_param {
    const char *name;           /**< as in files and on the command line: "mu" */
    const char *symbol;         /**< as in the papers: "μ" */
    const char *unit;           /**< SI; "" for a pure number */
    double min, max;            /**< the accepted range, ends included unless RB_PARAM_ABOVE */
    double def;                 /**< default */
    const char *help;           /**< one line for people */
    const char *source;         /**< paper and equation: "K11 (9)" */
    unsigned flags;             /**< of rb_param_flags */
    const char *const *choices; /**< NULL-terminated, with RB_PARAM_CHOICE */
} rb_param;

/** A table of parameters. */
typedef struct rb_param_table {
    const rb_param *rows; /**< one for each parameter */
    int count;            /**< how many there are */
} rb_param_table;

/** A table of all rows of an array. */
#define RB_PARAM_TABLE(rows)                                                                                 \
    { rows, (int)(sizeof(rows) / sizeof(rows)[0]) }

/** A named column of published values for a table (AK18 "A" … "F"). */
typedef struct rb_param_set {
    const char *name;     /**< "A" */
    const double *values; /**< in the order of the table */
} rb_param_set;

/** Fills values with the defaults of the table. */
RB_API void rb_param_defaults(rb_param_table table, double *values);

/** Returns the index of the row, or -1. */
RB_API int rb_param_find(rb_param_table table, const char *name);

/** Checks one value against its row; where: file or section for the message. */
RB_API rb_status rb_param_check(const rb_param *row, double value, const char *where, rb_error *err);

/** Reads a number, true/false or the name of a choice. */
RB_API rb_status rb_param_parse(const rb_param *row, const char *text, const char *where, double *value,
                                rb_error *err);

RB_END_DECLS

#endif
