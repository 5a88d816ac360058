/* A whole study in one call, for bindings to other languages. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/basins.h"
#include "analysis/fit_study.h"
#include "base/json.h"
#include "base/macros.h"
#include "base/system.h"
#include "rattleback/compute.h"

/* A study, what is requested, and what its files are written from. */
typedef struct computation {
    const rb_study_spec *spec;
    const rb_study_extras *extras;
    rb_study_result result;
    rb_fit_models *models; /* of a fit, else NULL */
    rb_fit_study *searches;
    const volatile int *stop;
    rb_compute_control *control; /* may be NULL */
    double begin, end;           /* the present stage, as shares of the whole */
} computation;

static bool keep_running(void *context, const rb_study_progress *progress) {
    computation *c = context;
    if (c->control != NULL && progress->total > 0) {
        c->control->share = c->begin + (c->end - c->begin) * (double)progress->done / (double)progress->total;
    }
    return c->stop == NULL || *c->stop == 0;
}

/* ---- files --------------------------------------------------------------------------------------- */

static bool write_table(FILE *out, const computation *c) {
    return c->models == NULL ? rb_spec_table_write(out, c->spec, &c->result)
                             : rb_fit_table_write(out, c->models);
}
static bool write_periods(FILE *out, const computation *c) {
    return rb_bifurcation_periods_write(out, c->spec, (rb_study_rows){c->result.rows, c->result.done});
}
static bool write_summary(FILE *out, const computation *c) {
    return rb_basins_summary_write(out, c->spec, (rb_study_rows){c->result.rows, c->result.done});
}
static bool write_correlations(FILE *out, const computation *c) {
    return rb_fit_correlations_write(out, c->models);
}
static bool write_fitted(FILE *out, const computation *c) {
    return rb_fit_fitted_write(out, c->models);
}
static bool write_profiles(FILE *out, const computation *c) {
    return rb_fit_profiles_write(out, c->models);
}
static bool write_comparison(FILE *out, const computation *c) {
    return rb_fit_scores_write(out, c->models);
}
static bool write_posterior(FILE *out, const computation *c) {
    return rb_fit_samples_write(out, c->models);
}

typedef bool file_writer(FILE *out, const computation *c);

/* A file as text; NULL when out of memory. */
static char *text_of(file_writer *write, const computation *c) {
    rb_text_stream text;
    if (!rb_text_open(&text)) {
        return NULL;
    }
    bool written = write(text.stream, c);
    if (rb_text_close(&text) && written) {
        return text.text;
    }
    free(text.text);
    return NULL;
}

/* All files as JSON; NULL when out of memory. */
static char *files_of(const computation *c) {
    const rb_spec_kind kind = c->spec->kind;
    const rb_study_extras *w = c->extras;
    const struct {
        const char *name;
        file_writer *write;
        bool wanted;
    } files[] = {
        {"csv", write_table, true},
        {"periods", write_periods, kind == RB_SPEC_BIFURCATION},
        {"summary", write_summary, kind == RB_SPEC_BASINS},
        {"correlations", write_correlations, kind == RB_SPEC_FIT},
        {"fitted", write_fitted, kind == RB_SPEC_FIT},
        {"profiles", write_profiles, kind == RB_SPEC_FIT && w->profile != NULL},
        {"comparison", write_comparison, kind == RB_SPEC_FIT && w->compare != 0},
        {"posterior", write_posterior, kind == RB_SPEC_FIT && w->steps > 0},
    };
    rb_json json = {0};
    bool complete = true;
    rb_json_begin_object(&json, NULL);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *text = files[i].wanted ? text_of(files[i].write, c) : NULL;
        complete = complete && (text != NULL || !files[i].wanted);
        if (text != NULL) {
            rb_json_text(&json, files[i].name, text);
        }
        free(text);
    }
    rb_json_end(&json);
    char *text = rb_json_finish(&json);
    if (!complete) {
        free(text);
        text = NULL;
    }
    return text;
}

/* ---- the study ----------------------------------------------------------------------------------- */

/* Makes the study; of a fit with its models. */
static rb_status make(computation *c, rb_study *study, char **definition, rb_error *err) {
    if (c->spec->kind != RB_SPEC_FIT) {
        return rb_study_spec_study(c->spec, "study", study, definition, err);
    }
    c->models = calloc(1, sizeof *c->models);
    if (c->models == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "fit: out of memory");
    }
    const rb_fit_spec *fit = &c->spec->fit;
    rb_status status = rb_fit_models_open(c->models, c->spec, err);
    if (status == RB_OK && c->extras->profile != NULL) {
        status = rb_fit_models_choose_profiles(c->models, c->extras->profile, err);
    }
    if (status == RB_OK) {
        c->searches = rb_fit_study_create(c->models->fits, c->models->count, fit->restarts, fit->seed, err);
        status = c->searches != NULL ? rb_fit_study_make(c->searches, "fit", study, definition, err)
                                     : RB_ERR_MEMORY;
    }
    return status;
}

/* Takes the results of a fit, and computes what else is requested from them. */
static rb_status continue_fit(computation *c, const rb_study_options *options, rb_error *err) {
    rb_fit_models *models = c->models;
    const struct {
        bool wanted;
        rb_status (*run)(rb_fit_models *, const rb_study_options *, bool *, rb_error *);
    } stages[] = {{c->extras->profile != NULL, rb_fit_models_profile},
                  {c->extras->compare != 0, rb_fit_models_score},
                  {c->extras->steps > 0, rb_fit_models_sample}};
    rb_status status = rb_fit_models_take(models, c->searches, &c->result, NULL, err);
    models->posterior.steps = c->extras->steps;
    models->posterior.walkers = c->extras->walkers;
    for (int i = 0; status == RB_OK && i < 3; i++) {
        bool complete = true;
        c->begin = c->end;
        c->end = (i + 2) / 4.0;
        status = stages[i].wanted ? stages[i].run(models, options, &complete, err) : RB_OK;
        if (status == RB_OK && !complete) {
            status = rb_fail(err, RB_ERR_INPUT, "study: interrupted");
        }
    }
    return status;
}

/* Runs the study, and returns what `write` makes of it. */
static char *compute(computation *c, int threads, char *(*write)(const computation *c), rb_error *err) {
    rb_study study;
    char *definition = NULL, *text = NULL;
    rb_study_options options = {.threads = threads, .watch = keep_running, .context = c};
    c->end = c->spec->kind == RB_SPEC_FIT ? 0.25 : 1;
    rb_status status = make(c, &study, &definition, err);
    status = status == RB_OK ? rb_study_run(&study, &options, &c->result, err) : status;
    if (status == RB_OK && c->result.done_count < study.job_count) {
        status = rb_fail(err, RB_ERR_INPUT, "study: interrupted after %lld of %lld jobs",
                         (long long)c->result.done_count, (long long)study.job_count);
    }
    status = status == RB_OK && c->models != NULL ? continue_fit(c, &options, err) : status;
    if (status == RB_OK && (text = write(c)) == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
    }
    rb_study_free(&c->result);
    rb_fit_study_destroy(c->searches);
    if (c->models != NULL) {
        rb_fit_models_close(c->models);
        free(c->models);
    }
    free(definition);
    return text;
}

static char *table_of(const computation *c) {
    return text_of(write_table, c);
}

/* Reads the definition, and runs it. */
static char *compute_text(const char *text, computation *c, int threads, char *(*write)(const computation *c),
                          rb_error *err) {
    rb_study_spec *spec = malloc(sizeof *spec);
    char *written = NULL;
    if (spec == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
    } else if (rb_study_spec_read_text(text, "study", spec, err) == RB_OK) {
        c->spec = spec;
        written = compute(c, threads, write, err);
    }
    free(spec);
    return written;
}

static const rb_study_extras no_extras;

char *rb_study_compute(const char *text, int threads, const volatile int *stop, rb_error *err) {
    RB_CHECK_ARGUMENTS_OR(text != NULL, NULL);
    computation c = {.stop = stop, .extras = &no_extras};
    return compute_text(text, &c, threads, table_of, err);
}

char *rb_study_compute_files(const char *text, const rb_study_extras *extras, int threads,
                             rb_compute_control *control, rb_error *err) {
    RB_CHECK_ARGUMENTS_OR(text != NULL, NULL);
    computation c = {.extras = extras != NULL ? extras : &no_extras,
                     .control = control,
                     .stop = control != NULL ? &control->stop : NULL};
    if (c.extras->steps != 0 && (c.extras->steps < 5 || c.extras->steps > 1000000)) {
        rb_fail(err, RB_ERR_INPUT, "steps: expected 0 or 5 to 1000000, got %d", c.extras->steps);
        return NULL;
    }
    return compute_text(text, &c, threads, files_of, err);
}

void rb_study_free_text(char *text) {
    free(text);
}
