/* A whole study in one call, for bindings to other languages. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/study_table.h"

static bool keep_running(void *context, const rb_study_progress *progress) {
    const volatile int *stop = context;
    (void)progress;
    return stop == NULL || *stop == 0;
}

/* The table as text; NULL when out of memory. */
static char *table_of(const rb_study_spec *spec, const rb_study_result *result) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool written = out != NULL && rb_spec_table_write(out, spec, result);
    bool closed = out != NULL && fclose(out) == 0;
    if (!written || !closed) {
        free(text);
        return NULL;
    }
    return text;
}

static char *compute(const rb_study_spec *spec, int threads, const volatile int *stop, rb_error *err) {
    rb_study study;
    rb_study_result result = {0};
    char *definition = NULL, *text = NULL;
    rb_study_options options = {
        .threads = threads, .watch = keep_running, .context = (void *)(uintptr_t)stop};
    rb_status status = rb_study_spec_study(spec, "study", &study, &definition, err);
    status = status == RB_OK ? rb_study_run(&study, &options, &result, err) : status;
    if (status == RB_OK && result.done_count < study.job_count) {
        rb_fail(err, RB_ERR_INPUT, "study: interrupted after %lld of %lld jobs", (long long)result.done_count,
                (long long)study.job_count);
    } else if (status == RB_OK && (text = table_of(spec, &result)) == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
    }
    rb_study_free(&result);
    free(definition);
    return text;
}

char *rb_study_compute(const char *text, int threads, const volatile int *stop, rb_error *err) {
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
