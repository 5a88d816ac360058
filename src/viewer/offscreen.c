#include "viewer/offscreen.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/actions.h"
#include "viewer/app.h"

enum { settling_frames = 4 }; /* panels know their size only after a frame or two */

/* Ticks up to simulated time t, from where the runs are. */
static int ticks_to(const rb_session *session, double t) {
    long long all = llround(t / session->frame->tick_length);
    long long done = (long long)session->frame->tick;
    return all > done ? (int)fmin((double)(all - done), INT_MAX) : 0;
}

/* Action ids separated by commas, as if their keys had been pressed. */
static void press(rb_app *app, const char *list) {
    char ids[256];
    snprintf(ids, sizeof ids, "%s", list);
    char *rest = ids;
    for (char *id = strtok_r(rest, ",", &rest); id != NULL; id = strtok_r(NULL, ",", &rest)) {
        rb_action_run(app, id);
    }
}

static void settle(rb_app *app) {
    for (int i = 0; i < 16 && !rb_session_settled(&app->session); i++) {
        rb_session_update(&app->session, 0);
    }
}

/* Plays up to t in frames of the asked rate. Drawing every one of them is left out unless wanted;
   the camera follows all the same. */
static void play_to(rb_app *app, double t, bool draw) {
    rb_session *session = &app->session;
    double dt = 1.0 / app->options.fps;
    session->ticks_allowed = ticks_to(session, t);
    rb_session_play(session);
    while (session->ticks_allowed > 0) {
        if (draw) {
            rb_app_frame(app, dt);
        } else {
            rb_session_update(session, dt);
            rb_view_follow(app, (float)dt);
        }
    }
    rb_session_pause(session);
    rb_session_update(session, 0);
    session->ticks_allowed = INT_MAX;
}

static int take_picture(rb_app *app) {
    press(app, app->options.press);
    settle(app);
    for (int i = 0; i < settling_frames; i++) {
        rb_app_frame(app, 0);
    }
    rb_capture_picture(app, app->options.screenshot, false);
    rb_app_frame(app, 0);
    return app->capture.lost ? 1 : 0;
}

static int take_film(rb_app *app) {
    press(app, app->options.press);
    settle(app);
    for (int i = 0; i < settling_frames; i++) {
        rb_app_frame(app, 0);
    }
    rb_capture_record(app, app->options.record);
    if (app->capture.video == NULL) {
        fprintf(stderr, "rattleback: %s\n", app->messages.items[app->messages.count - 1].text);
        return 1;
    }
    app->messages.count = 0; /* not into the film */
    double dt = 1.0 / app->capture.fps;
    long frames = lround(app->options.record_for * app->capture.fps / app->session.speed);
    char target[1100];
    snprintf(target, sizeof target, "%s", rb_video_target(app->capture.video));
    bool film = rb_video_is_film(app->capture.video);
    while (app->capture.video != NULL && app->capture.frames < frames) {
        rb_app_frame(app, dt);
    }
    rb_capture_close(app);
    bool failed = app->messages.count > 0 &&
                  app->messages.items[app->messages.count - 1].level == RB_LEVEL_PROBLEM;
    if (failed) {
        fprintf(stderr, "rattleback: %s\n", app->messages.items[app->messages.count - 1].text);
    } else if (!film) {
        fprintf(stderr, "rattleback: ffmpeg is not installed: PNG frames are in %s\n", target);
    }
    return failed ? 1 : 0;
}

static void print_hashes(const rb_app *app) {
    for (int i = 0; i < app->session.shown_count; i++) {
        printf("%s %s t %.6f hash %016llx\n", app->session.runs[i].scene.id,
               app->session.runs[i].scene.friction->id, rb_session_now(&app->session, i)->t,
               (unsigned long long)rb_session_summary(&app->session, i)->state_hash);
    }
}

int rb_offscreen_run(rb_app *app) {
    const rb_options *o = &app->options;
    int code = 0;
    settle(app);
    if (o->bench) {
        return rb_bench_run(app);
    }
    if (o->record[0] != '\0') {
        code = take_film(app);
    } else {
        play_to(app, o->at, o->print_hash);
    }
    if (o->screenshot[0] != '\0') {
        code = take_picture(app);
    }
    if (o->print_hash) {
        print_hashes(app);
    }
    return code;
}
