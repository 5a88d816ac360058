#include "viewer/trace.h"

#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/platform/window.h"

/* "spin-it:2:a:1": lesson, step, what became of it, the answer that the run gave (0: none yet). */
static void describe_lesson(const rb_app *app, char *text, size_t size) {
    rb_lesson_view view = rb_tutor_view(app);
    if (view.lesson == NULL) {
        snprintf(text, size, "none");
    } else {
        snprintf(text, size, "%s:%d:%c:%d", view.lesson->id, view.step + 1, view.marks[view.step],
                 view.right + 1);
    }
}

/* "505,300": the pixel of the first body's mass centre while time stands still, so that hands find it. */
static void describe_body(const rb_app *app, char *text, size_t size) {
    Rectangle cells[RB_RUNS_MAX];
    rb_view_cells(app, cells);
    rb_camera camera = rb_view_camera(app, 0);
    Vector2 at;
    bool seen = app->session.shown_count > 0 && !rb_session_playing(&app->session) &&
                rb_world_pixel(&camera, cells[0], app->session.shown[0]->r_C, &at);
    if (seen) {
        snprintf(text, size, "%.0f,%.0f", (double)at.x, (double)at.y);
    } else {
        snprintf(text, size, "none");
    }
}

static void describe(const rb_app *app, char *text, size_t size) {
    char lesson[96], body[32];
    rb_spots spots = app->ui.spots;
    describe_lesson(app, lesson, sizeof lesson);
    describe_body(app, body, sizeof body);
    static const char *const layouts[] = {"single", "grid", "overlay"};
    const rb_session *s = &app->session;
    const rb_ui *ui = &app->ui;
    snprintf(text, size,
             "scene=%s law=%s runs=%d shown=%d selected=%d layout=%s playing=%d scrubbing=%d "
             "speed=%.4g pending=%d hidden=%d left=%d right=%d page=%d microscope=%d enlarged=%d "
             "help=%d search=%d lesson=%s lessons=%d glossary=%d welcome=%d theme=%s scale=%.2f "
             "recording=%d csv=%d follow=%d plots=%d "
             "camera=%.2f,%.2f body=%s flick=%d asking=%d minimized=%d size=%dx%d "
             "begin=%.0f,%.0f choice=%.0f,%.0f next=%.0f,%.0f",
             s->runs[0].scene.id, s->runs[s->selected].scene.friction->id, s->count, s->shown_count,
             s->selected, layouts[app->ui.layout], rb_session_playing(s), s->scrubbing, s->speed,
             rb_session_restart_pending(s), ui->hidden, ui->left, ui->right, app->plots.page,
             ui->microscope, ui->enlarged, ui->help, ui->library, lesson, ui->lesson_list,
             ui->glossary, ui->welcome, rb_theme_current() == RB_THEME_DARK ? "dark" : "light",
             app->config.ui_scale, app->capture.video != NULL, app->csv.count, app->camera.follow,
             app->plots.count, (double)app->camera.yaw, (double)app->camera.pitch, body,
             app->hand.active, ui->quitting, rb_window_minimized(), rb_window_width(),
             rb_window_height(), (double)spots.begin.x, (double)spots.begin.y,
             (double)spots.choice.x, (double)spots.choice.y, (double)spots.next.x,
             (double)spots.next.y);
}

void rb_trace_frame(rb_app *app) {
    if (!app->options.trace) {
        return;
    }
    char now[800];
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
