#include "reproduce/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/fit.h>
#include <rattleback/sweep.h>

enum { SERIES = 3, RATE = 100 };

typedef struct filming {
    const rb_scene *scene;
    const rb_tracker *camera;
    rb_fit_series *series;
    int room;
} filming;

static bool film(void *context, const rb_moment *moment) {
    filming *f = context;
    rb_fit_series *s = f->series;
    if (s->frames < f->room) {
        s->t[s->frames] = moment->now->t;
        rb_tracker_see(f->camera, f->scene, moment->now, 0, 0, s->values + (ptrdiff_t)s->frames * s->columns);
        s->frames++;
    }
    return true;
}

/* One run of the truth as a series of frames. */
static rb_status film_start(rb_figure_data *d, const rb_experiment *e, int start, const rb_tracker *camera,
                            rb_fit_series *series) {
    rb_scene scene;
    rb_status status = rb_figure_scene(d, e->truth, e->changes, &scene);
    memset(series, 0, sizeof *series);
    snprintf(series->name, sizeof series->name, "start %d", start);
    snprintf(series->start, sizeof series->start, "%d", start);
    if (status == RB_OK) {
        status = rb_scene_use_start(&scene, series->start, d->err);
    }
    int room = (int)lround(e->until * RATE) + 1;
    series->columns = 2 * camera->marker_count;
    series->t = rb_figure_array(d, room);
    series->values = rb_figure_array(d, room * series->columns);
    if (status != RB_OK || series->t == NULL || series->values == NULL) {
        return status != RB_OK ? status : RB_ERR_MEMORY;
    }
    for (int c = 0; c < series->columns; c++) {
        series->marker[c] = c;
        series->signal[c] = -1;
        series->scale[c] = 1;
    }
    filming f = {&scene, camera, series, room};
    rb_observer observer = {.every = 1.0 / RATE, .observe = film, .context = &f};
    return rb_run(&scene, e->until, &observer, NULL, d->err);
}

/* ---------------------------------------------------------------- the study */

typedef struct search {
    rb_fit fits[RB_EXPERIMENT_MODELS];
    int restarts; /* searches of each model: one more */
} search;

static bool is_cancelled(void *context) {
    return rb_study_cancelled(context);
}

static rb_status fit_models(const void *context, int64_t first, int count, const rb_study_control *control,
                            double *rows, rb_error *err) {
    const search *s = context;
    for (int i = 0; i < count; i++) {
        int model = (int)(first + i) / (s->restarts + 1);
        int restart = (int)(first + i) % (s->restarts + 1);
        rb_fit_result result;
        memset(&result, 0, sizeof result);
        rb_status status = rb_fit_begin(&s->fits[model], result.values, err);
        if (status == RB_OK) {
            rb_fit_perturb(&s->fits[model], restart, 1, result.values);
            status = rb_fit_run(&s->fits[model], is_cancelled, (void *)control, &result, err);
        }
        if (status != RB_OK) {
            return status;
        }
        rows[i] = 1e6 * result.F;
    }
    return RB_OK;
}

/* Everything that the result depends on, for the journal; free it. */
static char *define(rb_figure_data *d, const rb_experiment *e, const search *s) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    fprintf(out, "%s\n%s %s until %g, %d restarts\n", d->figure->id, e->truth,
            e->changes != NULL ? e->changes : "", e->until, s->restarts);
    for (int i = 0; i < e->count; i++) {
        fprintf(out, "%s %016llx free %s\n", e->models[i],
                (unsigned long long)rb_scene_hash(&s->fits[i].scene), e->free[i]);
    }
    return fclose(out) == 0 ? text : NULL;
}

static rb_status prepare(rb_figure_data *d, const rb_experiment *e, rb_fit_series *series, search *s) {
    rb_tracker camera = rb_tracker_default();
    rb_status status = RB_OK;
    for (int i = 0; i < SERIES && status == RB_OK; i++) {
        status = film_start(d, e, i + 1, &camera, &series[i]);
    }
    for (int i = 0; i < e->count && status == RB_OK; i++) {
        rb_fit *fit = &s->fits[i];
        fit->camera = camera;
        fit->series = series;
        fit->series_count = SERIES;
        status = rb_figure_scene(d, e->models[i], "method=auto rtol=1e-5", &fit->scene);
        if (status == RB_OK) {
            status = rb_fit_add_free(fit, d->figure->id, e->free[i], d->err);
        }
    }
    return status;
}

rb_status rb_experiment_run(rb_figure_data *data, const rb_experiment *experiment, int restarts,
                            double *F_o) {
    rb_fit_series series[SERIES];
    search *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return rb_fail(data->err, RB_ERR_MEMORY, "%s: out of memory", data->figure->id);
    }
    s->restarts = restarts;
    rb_status status = prepare(data, experiment, series, s);
    char *definition = status == RB_OK ? define(data, experiment, s) : NULL;
    if (status == RB_OK && definition == NULL) {
        status = rb_fail(data->err, RB_ERR_MEMORY, "%s: out of memory", data->figure->id);
    }
    rb_study study = {.definition = definition,
                      .title = data->figure->id,
                      .job_count = (int64_t)experiment->count * (restarts + 1),
                      .width = 1,
                      .chunk = 1,
                      .work = fit_models,
                      .context = s};
    rb_study_result result;
    if (status == RB_OK) {
        status = rb_figure_study(data, "", &study, &result);
    }
    for (int i = 0; i < experiment->count && status == RB_OK && !data->stopped; i++) {
        F_o[i] = INFINITY;
        for (int k = 0; k <= restarts; k++) {
            F_o[i] = fmin(F_o[i], result.rows[i * (restarts + 1) + k]);
        }
    }
    if (status == RB_OK && !data->stopped) {
        rb_study_free(&result);
    }
    free(definition);
    free(s);
    return status;
}
