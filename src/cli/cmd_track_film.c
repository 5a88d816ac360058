/* rbsim track-film: coloured dots on a real body in films, as tables for rbsim fit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "film/film_points.h"

typedef struct film_request {
    rb_film_request film; /* what all films share */
    rb_text_list dots, corrections;
    const char *sheet;
    const char *csv, *summary;
} film_request;

/* ---------------------------------------------------------------- options */

typedef struct unit {
    const char *name;
    double factor;
} unit;

static const unit lengths[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"in", 0.0254}, {"", 1}, {NULL, 0}};
static const unit times[] = {{"ms", 1e-3}, {"s", 1}, {"", 1}, {NULL, 0}};

/* Reads a number with a unit; a number alone is in SI units. Returns what follows, NULL: neither. */
static const char *read_with_unit(const char *text, const unit *units, double *value) {
    char *end;
    double number = rb_number_read(text, &end);
    if (end == text) {
        return NULL;
    }
    end += strspn(end, " ");
    for (; units->name != NULL; units++) {
        size_t length = strlen(units->name);
        if (strncmp(end, units->name, length) == 0 && strchr(" ,x", end[length]) != NULL) {
            *value = number * units->factor;
            return end + length;
        }
    }
    return NULL;
}

static rb_status read_quantity(const rb_option *option, const char *text, const unit *units,
                               const char *example, double *value, rb_error *err) {
    const char *rest = read_with_unit(text, units, value);
    bool above = (option->flags & RB_OPTION_ABOVE_MIN) != 0;
    bool fits = rest != NULL && rest[strspn(rest, " ")] == '\0' && *value <= option->max &&
                (above ? *value > option->min : *value >= option->min);
    return fits ? RB_OK
                : rb_fail(err, RB_ERR_INPUT, "%s: expected %s, got \"%.60s\"", option->name, example, text);
}

static rb_status read_length(const rb_option *option, const char *text, void *field, rb_error *err) {
    return read_quantity(option, text, lengths, "a length such as 72mm or 0.072", field, err);
}

static rb_status read_time(const rb_option *option, const char *text, void *field, rb_error *err) {
    return read_quantity(option, text, times, "a time such as 18ms or 0.018", field, err);
}

static rb_status read_sheet(const rb_option *option, const char *text, void *field, rb_error *err) {
    double *sides = field;
    const char *rest = read_with_unit(text, lengths, &sides[0]);
    bool has_unit = rest != NULL && *rest == 'x' && rest[-1] >= 'c' && rest[-1] <= 'n';
    rest = rest != NULL && *rest == 'x' ? read_with_unit(rest + 1, lengths, &sides[1]) : NULL;
    if (rest == NULL || *rest != '\0' || !(sides[0] > 0) || !(sides[1] > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected two lengths such as 297x210mm, got \"%.60s\"",
                       option->name, text);
    }
    if (!has_unit && rest[-1] >= 'c' && rest[-1] <= 'n') { /* "297x210mm": the unit is that of both */
        double number = rb_number_read(strchr(text, 'x') + 1, NULL);
        sides[0] *= number > 0 ? sides[1] / number : 1;
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- dots and corrections */

/* Reads "x y, x y, ...". Returns the number of places, 0 if it is anything else. */
static int read_places(const char *text, double *places, int most) {
    int count = 0;
    char item[64];
    while (rb_list_next(&text, ',', item, sizeof item)) {
        char *end;
        double u = rb_number_read(item, &end);
        const char *next = end;
        double v = rb_number_read(next, &end);
        if (count == most || next == item || end == next || end[strspn(end, " ")] != '\0' || !isfinite(u) ||
            !isfinite(v)) {
            return 0;
        }
        places[2 * count] = u;
        places[2 * count + 1] = v;
        count++;
    }
    return count;
}

static rb_status read_corrections(film_request *q, rb_error *err) {
    for (int i = 0; i < q->corrections.count; i++) {
        double n[4];
        rb_status status = rb_read_numbers("--correct", q->corrections.items[i], 4, n, err);
        if (status != RB_OK) {
            return status;
        }
        bool fits = n[0] >= 0 && n[0] < 1e6 && n[0] == floor(n[0]) && n[1] >= 1 && n[1] <= q->film.dots &&
                    n[1] == floor(n[1]);
        if (!fits) {
            return rb_fail(err, RB_ERR_INPUT,
                           "--correct: expected FRAME (from 0), DOT (1 to %d), x and y, got \"%.60s\"",
                           q->film.dots, q->corrections.items[i]);
        }
        q->film.corrections[q->film.correction_count++] =
            (rb_film_correction){(int)n[0], (int)n[1] - 1, n[2], n[3]};
    }
    return RB_OK;
}

static rb_status set_dots(film_request *q, int film, rb_error *err) {
    const char *text = q->dots.items[q->dots.count > 1 ? film : 0];
    q->film.dots = read_places(text, q->film.places, RB_DOTS_MAX);
    return q->film.dots >= 2
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT,
                         "--dots: expected two to %d places in pixels of the first frame, as in "
                         "\"577 399, 756 389, 665 382\"; got \"%.80s\"",
                         RB_DOTS_MAX, text);
}

static rb_status check(void *request, rb_error *err) {
    film_request *q = request;
    if (q->dots.count == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "track-film: --dots is required: the places of the dots in the "
                       "first frame");
    }
    if (!(q->film.distance > 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "track-film: --distance is required: the measured distance between dots 1 and 2");
    }
    if ((q->sheet != NULL) != (q->film.sides[0] > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "track-film: --sheet and --sheet-size belong together");
    }
    if (q->sheet != NULL && read_places(q->sheet, q->film.corners, 4) != 4) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--sheet: expected four corners \"x y, x y, x y, x y\", got \"%.80s\"", q->sheet);
    }
    return rb_outputs_differ("--csv", q->csv, "--summary", q->summary, err);
}

static const rb_option film_options[] = {
    RB_OPTION("--dots", "\"X Y, ...\"",
              "places of two to eight dots in the first frame, px; several films: once for all, or once "
              "for each",
              rb_option_texts, offsetof(film_request, dots), .max = RB_TEXT_LIST_MAX,
              .flags = RB_OPTION_REPEATS),
    RB_OPTION("--distance", "LENGTH", "measured distance between dots 1 and 2, as in 72mm", read_length,
              offsetof(film_request, film.distance), .min = 0, .max = 100, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--height", "LENGTH",
              "height of the dots above the floor (0: points are in the plane of the dots)", read_length,
              offsetof(film_request, film.dot_height), .min = 0, .max = 100),
    RB_OPTION("--focal", "PX", "focal length of the camera, px (0.8 x the longer side)", rb_option_number,
              offsetof(film_request, film.focal), .min = 0, .max = 1e6, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--sheet", "\"X Y, ...\"",
              "corners of a rectangular sheet on the floor in the first frame, px: finds the camera where "
              "the body turns too little",
              rb_option_text, offsetof(film_request, sheet)),
    RB_OPTION("--sheet-size", "AxB", "its sides, as in 297x210mm; the first is from corner 1 to 2",
              read_sheet, offsetof(film_request, film.sides)),
    RB_OPTION("--readout", "TIME", "rolling shutter: time from the first line of a frame to the last (0)",
              read_time, offsetof(film_request, film.readout), .min = 0, .max = 1),
    RB_OPTION("--rate", "HZ", "frames per second in reality (as the time stamps say)", rb_option_number,
              offsetof(film_request, film.rate), .min = 0, .max = 1e6, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--correct", "\"FRAME DOT X Y\"", "place of a dot in a frame, set by hand", rb_option_texts,
              offsetof(film_request, corrections), .max = RB_FILM_CORRECTIONS, .flags = RB_OPTION_REPEATS),
    RB_OPTION("--csv", "FILE|FOLDER/|-", "where the table goes; several films: a folder", rb_option_text,
              offsetof(film_request, csv), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--summary", "FILE|-", "write camera, counts and accuracy as JSON", rb_option_text,
              offsetof(film_request, summary), .flags = RB_OPTION_NO_RESULT),
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

static void put_summary(rb_json *json, const film_request *q, const rb_film_track *track) {
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

/* The table of a film: the file that --csv names, or NAME.csv in the folder. */
static bool csv_path(const film_request *q, char *path, size_t size) {
    size_t length = q->csv != NULL ? strlen(q->csv) : 0;
    if (length == 0 || q->csv[length - 1] != '/') {
        return (size_t)snprintf(path, size, "%s", length > 0 ? q->csv : "-") < size;
    }
    const char *slash = strrchr(q->film.path, '/'), *name = slash != NULL ? slash + 1 : q->film.path;
    const char *dot = strrchr(name, '.');
    return (size_t)snprintf(path, size, "%s%.*s.csv", q->csv,
                            (int)(dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name)),
                            name) < size;
}

static bool write_table(const film_request *q, const rb_film_track *track, rb_error *err) {
    char path[1200];
    rb_output out;
    if (q->csv == NULL && q->summary != NULL) {
        return true;
    }
    if (!csv_path(q, path, sizeof path)) {
        rb_fail(err, RB_ERR_INPUT, "--csv: the path is too long");
        return false;
    }
    if (!rb_output_begin(&out, path, err)) {
        return false;
    }
    rb_film_track_write(track, &q->film, out.stream);
    return rb_output_end(&out, err);
}

typedef struct film_progress {
    rb_progress line;
} film_progress;

static bool show_progress(void *context, double share) {
    film_progress *p = context;
    rb_progress_show_share(&p->line, share);
    return rb_interrupted();
}

/* One film: what was tracked before an interrupt is written. */
static rb_status track_one(film_request *q, const char *path, int index, rb_json *json, rb_error *err) {
    rb_film_track track = {0};
    q->film.path = path;
    rb_status status = set_dots(q, index, err);
    status = status == RB_OK && q->film.correction_count == 0 ? read_corrections(q, err) : status;
    if (status != RB_OK) {
        return status;
    }
    film_progress progress = {rb_progress_begin(path)};
    status = rb_film_track_file(&q->film, show_progress, &progress, &track, err);
    rb_progress_end(&progress.line);
    if (status == RB_OK && !write_table(q, &track, err)) {
        status = RB_ERR_IO;
    }
    if (status == RB_OK) {
        put_summary(json, q, &track);
        if (track.warning[0] != '\0') {
            fprintf(stderr, "rbsim: warning: %s: %s\n", path, track.warning);
        }
        if (track.lost > 0 || track.wrong_distance > 0) {
            fprintf(stderr,
                    "rbsim: %s: of %d frames, %d lack a dot and %d have a wrong distance; their fields are "
                    "empty (--correct sets a dot by hand)\n",
                    path, track.points.frames, track.lost, track.wrong_distance);
        }
    }
    rb_film_track_free(&track);
    return status;
}

static int track_films(const rb_command_line *line, void *request) {
    film_request *q = request;
    rb_error err;
    rb_json json = {0};
    int count = 0, failed = RB_EXIT_OK;
    while (rb_command_line_operand(line, count) != NULL) {
        count++;
    }
    if (q->dots.count > 1 && q->dots.count != count) {
        rb_fail(&err, RB_ERR_INPUT, "--dots: expected 1 or %d, one for each film; got %d", count,
                q->dots.count);
        return rb_complain(&err, RB_EXIT_USAGE);
    }
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
    .options = film_options,
    RB_REQUEST(film_request),
    .check = check,
    .run = track_films,
};
