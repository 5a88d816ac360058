#include "rattleback/study.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_private.h"
#include "base/macros.h"
#include "base/system.h"

struct rb_study_control {
    const rb_study *study;
    const rb_study_options *options;
    rb_study_result *result;
    rb_journal journal;
    double begun, looked;
    int64_t resumed;
    atomic_bool cancelled;
    pthread_mutex_t lock; /* protects everything below, the result and the journal */
    int64_t next;         /* first chunk that was not taken yet */
    int64_t *returned;    /* chunks that were put back */
    int returned_count, returned_size;
    rb_status status; /* the first failure, */
    rb_error error;   /* and its message */
};

bool rb_study_cancelled(const rb_study_control *control) {
    RB_CHECK_ARGUMENTS_OR(control != NULL, false);
    return atomic_load_explicit(&control->cancelled, memory_order_relaxed);
}

const rb_study *rb_study_of(const rb_study_control *control) {
    return control->study;
}

static void cancel(rb_study_control *control) {
    atomic_store(&control->cancelled, true);
}

static int64_t chunk_count(const rb_study *study) {
    return (study->job_count + study->chunk - 1) / study->chunk;
}

/* Jobs of a chunk; the last one may be short. */
static int jobs_in(const rb_study *study, int64_t chunk) {
    int64_t left = study->job_count - chunk * study->chunk;
    return (int)(left < study->chunk ? left : study->chunk);
}

static bool is_chunk_done(const rb_study_control *control, int64_t chunk) {
    const unsigned char *done = control->result->done + chunk * control->study->chunk;
    return memchr(done, 0, (size_t)jobs_in(control->study, chunk)) == NULL;
}

bool rb_study_take(rb_study_control *control, int64_t *first, int *count) {
    int64_t chunk = -1;
    pthread_mutex_lock(&control->lock);
    if (!rb_study_cancelled(control)) {
        if (control->returned_count > 0) {
            chunk = control->returned[--control->returned_count];
        }
        while (chunk < 0 && control->next < chunk_count(control->study)) {
            chunk = is_chunk_done(control, control->next) ? -1 : control->next;
            control->next++;
        }
    }
    pthread_mutex_unlock(&control->lock);
    if (chunk >= 0) {
        *first = chunk * control->study->chunk;
        *count = jobs_in(control->study, chunk);
    }
    return chunk >= 0;
}

static void fail_locked(rb_study_control *control, rb_status status, const rb_error *err) {
    if (control->status == RB_OK) {
        control->status = status;
        control->error = *err;
    }
    cancel(control);
}

void rb_study_fail(rb_study_control *control, rb_status status, const rb_error *err) {
    pthread_mutex_lock(&control->lock);
    fail_locked(control, status, err);
    pthread_mutex_unlock(&control->lock);
}

void rb_study_put_back(rb_study_control *control, int64_t first) {
    pthread_mutex_lock(&control->lock);
    if (control->returned_count == control->returned_size) {
        int size = control->returned_size + 16;
        int64_t *grown = realloc(control->returned, (size_t)size * sizeof *grown);
        if (grown == NULL) {
            rb_error err;
            rb_status status = rb_fail(&err, RB_ERR_MEMORY, "study: out of memory");
            fail_locked(control, status, &err);
            pthread_mutex_unlock(&control->lock);
            return;
        }
        control->returned = grown;
        control->returned_size = size;
    }
    control->returned[control->returned_count++] = first / control->study->chunk;
    pthread_mutex_unlock(&control->lock);
}

void rb_study_give(rb_study_control *control, int64_t first, int count, const double *rows) {
    const rb_study *study = control->study;
    rb_study_result *result = control->result;
    rb_error err;
    pthread_mutex_lock(&control->lock);
    memcpy(result->rows + first * study->width, rows, (size_t)count * (size_t)study->width * sizeof *rows);
    for (int i = 0; i < count; i++) {
        result->done_count += result->done[first + i] == 0;
        result->done[first + i] = 1;
    }
    rb_status status = rb_journal_add(&control->journal, first, count, study->width, rows, &err);
    if (status != RB_OK) {
        fail_locked(control, status, &err);
    }
    if (control->options->deliver != NULL) {
        control->options->deliver(control->options->context, first, count, rows);
    }
    pthread_mutex_unlock(&control->lock);
}

bool rb_study_is_idle_work(const rb_study_control *control) {
    return control->options->idle;
}

bool rb_study_is_done(rb_study_control *control) {
    pthread_mutex_lock(&control->lock);
    bool done = control->result->done_count == control->study->job_count;
    pthread_mutex_unlock(&control->lock);
    return done;
}

static void show(rb_study_control *control, double now) {
    rb_study_progress progress = {
        .total = control->study->job_count, .resumed = control->resumed, .seconds = now - control->begun};
    pthread_mutex_lock(&control->lock);
    progress.done = control->result->done_count;
    pthread_mutex_unlock(&control->lock);
    control->looked = now;
    if (!control->options->watch(control->options->context, &progress)) {
        cancel(control);
    }
}

bool rb_study_look(rb_study_control *control) {
    double now = rb_wall_clock();
    if (control->options->watch != NULL && now - control->looked >= 0.1) {
        show(control, now);
    }
    return !rb_study_cancelled(control);
}

int rb_study_threads(int threads) {
    return threads > 0 ? threads : rb_core_count();
}

static rb_status execute_here(rb_study_control *control, int threads, rb_error *err) {
    rb_study_pool *pool = rb_study_pool_begin(control, rb_study_threads(threads), err);
    if (pool == NULL) {
        return RB_ERR_MEMORY;
    }
    while (!rb_study_pool_wait(pool)) {
        rb_study_look(control);
    }
    rb_study_pool_end(pool);
    return RB_OK;
}

/* ---------------------------------------------------------------- begin and end */

static bool exists(const char *path) {
    return path != NULL && rb_path_exists(path);
}

static rb_status check_size(const rb_study *study, rb_error *err) {
    if (study->job_count < 1 || study->job_count > RB_STUDY_JOBS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "expected 1 to %d jobs, got %lld", RB_STUDY_JOBS_MAX,
                       (long long)study->job_count);
    }
    return RB_OK;
}

static rb_status read_journal(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                              rb_error *err) {
    if (exists(options->journal) && !options->resume) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: the journal of a study that was not finished; continue with --resume, or "
                       "remove it",
                       options->journal);
    }
    return rb_journal_read(options->journal, study, out->rows, out->done, &out->done_count, err);
}

static rb_status allocate(const rb_study *study, rb_study_result *out, rb_error *err) {
    size_t jobs = (size_t)study->job_count, values = jobs * (size_t)study->width;
    *out = (rb_study_result){.rows = malloc(values * sizeof(double)), .done = calloc(jobs, 1)};
    if (out->rows == NULL || out->done == NULL) {
        rb_study_free(out);
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory for %zu numbers", values);
        return RB_ERR_MEMORY;
    }
    for (size_t i = 0; i < values; i++) {
        out->rows[i] = NAN;
    }
    return RB_OK;
}

rb_status rb_study_check(const rb_study *study, const rb_study_options *options, rb_error *err) {
    RB_CHECK_ARGUMENTS(study != NULL, err);
    rb_study_result found = {0};
    rb_status status = check_size(study, err);
    if (status == RB_OK && !options->worker && (status = allocate(study, &found, err)) == RB_OK) {
        status = read_journal(study, options, &found, err);
    }
    rb_study_free(&found);
    return status;
}

void rb_study_stop(rb_study_control *control) {
    cancel(control);
}

static rb_status open_result(rb_study_control *control, rb_error *err) {
    const rb_study *study = control->study;
    const rb_study_options *options = control->options;
    rb_study_result *out = control->result;
    rb_status status = allocate(study, out, err);
    bool begun = exists(options->journal);
    if (status == RB_OK) {
        status = read_journal(study, options, out, err);
    }
    if (status == RB_OK) {
        status = rb_journal_open(&control->journal, options->journal, study, begun, err);
    }
    control->resumed = out->done_count;
    return status;
}

rb_status rb_study_open(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                        rb_study_control **opened, rb_error *err) {
    *out = (rb_study_result){0};
    *opened = NULL;
    rb_status status = check_size(study, err);
    if (status != RB_OK) {
        return status;
    }
    rb_study_control *control = calloc(1, sizeof *control);
    if (control == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
        return RB_ERR_MEMORY;
    }
    control->study = study;
    control->options = options;
    control->result = out;
    control->begun = control->looked = rb_wall_clock();
    control->journal.handle = -1;
    atomic_init(&control->cancelled, false);
    pthread_mutex_init(&control->lock, NULL);
    status = options->worker ? RB_OK : open_result(control, err);
    if (status != RB_OK) {
        rb_study_close(control, NULL);
        return status;
    }
    *opened = control;
    return RB_OK;
}

rb_status rb_study_close(rb_study_control *control, rb_error *err) {
    rb_status status = control->status;
    if (status != RB_OK) {
        rb_fail(err, status, "%s", control->error.text);
    }
    rb_journal_close(&control->journal);
    pthread_mutex_destroy(&control->lock);
    free(control->returned);
    free(control);
    return status;
}

rb_status rb_study_run(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                       rb_error *err) {
    RB_CHECK_ARGUMENTS(study != NULL && out != NULL, err);
    rb_study_control *control = NULL;
    rb_status status = rb_study_open(study, options, out, &control, err);
    if (control == NULL) {
        return status;
    }
    rb_error closing;
    status = (options->execute != NULL ? options->execute : execute_here)(control, options->threads, err);
    if (options->watch != NULL && !options->worker) {
        show(control, rb_wall_clock());
    }
    rb_status closed = rb_study_close(control, &closing);
    return status == RB_OK && closed != RB_OK ? rb_fail(err, closed, "%s", closing.text) : status;
}

void rb_study_free(rb_study_result *result) {
    if (result == NULL) {
        return;
    }
    free(result->rows);
    free(result->done);
    *result = (rb_study_result){0};
}

void rb_study_remove_journal(const char *path) {
    if (path != NULL) {
        rb_file_remove(path);
    }
}

rb_study_options rb_default_study_options(void) {
    return (rb_study_options){.threads = 0};
}
