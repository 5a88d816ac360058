/* Tracked films as points on the floor: places, tables, the markers and parameters of a fit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "film/film_points.h"
#include "sim/csv.h"

void rb_film_track_free(rb_film_track *track) {
    free(track->points.t);
    free(track->points.places);
    *track = (rb_film_track){0};
}

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

/* ---------------------------------------------------------------- the fit */

static double body_value(const rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), name);
    return index >= 0 ? scene->values[RB_SECTION_BODY][index] : 0;
}

void rb_film_fit_default(rb_fit_spec *fit, const rb_scene *scene) {
    bool has_skew = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), "B12") >= 0;
    const char *skew = !has_skew ? "" : body_value(scene, "B12") != 0 ? ",body.B12" : ",body.alpha";
    if (fit->free[0] == '\0') {
        snprintf(fit->free, sizeof fit->free, "contact%s,markers", skew);
    }
    snprintf(fit->free_start, sizeof fit->free_start, "all");
    fit->film = true;
    fit->seed = 1;
}

rb_status rb_film_fit_camera(rb_fit_spec *fit, const rb_scene *scene, const rb_film_track *track,
                             const rb_film_request *request, double error, rb_error *err) {
    bool guessed = fit->camera.marker_count == 0;
    rb_status status = RB_OK;
    if (!(fit->camera.height > 0)) {
        fit->camera.height = rb_film_camera_height(&track->camera);
    }
    if (guessed) {
        double z = request->dot_height - body_value(scene, "a3"); /* from the ellipsoid's centre */
        status = rb_film_guess_markers(track, request, z, fit->camera.markers, err);
        fit->camera.marker_count = track->points.dots;
    } else if (fit->camera.marker_count != track->points.dots) {
        return rb_fail(err, RB_ERR_INPUT, "--markers: expected %d places, one for each dot, got %d",
                       track->points.dots, fit->camera.marker_count);
    }
    double longest = 2 * fmax(body_value(scene, "a1"), body_value(scene, "a2"));
    if (longest > 0 && request->distance > longest) {
        return rb_fail(err, RB_ERR_INPUT,
                       "film: the distance of dots 1 and 2, %.4g mm, is larger than the stone, %.4g mm: "
                       "measure it again, "
                       "or correct a1 of the scene",
                       1e3 * request->distance, 1e3 * longest);
    }
    if (fit->priors[0] == '\0' && strstr(fit->free, "markers") != NULL) {
        error = error > 0 ? error : guessed ? 0.005 : 0.001;
        snprintf(fit->priors, sizeof fit->priors, "markers=%.9g", error);
    }
    return status;
}
