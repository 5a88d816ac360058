/* rbsim basins: the attractor that each start of a grid reaches. */
#include "analysis/basins.h"
#include "cli/study.h"
#include "plot/study_picture.h"

typedef struct basins_request {
    rb_study_request study;
    rb_study_spec spec;
    const char *axes[2], *section;
    int64_t transient, points;
} basins_request;

static bool write_csv(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_basins_table_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

static bool write_summary(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_basins_summary_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

static bool write_picture(FILE *out, const void *context, rb_study_file file) {
    const rb_study_output *t = context;
    return rb_basins_picture(out, RB_STUDY_PICTURE(file), t->spec,
                             (rb_study_rows){t->result->rows, t->result->done});
}

static void report_unresolved(const rb_study_spec *spec, const rb_study_result *result) {
    rb_basins b;
    if (result->done == NULL || !rb_basins_find(spec, (rb_study_rows){result->rows, result->done}, &b)) {
        return;
    }
    if (b.unresolved > 0) {
        fprintf(stderr,
                "rbsim: %lld of %lld starts are unresolved: chaos, a run that ended, or a transient that is "
                "too short (--transient, --points, --until)\n",
                (long long)b.unresolved, (long long)b.computed);
    }
    rb_basins_free(&b);
}

const rb_study_kind rb_study_basins = {
    .report = report_unresolved,
    .write = {[RB_STUDY_CSV] = write_csv,
              [RB_STUDY_SUMMARY] = write_summary,
              [RB_STUDY_SVG] = write_picture,
              [RB_STUDY_PNG] = write_picture},
};

static const rb_option basins_options[] = {
    RB_OPTION("--x", "NAME=[log:]FROM:TO:COUNT", "start value to the right", rb_option_text,
              offsetof(basins_request, axes[0])),
    RB_OPTION("--y", "NAME=[log:]FROM:TO:COUNT", "start value upwards", rb_option_text,
              offsetof(basins_request, axes[1])),
    RB_OPTION("--section", "EVENT|drive|SIGNAL=VALUE[+|-]",
              "the section: an event, the period of the drive, or a signal that passes a value, upwards (+), "
              "downwards (-) or "
              "both ways (a disk: where it begins to stick)",
              rb_option_text, offsetof(basins_request, section)),
    RB_OPTION("--transient", "N", "points to skip first (100)", rb_option_whole,
              offsetof(basins_request, transient), .min = 0, .max = 100000),
    RB_OPTION("--points", "N", "points by which an orbit is recognised, at least two periods (64)",
              rb_option_whole, offsetof(basins_request, points), .min = 2, .max = 10000),
    RB_STUDY_FILE_OPTION(basins_request, "--csv", "FILE|-",
                         "write the attractor of each start (standard output if no file is named)",
                         RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(basins_request, "--summary", "FILE|-",
                         "write the attractors and the share of each as JSON", RB_STUDY_SUMMARY),
    RB_STUDY_FILE_OPTION(basins_request, "--svg", "FILE", "draw the basins", RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(basins_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

static rb_status check_request(void *request, rb_error *err) {
    static const char *const options[2] = {"--x", "--y"};
    basins_request *q = request;
    rb_sweep *sweep = &q->spec.sweep;
    rb_status status = RB_OK;
    if (q->axes[0] == NULL || q->axes[1] == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "basins: expected --x NAME=FROM:TO:COUNT and --y NAME=FROM:TO:COUNT");
    }
    q->spec.transient = (int)q->transient;
    q->spec.points = (int)q->points;
    for (int k = 0; status == RB_OK && k < 2; k++) {
        status = rb_axis_parse(&sweep->axes[k], &sweep->scene, options[k], q->axes[k], false, err);
    }
    sweep->axis_count = 2;
    status = status == RB_OK ? rb_study_spec_check(&q->spec, err) : status;
    status = status == RB_OK ? rb_section_read(sweep->scene.body, q->section, &q->spec.section, err) : status;
    if (status == RB_OK) {
        rb_scene middle = rb_sweep_scene(sweep, rb_sweep_count(sweep) / 2);
        status = rb_scene_check(&middle, middle.id, err);
    }
    return status;
}

static int find_basins(const rb_command_line *line, void *request) {
    basins_request *q = request;
    return rb_study_run_spec(line, &q->spec, &q->study);
}

const rb_cli_command rb_cli_basins = {
    .name = "basins",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find which attractor each start reaches, over two start values",
    .details = "Attractors are recognised by recurrence: periodic orbits by their points in the section, "
               "equilibria by signals that no longer change. Other starts are unresolved (grey).",
    .options = basins_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(basins_request, study)),
               RB_SCENE_OPTIONS(offsetof(basins_request, spec.sweep.scene))},
    RB_SCENE_REQUEST(basins_request, spec.sweep.scene),
    .defaults = &(const basins_request){.spec = {.kind = RB_SPEC_BASINS}, .transient = 100, .points = 64},
    .check = check_request,
    .run = find_basins,
};
