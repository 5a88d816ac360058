#include "analysis/fit_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "analysis/study_table.h"
#include "base/text.h"
#include "rattleback/library.h"

/* ---------------------------------------------------------------- models */

rb_status rb_fit_data_read(const char *text, rb_fit_data *out, rb_error *err) {
    const char *at = strrchr(text, '@');
    size_t length = at != NULL ? (size_t)(at - text) : strlen(text);
    if (length >= sizeof out->path) {
        return rb_fail(err, RB_ERR_INPUT, "fit: data: expected a path of at most %zu bytes, got %zu",
                       sizeof out->path - 1, length);
    }
    snprintf(out->path, sizeof out->path, "%.*s", (int)length, text);
    snprintf(out->start, sizeof out->start, "%s", at != NULL ? at + 1 : "");
    return RB_OK;
}

/* A model is a scene; all are integrated as the first one is. */
static rb_status add_model(rb_fit_models *m, const rb_scene *scene, rb_error *err) {
    const rb_study_spec *spec = m->spec;
    const rb_scene *first = &spec->sweep.scene;
    if (m->count == RB_FIT_MODELS) {
        return rb_fail(err, RB_ERR_INPUT, "fit: models: expected at most %d", RB_FIT_MODELS);
    }
    rb_fit *fit = &m->fits[m->count++];
    fit->scene = *scene;
    memcpy(fit->scene.values[RB_SECTION_SOLVER], first->values[RB_SECTION_SOLVER],
           sizeof fit->scene.values[RB_SECTION_SOLVER]);
    fit->camera = spec->fit.camera;
    fit->film = spec->fit.film;
    fit->noise = spec->fit.noise;
    fit->series = m->series;
    fit->series_count = spec->fit.data_count;
    if (scene->body != first->body) {
        return rb_fail(err, RB_ERR_INPUT, "fit: models: %s: expected the body of %s", scene->id, first->id);
    }
    rb_status status = rb_fit_add_free(fit, "fit: free", spec->fit.free, err);
    status =
        status == RB_OK ? rb_fit_add_free_start(fit, "fit: free_start", spec->fit.free_start, err) : status;
    status = status == RB_OK ? rb_fit_set_priors(fit, "fit: priors", spec->fit.priors, err) : status;
    int count = rb_fit_count(fit);
    if (status == RB_OK && (count < 1 || count > RB_FIT_ALL)) {
        return rb_fail(err, RB_ERR_INPUT, "fit: expected 1 to %d free parameters, got %d", RB_FIT_ALL, count);
    }
    double values[RB_FIT_ALL];
    status = status == RB_OK ? rb_fit_begin(fit, values, err) : status;
    for (int i = 0; status == RB_OK && i < fit->series_count; i++) { /* is there such a start? */
        rb_scene begun;
        status = rb_fit_scene(fit, values, i, &begun, err);
    }
    return status;
}

/* Opens a further model: a scene of the library, or "law:ID", the first scene with another friction law. */
static rb_status open_model(const rb_study_spec *spec, const char *id, rb_scene *scene, rb_error *err) {
    if (strncmp(id, "law:", 4) != 0) {
        return rb_library_open(id, scene, err);
    }
    const rb_friction_law *law = rb_friction_law_find(id + 4);
    *scene = spec->sweep.scene;
    if (law == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "fit: laws: expected the id of a friction law (\"rbsim laws\" lists them), got \"%s\"",
                       id + 4);
    }
    rb_scene_set_friction(scene, law);
    snprintf(scene->id, sizeof scene->id, "%.30s-%.30s", spec->sweep.scene.id, law->id);
    return RB_OK;
}

rb_status rb_fit_models_open(rb_fit_models *m, const rb_study_spec *spec, rb_error *err) {
    memset(m, 0, sizeof *m);
    m->spec = spec;
    rb_status status = rb_study_spec_check(spec, err);
    for (int i = 0; status == RB_OK && i < spec->fit.data_count; i++) {
        const rb_fit_data *data = &spec->fit.data[i];
        status = rb_fit_series_read(&m->series[i], data->path, &spec->sweep.scene, &spec->fit.camera, err);
        memcpy(m->series[i].start, data->start, sizeof data->start);
    }
    status = status == RB_OK ? add_model(m, &spec->sweep.scene, err) : status;
    const char *rest = spec->fit.models;
    char id[128];
    while (status == RB_OK && rb_list_next(&rest, ',', id, sizeof id)) {
        rb_scene scene;
        status = open_model(spec, id, &scene, err);
        status = status == RB_OK ? add_model(m, &scene, err) : status;
    }
    return status;
}

void rb_fit_models_close(rb_fit_models *m) {
    for (int i = 0; i < RB_FIT_SERIES; i++) {
        rb_fit_series_free(&m->series[i]);
    }
    free(m->analyses);
    m->analyses = NULL;
    free(m->profiles);
    m->profiles = NULL;
    free(m->scores);
    m->scores = NULL;
    free(m->posterior.samples);
    m->posterior = (rb_fit_posterior){0};
}

rb_status rb_fit_models_take(rb_fit_models *m, rb_fit_study *searches, const rb_study_result *result,
                             bool (*interrupted)(void), rb_error *err) {
    m->analyses = calloc((size_t)m->count, sizeof *m->analyses);
    if (m->analyses == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    }
    for (int i = 0; i < m->count; i++) {
        rb_fit_study_best(searches, i, result, &m->best[i]);
        if (isfinite(m->best[i].F) && (interrupted == NULL || !interrupted())) {
            rb_fit_determined(&m->fits[i], m->best[i].values, &m->analyses[i], NULL);
        }
    }
    return RB_OK;
}

/* Adds the profiles of a name in a model; *found: it has such a parameter. */
static void add_profiles(rb_fit_models *m, int model, const char *name, bool *found) {
    const rb_fit *fit = &m->fits[model];
    for (int i = 0; i < rb_fit_count(fit); i++) {
        char full[200];
        int series = -1;
        rb_fit_name(fit, i, full, sizeof full);
        if (strcmp(full, name) == 0 || strcmp(rb_fit_free_at(fit, i, &series)->name, name) == 0) {
            m->profiles[m->profile_count++] = (rb_fit_profile){.model = model, .parameter = i};
            *found = true;
        }
    }
}

rb_status rb_fit_models_choose_profiles(rb_fit_models *m, const char *names, rb_error *err) {
    char name[200];
    int name_count = 0;
    for (const char *rest = names; rb_list_next(&rest, ',', name, sizeof name);) {
        name_count++;
    }
    m->profiles = calloc((size_t)(name_count * m->count) * RB_FIT_ALL + 1, sizeof *m->profiles);
    if (m->profiles == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    }
    for (const char *rest = names; rb_list_next(&rest, ',', name, sizeof name);) {
        bool found = false;
        for (int i = 0; i < m->count; i++) {
            add_profiles(m, i, name, &found);
        }
        if (!found) {
            return rb_fail(err, RB_ERR_INPUT, "--profile: expected free parameters, got \"%s\"", name);
        }
    }
    return RB_OK;
}

rb_status rb_fit_models_profile(rb_fit_models *m, const rb_study_options *options, bool *complete,
                                rb_error *err) {
    rb_fitted fitted[RB_FIT_MODELS];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        fitted[i] = (rb_fitted){&m->fits[i], &m->best[i]};
    }
    for (int i = 0; i < m->profile_count; i++) { /* only of models that have a result */
        if (isfinite(m->best[m->profiles[i].model].F)) {
            m->profiles[count++] = m->profiles[i];
        }
    }
    m->profile_count = count;
    *complete = true;
    return count > 0 ? rb_fit_profiles_run(fitted, m->profiles, count, options, complete, err) : RB_OK;
}

int rb_fit_models_best(const rb_fit_models *m) {
    int best = 0;
    for (int i = 1; i < m->count; i++) {
        if (m->best[i].F < m->best[best].F || !isfinite(m->best[best].F)) {
            best = i;
        }
    }
    return best;
}

rb_status rb_fit_models_sample(rb_fit_models *m, const rb_study_options *options, bool *complete,
                               rb_error *err) {
    int best = rb_fit_models_best(m);
    if (!isfinite(m->best[best].F)) {
        return rb_fail(err, RB_ERR_INPUT, "--posterior: expected a model that can be fitted, got none");
    }
    return rb_fit_posterior_run(&m->fits[best], &m->best[best], m->spec->fit.seed, options, &m->posterior,
                                complete, err);
}

/* ---------------------------------------------------------------- tables */

bool rb_fit_has_points(const rb_fit *fit) {
    const rb_fit_series *s = &fit->series[0];
    return s->marker[0] >= 0 && s->scale[0] == 1;
}

/* Writes what the model fixes, what the data do not determine, and which parameters are hard to separate. */
static void write_notes(FILE *out, const rb_fit *fit, const rb_fit_analysis *a) {
    if (fit->constraints[0] != '\0') {
        fprintf(out, "# %s: %s\n", fit->scene.id, fit->constraints);
    }
    for (int i = 0; i < a->undetermined_count; i++) {
        char text[640];
        rb_fit_describe(fit, a, i, text, sizeof text);
        fprintf(out, "# %s: %s\n", fit->scene.id, text);
    }
    for (int i = 0; i < a->parameter_count; i++) {
        for (int k = 0; k < i; k++) {
            if (fabs(a->correlation[i][k]) >= 0.9) {
                char one[200], other[200];
                rb_fit_name(fit, i, one, sizeof one);
                rb_fit_name(fit, k, other, sizeof other);
                fprintf(out, "# %s: correlation of %s and %s: %.3f\n", fit->scene.id, other, one,
                        a->correlation[i][k]);
            }
        }
    }
}

/* Writes the limits of a profile in words. */
static void write_profile_note(FILE *out, const rb_fit_models *t, const rb_fit_profile *p) {
    char name[200], low[40] = "no lower limit", high[40] = "no upper limit";
    rb_fit_name(&t->fits[p->model], p->parameter, name, sizeof name);
    if (isfinite(p->low)) {
        snprintf(low, sizeof low, "%.6g", p->low);
    }
    if (isfinite(p->high)) {
        snprintf(high, sizeof high, "%.6g", p->high);
    }
    double least = 0;
    for (int i = 0; i < p->count; i++) {
        least = fmin(least, isnan(p->rise[i]) ? 0 : p->rise[i]);
    }
    fprintf(out, "# %s: profile of %s: 95 %% from %s to %s%s\n", t->fits[p->model].scene.id, name, low, high,
            least < -0.5 ? "; it found a better fit: use --restarts" : "");
}

bool rb_fit_profiles_write(FILE *out, const rb_fit_models *t) {
    static const char *const names[] = {"model", "parameter", "value", "chi2_rise"};
    rb_csv csv = {.out = out, .digits = 10};
    if (!rb_spec_table_head(out, t->spec, RB_SPEC_FIT)) {
        return false;
    }
    for (int i = 0; i < t->profile_count; i++) {
        write_profile_note(out, t, &t->profiles[i]);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rb_csv_text(&csv, names[i]);
    }
    rb_csv_end_row(&csv);
    for (int i = 0; i < t->profile_count; i++) {
        const rb_fit_profile *p = &t->profiles[i];
        for (int k = 0; k < p->count; k++) {
            char name[200];
            rb_fit_name(&t->fits[p->model], p->parameter, name, sizeof name);
            rb_csv_text(&csv, t->fits[p->model].scene.id);
            rb_csv_text(&csv, name);
            rb_csv_number(&csv, p->value[k]);
            rb_csv_number(&csv, p->rise[k]);
            rb_csv_end_row(&csv);
        }
    }
    return true;
}

bool rb_fit_table_write(FILE *out, const rb_fit_models *t) {
    bool points = rb_fit_has_points(&t->fits[0]);
    if (!rb_spec_table_head(out, t->spec, RB_SPEC_FIT)) {
        return false;
    }
    for (int m = 0; t->analyses != NULL && m < t->count; m++) {
        write_notes(out, &t->fits[m], &t->analyses[m]);
    }
    for (int i = 0; i < t->profile_count; i++) {
        write_profile_note(out, t, &t->profiles[i]);
    }
    rb_csv csv = {.out = out, .digits = 10};
    static const char *const names[] = {"evaluations", "parameter", "value", "low", "high"};
    rb_csv_text(&csv, "model");
    rb_csv_text(&csv, points ? "F_o_mm2" : "F_o");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rb_csv_text(&csv, names[i]);
    }
    rb_csv_end_row(&csv);
    for (int m = 0; m < t->count; m++) {
        const rb_fit_result *r = &t->best[m];
        for (int i = 0; i < rb_fit_count(&t->fits[m]); i++) {
            char name[200];
            rb_fit_name(&t->fits[m], i, name, sizeof name);
            rb_csv_text(&csv, t->fits[m].scene.id);
            rb_csv_number(&csv, (points ? 1e6 : 1) * r->F);
            rb_csv_number(&csv, r->evaluations);
            rb_csv_text(&csv, name);
            rb_csv_number(&csv, r->values[i]);
            rb_csv_number(&csv, r->low[i]);
            rb_csv_number(&csv, r->high[i]);
            rb_csv_end_row(&csv);
        }
    }
    return true;
}

bool rb_fit_correlations_write(FILE *out, const rb_fit_models *t) {
    rb_csv csv = {.out = out, .digits = 6};
    if (!rb_spec_table_head(out, t->spec, RB_SPEC_FIT)) {
        return false;
    }
    static const char *const names[] = {"model", "parameter", "other", "correlation"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rb_csv_text(&csv, names[i]);
    }
    rb_csv_end_row(&csv);
    for (int m = 0; t->analyses != NULL && m < t->count; m++) {
        const rb_fit_analysis *a = &t->analyses[m];
        for (int i = 0; i < a->parameter_count * a->parameter_count; i++) {
            char one[200], other[200];
            rb_fit_name(&t->fits[m], i / a->parameter_count, one, sizeof one);
            rb_fit_name(&t->fits[m], i % a->parameter_count, other, sizeof other);
            rb_csv_text(&csv, t->fits[m].scene.id);
            rb_csv_text(&csv, one);
            rb_csv_text(&csv, other);
            rb_csv_number(&csv, a->correlation[i / a->parameter_count][i % a->parameter_count]);
            rb_csv_end_row(&csv);
        }
    }
    return true;
}

bool rb_fit_samples_write(FILE *out, const rb_fit_models *t) {
    const rb_fit_posterior *p = &t->posterior;
    const rb_fit *fit = &t->fits[rb_fit_models_best(t)];
    rb_csv csv = {.out = out, .digits = 10};
    char name[200];
    if (!rb_spec_table_head(out, t->spec, RB_SPEC_FIT)) {
        return false;
    }
    fprintf(out, "# posterior of %s: %d samples of %d walkers, %.0f %% of the moves accepted\n",
            fit->scene.id, p->count, p->walkers, 100 * p->acceptance);
    for (int i = 0; p->count > 0 && i < p->parameters; i++) {
        rb_fit_name(fit, i, name, sizeof name);
        fprintf(out, "# %s: median %.6g, 95 %% from %.6g to %.6g\n", name,
                rb_fit_posterior_quantile(p, i, 0.5), rb_fit_posterior_quantile(p, i, 0.025),
                rb_fit_posterior_quantile(p, i, 0.975));
    }
    for (int i = 0; i < rb_fit_count(fit); i++) {
        rb_fit_name(fit, i, name, sizeof name);
        rb_csv_text(&csv, name);
    }
    rb_csv_text(&csv, "chi2");
    rb_csv_end_row(&csv);
    for (int i = 0; i < p->count; i++) {
        for (int k = 0; k <= p->parameters; k++) {
            rb_csv_number(&csv, p->samples[i * (p->parameters + 1) + k]);
        }
        rb_csv_end_row(&csv);
    }
    return true;
}

bool rb_fit_fitted_write(FILE *out, const rb_fit_models *models) {
    int best = rb_fit_models_best(models);
    rb_scene scene;
    char *text = NULL;
    if (rb_fit_scene(&models->fits[best], models->best[best].values, 0, &scene, NULL) == RB_OK) {
        text = rb_scene_to_text(&scene);
    }
    if (text != NULL) {
        fputs(text, out);
    }
    free(text);
    return text != NULL;
}
