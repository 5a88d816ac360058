/* rbsim track-film: coloured dots on a real body in films, as tables for rbsim fit. */
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "cli/film.h"
#include "cli/output.h"

typedef struct track_request {
    rb_film_options films;
    const char *csv, *summary;
} track_request;

static rb_status check(void *request, rb_error *err) {
    track_request *q = request;
    rb_status status = rb_film_options_check("track-film", &q->films, 0, err);
    return status == RB_OK ? rb_outputs_differ("--csv", q->csv, "--summary", q->summary, err) : status;
}

static const rb_option track_options[] = {
    RB_OPTION("--csv", "FILE|FOLDER/|-", "where the table goes; several films: a folder", rb_option_text,
              offsetof(track_request, csv), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--summary", "FILE|-", "write camera, counts and accuracy as JSON", rb_option_text,
              offsetof(track_request, summary), .flags = RB_OPTION_NO_RESULT),
    {0},
};

/* ---------------------------------------------------------------- results */

static double mean_sigma(const rb_film_track *track) {
    double sum = 0;
    int count = 0;
    for (int f = 0; f < track->points.frames; f++) {
        for (int i = 0; i < track->points.dots; i++) {
            sum += rb_film_track_sigma(track, f, i);
            count++;
        }
    }
    return sum / count;
}

static void put_summary(rb_json *json, const rb_film_options *q, const rb_film_track *track) {
    const rb_film_points *points = &track->points;
    double length = points->t[points->frames - 1];
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "film", q->film.path);
    rb_json_number(json, "frames", points->frames);
    rb_json_number(json, "dots", points->dots);
    rb_json_number(json, "frames_per_second", (points->frames - 1) / length);
    rb_json_number(json, "lost", track->lost);
    rb_json_number(json, "wrong_distance", track->wrong_distance);
    rb_json_number(json, "sigma", mean_sigma(track));
    rb_json_number(json, "distance_rms", track->camera.rms);
    rb_json_begin_object(json, "camera");
    rb_json_number(json, "height", rb_film_camera_height(&track->camera));
    rb_json_number(json, "tilt", rb_film_camera_tilt(&track->camera));
    rb_json_number(json, "focal", track->camera.focal);
    rb_json_end(json);
    rb_json_number(json, "turned", track->camera.turned);
    rb_json_number(json, "milliseconds_per_frame", 1e3 * track->seconds / points->frames);
    rb_json_text(json, "warning", track->warning[0] != '\0' ? track->warning : NULL);
    rb_json_end(json);
}

static rb_status track_one(track_request *q, const char *path, int index, rb_json *json, rb_error *err) {
    rb_film_track track = {0};
    char table[1200];
    rb_status status = rb_film_options_track(&q->films, path, index, &track, table, sizeof table, err);
    if (status == RB_OK) {
        put_summary(json, &q->films, &track);
    }
    rb_film_track_free(&track);
    return status;
}

static int track_films(const rb_command_line *line, void *request) {
    track_request *q = request;
    rb_error err;
    rb_json json = {0};
    int count = 0, failed = RB_EXIT_OK;
    while (rb_command_line_operand(line, count) != NULL) {
        count++;
    }
    if (rb_film_options_check("track-film", &q->films, count, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    q->films.table = q->csv != NULL ? q->csv : q->summary != NULL ? NULL : "-";
    if (count > 1 && (q->csv == NULL || q->csv[0] == '\0' || q->csv[strlen(q->csv) - 1] != '/')) {
        rb_fail(&err, RB_ERR_INPUT, "--csv: expected a folder (FOLDER/) for several films");
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_catch_interrupts(false);
    if (count > 1) {
        rb_json_begin_list(&json, NULL);
    }
    for (int i = 0; i < count && !rb_interrupted(); i++) { /* a film that fails does not stop the others */
        rb_status status = track_one(q, rb_command_line_operand(line, i), i, &json, &err);
        failed = status != RB_OK ? rb_complain_status(&err, status) : failed;
    }
    if (count > 1) {
        rb_json_end(&json);
    }
    if (q->summary != NULL && (failed == RB_EXIT_OK || count > 1)) {
        if (!rb_write_json_file(&json, q->summary, "track-film", &err)) {
            return rb_complain(&err, RB_EXIT_FAILED);
        }
    } else {
        free(rb_json_finish(&json));
    }
    return rb_exit_interrupted(failed);
}

const rb_cli_command rb_cli_track_film = {
    .name = "track-film",
    .operands = "CLIP...",
    .operands_min = 1,
    .operands_max = 64,
    .summary = "Track coloured dots on a body in films, for fit",
    .details =
        "The dots have different saturated colours and lie on the flat top of the body. ffmpeg decodes the "
        "films. The camera's height and tilt are found from the turning body and one measured distance. "
        "docs/film.md describes how to film.",
    .options = track_options,
    .groups = {RB_FILM_OPTIONS(offsetof(track_request, films))},
    RB_REQUEST(track_request),
    .check = check,
    .run = track_films,
};
