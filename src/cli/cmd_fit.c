/* rbsim fit: parameters from measured series. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/sweep.h>

#include "analysis/fit_study.h"
#include "base/interrupt.h"
#include "base/list.h"
#include "cli/fit_files.h"
#include "cli/progress.h"

enum { MODELS_MAX = 32 };

typedef struct fit_request {
    rb_study_request study;
    rb_scene scene;
    rb_tracker camera;
    const char *models, *free, *free_start;
    rb_text_list data; /* a series each */
    rb_fit_series series[RB_FIT_SERIES];
    int64_t restarts, seed;
    int model_count;
    rb_fit fits[MODELS_MAX];
    rb_fit_result best[MODELS_MAX];
    rb_fit_study *searches;
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
    {.name = "--csv",
     .value = "FILE|-",
     .help = "write values, 95 % intervals and F_o (standard output if no file is named)",
     .read = rb_option_text,
     .offset = offsetof(fit_request, study.files[RB_STUDY_CSV]),
     .flags = RB_OPTION_NO_RESULT},
    {.name = "--correlations",
     .value = "FILE|-",
     .help = "write the correlations of the parameters of each model",
     .read = rb_option_text,
     .offset = offsetof(fit_request, study.files[RB_STUDY_CORRELATIONS]),
     .flags = RB_OPTION_NO_RESULT},
    {.name = "--fitted",
     .value = "FILE",
     .help = "write the best model as a scene",
     .read = rb_option_text,
     .offset = offsetof(fit_request, study.files[RB_STUDY_SCENE]),
     .flags = RB_OPTION_NO_RESULT},
    {.name = "--svg",
     .value = "FILE",
     .help = "draw the residuals, or F_o of each model",
     .read = rb_option_text,
     .offset = offsetof(fit_request, study.files[RB_STUDY_SVG]),
     .flags = RB_OPTION_NO_RESULT},
    {.name = "--png",
     .value = "FILE",
     .help = "the same as pixels",
     .read = rb_option_text,
     .offset = offsetof(fit_request, study.files[RB_STUDY_PNG]),
     .flags = RB_OPTION_NO_RESULT},
    {0},
};

/* FILE or FILE@START. */
static rb_status read_series(fit_request *q, int index, rb_error *err) {
    char path[1024], start[64] = "";
    const char *at = strrchr(q->data.items[index], '@');
    size_t length = at != NULL ? (size_t)(at - q->data.items[index]) : strlen(q->data.items[index]);
    if (length >= sizeof path) {
        return rb_fail(err, RB_ERR_INPUT, "--data: expected a path of at most %zu bytes", sizeof path - 1);
    }
    snprintf(path, sizeof path, "%.*s", (int)length, q->data.items[index]);
    if (at != NULL) {
        snprintf(start, sizeof start, "%s", at + 1);
    }
    rb_fit_series *series = &q->series[index];
    rb_status status = rb_fit_series_read(series, path, &q->scene, &q->camera, err);
    memcpy(series->start, start, sizeof start);
    return status;
}

/* A model is a scene; all are integrated as the first one is. */
static rb_status add_model(fit_request *q, const rb_scene *scene, rb_error *err) {
    if (q->model_count == MODELS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "--models: expected at most %d", MODELS_MAX);
    }
    rb_fit *fit = &q->fits[q->model_count++];
    fit->scene = *scene;
    memcpy(fit->scene.values[RB_SECTION_SOLVER], q->scene.values[RB_SECTION_SOLVER],
           sizeof fit->scene.values[RB_SECTION_SOLVER]);
    fit->camera = q->camera;
    fit->series = q->series;
    fit->series_count = q->data.count;
    if (fit->scene.body != q->scene.body) {
        return rb_fail(err, RB_ERR_INPUT, "--models: %s: expected the body of %s", scene->id, q->scene.id);
    }
    rb_status status = q->free != NULL ? rb_fit_add_free(fit, "--free", q->free, err) : RB_OK;
    if (status == RB_OK && q->free_start != NULL) {
        status = rb_fit_add_free_start(fit, "--free-start", q->free_start, err);
    }
    int count = rb_fit_count(fit);
    if (status == RB_OK && (count < 1 || count > RB_FIT_ALL)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "fit: expected 1 to %d free parameters (--free NAMES, --free-start NAMES), "
                       "got %d",
                       RB_FIT_ALL, count);
    }
    double values[RB_FIT_ALL];
    status = status == RB_OK ? rb_fit_begin(fit, values, err) : status;
    for (int i = 0; status == RB_OK && i < q->data.count; i++) { /* is there such a start? */
        rb_scene begun;
        status = rb_fit_scene(fit, values, i, &begun, err);
    }
    return status;
}

static rb_status add_models(fit_request *q, rb_error *err) {
    rb_status status = add_model(q, &q->scene, err);
    const char *rest = q->models != NULL ? q->models : "";
    char id[128];
    while (status == RB_OK && rb_list_next(&rest, ',', id, sizeof id)) {
        rb_scene scene;
        status = rb_library_open(id, &scene, err);
        status = status == RB_OK ? add_model(q, &scene, err) : status;
    }
    return status;
}

static rb_status check_request(fit_request *q, rb_error *err) {
    if (q->data.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "fit: requires --data FILE or FILE@START");
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < q->data.count; i++) {
        status = read_series(q, i, err);
    }
    return status == RB_OK ? add_models(q, err) : status;
}

/* ---------------------------------------------------------------- the command */

static int write_files(fit_request *q, const rb_study *study, rb_study_result *result) {
    rb_error err;
    for (int m = 0; result->done != NULL && m < q->model_count; m++) {
        rb_fit_study_best(q->searches, m, result, &q->best[m]);
    }
    rb_fit_table table = {&q->study, q->model_count, q->fits, q->best, NULL};
    table.analyses = calloc((size_t)q->model_count, sizeof *table.analyses);
    if (table.analyses == NULL) {
        rb_fail(&err, RB_ERR_MEMORY, "fit: out of memory");
        return rb_study_finish(&q->study, study, result, false, &err);
    }
    for (int m = 0; result->done != NULL && m < q->model_count && !rb_interrupted(); m++) {
        if (isfinite(q->best[m].F)) {
            rb_fit_determined(&q->fits[m], q->best[m].values, &table.analyses[m], NULL);
        }
    }
    bool written =
        rb_study_write(&q->study, RB_STUDY_CSV, rb_fit_write_csv, &table, &err) &&
        rb_study_write(&q->study, RB_STUDY_CORRELATIONS, rb_fit_write_correlations, &table, &err) &&
        rb_study_write(&q->study, RB_STUDY_SCENE, rb_fit_write_scene, &table, &err) &&
        rb_study_write(&q->study, RB_STUDY_SVG, rb_fit_write_svg, &table, &err) &&
        rb_study_write(&q->study, RB_STUDY_PNG, rb_fit_write_png, &table, &err);
    free(table.analyses);
    return rb_study_finish(&q->study, study, result, written, &err);
}

static int run_fit(fit_request *q) {
    rb_error err;
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    q->searches = rb_fit_study_create(q->fits, q->model_count, (int)q->restarts, (uint64_t)q->seed, &err);
    if (q->searches == NULL ||
        rb_fit_study_make(q->searches, q->study.command, &study, &definition, &err) != RB_OK) {
        free(definition);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q->study.keeps_part = true;
    int code = rb_study_go(&study, &q->study, &result);
    code = code == RB_EXIT_OK ? write_files(q, &study, &result) : code;
    free(definition);
    return code;
}

static int fit_scene(const rb_command_line *line) {
    rb_error err;
    fit_request *q = calloc(1, sizeof *q);
    if (q == NULL) {
        return rb_complain_memory("fit");
    }
    q->camera = rb_tracker_default();
    q->seed = 1;
    rb_study_note_command(&q->study, line);
    int code = rb_command_line_read(line, q, &q->scene);
    if (code == RB_EXIT_OK) {
        rb_status status = check_request(q, &err);
        code = status == RB_OK ? rb_study_prepare(&q->study) : rb_study_refuse(status, &err);
    }
    code = code == RB_EXIT_OK ? run_fit(q) : code;
    for (int i = 0; i < RB_FIT_SERIES; i++) {
        rb_fit_series_free(&q->series[i]);
    }
    rb_fit_study_destroy(q->searches);
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
    .groups = {RB_CAMERA_OPTIONS(offsetof(fit_request, camera)),
               RB_STUDY_OPTIONS(offsetof(fit_request, study)),
               RB_SCENE_OPTIONS(offsetof(fit_request, scene))},
    .run = fit_scene,
};
