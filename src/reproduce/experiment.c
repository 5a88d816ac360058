#include "base/system.h"
#include "reproduce/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"

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
    rb_status status = rb_figure_scene(d, e->truth, NULL, &scene);
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

/* ---------------------------------------------------------------- searches */

enum { JOBS = RB_EXPERIMENT_MODELS * (RB_EXPERIMENT_NESTED + 8), WIDTH = 1 + RB_FIT_FREE };

/* A search of a model from given values. */
typedef struct job {
    int model;
    bool nested; /* from the solution of a special case: over the whole time at once */
    double values[RB_FIT_FREE];
} job;

typedef struct experiment {
    const rb_experiment *plan;
    rb_fit_series series[SERIES];
    rb_fit fits[RB_EXPERIMENT_MODELS];
    double best[RB_EXPERIMENT_MODELS][WIDTH]; /* F and values */
    bool done[RB_EXPERIMENT_MODELS];
    job jobs[JOBS]; /* of one round */
    int job_count;
} experiment;

static bool is_cancelled(void *context) {
    return rb_study_cancelled(context);
}

static rb_status run_jobs(const void *context, int64_t first, int count, const rb_study_control *control,
                          double *rows, rb_error *err) {
    const experiment *e = context;
    for (int i = 0; i < count; i++) {
        const job *j = &e->jobs[first + i];
        double *row = rows + (ptrdiff_t)i * WIDTH;
        rb_fit_result result;
        memset(&result, 0, sizeof result);
        memcpy(result.values, j->values, sizeof j->values);
        rb_status status =
            rb_fit_minimise(&e->fits[j->model], j->nested, is_cancelled, (void *)control, &result, err);
        if (status != RB_OK) {
            return status;
        }
        row[0] = result.F;
        memcpy(row + 1, result.values, RB_FIT_FREE * sizeof(double));
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- starts of searches */

static int model_of(const rb_experiment *plan, const char *scene) {
    int model = 0;
    while (model < plan->count && strcmp(plan->models[model].scene, scene) != 0) {
        model++;
    }
    return model;
}

/* A parameter of a scene by its name; NULL: the scene has none. */
static double *value_of(rb_scene *scene, rb_section section, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, section), name);
    return index >= 0 ? &scene->values[section][index] : NULL;
}

static void enlarge(rb_scene *scene, double factor) {
    static const char *const shrinking[] = {"b_T", "b_M", "I2"};
    scene->values[RB_SECTION_CONTACT][RB_CONTACT_A] *= factor;
    *value_of(scene, RB_SECTION_ROLLING, "d_a") /= factor;
    for (int i = 0; i < 3; i++) {
        *value_of(scene, RB_SECTION_FRICTION, shrinking[i]) /= factor;
    }
}

/* Starts a search of the model from the solution of a special case. */
static rb_status start_nested(rb_figure_data *d, experiment *e, int model, const rb_nested_model *nested) {
    int inner = model_of(e->plan, nested->scene);
    job *j = &e->jobs[e->job_count++];
    rb_scene scene;
    *j = (job){.model = model, .nested = true};
    rb_status status = rb_fit_scene(&e->fits[inner], e->best[inner] + 1, -1, &scene, d->err);
    if (status == RB_OK && nested->values != NULL) {
        status = rb_assign_all(nested->values, &scene, d->err);
    }
    if (status == RB_OK && nested->enlarge > 0) {
        enlarge(&scene, nested->enlarge);
    }
    status = status == RB_OK ? rb_fit_begin(&e->fits[model], j->values, d->err) : status;
    for (int i = 0; i < e->fits[model].free_count && status == RB_OK; i++) {
        const rb_fit_free *f = &e->fits[model].free[i];
        const double *value = value_of(&scene, f->section, f->row->name);
        j->values[i] = value != NULL ? *value : j->values[i];
    }
    return status;
}

/* Have all special cases of a model been fitted? */
static bool is_ready(const experiment *e, int model) {
    const rb_nested_model *nested = e->plan->models[model].nested;
    for (int i = 0; i < RB_EXPERIMENT_NESTED && nested[i].scene != NULL; i++) {
        if (!e->done[model_of(e->plan, nested[i].scene)]) {
            return false;
        }
    }
    return true;
}

static rb_status start_model(rb_figure_data *d, experiment *e, int model) {
    const rb_nested_model *nested = e->plan->models[model].nested;
    rb_status status = RB_OK;
    for (int restart = 0; restart <= e->plan->restarts && status == RB_OK; restart++) {
        job *j = &e->jobs[e->job_count++];
        *j = (job){.model = model};
        status = rb_fit_begin(&e->fits[model], j->values, d->err);
        rb_fit_perturb(&e->fits[model], restart, 1, j->values);
    }
    for (int i = 0; i < RB_EXPERIMENT_NESTED && nested[i].scene != NULL && status == RB_OK; i++) {
        status = start_nested(d, e, model, &nested[i]);
    }
    return status;
}

/* ---------------------------------------------------------------- rounds */

/* Everything that the result of a round depends on, for the journal; free it. */
static char *define(rb_figure_data *d, const experiment *e) {
    rb_text_stream text;
    if (!rb_text_open(&text)) {
        return NULL;
    }
    FILE *out = text.stream;
    fprintf(out, "%s\n%s until %g\n", d->figure->id, e->plan->truth, e->plan->until);
    for (int i = 0; i < e->job_count; i++) {
        const job *j = &e->jobs[i];
        fprintf(out, "%s %016llx free %s%s", e->plan->models[j->model].scene,
                (unsigned long long)rb_scene_hash(&e->fits[j->model].scene), e->plan->models[j->model].free,
                j->nested ? " nested" : "");
        for (int k = 0; k < e->fits[j->model].free_count; k++) {
            fprintf(out, " %.17g", j->values[k]);
        }
        fprintf(out, "\n");
    }
    return rb_text_close(&text) ? text.text : NULL;
}

/* Fits every model whose special cases are known; none is left when no search was started. */
static rb_status run_round(rb_figure_data *d, experiment *e, int round) {
    rb_status status = RB_OK;
    e->job_count = 0;
    for (int i = 0; i < e->plan->count && status == RB_OK; i++) {
        if (!e->done[i] && is_ready(e, i)) {
            status = start_model(d, e, i);
        }
    }
    if (status != RB_OK || e->job_count == 0) {
        return status;
    }
    char *definition = define(d, e);
    if (definition == NULL) {
        return rb_fail(d->err, RB_ERR_MEMORY, "%s: out of memory", d->figure->id);
    }
    rb_study study = {.definition = definition,
                      .title = d->figure->id,
                      .job_count = e->job_count,
                      .width = WIDTH,
                      .chunk = 1,
                      .work = run_jobs,
                      .context = e};
    rb_study_result result;
    status = rb_figure_study(d, rb_figure_text(d, "%d", round), &study, &result);
    for (int i = 0; i < e->job_count && status == RB_OK && !d->stopped; i++) {
        const double *row = result.rows + (ptrdiff_t)i * WIDTH;
        int model = e->jobs[i].model;
        if (!e->done[model] || row[0] < e->best[model][0]) {
            memcpy(e->best[model], row, sizeof e->best[model]);
            e->done[model] = true;
        }
    }
    if (status == RB_OK && !d->stopped) {
        rb_study_free(&result);
    }
    free(definition);
    return status;
}

static rb_status prepare(rb_figure_data *d, experiment *e) {
    rb_tracker camera = rb_tracker_default();
    rb_status status = RB_OK;
    for (int i = 0; i < SERIES && status == RB_OK; i++) {
        status = film_start(d, e->plan, i + 1, &camera, &e->series[i]);
    }
    for (int i = 0; i < e->plan->count && status == RB_OK; i++) {
        rb_fit *fit = &e->fits[i];
        fit->camera = camera;
        fit->series = e->series;
        fit->series_count = SERIES;
        status = rb_figure_scene(d, e->plan->models[i].scene, "method=auto rtol=1e-5", &fit->scene);
        if (status == RB_OK) {
            status = rb_fit_add_free(fit, d->figure->id, e->plan->models[i].free, d->err);
        }
    }
    return status;
}

rb_status rb_experiment_run(rb_figure_data *data, const rb_experiment *plan, double *F_o) {
    experiment *e = calloc(1, sizeof *e);
    if (e == NULL) {
        return rb_fail(data->err, RB_ERR_MEMORY, "%s: out of memory", data->figure->id);
    }
    e->plan = plan;
    rb_status status = prepare(data, e);
    for (int round = 1; status == RB_OK && !data->stopped && (round == 1 || e->job_count > 0); round++) {
        status = run_round(data, e, round);
    }
    for (int i = 0; i < plan->count && status == RB_OK && !data->stopped; i++) {
        F_o[i] = 1e6 * e->best[i][0];
    }
    free(e);
    return status;
}
