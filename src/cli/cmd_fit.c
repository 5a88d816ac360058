/* rbsim fit: parameters from measured series. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/sweep.h>

#include "base/system.h"
#include "cli/fit_files.h"
#include "cli/progress.h"

typedef struct fit_request {
    rb_study_request study;
    rb_study_spec spec;
    const char *models, *free, *free_start;
    rb_text_list data; /* a series each */
    int64_t restarts, seed;
} fit_request;

/* ---------------------------------------------------------------- arguments */

static const rb_option fit_options[] = {
    {.name = "--data",
     .value = "FILE[@START]",
     .help = "a measured series; START names the scene's start that it begins with",
     .read = rb_option_texts,
     .offset = offsetof(fit_request, data),
     .max = RB_FIT_SERIES,
     .flags = RB_OPTION_REPEATS},
    {.name = "--free",
     .value = "NAME,...|contact",
     .help = "parameters to find; contact: those that the model's contact laws leave free",
     .read = rb_option_text,
     .offset = offsetof(fit_request, free)},
    {.name = "--free-start",
     .value = "NAME,...",
     .help = "start values to find, for each series",
     .read = rb_option_text,
     .offset = offsetof(fit_request, free_start)},
    {.name = "--models",
     .value = "SCENE,...",
     .help = "further scenes of the same body to fit and compare",
     .read = rb_option_text,
     .offset = offsetof(fit_request, models)},
    {.name = "--restarts",
     .value = "N",
     .help = "further searches from random points (0)",
     .read = rb_option_whole,
     .offset = offsetof(fit_request, restarts),
     .min = 0,
     .max = 10000},
    {.name = "--seed",
     .value = "S",
     .help = "seed of these points (1)",
     .read = rb_option_whole,
     .offset = offsetof(fit_request, seed),
     .min = 0,
     .max = RB_SEED_MAX},
    RB_STUDY_FILE_OPTION(fit_request, "--csv", "FILE|-",
                         "write values, 95 % intervals and F_o (standard output if no file is named)",
                         RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(fit_request, "--correlations", "FILE|-",
                         "write the correlations of the parameters of each model", RB_STUDY_CORRELATIONS),
    RB_STUDY_FILE_OPTION(fit_request, "--fitted", "FILE", "write the best model as a scene", RB_STUDY_SCENE),
    RB_STUDY_FILE_OPTION(fit_request, "--svg", "FILE", "draw the residuals, or F_o of each model",
                         RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(fit_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

static rb_status copy_names(const char *option, const char *names, char *text, size_t size, rb_error *err) {
    int length = snprintf(text, size, "%s", names != NULL ? names : "");
    return length < (int)size ? RB_OK
                              : rb_fail(err, RB_ERR_INPUT, "%s: expected at most %zu bytes, got %d", option,
                                        size - 1, length);
}

static rb_status take_options(fit_request *q, rb_error *err) {
    rb_fit_spec *fit = &q->spec.fit;
    rb_status status = RB_OK;
    q->spec.kind = RB_SPEC_FIT;
    fit->restarts = (int)q->restarts;
    fit->seed = (uint64_t)q->seed;
    fit->data_count = q->data.count;
    if (q->data.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "fit: requires --data FILE or FILE@START");
    }
    if (q->free == NULL && q->free_start == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "fit: requires free parameters: --free NAMES or --free-start NAMES");
    }
    for (int i = 0; status == RB_OK && i < q->data.count; i++) {
        status = rb_fit_data_read(q->data.items[i], &fit->data[i], err);
    }
    status = status == RB_OK ? copy_names("--free", q->free, fit->free, sizeof fit->free, err) : status;
    status = status == RB_OK
                 ? copy_names("--free-start", q->free_start, fit->free_start, sizeof fit->free_start, err)
                 : status;
    return status == RB_OK ? copy_names("--models", q->models, fit->models, sizeof fit->models, err) : status;
}

/* ---------------------------------------------------------------- the command */

static int write_files(rb_study_request *q, rb_fit_models *models, rb_fit_study *searches,
                       const rb_study *study, rb_study_result *result) {
    rb_error err;
    bool written = (result->done == NULL ||
                    rb_fit_models_take(models, searches, result, rb_interrupted, &err) == RB_OK) &&
                   rb_study_write(q, RB_STUDY_CSV, rb_fit_write_csv, models, &err) &&
                   rb_study_write(q, RB_STUDY_CORRELATIONS, rb_fit_write_correlations, models, &err) &&
                   rb_study_write(q, RB_STUDY_SCENE, rb_fit_write_scene, models, &err) &&
                   rb_study_write(q, RB_STUDY_SVG, rb_fit_write_svg, models, &err) &&
                   rb_study_write(q, RB_STUDY_PNG, rb_fit_write_png, models, &err);
    return rb_study_finish(q, study, result, written, &err);
}

static int run_models(rb_study_request *q, rb_fit_models *models) {
    rb_error err;
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    const rb_fit_spec *fit = &models->spec->fit;
    rb_fit_study *searches = rb_fit_study_create(models->fits, models->count, fit->restarts, fit->seed, &err);
    int code = RB_EXIT_FAILED;
    if (searches == NULL || rb_fit_study_make(searches, q->command, &study, &definition, &err) != RB_OK) {
        rb_complain(&err, code);
    } else {
        q->keeps_part = true;
        code = rb_study_go(&study, q, &result);
        code = code == RB_EXIT_OK ? write_files(q, models, searches, &study, &result) : code;
    }
    free(definition);
    rb_fit_study_destroy(searches);
    return code;
}

int rb_run_fit(const rb_study_spec *spec, rb_study_request *q) {
    rb_error err;
    rb_fit_models *models = calloc(1, sizeof *models);
    if (models == NULL) {
        return rb_complain_memory("fit");
    }
    rb_status status = rb_fit_models_open(models, spec, &err);
    int code = status == RB_OK ? run_models(q, models) : rb_study_refuse(status, &err);
    rb_fit_models_close(models);
    free(models);
    return code;
}

static int fit_scene(const rb_command_line *line) {
    rb_error err;
    fit_request *q = calloc(1, sizeof *q);
    if (q == NULL) {
        return rb_complain_memory("fit");
    }
    q->spec.fit.camera = rb_tracker_default();
    q->seed = 1;
    rb_study_note_command(&q->study, line);
    int code = rb_command_line_read(line, q, &q->spec.sweep.scene);
    if (code == RB_EXIT_OK) {
        rb_status status = take_options(q, &err);
        code = status == RB_OK ? rb_study_run_spec(&q->spec, &q->study) : rb_study_refuse(status, &err);
    }
    free(q);
    return code;
}

const rb_cli_command rb_cli_fit = {
    .name = "fit",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find parameters from measured points or signals, with 95 % intervals",
    .options = fit_options,
    .groups = {RB_CAMERA_OPTIONS(offsetof(fit_request, spec.fit.camera)),
               RB_STUDY_OPTIONS(offsetof(fit_request, study)),
               RB_SCENE_OPTIONS(offsetof(fit_request, spec.sweep.scene))},
    .run = fit_scene,
};
