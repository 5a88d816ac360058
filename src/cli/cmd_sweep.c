/* rbsim sweep and map: a scene over a grid of parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/study.h"

typedef struct sweep_request {
    rb_study_request study;
    rb_study_spec spec;
    const char *axes[RB_SWEEP_AXES]; /* as given */
    const char *options[RB_SWEEP_AXES];
    int axis_count;
    rb_text_list values;
    int64_t random, sobol, seed;
    bool map;
} sweep_request;

static rb_status read_axis(const rb_option *option, const char *text, void *field, rb_error *err) {
    sweep_request *q = field;
    if (q->axis_count == RB_SWEEP_AXES) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d parameters", option->name, RB_SWEEP_AXES);
    }
    q->options[q->axis_count] = option->name;
    q->axes[q->axis_count++] = text;
    return RB_OK;
}

#define VALUE_OPTION                                                                                         \
    {                                                                                                        \
        .name = "--value", .value = "OUTCOME,...",                                                           \
        .help = "outcomes to record (\"rbsim outcomes\" lists them)", .read = rb_option_texts,               \
        .offset = offsetof(sweep_request, values), .max = RB_SWEEP_VALUES, .flags = RB_OPTION_REPEATS        \
    }

#define FILE_OPTIONS                                                                                         \
    RB_STUDY_FILE_OPTION(sweep_request, "--csv", "FILE|-",                                                   \
                         "write a row per run (standard output if no file is named)", RB_STUDY_CSV),         \
        RB_STUDY_FILE_OPTION(sweep_request, "--svg", "FILE",                                                 \
                             "draw the first outcome over a grid of two parameters", RB_STUDY_SVG),          \
        RB_STUDY_FILE_OPTION(sweep_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),            \
        RB_STUDY_FILE_OPTION(sweep_request, "--netcdf", "FILE", "write the table as netCDF",                 \
                             RB_STUDY_NETCDF)

static const rb_option sweep_options[] = {
    {.name = "--param",
     .value = "NAME=[log:]FROM:TO:COUNT|NAME=VALUE,...|law=LAW,...",
     .help = "vary a parameter over COUNT values or over a list, or the friction law "
             "(NAME=FROM:TO with --random or --sobol)",
     .read = read_axis,
     .flags = RB_OPTION_REPEATS},
    VALUE_OPTION,
    {.name = "--random",
     .value = "N",
     .help = "N random points instead of a grid",
     .read = rb_option_whole,
     .offset = offsetof(sweep_request, random),
     .min = 1,
     .max = RB_SEED_MAX},
    {.name = "--sobol",
     .value = "N",
     .help = "N evenly spread points (a Sobol sequence) instead of a grid",
     .read = rb_option_whole,
     .offset = offsetof(sweep_request, sobol),
     .min = 1,
     .max = RB_SEED_MAX},
    {.name = "--seed",
     .value = "S",
     .help = "seed of the random or Sobol points (0)",
     .read = rb_option_whole,
     .offset = offsetof(sweep_request, seed),
     .min = 0,
     .max = RB_SEED_MAX},
    FILE_OPTIONS,
    {0},
};

static const rb_option map_options[] = {
    {.name = "--x", .value = "NAME=[log:]FROM:TO:COUNT", .help = "parameter to the right", .read = read_axis},
    {.name = "--y", .value = "NAME=[log:]FROM:TO:COUNT", .help = "parameter upwards", .read = read_axis},
    VALUE_OPTION,
    FILE_OPTIONS,
    {0},
};

static rb_status check_random(sweep_request *q, rb_error *err) {
    if (q->random != 0 && q->sobol != 0) {
        return rb_fail(err, RB_ERR_INPUT, "sweep: expected --random or --sobol, got both");
    }
    q->spec.sweep.sobol = q->sobol != 0;
    q->spec.sweep.random_count = q->spec.sweep.sobol ? q->sobol : q->random;
    q->spec.sweep.seed = (uint64_t)q->seed;
    return RB_OK;
}

static rb_status check_axes(const sweep_request *q, rb_error *err) {
    if (q->map && (q->axis_count != 2 || strcmp(q->options[0], q->options[1]) == 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "map: expected --x NAME=FROM:TO:COUNT and --y "
                       "NAME=FROM:TO:COUNT, once each");
    }
    if (q->axis_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "sweep: expected --param NAME=FROM:TO:COUNT");
    }
    if (q->values.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected --value NAME (\"rbsim outcomes\" lists them)",
                       q->map ? "map" : "sweep");
    }
    const char *const *files = q->study.files;
    bool picture = files[RB_STUDY_SVG] != NULL || files[RB_STUDY_PNG] != NULL;
    if (picture && (q->axis_count != 2 || q->spec.sweep.random_count > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: a picture needs a grid of two parameters",
                       files[RB_STUDY_SVG] != NULL ? "--svg" : "--png");
    }
    return RB_OK;
}

/* Reads names and ranges after all options of the scene. */
static rb_status read_names(sweep_request *q, rb_error *err) {
    rb_status status = RB_OK;
    bool swapped = q->map && strcmp(q->options[0], "--y") == 0;
    for (int i = 0; status == RB_OK && i < q->axis_count; i++) {
        int from = swapped ? 1 - i : i;
        status = rb_axis_parse(&q->spec.sweep.axes[i], &q->spec.sweep.scene, q->options[from], q->axes[from],
                               q->spec.sweep.random_count > 0, err);
    }
    q->spec.sweep.axis_count = q->axis_count;
    for (int i = 0; status == RB_OK && i < q->values.count; i++) {
        status = rb_sweep_add_values(&q->spec.sweep, "--value", q->values.items[i], err);
    }
    status = status == RB_OK ? rb_study_spec_check(&q->spec, err) : status;
    return status;
}

static rb_status check_request(sweep_request *q, rb_error *err) {
    if (check_random(q, err) != RB_OK || check_axes(q, err) != RB_OK || read_names(q, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_scene middle = rb_sweep_scene(&q->spec.sweep, rb_sweep_count(&q->spec.sweep) / 2);
    return rb_scene_check(&middle, q->spec.sweep.scene.id, err);
}

/* Warns about runs that failed. */
static void report_failed_runs(const rb_sweep *sweep, const rb_study_result *result) {
    int64_t unsound = 0, diverged = 0;
    int width = rb_sweep_width(sweep);
    for (int64_t job = 0; result->done != NULL && job < rb_sweep_count(sweep); job++) {
        double end = result->rows[job * width + width - 1];
        unsound += result->done[job] && end == RB_SWEEP_UNSOUND;
        diverged += result->done[job] && end == RB_END_DIVERGED;
    }
    if (unsound > 0) {
        fprintf(stderr,
                "rbsim: %lld of the runs have an invalid parameter combination; their values are "
                "empty\n",
                (long long)unsound);
    }
    if (diverged > 0) {
        fprintf(stderr, "rbsim: %lld of the runs diverged\n", (long long)diverged);
    }
}

int rb_run_sweep(const rb_study_spec *spec, rb_study_request *q) {
    rb_study study;
    rb_study_result result;
    char *definition = NULL, title[240];
    rb_error err;
    rb_study_spec_title(spec, title, sizeof title);
    if (rb_study_spec_study(spec, title, &study, &definition, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = rb_study_go(&study, q, &result);
    if (code == RB_EXIT_OK) {
        rb_sweep_table table = {spec, q, &result};
        report_failed_runs(&spec->sweep, &result);
        bool written = rb_study_write(q, RB_STUDY_CSV, rb_sweep_write_csv, &table, &err) &&
                       rb_study_write(q, RB_STUDY_NETCDF, rb_sweep_write_netcdf, &table, &err) &&
                       rb_study_write(q, RB_STUDY_SVG, rb_sweep_write_svg, &table, &err) &&
                       rb_study_write(q, RB_STUDY_PNG, rb_sweep_write_png, &table, &err);
        code = rb_study_finish(q, &study, &result, written, &err);
    }
    free(definition);
    return code;
}

static int sweep_scene(const rb_command_line *line) {
    sweep_request *q = calloc(1, sizeof *q);
    if (q == NULL) {
        return rb_complain_memory(line->command->name);
    }
    rb_error err;
    q->map = line->command == &rb_cli_map;
    rb_study_note_command(&q->study, line);
    int code = rb_command_line_read(line, q, &q->spec.sweep.scene);
    rb_status status = code == RB_EXIT_OK ? check_request(q, &err) : RB_OK;
    code = status != RB_OK ? rb_study_refuse(status, &err) : code;
    code = code == RB_EXIT_OK ? rb_study_run_spec(&q->spec, &q->study) : code;
    free(q);
    return code;
}

const rb_cli_command rb_cli_sweep = {
    .name = "sweep",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Run a scene over a grid of parameters, or at random points",
    .options = sweep_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(sweep_request, study)),
               RB_SCENE_OPTIONS(offsetof(sweep_request, spec.sweep.scene))},
    .run = sweep_scene,
};

const rb_cli_command rb_cli_map = {
    .name = "map",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Draw an outcome over two parameters",
    .options = map_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(sweep_request, study)),
               RB_SCENE_OPTIONS(offsetof(sweep_request, spec.sweep.scene))},
    .run = sweep_scene,
};
