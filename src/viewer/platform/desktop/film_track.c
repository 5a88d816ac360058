/* Tracks a film in a thread, while ffmpeg decodes it in its own process. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "film/reader.h"
#include "viewer/platform/film_track.h"

struct rb_film_tracking {
    rb_film_request request;
    char path[RB_FILM_PATH_MAX];
    rb_film_track track;
    rb_status status;
    rb_error problem;
    atomic_int thousandths;
    atomic_bool cancelled, ended;
    pthread_t thread;
};

static bool report(void *context, double share) {
    rb_film_tracking *k = context;
    k->thousandths = (int)(1000 * share);
    return k->cancelled;
}

static void *work(void *context) {
    rb_film_tracking *k = context;
    k->status = rb_film_track_file(&k->request, report, k, &k->track, &k->problem);
    k->ended = true;
    return NULL;
}

rb_status rb_film_tracking_begin(const rb_film_request *request, rb_film_tracking **out, rb_error *err) {
    rb_film_tracking *k = calloc(1, sizeof *k);
    *out = NULL;
    if (k == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "film: out of memory");
    }
    k->request = *request;
    snprintf(k->path, sizeof k->path, "%s", request->path);
    k->request.path = k->path;
    if (pthread_create(&k->thread, NULL, work, k) != 0) {
        free(k);
        return rb_fail(err, RB_ERR_MEMORY, "film: no thread could be started");
    }
    *out = k;
    return RB_OK;
}

double rb_film_tracking_share(const rb_film_tracking *k) {
    return k->thousandths / 1000.0;
}

bool rb_film_tracking_ended(const rb_film_tracking *k) {
    return k->ended;
}

void rb_film_tracking_cancel(rb_film_tracking *k) {
    k->cancelled = true;
}

rb_status rb_film_tracking_end(rb_film_tracking *k, rb_film_track *track, rb_error *err) {
    rb_film_tracking_cancel(k);
    pthread_join(k->thread, NULL);
    *track = k->track;
    rb_status status = k->status == RB_OK ? RB_OK : rb_fail(err, k->status, "%s", k->problem.text);
    free(k);
    return status;
}
