/* Thumbnails in the list of scenes: one every few frames while it is open, so that no frame is late. */
#include "viewer/app.h"
#include "viewer/platform/graphics.h"

enum { EVERY = 2 }; /* frames */

/* The initial snapshot of a scene. */
static bool first_instant(const rb_scene *scene, rb_snapshot *snapshot) {
    rb_runner *runner = NULL;
    rb_error err;
    if (rb_runner_create(scene, (rb_runner_options){.sample_time = 1}, &runner, &err) != RB_OK) {
        return false;
    }
    *snapshot = rb_runner_frame(runner)->runs[0];
    rb_runner_destroy(runner);
    return true;
}

static void draw_one(rb_app *app, int index, const rb_world_style *style) {
    const rb_scene *scene = &app->library->scenes[index];
    rb_snapshot snapshot;
    if (first_instant(scene, &snapshot)) {
        rb_thumbnails_draw(&app->thumbnails, index, app->world, scene, &snapshot, style);
    } else {
        rb_thumbnails_skip(&app->thumbnails, index);
    }
}

void rb_thumbnails_update(rb_app *app, const rb_world_style *style) {
    if (!app->ui.library || app->world == NULL || rb_canvas_on()) {
        return;
    }
    /* Off-screen all of them at once. */
    int most = app->offscreen ? RB_LIBRARY_MAX : app->frames % EVERY == 0 ? 1 : 0;
    for (int n = 0; n < most; n++) {
        int index = rb_thumbnails_next(&app->thumbnails, app->library->count);
        if (index < 0) {
            return;
        }
        draw_one(app, index, style);
    }
}

/* ---------------------------------------------------------------- posters */

enum { SETTLING = 3 }; /* frames until panels and plots know their sizes */

void rb_poster_begin(rb_app *app, const char *path) {
    rb_poster *poster = &app->poster;
    rb_presenter *presenter = &app->presenter;
    if (poster->under_way) {
        return;
    }
    *poster = (rb_poster){.under_way = true,
                          .on = presenter->on,
                          .blank = presenter->blank,
                          .plot = presenter->plot,
                          .enlarged = app->ui.enlarged,
                          .playing = rb_session_playing(&app->session)};
    if (poster->playing) { /* the current instant */
        rb_session_pause(&app->session);
    }
    presenter->on = presenter->plot = true;
    presenter->blank = app->ui.enlarged = false;
    rb_canvas_request(RB_POSTER_WIDTH, RB_POSTER_HEIGHT);
    rb_capture_picture(&app->capture, path, false);
    app->capture.settling = SETTLING;
}

void rb_poster_update(rb_app *app) {
    rb_poster *poster = &app->poster;
    if (!poster->under_way || app->capture.picture[0] != '\0') {
        return;
    }
    rb_canvas_request(0, 0);
    app->presenter.on = poster->on;
    app->presenter.blank = poster->blank;
    app->presenter.plot = poster->plot;
    app->ui.enlarged = poster->enlarged;
    if (poster->playing) {
        rb_session_play(&app->session);
    }
    poster->under_way = false;
}
