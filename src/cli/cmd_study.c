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
    RB_STUDY_FILE_OPTION(study_command, "--correlations", "FILE|-",
                         "of a fit: write the correlations of the parameters", RB_STUDY_CORRELATIONS),
    {0},
};

/* Rejects files that this kind of study does not have. */
static rb_status check_files(const study_command *q, rb_error *err) {
    const char *const *files = q->study.files;
    const rb_sweep *sweep = &q->spec.sweep;
    bool is_sweep = q->spec.kind == RB_SPEC_SWEEP;
    if (files[RB_STUDY_NETCDF] != NULL && !is_sweep) {
        return rb_fail(err, RB_ERR_INPUT, "--netcdf: expected a sweep, got a study of kind %s",
                       rb_spec_kind_name(q->spec.kind));
    }
    if (files[RB_STUDY_PERIODS] != NULL && q->spec.kind != RB_SPEC_BIFURCATION) {
        return rb_fail(err, RB_ERR_INPUT, "--periods: expected a bifurcation diagram, got a study of kind %s",
                       rb_spec_kind_name(q->spec.kind));
    }
    if ((files[RB_STUDY_SCENE] != NULL || files[RB_STUDY_CORRELATIONS] != NULL) &&
        q->spec.kind != RB_SPEC_FIT) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a fit, got a study of kind %s",
                       files[RB_STUDY_SCENE] != NULL ? "--fitted" : "--correlations",
                       rb_spec_kind_name(q->spec.kind));
    }
    bool picture = files[RB_STUDY_SVG] != NULL || files[RB_STUDY_PNG] != NULL;
    if (picture && is_sweep && (sweep->axis_count != 2 || sweep->random_count > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: a picture needs a grid of two parameters",
                       files[RB_STUDY_SVG] != NULL ? "--svg" : "--png");
    }
    return RB_OK;
}

static int run_file(const rb_command_line *line) {
    rb_error err;
    study_command *q = calloc(1, sizeof *q);
    if (q == NULL) {
        return rb_complain_memory("study");
    }
    rb_study_note_command(&q->study, line);
    int code = rb_command_line_read(line, q, NULL);
    if (code == RB_EXIT_OK &&
        rb_study_spec_read_file(rb_command_line_operand(line, 0), &q->spec, &err) != RB_OK) {
        code = rb_complain(&err, RB_EXIT_FAILED);
    }
    if (code == RB_EXIT_OK && check_files(q, &err) != RB_OK) {
        code = rb_complain(&err, RB_EXIT_USAGE);
    }
    code = code == RB_EXIT_OK ? rb_study_run_spec(&q->spec, &q->study) : code;
    free(q);
    return code;
}

const rb_cli_command rb_cli_study = {
    .name = "study",
    .operands = "FILE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Run a study from its definition: a file of --spec, or the table of a study",
    .options = study_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(study_command, study))},
    .run = run_file,
};
