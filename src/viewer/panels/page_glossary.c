/* The glossary: words on the left, the chosen one explained on the right. */
#include <math.h>
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/glossary.h"
#include "math/pi.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/plots/law_view.h"

static void entry(rb_ui *ui, int index) {
    const rb_term *term = rb_glossary_at(index);
    igPushID_Int(index);
    if (rb_choice(rb_tr(term->word), index == ui->glossary_term)) {
        ui->glossary_term = index;
    }
    igPopID();
    if (index == ui->glossary_term && ui->glossary_reveal) {
        igSetScrollHereY(0.4f);
        ui->glossary_reveal = false;
    }
}

/* Draws only visible entries of several hundred. Returns the first match. */
static int found_terms(rb_ui *ui) {
    const char *group = "";
    int first = -1;
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float top = igGetScrollY() - rb_em(4);
    float bottom = igGetScrollY() + room.y + rb_em(4);
    for (int i = 0; i < rb_glossary_count(); i++) {
        const rb_term *term = rb_glossary_at(i);
        if (!rb_glossary_matches(term, ui->glossary_search)) {
            continue;
        }
        first = first < 0 ? i : first;
        if (strcmp(group, term->group) != 0) {
            group = term->group;
            igTextDisabled("%s", rb_tr(group));
        }
        float y = igGetCursorPosY();
        bool wanted = ui->glossary_reveal && i == ui->glossary_term;
        if (wanted || (y > top && y < bottom)) {
            entry(ui, i);
        } else {
            igDummy(rb_im2(1, igGetTextLineHeight()));
        }
    }
    if (first < 0) {
        igTextDisabled(rb_tr("No entry contains all of these words."));
    }
    return first;
}

static void explained(rb_ui *ui) {
    const rb_term *term = rb_glossary_at(ui->glossary_term);
    igPushTextWrapPos(0);
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igPushStyleColor_U32(ImGuiCol_Text, rb_term_color(ui->glossary_term));
    igTextUnformatted(rb_tr(term->word), NULL);
    igPopStyleColor(1);
    igPopFont();
    if (term->symbol[0] != '\0' && strcmp(term->symbol, term->word) != 0) {
        igTextColored(rb_im4(rb_text_color(RB_COLOR_ACCENT)), "%s", term->symbol);
    }
    igTextDisabled("%s", rb_tr(term->group));
    igSpacing();
    igTextUnformatted(rb_tr(term->text), NULL);
    igSpacing();
    if (rb_term_picture(term->word)) {
        igSpacing();
    }
    if (term->unit[0] != '\0') {
        igTextDisabled(rb_tr("unit: %s"), term->unit);
    }
    if (term->source[0] != '\0') {
        igTextDisabled(rb_tr("source: %s"), term->source);
    }
    if (term->code[0] != '\0') {
        igTextDisabled(rb_tr("name in files and actions: %s"), term->code);
    }
    igPopTextWrapPos();
    if (term->line[0] != '\0') {
        igSpacing();
        if (igButton(rb_tr("Show me"), rb_im2(0, 0))) {
            rb_ui_run_all(ui, term->line);
            ui->glossary = false; /* it would cover what is shown */
        }
        rb_tooltip("%s", term->line);
    }
}

void rb_glossary_draw(rb_ui *ui) {
    if (rb_begin_page(rb_tr("Glossary"), &ui->glossary, rb_em(44), rb_em(32))) {
        if (ui->focus_glossary) {
            rb_imgui_focus_field();
            ui->focus_glossary = false;
        }
        igSetNextItemWidth(-1);
        bool typed = igInputTextWithHint("##search", rb_tr("search words, symbols, explanations …"),
                                         ui->glossary_search, sizeof ui->glossary_search, 0, NULL, NULL);
        rb_imgui_field_takes_words();
        if (igIsItemDeactivated() && igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
            ui->glossary = false;
        }
        ImVec2 room;
        igGetContentRegionAvail(&room);
        int first = -1;
        if (igBeginChild_Str("words", rb_im2(0.42f * room.x, 0), 0, ImGuiWindowFlags_NoNav)) {
            first = found_terms(ui);
        }
        rb_imgui_allow_finger_scroll();
        igEndChild();
        if (typed && first >= 0) {
            ui->glossary_term = first;
        }
        igSameLine(0, rb_em(1));
        if (igBeginChild_Str("term", rb_im2(0, 0), 0, ImGuiWindowFlags_NoNav)) {
            explained(ui);
        }
        rb_imgui_allow_finger_scroll();
        igEndChild();
    }
    igEnd();
}

/* ---------------------------------------------------------------- drawings */

/* A drawing area from -1.6 to 1.6 in x and -1 to 1 in y. */
typedef struct sheet {
    ImDrawList *list;
    ImVec2 middle;
    float unit; /* px */
} sheet;

static ImVec2 on(const sheet *s, double x, double y) {
    return rb_im2(s->middle.x + s->unit * (float)x, s->middle.y - s->unit * (float)y);
}

static void line(const sheet *s, double x0, double y0, double x1, double y1, ImU32 color, double width) {
    ImDrawList_AddLine(s->list, on(s, x0, y0), on(s, x1, y1), color, rb_em((float)width));
}

static void arrow_head(const sheet *s, double x, double y, double way_x, double way_y, double size,
                       ImU32 color) {
    ImDrawList_AddTriangleFilled(
        s->list, on(s, x, y),
        on(s, x - size * way_x - 0.45 * size * way_y, y - size * way_y + 0.45 * size * way_x),
        on(s, x - size * way_x + 0.45 * size * way_y, y - size * way_y - 0.45 * size * way_x), color);
}

static void arrow(const sheet *s, double x, double y, double dx, double dy, ImU32 color) {
    double length = hypot(dx, dy), head = fmin(0.13, 0.5 * length);
    if (length > 0.02) {
        double way_x = dx / length, way_y = dy / length;
        line(s, x, y, x + dx - head * way_x, y + dy - head * way_y, color, 0.11);
        arrow_head(s, x + dx, y + dy, way_x, way_y, head, color);
    }
}

typedef struct ellipse {
    double x, y, a, b, turned;
} ellipse;

/* An arc of an ellipse between two angles; width 0: filled. */
static void arc(const sheet *s, ellipse e, double from, double to, ImU32 color, double width) {
    enum { POINTS = 49 };
    ImVec2 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double angle = from + (to - from) * i / (POINTS - 1);
        double u = e.a * cos(angle), v = e.b * sin(angle), c = cos(e.turned), d = sin(e.turned);
        points[i] = on(s, e.x + u * c - v * d, e.y + u * d + v * c);
    }
    if (width > 0) {
        ImDrawList_AddPolyline(s->list, points, POINTS, color, 0, rb_em((float)width));
    } else {
        ImDrawList_AddConvexPolyFilled(s->list, points, POINTS, color);
    }
}

static void disc(const sheet *s, double x, double y, double a, double b, double turned, rb_color_role role,
                 float alpha) {
    arc(s, (ellipse){x, y, a, b, turned}, 0, 2 * RB_PI, rb_im32(rb_fade(rb_color(role), alpha)), 0);
    arc(s, (ellipse){x, y, a, b, turned}, 0, 2 * RB_PI, rb_role32(RB_COLOR_INK_SOFT), 0.07);
}

/* A curved arrow about a point; to > from: anticlockwise. */
static void turn_arrow(const sheet *s, double x, double y, double radius, double from, double to,
                       ImU32 color) {
    double sense = to > from ? 1 : -1, end = to - sense * 0.12 / radius;
    arc(s, (ellipse){x, y, radius, radius, 0}, from, end, color, 0.13);
    arrow_head(s, x + radius * cos(to), y + radius * sin(to), -sense * sin(end + 0.06 * sense),
               sense * cos(end + 0.06 * sense), 0.17, color);
}

static void dot(const sheet *s, double x, double y, rb_color_role role) {
    ImDrawList_AddCircleFilled(s->list, on(s, x, y), rb_em(0.22f), rb_role32(role), 16);
}

static void words(const sheet *s, double x, double y, rb_color_role role, const char *text) {
    ImVec2 at = on(s, x, y);
    at.y -= 0.5f * igGetFontSize();
    ImDrawList_AddText_Vec2(s->list, at, rb_role32(role), rb_tr(text), NULL);
}

static void floor_line(const sheet *s, double y) {
    line(s, -1.5, y, 1.5, y, rb_role32(RB_COLOR_INK_SOFT), 0.1);
    for (int i = 0; i < 15; i++) {
        double x = -1.5 + 0.2 * i;
        line(s, x + 0.1, y, x, y - 0.1, rb_role32(RB_COLOR_GRID), 0.08);
    }
}

/* ---------------------------------------------------------------- one for each word */

/* Side view with an exaggerated flat part, and top view. */
static void contact_patch(const sheet *s) {
    const double flat = 0.42, y = 0.05;
    arc(s, (ellipse){0, y + 0.78, 1.35, 0.82, 0}, -RB_PI / 2 + 0.315, RB_PI / 2, rb_role32(RB_COLOR_INK_SOFT),
        0.09);
    arc(s, (ellipse){0, y + 0.78, 1.35, 0.82, 0}, RB_PI / 2, 1.5 * RB_PI - 0.315,
        rb_role32(RB_COLOR_INK_SOFT), 0.09);
    floor_line(s, y);
    line(s, -flat, y, flat, y, rb_role32(RB_COLOR_NORMAL), 0.25);
    for (int i = -1; i <= 1; i += 2) {
        line(s, i * flat, y, i * flat, -0.6, rb_role32(RB_COLOR_GRID), 0.07);
    }
    disc(s, 0, -0.6, flat, 0.24, 0, RB_COLOR_NORMAL, 0.5f);
    line(s, 0, -0.6, flat, -0.6, rb_role32(RB_COLOR_INK), 0.07);
    words(s, 0.14, -0.52, RB_COLOR_INK, "a");
    words(s, -1.5, -0.6, RB_COLOR_INK_SOFT, RB_N("top view"));
    words(s, -0.2, 0.72, RB_COLOR_INK_SOFT, RB_N("body"));
}

/* p = p_max sqrt(1 - x^2/a^2), as Hertz has it. */
static void pressure(const sheet *s) {
    const double a = 1.1, high = 1.15, y = -0.6;
    ImU32 ink = rb_role32(RB_COLOR_NORMAL);
    floor_line(s, y);
    for (int i = -4; i <= 4; i++) {
        double x = 0.22 * a * i;
        arrow(s, x, y, 0, high * sqrt(1 - x * x / (a * a)), ink);
    }
    arc(s, (ellipse){0, y, a, high, 0}, 0, RB_PI, ink, 0.1);
    words(s, 0.95, 0.55, RB_COLOR_INK_SOFT, RB_N("pressure"));
    words(s, -0.25, -0.85, RB_COLOR_INK_SOFT, RB_N("patch"));
}

/* Slip u + Omega x r at points of a round patch, as arrows; u along x. */
static void slip_field(const sheet *s, double x, double y, double radius, double u, double omega) {
    for (int ring = 0; ring < 2; ring++) {
        for (int i = 0; i < 8; i++) {
            double angle = 2 * RB_PI * (i + 0.5 * ring) / 8, r = radius * (ring == 0 ? 0.9 : 0.45);
            double px = r * cos(angle), py = r * sin(angle);
            arrow(s, x + px, y + py, u - omega * py, omega * px, rb_role32(RB_COLOR_SLIDING));
        }
    }
}

static void drilling(const sheet *s) {
    disc(s, -0.15, 0, 0.7, 0.7, 0, RB_COLOR_NORMAL, 0.25f);
    slip_field(s, -0.15, 0, 0.7, 0, 0.42);
    turn_arrow(s, -0.15, 0, 0.92, 0.75 * RB_PI, 0.25 * RB_PI, rb_role32(RB_COLOR_DRILL));
    words(s, 0.62, 0.72, RB_COLOR_DRILL, RB_N("Mₙ slows it"));
    words(s, 0.62, -0.5, RB_COLOR_SLIDING, RB_N("slip"));
}

static void centre_of_rotation(const sheet *s) {
    const double omega = 0.5, u = 0.22; /* u - omega y = 0 */
    disc(s, -0.2, 0, 0.72, 0.72, 0, RB_COLOR_NORMAL, 0.25f);
    slip_field(s, -0.2, 0, 0.72, u, omega);
    dot(s, -0.2, u / omega, RB_COLOR_WARNING);
    line(s, -0.2, u / omega, 0.62, 0.8, rb_role32(RB_COLOR_INK_SOFT), 0.07);
    words(s, 0.66, 0.82, RB_COLOR_INK, RB_N("at rest"));
    words(s, 0.66, -0.5, RB_COLOR_SLIDING, RB_N("slip"));
}

/* A wheel that rolls to the right: the pressure is higher in front. */
static void rolling_resistance(const sheet *s) {
    const double y = -0.62, r = 0.7, ahead = 0.2;
    ImU32 normal = rb_role32(RB_COLOR_NORMAL);
    arc(s, (ellipse){0, y + r, r, r, 0}, 0, 2 * RB_PI, rb_role32(RB_COLOR_INK_SOFT), 0.09);
    floor_line(s, y);
    for (int i = -3; i <= 3; i++) {
        double x = 0.1 * i;
        arrow(s, x, y, 0, (0.42 + 0.6 * x) * sqrt(1 - x * x / 0.13), normal);
    }
    arrow(s, ahead, y - 0.34, 0, 0.34, normal);
    words(s, ahead + 0.1, y - 0.22, RB_COLOR_NORMAL, RB_N("N, ahead"));
    line(s, 0, y + r, 0, y - 0.34, rb_role32(RB_COLOR_GRID), 0.08);
    arrow(s, 0.8, y + r, 0.45, 0, rb_role32(RB_COLOR_INK));
    words(s, 0.8, y + r + 0.17, RB_COLOR_INK, RB_N("rolls"));
    turn_arrow(s, 0, y + r, 0.9, 0.62 * RB_PI, 0.95 * RB_PI, rb_role32(RB_COLOR_ROLL));
    words(s, -1.5, 0.75, RB_COLOR_ROLL, "Mᵣ");
}

/* The exact curve of a circular Hertz patch: pure drilling gives 3 pi/16 of mu N a. */
static void limit_curve(const sheet *s) {
    static rb_law_curve curve;
    const double x0 = -1.0, y0 = -0.8, wide = 2.0, high = 1.5;
    if (!curve.usable) {
        const rb_law_conditions at = {.mirror = 1, .speed = 1, .patch = {1e-3, 1}};
        rb_law_curve_make(&curve, rb_friction_law_find("exact-circle"), NULL, &at);
    }
    ImVec2 points[RB_LAW_POINTS + 1];
    for (int i = 0; i < RB_LAW_POINTS; i++) {
        points[i] = on(s, x0 + wide * curve.T[i], y0 + high * curve.M[i] / curve.M[0]);
    }
    points[RB_LAW_POINTS] = on(s, x0, y0);
    ImDrawList_AddConvexPolyFilled(s->list, points, RB_LAW_POINTS + 1,
                                   rb_im32(rb_fade(rb_color(RB_COLOR_STICK), 0.25f)));
    ImDrawList_AddPolyline(s->list, points, RB_LAW_POINTS, rb_role32(RB_COLOR_SLIP), 0, rb_em(0.15f));
    arrow(s, x0, y0, wide + 0.3, 0, rb_role32(RB_COLOR_FRICTION));
    arrow(s, x0, y0, 0, high + 0.25, rb_role32(RB_COLOR_DRILL));
    words(s, 1.15, y0 + 0.2, RB_COLOR_FRICTION, RB_N("force"));
    words(s, x0 - 0.55, 0.85, RB_COLOR_DRILL, RB_N("torque"));
    words(s, x0 + 0.4, y0 + 0.6, RB_COLOR_INK, RB_N("holds"));
    words(s, 0.55, 0.55, RB_COLOR_SLIP, RB_N("slides and spins"));
}

/* Top view, with an exaggerated angle. */
static void skew(const sheet *s) {
    const double delta = -0.22;
    disc(s, 0, 0, 1.15, 0.42, 0, RB_COLOR_STONE_A, 0.6f);
    for (int i = 0; i < 2; i++) {
        double angle = i == 0 ? 0 : delta;
        ImU32 color = rb_role32(i == 0 ? RB_COLOR_INK : RB_COLOR_ACCENT);
        arrow(s, 0, 0, 1.35 * cos(angle), 1.35 * sin(angle), color);
        arrow(s, 0, 0, -1.35 * cos(angle), -1.35 * sin(angle), color);
        for (int end = -1; i == 1 && end <= 1; end += 2) {
            disc(s, end * 0.6 * cos(angle), end * 0.6 * sin(angle), 0.09, 0.09, 0, RB_COLOR_ACCENT, 1);
        }
    }
    arc(s, (ellipse){0, 0, 0.95, 0.95, 0}, delta, 0, rb_role32(RB_COLOR_INK), 0.1);
    words(s, 0.98, -0.13, RB_COLOR_INK, "δ");
    words(s, 0.55, 0.62, RB_COLOR_INK, RB_N("flattest direction"));
    line(s, 0.9, 0.5, 1.2, 0.05, rb_role32(RB_COLOR_GRID), 0.07);
    words(s, 0.55, -0.68, RB_COLOR_ACCENT, RB_N("easiest axis to turn about"));
    line(s, 1.0, -0.56, 1.2, -0.32, rb_role32(RB_COLOR_GRID), 0.07);
}

/* A tilted ball with its mass centre C off the middle; lambda is L along C A, times its length. */
static void jellett(const sheet *s) {
    const double y = -0.75, r = 0.72, tilt = 0.6;
    const double mx = -0.2, my = y + r;
    const double cx = mx + 0.26 * sin(tilt), cy = my - 0.26 * cos(tilt);
    const double ax = mx - cx, ay = y - cy, length = hypot(ax, ay);
    const double lx = 0.75, ly = 0.85, along = (lx * ax + ly * ay) / length;
    floor_line(s, y);
    arc(s, (ellipse){mx, my, r, r, 0}, 0, 2 * RB_PI, rb_role32(RB_COLOR_INK_SOFT), 0.09);
    line(s, mx + r * sin(-tilt), my + r * cos(tilt), mx + 1.3 * r * sin(-tilt), my + 1.3 * r * cos(tilt),
         rb_role32(RB_COLOR_INK_SOFT), 0.45);
    line(s, cx, cy, mx, y, rb_role32(RB_COLOR_INK), 0.12);
    arrow(s, cx, cy, lx, ly, rb_role32(RB_COLOR_MOMENTUM));
    arrow(s, cx, cy, along * ax / length, along * ay / length, rb_role32(RB_COLOR_OMEGA));
    line(s, cx + lx, cy + ly, cx + along * ax / length, cy + along * ay / length, rb_role32(RB_COLOR_GRID),
         0.08);
    dot(s, cx, cy, RB_COLOR_INK);
    dot(s, mx, y, RB_COLOR_INK);
    words(s, cx + 0.1, cy - 0.02, RB_COLOR_INK, "C");
    words(s, mx - 0.22, y + 0.13, RB_COLOR_INK, "A");
    words(s, cx + lx + 0.08, cy + ly - 0.02, RB_COLOR_MOMENTUM, "L");
}

static const struct {
    const char *word;
    void (*draw)(const sheet *s);
    const char *caption;
} pictures[] = {
    {"contact patch", contact_patch, RB_N("Side and top view, not to scale.")},
    {"pressure", pressure, RB_N("Hertz: highest in the middle, zero at the edge.")},
    {"drilling torque", drilling, RB_N("Top view: a patch that spins on the spot.")},
    {"centre of rotation", centre_of_rotation, RB_N("Top view: a patch that slides and spins.")},
    {"rolling resistance", rolling_resistance, RB_N("The pressure is higher in front.")},
    {"limit curve", limit_curve, RB_N("Circular patch with Hertz pressure.")},
    {"skew", skew, RB_N("Top view; the angle is exaggerated.")},
    {"Jellett's quantity", jellett, RB_N("The component of L along the line AC, times its length.")},
};

static int find(const char *word) {
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        if (strcmp(pictures[i].word, word) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool rb_term_has_picture(const char *word) {
    return find(word) >= 0;
}

bool rb_term_picture(const char *word) {
    int index = find(word);
    if (index < 0) {
        return false;
    }
    ImVec2 room, at;
    igGetContentRegionAvail(&room);
    igGetCursorScreenPos(&at);
    float width = fminf(room.x, rb_em(19)), unit = width / 3.2f;
    sheet s = {igGetWindowDrawList(), rb_im2(at.x + width / 2, at.y + 1.08f * unit), unit};
    ImDrawList_AddRectFilled(s.list, at, rb_im2(at.x + width, at.y + 2.16f * unit),
                             rb_role32(RB_COLOR_PANEL_RAISED), rb_em(0.4f), 0);
    ImDrawList_PushClipRect(s.list, at, rb_im2(at.x + width, at.y + 2.16f * unit), true);
    pictures[index].draw(&s);
    ImDrawList_PopClipRect(s.list);
    igDummy(rb_im2(width, 2.16f * unit));
    igTextDisabled("%s", rb_tr(pictures[index].caption));
    return true;
}
