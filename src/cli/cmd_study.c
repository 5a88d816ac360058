/* rbsim study: runs a study from its definition, a file that --spec or the viewer has written. */
#include <stdlib.h>

#include "cli/study.h"

typedef struct study_command {
    rb_study_request study;
    rb_study_spec spec;
} study_command;

static const rb_option study_options[] = {
    RB_STUDY_FILE_OPTION(study_command, "--csv", "FILE|-",
                         "write the table (standard output if no file is named)", RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(study_command, "--periods", "FILE|-",
                         "of a bifurcation diagram: write the period of each column", RB_STUDY_PERIODS),
    RB_STUDY_FILE_OPTION(study_command, "--netcdf", "FILE",
                         "of a sweep: write the grid for xarray and others", RB_STUDY_NETCDF),
    RB_STUDY_FILE_OPTION(study_command, "--svg", "FILE", "draw it", RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(study_command, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    RB_STUDY_FILE_OPTION(study_command, "--fitted", "FILE", "of a fit: write the best model as a scene",
                         RB_STUDY_SCENE),
    RB_STUDY_FILE_OPTION(study_command, "--report", "FILE|-", "of a fit: write its results in words",
                         RB_STUDY_REPORT),
    RB_STUDY_FILE_OPTION(study_command, "--correlations", "FILE|-",
                         "of a fit: write the correlations of the parameters", RB_STUDY_CORRELATIONS),
    RB_OPTION("--profile", "NAME,...", "of a fit: parameters whose 95 % limits are found by profiles",
              rb_option_text, offsetof(study_command, study.profile)),
    RB_STUDY_FILE_OPTION(study_command, "--profiles", "FILE|-", "of a fit: write the points of the profiles",
                         RB_STUDY_PROFILES),
    RB_STUDY_FILE_OPTION(study_command, "--comparison", "FILE|-",
                         "of a fit: write which model the data support", RB_STUDY_COMPARISON),
    RB_STUDY_FILE_OPTION(study_command, "--posterior", "FILE|-", "of a fit: write samples of the posterior",
                         RB_STUDY_POSTERIOR),
    RB_STUDY_FILE_OPTION(study_command, "--corner", "FILE", "of a fit: draw these samples in pairs",
                         RB_STUDY_CORNER),
    RB_STUDY_FILE_OPTION(study_command, "--summary", "FILE|-",
                         "of basins: write the attractors and the share of each as JSON", RB_STUDY_SUMMARY),
    {0},
};

static rb_status open_file(const rb_command_line *line, void *request, rb_error *err) {
    study_command *q = request;
    return rb_study_spec_read_file(rb_command_line_operand(line, 0), &q->spec, err);
}

static rb_status check_files(void *request, rb_error *err) {
    const study_command *q = request;
    return rb_study_check_files(&q->spec, &q->study, err);
}

static int run_file(const rb_command_line *line, void *request) {
    study_command *q = request;
    return rb_study_run_spec(line, &q->spec, &q->study);
}

const rb_cli_command rb_cli_study = {
    .name = "study",
    .operands = "FILE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Run a study from its definition: a file of --spec, or the table of a study",
    .options = study_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(study_command, study))},
    RB_REQUEST(study_command),
    .init = open_file,
    .check = check_files,
    .run = run_file,
};
