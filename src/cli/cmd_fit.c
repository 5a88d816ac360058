/* rbsim fit: parameters from measured series. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/sweep.h>

#include "analysis/fit_study.h"
#include "base/list.h"
#include "cli/camera_args.h"
#include "cli/fit_files.h"

enum { MODELS_MAX = 32 };

typedef struct fit_request {
    rb_study_request study;
    rb_scene scene;
    rb_tracker camera;
    const char *models, *free, *free_start;
    const char *data[RB_FIT_SERIES];
    int series_count;
    rb_fit_series series[RB_FIT_SERIES];
    double restarts, seed;
    int model_count;
    rb_fit fits[MODELS_MAX];
    rb_fit_result best[MODELS_MAX];
    rb_fit_study *searches;
} fit_request;

/* ---------------------------------------------------------------- arguments */

static int take_own_option(rb_args *args, fit_request *q, rb_error *err) {
    const char *text = NULL;
    int found = rb_args_option(args, "--data", &text, err);
    if (found > 0) {
        if (q->series_count == RB_FIT_SERIES) {
            rb_fail(err, RB_ERR_INPUT, "--data: expected at most %d series", RB_FIT_SERIES);
            return -1;
        }
        q->data[q->series_count++] = text;
    }
    found = found != 0 ? found : rb_args_option(args, "--models", &q->models, err);
    found = found != 0 ? found : rb_args_option(args, "--free", &q->free, err);
    found = found != 0 ? found : rb_args_option(args, "--free-start", &q->free_start, err);
    found = found != 0 ? found : rb_args_number(args, "--restarts", &q->restarts, err);
    found = found != 0 ? found : rb_args_number(args, "--seed", &q->seed, err);
    return found != 0 ? found : rb_take_camera_option(args, &q->camera, err);
}

/* FILE or FILE@START. */
static rb_status read_series(fit_request *q, int index, rb_error *err) {
    char path[1024], start[64] = "";
    const char *at = strrchr(q->data[index], '@');
    size_t length = at != NULL ? (size_t)(at - q->data[index]) : strlen(q->data[index]);
    if (length >= sizeof path) {
        return rb_fail(err, RB_ERR_INPUT, "--data: expected a path of at most %zu bytes",
                       sizeof path - 1);
    }
    snprintf(path, sizeof path, "%.*s", (int)length, q->data[index]);
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
    fit->series_count = q->series_count;
    if (fit->scene.body != q->scene.body) {
        return rb_fail(err, RB_ERR_INPUT, "--models: %s: expected the body of %s", scene->id,
                       q->scene.id);
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
    for (int i = 0; status == RB_OK && i < q->series_count; i++) { /* is there such a start? */
        rb_scene begun;
        status = rb_fit_scene(fit, values, i, &begun, err);
    }
    return status;
}

static rb_status add_models(fit_request *q, rb_error *err) {
    rb_status status = add_model(q, &q->scene, err);
    const char *rest = q->models != NULL ? q->models : "";
    char id[128];
    while (status == RB_OK && rb_list_next(&rest, id, sizeof id)) {
        rb_scene scene;
        status = rb_library_open(id, &scene, err);
        status = status == RB_OK ? add_model(q, &scene, err) : status;
    }
    return status;
}

static rb_status read_request(rb_args *args, fit_request *q, rb_error *err) {
    unsigned files =
        1U << RB_STUDY_CSV | 1U << RB_STUDY_SVG | 1U << RB_STUDY_PNG | 1U << RB_STUDY_SCENE;
    while (args->next < args->count) {
        int found = rb_study_take_option(args, &q->study, files, &q->scene, err);
        found = found != 0 ? found : take_own_option(args, q, err);
        if (found <= 0) {
            return found < 0 ? RB_ERR_INPUT : rb_args_unknown(args, err);
        }
    }
    if (q->series_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "fit: expected --data FILE or FILE@START");
    }
    if (!(q->restarts >= 0 && q->restarts <= 10000 && q->restarts == floor(q->restarts)) ||
        !(q->seed >= 0 && q->seed <= 9e15 && q->seed == floor(q->seed))) {
        return rb_fail(err, RB_ERR_INPUT,
                       "fit: expected whole numbers, --restarts of 0 to 10000 and --seed of 0 or "
                       "above");
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < q->series_count; i++) {
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
    rb_fit_table table = {&q->study, q->model_count, q->fits, q->best};
    bool written = rb_study_write(&q->study, RB_STUDY_CSV, rb_fit_write_csv, &table, &err) &&
                   rb_study_write(&q->study, RB_STUDY_SCENE, rb_fit_write_scene, &table, &err) &&
                   rb_study_write(&q->study, RB_STUDY_SVG, rb_fit_write_svg, &table, &err) &&
                   rb_study_write(&q->study, RB_STUDY_PNG, rb_fit_write_png, &table, &err);
    return rb_study_finish(&q->study, study, result, written, &err);
}

static int run_fit(fit_request *q) {
    rb_error err;
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    q->searches =
        rb_fit_study_create(q->fits, q->model_count, (int)q->restarts, (uint64_t)q->seed, &err);
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

int rb_command_fit(rb_args *args) {
    rb_error err;
    fit_request *q = calloc(1, sizeof *q);
    if (q == NULL) {
        rb_fail(&err, RB_ERR_MEMORY, "fit: out of memory");
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q->camera = rb_tracker_default();
    q->seed = 1;
    rb_study_note_command(&q->study, args, "fit");
    int code = rb_take_scene(args, "fit", &q->scene);
    if (code == RB_EXIT_OK) {
        rb_status status = read_request(args, q, &err);
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
