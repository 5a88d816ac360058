/* rbsim film: from films of a real stone to its parameters: tracks, fits, reports. */
#include <math.h>
#include <string.h>

#include "base/system.h"
#include "cli/film.h"
#include "cli/study.h"

typedef struct film_study {
    rb_film_options films;
    rb_study_request study;
    rb_study_spec spec;
    const char *free, *laws;
    const char *points;
    double marker_sigma; /* m */
} film_study;

static const rb_option film_study_options[] = {
    RB_OPTION("--free", "NAME,...", "parameters to find (contact, the skew, markers)", rb_option_text,
              offsetof(film_study, free)),
    RB_OPTION("--laws", "LAW,...", "further friction laws to fit and compare", rb_option_text,
              offsetof(film_study, laws)),
    RB_OPTION("--marker-error", "M",
              "standard deviation of the given places of the dots, m (0.001; guessed ones: 0.005)",
              rb_option_number, offsetof(film_study, marker_sigma), .min = 0, .max = 1,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--points", "FILE|FOLDER/", "where the tracked points go (NAME-points.csv of each film)",
              rb_option_text, offsetof(film_study, points)),
    RB_STUDY_FILE_OPTION(
        film_study, "--report", "FILE|-",
        "write residual, values, laws, what is not known and what to film next (standard output)",
        RB_STUDY_REPORT),
    RB_STUDY_FILE_OPTION(film_study, "--csv", "FILE|-", "write values, 95 % intervals and F_o", RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(film_study, "--fitted", "FILE", "write the fitted stone as a scene", RB_STUDY_SCENE),
    RB_STUDY_FILE_OPTION(film_study, "--svg", "FILE", "draw the residuals, or F_o of each law", RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(film_study, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

static rb_status check(void *request, rb_error *err) {
    film_study *q = request;
    rb_fit_spec *fit = &q->spec.fit;
    q->spec.kind = RB_SPEC_FIT;
    if (q->points != NULL && strcmp(q->points, "-") == 0) {
        return rb_fail(err, RB_ERR_INPUT, "--points: expected a file or FOLDER/: the fit reads it");
    }
    rb_status status = rb_film_options_check("film", &q->films, 0, err);
    if (q->free != NULL && (size_t)snprintf(fit->free, sizeof fit->free, "%s", q->free) >= sizeof fit->free) {
        return rb_fail(err, RB_ERR_INPUT, "--free: expected at most %zu bytes", sizeof fit->free - 1);
    }
    rb_film_fit_default(fit, &q->spec.sweep.scene);
    status = status == RB_OK ? rb_fit_spec_add_laws(fit, q->laws, err) : status;
    return status == RB_OK ? rb_study_check_files(&q->spec, &q->study, err) : status;
}

/* ---------------------------------------------------------------- the command */

/* The camera of the fit has the height of that of the first film. */
static rb_status take_camera(film_study *q, const rb_film_track *track, int film, rb_error *err) {
    const rb_scene *scene = &q->spec.sweep.scene;
    rb_tracker *camera = &q->spec.fit.camera;
    double height = rb_film_camera_height(&track->camera);
    if (film > 0 && fabs(height / camera->height - 1) > 0.05) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: the camera is %.3g m above the table, in the first film %.3g m: fit films of one "
                       "position of the camera together",
                       q->films.film.path, height, camera->height);
    }
    return rb_film_fit_camera(&q->spec.fit, scene, track, &q->films.film, q->marker_sigma, err);
}

static rb_status track_films(film_study *q, const rb_command_line *line, int count, rb_error *err) {
    rb_fit_spec *fit = &q->spec.fit;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        rb_film_track track = {0};
        char *path = fit->data[i].path;
        status = rb_film_options_track(&q->films, rb_command_line_operand(line, i + 1), i, &track, path,
                                       sizeof fit->data[i].path, err);
        if (status == RB_OK && rb_interrupted()) {
            status = rb_fail(err, RB_ERR_INPUT, "film: interrupted: the points so far are in %s", path);
        }
        status = status == RB_OK ? take_camera(q, &track, i, err) : status;
        fit->data_count = i + 1;
        rb_film_track_free(&track);
    }
    return status;
}

static int film_stone(const rb_command_line *line, void *request) {
    film_study *q = request;
    rb_error err;
    int count = 0;
    while (rb_command_line_operand(line, count + 1) != NULL) {
        count++;
    }
    q->films.table = q->points != NULL ? q->points : "";
    size_t length = strlen(q->films.table);
    if (count > 1 && length > 0 && q->films.table[length - 1] != '/') {
        rb_fail(&err, RB_ERR_INPUT, "--points: expected a folder (FOLDER/) for several films");
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    if (rb_film_options_check("film", &q->films, count, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_catch_interrupts(false);
    rb_status status = track_films(q, line, count, &err);
    if (status != RB_OK) {
        return rb_complain_status(&err, status);
    }
    bool any = false;
    for (int i = 0; i < RB_STUDY_FILES; i++) {
        any = any || q->study.files[i] != NULL;
    }
    if (!any) {
        q->study.files[RB_STUDY_REPORT] = "-";
    }
    return rb_study_run_spec(line, &q->spec, &q->study);
}

const rb_cli_command rb_cli_film = {
    .name = "film",
    .operands = "SCENE CLIP...",
    .operands_min = 2,
    .operands_max = 1 + RB_FIT_SERIES,
    .summary = "Find the parameters of a real stone from films of it",
    .details = "Tracks the dots (as track-film), fits the scene's stone to them (as fit --film) and reports "
               "what the films "
               "show. SCENE has the measured shape, mass and inertia, and a guess of everything else. "
               "Without --markers, "
               "dots 1 and 2 are taken to lie on the long axis, at equal distances from the centre. "
               "docs/film.md describes "
               "how to film.",
    .options = film_study_options,
    .groups = {RB_FILM_OPTIONS(offsetof(film_study, films)),
               RB_CAMERA_OPTIONS(offsetof(film_study, spec.fit.camera)),
               RB_STUDY_OPTIONS(offsetof(film_study, study)),
               RB_SCENE_OPTIONS(offsetof(film_study, spec.sweep.scene))},
    RB_SCENE_REQUEST(film_study, spec.sweep.scene),
    .check = check,
    .run = film_stone,
};
