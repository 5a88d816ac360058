#include "viewer/plots/law_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "contact/friction/laws.h"
#include "math/pi.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"

static const double degrees = 180 / RB_PI;
static const double most = 2; /* limit of the axes: the viscous law is unbounded */

/* The contact of the microscope. */
static const rb_contact_state *contact_of(const rb_law_view *view, const rb_snapshot *s) {
    return &s->contact[rb_contact_chosen(s, view->contact)];
}

static void make(rb_law_view *view, int index, const rb_friction_law *law, const double *values,
                 const rb_law_conditions *at) {
    rb_law_curve *curve = &view->curves[index];
    rb_law_curve_make(curve, law, values, at);
    for (int i = 0; curve->usable && i < RB_LAW_POINTS; i++) {
        view->low_T = fmin(view->low_T, floor(10 * curve->T[i] + 1e-6) / 10);
        view->low_M = fmin(view->low_M, floor(10 * curve->M[i] + 1e-6) / 10);
        view->high_T = fmax(view->high_T, fmin(ceil(10 * curve->T[i] - 1e-6) / 10, most));
        view->high_M = fmax(view->high_M, fmin(ceil(10 * curve->M[i] - 1e-6) / 10, most));
    }
}

/* Recomputes the curves when a scene or the conditions of a run changed visibly, at most every fourth
   frame. Each run's curve is for its own conditions, so that its point is on it; the exact curve is for
   those of the selected run. */
void rb_law_view_update(rb_law_view *view, const rb_session *session, int contact) {
    bool moved = false;
    bool changed = view->curve_count != session->count || view->selected != session->selected ||
                   view->contact != contact;
    view->contact = contact;
    rb_law_conditions now[RB_RUNS_MAX];
    for (int i = 0; i < session->count; i++) {
        now[i] = rb_law_conditions_of(contact_of(view, session->shown[i]), view->curves[i].at.direction);
        moved = moved || rb_law_conditions_differ(&now[i], &view->curves[i].at);
        changed = changed || !rb_scene_same(&view->scenes[i], &session->runs[i].applied);
    }
    view->since++;
    if (!changed && (!moved || view->since < 4)) {
        return;
    }
    if (changed) {
        view->low_T = view->low_M = 0;
        view->high_T = 1;
        view->high_M = 0.6; /* Hertz, drilling alone: 3π/16 */
    }
    view->since = 0;
    view->curve_count = session->count;
    view->selected = session->selected;
    for (int i = 0; i < session->count; i++) {
        const rb_scene *scene = &session->runs[i].applied;
        view->scenes[i] = *scene;
        make(view, i, scene->friction, scene->values[RB_SECTION_FRICTION], &now[i]);
    }
    const rb_law_conditions *at = &now[session->selected];
    const rb_friction_law *law = session->runs[session->selected].applied.friction;
    make(view, RB_RUNS_MAX, rb_friction_exact(law, at->patch), NULL, at);
}

/* ---------------------------------------------------------------- drawing */

/* Plots of the view. The errors are below T and M, with the same angles. */
typedef enum rb_law_axis { LAW_T, LAW_T_ERROR, LAW_M, LAW_M_ERROR, LAW_LIMIT, LAW_WHOLE } rb_law_axis;

static bool is_error(rb_law_axis axis) {
    return axis == LAW_T_ERROR || axis == LAW_M_ERROR;
}

static bool is_torque(rb_law_axis axis) {
    return axis == LAW_M || axis == LAW_M_ERROR;
}

/* A line with markers at some of its points, the second cue beside the colour. */
static void draw_line(const char *id, const double *x, const double *y, int count, ImVec4 color, float weight,
                      int marker) {
    enum { EVERY = 12 };
    ImPlot_SetNextLineStyle(color, weight);
    ImPlot_PlotLine_doublePtrdoublePtr(id, x, y, count, ImPlotItemFlags_NoLegend, 0, sizeof(double));
    if (marker >= 0) {
        char markers[32];
        snprintf(markers, sizeof markers, "##m%s", id);
        int first = 3 + 2 * marker; /* markers of curves that coincide do not cover each other */
        ImPlot_SetNextMarkerStyle(rb_run_marker(marker), rb_em(0.24f), color, 1, color);
        ImPlot_PlotScatter_doublePtrdoublePtr(markers, x + first, y + first,
                                              (count - first + EVERY - 1) / EVERY, ImPlotItemFlags_NoLegend,
                                              0, EVERY * (int)sizeof(double));
    }
}

/* The whole limit curve: without rolling it is the same in all four quarters. */
static void draw_whole(const char *id, const rb_law_curve *curve, ImVec4 color, float weight) {
    double T[4 * RB_LAW_POINTS], M[4 * RB_LAW_POINTS];
    for (int i = 0; i < 4 * RB_LAW_POINTS; i++) {
        int quarter = i / RB_LAW_POINTS, k = i % RB_LAW_POINTS;
        k = quarter % 2 == 0 ? k : RB_LAW_POINTS - 1 - k;
        T[i] = quarter < 2 ? curve->T[k] : -curve->T[k];
        M[i] = quarter == 0 || quarter == 3 ? curve->M[k] : -curve->M[k];
    }
    draw_line(id, T, M, 4 * RB_LAW_POINTS, color, weight, -1);
}

/* index: of the run, or RB_RUNS_MAX for the exact law. */
static void draw_curve(const rb_law_view *view, int index, rb_law_axis axis, ImVec4 color, float weight,
                       bool marked) {
    const rb_law_curve *curve = &view->curves[index];
    double error[RB_LAW_POINTS];
    char id[16];
    snprintf(id, sizeof id, "##c%d", index);
    if (!curve->usable) {
        return;
    }
    if (axis == LAW_WHOLE) {
        draw_whole(id, curve, color, weight);
        return;
    }
    if (is_error(axis)) {
        rb_law_errors(view, index, is_torque(axis), error);
    }
    const double *x = axis == LAW_LIMIT ? curve->T : curve->angle;
    const double *y = is_error(axis) ? error : axis == LAW_T ? curve->T : curve->M;
    draw_line(id, x, y, RB_LAW_POINTS, color, weight, marked ? index : -1);
}

/* The operating point at the time shown. A sticking contact is inside the curve, in the colour of
   sticking. */
static void draw_point(const rb_contact_state *contact, int run, bool comparing, rb_law_axis axis) {
    rb_law_point at;
    bool whole = axis == LAW_WHOLE;
    if (is_error(axis) || !rb_law_point_of(contact, &at) || (at.holds && axis < LAW_LIMIT)) {
        return;
    }
    double x = whole ? at.signed_T : axis == LAW_LIMIT ? at.T : at.angle;
    double y = whole ? at.signed_M : axis == LAW_T ? at.T : at.M;
    char id[16];
    snprintf(id, sizeof id, "##p%d", run);
    Color color = comparing ? rb_run_color(run)
                  : whole   ? rb_color(at.holds ? RB_COLOR_STICK : RB_COLOR_SLIP)
                            : rb_color(RB_COLOR_ACCENT);
    ImPlot_SetNextMarkerStyle(rb_run_marker(comparing ? run : 0), rb_em(0.42f), rb_im4(color), 2,
                              rb_role4(RB_COLOR_INK));
    ImPlot_PlotScatter_doublePtrdoublePtr(id, &x, &y, 1, ImPlotItemFlags_NoLegend, 0, sizeof(double));
}

/* The largest error of the shown runs, rounded up to 0.05 so that the axis does not jump. */
static double largest_error(const rb_law_view *view, int runs, bool torque) {
    double error[RB_LAW_POINTS], largest = 0;
    for (int run = 0; run < runs; run++) {
        if (view->curves[run].usable) {
            rb_law_errors(view, run, torque, error);
            for (int i = 0; i < RB_LAW_POINTS; i++) {
                largest = fmax(largest, fabs(error[i]));
            }
        }
    }
    return fmin(0.05 * fmax(ceil(largest / 0.05), 1), most);
}

static void setup_axes(const rb_law_view *view, int runs, rb_law_axis axis) {
    /* Distortion by rolling can make either negative. */
    double most_T = view->high_T + 0.08, most_M = view->high_M + 0.08;
    bool last = axis == LAW_M_ERROR;
    const int flags = ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoHighlight;
    ImPlot_SetupAxes(last                ? rb_tr("0° drilling … 90° sliding")
                     : axis >= LAW_LIMIT ? "T"
                                         : "",
                     "",
                     flags | (last || axis >= LAW_LIMIT ? 0 : ImPlotAxisFlags_NoLabel) |
                         (axis == LAW_T || axis == LAW_M ? ImPlotAxisFlags_NoTickLabels : 0),
                     flags | ImPlotAxisFlags_NoLabel);
    if (axis == LAW_WHOLE) {
        ImPlot_SetupAxesLimits(-most_T, most_T, -most_M, most_M, ImPlotCond_Always);
    } else if (axis == LAW_LIMIT) {
        ImPlot_SetupAxesLimits(view->low_T - 0.02, view->high_T + 0.05, view->low_M - 0.03, most_M,
                               ImPlotCond_Always);
    } else if (is_error(axis)) {
        double reach = 1.15 * largest_error(view, runs, is_torque(axis));
        ImPlot_SetupAxesLimits(0, 90, -reach, reach, ImPlotCond_Always);
    } else {
        ImPlot_SetupAxesLimits(0, 90, (axis == LAW_T ? view->low_T : view->low_M) - 0.03,
                               axis == LAW_T ? most_T : most_M, ImPlotCond_Always);
    }
    ImPlot_SetupFinish();
}

/* ---------------------------------------------------------------- crosshair */

static void cell(double value) {
    char text[32];
    igTableNextColumn();
    snprintf(text, sizeof text, "%.5f", value);
    rb_typeset(text, sizeof text);
    igTextUnformatted(text, NULL);
}

static void read_row(const rb_law_view *view, int index, const char *name) {
    const rb_law_curve *curve = &view->curves[index], *exact = &view->curves[RB_RUNS_MAX];
    int i = view->hovered;
    igTableNextRow(0, 0);
    igTableNextColumn();
    if (index < RB_RUNS_MAX) {
        ImVec2 at;
        igGetCursorScreenPos(&at);
        float line = igGetTextLineHeight();
        rb_draw_run_marker(igGetWindowDrawList(), index, rb_im2(at.x + 0.4f * line, at.y + 0.5f * line),
                           0.3f * line);
    }
    igText("    %s", name);
    cell(curve->T[i]);
    cell(curve->M[i]);
    if (index < RB_RUNS_MAX) {
        cell(curve->T[i] - exact->T[i]);
        cell(curve->M[i] - exact->M[i]);
    }
}

/* The values of all curves at the angle under the mouse. */
static void read_curves(const rb_law_view *view, const rb_session *session) {
    static const char *const heads[] = {"T", "M", "ΔT", "ΔM"};
    if (!igBeginTooltip()) {
        return;
    }
    if (igBeginTable("read", 5, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        igTableNextRow(0, 0);
        igTableNextColumn();
        igTextDisabled("%.1f°", view->curves[RB_RUNS_MAX].angle[view->hovered]);
        for (int k = 0; k < 4; k++) {
            igTableNextColumn();
            igTextDisabled("%s", heads[k]);
        }
        read_row(view, RB_RUNS_MAX, rb_tr("exact"));
        for (int run = 0; run < session->shown_count; run++) {
            if (view->curves[run].usable) {
                read_row(view, run, rb_session_label(session, run));
            }
        }
        igEndTable();
    }
    igEndTooltip();
}

static void crosshair(rb_law_view *view, const rb_session *session, rb_law_axis axis) {
    if (axis >= LAW_LIMIT || !view->curves[RB_RUNS_MAX].usable) {
        return;
    }
    if (ImPlot_IsPlotHovered()) {
        ImPlotPoint at;
        ImPlot_GetPlotMousePos(&at, -1, -1);
        view->hovered_next = (int)lround(fmin(fmax(at.x / 90, 0), 1) * (RB_LAW_POINTS - 1));
    }
    if (view->hovered < 0) {
        return;
    }
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.9f)), 1);
    ImPlot_PlotInfLines_doublePtr("##cross", &view->curves[RB_RUNS_MAX].angle[view->hovered], 1,
                                  ImPlotItemFlags_NoLegend, 0, sizeof(double));
    if (ImPlot_IsPlotHovered()) {
        read_curves(view, session);
    }
}

/* ---------------------------------------------------------------- plots */

static void draw_law_plot(rb_law_view *view, const rb_session *session, rb_law_axis axis, float height,
                          bool still) {
    static const char *const titles[] = {
        RB_N("T: friction along sliding / μN"), RB_N("ΔT: difference from exact"),
        RB_N("M: drilling torque / μNa"),       RB_N("ΔM: difference from exact"),
        RB_N("Limit curve: M over T"),          RB_N("Limit curve: sticks inside, slips on it")};
    static const char *const ids[] = {"##T", "##dT", "##M", "##dM", "##TM", "##whole"};
    bool comparing = session->count > 1;
    igTextUnformatted(rb_tr(titles[axis]), NULL);
    if (!ImPlot_BeginPlot(ids[axis], rb_im2(-1, height),
                          ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                              ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText)) {
        return;
    }
    setup_axes(view, session->shown_count, axis);
    if (axis == LAW_T) {
        ImVec2 at, size;
        ImPlot_GetPlotPos(&at);
        ImPlot_GetPlotSize(&size);
        view->area = (Rectangle){at.x, at.y, size.x, size.y};
    }
    float weight = ImPlot_GetStyle()->LineWeight;
    if (is_error(axis)) {
        double zero = 0;
        ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_INK), 0.35f)), weight);
        ImPlot_PlotInfLines_doublePtr("##zero", &zero, 1, ImPlotInfLinesFlags_Horizontal, 0, sizeof(double));
    } else {
        draw_curve(view, RB_RUNS_MAX, axis, rb_im4(rb_fade(rb_color(RB_COLOR_INK), 0.35f)), 2.6f * weight,
                   false);
    }
    for (int i = 0; i < session->shown_count; i++) {
        Color color = comparing ? rb_run_color(i) : rb_color(RB_COLOR_ACCENT);
        draw_curve(view, i, axis, rb_im4(color), weight, comparing);
    }
    for (int i = 0; i < session->shown_count; i++) {
        draw_point(contact_of(view, session->shown[i]), i, comparing, axis);
    }
    if (!still) {
        crosshair(view, session, axis);
    }
    ImPlot_EndPlot();
}

/* ---------------------------------------------------------------- formula and conditions */

static void draw_formula(const rb_friction_law *law) {
    for (const char *line = law->formula; line != NULL && *line != '\0';) {
        ImVec2 at, room;
        igGetCursorScreenPos(&at);
        igGetContentRegionAvail(&room);
        size_t length = strcspn(line, "\n");
        bool text = strcspn(line, "=") > length; /* an explanation */
        float indent = rb_em(0.8f);
        ImVec2 size = rb_formula(igGetWindowDrawList(), rb_im2(at.x + indent, at.y), room.x - indent,
                                 rb_role32(text ? RB_COLOR_INK_SOFT : RB_COLOR_INK), line);
        igDummy(rb_im2(size.x + indent, size.y));
        line += length + (line[length] == '\n');
    }
}

/* The law of the selected run: its formula, source and range. */
static void draw_law(const rb_session *session) {
    const rb_friction_law *law = session->runs[session->selected].applied.friction;
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igTextUnformatted(rb_tr(law->name), NULL);
    igPopFont();
    draw_formula(law);
    igPushTextWrapPos(0);
    if (law->source[0] != '\0' || law->range != NULL) {
        igTextDisabled("%s%s%s", law->source,
                       law->source[0] != '\0' && law->range != NULL ? rb_tr(". Holds for: ") : "",
                       law->range != NULL ? rb_tr(law->range) : "");
    }
    igPopTextWrapPos();
    rb_tooltip(
        rb_tr("%s\n\nThe formula is the printed law without rolling: u is the sliding velocity of the patch "
              "centre divided by a, ω the angular velocity about the normal."),
        rb_tr(law->help));
}

static void draw_conditions(const rb_law_view *view, const rb_session *session) {
    const rb_contact_state *contact = contact_of(view, session->shown[session->selected]);
    const rb_law_conditions *at = &view->curves[session->selected].at;
    const rb_scene *scene = &session->drawn[session->selected];
    double direction = at->mirror * at->direction * degrees;
    rb_ui_unit length = rb_ui_unit_of(rb_body_unit(scene->body, "m"));
    igPushTextWrapPos(0);
    igTextDisabled(rb_tr("patch a = %.3g%s%s, b = %.3g; sliding at %s%.0f° to x%s"),
                   length.factor * contact->patch.a, length.name[0] != '\0' ? " " : "", length.name,
                   contact->patch.b, direction < -0.5 ? "−" : "", fabs(direction),
                   scene->values[RB_SECTION_CONTACT][RB_CONTACT_TORQUE] == 0
                       ? rb_tr("; drilling torque is off: M = 0")
                       : "");
    igPopTextWrapPos();
    rb_tooltip(rb_tr("Each curve is for its run's current direction of sliding and distortion of the "
                     "pressure by rolling, without the softening near rest; the exact curve is for the "
                     "selected run. The large markers show the contacts now, with softening."));
}

/* Markers and names of the curves. */
static void draw_legend(const rb_session *session) {
    ImVec2 at, room;
    igGetContentRegionAvail(&room);
    float line = igGetTextLineHeight(), used = 0;
    for (int c = -1; c < (session->count > 1 ? session->shown_count : 1); c++) {
        const char *name = c < 0 ? rb_tr("exact") : rb_session_label(session, c);
        float width = rb_text_width(name) + 2.4f * line;
        if (used > 0 && used + width <= room.x) {
            igSameLine(0, rb_em(0.8f));
        } else {
            used = 0;
        }
        used += width;
        igGetCursorScreenPos(&at);
        ImVec2 centre = rb_im2(at.x + 0.45f * line, at.y + 0.5f * line);
        ImDrawList *list = igGetWindowDrawList();
        if (c >= 0 && session->count > 1) {
            rb_draw_run_marker(list, c, centre, 0.33f * line);
        } else {
            Color color = c < 0 ? rb_fade(rb_color(RB_COLOR_INK), 0.35f) : rb_color(RB_COLOR_ACCENT);
            ImDrawList_AddLine(list, rb_im2(at.x, centre.y), rb_im2(at.x + 0.9f * line, centre.y),
                               rb_im32(color), rb_em(c < 0 ? 0.3f : 0.14f));
        }
        igText("     %s", name);
    }
}

static rb_law_request draw_buttons(const rb_law_view *view) {
    static const struct {
        const char *name, *tip;
        rb_law_request request;
    } buttons[] = {
        {"CSV", RB_N("Save the curves as CSV, with every parameter of the runs"), RB_LAW_SAVE_CSV},
        {"SVG", RB_N("Save all plots of this page for print"), RB_LAW_SAVE_SVG},
        {"PNG", RB_N("The same as pixels"), RB_LAW_SAVE_PNG},
    };
    rb_law_request request = RB_LAW_NOTHING;
    if (igRadioButton_Bool(rb_tr("curves"), view->tab == RB_LAW_CURVES_TAB)) {
        request = RB_LAW_SHOW_CURVES;
    }
    rb_tooltip(rb_tr("Force and torque over the angle between drilling and sliding, and their errors"));
    rb_same_row(rb_tr("limit curve"));
    if (igRadioButton_Bool(rb_tr("limit curve"), view->tab == RB_LAW_LIMIT_TAB)) {
        request = RB_LAW_SHOW_LIMIT;
    }
    rb_tooltip(rb_tr("Torque over force: the patch sticks inside and slips on the curve"));
    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++) {
        rb_same_row(buttons[i].name);
        if (igButton(buttons[i].name, rb_im2(0, 0))) {
            request = buttons[i].request;
        }
        rb_tooltip("%s", rb_tr(buttons[i].tip));
    }
    return request;
}

rb_law_request rb_law_view_draw(rb_law_view *view, const rb_session *session, int contact, bool still) {
    rb_law_request request = RB_LAW_NOTHING;
    if (session->shown_count == 0) {
        return request;
    }
    rb_law_view_update(view, session, contact);
    view->hovered = view->hovered_next;
    view->hovered_next = -1;
    draw_law(session);
    if (!still) {
        request = draw_buttons(view);
    }
    draw_legend(session);
    draw_conditions(view, session);
    if (!view->curves[session->selected].usable) {
        igTextWrapped(rb_tr("%s is a constraint, not a law: there is no curve to draw."),
                      rb_session_label(session, session->selected));
    }
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float line = igGetTextLineHeightWithSpacing() + igGetStyle()->ItemSpacing.y;
    if (view->tab == RB_LAW_LIMIT_TAB) {
        bool sticks = rb_body_has(session->drawn[session->selected].body, RB_TRAIT_STICKS);
        draw_law_plot(view, session, sticks ? LAW_WHOLE : LAW_LIMIT, fmaxf(room.y - line, rb_em(9)), still);
        return request;
    }
    float rest = room.y - 4 * line - rb_em(1.2f), high = fmaxf(0.3f * rest, rb_em(6));
    float low = fmaxf(0.2f * rest, rb_em(4.6f));
    draw_law_plot(view, session, LAW_T, high, still);
    draw_law_plot(view, session, LAW_T_ERROR, low, still);
    draw_law_plot(view, session, LAW_M, high, still);
    draw_law_plot(view, session, LAW_M_ERROR, low + rb_em(1.2f), still);
    return request;
}
