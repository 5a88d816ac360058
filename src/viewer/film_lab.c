#include "viewer/film_lab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "base/file.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"

void rb_film_lab_open(rb_app *app, const char *path) {
    rb_film_lab *lab = &app->film_lab;
    rb_film_lab_close(app);
    snprintf(lab->path, sizeof lab->path, "%s", path);
    lab->request.distance = 0.05;
    lab->correcting = -1;
}

void rb_film_lab_close(rb_app *app) {
    rb_film_lab *lab = &app->film_lab;
    if (lab->tracking != NULL) {
        rb_film_track track;
        rb_film_tracking_end(lab->tracking, &track, NULL);
        rb_film_track_free(&track);
    }
    rb_film_track_free(&lab->track);
    *lab = (rb_film_lab){.correcting = -1};
}

bool rb_film_lab_runs(const rb_app *app) {
    return app->film_lab.tracking != NULL;
}

/* ---------------------------------------------------------------- tracking */

rb_status rb_film_lab_dot(rb_app *app, double u, double v, rb_error *err) {
    rb_film_request *q = &app->film_lab.request;
    if (q->dots == RB_DOTS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "film dot: expected at most %d dots", RB_DOTS_MAX);
    }
    q->places[2 * q->dots] = u;
    q->places[2 * q->dots++ + 1] = v;
    return RB_OK;
}

rb_status rb_film_lab_correct(rb_app *app, int frame, int dot, double u, double v, rb_error *err) {
    rb_film_request *q = &app->film_lab.request;
    int place = 0;
    while (place < q->correction_count &&
           (q->corrections[place].frame != frame || q->corrections[place].dot != dot)) {
        place++;
    }
    if (place == RB_FILM_CORRECTIONS) {
        return rb_fail(err, RB_ERR_INPUT, "film correct: expected at most %d corrections",
                       RB_FILM_CORRECTIONS);
    }
    q->corrections[place] = (rb_film_correction){frame, dot, u, v};
    q->correction_count += place == q->correction_count;
    return RB_OK;
}

rb_status rb_film_lab_track(rb_app *app, rb_error *err) {
    rb_film_lab *lab = &app->film_lab;
    if (lab->tracking != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "film track: it is being tracked");
    }
    if (lab->request.dots < 2) {
        return rb_fail(err, RB_ERR_INPUT,
                       "film track: expected two or more dots; click them in the first frame");
    }
    lab->request.path = lab->path;
    lab->placing = false;
    lab->correcting = -1;
    lab->problem[0] = '\0';
    return rb_film_tracking_begin(&lab->request, &lab->tracking, err);
}

/* The points are written at once, so that they outlive the program. */
static void write_points(rb_app *app) {
    rb_film_lab *lab = &app->film_lab;
    rb_error err;
    rb_path_new(lab->table, sizeof lab->table, "rattleback-film", ".csv");
    FILE *out = fopen(lab->table, "wb");
    bool ok = out != NULL;
    if (ok) {
        lab->request.path = lab->path;
        rb_film_track_write(&lab->track, &lab->request, out);
        ok = ferror(out) == 0;
        ok = fclose(out) == 0 && ok;
    }
    if (!ok) {
        rb_fail(&err, RB_ERR_IO, rb_tr("%s: cannot be written"), lab->table);
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
        lab->table[0] = '\0';
        return;
    }
    rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("%d frames tracked: %s"), lab->track.points.frames,
                    lab->table);
    rb_files_offer_download(lab->table);
}

void rb_film_lab_update(rb_app *app) {
    rb_film_lab *lab = &app->film_lab;
    if (lab->tracking == NULL || !rb_film_tracking_ended(lab->tracking)) {
        return;
    }
    rb_film_track track;
    rb_error err = {""};
    rb_status status = rb_film_tracking_end(lab->tracking, &track, &err);
    lab->tracking = NULL;
    if (track.points.frames >= 2) {
        rb_film_track_free(&lab->track);
        lab->track = track;
        write_points(app);
    } else {
        rb_film_track_free(&track);
    }
    if (status != RB_OK) {
        snprintf(lab->problem, sizeof lab->problem, "%s", err.text);
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}

rb_status rb_film_lab_fit(const rb_app *app, rb_study_spec *spec, rb_error *err) {
    const rb_film_lab *lab = &app->film_lab;
    rb_fit_spec *fit = &spec->fit;
    if (lab->track.points.frames == 0 || lab->table[0] == '\0' || !(lab->track.camera.distance > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "film fit: track the dots first");
    }
    *spec = (rb_study_spec){.kind = RB_SPEC_FIT};
    spec->sweep.scene = app->session.runs[app->session.selected].scene;
    rb_film_fit_default(fit, &spec->sweep.scene);
    fit->data_count = 1;
    snprintf(fit->data[0].path, sizeof fit->data[0].path, "%s", lab->table);
    return rb_film_fit_camera(fit, &spec->sweep.scene, &lab->track, &lab->request, 0, err);
}

/* ---------------------------------------------------------------- controls */

static void length_field(const char *id, double *value, const char *tip) {
    double shown = 1e3 * *value;
    igSetNextItemWidth(rb_em(4.5f));
    if (igInputDouble(id, &shown, 0, 0, "%.4g mm", 0) && isfinite(shown) && shown >= 0) {
        *value = 1e-3 * shown;
    }
    rb_tooltip("%s", tip);
}

static bool button(rb_app *app, const char *label, const char *name, const char *tip) {
    igSameLine(0, -1);
    bool pressed = igButton(label, rb_im2(0, 0));
    rb_ui_mark(&app->ui, "%s", name);
    rb_tooltip("%s", tip);
    return pressed;
}

static void correction_buttons(rb_app *app) {
    rb_film_lab *lab = &app->film_lab;
    igTextUnformatted(rb_tr("Correct dot"), NULL);
    for (int i = 0; i < lab->track.points.dots; i++) {
        char label[32], name[32];
        snprintf(label, sizeof label, lab->correcting == i ? "[%d]##correct%d" : "%d##correct%d", i + 1, i);
        snprintf(name, sizeof name, "film.correct%d", i + 1);
        if (button(app, label, name,
                   rb_tr("Click the right place of this dot in the frame shown, then track again"))) {
            lab->correcting = lab->correcting == i ? -1 : i;
        }
    }
}

/* What to do, or what has come out. */
static void say_state(rb_app *app) {
    const rb_film_lab *lab = &app->film_lab;
    const rb_fitting *fitting = app->studies.fitting;
    char text[600];
    if (lab->problem[0] != '\0') {
        snprintf(text, sizeof text, "%s", lab->problem);
    } else if (lab->placing) {
        snprintf(text, sizeof text,
                 rb_tr("Click the centre of dot %d. The distance is that between dots 1 and 2."),
                 lab->request.dots + 1);
    } else if (lab->track.warning[0] != '\0') {
        snprintf(text, sizeof text, "%s", lab->track.warning);
    } else if (lab->track.points.frames > 0 && fitting != NULL && isfinite(fitting->best.F)) {
        snprintf(text, sizeof text, rb_tr("Residual %.3g mm. × tracked, ○ model"),
                 1e3 * sqrt(fitting->best.F));
    } else if (lab->track.points.frames > 0) {
        snprintf(text, sizeof text, rb_tr("%d frames, %d without a dot, %d with a wrong distance"),
                 lab->track.points.frames, lab->track.lost, lab->track.wrong_distance);
    } else {
        snprintf(text, sizeof text, "%s",
                 rb_tr("Set dots on the stone, enter the distance of dots 1 and 2, track."));
    }
    igTextWrapped("%s", text);
}

void rb_film_lab_controls(rb_app *app) {
    rb_film_lab *lab = &app->film_lab;
    char dots[64];
    snprintf(dots, sizeof dots, "%s###dots", lab->placing ? rb_tr("Dots ready") : rb_tr("Set dots"));
    if (igButton(dots, rb_im2(0, 0))) {
        rb_ui_run(&app->ui, lab->placing ? "film dots ready" : "film dots");
    }
    rb_ui_mark(&app->ui, "film.dots");
    rb_tooltip("%s", rb_tr("Click two to eight coloured dots in the first frame"));
    igSameLine(0, -1);
    length_field("##distance", &lab->request.distance, rb_tr("Measured distance between dots 1 and 2"));
    igSameLine(0, -1);
    length_field("##height", &lab->request.dot_height, rb_tr("Height of the dots above the table"));
    if (lab->tracking != NULL) {
        igSameLine(0, -1);
        igProgressBar((float)rb_film_tracking_share(lab->tracking), rb_im2(rb_em(6), 0), NULL);
        if (button(app, rb_tr("Cancel"), "film.cancel", rb_tr("What was tracked is kept"))) {
            rb_ui_run(&app->ui, "film cancel");
        }
    } else {
        igBeginDisabled(lab->request.dots < 2);
        if (button(app, rb_tr("Track"), "film.track", rb_tr("Follow the dots through the film"))) {
            rb_ui_run(&app->ui, "film track");
        }
        igEndDisabled();
    }
    if (lab->track.points.frames > 0 && lab->tracking == NULL) {
        if (button(app, rb_tr("Fit"), "film.fit",
                   rb_tr("Find friction, skew and start of the selected run's stone from the film"))) {
            rb_ui_run(&app->ui, "film fit");
        }
        if (app->studies.fitting != NULL && !rb_studies_run(&app->studies) &&
            button(app, rb_tr("Run it"), "film.take", rb_tr("Run the fitted stone beside the film"))) {
            rb_ui_run(&app->ui, "film offset 0; study take");
        }
        correction_buttons(app);
    }
    say_state(app);
}

/* ---------------------------------------------------------------- over the picture */

bool rb_film_lab_takes_clicks(const rb_app *app) {
    return app->film_lab.placing || app->film_lab.correcting >= 0;
}

/* The tracked frame nearest to the time of the film; -1: none. */
static int frame_at(const rb_film_lab *lab, double t) {
    const rb_film_points *points = &lab->track.points;
    int best = -1;
    for (int f = 0; f < points->frames; f++) {
        best = best < 0 || fabs(points->t[f] - t) < fabs(points->t[best] - t) ? f : best;
    }
    return best >= 0 && fabs(points->t[best] - t) < 0.1 ? best : -1;
}

typedef struct place {
    Rectangle picture;
    double scale; /* window px per px of the film */
} place;

static ImVec2 to_window(const place *p, double u, double v) {
    return rb_im2(p->picture.x + (float)((u + 0.5) * p->scale), p->picture.y + (float)((v + 0.5) * p->scale));
}

static void mark(ImDrawList *list, ImVec2 at, bool good) {
    float r = rb_em(0.35f);
    for (int pass = 0; pass < 2; pass++) { /* dark under light */
        unsigned colour = pass == 0 ? rb_im32(BLACK) : rb_im32(good ? WHITE : RED);
        float thick = rb_em(pass == 0 ? 0.22f : 0.1f);
        ImDrawList_AddLine(list, rb_im2(at.x - r, at.y - r), rb_im2(at.x + r, at.y + r), colour, thick);
        ImDrawList_AddLine(list, rb_im2(at.x - r, at.y + r), rb_im2(at.x + r, at.y - r), colour, thick);
    }
}

static void draw_tracked(const rb_film_lab *lab, const place *p, int frame) {
    ImDrawList *list = igGetWindowDrawList();
    for (int i = 0; i < lab->track.points.dots; i++) {
        const rb_dot_place *dot =
            &lab->track.points.places[(size_t)frame * (size_t)lab->track.points.dots + (size_t)i];
        mark(list, to_window(p, dot->u, dot->v), dot->problem == RB_DOT_FOUND);
    }
}

/* The markers of the selected run, seen by the camera of the film. */
static void draw_model(const rb_app *app, const place *p) {
    const rb_session *session = &app->session;
    const rb_fitting *fitting = app->studies.fitting;
    const rb_film_camera *camera = &app->film_lab.track.camera;
    if (fitting == NULL || !isfinite(fitting->best.F) || !(camera->distance > 0)) {
        return;
    }
    double start[2], xy[2 * RB_FIT_MARKERS], u, v;
    rb_tracker tracker = rb_fitting_camera(fitting);
    rb_fitting_place(fitting, start);
    rb_tracker_see(&tracker, &session->drawn[session->selected], session->shown[session->selected], start[0],
                   start[1], xy);
    for (int i = 0; i < tracker.marker_count; i++) {
        if (rb_film_to_pixel(camera, xy + 2 * i, &u, &v)) {
            ImVec2 at = to_window(p, u, v);
            ImDrawList_AddCircle(igGetWindowDrawList(), at, rb_em(0.6f), rb_im32(BLACK), 0, rb_em(0.24f));
            ImDrawList_AddCircle(igGetWindowDrawList(), at, rb_em(0.6f), rb_im32(YELLOW), 0, rb_em(0.12f));
        }
    }
}

/* A strip below the picture: a red line for each frame with a problem; a click shows that moment of the film.
 */
static void draw_strip(rb_app *app, const place *p) {
    const rb_film_points *points = &app->film_lab.track.points;
    double length = points->t[points->frames - 1];
    Rectangle strip = {p->picture.x, p->picture.y + p->picture.height - rb_em(0.8f), p->picture.width,
                       rb_em(0.8f)};
    ImDrawList *list = igGetWindowDrawList();
    ImDrawList_AddRectFilled(list, rb_im2(strip.x, strip.y),
                             rb_im2(strip.x + strip.width, strip.y + strip.height),
                             rb_im32((Color){0, 0, 0, 120}), 0, 0);
    for (int f = 0; f < points->frames; f++) {
        bool bad = false;
        for (int i = 0; i < points->dots; i++) {
            bad = bad || points->places[(size_t)f * (size_t)points->dots + (size_t)i].problem != RB_DOT_FOUND;
        }
        float x = strip.x + strip.width * (float)(points->t[f] / length);
        if (bad) {
            ImDrawList_AddLine(list, rb_im2(x, strip.y), rb_im2(x, strip.y + strip.height), rb_im32(RED), 2);
        }
    }
    double now = rb_film_view_time(app) / length;
    float x = strip.x + strip.width * (float)fmin(fmax(now, 0), 1);
    ImDrawList_AddLine(list, rb_im2(x, strip.y), rb_im2(x, strip.y + strip.height), rb_im32(WHITE), 2);
    igSetCursorScreenPos(rb_im2(strip.x, strip.y));
    igInvisibleButton("strip", rb_im2(fmaxf(strip.width, 1), fmaxf(strip.height, 1)), 0);
    rb_ui_mark(&app->ui, "film.strip");
    if (igIsItemActive()) {
        double t = length * (double)((igGetIO()->MousePos.x - strip.x) / strip.width);
        rb_ui_run(&app->ui, "film offset %.6g", t - app->film.rate * rb_session_time(&app->session));
    }
    rb_tooltip("%s", rb_tr("Red: a dot is missing or its distance is wrong. Click to see the frame."));
}

static void take_click(rb_app *app, const place *p, int frame) {
    rb_film_lab *lab = &app->film_lab;
    igSetCursorScreenPos(rb_im2(p->picture.x, p->picture.y));
    igInvisibleButton("click", rb_im2(fmaxf(p->picture.width, 1), fmaxf(p->picture.height - rb_em(0.8f), 1)),
                      0);
    rb_ui_mark(&app->ui, "film.picture");
    if (!igIsItemClicked(0)) {
        return;
    }
    double u = (double)(igGetIO()->MousePos.x - p->picture.x) / p->scale - 0.5;
    double v = (double)(igGetIO()->MousePos.y - p->picture.y) / p->scale - 0.5;
    if (lab->placing) {
        rb_ui_run(&app->ui, "film dot %.2f %.2f", u, v);
    } else if (frame >= 0) {
        rb_ui_run(&app->ui, "film correct %d %d %.2f %.2f", frame, lab->correcting + 1, u, v);
        lab->correcting = -1;
    }
}

void rb_film_lab_draw(rb_app *app, Rectangle picture) {
    rb_film_lab *lab = &app->film_lab;
    int width = rb_film_full_width(app->film.film);
    if (width <= 0) {
        return;
    }
    place p = {picture, (double)picture.width / width};
    bool tracked = lab->track.points.frames > 1;
    int frame = tracked ? frame_at(lab, rb_film_view_time(app)) : -1;
    for (int i = 0; i < lab->request.dots && (lab->placing || !tracked); i++) {
        mark(igGetWindowDrawList(), to_window(&p, lab->request.places[2 * i], lab->request.places[2 * i + 1]),
             true);
    }
    if (frame >= 0 && !lab->placing) {
        draw_tracked(lab, &p, frame);
        draw_model(app, &p);
    }
    if (rb_film_lab_takes_clicks(app)) {
        take_click(app, &p, frame);
    }
    if (tracked) {
        draw_strip(app, &p);
    }
}
