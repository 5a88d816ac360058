#include "viewer/offscreen.h"

#include <math.h>
#include <stdio.h>

#include "viewer/actions/actions.h"
#include "viewer/app.h"
#include "viewer/platform/window.h"

static void settle(rb_app *app) {
    for (int i = 0; i < 16 && !rb_session_settled(&app->session); i++) {
        rb_session_update(&app->session, 0);
    }
}

/* Has a signal asked the program to end? What is under way is then finished, the rest is left out. */
static bool is_interrupted(void) {
    return rb_loop_end_signal() != 0;
}

/* One frame of the asked rate. Drawing every one of them is left out unless wanted; the camera
   follows all the same. */
static void advance(rb_app *app, bool draw) {
    double dt = 1.0 / app->options.fps;
    if (draw) {
        rb_app_frame(app, dt);
    } else {
        rb_session_update(&app->session, dt);
        rb_view_follow(app, (float)dt);
    }
}

static void play_to(rb_app *app, double t, bool draw) {
    if (t > rb_session_time(&app->session)) {
        rb_session_play_until(&app->session, t);
    }
    while (rb_session_until_waits(&app->session) && !is_interrupted()) {
        advance(app, draw);
    }
}

/* The lines of --press, each when the one before it is done. */
static int press(rb_app *app) {
    rb_script script = {.rest = app->options.press};
    while (script.rest != NULL && !is_interrupted()) {
        rb_error err;
        rb_status status = rb_script_update(app, &script, &err);
        if (status != RB_OK) {
            fprintf(stderr, "rattleback: --press: %s\n", err.text);
            return status == RB_ERR_INPUT ? 2 : 1;
        }
        while (rb_script_waits(app) && !is_interrupted()) {
            if (app->studies.waiting) { /* drawing would only take cores from it */
                rb_studies_update(&app->studies, &app->messages, 0);
                rb_loop_sleep(app->studies.threaded ? 0.01 : 0);
            } else if (rb_session_until_waits(&app->session)) {
                advance(app, false);
            } else {
                rb_app_frame(app, 0);
            }
        }
        if (app->capture.lost) {
            return 1; /* a picture, and it has been told */
        }
    }
    return 0;
}

static void follow_link(rb_app *app) {
    while (!is_interrupted() && rb_app_follow_link(app)) {
        if (rb_session_until_waits(&app->session)) {
            advance(app, false);
        } else {
            rb_app_frame(app, 0);
        }
    }
}

static int take_picture(rb_app *app) {
    settle(app);
    rb_capture_picture(&app->capture, app->options.screenshot, false);
    while (app->capture.picture[0] != '\0') {
        rb_app_frame(app, 0);
    }
    return app->capture.lost ? 1 : 0;
}

static int take_video(rb_app *app) {
    settle(app);
    for (int i = 0; i < 4; i++) { /* panels know their size only after a frame or two */
        rb_app_frame(app, 0);
    }
    rb_capture_record(&app->capture, &app->session, &app->messages, app->options.record);
    if (app->capture.video == NULL) {
        fprintf(stderr, "rattleback: %s\n", app->messages.items[app->messages.count - 1].text);
        return 1;
    }
    app->messages.count = 0; /* not into the video */
    double dt = 1.0 / app->capture.fps;
    long frames = lround(app->options.record_for * app->capture.fps / app->session.speed);
    char target[1100];
    snprintf(target, sizeof target, "%s", rb_video_target(app->capture.video));
    bool one_file = rb_video_is_one_file(app->capture.video);
    while (app->capture.video != NULL && app->capture.frames < frames && !is_interrupted()) {
        rb_app_frame(app, dt);
    }
    rb_capture_close(&app->capture, &app->messages);
    bool failed = app->messages.count > 0 &&
                  app->messages.items[app->messages.count - 1].level == RB_LEVEL_PROBLEM;
    if (failed) {
        fprintf(stderr, "rattleback: %s\n", app->messages.items[app->messages.count - 1].text);
    } else if (!one_file) {
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
    settle(app);
    if (o->bench) {
        int refused = press(app);
        return refused != 0 ? refused : rb_bench_run(app);
    }
    follow_link(app);
    if (o->record[0] == '\0' && (o->at_given || !app->link.link.pauses)) {
        play_to(app, o->at, o->print_hash);
    }
    int code = press(app);
    if (code != 0 || is_interrupted()) {
        return code;
    }
    if (o->record[0] != '\0') {
        code = take_video(app);
    } else if (o->screenshot[0] != '\0') {
        code = take_picture(app);
    }
    if (o->print_hash && !is_interrupted()) {
        print_hashes(app);
    }
    return code;
}
