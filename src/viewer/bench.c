/* What a frame costs us: the program with its runs, all panels and plots, measured twice. First as it
   is, with OpenGL's drawing calls timed and taken off; then with those calls muted, so that no
   rasteriser runs at all: the second number proves the first. Without threads (in a browser) a frame
   also does its share of the physics, a sixtieth of a second; a third time tells it without. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/offscreen.h"
#include "viewer/platform/window.h"

enum { warm_up = 30, measured = 240 };

/* ms a frame: with threads, or in a page with one run and with several. */
static double budget_of(const rb_app *app) {
    return rb_loop_has_threads() ? 4 : app->session.count == 1 ? 8 : 16;
}

/* Mean CPU time of the main thread per frame, ms. */
typedef struct frame_cost {
    double stages[RB_STAGE_COUNT];
    double own, all, calls;
    double least, median; /* of the frames, own */
    double wall;          /* s from frame to frame, the rasteriser's threads included */
} frame_cost;

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static frame_cost measure(rb_app *app, rb_gl_mode mode) {
    double began = 0, own[measured];
    bool threads = rb_loop_has_threads();
    for (int i = 0; i < warm_up + measured; i++) {
        if (i == 0 || i == warm_up) { /* fonts and the like are made while warming up */
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

static void tell_muted(const frame_cost *cost, const char *when) {
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
        printf("  %-8s %8.3f ms  %5.1f %%\n", names[i], cost.stages[i],
               100 * cost.stages[i] / cost.all);
    }
    printf("  own      %8.3f ms  %5.1f %%  (without the rasteriser; budget %.0f ms)\n", cost.own,
           100 * cost.own / cost.all, budget);
    tell_muted(&muted, "");
    if (!rb_loop_has_threads()) {
        rb_session_pause(&app->session);
        const frame_cost paused = measure(app, RB_GL_MUTED);
        tell_muted(&paused, ", paused");
    }
    printf("  %.1f frames a second in the %s style\n", 1 / cost.wall,
           app->config.style == RB_STYLE_PLAIN ? "plain" : "full");
    if (survey != NULL && survey == app->studies.survey) {
        printf("  a study beside it made %lld of its %lld runs meanwhile\n",
               (long long)(survey->done_count - begun), (long long)survey->count);
    }
    return (rb_loop_has_threads() ? cost.own : muted.median) <= budget ? 0 : 1;
}
