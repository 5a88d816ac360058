/* What all studies of rbsim have in common: options, the journal, progress, files. */
#ifndef RB_CLI_STUDY_H
#define RB_CLI_STUDY_H

#include <rattleback/study_spec.h>

#include "cli/cli.h"
#include "cli/output.h"

/* Files that a study may be asked for. */
typedef enum rb_study_file {
    RB_STUDY_CSV,
    RB_STUDY_SVG,
    RB_STUDY_PNG,
    RB_STUDY_NETCDF,
    RB_STUDY_PERIODS,      /* of a bifurcation diagram */
    RB_STUDY_SCENE,        /* fitted */
    RB_STUDY_CORRELATIONS, /* of fitted parameters */
    RB_STUDY_SPEC,         /* the definition itself: no result */
    RB_STUDY_FILES
} rb_study_file;

typedef struct rb_study_request {
    char command[1024]; /* as given, without options that change no result */
    const char *files[RB_STUDY_FILES];
    const char *journal; /* asked for; NULL: beside the first file */
    char journal_path[1100];
    int64_t threads; /* 0: one per core */
    bool resume;
    bool quiet;      /* no progress */
    bool keeps_part; /* interrupted: what is there so far is written, the journal stays */
} rb_study_request;

/* Options of every study; `offset` is that of the rb_study_request. A command's own table has the
   files that it can write. */
extern const rb_option rb_cli_study_options[];
#define RB_STUDY_OPTIONS(offset)                                                                             \
    { "Options of every study", rb_cli_study_options, offset }
/* An option that names a file of the study; `request` has an rb_study_request `study`. */
#define RB_STUDY_FILE_OPTION(request, name_, value_, help_, file)                                            \
    {                                                                                                        \
        .name = name_, .value = value_, .help = help_, .read = rb_option_text,                               \
        .offset = offsetof(request, study.files[file]), .flags = RB_OPTION_NO_RESULT                         \
    }
/* Notes the command without options that change no result. */
void rb_study_note_command(rb_study_request *q, const rb_command_line *line);
/* When all options are taken: can everything be written? Nothing to write: CSV on standard output.
   The exit code, and if it is not RB_EXIT_OK the message was printed. */
int rb_study_prepare(rb_study_request *q);
/* Prints the error of a request and returns the exit code: that of a usage error, or of a failure. */
int rb_study_refuse(rb_status status, const rb_error *err);

/* Runs it, with progress on stderr and Ctrl-C. The exit code: RB_EXIT_OK if the results are to be
   written now (also those of a study that was interrupted and has no journal). */
int rb_study_go(const rb_study *study, rb_study_request *q, rb_study_result *result);

/* Runs the study that a spec defines and writes its files; with no file but --spec, only the definition is
   written. The exit code. */
int rb_study_run_spec(const rb_study_spec *spec, rb_study_request *q);
/* The same for each kind, with everything prepared. */
int rb_run_sweep(const rb_study_spec *spec, rb_study_request *q);
int rb_run_diagram(const rb_study_spec *spec, rb_study_request *q);
int rb_run_ensemble(const rb_study_spec *spec, rb_study_request *q);
int rb_run_fit(const rb_study_spec *spec, rb_study_request *q);

/* Writes the file, if it was asked for. */
typedef bool rb_study_writer(FILE *out, const void *context); /* false: out of memory */
bool rb_study_write(const rb_study_request *q, rb_study_file file, rb_study_writer *writer,
                    const void *context, rb_error *err);
/* All files are written: the exit code, and the journal goes if it is complete. */
int rb_study_finish(const rb_study_request *q, const rb_study *study, rb_study_result *result, bool written,
                    const rb_error *err);

/* What runs the jobs instead of threads; rbsim-mpi sets it before it runs a command. */
typedef struct rb_study_team {
    rb_status (*execute)(rb_study_control *control, int threads, rb_error *err);
    bool worker; /* this process writes nothing */
} rb_study_team;
void rb_study_set_team(rb_study_team team);

/* The files of a sweep: table, grid, picture. */

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
