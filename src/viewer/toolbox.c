#include "viewer/toolbox.h"

#include <math.h>
#include <rlgl.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "app/session/units.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"
#include "viewer/world/draw_text.h"

/* ---------------------------------------------------------------- drawing on the picture */

void rb_toolbox_choose(rb_app *app, rb_drawing_tool tool) {
    rb_toolbox *box = &app->toolbox;
    bool was = box->tool != RB_DRAW_OFF;
    box->drawing = false;
    if (tool == RB_DRAW_OFF || tool == RB_DRAW_CLEAR) {
        box->stroke_count = 0;
    }
    if (tool == RB_DRAW_CLEAR) {
        return;
    }
    box->tool = tool;
    if (!was && tool != RB_DRAW_OFF) {
        box->played = rb_session_playing(&app->session);
        rb_session_pause(&app->session);
    } else if (was && tool == RB_DRAW_OFF && box->played) {
        rb_session_play(&app->session);
    }
}

static Vector2 to_pixels(Vector2 share) {
    return (Vector2){share.x * (float)rb_window_width(), share.y * (float)rb_window_height()};
}

/* Distance of a point from a segment, px. */
static float distance(Vector2 p, Vector2 a, Vector2 b) {
    float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    float u = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    u = fminf(fmaxf(u, 0), 1);
    return hypotf(p.x - a.x - u * dx, p.y - a.y - u * dy);
}

static bool is_near(const rb_stroke *stroke, Vector2 point) {
    Vector2 p = to_pixels(point);
    for (int i = 0; i < stroke->count; i++) {
        Vector2 from = to_pixels(stroke->points[i > 0 ? i - 1 : 0]);
        if (distance(p, from, to_pixels(stroke->points[i])) < 0.02f * (float)rb_window_height()) {
            return true;
        }
    }
    return false;
}

static void erase(rb_toolbox *box, Vector2 point) {
    int kept = 0;
    for (int i = 0; i < box->stroke_count; i++) {
        if (!is_near(&box->strokes[i], point)) {
            if (kept != i) {
                box->strokes[kept] = box->strokes[i];
            }
            kept++;
        }
    }
    box->stroke_count = kept;
}

void rb_toolbox_begin_stroke(rb_app *app, Vector2 point) {
    rb_toolbox *box = &app->toolbox;
    if (box->tool == RB_DRAW_ERASE) {
        erase(box, point);
    } else if (box->stroke_count == RB_STROKES_MAX) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("draw: at most %d strokes: erase some"),
                        RB_STROKES_MAX);
        return;
    } else {
        box->strokes[box->stroke_count++] =
            (rb_stroke){.arrow = box->tool == RB_DRAW_ARROW, .count = 1, .points = {point}};
    }
    box->drawing = true;
}

void rb_toolbox_extend_stroke(rb_app *app, Vector2 point) {
    rb_toolbox *box = &app->toolbox;
    if (box->tool == RB_DRAW_ERASE) {
        erase(box, point);
        return;
    }
    rb_stroke *stroke = &box->strokes[box->stroke_count - 1];
    Vector2 last = to_pixels(stroke->points[stroke->count - 1]), now = to_pixels(point);
    bool moved = hypotf(now.x - last.x, now.y - last.y) >= 2;
    if (stroke->arrow && stroke->count == 2) {
        stroke->points[1] = point;
    } else if (moved && stroke->count < RB_STROKE_POINTS) {
        stroke->points[stroke->count++] = point;
    }
}

static void draw_strokes(const rb_toolbox *box) {
    ImDrawList *list = igGetForegroundDrawList_Nil();
    float width = 0.006f * (float)rb_window_height();
    ImU32 ink = rb_role32(RB_COLOR_SLIP), rim = rb_im32(rb_fade(rb_color(RB_COLOR_PANEL), 0.8f));
    for (int i = 0; i < box->stroke_count; i++) {
        const rb_stroke *stroke = &box->strokes[i];
        ImVec2 points[RB_STROKE_POINTS] = {{0, 0}}; /* a stroke has at least one */
        for (int k = 0; k < stroke->count; k++) {
            Vector2 at = to_pixels(stroke->points[k]);
            points[k] = rb_im2(at.x, at.y);
        }
        ImVec2 a = points[0], b = points[stroke->count - 1];
        ImDrawList_AddPolyline(list, points, stroke->count, rim, 0, 1.7f * width);
        ImDrawList_AddPolyline(list, points, stroke->count, ink, 0, width);
        float length = hypotf(b.x - a.x, b.y - a.y), head = 4.5f * width;
        if (stroke->count == 1) {
            ImDrawList_AddCircleFilled(list, a, 0.7f * width, ink, 0);
        } else if (stroke->arrow && length > 0) {
            float x = (b.x - a.x) / length * head, y = (b.y - a.y) / length * head;
            ImDrawList_AddTriangleFilled(list, rb_im2(b.x + 0.6f * x, b.y + 0.6f * y),
                                         rb_im2(b.x - 0.6f * x - 0.6f * y, b.y - 0.6f * y + 0.6f * x),
                                         rb_im2(b.x - 0.6f * x + 0.6f * y, b.y - 0.6f * y - 0.6f * x), ink);
        }
    }
}

bool rb_toolbox_update(rb_app *app, Vector2 mouse, double dt) {
    const double stays = 3; /* s after the last movement */
    rb_toolbox *box = &app->toolbox;
    const ImGuiIO *io = igGetIO();
    bool moved = io->MouseDelta.x != 0 || io->MouseDelta.y != 0;
    box->shown = moved ? stays : fmax(box->shown - dt, 0);
    if (box->tool == RB_DRAW_OFF || rb_imgui_wants_mouse()) {
        box->drawing = false;
        return false;
    }
    Vector2 share = {mouse.x / (float)rb_window_width(), mouse.y / (float)rb_window_height()};
    if (igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
        rb_toolbox_begin_stroke(app, share);
    } else if (box->drawing && igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        rb_toolbox_extend_stroke(app, share);
    } else {
        box->drawing = false;
    }
    return true;
}

/* ---------------------------------------------------------------- one large number */

enum { RB_DIGIT_PIXELS = 160 }; /* of its font; it is drawn larger */

bool rb_toolbox_draw_number(rb_app *app) {
    rb_toolbox *box = &app->toolbox;
    char text[40] = "–";
    Color ink = rb_color(RB_COLOR_INK);
    if (!box->number || app->session.shown_count == 0) {
        return false;
    }
    float width = (float)rb_window_width(), height = (float)rb_window_height();
    if (box->digits.texture.id == 0) { /* only the glyphs it needs: the letters are large */
        static const char glyphs[] = "0123456789+−–. rad/stun";
        int count = 0;
        int *points = LoadCodepoints(glyphs, &count);
        box->digits = rb_glyphs_font(RB_DIGIT_PIXELS, points, count);
        SetTextureFilter(box->digits.texture, TEXTURE_FILTER_BILINEAR);
        UnloadCodepoints(points);
    }
    rb_spin_view_number(app, text, sizeof text, &ink);
    const char *unit = rb_spin_unit(app->session.turns).name;
    ClearBackground(rb_color(RB_COLOR_PANEL));
    /* As wide as the window allows for five characters, so that it does not change with the number. */
    float large = 0.9f * width / MeasureTextEx(box->digits, "+00.0", 1, 0).x;
    large = fminf(large, 0.75f * height);
    float below = 0.22f * large;
    Vector2 size = MeasureTextEx(box->digits, text, large, 0),
            named = MeasureTextEx(box->digits, unit, below, 0);
    float y = 0.5f * (height - size.y - named.y);
    DrawTextEx(box->digits, text, (Vector2){roundf(0.5f * (width - size.x)), roundf(y)}, large, 0, ink);
    DrawTextEx(box->digits, unit, (Vector2){roundf(0.5f * (width - named.x)), roundf(y + size.y)}, below, 0,
               rb_color(RB_COLOR_INK_SOFT));
    rlDrawRenderBatchActive();
    return true;
}

void rb_toolbox_free(rb_app *app) {
    if (app->toolbox.digits.texture.id != 0) {
        UnloadFont(app->toolbox.digits);
    }
    app->toolbox.digits = (Font){0};
}

/* ---------------------------------------------------------------- QR code */

/* Dark on light in every theme, with the border that readers need. */
void rb_draw_qr(const rb_qr *qr, Vector2 at, float side, bool over) {
    ImDrawList *list = over ? igGetForegroundDrawList_Nil() : igGetBackgroundDrawList_Nil();
    ImU32 dark = rb_im32((Color){20, 22, 24, 255});
    for (int row = 0; row < qr->size; row++) {
        for (int column = 0; column < qr->size; column++) {
            float left = at.x + side * (float)column, top = at.y + side * (float)row;
            if (qr->dark[row][column]) {
                ImDrawList_AddRectFilled(list, rb_im2(left, top), rb_im2(left + side, top + side), dark, 0,
                                         0);
            }
        }
    }
}

static void draw_qr(const rb_toolbox *box) {
    const int border = 4;
    float width = (float)rb_window_width(), height = (float)rb_window_height();
    int modules = box->qr.size + 2 * border;
    float side = fmaxf(floorf(0.8f * fminf(width, height) / (float)modules), 1);
    float whole = side * (float)modules, x = floorf(0.5f * (width - whole)), y = floorf(0.04f * height);
    ImDrawList *list = igGetForegroundDrawList_Nil();
    ImU32 dark = rb_im32((Color){20, 22, 24, 255}), light = rb_im32((Color){252, 252, 250, 255});
    ImDrawList_AddRectFilled(list, rb_im2(0, 0), rb_im2(width, height), light, 0, 0);
    rb_draw_qr(&box->qr, (Vector2){x + side * (float)border, y + side * (float)border}, side, true);
    char shown[200];
    rb_elide(box->qr_text, shown, sizeof shown);
    bool whole_address = box->qr_text[0] != '?';
    char text[400];
    snprintf(text, sizeof text, "%s%s", shown,
             whole_address ? "" : rb_tr("\nThe code has no page's address: \"site ADDRESS\" sets it."));
    float wrap = 0.9f * width;
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, wrap);
    ImDrawList_AddText_FontPtr(list, igGetFont(), igGetFontSize(), rb_im2(0.5f * (width - size.x), y + whole),
                               dark, text, NULL, wrap, NULL);
}

/* ---------------------------------------------------------------- row of buttons */

/* A button that runs the line, lit while its state is active. */
static void tool(rb_ui *ui, const char *name, const char *line, const char *tip) {
    char place[40];
    bool on = rb_ui_on(ui, line);
    igSameLine(0, -1);
    if (on) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.45f)));
    }
    if (igButton(rb_tr(name), rb_im2(0, 0))) {
        rb_ui_run(ui, "%s", line);
    }
    if (on) {
        igPopStyleColor(1);
    }
    snprintf(place, sizeof place, "tool.%s", name);
    rb_ui_mark(ui, "%s", place);
    rb_tooltip("%s", rb_tr(tip));
}

/* The same for a line with a key, which the tooltip names. */
static void keyed_tool(rb_ui *ui, const char *name, const char *shortcut) {
    char tip[120];
    int index = rb_shortcut_find(shortcut);
    tool(ui, name, rb_shortcut_at(index)->line, rb_shortcut_tip(shortcut, tip, sizeof tip));
}

/* Plots that a lecturer may want, as far as the body has them. */
static void plot_menu(rb_app *app) {
    static const char *const plots[][2] = {
        {"omega3", RB_N("Spin")},         {"omega1,omega2", RB_N("Rocking")},
        {"N", RB_N("Normal force")},      {"energy", RB_N("Energy")},
        {"v_slip", RB_N("Sliding")},      {"tilt", RB_N("Tilt")},
        {"jellett", RB_N("Jellett's λ")}, {"x", RB_N("Position")}};
    igSameLine(0, -1);
    if (igButton(rb_tr("plot"), rb_im2(0, 0))) {
        igOpenPopup_Str("plots", 0);
    }
    rb_ui_mark(&app->ui, "tool.plot");
    rb_tooltip(rb_tr("Choose the plot, or hide it (P)"));
    if (!igBeginPopup("plots", 0)) {
        return;
    }
    const rb_body_kind *body = app->session.runs[app->session.selected].scene.body;
    for (size_t i = 0; i < sizeof plots / sizeof plots[0]; i++) {
        rb_plot plot;
        rb_error err;
        if (rb_plot_parse(plots[i][0], body, &plot, &err) == RB_OK &&
            rb_choice(rb_tr(plots[i][1]), app->presenter.plot && rb_plots_find(&app->plots, &plot) == 0)) {
            rb_ui_run(&app->ui, "plot-set %s", plots[i][0]);
            app->presenter.plot = true;
        }
        rb_ui_mark(&app->ui, "plot.%s", plots[i][0]);
    }
    if (rb_choice(rb_tr("No plot"), !app->presenter.plot)) {
        app->presenter.plot = false;
    }
    igEndPopup();
}

static void tools(rb_app *app) {
    rb_ui *ui = &app->ui;
    igDummy(rb_im2(0, 0));
    keyed_tool(ui, RB_N("back"), "present-back");
    keyed_tool(ui, RB_N("next"), "present-next");
    keyed_tool(ui, RB_N("play"), "play");
    keyed_tool(ui, RB_N("once more"), "present-replay");
    keyed_tool(ui, RB_N("last reversal"), "present-event");
    if (app->toolbox.tool == RB_DRAW_OFF) {
        keyed_tool(ui, RB_N("draw"), "present-draw");
    } else {
        tool(ui, RB_N("pen"), "draw pen", RB_N("Draw on the picture; time is stopped"));
        tool(ui, RB_N("arrow"), "draw arrow", RB_N("Drag from the tail to the tip"));
        tool(ui, RB_N("erase"), "draw erase", RB_N("Removes the strokes that you touch"));
        tool(ui, RB_N("clear"), "draw clear", RB_N("Removes all strokes"));
        tool(ui, RB_N("done"), "draw off", RB_N("Removes the drawing and continues (D)"));
    }
    keyed_tool(ui, RB_N("number"), "present-number");
    keyed_tool(ui, app->session.turns ? "rad/s" : "turns/s", "present-unit");
    plot_menu(app);
    keyed_tool(ui, RB_N("forces"), "forces");
    keyed_tool(ui, "QR", "present-qr");
}

static void draw_row(rb_app *app) {
    bool in_use = app->toolbox.tool != RB_DRAW_OFF || igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopup);
    if (!app->presenter.on || app->ui.small || (app->toolbox.shown <= 0 && !in_use)) {
        return;
    }
    float width = (float)rb_window_width(), height = (float)rb_window_height();
    igSetNextWindowPos(rb_im2(0.5f * width, height - rb_em(0.4f)), ImGuiCond_Always, rb_im2(0.5f, 1));
    igSetNextWindowBgAlpha(0.94f);
    int flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_AlwaysAutoResize |
                ImGuiWindowFlags_NoFocusOnAppearing;
    if (igBegin("##toolbox", NULL, flags)) {
        /* For the lecturer, not for the audience. */
        igSetWindowFontScale(fmaxf(0.6f, 15 / rb_imgui_font(RB_FONT_BODY)->FontSize));
        tools(app);
    }
    igEnd();
}

void rb_toolbox_draw(rb_app *app) {
    draw_strokes(&app->toolbox);
    if (app->toolbox.qr_on) {
        draw_qr(&app->toolbox);
        return;
    }
    draw_row(app);
}
