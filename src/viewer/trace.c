#include "viewer/trace.h"

#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/platform/window.h"

static void describe(const rb_app *app, char *text, size_t size) {
    static const char *const layouts[] = {"single", "grid", "overlay"};
    const rb_session *s = &app->session;
    const rb_ui *ui = &app->ui;
    snprintf(text, size,
             "scene=%s law=%s runs=%d shown=%d selected=%d layout=%s playing=%d scrubbing=%d "
             "speed=%.4g pending=%d hidden=%d left=%d right=%d page=%d microscope=%d help=%d "
             "search=%d theme=%s scale=%.2f recording=%d csv=%d follow=%d plots=%d "
             "camera=%.2f,%.2f flick=%d asking=%d minimized=%d size=%dx%d",
             s->runs[0].scene.id, s->runs[s->selected].scene.friction->id, s->count, s->shown_count,
             s->selected, layouts[app->ui.layout], rb_session_playing(s), s->scrubbing, s->speed,
             rb_session_restart_pending(s), ui->hidden, ui->left, ui->right, app->plots.page,
             ui->microscope, ui->help, ui->library,
             rb_theme_current() == RB_THEME_DARK ? "dark" : "light", app->config.ui_scale,
             app->capture.video != NULL, app->csv.count, app->camera.follow, app->plots.count,
             (double)app->camera.yaw, (double)app->camera.pitch, app->flick.active, ui->quitting,
             rb_window_minimized(), rb_window_width(), rb_window_height());
}

void rb_trace_frame(rb_app *app) {
    if (!app->options.trace) {
        return;
    }
    char now[640];
    describe(app, now, sizeof now);
    if (strcmp(now, app->trace.last) != 0) {
        snprintf(app->trace.last, sizeof app->trace.last, "%s", now);
        printf("%s t=%.3f\n", now, rb_session_time(&app->session));
    }
    for (int i = 0; i < app->messages.count; i++) {
        rb_message *message = &app->messages.items[i];
        if (!message->traced) {
            message->traced = true;
            printf("message=%s\n", message->text);
        }
    }
    fflush(stdout);
}

void rb_trace_end(const rb_app *app) {
    if (!app->options.trace) {
        return;
    }
    const rb_perf *perf = &app->perf;
    double frames = perf->frames > 0 ? (double)perf->frames : 1;
    double each = 1e3 / frames;
    printf("end frames=%ld t=%.3f input_ms=%.3f world_ms=%.3f panels_ms=%.3f raster_ms=%.3f "
           "own_ms=%.3f samples=%d dropped=%llu\n",
           perf->frames, rb_session_time(&app->session), perf->total[RB_STAGE_INPUT] * each,
           perf->total[RB_STAGE_WORLD] * each, perf->total[RB_STAGE_PANELS] * each,
           perf->total[RB_STAGE_RASTER] * each, rb_perf_own(perf->total) * each,
           app->session.history.runs[0].count,
           (unsigned long long)app->session.frame->samples_dropped);
}
