/* Output of results, and reports of write errors. */
#ifndef RB_CLI_OUTPUT_H
#define RB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include <rattleback/rattleback.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "plot/plot.h"
#include "rattleback/sweep.h"

/* Called last: flushes stdout and returns the program's exit code. If output was lost, it reports why
   and returns 1. If the reader of a pipe has closed it (`rbsim ... | head`), it reports nothing and returns
   the status that a shell gives for SIGPIPE. */
int rb_finish_stdout(int exit_code);

/* An optional output file. "-" is standard output, which rb_finish_stdout checks. */
typedef struct rb_output {
    const char *path; /* NULL: not requested; every function then does nothing */
    FILE *stream;     /* NULL: the same */
    rb_file *file;    /* replaces the target when complete; NULL: written directly */
} rb_output;

/* Opens a file that replaces its target when it is complete. */
bool rb_output_begin(rb_output *out, const char *path, rb_error *err);
/* Opens a file that can be read while it grows. */
bool rb_output_begin_growing(rb_output *out, const char *path, rb_error *err);
/* Completes it; false (and err) if not everything reached the disk. */
bool rb_output_end(rb_output *out, rb_error *err);
/* Discards it: an existing file is unchanged. */
void rb_output_drop(rb_output *out);

/* Opens, writes and completes a table; does nothing without a path. */
bool rb_write_table(const char *path, void (*write)(FILE *out, const void *data), const void *data,
                    rb_error *err);

/* Fails if two options would write to one file, whatever their spelling. */
rb_status rb_outputs_differ(const char *option_a, const char *path_a, const char *option_b,
                            const char *path_b, rb_error *err);
/* Does this path lead to standard output? */
bool rb_output_is_stdout(const char *path);

/* Writes a finished JSON text and frees it; false and err ("WHAT: out of memory") if there is none. */
bool rb_write_json(rb_json *json, FILE *out, const char *what, rb_error *err);
/* The same as a file that replaces its target when it is complete. */
bool rb_write_json_file(rb_json *json, const char *path, const char *what, rb_error *err);
/* Prints a finished JSON text on stdout and frees it; returns the exit code. */
int rb_print_json(rb_json *json);

/* The picture files of a command: --svg, --png and --pdf of the same chart. */

enum { RB_PICTURE_FORMATS = 3 };

typedef struct rb_pictures {
    const char *paths[RB_PICTURE_FORMATS]; /* by rb_picture_format; NULL: not requested */
    rb_output outputs[RB_PICTURE_FORMATS];
} rb_pictures;

/* --svg, --png and --pdf; `offset` is that of the rb_pictures they fill. */
extern const rb_option rb_cli_picture_options[];
#define RB_PICTURE_OPTIONS(offset)                                                                           \
    { "Pictures", rb_cli_picture_options, offset }

/* The paths differ from each other and from the other output (option, path; path may be NULL). */
rb_status rb_pictures_differ(const rb_pictures *pictures, const char *option, const char *path,
                             rb_error *err);
bool rb_pictures_any(const rb_pictures *pictures);
/* Does one of them go to standard output? */
bool rb_pictures_use_stdout(const rb_pictures *pictures);

/* Opens the files, before the work starts; false and err if one cannot be written. */
bool rb_pictures_begin(rb_pictures *pictures, rb_error *err);
/* Draws the sheet into each and completes them; false and err if that fails. */
bool rb_pictures_end(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err);
/* Discards them: existing files are unchanged. */
void rb_pictures_drop(rb_pictures *pictures);

/* Opens, draws and completes all of them. */
bool rb_pictures_write(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err);

/* A progress line on the terminal for long computations. */

typedef struct rb_progress {
    const char *label; /* what is running, or NULL */
    double begun, shown;
    unsigned calls;
} rb_progress;

rb_progress rb_progress_begin(const char *label);
/* Cheap enough to be called before every step. Shows t of `until` simulated seconds, from the third second
   on, if stderr is a terminal. */
void rb_progress_show(rb_progress *progress, double t, double until);
/* The same for a computation that is not one run: the share done, 0 to 1. */
void rb_progress_show_share(rb_progress *progress, double share);
void rb_progress_end(rb_progress *progress);

/* Values that a command was asked for with --value. */
typedef struct rb_chosen_values {
    rb_text_list texts;
    rb_sweep list;                   /* values, value_count */
    double numbers[RB_SWEEP_VALUES]; /* of the run */
} rb_chosen_values;

/* Prints the summary of a run as JSON; null where something did not happen. Names of outcomes and expressions
   in `chosen` (may be NULL) follow as "values". False (and err) when out of memory. */
bool rb_print_summary(FILE *out, const rb_scene *scene, double step, const rb_summary *summary,
                      const rb_chosen_values *chosen, rb_error *err);

/* Outcomes and expressions that --value names, with their numbers. */
#define RB_VALUE_OPTION(type, member, text)                                                                  \
    RB_OPTION("--value", "OUTCOME|EXPRESSION,...", text, rb_option_texts, offsetof(type, member.texts),      \
              .max = RB_SWEEP_VALUES, .flags = RB_OPTION_REPEATS)
/* Reads the texts for this scene. */
rb_status rb_chosen_read(rb_chosen_values *chosen, const rb_scene *scene, rb_error *err);
/* Computes the numbers from the summary of a run of this scene; expressions need another run. */
rb_status rb_chosen_compute(const rb_chosen_values *chosen, const rb_scene *scene, const rb_summary *summary,
                            double *numbers, rb_error *err);

/* netCDF files in the classic format with 64-bit offsets, which every netCDF library reads. */

typedef struct rb_netcdf_dimension {
    const char *name;
    int length;
} rb_netcdf_dimension;

/* Doubles over the dimensions first to first + dimension_count - 1, the last one fastest. */
typedef struct rb_netcdf_variable {
    const char *name, *units, *long_name;
    int first, dimension_count;
    double (*value)(const void *context, int variable, long long index);
} rb_netcdf_variable;

typedef struct rb_netcdf {
    const rb_netcdf_dimension *dimensions;
    int dimension_count;
    const rb_netcdf_variable *variables;
    int variable_count;
    const char *title, *history, *source; /* attributes of the file */
    const void *context;                  /* of value */
} rb_netcdf;

/* False when out of memory. Write errors are found when the file is closed. */
bool rb_netcdf_write(FILE *out, const rb_netcdf *file);

#endif
