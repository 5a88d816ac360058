#include "viewer/lecturer.h"

#include <math.h>
#include <stdio.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "app/lesson/markup.h"
#include "app/session/scene_groups.h"
#include "base/system.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/gui/second_layer.h"
#include "viewer/platform/second_window.h"
#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- what is said */

/* The step's own notes, or its text with the question. */
static void lesson_notes(const rb_lesson_step *step, char *text, size_t size) {
    char plain[1400], question[400];
    rb_markup_plain(step->text, plain, sizeof plain);
    rb_markup_plain(step->question.text, question, sizeof question);
    int used = step->notes[0] != '\0' ? snprintf(text, size, "%s\n\n", rb_tr(step->notes)) : 0;
    used += snprintf(text + used, size - (size_t)used, "%s", plain);
    if (question[0] != '\0') {
        snprintf(text + used, size - (size_t)used, rb_tr("\n\nQuestion: %s"), question);
    }
}

static void scene_notes(const rb_app *app, rb_lecture_step *step) {
    const rb_session_run *run = &app->session.runs[app->session.selected];
    const rb_scene *next = rb_scene_group_next(app->library, run->preset.id, 1);
    rb_elide(rb_tr(run->scene.name), step->title, sizeof step->title);
    rb_elide(rb_tr(run->scene.description), step->notes, sizeof step->notes);
    if (run->preset.start_count > 1) {
        snprintf(step->next, sizeof step->next, rb_tr("another of its %d starts"), run->preset.start_count);
    } else if (next != NULL) {
        rb_elide(rb_tr(next->name), step->next, sizeof step->next);
    }
}

static void lesson_step(const rb_app *app, rb_lecture_step *step) {
    const rb_lesson_view view = rb_lesson_view_of(app);
    const rb_lesson_step *now = &view.lesson->steps[view.step];
    snprintf(step->title, sizeof step->title, rb_tr("%s, %d of %d: %s"), rb_tr(view.lesson->name),
             view.step + 1, view.lesson->step_count, rb_tr(now->title));
    lesson_notes(now, step->notes, sizeof step->notes);
    if (now->question.choice_count > 0 && view.answer < 0 && !view.watched) {
        snprintf(step->next, sizeof step->next, "%s", rb_tr("let the run answer"));
    } else if (view.step + 1 < view.lesson->step_count) {
        rb_elide(rb_tr(now[1].title), step->next, sizeof step->next);
    } else {
        step->next[0] = '\0';
    }
}

rb_lecture_step rb_lecturer_step(const rb_app *app) {
    const rb_running_order *r = &app->running_order;
    rb_lecture_step step = {.title = ""};
    bool lesson = rb_lesson_current(&app->player) != NULL;
    if (lesson) {
        lesson_step(app, &step);
    } else {
        scene_notes(app, &step);
    }
    if (r->order.count == 0 || r->at < 0) {
        return step;
    }
    const rb_order_item *item = &r->order.items[r->at];
    char title[sizeof step.title], notes[sizeof step.notes];
    snprintf(title, sizeof title, rb_tr("%d of %d: %s%s%.80s"), r->at + 1, r->order.count, rb_tr(item->title),
             lesson ? " · " : "", lesson ? step.title : "");
    snprintf(notes, sizeof notes, "%s%s%.1300s", item->notes, item->notes[0] != '\0' ? "\n\n" : "",
             step.notes);
    snprintf(step.title, sizeof step.title, "%s", title);
    snprintf(step.notes, sizeof step.notes, "%s", notes);
    if (!lesson || step.next[0] == '\0' || !r->steps) {
        bool last = r->at + 1 >= r->order.count;
        snprintf(step.next, sizeof step.next, "%s",
                 last ? rb_tr("end of the running order") : rb_tr(item[1].title));
    }
    return step;
}

/* ---------------------------------------------------------------- window */

rb_status rb_lecturer_open(rb_app *app, rb_error *err) {
    if (app->offscreen) {
        return rb_fail(err, RB_ERR_INPUT, "notes: expected a window, this is a picture");
    }
    rb_status status = rb_second_layer_open("Rattleback: notes", 760, 560, err);
    if (status == RB_OK && !app->lecturer.on) {
        app->lecturer = (rb_lecturer){.on = true, .since = rb_clock_now(), .drawn = -1};
    }
    return status;
}

void rb_lecturer_close(rb_app *app) {
    rb_second_layer_close();
    app->lecturer.on = false;
}

/* A button whose line is run after the frame, in the context of the first window. */
static void button(rb_app *app, const char *name, const char *id, const char *line, bool same_line) {
    if (same_line) {
        igSameLine(0, -1);
    }
    if (igButton(name, rb_im2(0, 2 * igGetFontSize()))) {
        snprintf(app->lecturer.line, sizeof app->lecturer.line, "%s", line);
    }
    rb_ui_mark(&app->ui, "notes.%s", id);
}

static void controls(rb_app *app) {
    bool presents = app->presenter.on;
    button(app, rb_tr("◀ back"), "back", presents ? "present back" : "scene previous", false);
    button(app, rb_tr("next ▶"), "next", presents ? "present next" : "scene next", true);
    button(app, rb_session_playing(&app->session) ? rb_tr("pause") : rb_tr("play"), "play", "play", true);
    button(app, rb_tr("once more"), "again", presents ? "present replay" : "restart", true);
    button(app, rb_tr("last reversal"), "event", "replay-event", true);
    button(app, rb_tr("presenter"), "presenter", "presenter", false);
    igBeginDisabled(!presents);
    button(app, rb_tr("black"), "black", "present blank", true);
    igEndDisabled();
    button(app, rb_tr("number"), "number", "number", true);
    button(app, rb_tr("forces"), "forces", "show forces", true);
    button(app, "QR", "qr", "qr", true);
    button(app, rb_tr("slower"), "slower", "speed slower", true);
    button(app, rb_tr("faster"), "faster", "speed faster", true);
}

static void clock_line(const rb_app *app) {
    char now[9];
    rb_local_time("%H:%M:%S", now, sizeof now);
    int since = (int)(rb_clock_now() - app->lecturer.since);
    igPushFont(rb_second_layer_font(RB_FONT_CAPTION));
    igText("%s     %d:%02d     t = %.2f s, %.2g×", now, since / 60, since % 60,
           rb_session_time(&app->session), app->session.speed);
    igPopFont();
}

static void draw(rb_app *app) {
    rb_lecture_step step = rb_lecturer_step(app);
    ImVec2 size = igGetIO()->DisplaySize;
    if (rb_begin_panel("##notes", (Rectangle){0, 0, size.x, size.y}, 0)) {
        clock_line(app);
        igSeparator();
        igPushTextWrapPos(0);
        igPushFont(rb_second_layer_font(RB_FONT_HEADING));
        igTextUnformatted(step.title, NULL);
        igPopFont();
        float foot = 5.4f * igGetFontSize() + 5 * igGetStyle()->ItemSpacing.y;
        foot += 2 * igGetFontSize();
        if (igBeginChild_Str("text", rb_im2(0, -foot), 0, 0)) {
            igPushTextWrapPos(0);
            igPushFont(rb_second_layer_font(RB_FONT_CAPTION));
            igTextUnformatted(step.notes, NULL);
            igPopFont();
            igPopTextWrapPos();
        }
        igEndChild();
        igPushFont(rb_second_layer_font(RB_FONT_HEADING));
        igTextColored(rb_im4(rb_text_color(RB_COLOR_ACCENT)), rb_tr("Next: %s"),
                      step.next[0] != '\0' ? step.next : "–");
        igPopFont();
        igPopTextWrapPos();
        controls(app);
    }
    igEnd();
}

void rb_lecturer_frame(rb_app *app) {
    rb_lecturer *lecturer = &app->lecturer;
    const double pause = 0.05; /* s between frames of the second window */
    double now = rb_clock_now();
    if (!lecturer->on || now < lecturer->drawn + pause) {
        return;
    }
    if (rb_second_window_should_close()) {
        rb_lecturer_close(app);
        return;
    }
    lecturer->line[0] = '\0';
    rb_second_layer_begin((float)(now - lecturer->drawn));
    draw(app);
    rb_second_layer_end();
    lecturer->drawn = now;
    if (lecturer->line[0] != '\0') {
        rb_ui_run(&app->ui, "%s", lecturer->line);
    }
}
