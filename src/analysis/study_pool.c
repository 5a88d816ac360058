/* The threads of a study, and studies in the background. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/study_private.h"
#include "base/system.h"

struct rb_study_pool {
    rb_study_control *control;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int working; /* threads that have not ended */
    int count;
    pthread_t threads[];
};

bool rb_study_do_chunks(rb_study_control *control, double *rows, bool (*enough)(void *context),
                        void *context) {
    const rb_study *study = rb_study_of(control);
    int64_t first = 0;
    int count = 0;
    while (rb_study_take(control, &first, &count)) {
        rb_error err;
        rb_status status = study->work(study->context, first, count, control, rows, &err);
        if (status != RB_OK) {
            rb_study_fail(control, status, &err);
        } else if (!rb_study_cancelled(control)) {
            rb_study_give(control, first, count, rows);
        }
        if (enough != NULL && enough(context)) {
            return true;
        }
    }
    return false;
}

static void *work(void *argument) {
    rb_study_pool *pool = argument;
    const rb_study *study = rb_study_of(pool->control);
    double *rows = malloc((size_t)study->chunk * (size_t)study->width * sizeof *rows);
    if (rb_study_is_idle_work(pool->control)) {
        rb_thread_lower_priority();
    }
    if (rows != NULL) {
        rb_study_do_chunks(pool->control, rows, NULL, NULL);
        free(rows);
    } else {
        rb_error err;
        rb_status status = rb_fail(&err, RB_ERR_MEMORY, "study: out of memory");
        rb_study_fail(pool->control, status, &err);
    }
    pthread_mutex_lock(&pool->lock);
    pool->working--;
    pthread_cond_signal(&pool->ended);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

rb_study_pool *rb_study_pool_begin(rb_study_control *control, int threads, rb_error *err) {
    rb_study_pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->threads[0]);
    if (pool == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
        return NULL;
    }
    pool->control = control;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->ended, NULL);
    pthread_mutex_lock(&pool->lock);
    while (pool->count < threads && pthread_create(&pool->threads[pool->count], NULL, work, pool) == 0) {
        pool->count++;
    }
    pool->working = pool->count;
    pthread_mutex_unlock(&pool->lock);
    if (pool->count == 0) { /* no threads here, as in WebAssembly: the caller does the work */
        pool->working = 1;
        work(pool);
    }
    return pool;
}

bool rb_study_pool_done(rb_study_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    bool done = pool->working == 0;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

bool rb_study_pool_wait(rb_study_pool *pool) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&pool->lock);
    for (int waited = 0; pool->working > 0 && waited == 0;) {
        waited = pthread_cond_timedwait(&pool->ended, &pool->lock, &until);
    }
    bool done = pool->working == 0;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

void rb_study_pool_end(rb_study_pool *pool) {
    for (int i = 0; i < pool->count; i++) {
        pthread_join(pool->threads[i], NULL);
    }
    pthread_cond_destroy(&pool->ended);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* ---------------------------------------------------------------- background studies */

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
