/* A whole study in one call, for bindings to other languages. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/fit_study.h"
#include "analysis/study_table.h"

#include "base/macros.h"
#include "base/system.h"

static bool keep_running(void *context, const rb_study_progress *progress) {
    const volatile int *stop = context;
    (void)progress;
    return stop == NULL || *stop == 0;
}

/* A study and what its table is written from. */
typedef struct computation {
    const rb_study_spec *spec;
    rb_fit_models *models; /* of a fit, else NULL */
    rb_fit_study *searches;
} computation;

/* The table as text; NULL when out of memory. */
static char *table_of(const computation *c, const rb_study_result *result) {
    rb_text_stream text;
    if (!rb_text_open(&text)) {
        return NULL;
    }
    bool written = c->models == NULL ? rb_spec_table_write(text.stream, c->spec, result)
                                     : rb_fit_table_write(text.stream, c->models);
    if (rb_text_close(&text) && written) {
        return text.text;
    }
    free(text.text);
    return NULL;
}

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
    if (status == RB_OK) {
        c->searches = rb_fit_study_create(c->models->fits, c->models->count, fit->restarts, fit->seed, err);
        status = c->searches != NULL ? rb_fit_study_make(c->searches, "fit", study, definition, err)
                                     : RB_ERR_MEMORY;
    }
    return status;
}

static char *compute(const rb_study_spec *spec, int threads, const volatile int *stop, rb_error *err) {
    rb_study study;
    rb_study_result result = {0};
    computation c = {.spec = spec};
    char *definition = NULL, *text = NULL;
    rb_study_options options = {
        .threads = threads, .watch = keep_running, .context = (void *)(uintptr_t)stop};
    rb_status status = make(&c, &study, &definition, err);
    status = status == RB_OK ? rb_study_run(&study, &options, &result, err) : status;
    if (status == RB_OK && result.done_count < study.job_count) {
        status = rb_fail(err, RB_ERR_INPUT, "study: interrupted after %lld of %lld jobs",
                         (long long)result.done_count, (long long)study.job_count);
    }
    if (status == RB_OK && c.models != NULL) {
        status = rb_fit_models_take(c.models, c.searches, &result, NULL, err);
    }
    if (status == RB_OK && (text = table_of(&c, &result)) == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
    }
    rb_study_free(&result);
    rb_fit_study_destroy(c.searches);
    if (c.models != NULL) {
        rb_fit_models_close(c.models);
        free(c.models);
    }
    free(definition);
    return text;
}

char *rb_study_compute(const char *text, int threads, const volatile int *stop, rb_error *err) {
    RB_CHECK_ARGUMENTS_OR(text != NULL, NULL);
    rb_study_spec *spec = malloc(sizeof *spec);
    char *table = NULL;
    if (spec == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
    } else if (rb_study_spec_read_text(text, "study", spec, err) == RB_OK) {
        table = compute(spec, threads, stop, err);
    }
    free(spec);
    return table;
}

void rb_study_free_text(char *text) {
    free(text);
}
