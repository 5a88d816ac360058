/* The spin as a large signed number in the colour of its direction; it flashes when the spin
   reverses. */
#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"

static const double flash_time = 0.25; /* s of the run */

/* The spin at the instant of all displayed numbers. False if there is none. */
static bool spin_of(const rb_app *app, int run, rb_spin *spin) {
    const rb_session *session = &app->session;
    if (!(app->style.show & RB_SHOW_SPIN) || run >= session->readout.count) {
        return false;
    }
    *spin = rb_spin_of(session->drawn[run].body, &session->readout.at[run]);
    return isfinite(spin->value);
}

/* No visible spin, hence no direction. */
static bool none(rb_spin spin) {
    return fabs(spin.value) < 0.005;
}

/* The signed number in this unit. */
static void spin_number(rb_spin spin, double factor, char *text, size_t size) {
    char number[32];
    double shown = none(spin) ? 0 : factor * fabs(spin.value);
    /* Three digits, at most two decimals: near zero a spin of +0.00994 would look large. */
    if (shown < 0.995) {
        snprintf(number, sizeof number, "%.2f", shown);
    } else {
        rb_format_digits(number, sizeof number, shown, 3);
    }
    snprintf(text, size, "%s%s", none(spin) ? "" : spin.value < 0 ? "−" : "+", number);
}

static void spin_text(rb_spin spin, rb_ui_unit unit, bool named, char *text, size_t size) {
    char number[40];
    spin_number(spin, unit.factor, number, sizeof number);
    snprintf(text, size, "%s %s%s%s", spin.symbol, number, named ? " " : "", named ? unit.name : "");
}

bool rb_spin_view_number(const rb_app *app, char *text, size_t size, Color *ink) {
    rb_spin spin;
    int run = app->session.selected;
    if (run >= app->session.readout.count) {
        return false;
    }
    spin = rb_spin_of(app->session.drawn[run].body, &app->session.readout.at[run]);
    spin_number(spin, rb_spin_unit(app->session.turns).factor, text, size);
    *ink = none(spin) ? rb_color(RB_COLOR_INK) : rb_spin_color(spin.value);
    return isfinite(spin.value);
}

float rb_spin_view_flash(rb_app *app, int run) {
    const rb_history *history = &app->session.history;
    const rb_snapshot *now = app->session.shown[run];
    const rb_body_kind *body = app->session.drawn[run].body;
    int first = rb_history_find(history, run, now->t - 4 * flash_time);
    int last = rb_history_find(history, run, now->t);
    int signal = rb_signal_of(body, rb_body_has(body, RB_TRAIT_INVERTS) ? "omega_n" : "omega3");
    const rb_column *spins =
        signal >= 0 ? rb_series_column(&app->session.series, history, run, signal) : NULL;
    last = spins == NULL || spins->count <= last ? -1 : last;
    double largest = 0, since = 0, turned = -INFINITY, before = NAN, other = 0;
    double sign = last >= 0 && spins->values[last] < 0 ? -1 : 1;
    for (int i = first; i >= 0 && i <= last; i++) {
        double spin = spins->values[i];
        since = before * spin < 0 ? 0 : since;
        turned = before * spin < 0 ? history->runs[run].items[i].t : turned;
        since = fmax(since, fabs(spin));
        largest = fmax(largest, fabs(spin));
        other = fmax(other, -sign * spin);
        before = spin;
    }
    double age = now->t - turned;
    if (!(age >= 0 && age < 4 * flash_time)) {
        return 0;
    }
    const rb_body_look *look = rb_view_look(app, run);
    bool turns = largest > 0.05 * look->omega && other > 0.02 * look->omega && since > 1e-3 * look->omega;
    return turns ? (float)exp(-age / flash_time) : 0;
}

/* The largest text that fits: with its unit, else without; empty if it would be smaller than body
   text. */
static Rectangle fit(rb_spin spin, rb_ui_unit unit, Rectangle room, bool large, char *text, size_t size) {
    float font = igGetFontSize(), usual = (large ? 2.0f : 1.35f) * font, least = 0.85f * font;
    for (int named = 1; named >= 0; named--) {
        spin_text(spin, unit, named == 1, text, size);
        float width = rb_text_width(text) / font; /* for each pixel of the letters' size */
        float letters = fminf(usual, fminf(room.width / width, room.height));
        if (letters >= least) {
            return (Rectangle){room.x, room.y, letters * width, letters};
        }
    }
    return (Rectangle){0};
}

Rectangle rb_spin_view_area(const rb_app *app, int run, Rectangle room, bool large) {
    rb_spin spin;
    char text[64];
    if (app->capture.bare_frame || !spin_of(app, run, &spin)) {
        return (Rectangle){0};
    }
    return fit(spin, rb_spin_unit(app->session.turns), room, large, text, sizeof text);
}

void rb_spin_view_draw(rb_app *app, int run, Rectangle room, bool large) {
    rb_spin spin;
    char text[64];
    if (app->capture.bare_frame || !spin_of(app, run, &spin)) {
        return;
    }
    Rectangle area = fit(spin, rb_spin_unit(app->session.turns), room, large, text, sizeof text);
    if (area.height <= 0) {
        return;
    }
    Color ink = none(spin) ? rb_color(RB_COLOR_INK) : rb_readable(rb_spin_color(spin.value));
    float flash = rb_spin_view_flash(app, run), pad = rb_em(0.35f);
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImVec2 min = rb_im2(area.x - pad, area.y - 0.4f * pad);
    ImVec2 max = rb_im2(area.x + area.width + pad, area.y + area.height + 0.4f * pad);
    ImDrawList_AddRectFilled(list, min, max, rb_im32(rb_fade(rb_color(RB_COLOR_PANEL), 0.85f)), pad, 0);
    bool bright = flash > 0.35f; /* then a glow that keeps the number readable */
    ImDrawList_AddRectFilled(list, min, max, rb_im32(rb_fade(ink, bright ? 1 : 0.5f * flash)), pad, 0);
    Color letters = bright ? rb_color(RB_COLOR_PANEL) : ink;
    ImDrawList_AddText_FontPtr(list, rb_imgui_font(RB_FONT_CAPTION), area.height, rb_im2(area.x, area.y),
                               rb_im32(letters), text, NULL, 0, NULL);
}

/* ---------------------------------------------------------------- measured points */

/* Measured points in the world: their measured positions on the floor, and the positions predicted by
   the shown run. */

static bool to_pixel(const rb_app *app, int run, double x, double y, Vector2 *pixel) {
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    rb_camera camera = rb_view_camera(app, run);
    Rectangle cell = cells[count > 1 && run < count ? run : 0];
    return rb_world_pixel(&camera, cell, (rb_vec3){x, y, 0}, pixel) && CheckCollisionPointRec(*pixel, cell);
}

static void cross(ImDrawList *list, Vector2 at, float size, Color color, float thick) {
    ImDrawList_AddLine(list, rb_im2(at.x - size, at.y - size), rb_im2(at.x + size, at.y + size),
                       rb_im32(color), thick);
    ImDrawList_AddLine(list, rb_im2(at.x - size, at.y + size), rb_im2(at.x + size, at.y - size),
                       rb_im32(color), thick);
}

void rb_marks_draw(const rb_app *app) {
    const rb_session *session = &app->session;
    const rb_fitting *fitting = app->studies.fitting;
    int run = session->selected;
    double xy[2 * RB_OVERLAY_POINTS], seen[2 * RB_FIT_MARKERS], place[2] = {0, 0};
    int count = rb_overlay_tracked(&app->plots.overlay, rb_session_time(session), xy);
    if (count == 0) {
        return;
    }
    if (fitting != NULL) {
        rb_fitting_place(fitting, place);
    }
    rb_tracker camera = fitting != NULL ? rb_fitting_camera(fitting) : rb_tracker_default();
    rb_tracker_see(&camera, &session->drawn[run], session->shown[run], 0, 0, seen);
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    float size = rb_em(0.36f);
    Vector2 at;
    for (int i = 0; i < count; i++) {
        if (i < camera.marker_count && to_pixel(app, run, seen[2 * i], seen[2 * i + 1], &at)) {
            ImDrawList_AddCircle(list, rb_im2(at.x, at.y), 1.5f * size, rb_im32(rb_color(RB_COLOR_ACCENT)), 0,
                                 rb_em(0.14f));
        }
        if (isfinite(xy[2 * i]) && isfinite(xy[2 * i + 1]) &&
            to_pixel(app, run, xy[2 * i] - place[0], xy[2 * i + 1] - place[1], &at)) {
            cross(list, at, size, rb_color(RB_COLOR_PANEL), rb_em(0.32f));
            cross(list, at, size, rb_color(RB_COLOR_INK), rb_em(0.14f));
        }
    }
    Rectangle w = app->ui.rects.world;
    rb_text_box(list, rb_im2(w.x + rb_em(0.8f), w.y + w.height - rb_em(5.6f)),
                rb_tr("points on the floor: × measured, ○ this run"), 0, rb_color(RB_COLOR_INK), 1);
}
