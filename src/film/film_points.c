#include "film/film_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "film/reader.h"
#include "math/pi.h"
#include "sim/csv.h"

/* ---------------------------------------------------------------- tracking */

typedef struct tracking {
    const rb_film_request *request;
    rb_film_track *track;
    rb_dot_tracker tracker;
    unsigned char *planes;
    double *stamps; /* of the file */
    int stamp_count, room;
} tracking;

static void store_frame(tracking *k) {
    rb_film_points *points = &k->track->points;
    for (int i = 0; i < k->request->correction_count; i++) {
        const rb_film_correction *c = &k->request->corrections[i];
        if (c->frame == points->frames) {
            rb_dots_correct(&k->tracker, c->dot, c->u, c->v);
        }
    }
    for (int i = 0; i < points->dots; i++) {
        points->places[(size_t)points->frames * (size_t)points->dots + (size_t)i] = k->tracker.dots[i].place;
    }
    points->frames++;
}

/* Two stones, or something of a dot's colour in the picture, can be confused with the dot. */
static void look_for_twins(tracking *k, const rb_film_frame *frame) {
    double u, v;
    for (int i = 0; i < k->tracker.count; i++) {
        if (rb_dots_find_twin(&k->tracker, frame, i, &u, &v)) {
            snprintf(
                k->track->warning, sizeof k->track->warning,
                "a second spot like dot %d is at (%.0f, %.0f) of the first frame: is there another stone?",
                i + 1, u, v);
        }
    }
}

static rb_status read_frames(tracking *k, rb_film_reader *reader, rb_film_progress *progress, void *context,
                             rb_error *err) {
    rb_film_track *track = k->track;
    rb_status status = RB_OK;
    rb_film_frame frame = rb_film_frame_of(track->width, track->height, k->planes);
    while (status == RB_OK && track->points.frames < k->room && rb_film_reader_next(reader, k->planes)) {
        double begun = rb_core_clock();
        if (track->points.frames == 0) {
            status = rb_dots_begin(&k->tracker, &frame, k->request->places, k->request->dots, err);
            if (status == RB_OK) {
                look_for_twins(k, &frame);
            }
        } else {
            rb_dots_next(&k->tracker, &frame);
        }
        if (status == RB_OK) {
            store_frame(k);
        }
        track->seconds += rb_core_clock() - begun;
        if (progress != NULL && progress(context, (double)track->points.frames / k->room)) {
            break;
        }
    }
    if (status == RB_OK && track->points.frames < 2) {
        return rb_fail(err, RB_ERR_INPUT, "film: %s: expected at least 2 frames, got %d", k->request->path,
                       track->points.frames);
    }
    return status;
}

/* Times of the frames: those of the file, or at an even rate. */
static rb_status set_times(tracking *k, rb_error *err) {
    rb_film_points *points = &k->track->points;
    double rate = k->request->rate;
    if (!(rate > 0) && k->stamp_count < points->frames) {
        return rb_fail(err, RB_ERR_INPUT,
                       "film: %s: %d of %d frames have a time stamp; give the frames per second (--rate)",
                       k->request->path, k->stamp_count, points->frames);
    }
    for (int f = 0; f < points->frames; f++) {
        points->t[f] = rate > 0 ? f / rate : k->stamps[f];
        if (f > 0 && !(points->t[f] > points->t[f - 1])) {
            return rb_fail(err, RB_ERR_INPUT,
                           "film: %s: frame %d has the time stamp of the one before; give the frames per "
                           "second (--rate)",
                           k->request->path, f);
        }
    }
    return RB_OK;
}

static rb_status open_film(tracking *k, rb_error *err) {
    rb_film_track *track = k->track;
    rb_film_facts facts;
    rb_status status = rb_film_probe(k->request->path, &facts, err);
    status = status == RB_OK ? rb_film_times(k->request->path, &k->stamps, &k->stamp_count, err) : status;
    if (status != RB_OK) {
        return status;
    }
    track->width = facts.width & ~1;
    track->height = facts.height & ~1;
    k->room =
        k->stamp_count > 0 ? k->stamp_count : (int)(fmin(facts.length, RB_FILM_SECONDS) * facts.rate) + 1;
    track->points.dots = k->request->dots;
    track->points.t = calloc((size_t)k->room, sizeof *track->points.t);
    track->points.places = calloc((size_t)k->room * (size_t)k->request->dots, sizeof *track->points.places);
    k->planes = malloc((size_t)track->width * (size_t)track->height * 3 / 2);
    bool ok = track->points.t != NULL && track->points.places != NULL && k->planes != NULL;
    return ok ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "film: %s: out of memory", k->request->path);
}

static rb_status find_camera(const rb_film_request *request, rb_film_track *track, rb_error *err) {
    char warning[sizeof track->warning] = "";
    track->camera = rb_film_camera_default(track->width, track->height, request->focal);
    track->camera.dot_height = request->dot_height;
    rb_status status =
        rb_film_calibrate(&track->camera, &track->points, request->distance, warning, sizeof warning, err);
    if (request->sides[0] > 0) { /* the body still shows how much the distances vary */
        double rms = track->camera.rms;
        warning[0] = '\0';
        status = rb_film_calibrate_sheet(&track->camera, request->corners, request->sides, err);
        track->camera.rms = rms;
    }
    if (warning[0] != '\0') {
        memcpy(track->warning, warning, sizeof warning);
    }
    return status;
}

static void count_problems(rb_film_track *track) {
    const rb_film_points *points = &track->points;
    for (int f = 0; f < points->frames; f++) {
        bool lost = false;
        for (int i = 0; i < points->dots; i++) {
            rb_dot_problem problem = points->places[(size_t)f * (size_t)points->dots + (size_t)i].problem;
            lost = lost || problem == RB_DOT_LOST || problem == RB_DOT_OUTSIDE;
        }
        track->lost += lost;
    }
}

rb_status rb_film_track_file(const rb_film_request *request, rb_film_progress *progress, void *context,
                             rb_film_track *out, rb_error *err) {
    *out = (rb_film_track){0};
    tracking k = {.request = request, .track = out};
    rb_film_reader reader;
    rb_status status = open_film(&k, err);
    if (status == RB_OK) {
        status =
            rb_film_reader_start(&reader, request->path, out->width, out->height, 0, RB_FILM_SECONDS, err);
        if (status == RB_OK) {
            status = read_frames(&k, &reader, progress, context, err);
            rb_film_reader_stop(&reader);
        }
    }
    status = status == RB_OK ? set_times(&k, err) : status;
    free(k.planes);
    free(k.stamps);
    status = status == RB_OK ? find_camera(request, out, err) : status;
    if (status != RB_OK) {
        out->camera.distance = 0;
    } else {
        out->wrong_distance = rb_film_check_distances(&out->camera, &out->points);
        status = out->wrong_distance >= 0 ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "film: out of memory");
        count_problems(out);
    }
    return status;
}
