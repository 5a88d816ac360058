#include "viewer/app.h"
#include "viewer/platform/graphics.h"

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
    if (poster->playing) { /* what is seen now, not a second later */
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
