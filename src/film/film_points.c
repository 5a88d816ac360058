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

void rb_film_track_free(rb_film_track *track) {
    free(track->points.t);
    free(track->points.places);
    *track = (rb_film_track){0};
}

/* ---------------------------------------------------------------- points on the floor */

static const rb_dot_place *place_at(const rb_film_track *track, int frame, int dot) {
    return track->points.places + (size_t)frame * (size_t)track->points.dots + (size_t)dot;
}

/* Pixels per second of a dot, from the frames beside this one. */
static void speed_of(const rb_film_track *track, int frame, int dot, double speed[2]) {
    int a = frame > 0 ? frame - 1 : frame, b = frame + 1 < track->points.frames ? frame + 1 : frame;
    const rb_dot_place *p = place_at(track, a, dot), *q = place_at(track, b, dot);
    double time = track->points.t[b] - track->points.t[a];
    bool known = time > 0 && p->problem == RB_DOT_FOUND && q->problem == RB_DOT_FOUND;
    speed[0] = known ? (q->u - p->u) / time : 0;
    speed[1] = known ? (q->v - p->v) / time : 0;
}

bool rb_film_track_point(const rb_film_track *track, const rb_film_request *request, int frame, int dot,
                         double xy[2]) {
    const rb_dot_place *place = place_at(track, frame, dot);
    if (place->problem != RB_DOT_FOUND || !(track->camera.distance > 0)) {
        return false;
    }
    /* Lines further down are exposed later: move the dot back to the time of the first line. */
    double speed[2], late = request->readout * place->v / track->height;
    speed_of(track, frame, dot, speed);
    rb_film_on_floor(&track->camera, place->u - late * speed[0], place->v - late * speed[1], xy);
    return true;
}

double rb_film_track_sigma(const rb_film_track *track, int frame, int dot) {
    const rb_dot_place *place = place_at(track, frame, dot);
    return place->sigma / track->camera.focal * rb_film_camera_height(&track->camera);
}

rb_status rb_film_guess_markers(const rb_film_track *track, const rb_film_request *request, double z,
                                rb_vec3 *markers, rb_error *err) {
    const rb_film_points *points = &track->points;
    double height = rb_film_camera_height(&track->camera), shrink = 1 - request->dot_height / height;
    int count = 0;
    memset(markers, 0, (size_t)points->dots * sizeof *markers);
    for (int f = 0; f < points->frames; f++) {
        double xy[RB_DOTS_MAX][2] = {{0}};
        bool all = true;
        for (int i = 0; i < points->dots; i++) {
            all = rb_film_track_point(track, request, f, i, xy[i]) && all;
        }
        double along[2] = {xy[1][0] - xy[0][0], xy[1][1] - xy[0][1]},
               length = all ? hypot(along[0], along[1]) : 0;
        if (!(length > 0)) {
            continue;
        }
        count++;
        for (int i = 0; i < points->dots; i++) {
            double x = xy[i][0] - (xy[0][0] + xy[1][0]) / 2, y = xy[i][1] - (xy[0][1] + xy[1][1]) / 2;
            markers[i].x += shrink * (x * along[0] + y * along[1]) / length;
            markers[i].y += shrink * (y * along[0] - x * along[1]) / length;
        }
    }
    for (int i = 0; i < points->dots && count > 0; i++) {
        markers[i] = (rb_vec3){markers[i].x / count, markers[i].y / count, z};
    }
    return count > 0 ? RB_OK : rb_fail(err, RB_ERR_INPUT, "film: %s: no frame shows all dots", request->path);
}

static void write_names(rb_csv *csv, int dots) {
    static const char *const kinds[] = {"xy", "uv", "sigma", "problem"};
    rb_csv_text(csv, "t");
    for (int kind = 0; kind < 4; kind++) {
        for (int i = 0; i < dots; i++) {
            char name[24];
            if (kind < 2) {
                snprintf(name, sizeof name, "%c%d", kinds[kind][0], i + 1);
                rb_csv_text(csv, name);
                snprintf(name, sizeof name, "%c%d", kinds[kind][1], i + 1);
            } else {
                snprintf(name, sizeof name, "%s%d", kinds[kind], i + 1);
            }
            rb_csv_text(csv, name);
        }
    }
    rb_csv_end_row(csv);
}

void rb_film_track_write(const rb_film_track *track, const rb_film_request *request, FILE *out) {
    rb_csv csv = {.out = out, .digits = 8};
    const rb_film_points *points = &track->points;
    if (track->camera.distance > 0) {
        fprintf(out,
                "# Dots of %s on the floor, seen from a camera %.6g m above the origin (rattleback %s)\n",
                request->path, rb_film_camera_height(&track->camera), rb_version());
    } else {
        fprintf(out, "# Dots of %s, camera not found (rattleback %s)\n", request->path, rb_version());
    }
    fputs("# units: t s, x y sigma m, u v px; problem: 0 none, 1 not found, 2 outside, 3 wrong distance\n",
          out);
    write_names(&csv, points->dots);
    for (int f = 0; f < points->frames; f++) {
        rb_csv_number(&csv, points->t[f]);
        for (int i = 0; i < points->dots; i++) {
            double xy[2] = {NAN, NAN};
            rb_film_track_point(track, request, f, i, xy);
            rb_csv_number(&csv, xy[0]);
            rb_csv_number(&csv, xy[1]);
        }
        for (int i = 0; i < points->dots; i++) {
            rb_csv_number(&csv, place_at(track, f, i)->u);
            rb_csv_number(&csv, place_at(track, f, i)->v);
        }
        for (int i = 0; i < points->dots; i++) {
            rb_csv_number(&csv, rb_film_track_sigma(track, f, i));
        }
        for (int i = 0; i < points->dots; i++) {
            rb_csv_number(&csv, place_at(track, f, i)->problem);
        }
        rb_csv_end_row(&csv);
    }
}
