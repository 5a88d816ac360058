#include "viewer/plots/study_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_table.h"
#include "app/language/language.h"
#include "app/session/units.h"
#include "base/colours.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"
#include "viewer/world/theme.h"

static const float click_px = 5; /* a shorter drag is a click */

static double factor_of(const rb_axis *axis) {
    return rb_ui_unit_of(axis->row->unit).factor;
}

static const char *symbol_of(const rb_axis *axis) {
    return axis->row->symbol[0] != '\0' ? axis->row->symbol : axis->row->name;
}

/* "start: ω₁ in rad/s" */
static void axis_name(const rb_axis *axis, char *text, size_t size) {
    const char *unit = rb_ui_unit_of(axis->row->unit).name;
    snprintf(text, size, "%s%s%s%s", axis->section == RB_SECTION_START ? rb_tr("start: ") : "",
             symbol_of(axis), unit[0] != '\0' ? rb_tr(" in ") : "", unit);
}

/* Outcomes are in SI units, as in the table of runs. */
static void value_name(const rb_survey *survey, int k, char *text, size_t size) {
    if (survey->kind == RB_SURVEY_DIAGRAM) {
        const char *name = rb_map_signals(survey->scene.body)[0];
        const rb_signal *signal = rb_signal_at(rb_signal_of(survey->scene.body, name));
        snprintf(text, size, rb_tr("%s at each point"), signal->symbol);
        return;
    }
    if (rb_survey_is_basins(survey)) {
        snprintf(text, size, "%s", rb_tr("attractor"));
        return;
    }
    const rb_outcome *value = survey->what.sweep.values[k];
    const char *unit = rb_unit_written(value->unit);
    snprintf(text, size, "%s%s%s", value->symbol, unit[0] != '\0' ? rb_tr(" in ") : "", unit);
}

void rb_study_view_title(const rb_survey *survey, char *text, size_t size) {
    const rb_axis *x = rb_survey_x(survey), *y = rb_survey_y(survey);
    if (survey->kind == RB_SURVEY_DIAGRAM) {
        snprintf(text, size, rb_tr("Bifurcation diagram over %s: %d points after skipping %d"), symbol_of(x),
                 survey->what.points, survey->what.transient);
        return;
    }
    if (rb_survey_is_basins(survey)) {
        int count = survey->basins.count;
        snprintf(text, size,
                 rb_trn("%d attractor; grey: unresolved", "%d attractors; grey: unresolved", count), count);
        return;
    }
    int curves = rb_survey_curves(survey), values = rb_survey_values(survey);
    const rb_outcome *value = survey->what.sweep.values[survey->shown];
    size_t used = (size_t)snprintf(text, size, "%s", rb_tr(value->help));
    if (values > 1 && y == NULL) {
        used = (size_t)snprintf(text, size, rb_trn("%d outcome", "%d outcomes", values), values);
    }
    used += used < size ? (size_t)snprintf(text + used, size - used, rb_tr(", over %s%s%s"), symbol_of(x),
                                           y != NULL ? rb_tr(" and ") : "", y != NULL ? symbol_of(y) : "")
                        : 0;
    if (curves > 1 && used < size) {
        bool laws = survey->what.sweep.axes[survey->list_at].is_law;
        snprintf(text + used, size - used,
                 laws ? rb_trn(", for %d friction law", ", for %d friction laws", curves)
                      : rb_trn(", for %d value", ", for %d values", curves),
                 curves);
    }
}

/* ---------------------------------------------------------------- colour bar */

/* As wide as its name above it. */
static float bar_width(const rb_survey *survey) {
    char name[64];
    value_name(survey, survey->shown, name, sizeof name);
    return fmaxf(rb_text_width(name), rb_em(3.6f)) + rb_em(0.7f);
}

static void colour_bar(const rb_survey *survey, float height) {
    rb_colours colours = rb_colours_between(survey->low[survey->shown], survey->high[survey->shown]);
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 at;
    igGetCursorScreenPos(&at);
    char name[64], text[32];
    value_name(survey, survey->shown, name, sizeof name);
    float line = igGetTextLineHeight(), width = rb_em(0.9f);
    float top = at.y + 2.0f * line, bottom = at.y + height - line;
    const int steps = 64;
    for (int i = 0; i < steps; i++) {
        uint32_t c = rb_colour(&colours, colours.from + (i + 0.5) / steps * (colours.to - colours.from));
        Color color = {(unsigned char)(c >> 16), (unsigned char)(c >> 8), (unsigned char)c, 255};
        float y0 = bottom - (bottom - top) * (float)i / (float)steps;
        float y1 = bottom - (bottom - top) * (float)(i + 1) / (float)steps;
        ImDrawList_AddRectFilled(list, rb_im2(at.x, y1), rb_im2(at.x + width, y0), rb_im32(color), 0, 0);
    }
    ImDrawList_AddText_Vec2(list, at, rb_role32(RB_COLOR_INK), name, NULL);
    for (int i = 0; i <= 4; i++) {
        double value = colours.from + i / 4.0 * (colours.to - colours.from);
        snprintf(text, sizeof text, "%.3g", fabs(value) < 1e-12 * colours.to ? 0 : value);
        rb_typeset(text, sizeof text);
        float y = bottom - (bottom - top) * (float)i / 4;
        ImDrawList_AddLine(list, rb_im2(at.x + width, y), rb_im2(at.x + width + rb_em(0.25f), y),
                           rb_role32(RB_COLOR_INK), 1);
        ImDrawList_AddText_Vec2(list, rb_im2(at.x + width + rb_em(0.4f), y - 0.5f * line),
                                rb_role32(RB_COLOR_INK), text, NULL);
    }
    igDummy(rb_im2(bar_width(survey) - rb_em(0.4f), height));
}

/* ---------------------------------------------------------------- axes */

/* The ends, half a cell beyond the first and last value, in display units. */
static void ends_of(const rb_axis *axis, bool cells, double ends[2]) {
    double share = cells ? 0.5 / fmax(1, axis->count - 1) : 0, factor = factor_of(axis);
    if (axis->logarithmic) {
        double half = pow(axis->to / axis->from, share);
        ends[0] = factor * axis->from / half;
        ends[1] = factor * axis->to * half;
        return;
    }
    double half = share * (axis->to - axis->from);
    if (!(axis->to > axis->from)) {
        half = fmax(fabs(axis->from) / 2, 0.5);
    }
    ends[0] = factor * (axis->from - half);
    ends[1] = factor * (axis->to + half);
}

static void setup(const rb_survey *survey, int value, double x[2], double y[2]) {
    const int flags = ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoHighlight;
    char x_name[96], y_name[96];
    const rb_axis *y_axis = rb_survey_y(survey);
    axis_name(rb_survey_x(survey), x_name, sizeof x_name);
    ends_of(rb_survey_x(survey), true, x);
    if (y_axis != NULL) {
        axis_name(y_axis, y_name, sizeof y_name);
        ends_of(y_axis, true, y);
    } else {
        value_name(survey, value, y_name, sizeof y_name);
        rb_study_ends(survey, value, &y[0], &y[1]);
    }
    int grid = survey->kind == RB_SURVEY_SWEEP ? 0 : ImPlotAxisFlags_NoGridLines;
    ImPlot_SetupAxes(x_name, y_name, flags | grid, flags | grid);
    ImPlot_SetupAxisLimits(ImAxis_X1, x[0], x[1], ImPlotCond_Always);
    ImPlot_SetupAxisLimits(ImAxis_Y1, y[0], y[1], ImPlotCond_Always);
    if (rb_survey_x(survey)->logarithmic) {
        ImPlot_SetupAxisScale_PlotScale(ImAxis_X1, ImPlotScale_Log10);
    }
    if (y_axis != NULL && y_axis->logarithmic) {
        ImPlot_SetupAxisScale_PlotScale(ImAxis_Y1, ImPlotScale_Log10);
    }
    ImPlot_SetupFinish();
}

/* ---------------------------------------------------------------- what is drawn in them */

/* Curves of one outcome, each with the colour and marker of its number, as runs have them. */
static void draw_curves(rb_study_view *view, const rb_survey *survey, int value) {
    const rb_axis *x = rb_survey_x(survey);
    int curves = rb_survey_curves(survey);
    for (int c = 0; c < curves; c++) {
        int count = 0;
        for (int i = 0; i < x->count; i++) {
            int64_t job = rb_survey_curve_job(survey, c, i);
            if (survey->done[job]) {
                view->x[count] = factor_of(x) * rb_axis_value(x, i);
                view->y[count++] = rb_survey_value(survey, job, value);
            }
        }
        char id[24];
        snprintf(id, sizeof id, "##curve%d", c);
        ImVec4 color = curves > 1 ? rb_im4(rb_run_color(c)) : rb_role4(RB_COLOR_ACCENT);
        ImPlot_SetNextLineStyle(color, ImPlot_GetStyle()->LineWeight);
        if (x->count <= 80) {
            ImPlot_SetNextMarkerStyle(rb_run_marker(c), rb_em(0.2f), color, 1, color);
        }
        ImPlot_PlotLine_doublePtrdoublePtr(id, view->x, view->y, count, 0, 0, sizeof(double));
    }
}

/* A marker and a name for each curve, in as many lines as they need. */
static void draw_legend(const rb_survey *survey) {
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float used = 0, line = igGetTextLineHeight();
    for (int c = 0; c < rb_survey_curves(survey); c++) {
        char name[96];
        rb_survey_curve_name(survey, c, name, sizeof name);
        float width = rb_text_width(name) + 2.2f * line;
        if (used > 0 && used + width <= room.x) {
            igSameLine(0, rb_em(0.8f));
        } else {
            used = 0;
        }
        used += width;
        ImVec2 at;
        igGetCursorScreenPos(&at);
        rb_draw_run_marker(igGetWindowDrawList(), c, rb_im2(at.x + 0.45f * line, at.y + 0.5f * line),
                           0.33f * line);
        igText("    %s", name);
    }
}

/* Marks the current scene, if it is within the study. */
static void mark_present(const rb_survey *survey, const rb_scene *present) {
    const rb_axis *x = rb_survey_x(survey), *y = rb_survey_y(survey);
    if (present == NULL || strcmp(present->id, survey->scene.id) != 0 ||
        present->body != survey->scene.body) {
        return;
    }
    double at[2] = {factor_of(x) * present->values[x->section][x->index], 0};
    if (y == NULL) {
        ImPlot_SetNextLineStyle(rb_role4(RB_COLOR_OMEGA), 2);
        ImPlot_PlotInfLines_doublePtr("##present", at, 1, 0, 0, sizeof(double));
        return;
    }
    at[1] = factor_of(y) * present->values[y->section][y->index];
    ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.42f), (ImVec4){1, 1, 1, 0.25f}, 3,
                              (ImVec4){0, 0, 0, 1});
    ImPlot_PlotScatter_doublePtrdoublePtr("##present", &at[0], &at[1], 1, 0, 0, sizeof(double));
    ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.42f), (ImVec4){1, 1, 1, 0}, 1.2f,
                              (ImVec4){1, 1, 1, 1});
    ImPlot_PlotScatter_doublePtrdoublePtr("##present2", &at[0], &at[1], 1, 0, 0, sizeof(double));
}

static void draw_inside(rb_study_view *view, const rb_survey *survey, int value, const rb_scene *present,
                        const double x[2], const double y[2]) {
    ImVec2 at, size;
    ImPlot_GetPlotPos(&at);
    ImPlot_GetPlotSize(&size);
    view->area = (Rectangle){at.x, at.y, size.x, size.y};
    if (survey->kind == RB_SURVEY_SWEEP) {
        draw_curves(view, survey, value);
    } else {
        rb_study_image_update(view, survey, (int)size.x, (int)size.y);
        /* Columns of a diagram are centred on their values. */
        ImPlot_PlotImage("##image", (ImTextureID)(intptr_t)view->texture.id, (ImPlotPoint){x[0], y[0]},
                         (ImPlotPoint){x[1], y[1]}, rb_im2(0, 1), rb_im2(1, 0), (ImVec4){1, 1, 1, 1}, 0);
    }
    mark_present(survey, present);
}

/* ---------------------------------------------------------------- the mouse */

static void add_value(char *text, size_t size, size_t *used, const rb_axis *axis, double value) {
    if (*used < size) {
        *used += (size_t)snprintf(text + *used, size - *used, "%s = %.4g %s\n", symbol_of(axis),
                                  factor_of(axis) * value, rb_ui_unit_of(axis->row->unit).name);
    }
}

/* The values of a case with nine digits, more than a run is accurate to. */
static void write_exact(const rb_survey *survey, int64_t job, int value, char *text, size_t size) {
    double number = rb_survey_value(survey, job, value);
    if (!survey->done[job]) {
        snprintf(text, size, "%s", rb_tr("not computed yet"));
    } else if (!isfinite(number)) {
        snprintf(text, size, "%s", rb_tr("did not happen"));
    } else {
        snprintf(text, size, "%.9g", number);
    }
    rb_typeset(text, size);
}

/* A row for each outcome of a map, or for each curve with a column for each outcome. */
static void value_table(const rb_survey *survey, int64_t job, int index) {
    int values = rb_survey_values(survey), curves = rb_survey_curves(survey);
    bool map = survey->kind == RB_SURVEY_MAP;
    if (!igBeginTable("values", map ? 2 : values + 1, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        return;
    }
    igTableNextRow(0, 0);
    for (int k = 0; !map && k <= values; k++) {
        char name[64] = "";
        if (k > 0) {
            value_name(survey, k - 1, name, sizeof name);
        }
        igTableNextColumn();
        igTextDisabled("%s", name);
    }
    for (int row = 0; row < (map ? values : curves); row++) {
        char text[64];
        igTableNextRow(0, 0);
        igTableNextColumn();
        if (map) {
            value_name(survey, row, text, sizeof text);
            igTextDisabled("%s", text);
        } else {
            char name[96];
            ImVec2 at;
            igGetCursorScreenPos(&at);
            float line = igGetTextLineHeight();
            rb_survey_curve_name(survey, row, name, sizeof name);
            rb_draw_run_marker(igGetWindowDrawList(), row, rb_im2(at.x + 0.4f * line, at.y + 0.5f * line),
                               0.3f * line);
            igText("    %s", name);
        }
        for (int k = 0; k < (map ? 1 : values); k++) {
            igTableNextColumn();
            write_exact(survey, map ? job : rb_survey_curve_job(survey, row, index), map ? row : k, text,
                        sizeof text);
            igTextUnformatted(text, NULL);
        }
    }
    igEndTable();
}

static void case_tooltip(const rb_survey *survey, int64_t job, int index) {
    char text[400] = "";
    size_t used = 0;
    double at[RB_SWEEP_AXES];
    rb_sweep_point(&survey->what.sweep, job, at);
    for (int k = 0; k < survey->what.sweep.axis_count; k++) {
        if (k != survey->list_at) {
            add_value(text, sizeof text, &used, &survey->what.sweep.axes[k], at[k]);
        }
    }
    rb_typeset(text, sizeof text);
    if (!igBeginTooltip()) {
        return;
    }
    igText("%s", text);
    if (rb_survey_is_basins(survey)) {
        rb_survey_basin_words(survey, job, text, sizeof text);
        igTextUnformatted(text, NULL);
    } else if (survey->kind == RB_SURVEY_DIAGRAM) {
        int period = rb_survey_period(survey, job);
        igText(!survey->done[job] ? rb_tr("not computed yet")
               : period > 0       ? rb_tr("period %d")
                                  : rb_tr("no period found"),
               period);
    } else {
        value_table(survey, job, index);
    }
    igTextDisabled(rb_tr("Click: run this case. Drag: refine this region"));
    igEndTooltip();
}

/* The curve nearest to a height in the plot, from 0. */
static int curve_at(const rb_survey *survey, int value, int index, double y) {
    int nearest = 0;
    double least = INFINITY;
    for (int c = 0; c < rb_survey_curves(survey); c++) {
        double away = fabs(rb_survey_value(survey, rb_survey_curve_job(survey, c, index), value) - y);
        nearest = away < least ? c : nearest;
        least = fmin(least, away);
    }
    return nearest;
}

/* A line at the case under the mouse, in every plot of a sweep. */
static void draw_crosshair(const rb_study_view *view, const rb_survey *survey) {
    const rb_axis *x = rb_survey_x(survey);
    if (survey->kind == RB_SURVEY_SWEEP && view->hovered >= 0 && view->hovered < x->count) {
        double at = factor_of(x) * rb_axis_value(x, view->hovered);
        ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.9f)), 1);
        ImPlot_PlotInfLines_doublePtr("##hovered", &at, 1, 0, 0, sizeof(double));
    }
}

static rb_study_request mouse(rb_study_view *view, const rb_survey *survey, int value) {
    rb_study_request wish = {RB_REQUEST_NONE, 0, 0, 0, 0};
    const rb_axis *x = rb_survey_x(survey), *y = rb_survey_y(survey);
    double fx = factor_of(x), fy = y != NULL ? factor_of(y) : 1;
    bool hovered = ImPlot_IsPlotHovered();
    ImVec2 px = igGetIO()->MousePos;
    ImPlotPoint at;
    ImPlot_GetPlotMousePos(&at, -1, -1);
    if (hovered && igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
        view->pressed = true;
        view->pressed_in = value;
        view->from[0] = at.x, view->from[1] = at.y;
        view->from_px[0] = px.x, view->from_px[1] = px.y;
    }
    bool moved = hypotf(px.x - view->from_px[0], px.y - view->from_px[1]) > click_px;
    int index = hovered ? rb_survey_index_at(x, at.x / fx) : -1;
    int curve = index >= 0 && y == NULL ? curve_at(survey, value, index, at.y) : 0;
    int64_t job = hovered ? rb_survey_job_at(survey, at.x / fx, y != NULL ? at.y / fy : curve) : -1;
    view->hovered_next = index >= 0 ? index : view->hovered_next;
    if (view->pressed && value != view->pressed_in) {
        return wish;
    }
    if (view->pressed && igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        float top = y != NULL ? view->from_px[1] : view->area.y;
        float bottom = y != NULL ? px.y : view->area.y + view->area.height;
        ImDrawList *list = ImPlot_GetPlotDrawList();
        ImVec2 a = rb_im2(view->from_px[0], top), b = rb_im2(px.x, bottom);
        if (moved) {
            ImDrawList_AddRectFilled(list, a, b, rb_im32((Color){255, 255, 255, 60}), 0, 0);
            ImDrawList_AddRect(list, a, b, rb_im32(BLACK), 0, 0, 2);
        }
        return wish;
    }
    if (view->pressed) {
        view->pressed = false;
        wish = (rb_study_request){moved ? RB_REQUEST_REFINE : RB_REQUEST_START, view->from[0] / fx, at.x / fx,
                                  y != NULL ? view->from[1] / fy : curve + 1, at.y / fy};
        return moved || job >= 0 ? wish : (rb_study_request){RB_REQUEST_NONE, 0, 0, 0, 0};
    }
    if (job >= 0) {
        case_tooltip(survey, job, index);
    }
    return wish;
}

/* ---------------------------------------------------------------- all of it */

/* One plot of an outcome. */
static rb_study_request draw_plot(rb_study_view *view, const rb_survey *survey, int value, ImVec2 size,
                                  const rb_scene *present, bool still) {
    rb_study_request wish = {RB_REQUEST_NONE, 0, 0, 0, 0};
    double x[2], y[2];
    char id[24];
    snprintf(id, sizeof id, "##study%d", value);
    ImPlot_PushStyleVar_Vec2(ImPlotStyleVar_PlotPadding, rb_im2(rb_em(0.3f), rb_em(0.4f)));
    if (ImPlot_BeginPlot(id, size,
                         ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                             ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText)) {
        setup(survey, value, x, y);
        draw_inside(view, survey, value, present, x, y);
        if (!still) {
            draw_crosshair(view, survey);
            wish = mouse(view, survey, value);
        }
        ImPlot_EndPlot();
    }
    ImPlot_PopStyleVar(1);
    return wish;
}

rb_study_request rb_study_view_draw(rb_study_view *view, const rb_survey *survey, const rb_scene *present,
                                    bool still) {
    rb_study_request wish = {RB_REQUEST_NONE, 0, 0, 0, 0};
    bool map = survey->kind == RB_SURVEY_MAP, has_bar = map && !rb_survey_is_basins(survey);
    int plots = map ? 1 : rb_survey_values(survey);
    view->hovered = view->hovered_next;
    view->hovered_next = -1;
    if (rb_survey_curves(survey) > 1) {
        draw_legend(survey);
    }
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float bar = has_bar ? bar_width(survey) : 0;
    float height = fmaxf(room.y / (float)plots - rb_em(0.3f), rb_em(9));
    ImVec2 size = rb_im2(fmaxf(room.x - bar, rb_em(8)), height);
    for (int k = 0; k < plots; k++) {
        rb_study_request now = draw_plot(view, survey, map ? survey->shown : k, size, present, still);
        wish = now.kind != RB_REQUEST_NONE ? now : wish;
    }
    if (has_bar) {
        igSameLine(0, rb_em(0.4f));
        colour_bar(survey, height);
    }
    return wish;
}

void rb_study_view_save(rb_study_view *view, const char *file) {
    view->alone = true;
    view->alone_frames = 0;
    snprintf(view->file, sizeof view->file, "%s", file);
}

void rb_study_view_draw_alone(rb_study_view *view, const rb_survey *survey) {
    if (survey == NULL) {
        view->alone = false;
        return;
    }
    Rectangle window = {0, 0, (float)rb_window_width(), (float)rb_window_height()};
    if (rb_begin_panel("##study picture", window, ImGuiWindowFlags_NoInputs)) {
        char title[240];
        rb_study_view_title(survey, title, sizeof title);
        igPushFont(rb_imgui_font(RB_FONT_HEADING));
        igTextUnformatted(rb_tr(survey->scene.name), NULL);
        igPopFont();
        igTextUnformatted(title, NULL);
        rb_study_view_draw(view, survey, NULL, true);
    }
    rb_end_panel();
}

bool rb_study_view_alone_done(rb_study_view *view) {
    const int fits = 3; /* frames until a plot knows its axes */
    if (!view->alone || ++view->alone_frames <= fits) {
        return false;
    }
    view->alone = false;
    return true;
}
