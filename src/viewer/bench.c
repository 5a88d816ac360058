/* What a frame costs us: the program with eight runs, all panels and plots, measured. */
#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/offscreen.h"

static const double budget_ms = 4.0;

enum { warm_up = 30, measured = 240 };

static int report(const rb_app *app) {
    static const char *const names[RB_STAGE_COUNT] = {"input", "world", "panels", "raster"};
    const rb_perf *perf = &app->perf;
    double each = perf->frames > 0 ? 1e3 / (double)perf->frames : 0;
    double all = 0;
    for (int i = 0; i < RB_STAGE_COUNT; i++) {
        all += perf->total[i] * each;
    }
    double own = (perf->total[RB_STAGE_INPUT] + perf->total[RB_STAGE_PANELS]) * each;
    printf("viewer, %d runs, %d plots, %dx%d, %ld frames: CPU time of the main thread per frame\n",
           app->session.count, app->plots.count, GetScreenWidth(), GetScreenHeight(), perf->frames);
    for (int i = 0; i < RB_STAGE_COUNT; i++) {
        printf("  %-8s %8.3f ms  %5.1f %%\n", names[i], perf->total[i] * each,
               all > 0 ? 100 * perf->total[i] * each / all : 0);
    }
    printf("  own      %8.3f ms  %5.1f %%  (input and panels; budget %.0f ms)\n", own,
           all > 0 ? 100 * own / all : 0, budget_ms);
    return own <= budget_ms ? 0 : 1;
}

int rb_bench_run(rb_app *app) {
    rb_session_play(&app->session);
    for (int i = 0; i < warm_up + measured; i++) {
        if (i == warm_up) {
            memset(&app->perf, 0, sizeof app->perf); /* fonts and the like were made until here */
        }
        rb_app_frame(app, (double)GetFrameTime());
    }
    return report(app);
}
