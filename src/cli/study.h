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
    RB_STUDY_REPORT,       /* of a fit, in words */
    RB_STUDY_CORRELATIONS, /* of fitted parameters */
    RB_STUDY_PROFILES,     /* of fitted parameters */
    RB_STUDY_COMPARISON,   /* of fitted models */
    RB_STUDY_POSTERIOR,    /* samples of fitted parameters, */
    RB_STUDY_CORNER,       /* drawn in pairs */
    RB_STUDY_SUMMARY,      /* of basins */
    RB_STUDY_SPEC,         /* the definition itself: no result */
    RB_STUDY_FILES
} rb_study_file;

typedef struct rb_study_request {
    char command[1024]; /* as given, without options that change no result */
    const char *files[RB_STUDY_FILES];
    const char *journal; /* asked for; NULL: beside the first file */
    char journal_path[1100];
    const char *profile;    /* of a fit: parameters whose profiles are computed; NULL: none */
    int64_t walkers, steps; /* of a fit: of the posterior; 0: usual */
    int64_t threads;        /* 0: one per core */
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

/* The format of a picture file. */
#define RB_STUDY_PICTURE(file) ((file) == RB_STUDY_PNG ? RB_PICTURE_PNG : RB_PICTURE_SVG)

/* The writer of a file; false when out of memory. */
typedef bool rb_study_writer(FILE *out, const void *context, rb_study_file file);
/* What a kind of study has: warnings about its results, and the files that it can write. */
typedef struct rb_study_kind {
    void (*report)(const rb_study_spec *spec, const rb_study_result *result); /* on stderr; may be NULL */
    rb_study_writer *write[RB_STUDY_FILES];                                   /* NULL: no such file */
} rb_study_kind;
/* The context of their writers, except those of a fit, is an rb_study_output. */
extern const rb_study_kind rb_study_sweep, rb_study_diagram, rb_study_ensemble, rb_study_fit, rb_study_basins;

/* A study and its results. */
typedef struct rb_study_output {
    const rb_study_spec *spec;
    const rb_study_request *request;
    const rb_study_result *result;
} rb_study_output;

/* Rejects requested files that a study of this kind does not have. */
rb_status rb_study_check_files(const rb_study_spec *spec, const rb_study_request *q, rb_error *err);

/* Runs the study that a spec defines and writes its files; with no file but --spec, only the definition is
   written. If no file is requested, CSV goes to standard output. Returns the exit code. */
int rb_study_run_spec(const rb_command_line *line, const rb_study_spec *spec, rb_study_request *q);
/* The same for a fit, with everything prepared. */
int rb_run_fit(const rb_study_spec *spec, rb_study_request *q);
/* Adds friction laws, separated by commas, to the models of a fit. */
rb_status rb_fit_spec_add_laws(rb_fit_spec *fit, const char *laws, rb_error *err);

/* Runs a study, with progress on stderr and Ctrl-C. Returns RB_EXIT_OK if the results are to be written now
   (also those of a study that was interrupted and has no journal). */
int rb_study_go(const rb_study *study, rb_study_request *q, rb_study_result *result);
/* Writes the requested files. */
bool rb_study_write(const rb_study_request *q, const rb_study_kind *kind, const void *context, rb_error *err);
/* Ends a study whose files were written, or not (err says why); removes the journal if it is complete.
   Returns the exit code. */
int rb_study_finish(const rb_study_request *q, const rb_study *study, rb_study_result *result, bool written,
                    const rb_error *err);

/* What runs the jobs instead of threads; rbsim-mpi sets it before it runs a command. */
typedef struct rb_study_team {
    rb_status (*execute)(rb_study_control *control, int threads, rb_error *err);
    bool worker; /* this process writes nothing */
} rb_study_team;
void rb_study_set_team(rb_study_team team);

#endif
