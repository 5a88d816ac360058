#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "viewer/app.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/session/scene_groups.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- sizes */

/* Body text of 33 px at 1080p, so that letters have at least 28 px in every font; captions and curves
   scale with it, at any size. */
float rb_presenter_zoom(float width, float height) {
    const float text = 33.0f, plain = 16.0f;
    return text / plain * fminf(width / 1920, height / 1080);
}

Rectangle rb_presenter_plot_area(const rb_app *app, float width, float height) {
    const float share = 0.3f;
    bool enlarged = app->ui.enlarged; /* the microscope fills the window */
    bool left_out = rb_lesson_current(&app->player) != NULL && !app->ui.right; /* by its lesson */
    if (!app->presenter.plot || app->plots.count == 0 || enlarged || left_out) {
        return (Rectangle){0};
    }
    if (width < height) {
        return (Rectangle){0, roundf((1 - share) * height), width, roundf(share * height)};
    }
    return (Rectangle){roundf((1 - share) * width), 0, roundf(share * width), height};
}

/* ---------------------------------------------------------------- speed */

static double pace_of(const rb_body_kind *body) {
    return rb_appearance_pace(body);
}

/* A top spins too fast to follow. */
static double base_for(const rb_presenter *p, const rb_body_kind *body) {
    const double for_tops = 0.15;
    return rb_body_has(body, RB_TRAIT_INVERTS) ? fmin(p->usual, for_tops) : p->usual * pace_of(body);
}

static double slow_for(const rb_body_kind *body) {
    return rb_body_has(body, RB_TRAIT_INVERTS) ? 0.05 : 0.15;
}

static void use_speed(rb_app *app, double speed) {
    if (speed != app->session.speed) {
        rb_session_set_speed(&app->session, speed);
    }
    app->presenter.given = app->session.speed;
}

static const rb_body_kind *body_of(const rb_app *app) {
    return app->session.runs[app->session.selected].scene.body;
}

void rb_presenter_set(rb_app *app, bool on) {
    rb_presenter *p = &app->presenter;
    const rb_body_kind *body = body_of(app);
    if (on == p->on) {
        return;
    }
    p->blank = false;
    if (on) {
        p->before = p->usual = app->session.speed / pace_of(body);
        p->body = NULL;
        rb_app_close_cards(app);
    } else {
        rb_session_set_speed(&app->session, p->before * pace_of(body));
        app->ui.enlarged = false;
    }
    p->on = on;
}

double rb_presenter_usual_speed(const rb_app *app) {
    return app->presenter.on ? app->presenter.before : app->session.speed / pace_of(body_of(app));
}

/* An interval around the predicted event, longer before it at high speed. */
static bool something_happens(const rb_presenter *p, double t, double slow) {
    double before = 0.15 + 0.3 * p->base, after = 0.25;
    if (slow < 0.1) {
        before = 0.1;
        after = 0.1;
    }
    return rb_prediction_between(&p->prediction, t - after, t + before);
}

/* The last mark of the selected run on the timeline, except rest; NAN: none. */
static double last_event(const rb_app *app) {
    rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
    rb_caption caption = rb_session_caption(&app->session, app->session.selected);
    double last = (double)NAN;
    for (int i = 0, count = rb_caption_marks(&caption, marks); i < count; i++) {
        last = strcmp(marks[i].name, "rest") != 0 ? marks[i].t : last;
    }
    return last;
}

rb_status rb_presenter_replay_event(rb_app *app, rb_error *err) {
    rb_presenter *p = &app->presenter;
    rb_session *session = &app->session;
    double t = session->shown_count > 0 ? last_event(app) : (double)NAN;
    double around = (rb_body_has(body_of(app), RB_TRAIT_INVERTS) ? 0.25 : 0.5) * pace_of(body_of(app));
    if (isnan(t) || t < rb_history_begin(&session->history)) {
        return rb_fail(err, RB_ERR_INPUT, "replay-event: nothing has happened yet: no reversal is recorded");
    }
    if (!p->replay.on) {
        p->replay.played = rb_session_playing(session);
    }
    rb_session_scrub(session, t - around);
    p->replay.on = true;
    p->replay.t = session->scrub_t;
    p->replay.end = fmin(t + around, rb_history_end(&session->history));
    return RB_OK;
}

/* Ends when the user goes to another time. */
static void update_replay(rb_app *app, double dt) {
    rb_presenter *p = &app->presenter;
    rb_session *session = &app->session;
    if (!p->replay.on || !session->scrubbing || session->scrub_t != p->replay.t) {
        p->replay.on = false;
        return;
    }
    double t = p->replay.t + dt * slow_for(body_of(app)) * pace_of(body_of(app));
    if (t < p->replay.end) {
        rb_session_scrub(session, t);
        p->replay.t = session->scrub_t;
        return;
    }
    p->replay.on = false;
    rb_session_go_live(session);
    if (p->replay.played) {
        rb_session_play(session);
    }
}

void rb_presenter_update(rb_app *app, double dt) {
    rb_presenter *p = &app->presenter;
    const rb_body_kind *body = body_of(app);
    double passed = dt > 0 ? dt : 1.0 / rb_capture_rate(&app->capture);
    update_replay(app, passed);
    /* Not while a link is followed or a poster is made. */
    if (!p->on || app->link.under_way || app->poster.under_way) {
        return;
    }
    if (p->body != body) {
        p->body = body;
        p->base = base_for(p, body);
        use_speed(app, p->base);
    } else if (app->session.speed != p->given) { /* the user changed it */
        p->base = p->given = app->session.speed;
    }
    rb_prediction_update(&p->prediction, &app->session);
    double slow = slow_for(body);
    bool now = !app->session.scrubbing && p->prediction.count > 0 &&
               something_happens(p, rb_session_time(&app->session), slow);
    double wanted = now ? fmin(p->base, slow) : p->base;
    double speed = app->session.speed * pow(wanted / app->session.speed, 1 - exp(-passed / 0.2));
    use_speed(app, fabs(log(speed / wanted)) < 0.03 ? wanted : speed);
}

/* ---------------------------------------------------------------- steps */

/* The index of the scene's start in use, from 0; -1: none. */
static int start_in_use(const rb_session_run *run) {
    for (int i = 0; i < run->preset.start_count; i++) {
        rb_scene made = run->preset;
        char number[16];
        rb_error err;
        snprintf(number, sizeof number, "%d", i + 1);
        if (rb_scene_use_start(&made, number, &err) == RB_OK && rb_scene_same_start(&made, &run->scene)) {
            return i;
        }
    }
    return -1;
}

/* The lecturer asks the question aloud: the first click runs the step, the next one continues. */
static void step_lesson(rb_app *app, int direction) {
    const rb_lesson_view view = rb_lesson_view_of(app);
    const rb_lesson_step *step = &view.lesson->steps[view.step];
    bool asks = direction > 0 && step->question.choice_count > 0 && view.answer < 0 && !view.watched;
    rb_ui_run(&app->ui, asks ? "lesson watch" : direction > 0 ? "lesson next" : "lesson back");
}

void rb_presenter_replay(rb_app *app) {
    rb_ui_run(&app->ui, "%s", rb_lesson_current(&app->player) != NULL ? "lesson again" : "restart");
}

void rb_presenter_step(rb_app *app, int direction) {
    if (app->running_order.order.count > 0) {
        rb_ui_run(&app->ui, direction > 0 ? "order next" : "order back");
        return;
    }
    if (rb_lesson_current(&app->player) != NULL) {
        step_lesson(app, direction);
        return;
    }
    const rb_session_run *run = &app->session.runs[app->session.selected];
    int start = start_in_use(run) + direction;
    app->presenter.blank = false;
    if (start >= 0 && start < run->preset.start_count) {
        rb_ui_run(&app->ui, "start %d", start + 1);
        return;
    }
    const rb_scene *next = rb_scene_group_next(app->library, run->preset.id, direction);
    if (next != NULL) {
        rb_app_open(app, next);
    }
}

/* ---------------------------------------------------------------- drawing */

void rb_presenter_draw(rb_app *app) {
    const rb_session *session = &app->session;
    Rectangle plot = app->ui.rects.right, w = app->ui.rects.world;
    if (plot.width > 0) {
        if (rb_begin_panel("##presenter", plot, ImGuiWindowFlags_NoScrollbar)) {
            if (app->plots.page == RB_PAGE_LAWS) {
                rb_law_view_draw(&app->plots.laws, &app->session, app->ui.contact, true);
            } else {
                rb_plots_draw_first(&app->plots, &app->session);
            }
        }
        rb_end_panel();
    }
    double speed = app->presenter.replay.on ? slow_for(body_of(app)) : session->speed;
    if (speed != 1 && !rb_body_has(body_of(app), RB_TRAIT_DIMENSIONLESS)) {
        char text[48];
        snprintf(text, sizeof text,
                 app->presenter.replay.on ? rb_tr("replay, %.2g × real time") : rb_tr("%.2g × real time"),
                 speed);
        ImVec2 size = rb_text_size(text);
        rb_text_box(igGetBackgroundDrawList_Nil(),
                    rb_im2(w.x + w.width - size.x - rb_em(0.9f), w.y + w.height - size.y - rb_em(0.7f)), text,
                    0, rb_color(RB_COLOR_INK_SOFT), 1);
    }
}
