/* The threads of a study. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/study_control.h"
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
    if (pool->count == 0) { /* with fewer threads than requested the study only takes longer */
        rb_study_pool_end(pool);
        rb_fail(err, RB_ERR_MEMORY, "study: no thread could be started");
        return NULL;
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
