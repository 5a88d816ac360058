#include "viewer/offscreen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "viewer/actions/actions.h"
#include "viewer/app.h"
#include "viewer/platform/window.h"

static void settle(rb_app *app) {
    for (int i = 0; i < 16 && !rb_session_settled(&app->session); i++) {
        rb_session_update(&app->session, 0);
    }
}

/* Has a signal asked the program to end? Then the current file is finished and the rest skipped. */
static bool is_interrupted(void) {
    return rb_interrupted();
}

/* One frame at the requested rate. Without drawing, the camera still follows. */
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

/* Runs the lines of --press, each after the previous one is done. */
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
            if (app->studies.waiting) { /* drawing would take CPU time from the study */
                rb_studies_update(&app->studies, &app->messages, 0);
                rb_loop_sleep(app->studies.threaded ? 0.01 : 0);
            } else if (rb_session_until_waits(&app->session)) {
                advance(app, false);
            } else {
                rb_app_frame(app, 0);
            }
        }
        if (app->capture.lost) {
            return 1; /* a picture; its error was reported */
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
    for (int i = 0; i < 4; i++) { /* panels need a frame or two to find their size */
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
    bool failed =
        app->messages.count > 0 && app->messages.items[app->messages.count - 1].level == RB_LEVEL_PROBLEM;
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

/* ---------------------------------------------------------------- benchmark */

/* The cost of a frame with all runs, panels and plots, measured twice: with OpenGL's drawing calls
   timed and subtracted, and with those calls muted, which verifies the first. Without threads (in a
   browser) a frame also computes 1/60 s of physics; a third measurement is without it. */

enum { warm_up = 30, measured = 240 };

/* Limit, ms per frame: with threads, or in a page with one run and with several. */
static double budget_of(const rb_app *app) {
    return rb_loop_has_threads() ? 4 : app->session.count == 1 ? 8 : 16;
}

/* Mean CPU time of the main thread per frame, ms. */
typedef struct frame_cost {
    double stages[RB_STAGE_COUNT];
    double own, all, calls;
    double least, median; /* of a frame's own time */
    double wall;          /* s per frame of wall time, with the rasteriser's threads */
} frame_cost;

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static frame_cost measure(rb_app *app, rb_gl_mode mode) {
    double began = 0, own[measured];
    bool threads = rb_loop_has_threads();
    for (int i = 0; i < warm_up + measured; i++) {
        if (i == 0 || i == warm_up) { /* fonts etc. are created during the warm-up */
            memset(&app->perf, 0, sizeof app->perf);
            app->perf.gl = mode;
            began = rb_clock_now();
        }
        double before = rb_perf_own(app->perf.total);
        rb_app_frame(app, threads ? rb_clock_frame() : 1.0 / 60);
        if (i >= warm_up) {
            own[i - warm_up] = 1e3 * (rb_perf_own(app->perf.total) - before);
        }
    }
    frame_cost cost = {.wall = (rb_clock_now() - began) / measured};
    for (int i = 0; i < RB_STAGE_COUNT; i++) {
        cost.stages[i] = 1e3 * app->perf.total[i] / (double)app->perf.frames;
        cost.all += cost.stages[i];
    }
    cost.own = rb_perf_own(cost.stages);
    cost.calls = (double)app->perf.calls / (double)app->perf.frames;
    qsort(own, measured, sizeof *own, by_size);
    cost.least = own[0];
    cost.median = own[measured / 2];
    return cost;
}

static void print_muted(const frame_cost *cost, const char *when) {
    printf("  own      %8.3f ms           (input %.3f, world %.3f, panels %.3f; median %.3f, least "
           "%.3f) with the world's %.0f drawing calls muted%s\n",
           cost->own, cost->stages[RB_STAGE_INPUT], cost->stages[RB_STAGE_WORLD],
           cost->stages[RB_STAGE_PANELS], cost->median, cost->least, cost->calls, when);
}

int rb_bench_run(rb_app *app) {
    static const char *const names[RB_STAGE_COUNT] = {"input", "world", "panels", "raster"};
    const double budget = budget_of(app);
    rb_session_play(&app->session);
    const rb_survey *survey = app->studies.survey;
    const int64_t begun = survey != NULL ? survey->done_count : 0;
    const frame_cost cost = measure(app, RB_GL_TIMED);
    const frame_cost muted = measure(app, RB_GL_MUTED);
    printf("viewer, %d runs, %d plots, %dx%d, %d frames: CPU time of the main thread per frame\n",
           app->session.count, app->plots.count, rb_window_width(), rb_window_height(), measured);
    for (int i = 0; i < RB_STAGE_COUNT; i++) {
        printf("  %-8s %8.3f ms  %5.1f %%\n", names[i], cost.stages[i], 100 * cost.stages[i] / cost.all);
    }
    printf("  own      %8.3f ms  %5.1f %%  (without the rasteriser; budget %.0f ms)\n", cost.own,
           100 * cost.own / cost.all, budget);
    print_muted(&muted, "");
    if (!rb_loop_has_threads()) {
        rb_session_pause(&app->session);
        const frame_cost paused = measure(app, RB_GL_MUTED);
        print_muted(&paused, ", paused");
    }
    printf("  %.1f frames a second in the %s style\n", 1 / cost.wall,
           app->config.style == RB_STYLE_PLAIN ? "plain" : "full");
    if (survey != NULL && survey == app->studies.survey) {
        printf("  a study in the background made %lld of its %lld runs meanwhile\n",
               (long long)(survey->done_count - begun), (long long)survey->count);
    }
    return (rb_loop_has_threads() ? cost.own : muted.median) <= budget ? 0 : 1;
}
