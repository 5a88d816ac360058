/* rbsim sweep and map: a scene over a grid of parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep_files.h"

typedef struct sweep_request {
    rb_study_request study;
    rb_sweep sweep;
    const char *axes[RB_SWEEP_AXES]; /* as they were given, with the option's name before them */
    const char *options[RB_SWEEP_AXES];
    int axis_count;
    const char *values[RB_SWEEP_VALUES];
    int value_count;
    double random, sobol, seed;
    bool map;
} sweep_request;

static rb_status note_axis(sweep_request *q, const char *option, const char *text, rb_error *err) {
    if (q->axis_count == RB_SWEEP_AXES) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d parameters", option,
                       RB_SWEEP_AXES);
    }
    q->options[q->axis_count] = option;
    q->axes[q->axis_count++] = text;
    return RB_OK;
}

static int take_own_option(rb_args *args, sweep_request *q, rb_error *err) {
    static const char *const axis_options[] = {"--param", "--x", "--y"};
    const char *text = NULL;
    for (int i = q->map ? 1 : 0; i < (q->map ? 3 : 1); i++) {
        int found = rb_args_option(args, axis_options[i], &text, err);
        if (found != 0) {
            return found < 0 || note_axis(q, axis_options[i], text, err) != RB_OK ? -1 : 1;
        }
    }
    int found = rb_args_option(args, "--value", &text, err);
    if (found > 0 && q->value_count == RB_SWEEP_VALUES) {
        rb_fail(err, RB_ERR_INPUT, "--value: expected at most %d outcomes", RB_SWEEP_VALUES);
        return -1;
    }
    if (found > 0) {
        q->values[q->value_count++] = text;
    }
    if (found == 0 && !q->map) {
        found = rb_args_number(args, "--random", &q->random, err);
        found = found != 0 ? found : rb_args_number(args, "--sobol", &q->sobol, err);
        found = found != 0 ? found : rb_args_number(args, "--seed", &q->seed, err);
    }
    return found;
}

static rb_status check_random(sweep_request *q, rb_error *err) {
    if (q->random != 0 && q->sobol != 0) {
        return rb_fail(err, RB_ERR_INPUT, "sweep: expected --random or --sobol, got both");
    }
    q->sweep.sobol = q->sobol != 0;
    double count = q->sweep.sobol ? q->sobol : q->random;
    if (count != 0 && !(count >= 1 && count == floor(count))) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected how many runs, got %g",
                       q->sweep.sobol ? "--sobol" : "--random", count);
    }
    if (!(q->seed >= 0 && q->seed <= 9007199254740992.0 && q->seed == floor(q->seed))) {
        return rb_fail(err, RB_ERR_INPUT, "--seed: expected a whole number of 0 to 2^53, got %g",
                       q->seed);
    }
    q->sweep.random_count = (int64_t)fmin(count, 9e18);
    q->sweep.seed = (uint64_t)q->seed;
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
    if (q->value_count == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected --value NAME (\"rbsim outcomes\" lists them)",
                       q->map ? "map" : "sweep");
    }
    const char *const *files = q->study.files;
    bool picture = files[RB_STUDY_SVG] != NULL || files[RB_STUDY_PNG] != NULL;
    if (picture && (q->axis_count != 2 || q->sweep.random_count > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: a picture needs a grid of two parameters",
                       files[RB_STUDY_SVG] != NULL ? "--svg" : "--png");
    }
    return RB_OK;
}

/* Names and ranges are read when the scene is what it will be. */
static rb_status read_names(sweep_request *q, rb_error *err) {
    rb_status status = RB_OK;
    bool swapped = q->map && strcmp(q->options[0], "--y") == 0;
    for (int i = 0; status == RB_OK && i < q->axis_count; i++) {
        int from = swapped ? 1 - i : i;
        status = rb_axis_parse(&q->sweep.axes[i], &q->sweep.scene, q->options[from], q->axes[from],
                               q->sweep.random_count > 0, err);
    }
    q->sweep.axis_count = q->axis_count;
    status = status == RB_OK ? rb_sweep_check_axes(&q->sweep, err) : status;
    for (int i = 0; status == RB_OK && i < q->value_count; i++) {
        status = rb_sweep_add_values(&q->sweep, "--value", q->values[i], err);
    }
    int64_t count = status == RB_OK ? rb_sweep_count(&q->sweep) : 0;
    if (status == RB_OK && count > RB_STUDY_JOBS_MAX) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d runs, got %.4g",
                         q->map ? "map" : "sweep", RB_STUDY_JOBS_MAX, (double)count);
    }
    return status;
}

static rb_status read_request(rb_args *args, sweep_request *q, rb_error *err) {
    unsigned files =
        1U << RB_STUDY_CSV | 1U << RB_STUDY_SVG | 1U << RB_STUDY_PNG | 1U << RB_STUDY_NETCDF;
    while (args->next < args->count) {
        int found = rb_study_take_option(args, &q->study, files, &q->sweep.scene, err);
        found = found != 0 ? found : take_own_option(args, q, err);
        if (found <= 0) {
            return found < 0 ? RB_ERR_INPUT : rb_args_unknown(args, err);
        }
    }
    if (check_random(q, err) != RB_OK || check_axes(q, err) != RB_OK ||
        read_names(q, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_scene middle = rb_sweep_scene(&q->sweep, rb_sweep_count(&q->sweep) / 2);
    return rb_scene_check(&middle, q->sweep.scene.id, err);
}

/* What a reader of the table should know of runs that went wrong. */
static void tell_ends(const rb_sweep *sweep, const rb_study_result *result) {
    int64_t unsound = 0, diverged = 0;
    int width = rb_sweep_width(sweep);
    for (int64_t job = 0; result->done != NULL && job < rb_sweep_count(sweep); job++) {
        double end = result->rows[job * width + width - 1];
        unsound += result->done[job] && end == RB_SWEEP_UNSOUND;
        diverged += result->done[job] && end == RB_END_DIVERGED;
    }
    if (unsound > 0) {
        fprintf(stderr, "rbsim: %lld of the runs have numbers that make no scene: left empty\n",
                (long long)unsound);
    }
    if (diverged > 0) {
        fprintf(stderr, "rbsim: %lld of the runs diverged\n", (long long)diverged);
    }
}

static int run_sweep(sweep_request *q) {
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    rb_error err;
    if (rb_sweep_study(&q->sweep, q->study.command, &study, &definition, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = rb_study_go(&study, &q->study, &result);
    if (code == RB_EXIT_OK) {
        rb_sweep_table table = {&q->sweep, &q->study, &result};
        tell_ends(&q->sweep, &result);
        bool written =
            rb_study_write(&q->study, RB_STUDY_CSV, rb_sweep_write_csv, &table, &err) &&
            rb_study_write(&q->study, RB_STUDY_NETCDF, rb_sweep_write_netcdf, &table, &err) &&
            rb_study_write(&q->study, RB_STUDY_SVG, rb_sweep_write_svg, &table, &err) &&
            rb_study_write(&q->study, RB_STUDY_PNG, rb_sweep_write_png, &table, &err);
        code = rb_study_finish(&q->study, &study, &result, written, &err);
    }
    free(definition);
    return code;
}

static int sweep_command(rb_args *args, bool map) {
    const char *name = map ? "map" : "sweep";
    sweep_request *q = calloc(1, sizeof *q);
    rb_error err;
    if (q == NULL) {
        rb_fail(&err, RB_ERR_MEMORY, "%s: out of memory", name);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q->map = map;
    rb_study_note_command(&q->study, args, name);
    int code = rb_take_scene(args, name, &q->sweep.scene);
    rb_status status = code == RB_EXIT_OK ? read_request(args, q, &err) : RB_OK;
    code = status != RB_OK ? rb_study_refuse(status, &err) : code;
    code = code == RB_EXIT_OK ? rb_study_prepare(&q->study) : code;
    if (code == RB_EXIT_OK) {
        code = run_sweep(q);
    }
    free(q);
    return code;
}

int rb_command_sweep(rb_args *args) {
    return sweep_command(args, false);
}

int rb_command_map(rb_args *args) {
    return sweep_command(args, true);
}
