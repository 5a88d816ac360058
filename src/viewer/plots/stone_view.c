#include "viewer/plots/stone_view.h"

#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "math/pi.h"
#include "viewer/gui/gui.h"

enum { CORNERS = 120 };

/* From the stone's axes to the screen. */
typedef struct sheet {
    ImDrawList *list;
    ImVec2 middle;
    float scale; /* px per m */
} sheet;

static ImVec2 on_screen(const sheet *s, double x, double y) {
    return rb_im2(s->middle.x + (float)x * s->scale, s->middle.y - (float)y * s->scale);
}

static void line(const sheet *s, double x0, double y0, double x1, double y1, ImU32 color, float width) {
    ImDrawList_AddLine(s->list, on_screen(s, x0, y0), on_screen(s, x1, y1), color, width);
}

/* The corners of the outline on the screen. */
static void outline(const sheet *s, const rb_stone_design *d, ImVec2 points[CORNERS]) {
    for (int i = 0; i < CORNERS; i++) {
        double x = 0, y = 0, area;
        rb_stone_top(d, 1, -2 * RB_PI * i / CORNERS, &x, &y, &area); /* clockwise on the screen */
        points[i] = on_screen(s, x, y);
    }
}

static void half_size(const rb_stone_design *d, double *length, double *width) {
    *length = *width = 1e-6;
    for (int i = 0; i < CORNERS; i++) {
        double x = 0, y = 0, area;
        if (rb_stone_top(d, 1, 2 * RB_PI * i / CORNERS, &x, &y, &area)) {
            *length = fmax(*length, fabs(x));
            *width = fmax(*width, fabs(y));
        }
    }
}

/* Crosses along the lines of curvature of the underside: the longer bar is the flatter direction. */
static void draw_curvature(const sheet *s, const rb_stone_design *d) {
    const rb_surface_values values = rb_stone_surface_values(d);
    const rb_surface_kind *kind = rb_surface_at((int)d->v[RB_STONE_SURFACE]);
    ImU32 color = rb_im32(rb_fade(rb_color(RB_COLOR_INK_SOFT), 0.55f));
    float bar = rb_em(0.42f) / s->scale;
    for (int ring = 0; ring < 4; ring++) {
        int count = ring == 0 ? 1 : 8 * ring;
        for (int i = 0; i < count; i++) {
            double x, y, area, z;
            rb_vec3 n;
            rb_surface_point at;
            if (!rb_stone_top(d, 0.25 * ring, 2 * RB_PI * (i + 0.5) / count, &x, &y, &area) ||
                !rb_stone_underside(d, x, y, &z, &n)) {
                continue;
            }
            const double normal[3] = {n.x, n.y, n.z};
            if (rb_surface_find_point(kind, &values, normal, &at, NULL) != RB_OK) {
                continue;
            }
            double length = hypot(at.along[0], at.along[1]);
            double ux = length > 0 ? bar * at.along[0] / length : bar,
                   uy = length > 0 ? bar * at.along[1] / length : 0;
            line(s, x - ux, y - uy, x + ux, y + uy, color, 1);
            line(s, x + 0.4 * uy, y - 0.4 * ux, x - 0.4 * uy, y + 0.4 * ux, color, 1);
        }
    }
}

static void draw_weight(const sheet *s, const rb_stone_weight *w, int index, bool selected) {
    ImVec2 at = on_screen(s, w->v[RB_WEIGHT_X], w->v[RB_WEIGHT_Y]);
    float r = fmaxf((float)w->v[RB_WEIGHT_RADIUS] * s->scale, 2);
    bool hole = w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE;
    Color fill = hole ? rb_color(RB_COLOR_PANEL) : rb_color(RB_COLOR_WEIGHT);
    ImDrawList_AddCircleFilled(s->list, at, r, rb_im32(fill), 0);
    ImDrawList_AddCircle(s->list, at, r, rb_im32(rb_color(selected ? RB_COLOR_ACCENT : RB_COLOR_INK)), 0,
                         selected ? 3.0f : 1.2f);
    char number[16];
    snprintf(number, sizeof number, "%d", index + 1);
    ImVec2 size = rb_text_size(number);
    if (r > 0.55f * size.y) {
        ImDrawList_AddText_Vec2(s->list, rb_im2(at.x - size.x / 2, at.y - size.y / 2),
                                rb_im32(rb_ink_on(fill)), number, NULL);
    }
}

/* Flattest direction, easiest axis to turn about, mass centre. */
static void draw_axes(const sheet *s, const rb_workshop_facts *f, double length) {
    double reach = 1.08 * length, c = cos(f->mass.skew), q = sin(f->mass.skew);
    ImVec2 at = on_screen(s, f->mass.centre.x, f->mass.centre.y);
    float r = rb_em(0.3f);
    line(s, -reach, 0, reach, 0, rb_im32(rb_color(RB_COLOR_NORMAL)), 1.5f);
    line(s, f->mass.centre.x - reach * c, f->mass.centre.y - reach * q, f->mass.centre.x + reach * c,
         f->mass.centre.y + reach * q, rb_im32(rb_color(RB_COLOR_FRICTION)), 1.5f);
    ImDrawList_AddCircleFilled(s->list, at, r, rb_im32(rb_color(RB_COLOR_PANEL)), 0);
    ImDrawList_AddCircle(s->list, at, r, rb_im32(rb_color(RB_COLOR_INK)), 0, 1.5f);
    ImDrawList_AddLine(s->list, rb_im2(at.x - r, at.y), rb_im2(at.x + r, at.y),
                       rb_im32(rb_color(RB_COLOR_INK)), 1.5f);
    ImDrawList_AddLine(s->list, rb_im2(at.x, at.y - r), rb_im2(at.x, at.y + r),
                       rb_im32(rb_color(RB_COLOR_INK)), 1.5f);
}

/* An arc with a head in the preferred direction, in the corner of the area. */
static void draw_preference(const sheet *s, ImVec2 at, int prefers) {
    float r = rb_em(0.8f);
    ImU32 color = rb_im32(rb_spin_color(prefers));
    float end = (float)(prefers > 0 ? -1.4 * RB_PI : 1.4 * RB_PI); /* y is down on the screen */
    ImVec2 last = at;
    for (int i = 0; i <= 24; i++) {
        float a = end * (float)i / 24;
        ImVec2 p = rb_im2(at.x + r * cosf(a), at.y + r * sinf(a));
        if (i > 0) {
            ImDrawList_AddLine(s->list, last, p, color, 2);
        }
        last = p;
    }
    float a = end, sign = prefers > 0 ? -1 : 1, h = 0.45f * r;
    ImVec2 along = rb_im2(-sign * sinf(a), sign * cosf(a)), out = rb_im2(cosf(a), sinf(a));
    ImDrawList_AddTriangleFilled(s->list, rb_im2(last.x + 1.4f * h * along.x, last.y + 1.4f * h * along.y),
                                 rb_im2(last.x + h * out.x, last.y + h * out.y),
                                 rb_im2(last.x - h * out.x, last.y - h * out.y), color);
}

/* A press on a weight selects it; a drag moves it, with Shift alone, else together with the opposite one. */
static void handle_mouse(const sheet *s, rb_workshop *w) {
    ImVec2 mouse;
    igGetMousePos(&mouse);
    double x = (mouse.x - s->middle.x) / s->scale, y = (s->middle.y - mouse.y) / s->scale;
    if (igIsItemActivated()) {
        w->selected = rb_workshop_weight_at(w, x, y, fmax(0.5 * rb_gui_target(), 4) / s->scale);
        w->editing = false;
        const double *v = w->selected >= 0 ? w->design.weights[w->selected].v : NULL;
        w->grabbed[0] = v != NULL ? v[RB_WEIGHT_X] - x : 0;
        w->grabbed[1] = v != NULL ? v[RB_WEIGHT_Y] - y : 0;
    } else if (igIsItemActive() && w->selected >= 0 && igIsMouseDragging(ImGuiMouseButton_Left, -1)) {
        if (!w->editing) {
            rb_workshop_remember(w);
            w->editing = true;
        }
        double step = 1e-4; /* m; whole tenths of a millimetre */
        rb_workshop_move_weight(w, w->selected, step * round((x + w->grabbed[0]) / step),
                                step * round((y + w->grabbed[1]) / step), !igGetIO()->KeyShift);
    }
    if (igIsItemDeactivated()) {
        w->editing = false;
    }
    if (igIsItemHovered(0) && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left) && w->selected < 0) {
        rb_workshop_add_weight(w, 1e-4 * round(x / 1e-4), 1e-4 * round(y / 1e-4), NULL);
    }
}

Vector3 rb_stone_view_draw(rb_workshop *w, float height) {
    const rb_stone_design *d = &w->design;
    ImVec2 at, room, points[CORNERS];
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    double length, width;
    half_size(d, &length, &width);
    height = fminf(height, (float)(1.1 * room.x * width / length) + rb_em(3));
    float scale = (float)fmin((room.x - rb_em(2)) / (2.16 * length), (height - rb_em(0.6f)) / (2.1 * width));
    sheet s = {igGetWindowDrawList(), rb_im2(at.x + room.x / 2, at.y + height / 2), fmaxf(scale, 1)};
    igInvisibleButton("stone", rb_im2(fmaxf(room.x, 1), height), 0);
    handle_mouse(&s, w);
    const rb_workshop_facts *f = rb_workshop_now(w);
    ImDrawList_PushClipRect(s.list, at, rb_im2(at.x + room.x, at.y + height), true);
    outline(&s, d, points);
    ImDrawList_AddConcavePolyFilled(s.list, points, CORNERS,
                                    rb_im32(rb_fade(rb_color(RB_COLOR_STONE_A), 0.55f)));
    ImDrawList_AddPolyline(s.list, points, CORNERS, rb_im32(rb_color(RB_COLOR_INK)), ImDrawFlags_Closed,
                           1.5f);
    draw_curvature(&s, d);
    if (f->problem.text[0] == '\0') {
        draw_axes(&s, f, length);
    }
    for (int i = 0; i < d->weight_count; i++) {
        draw_weight(&s, &d->weights[i], i, i == w->selected);
    }
    if (f->prefers != 0) {
        draw_preference(&s, rb_im2(at.x + room.x - rb_em(1.6f), at.y + rb_em(1.6f)), f->prefers);
    }
    ImDrawList_PopClipRect(s.list);
    return (Vector3){s.middle.x, s.middle.y, s.scale};
}

/* ---------------------------------------------------------------- trade-off */

void rb_trade_off_draw(const rb_asking *a, float height) {
    double skew[RB_CANDIDATE_SKEWS], time[RB_STONE_TABLES][RB_CANDIDATE_SKEWS];
    int count = rb_stone_trade_off(&a->search, a->rows, a->best, skew, time);
    double mu = a->search.scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    if (count == 0 || !ImPlot_BeginPlot("##trade-off", rb_im2(-1, height),
                                        ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                                            ImPlotFlags_NoMouseText)) {
        return;
    }
    ImPlot_SetupAxes(rb_tr("skew, °"), rb_tr("first reversal, s"), ImPlotAxisFlags_AutoFit,
                     ImPlotAxisFlags_AutoFit);
    for (int k = 0; k < RB_STONE_TABLES; k++) {
        char name[40];
        snprintf(name, sizeof name, "μ %.3g", mu * (1 + (k - 1) * a->search.ask.spread));
        ImPlot_PlotLine_doublePtrdoublePtr(name, skew, time[k], count, 0, 0, sizeof(double));
    }
    if (a->best >= 0) {
        const rb_stone_candidate *c = &a->rows[a->best];
        double x = fabs(c->skew) * 180 / RB_PI, y = rb_candidate_latest(c, 0);
        ImPlot_PlotScatter_doublePtrdoublePtr(rb_tr("found"), &x, &y, 1, 0, 0, sizeof(double));
    }
    ImPlot_EndPlot();
}
