#include "analysis/background.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "analysis/study_control.h"
#include "base/system.h"

struct rb_background {
    rb_study study;
    rb_study_options options;
    rb_study_result result;
    rb_study_control *control;
    rb_study_pool *pool;    /* NULL: no threads */
    double *rows;           /* without threads: of one chunk */
    bool idle;              /* without threads: nothing is left to do */
    double until;           /* without threads: when the owner's time is up */
    int64_t *order;         /* jobs as they are done */
    atomic_llong delivered; /* of them */
    int64_t taken;
};

/* Rows and order are written before the count is increased. */
static void deliver(void *context, int64_t first, int count, const double *rows) {
    rb_background *b = context;
    (void)rows;
    long long at = atomic_load_explicit(&b->delivered, memory_order_relaxed);
    for (int i = 0; i < count; i++) {
        b->order[at + i] = first + i;
    }
    atomic_store_explicit(&b->delivered, at + count, memory_order_release);
}

rb_background *rb_background_begin(const rb_study *study, bool threaded, rb_error *err) {
    rb_background *b = calloc(1, sizeof *b);
    if (b == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
        return NULL;
    }
    b->study = *study;
    b->study.chunk = threaded ? study->chunk : 1; /* a slice of a frame has no room for more */
    b->options = (rb_study_options){.deliver = deliver, .context = b, .idle = true};
    atomic_init(&b->delivered, 0);
    if (rb_study_open(&b->study, &b->options, &b->result, &b->control, err) != RB_OK) {
        rb_background_end(b, NULL);
        return NULL;
    }
    b->order = malloc((size_t)study->job_count * sizeof *b->order);
    b->rows = malloc((size_t)b->study.chunk * (size_t)study->width * sizeof *b->rows);
    if (b->order == NULL || b->rows == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
        rb_background_end(b, NULL);
        return NULL;
    }
    int cores = rb_study_threads(0);
    if (threaded) { /* where none can be started, the owner does the work */
        b->pool = rb_study_pool_begin(b->control, cores > 1 ? cores - 1 : 1, NULL);
    }
    return b;
}

static bool is_time_up(void *context) {
    const rb_background *b = context;
    return rb_wall_clock() >= b->until;
}

void rb_background_pump(rb_background *b, double seconds) {
    if (b->pool == NULL && !b->idle) {
        b->until = rb_wall_clock() + seconds;
        b->idle = !rb_study_do_chunks(b->control, b->rows, is_time_up, b);
    }
}

const double *rb_background_take(rb_background *b, int64_t *job) {
    if (b->taken == atomic_load_explicit(&b->delivered, memory_order_acquire)) {
        return NULL;
    }
    *job = b->order[b->taken++];
    return b->result.rows + *job * b->study.width;
}

void rb_background_cancel(rb_background *b) {
    rb_study_stop(b->control);
}

bool rb_background_ended(rb_background *b) {
    return b->pool != NULL ? rb_study_pool_done(b->pool) : b->idle || rb_study_cancelled(b->control);
}

rb_status rb_background_end(rb_background *b, rb_error *err) {
    rb_status status = RB_OK;
    if (b == NULL) {
        return RB_OK;
    }
    if (b->control != NULL) {
        rb_study_stop(b->control);
        if (b->pool != NULL) {
            rb_study_pool_end(b->pool);
        }
        status = rb_study_close(b->control, err);
    }
    rb_study_free(&b->result);
    free(b->order);
    free(b->rows);
    free(b);
    return status;
}
