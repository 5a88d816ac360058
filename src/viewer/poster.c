/* Posters: title, three stills around the first event, one plot, parameters, source, and a link
   as text and as a QR code. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/window.h"
#include "viewer/world/body_view.h"

enum { SETTLING = 3 }; /* frames until panels and plots know their sizes */

/* ---------------------------------------------------------------- begin and end */

/* Before, at and after the first event, or at the beginning, the middle and the end. */
static void choose_stills(rb_app *app) {
    rb_poster *poster = &app->poster;
    rb_session *session = &app->session;
    int run = session->selected;
    rb_caption caption = rb_session_caption(session, run);
    rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
    int count = rb_caption_marks(&caption, marks);
    double begin = rb_history_begin(&session->history), end = rb_session_time(session);
    double at = count > 0 && marks[0].t < end ? marks[0].t : 0.5 * (begin + end);
    double around = fmin(at - begin, end - at);
    const double times[RB_POSTER_STILLS] = {at - 0.6 * around, at, at + 0.6 * around};
    for (int i = 0; i < RB_POSTER_STILLS; i++) {
        if (!rb_history_at(&session->history, run, times[i], &poster->stills[i])) {
            poster->stills[i] = *session->shown[run];
        }
    }
    snprintf(poster->event, sizeof poster->event, "%s", count > 0 && marks[0].t < end ? marks[0].name : "");
}

/* A link to this state, and its QR code. A link that is too long for a code has none. */
static void choose_link(rb_app *app) {
    rb_poster *poster = &app->poster;
    rb_error err;
    char *address = NULL;
    bool elsewhere = false;
    poster->link[0] = '\0';
    poster->qr.size = 0;
    if (rb_app_address(app, &address, &elsewhere, &err) == RB_OK) {
        rb_elide(address, poster->link, sizeof poster->link);
        poster->qr.size = rb_qr_encode(address, &poster->qr) ? poster->qr.size : 0;
    }
    free(address);
}

void rb_poster_begin(rb_app *app, const char *path) {
    rb_poster *poster = &app->poster;
    rb_presenter *presenter = &app->presenter;
    if (poster->under_way || app->session.shown_count == 0) {
        return;
    }
    poster->under_way = true;
    poster->on = presenter->on;
    poster->blank = presenter->blank;
    poster->plot = presenter->plot;
    poster->enlarged = app->ui.enlarged;
    poster->playing = rb_session_playing(&app->session);
    if (poster->playing) { /* the current instant */
        rb_session_pause(&app->session);
    }
    choose_stills(app);
    choose_link(app);
    presenter->on = presenter->plot = true;
    presenter->blank = app->ui.enlarged = false;
    rb_canvas_request(RB_POSTER_WIDTH, RB_POSTER_HEIGHT);
    rb_capture_picture(&app->capture, path, false);
    app->capture.settling = SETTLING;
}

void rb_poster_update(rb_app *app) {
    rb_poster *poster = &app->poster;
    if (!poster->under_way || app->capture.picture[0] != '\0') {
        return;
    }
    rb_canvas_request(0, 0);
    app->presenter.on = poster->on;
    app->presenter.blank = poster->blank;
    app->presenter.plot = poster->plot;
    app->ui.enlarged = poster->enlarged;
    if (poster->playing) {
        rb_session_play(&app->session);
    }
    poster->under_way = false;
}

/* ---------------------------------------------------------------- layout */

/* Shares of the poster's height; everything scales with it. */
static float share(float part) {
    return part * (float)rb_window_height();
}

static Rectangle still_area(int index) {
    float gap = share(0.03f), width = ((float)rb_window_width() - 4 * gap) / RB_POSTER_STILLS;
    return (Rectangle){gap + (float)index * (width + gap), share(0.15f), width, share(0.37f)};
}

static Rectangle plot_area(void) {
    float gap = share(0.03f);
    return (Rectangle){gap, share(0.60f), 0.56f * (float)rb_window_width() - gap, share(0.37f)};
}

static Rectangle facts_area(void) {
    float left = 0.59f * (float)rb_window_width();
    return (Rectangle){left, share(0.61f), (float)rb_window_width() - left - share(0.03f), share(0.36f)};
}

/* ---------------------------------------------------------------- stills */

void rb_poster_draw_stills(rb_app *app, const rb_world_style *style) {
    rb_poster *poster = &app->poster;
    int run = app->session.selected;
    rb_world_style small = *style; /* a still is a third as wide as the poster */
    small.ui_scale *= 0.6f;
    for (int i = 0; i < RB_POSTER_STILLS; i++) {
        const rb_snapshot *s = &poster->stills[i];
        rb_world_run shown = app->world_runs[run];
        shown.snapshot = s;
        shown.numbers = shown.forces = NULL;
        shown.sweep = 0;
        shown.trail =
            rb_trail_points_until(&app->trail_points[run], &app->session.history, run,
                                  app->session.drawn[run].body, s->t, (double)app->style.trail_seconds);
        rb_camera camera = app->camera;
        if (camera.follow) {
            camera.target.x = s->r_C.x;
            camera.target.y = s->r_C.y;
        }
        rb_view_lower_camera(app, s, &camera);
        camera.distance *= shown.look->tall ? 1.1f : 0.85f; /* a spin arrow is above a tall body */
        rb_world_draw(app->world, &camera, still_area(i), &shown, 1, &small);
    }
}

/* ---------------------------------------------------------------- text */

/* One piece of text, as large as a share of the height; returns the y below it. */
static float put(ImFont *font, float x, float y, float size, float wrap, Color ink, const char *text) {
    ImVec2 box;
    ImFont_CalcTextSizeA(&box, font, share(size), FLT_MAX, wrap, text, NULL, NULL);
    ImDrawList_AddText_FontPtr(igGetBackgroundDrawList_Nil(), font, share(size), rb_im2(x, y),
                               rb_im32(rb_readable(ink)), text, NULL, wrap, NULL);
    return y + box.y;
}

static void draw_title(const rb_app *app) {
    rb_caption caption = rb_session_caption(&app->session, app->session.selected);
    char question[600], answer[160];
    rb_caption_question(&caption, question, sizeof question);
    rb_caption_answer(&caption, answer, sizeof answer);
    float x = share(0.03f), width = (float)rb_window_width() - 2 * x;
    char *end = strstr(question, ". ");
    if (end != NULL) { /* its first sentence */
        end[1] = '\0';
    }
    float y = put(rb_imgui_font(RB_FONT_HEADING), x, share(0.018f), 0.05f, width, rb_color(RB_COLOR_INK),
                  rb_tr(caption.scene->name));
    ImFont *body = rb_imgui_font(RB_FONT_CAPTION);
    char line[800];
    snprintf(line, sizeof line, "%s  ", question);
    put(body, x, y + share(0.004f), 0.032f, width, rb_color(RB_COLOR_INK), line);
    ImVec2 said;
    ImFont_CalcTextSizeA(&said, body, share(0.032f), FLT_MAX, 0, line, NULL, NULL);
    double spin = rb_spin_value(caption.scene->body, &app->poster.stills[RB_POSTER_STILLS - 1]);
    put(body, x + said.x, y + share(0.004f), 0.032f, fmaxf(width - said.x, 1),
        isfinite(spin) ? rb_spin_color(spin) : rb_color(RB_COLOR_ACCENT), answer);
}

static void draw_still_names(const rb_app *app) {
    static const char *const names[RB_POSTER_STILLS] = {RB_N("before"), "", RB_N("after")};
    const rb_body_kind *body = app->session.drawn[app->session.selected].body;
    ImFont *font = rb_imgui_font(RB_FONT_BODY);
    for (int i = 0; i < RB_POSTER_STILLS; i++) {
        const rb_snapshot *s = &app->poster.stills[i];
        Rectangle at = still_area(i);
        char when[120], value[64] = "";
        if (app->poster.event[0] != '\0') {
            snprintf(when, sizeof when, "%s:  t = %.3g %s", rb_tr(i == 1 ? app->poster.event : names[i]),
                     s->t, rb_body_unit(body, "s"));
        } else {
            snprintf(when, sizeof when, "t = %.3g %s", s->t, rb_body_unit(body, "s"));
        }
        rb_spin spin = rb_spin_of(body, s);
        float y = at.y + at.height + share(0.008f);
        put(font, at.x, y, 0.026f, 0, rb_color(RB_COLOR_INK), when);
        if (isfinite(spin.value)) {
            ImVec2 size;
            const char *sign = fabs(spin.value) < 0.05 ? "" : spin.value < 0 ? "−" : "+";
            snprintf(value, sizeof value, "%s %s%.1f rad/s", spin.symbol, sign, fabs(spin.value));
            ImFont_CalcTextSizeA(&size, font, share(0.026f), FLT_MAX, 0, value, NULL, NULL);
            put(font, at.x + at.width - size.x, y, 0.026f, 0, rb_spin_color(spin.value), value);
        }
    }
}

/* Writes pieces of text in lines that break between them only. */
typedef struct pieces {
    Rectangle at;
    float x, y;
} pieces;

static void add_piece(pieces *p, const char *text) {
    const float size = 0.022f;
    ImFont *font = rb_imgui_font(RB_FONT_BODY);
    ImVec2 box;
    ImFont_CalcTextSizeA(&box, font, share(size), FLT_MAX, 0, text, NULL, NULL);
    if (p->x > p->at.x && p->x + box.x > p->at.x + p->at.width) {
        p->x = p->at.x;
        p->y += 1.15f * box.y;
    }
    put(font, p->x, p->y, size, 0, rb_color(RB_COLOR_INK), text);
    p->x += box.x + share(0.016f);
}

/* The law, and the numbers of the scene that are not zero: "μ = 0.5". */
static void draw_parameters(const rb_scene *scene, Rectangle at) {
    static const rb_section sections[] = {RB_SECTION_START, RB_SECTION_CONTACT, RB_SECTION_BODY};
    pieces p = {at, at.x, at.y};
    char text[200];
    snprintf(text, sizeof text, rb_tr("friction law: %s"), rb_tr(scene->friction->name));
    add_piece(&p, text);
    for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
        rb_param_table table = rb_scene_table(scene, sections[k]);
        for (int i = 0; i < table.count; i++) {
            const rb_param *row = &table.rows[i];
            double value = scene->values[sections[k]][i];
            if (value == 0 || row->choices != NULL || (row->flags & RB_PARAM_BOOL)) {
                continue;
            }
            rb_ui_unit unit = rb_ui_unit_of(row->unit);
            snprintf(text, sizeof text, "%s = %s%.4g%s%s", row->symbol, value < 0 ? "−" : "",
                     fabs(value * unit.factor), strcmp(unit.name, "°") == 0 ? "" : " ", unit.name);
            add_piece(&p, text);
        }
    }
}

/* The paper that a scene's source names by its tag, "K11 Fig. 5"; "" if it names none. */
static const char *paper_of(const char *source) {
    static const struct {
        const char *tag, *paper;
    } papers[] = {
        {"AK18", "J. Awrejcewicz, G. Kudra: Rolling resistance modelling in the Celtic stone dynamics. "
                 "Multibody System Dynamics 45 (2018) 155–167"},
        {"KA09", "I. Kosenko, E. Aleksandrov: Implementation of the Contensou–Erismann model of friction in "
                 "frame of the Hertz contact problem on Modelica. 7th Modelica Conference (2009)"},
        {"K11", "G. Kudra, J. Awrejcewicz: Tangens hyperbolicus approximations of the spatial model of "
                "friction coupled with rolling resistance (2011)"},
        {"K12", "G. Kudra, J. Awrejcewicz: Bifurcational dynamics of a two-dimensional stick-slip system "
                "(2012)"},
        {"K15", "G. Kudra, J. Awrejcewicz: Application and experimental validation of new computational "
                "models of friction forces and rolling resistance. Acta Mechanica 226 (2015) 2831–2848"},
    };
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; i++) {
        if (strstr(source, papers[i].tag) != NULL) {
            return papers[i].paper;
        }
    }
    return "";
}

static void draw_facts(const rb_app *app) {
    const rb_scene *scene = &app->session.drawn[app->session.selected];
    const rb_poster *poster = &app->poster;
    Rectangle at = facts_area();
    ImFont *heading = rb_imgui_font(RB_FONT_HEADING), *body = rb_imgui_font(RB_FONT_BODY);
    char text[2000];
    Color ink = rb_color(RB_COLOR_INK), soft = rb_color(RB_COLOR_INK_SOFT);
    float y = put(heading, at.x, at.y, 0.024f, at.width, ink, rb_tr("Parameters"));
    draw_parameters(scene, (Rectangle){at.x, y + share(0.006f), at.width, at.height});
    float low = at.y + at.height - share(0.17f);
    float code = poster->qr.size > 0 ? share(0.16f) : 0, narrow = at.width - code - share(0.03f);
    if (scene->source[0] != '\0') {
        const char *paper = paper_of(scene->source);
        snprintf(text, sizeof text, rb_tr("Source: %s%s%s"), scene->source, paper[0] != '\0' ? ". " : "",
                 paper);
        low = put(body, at.x, low, 0.019f, narrow, ink, text) + share(0.006f);
    }
    snprintf(text, sizeof text, rb_tr("Rattleback %s, solver: %s"), rb_version(),
             rb_solver_label(rb_scene_method(scene)));
    low = put(body, at.x, low, 0.019f, narrow, soft, text) + share(0.006f);
    if (poster->link[0] != '\0') {
        put(body, at.x, low, 0.016f, narrow, soft, poster->link);
    }
    if (code > 0) {
        const float border = 4; /* light modules around it, for readers */
        float side = fmaxf(floorf(code / ((float)poster->qr.size + 2 * border)), 1);
        float whole = side * ((float)poster->qr.size + 2 * border);
        Vector2 corner = {at.x + at.width - whole, at.y + at.height - whole};
        ImDrawList_AddRectFilled(igGetBackgroundDrawList_Nil(), rb_im2(corner.x, corner.y),
                                 rb_im2(corner.x + whole, corner.y + whole), rb_im32(WHITE), 0, 0);
        rb_draw_qr(&poster->qr, (Vector2){corner.x + side * border, corner.y + side * border}, side, false);
    }
}

void rb_poster_draw(rb_app *app) {
    draw_title(app);
    draw_still_names(app);
    draw_facts(app);
    if (rb_begin_panel("##poster", plot_area(), ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs)) {
        rb_plots_draw_first(&app->plots, &app->session);
    }
    rb_end_panel();
}
