/* Options of the commands that read films (track-film, film), and tracking one of their films. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "base/text.h"
#include "cli/film.h"
#include "cli/output.h"

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

static rb_status read_corrections(rb_film_options *q, rb_error *err) {
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

static rb_status set_dots(rb_film_options *q, int film, rb_error *err) {
    const char *text = q->dots.items[q->dots.count > 1 ? film : 0];
    q->film.dots = read_places(text, q->film.places, RB_DOTS_MAX);
    return q->film.dots >= 2
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT,
                         "--dots: expected two to %d places in pixels of the first frame, as in "
                         "\"577 399, 756 389, 665 382\"; got \"%.80s\"",
                         RB_DOTS_MAX, text);
}

rb_status rb_film_options_check(const char *command, rb_film_options *q, int films, rb_error *err) {
    if (q->dots.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: --dots is required: the places of the dots in the first frame",
                       command);
    }
    if (!(q->film.distance > 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: --distance is required: the measured distance between dots 1 and 2", command);
    }
    if ((q->sheet != NULL) != (q->film.sides[0] > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: --sheet and --sheet-size belong together", command);
    }
    if (q->sheet != NULL && read_places(q->sheet, q->film.corners, 4) != 4) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--sheet: expected four corners \"x y, x y, x y, x y\", got \"%.80s\"", q->sheet);
    }
    if (q->dots.count > 1 && films > 0 && q->dots.count != films) {
        return rb_fail(err, RB_ERR_INPUT, "--dots: expected 1 or %d, one for each film; got %d", films,
                       q->dots.count);
    }
    return RB_OK;
}

const rb_option rb_cli_film_options[] = {
    RB_OPTION("--dots", "\"X Y, ...\"",
              "places of two to eight dots in the first frame, px; several films: once for all, or once "
              "for each",
              rb_option_texts, offsetof(rb_film_options, dots), .max = RB_TEXT_LIST_MAX,
              .flags = RB_OPTION_REPEATS),
    RB_OPTION("--distance", "LENGTH", "measured distance between dots 1 and 2, as in 72mm", read_length,
              offsetof(rb_film_options, film.distance), .min = 0, .max = 100, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--height", "LENGTH",
              "height of the dots above the floor (0: points are in the plane of the dots)", read_length,
              offsetof(rb_film_options, film.dot_height), .min = 0, .max = 100),
    RB_OPTION("--focal", "PX", "focal length of the camera, px (0.8 x the longer side)", rb_option_number,
              offsetof(rb_film_options, film.focal), .min = 0, .max = 1e6, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--sheet", "\"X Y, ...\"",
              "corners of a rectangular sheet on the floor in the first frame, px: finds the camera where "
              "the body turns too little",
              rb_option_text, offsetof(rb_film_options, sheet)),
    RB_OPTION("--sheet-size", "AxB", "its sides, as in 297x210mm; the first is from corner 1 to 2",
              read_sheet, offsetof(rb_film_options, film.sides)),
    RB_OPTION("--readout", "TIME", "rolling shutter: time from the first line of a frame to the last (0)",
              read_time, offsetof(rb_film_options, film.readout), .min = 0, .max = 1),
    RB_OPTION("--rate", "HZ", "frames per second in reality (as the time stamps say)", rb_option_number,
              offsetof(rb_film_options, film.rate), .min = 0, .max = 1e6, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--correct", "\"FRAME DOT X Y\"", "place of a dot in a frame, set by hand", rb_option_texts,
              offsetof(rb_film_options, corrections), .max = RB_FILM_CORRECTIONS, .flags = RB_OPTION_REPEATS),
    {0},
};

/* ---------------------------------------------------------------- one film */

/* The table of a film: the file that --csv or --points names, or NAME.csv in the folder. */
static bool table_path(const rb_film_options *q, char *path, size_t size) {
    const char *where = q->table, *film = rb_path_name(q->film.path), *dot = strrchr(film, '.');
    size_t length = strlen(where);
    if (length > 0 && where[length - 1] != '/') {
        return (size_t)snprintf(path, size, "%s", where) < size;
    }
    int name = (int)(dot != NULL && dot > film ? (size_t)(dot - film) : strlen(film));
    return (size_t)snprintf(path, size, "%s%.*s%s", where, name, film, length > 0 ? ".csv" : "-points.csv") <
           size;
}

static rb_status write_table(const rb_film_options *q, const rb_film_track *track, char *path, size_t size,
                             rb_error *err) {
    rb_output out;
    if (!table_path(q, path, size)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: the path of the table is too long", q->film.path);
    }
    if (!rb_output_begin(&out, path, err)) {
        return RB_ERR_IO;
    }
    rb_film_track_write(track, &q->film, out.stream);
    return rb_output_end(&out, err) ? RB_OK : RB_ERR_IO;
}

typedef struct film_progress {
    rb_progress line;
} film_progress;

static bool show_progress(void *context, double share) {
    film_progress *p = context;
    rb_progress_show_share(&p->line, share);
    return rb_interrupted();
}

static void warn(const char *path, const rb_film_track *track) {
    if (track->warning[0] != '\0') {
        fprintf(stderr, "rbsim: warning: %s: %s\n", path, track->warning);
    }
    if (track->lost > 0 || track->wrong_distance > 0) {
        fprintf(stderr,
                "rbsim: %s: of %d frames, %d lack a dot and %d have a wrong distance; their fields are "
                "empty (--correct sets a dot by hand)\n",
                path, track->points.frames, track->lost, track->wrong_distance);
    }
}

/* What was tracked before an interrupt or a failure is written. */
rb_status rb_film_options_track(rb_film_options *q, const char *path, int index, rb_film_track *track,
                                char *table, size_t size, rb_error *err) {
    q->film.path = path;
    rb_status status = set_dots(q, index, err);
    status = status == RB_OK && q->film.correction_count == 0 ? read_corrections(q, err) : status;
    if (status != RB_OK) {
        return status;
    }
    film_progress progress = {rb_progress_begin(path)};
    status = rb_film_track_file(&q->film, show_progress, &progress, track, err);
    rb_progress_end(&progress.line);
    if (status == RB_OK) {
        warn(path, track);
    }
    if (q->table == NULL || track->points.frames < 2) {
        return status;
    }
    rb_error second;
    rb_status written = write_table(q, track, table, size, status == RB_OK ? err : &second);
    if (status != RB_OK && written == RB_OK) {
        fprintf(stderr, "rbsim: %s: what was tracked, in pixels, is in %s\n", path, table);
    }
    return status != RB_OK ? status : written;
}
