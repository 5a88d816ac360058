#include "analysis/fit_study.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "base/file.h"
#include "base/system.h"
#include "sim/scene_json.h"

/* ---------------------------------------------------------------- search in slices */

bool rb_fit_memo_recall(rb_fit_memo *memo, double *residuals, size_t count) {
    memcpy(residuals, memo->residuals + (size_t)memo->next * count, count * sizeof *residuals);
    return memo->found[memo->next++];
}

static bool grow(rb_fit_memo *memo, size_t count) {
    int room = memo->room + 64;
    double *residuals = realloc(memo->residuals, (size_t)room * count * sizeof *residuals);
    memo->residuals = residuals != NULL ? residuals : memo->residuals;
    bool *found = realloc(memo->found, (size_t)room * sizeof *found);
    memo->found = found != NULL ? found : memo->found;
    memo->room = residuals != NULL && found != NULL ? room : memo->room;
    return memo->room == room;
}

bool rb_fit_memo_keep(rb_fit_memo *memo, const double *residuals, size_t count, bool found) {
    memo->fresh++;
    if (memo->count == memo->room && !grow(memo, count)) {
        return false;
    }
    memcpy(memo->residuals + (size_t)memo->count * count, residuals, count * sizeof *residuals);
    memo->found[memo->count++] = found;
    memo->next = memo->count;
    return true;
}

bool rb_fit_memo_pauses(rb_fit_memo *memo) {
    memo->paused = memo->paused || (memo->fresh > 0 && rb_wall_clock() >= memo->until);
    return memo->paused;
}

void rb_fit_memo_free(rb_fit_memo *memo) {
    free(memo->residuals);
    free(memo->found);
    *memo = (rb_fit_memo){0};
}

/* ---------------------------------------------------------------- searches */

struct rb_fit_study {
    const rb_fit *models;
    int model_count;
    int64_t starts, jobs;
    uint64_t seed;
    int parameters; /* number of parameters of the model with the most */
    pthread_mutex_t lock;
    rb_fit_result *so_far; /* by job; protected by the lock */
    int64_t slice_job;     /* without threads: the running job */
    rb_fit_memo memo;
};

rb_fit_study *rb_fit_study_create(const rb_fit *models, int model_count, int restarts, uint64_t seed,
                                  rb_error *err) {
    rb_fit_study *f = calloc(1, sizeof *f);
    if (f == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
        return NULL;
    }
    pthread_mutex_init(&f->lock, NULL);
    f->models = models;
    f->model_count = model_count;
    f->starts = restarts + 1;
    f->jobs = model_count * f->starts;
    f->seed = seed;
    f->so_far = calloc((size_t)f->jobs, sizeof *f->so_far);
    if (f->so_far == NULL) {
        rb_fit_study_destroy(f);
        rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
        return NULL;
    }
    for (int64_t i = 0; i < f->jobs; i++) {
        f->so_far[i].F = f->so_far[i].F_share = INFINITY;
    }
    for (int i = 0; i < model_count; i++) {
        int count = rb_fit_count(&models[i]);
        f->parameters = count > f->parameters ? count : f->parameters;
    }
    return f;
}

void rb_fit_study_destroy(rb_fit_study *f) {
    if (f != NULL) {
        pthread_mutex_destroy(&f->lock);
        rb_fit_memo_free(&f->memo);
        free(f->so_far);
        free(f);
    }
}

/* ---------------------------------------------------------------- rows: F, evaluations, values, low, high */

static int width_of(const rb_fit_study *f) {
    return 2 + 3 * f->parameters;
}

static void row_of(const rb_fit_study *f, const rb_fit_result *r, double *row) {
    size_t size = (size_t)f->parameters * sizeof(double);
    row[0] = r->F;
    row[1] = r->evaluations;
    memcpy(row + 2, r->values, size);
    memcpy(row + 2 + f->parameters, r->low, size);
    memcpy(row + 2 + 2 * f->parameters, r->high, size);
}

static void result_of(const rb_fit_study *f, const double *row, rb_fit_result *r) {
    size_t size = (size_t)f->parameters * sizeof(double);
    r->F = row[0];
    r->evaluations = (int)row[1];
    memcpy(r->values, row + 2, size);
    memcpy(r->low, row + 2 + f->parameters, size);
    memcpy(r->high, row + 2 + 2 * f->parameters, size);
}

/* ---------------------------------------------------------------- jobs */

/* A running search: its results are visible to other threads. */
typedef struct watch {
    rb_fit_study *study;
    const rb_study_control *control;
    int64_t job;
    rb_fit_result *now;
    int reported; /* evaluations reported so far */
} watch;

static void report(rb_fit_study *f, int64_t job, const rb_fit_result *now) {
    pthread_mutex_lock(&f->lock);
    f->so_far[job] = *now;
    pthread_mutex_unlock(&f->lock);
}

static bool is_cancelled(void *context) {
    watch *w = context;
    if (w->now->evaluations != w->reported) {
        w->reported = w->now->evaluations;
        report(w->study, w->job, w->now);
    }
    return rb_study_cancelled(w->control);
}

static rb_status begin(const rb_fit_study *f, int64_t job, rb_fit_result *r, rb_error *err) {
    const rb_fit *fit = &f->models[job / f->starts];
    *r = (rb_fit_result){.F = INFINITY, .F_share = INFINITY};
    rb_status status = rb_fit_begin(fit, r->values, err);
    if (status == RB_OK) {
        rb_fit_perturb(fit, (int)(job % f->starts), f->seed, r->values);
    }
    return status;
}

/* A job is one search: of a model, from the scene's values or others. */
static rb_status search(const void *context, int64_t first, int count, const rb_study_control *control,
                        double *rows, rb_error *err) {
    rb_fit_study *f = (rb_fit_study *)context; /* intermediate results are not part of the definition */
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        rb_fit_result r;
        watch w = {f, control, first + i, &r, 0};
        status = begin(f, w.job, &r, err);
        if (status == RB_OK) {
            status = rb_fit_run(&f->models[w.job / f->starts], is_cancelled, &w, &r, err);
            report(f, w.job, &r);
            row_of(f, &r, rows + (size_t)i * (size_t)width_of(f));
        }
    }
    return status;
}

rb_status rb_fit_study_slice(rb_fit_study *f, double seconds, bool *done, rb_error *err) {
    rb_status status = RB_OK;
    if (f->slice_job < f->jobs) {
        rb_fit_result r;
        const rb_fit *fit = &f->models[f->slice_job / f->starts];
        status = begin(f, f->slice_job, &r, err);
        if (status == RB_OK) {
            status = rb_fit_run_slice(fit, &f->memo, seconds, &r, err);
        }
        report(f, f->slice_job, &r);
        if (status != RB_OK || !f->memo.paused) {
            rb_fit_memo_free(&f->memo);
            f->slice_job++;
        }
    }
    *done = f->slice_job == f->jobs;
    return status;
}

/* ---------------------------------------------------------------- what is found */

void rb_fit_study_best(rb_fit_study *f, int model, const rb_study_result *rows, rb_fit_result *best) {
    *best = (rb_fit_result){.F = INFINITY, .F_share = INFINITY};
    pthread_mutex_lock(&f->lock);
    for (int64_t job = model * f->starts; job < (model + 1) * f->starts; job++) {
        rb_fit_result r = f->so_far[job];
        if (rows != NULL && rows->done[job]) {
            result_of(f, rows->rows + job * width_of(f), &r);
        }
        if (r.F < best->F) {
            *best = r;
        }
    }
    pthread_mutex_unlock(&f->lock);
}

rb_fit_progress rb_fit_study_progress(rb_fit_study *f) {
    rb_fit_progress p = {.F = INFINITY};
    pthread_mutex_lock(&f->lock);
    for (int64_t job = 0; job < f->jobs; job++) {
        const rb_fit_result *r = &f->so_far[job];
        p.evaluations += r->evaluations;
        if (r->share > p.share || (r->share == p.share && r->F_share < p.F)) {
            p.share = r->share;
            p.F = r->F_share;
        }
    }
    pthread_mutex_unlock(&f->lock);
    return p;
}

/* Writes a hash as text: 64 bits do not fit into a JSON number. */
static void write_hash(rb_json *json, const rb_fit_series *s) {
    char text[20];
    uint64_t hash = rb_fnv(RB_FNV_BEGIN, s->t, (size_t)s->frames * sizeof(double));
    hash = rb_fnv(hash, s->values, (size_t)s->frames * (size_t)s->columns * sizeof(double));
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    rb_json_text(json, "hash", text);
}

static void write_model(rb_json *json, const rb_fit *fit) {
    rb_json_begin_object(json, NULL);
    rb_json_begin_list(json, "free");
    for (int i = 0; i < fit->free_count; i++) {
        rb_json_text(json, NULL, fit->free[i].name);
    }
    rb_json_end(json);
    if (rb_fit_prior_count(fit) > 0) {
        rb_json_begin_list(json, "priors");
        for (int i = 0; i < fit->free_count + fit->of_series_count; i++) {
            rb_json_number(json, NULL,
                           i < fit->free_count ? fit->free[i].prior
                                               : fit->of_series[i - fit->free_count].prior);
        }
        rb_json_end(json);
        rb_json_number(json, "noise", fit->noise);
    }
    rb_json_begin_list(json, "free_start");
    for (int i = 0; i < fit->of_series_count; i++) {
        rb_json_text(json, NULL, fit->of_series[i].name);
    }
    rb_json_end(json);
    rb_scene_write_json(&fit->scene, "scene", json);
    rb_json_end(json);
}

/* Returns everything that the result depends on: data, camera, models, restarts. */
static char *definition_of(const rb_fit_study *f) {
    const rb_fit *first = &f->models[0];
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "kind", "fit");
    rb_json_number(&json, "restarts", (double)(f->starts - 1));
    rb_json_number(&json, "seed", (double)f->seed);
    if (first->film) {
        rb_json_bool(&json, "film", true);
    }
    rb_json_number(&json, "camera", first->camera.height);
    rb_json_begin_list(&json, "markers");
    for (int i = 0; i < first->camera.marker_count; i++) {
        rb_json_number(&json, NULL, first->camera.markers[i].x);
        rb_json_number(&json, NULL, first->camera.markers[i].y);
        rb_json_number(&json, NULL, first->camera.markers[i].z);
    }
    rb_json_end(&json);
    rb_json_begin_list(&json, "data");
    for (int i = 0; i < first->series_count; i++) {
        rb_json_begin_object(&json, NULL);
        rb_json_text(&json, "name", first->series[i].name);
        rb_json_text(&json, "start", first->series[i].start);
        write_hash(&json, &first->series[i]);
        rb_json_end(&json);
    }
    rb_json_end(&json);
    rb_json_begin_list(&json, "models");
    for (int i = 0; i < f->model_count; i++) {
        write_model(&json, &f->models[i]);
    }
    rb_json_end(&json);
    rb_json_end(&json);
    return rb_json_finish(&json);
}

rb_status rb_fit_study_make(const rb_fit_study *f, const char *title, rb_study *study, char **definition,
                            rb_error *err) {
    *definition = definition_of(f);
    *study = (rb_study){*definition, title, f->jobs, width_of(f), 1, search, f};
    return *definition != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
}
