/* rbsim bifurcation: Poincaré maps over a parameter. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/bifurcation.h>

#include "analysis/study_table.h"
#include "cli/study.h"
#include "plot/study_picture.h"

enum { STARTS_MAX = RB_SWEEP_AXES - 1 };

typedef struct bifurcation_request {
    rb_study_request study;
    rb_study_spec diagram;
    const char *param, *section;
    rb_text_list starts; /* lists of start values */
    int64_t transient, points;
} bifurcation_request;

/* ---------------------------------------------------------------- files */

static bool write_csv(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_bifurcation_table_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

static bool write_periods(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_bifurcation_periods_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

static bool write_picture(FILE *out, const void *context, rb_study_file file) {
    const rb_study_output *t = context;
    return rb_bifurcation_picture(out, RB_STUDY_PICTURE(file), t->spec,
                                  (rb_study_rows){t->result->rows, t->result->done});
}

/* ---------------------------------------------------------------- the command */

/* "NAME=VALUE,VALUE": start values; without "=", a named start of the scene. */
static rb_status read_start(const rb_option *option, const char *text, void *field, rb_error *err) {
    bifurcation_request *q = field;
    if (strchr(text, '=') == NULL) {
        return rb_scene_use_start(&q->diagram.sweep.scene, text, err);
    }
    rb_option limited = *option;
    limited.max = STARTS_MAX;
    return rb_option_texts(&limited, text, &q->starts, err);
}

static rb_status read_follow(const rb_option *option, const char *text, void *field, rb_error *err) {
    bifurcation_request *q = field;
    text = text[0] == '\0' ? rb_follow_name(RB_FOLLOW_BOTH) : text;
    for (int i = 0; i < RB_FOLLOW_COUNT; i++) {
        if (strcmp(text, rb_follow_name((rb_follow)i)) == 0) {
            q->diagram.follow = (rb_follow)i;
            return RB_OK;
        }
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: expected %s, got \"%.60s\"", option->name, option->value, text);
}

static const rb_option bifurcation_options[] = {
    RB_OPTION("--param", "NAME=[log:]FROM:TO:COUNT", "the parameter to vary", rb_option_text,
              offsetof(bifurcation_request, param)),
    RB_OPTION("--start", "NAME=VALUE,...|NUMBER|NAME",
              "compute every column from each of these start values; or begin with one of the scene's "
              "named starts",
              read_start, 0, .flags = RB_OPTION_REPEATS),
    RB_OPTION("--follow", "[up|down|both]",
              "start a column where its neighbour ended, in the direction given (both)", read_follow, 0,
              .flags = RB_OPTION_OPTIONAL_VALUE),
    RB_OPTION("--section", "EVENT|drive|SIGNAL=VALUE[+|-]",
              "the section: an event, the period of the drive, or a signal that passes a value, upwards (+), "
              "downwards (-) or "
              "both ways (a disk: where it begins to stick)",
              rb_option_text, offsetof(bifurcation_request, section)),
    RB_OPTION("--transient", "N", "points to skip first (150)", rb_option_whole,
              offsetof(bifurcation_request, transient), .min = 0, .max = 100000),
    RB_OPTION("--points", "N", "points to keep of each column (100)", rb_option_whole,
              offsetof(bifurcation_request, points), .min = 1, .max = 100000),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--csv", "FILE|-",
                         "write the points (standard output if no file is named)", RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--periods", "FILE", "write the period of each column",
                         RB_STUDY_PERIODS),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--svg", "FILE", "draw the diagram", RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

/* The parameter, the starts, the section. */
static rb_status read_names(bifurcation_request *q, rb_error *err) {
    rb_study_spec *d = &q->diagram;
    rb_sweep *sweep = &d->sweep;
    rb_status status = rb_axis_parse(&sweep->axes[0], &sweep->scene, "--param", q->param, false, err);
    sweep->axis_count = 1;
    for (int i = 0; status == RB_OK && i < q->starts.count; i++) {
        rb_axis *axis = &sweep->axes[sweep->axis_count++];
        status = rb_axis_parse(axis, &sweep->scene, "--start", q->starts.items[i], false, err);
    }
    status = status == RB_OK ? rb_study_spec_check(d, err) : status;
    return status == RB_OK ? rb_section_read(sweep->scene.body, q->section, &d->section, err) : status;
}

static rb_status check_request(void *request, rb_error *err) {
    bifurcation_request *q = request;
    rb_study_spec *d = &q->diagram;
    if (q->param == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "bifurcation: expected --param NAME=FROM:TO:COUNT");
    }
    d->transient = (int)q->transient;
    d->points = (int)q->points;
    rb_status status = read_names(q, err);
    if (status == RB_OK) {
        rb_scene middle = rb_sweep_scene(&d->sweep, rb_sweep_count(&d->sweep) / 2);
        status = rb_scene_check(&middle, middle.id, err);
    }
    return status;
}

static void report_empty(const rb_study_spec *d, const rb_study_result *result) {
    int empty = result->done != NULL ? rb_bifurcation_empty(d, result->rows, result->done) : 0;
    if (empty > 0) {
        fprintf(stderr,
                "rbsim: %d of %d columns are empty: no point of the section after the transient "
                "(other starts: --start NAME=VALUE,... or --follow both)\n",
                empty, rb_bifurcation_columns(d) * rb_bifurcation_branches(d));
    }
}

const rb_study_kind rb_study_diagram = {
    .report = report_empty,
    .write = {[RB_STUDY_CSV] = write_csv,
              [RB_STUDY_PERIODS] = write_periods,
              [RB_STUDY_SVG] = write_picture,
              [RB_STUDY_PNG] = write_picture},
};

static int draw_diagram(const rb_command_line *line, void *request) {
    bifurcation_request *q = request;
    return rb_study_run_spec(line, &q->diagram, &q->study);
}

const rb_cli_command rb_cli_bifurcation = {
    .name = "bifurcation",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Draw Poincaré maps over a parameter: points, and the period of each column",
    .details = "Columns start at the scene's start, at each of several start values, or where the "
               "neighbouring column ended.",
    .options = bifurcation_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(bifurcation_request, study)),
               RB_SCENE_OPTIONS(offsetof(bifurcation_request, diagram.sweep.scene))},
    RB_SCENE_REQUEST(bifurcation_request, diagram.sweep.scene),
    .defaults = &(
        const bifurcation_request){.diagram = {.kind = RB_SPEC_BIFURCATION}, .transient = 150, .points = 100},
    .check = check_request,
    .run = draw_diagram,
};
