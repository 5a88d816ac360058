#include "viewer/remote.h"

#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "base/json.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- in words */

static void add(char *text, size_t size, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

static void describe_run(const rb_app *app, int run, char *text, size_t size) {
    const rb_session *session = &app->session;
    const rb_snapshot *now = session->shown[run];
    char part[400], events[160];
    rb_caption caption = rb_session_caption(session, run);
    rb_caption_answer(&caption, events, sizeof events);
    snprintf(part, sizeof part, rb_tr(" %s: spin %.1f rad/s%s%s."), rb_session_label(session, run),
             now->omega_n, events[0] != '\0' ? "; " : "", events);
    add(text, size, part);
}

void rb_remote_describe(const rb_app *app, char *text, size_t size) {
    const rb_session *session = &app->session;
    snprintf(text, size, "%s. ", rb_tr(session->runs[0].scene.name));
    if (session->shown_count == 0) {
        return;
    }
    char part[80];
    snprintf(part, sizeof part,
             session->scrubbing            ? rb_tr("Looking back at %.1f s.")
             : rb_session_playing(session) ? rb_tr("Playing at %.1f s.")
                                           : rb_tr("Paused at %.1f s."),
             rb_session_time(session));
    add(text, size, part);
    for (int run = 0; run < session->shown_count; run++) {
        describe_run(app, run, text, size);
    }
}

/* ---------------------------------------------------------------- as JSON */

static void add_run(rb_json *json, const rb_session *session, int run) {
    const rb_summary *summary = rb_session_summary(session, run);
    const rb_scene *scene = &session->runs[run].scene;
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)summary->state_hash);
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "scene", scene->id);
    rb_json_text(json, "name", rb_session_run_name(session, run));
    rb_json_text(json, "law", scene->friction->id);
    rb_json_number(json, "t", rb_session_now(session, run)->t);
    rb_json_text(json, "hash", hash);
    rb_json_begin_object(json, "outcomes");
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        if (rb_outcome_fits(outcome, scene->body) && !(outcome->flags & RB_OUTCOME_MACHINE)) {
            rb_json_number(json, outcome->name, rb_outcome_value(outcome, summary));
        }
    }
    rb_json_end(json);
    rb_json_end(json);
}

static void add_view(rb_json *json, const rb_app *app) {
    static const char *const layouts[] = {"single", "grid", "overlay"};
    rb_json_text(json, "layout", layouts[app->ui.layout]);
    rb_json_text(json, "theme", rb_theme_current() == RB_THEME_DARK ? "dark" : "light");
    rb_json_begin_list(json, "camera");
    rb_json_number(json, NULL, (double)app->camera.yaw);
    rb_json_number(json, NULL, (double)app->camera.pitch);
    rb_json_number(json, NULL, (double)app->camera.distance);
    rb_json_end(json);
    rb_json_bool(json, "recording", app->capture.video != NULL);
    rb_json_bool(json, "idle", rb_app_is_idle(app));
    rb_json_bool(json, "writing", igGetIO()->WantTextInput);
    rb_json_number(json, "frames", app->frames);
    rb_json_number(json, "cost", rb_perf_own(app->perf.smooth));
}

static void add_spot(rb_json *json, const char *name, Vector2 spot) {
    rb_json_begin_list(json, name);
    rb_json_number(json, NULL, (double)spot.x);
    rb_json_number(json, NULL, (double)spot.y);
    rb_json_end(json);
}

/* The visible items of the panels by name. */
static void add_places(rb_json *json, const rb_ui *ui) {
    rb_json_begin_object(json, "places");
    for (int i = 0; i < ui->place_count; i++) {
        if (ui->places[i].visible) {
            add_spot(json, ui->places[i].name, ui->places[i].at);
        }
    }
    rb_json_end(json);
}

/* The current step of a lesson, and the positions of its buttons. */
static void add_lesson(rb_json *json, const rb_app *app) {
    rb_lesson_view view = rb_lesson_view_of(app);
    if (app->ui.welcome) {
        add_spot(json, "begin", rb_ui_place(&app->ui, "begin"));
    }
    if (view.lesson == NULL) {
        return;
    }
    rb_json_begin_object(json, "lesson");
    rb_json_text(json, "id", view.lesson->id);
    rb_json_number(json, "step", view.step + 1);
    rb_json_number(json, "answer", view.answer + 1);
    rb_json_number(json, "right", view.right + 1);
    rb_json_bool(json, "done", view.task_done);
    add_spot(json, "choice", rb_ui_place(&app->ui, "choice.1"));
    add_spot(json, "next", rb_ui_place(&app->ui, "next"));
    rb_json_end(json);
}

/* The link that "copy link" would copy, without a page's address. */
static void add_link(rb_json *json, const rb_app *app) {
    rb_link_pen pen;
    rb_error err;
    bool elsewhere = false;
    bool written = rb_app_link(app, &pen, &elsewhere, &err) == RB_OK;
    rb_json_text(json, "link", written ? pen.text : NULL);
}

static void add_messages(rb_json *json, const rb_messages *messages) {
    rb_json_number(json, "problems", messages->problems);
    rb_json_begin_list(json, "messages");
    for (int i = 0; i < messages->count; i++) {
        rb_json_text(json, NULL, messages->items[i].text);
    }
    rb_json_end(json);
}

char *rb_remote_state_json(const rb_app *app) {
    const rb_session *session = &app->session;
    char words[2000];
    rb_remote_describe(app, words, sizeof words);
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "version", rb_version());
    rb_json_text(&json, "scene", session->runs[0].scene.id);
    rb_json_text(&json, "description", words);
    rb_json_number(&json, "t", rb_session_time(session));
    rb_json_bool(&json, "playing", rb_session_playing(session));
    rb_json_bool(&json, "scrubbing", session->scrubbing);
    rb_json_bool(&json, "busy", rb_script_waits(app));
    rb_json_number(&json, "speed", session->speed);
    rb_json_number(&json, "selected", session->selected + 1);
    rb_json_begin_list(&json, "runs");
    for (int run = 0; run < session->shown_count; run++) {
        add_run(&json, session, run);
    }
    rb_json_end(&json);
    add_view(&json, app);
    add_places(&json, &app->ui);
    add_lesson(&json, app);
    add_link(&json, app);
    add_messages(&json, &app->messages);
    rb_json_end(&json);
    return rb_json_finish(&json);
}

/* ---------------------------------------------------------------- trace for tests */

/* "spin-it:2:a:1": lesson, step, its state, the correct answer (0: not known yet). */
static void describe_lesson(const rb_app *app, char *text, size_t size) {
    rb_lesson_view view = rb_lesson_view_of(app);
    if (view.lesson == NULL) {
        snprintf(text, size, "none");
    } else {
        snprintf(text, size, "%s:%d:%c:%d", view.lesson->id, view.step + 1, view.marks[view.step],
                 view.right + 1);
    }
}

/* "505,300": the pixel of the first body's mass centre while paused, for driven tests. */
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
    Vector2 begin = rb_ui_place(&app->ui, "begin");
    Vector2 choice = rb_ui_place(&app->ui, "choice.1");
    Vector2 next = rb_ui_place(&app->ui, "next");
    describe_lesson(app, lesson, sizeof lesson);
    describe_body(app, body, sizeof body);
    ImVec2 mouse = igGetIO()->MousePos;
    mouse = igIsMousePosValid(&mouse) ? mouse : rb_im2(-1, -1);
    static const char *const layouts[] = {"single", "grid", "overlay"};
    const rb_session *s = &app->session;
    const rb_ui *ui = &app->ui;
    snprintf(text, size,
             "scene=%s law=%s runs=%d shown=%d selected=%d layout=%s playing=%d scrubbing=%d "
             "speed=%.4g pending=%d hidden=%d left=%d right=%d page=%d microscope=%d enlarged=%d "
             "help=%d search=%d notes=%d lesson=%s lessons=%d glossary=%d welcome=%d theme=%s scale=%.2f "
             "recording=%d csv=%d follow=%d plots=%d "
             "camera=%.2f,%.2f body=%s flick=%d asking=%d minimized=%d size=%dx%d "
             "begin=%.0f,%.0f choice=%.0f,%.0f next=%.0f,%.0f pointer=%.0f,%.0f,%d",
             s->runs[0].scene.id, s->runs[s->selected].scene.friction->id, s->count, s->shown_count,
             s->selected, layouts[app->ui.layout], rb_session_playing(s), s->scrubbing, s->speed,
             rb_session_restart_pending(s), ui->hidden, ui->left, ui->right, app->plots.page, ui->microscope,
             ui->enlarged, ui->help, ui->library, app->lecturer.on, lesson, ui->lesson_list, ui->glossary,
             ui->welcome, rb_theme_current() == RB_THEME_DARK ? "dark" : "light", app->config.ui_scale,
             app->capture.video != NULL, app->csv.count, app->camera.follow, app->plots.count,
             (double)app->camera.yaw, (double)app->camera.pitch, body, app->hand.active, ui->quitting,
             rb_window_minimized(), rb_window_width(), rb_window_height(), (double)begin.x, (double)begin.y,
             (double)choice.x, (double)choice.y, (double)next.x, (double)next.y, (double)mouse.x,
             (double)mouse.y, igIsAnyMouseDown());
}

/* "contact.mu:163,352 start.omega3:163,298": the visible items by name. */
static void describe_places(const rb_ui *ui, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < ui->place_count && used < size; i++) {
        const rb_place *place = &ui->places[i];
        if (place->visible) {
            used += (size_t)snprintf(text + used, size - used, " %s:%.0f,%.0f", place->name,
                                     (double)place->at.x, (double)place->at.y);
        }
    }
}

void rb_state_trace_frame(rb_app *app) {
    if (!app->options.trace) {
        return;
    }
    char now[800], places[sizeof app->trace.places];
    describe_places(&app->ui, places, sizeof places);
    if (strcmp(places, app->trace.places) != 0) {
        snprintf(app->trace.places, sizeof app->trace.places, "%s", places);
        printf("places=%s\n", places);
    }
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

void rb_state_trace_end(const rb_app *app) {
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
           app->session.history.runs[0].count, (unsigned long long)app->session.frame->samples_dropped);
}
