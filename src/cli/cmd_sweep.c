/* rbsim sweep, map and stability: a scene over a grid of parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_table.h"
#include "cli/study.h"
#include "plot/study_picture.h"

typedef struct sweep_request {
    rb_study_request study;
    rb_study_spec spec;
    const char *axes[RB_SWEEP_AXES]; /* as given */
    const char *options[RB_SWEEP_AXES];
    int axis_count;
    rb_text_list values;
    int64_t random, sobol, seed;
    bool map, stability;
} sweep_request;

/* ---------------------------------------------------------------- options */

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
        .name = "--value", .value = "OUTCOME|EXPRESSION,...",                                                \
        .help = "what to record: outcomes (\"rbsim outcomes\"), or max(abs(omega3))/E_initial",              \
        .read = rb_option_texts, .offset = offsetof(sweep_request, values), .max = RB_SWEEP_VALUES,          \
        .flags = RB_OPTION_REPEATS                                                                           \
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
    RB_OPTION("--param", "NAME=[log:]FROM:TO:COUNT|NAME=VALUE,...|law=LAW,...",
              "vary a parameter over COUNT values or over a list, or the friction law "
              "(NAME=FROM:TO with --random or --sobol)",
              read_axis, 0, .flags = RB_OPTION_REPEATS),
    VALUE_OPTION,
    RB_OPTION("--random", "N", "N random points instead of a grid", rb_option_whole,
              offsetof(sweep_request, random), .min = 1, .max = RB_SEED_MAX),
    RB_OPTION("--sobol", "N", "N evenly spread points (a Sobol sequence) instead of a grid", rb_option_whole,
              offsetof(sweep_request, sobol), .min = 1, .max = RB_SEED_MAX),
    RB_OPTION("--seed", "S", "seed of the random or Sobol points (0)", rb_option_whole,
              offsetof(sweep_request, seed), .min = 0, .max = RB_SEED_MAX),
    FILE_OPTIONS,
    {0},
};

#define MAP_OPTIONS                                                                                          \
    RB_OPTION("--x", "NAME=[log:]FROM:TO:COUNT", "parameter to the right", read_axis, 0),                    \
        RB_OPTION("--y", "NAME=[log:]FROM:TO:COUNT", "parameter upwards", read_axis, 0)

static const rb_option map_options[] = {
    MAP_OPTIONS,
    VALUE_OPTION,
    FILE_OPTIONS,
    {0},
};

static const rb_option stability_options[] = {
    MAP_OPTIONS,
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
                       "%s: expected --x NAME=FROM:TO:COUNT and --y "
                       "NAME=FROM:TO:COUNT, once each",
                       q->stability ? "stability" : "map");
    }
    if (q->axis_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "sweep: expected --param NAME=FROM:TO:COUNT");
    }
    if (q->values.count == 0 && !q->stability) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected --value NAME (\"rbsim outcomes\" lists them)",
                       q->map ? "map" : "sweep");
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
    if (status == RB_OK && q->stability) {
        status = rb_sweep_add_values(&q->spec.sweep, "stability", "wobble_growth,wobble_theory", err);
    }
    return status == RB_OK ? rb_study_spec_check(&q->spec, err) : status;
}

static rb_status check_request(void *request, rb_error *err) {
    sweep_request *q = request;
    const rb_body_kind *body = q->spec.sweep.scene.body;
    if (q->stability && strcmp(body->id, "celt") != 0 && strcmp(body->id, "tippe-top") != 0) {
        return rb_fail(err, RB_ERR_INPUT, "stability: expected a scene with a celt or a tippe-top, got %s",
                       body->id);
    }
    if (check_random(q, err) != RB_OK || check_axes(q, err) != RB_OK || read_names(q, err) != RB_OK ||
        rb_study_check_files(&q->spec, &q->study, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_scene middle = rb_sweep_scene(&q->spec.sweep, rb_sweep_count(&q->spec.sweep) / 2);
    return rb_scene_check(&middle, q->spec.sweep.scene.id, err);
}

/* Warns about runs that failed. */
static void report_failed_runs(const rb_study_spec *spec, const rb_study_result *result) {
    const rb_sweep *sweep = &spec->sweep;
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

/* ---------------------------------------------------------------- files */

static bool write_csv(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_sweep_table_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

/* ---------------------------------------------------------------- netCDF */

static double netcdf_value(const void *context, int variable, long long index) {
    const rb_study_output *t = context;
    const rb_sweep *sweep = &t->spec->sweep;
    if (variable >= sweep->axis_count) {
        return t->result->rows[index * rb_sweep_width(sweep) + variable - sweep->axis_count];
    }
    if (sweep->random_count > 0) {
        double point[RB_SWEEP_AXES];
        rb_sweep_point(sweep, index, point);
        return point[variable];
    }
    return rb_axis_value(&sweep->axes[variable], (int)index);
}

static bool write_netcdf(FILE *out, const void *context, rb_study_file file_kind) {
    (void)file_kind;
    const rb_study_output *t = context;
    const rb_sweep *sweep = &t->spec->sweep;
    bool random = sweep->random_count > 0;
    rb_netcdf_dimension dimensions[RB_SWEEP_AXES];
    rb_netcdf_variable variables[RB_SWEEP_AXES + RB_SWEEP_VALUES];
    char names[RB_SWEEP_VALUES][80], source[128];
    int axes = sweep->axis_count;
    dimensions[0] = (rb_netcdf_dimension){"run", (int)sweep->random_count};
    for (int k = 0; k < axes; k++) {
        const rb_axis *axis = &sweep->axes[k];
        if (!random) {
            dimensions[k] = (rb_netcdf_dimension){axis->name, axis->count};
        }
        variables[k] = (rb_netcdf_variable){axis->name, axis->row->unit, axis->row->help, random ? 0 : k,
                                            1,          netcdf_value};
    }
    for (int k = 0; k < sweep->value_count; k++) {
        const rb_outcome *value = sweep->values[k];
        const char *more = ""; /* an axis may have the name of an outcome */
        for (int i = 0; i < axes; i++) {
            more = strcmp(sweep->axes[i].name, value->name) == 0 ? "_outcome" : more;
        }
        snprintf(names[k], sizeof names[k], "%.60s%s", value->name, more);
        variables[axes + k] =
            (rb_netcdf_variable){names[k], value->unit, value->help, 0, random ? 1 : axes, netcdf_value};
    }
    snprintf(source, sizeof source, "rattleback %s, scene %s", rb_version(), sweep->scene.id);
    rb_netcdf file = {dimensions,        random ? 1 : axes,   variables, axes + sweep->value_count,
                      sweep->scene.name, t->request->command, source,    t};
    return rb_netcdf_write(out, &file);
}

/* ---------------------------------------------------------------- pictures */

static bool write_picture(FILE *out, const void *context, rb_study_file file) {
    const rb_study_output *t = context;
    return rb_sweep_picture(out, RB_STUDY_PICTURE(file), t->spec,
                            (rb_study_rows){t->result->rows, t->result->done}, 0);
}

const rb_study_kind rb_study_sweep = {
    .report = report_failed_runs,
    .write = {[RB_STUDY_CSV] = write_csv,
              [RB_STUDY_NETCDF] = write_netcdf,
              [RB_STUDY_SVG] = write_picture,
              [RB_STUDY_PNG] = write_picture},
};

/* ---------------------------------------------------------------- the commands */

static int sweep_scene(const rb_command_line *line, void *request) {
    sweep_request *q = request;
    return rb_study_run_spec(line, &q->spec, &q->study);
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
    RB_SCENE_REQUEST(sweep_request, spec.sweep.scene),
    .check = check_request,
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
    RB_SCENE_REQUEST(sweep_request, spec.sweep.scene),
    .defaults = &(const sweep_request){.map = true},
    .check = check_request,
    .run = sweep_scene,
};

const rb_cli_command rb_cli_stability = {
    .name = "stability",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Draw where steady spin is stable, simulated and by theory",
    .details = "Each run starts with the scene's spin, tilted by 1e-4 rad, and is followed to the end time "
               "(--until) or a tilt of 0.05 rad. The map shows the growth rate of the tilt, the curve where "
               "linear theory has none. A tippe-top whose start.theta is above a right angle stands upside "
               "down.",
    .options = stability_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(sweep_request, study)),
               RB_SCENE_OPTIONS(offsetof(sweep_request, spec.sweep.scene))},
    RB_SCENE_REQUEST(sweep_request, spec.sweep.scene),
    .defaults = &(const sweep_request){.map = true, .stability = true},
    .check = check_request,
    .run = sweep_scene,
};
