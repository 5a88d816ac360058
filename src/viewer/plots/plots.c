#include "viewer/plots/plots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"
#include "viewer/plots/plot_lines.h"

Color rb_signal_color(int signal, int place) {
    static const struct {
        const char *name;
        rb_color_role role;
    } meanings[] = {
        {"omega3", RB_COLOR_OMEGA},        {"N", RB_COLOR_NORMAL},         {"F1", RB_COLOR_FRICTION},
        {"M_drill", RB_COLOR_DRILL},       {"M", RB_COLOR_DRILL},          {"L_n", RB_COLOR_MOMENTUM},
        {"W_drill", RB_COLOR_DRILL},       {"W_slide", RB_COLOR_FRICTION}, {"W_roll", RB_COLOR_ROLL},
        {"v_slip", RB_COLOR_SLIDING},      {"T_x", RB_COLOR_FRICTION},     {"N_large", RB_COLOR_NORMAL},
        {"N_small", RB_COLOR_ROLL},        {"jellett", RB_COLOR_MOMENTUM}, {"theta", RB_COLOR_ACCENT},
        {"jellett_balance", RB_COLOR_INK}, {"omega_n", RB_COLOR_OMEGA},    {"T", RB_COLOR_FRICTION},
        {"stick", RB_COLOR_STICK},
    };
    const char *name = rb_signal_at(signal)->name;
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (strcmp(meanings[i].name, name) == 0) {
            return rb_color(meanings[i].role);
        }
    }
    static const rb_color_role places[RB_PLOT_SIGNALS] = {RB_COLOR_ACCENT, RB_COLOR_ROLL, RB_COLOR_DRILL,
                                                          RB_COLOR_WEIGHT};
    return rb_color(places[place % RB_PLOT_SIGNALS]);
}

/* ---------------------------------------------------------------- axes */

/* Signals that can share an axis: of one unit, and not a small remainder beside large values. */
static bool share_axis(int a, int b) {
    const rb_signal *p = rb_signal_at(a);
    const rb_signal *q = rb_signal_at(b);
    return strcmp(p->unit, q->unit) == 0 &&
           (strstr(p->name, "balance") != NULL) == (strstr(q->name, "balance") != NULL);
}

int rb_plot_axis(const rb_plot *plot, int place) {
    int axes[RB_PLOT_SIGNALS] = {0};
    int count = 0;
    for (int i = 0; i <= place; i++) {
        int same = 0;
        while (same < i && !share_axis(plot->signals[same], plot->signals[i])) {
            same++;
        }
        axes[i] = same < i ? axes[same] : count++;
    }
    return axes[place] < 3 ? axes[place] : 2; /* there are only three */
}

Color rb_plot_color(const rb_plot *plot, int place) {
    return rb_fade(rb_signal_color(plot->signals[place], place), place == 0 ? 1.0f : 0.6f);
}

const char *rb_plot_time_format(const rb_session *session) {
    return rb_body_unit(session->runs[session->selected].scene.body, "s")[0] != '\0' ? "%g s" : "%g";
}

/* A constant signal is drawn as a line: the axis is not zoomed into rounding errors. */
static void bound_zoom(const rb_session *session, const rb_plot *plot, int place) {
    const double least = 1e-4; /* of the value */
    if (session->shown_count == 0 || plot->differs) {
        return;
    }
    double value = rb_signal_value(rb_signal_at(plot->signals[place]), session->shown[0]);
    rb_plot_convert(&value, 1, plot->signals[place]);
    if (isfinite(value) && value != 0) {
        ImPlot_SetupAxisZoomConstraints(ImAxis_Y1 + rb_plot_axis(plot, place), least * fabs(value), INFINITY);
    }
}

/* About five ticks at round numbers, with a larger or smaller font as well. */
static void set_ticks(ImAxis axis, const double limits[2]) {
    const double least = (limits[1] - limits[0]) / 6;
    if (!(least > 0) || !isfinite(least)) {
        return; /* not known before the first frame */
    }
    const double decade = pow(10, floor(log10(least)));
    double step = decade;
    for (int i = 0; i < 4 && step < 0.999 * least; i++) {
        static const double round[] = {2, 2.5, 5, 10};
        step = round[i] * decade;
    }
    const double first = step * ceil(limits[0] / step - 1e-6),
                 count = floor((limits[1] - first) / step + 1e-6);
    if (count >= 1 && count < 20) {
        ImPlot_SetupAxisTicks_double(axis, first, first + count * step, (int)count + 1, NULL, false);
    }
}

/* Remembers the limits of the vertical axes, after the curves were fitted. */
static void store_limits(rb_plots *plots, int index) {
    const rb_plot *plot = &plots->items[index];
    for (int i = 0; i < plot->count; i++) {
        int axis = rb_plot_axis(plot, i);
        ImPlotRect limits;
        ImPlot_GetPlotLimits(&limits, ImAxis_X1, ImAxis_Y1 + axis);
        plots->limits[index][axis][0] = limits.Y.Min;
        plots->limits[index][axis][1] = limits.Y.Max;
    }
}

static void setup_axes(const rb_plots *plots, const rb_session *session, int index) {
    const rb_plot *plot = &plots->items[index];
    bool comparing = session->count > 1;
    int flags = ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoLabel;
    ImPlot_SetupAxes("", "", ImPlotAxisFlags_NoLabel, flags);
    ImPlot_SetupAxisFormat_Str(ImAxis_X1, rb_plot_time_format(session));
    bound_zoom(session, plot, 0);
    set_ticks(ImAxis_X1, (const double[2]){plots->t0, plots->t1});
    set_ticks(ImAxis_Y1, plots->limits[index][0]);
    for (int i = 1; i < plot->count; i++) {
        int axis = rb_plot_axis(plot, i);
        if (axis > 0) {
            ImVec4 ink = comparing ? rb_role4(RB_COLOR_INK) : rb_im4(rb_readable(rb_plot_color(plot, i)));
            ImPlot_PushStyleColor_Vec4(ImPlotCol_AxisText, ink);
            ImPlot_SetupAxis(ImAxis_Y1 + axis, "",
                             flags | ImPlotAxisFlags_Opposite | ImPlotAxisFlags_NoGridLines);
            bound_zoom(session, plot, i);
            set_ticks(ImAxis_Y1 + axis, plots->limits[index][axis]);
            ImPlot_PopStyleColor(1);
        }
    }
}

/* ---------------------------------------------------------------- time axis */

void rb_plots_update(rb_plots *plots, const rb_session *session) {
    rb_plots_use(plots, session->runs[session->selected].scene.body);
    for (int i = 0; i < plots->count; i++) {
        plots->items[i].differs = plots->items[i].diff_chosen && session->count > 1;
    }
    if (!plots->follow) {
        return;
    }
    double begin = rb_history_begin(&session->history);
    double end = fmax(rb_history_end(&session->history),
                      begin + rb_appearance_span(session->runs[session->selected].scene.body));
    plots->t0 = plots->window > 0 ? fmax(begin, end - plots->window) : begin;
    plots->t1 = plots->window > 0 ? plots->t0 + plots->window : end;
}

/* The left button scrubs, the wheel and the right button detach the time axis from the run, a double
   click attaches it again. */
static void handle_mouse(rb_plots *plots, rb_session *session) {
    bool hovered = ImPlot_IsPlotHovered();
    if (hovered && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
        plots->follow = true;
        rb_session_go_live(session);
        plots->scrubbing = false;
        return;
    }
    if (hovered && igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
        plots->scrubbing = true;
    }
    if (plots->scrubbing && hovered && igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        ImPlotPoint at;
        ImPlot_GetPlotMousePos(&at, -1, -1 /* the current axes */);
        rb_session_scrub(session, at.x);
    }
    if (hovered && (igGetIO()->MouseWheel != 0 || igIsMouseDragging(ImGuiMouseButton_Right, -1))) {
        plots->follow = false;
    }
}

static void draw_now(const rb_session *session) {
    double t = rb_session_time(session);
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_INK), 0.55f)),
                            fmaxf(1.5f, 0.08f * igGetFontSize()));
    ImPlot_PlotInfLines_doublePtr("##now", &t, 1, ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0,
                                  sizeof(double));
}

/* Returns how far the label of a tick at the right end of the time axis extends past the plot. */
static float label_overhang(void) {
    return fmaxf(0.5f * rb_text_width("0.05 s") - ImPlot_GetStyle()->PlotPadding.x, 1);
}

/* ---------------------------------------------------------------- one plot */

static void axis_name(const rb_signal *signal, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", signal->symbol, signal->unit[0] != '\0' ? ", " : "",
             rb_ui_unit_of(signal->unit).name);
}

static void draw_body(rb_plots *plots, rb_session *session, int index) {
    const rb_plot *plot = &plots->items[index];
    bool phase = plot->kind == RB_PLOT_PHASE;
    const rb_signal *x = phase ? rb_signal_at(plot->signals[0]) : NULL;
    const rb_signal *y = phase ? rb_signal_at(plot->signals[1]) : NULL;
    if (phase) {
        char names[2][64];
        axis_name(x, names[0], sizeof names[0]);
        axis_name(y, names[1], sizeof names[1]);
        ImPlot_SetupAxes(names[0], names[1], ImPlotAxisFlags_AutoFit, ImPlotAxisFlags_AutoFit);
    } else {
        setup_axes(plots, session, index);
    }
    if (!phase) {
        ImPlot_SetupAxisLinks(ImAxis_X1, &plots->t0, &plots->t1);
    }
    ImPlot_SetupLegend(ImPlotLocation_NorthWest, ImPlotLegendFlags_NoMenus);
    ImPlot_SetupFinish();
    if (!phase) {
        rb_plot_zero(plots, plot);
    }
    for (int i = 0; !phase && i < plot->count; i++) {
        ImPlot_SetAxis(ImAxis_Y1 + rb_plot_axis(plot, i));
        rb_plot_band(plots, session, plot, i);
        rb_plot_theory(&plots->theory, &session->runs[session->selected].applied, plot->signals[i]);
    }
    for (int run = 0; run < session->shown_count; run++) {
        if (phase) {
            rb_plot_phase(plots, session, plot, run);
            continue;
        }
        for (int i = 0; i < plot->count; i++) {
            ImPlot_SetAxis(ImAxis_Y1 + rb_plot_axis(plot, i));
            rb_plot_line(plots, session, plot, run, i);
        }
    }
    for (int i = 0; !phase && i < plot->count; i++) {
        ImPlot_SetAxis(ImAxis_Y1 + rb_plot_axis(plot, i));
        rb_plot_overlay(plots, session, plot, i);
    }
}

static void draw_plot(rb_plots *plots, rb_session *session, int index, float height) {
    rb_plot *plot = &plots->items[index];
    bool phase = plot->kind == RB_PLOT_PHASE;
    int flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                (plot->legend ? 0 : ImPlotFlags_NoLegend) |
                (phase && !plots->still && plots->alone < 0 ? 0 : ImPlotFlags_NoMouseText);
    if (plot->kind == RB_PLOT_ENERGY) {
        height -= fmaxf(plots->names_height, igGetTextLineHeight()) + igGetStyle()->ItemSpacing.y;
        height = fmaxf(height, rb_em(6)); /* names may need several lines */
    }
    /* Padding keeps lines at the edge visible; the energy stack starts at the bottom. */
    float pad = plot->kind == RB_PLOT_ENERGY ? 0 : 0.06f;
    ImPlot_PushStyleVar_Vec2(ImPlotStyleVar_FitPadding, rb_im2(phase ? 0.06f : 0, pad));
    if (!ImPlot_BeginPlot("##plot", rb_im2(-label_overhang(), height), flags)) {
        ImPlot_PopStyleVar(1);
        return;
    }
    if (plot->kind == RB_PLOT_ENERGY) {
        rb_plot_energy(plots, session);
    } else {
        draw_body(plots, session, index);
        store_limits(plots, index);
    }
    if (!phase) {
        draw_now(session);
        rb_cursor_draw(plots, session, index);
        handle_mouse(plots, session);
    }
    ImPlot_EndPlot();
    ImPlot_PopStyleVar(1);
    if (plot->kind == RB_PLOT_ENERGY) {
        rb_plot_energy_names(plots);
    }
}

void rb_plots_draw_alone(rb_plots *plots, rb_session *session) {
    int index = plots->alone;
    rb_plots_update(plots, session);
    if (index >= plots->count) {
        plots->alone = -1;
        return;
    }
    Rectangle window = {0, 0, (float)rb_window_width(), (float)rb_window_height()};
    if (rb_begin_panel("##picture", window, ImGuiWindowFlags_NoInputs)) {
        rb_plot_caption(plots, session, index);
        ImVec2 room;
        igGetContentRegionAvail(&room);
        draw_plot(plots, session, index, room.y);
    }
    rb_end_panel();
}

void rb_plots_draw_first(rb_plots *plots, rb_session *session) {
    rb_plots_update(plots, session);
    rb_cursor_begin(plots);
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        plots->scrubbing = false;
    }
    if (plots->count == 0) {
        return;
    }
    ImVec2 room;
    igGetContentRegionAvail(&room);
    /* The cells of the world also name the runs: a low plot has its own height instead. */
    float names = igGetTextLineHeightWithSpacing() * (float)(session->count + 1);
    rb_plot_name_rows(plots, session, 0, room.y - names >= rb_em(9.5f));
    plots->items[0].legend = false;
    igGetContentRegionAvail(&room);
    draw_plot(plots, session, 0, room.y);
}

static void span_controls(rb_plots *plots) {
    static const struct {
        const char *name;
        double seconds;
    } spans[] = {{RB_N("all"), 0}, {"2 s", 2}, {"5 s", 5}, {"20 s", 20}};
    igAlignTextToFramePadding();
    igTextDisabled(rb_tr("show"));
    for (int i = 0; i < 4; i++) {
        igSameLine(0, -1);
        bool on = plots->follow && plots->window == spans[i].seconds;
        if (on) {
            igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
        }
        if (rb_small_button(rb_tr(spans[i].name))) {
            plots->follow = true;
            plots->window = spans[i].seconds;
        }
        if (on) {
            igPopStyleColor(1);
        }
        rb_tooltip(rb_tr("Time shown in all plots. Wheel: zoom, right button: pan, left: scrub, double "
                         "click: follow the run again"));
    }
    rb_same_line_or_next(rb_em(1), rb_text_width(rb_tr("+ plot")) + 2 * igGetStyle()->FramePadding.x);
    igBeginDisabled(plots->count == RB_PLOTS_MAX);
    if (rb_small_button(rb_tr("+ plot"))) {
        igOpenPopup_Str("add plot", 0);
    }
    igEndDisabled();
    rb_tooltip(rb_tr("Add a plot (at most %d)"), RB_PLOTS_MAX);
    if (igBeginPopup("add plot", 0)) {
        if (rb_choice(rb_tr("Signals over time"), false)) {
            rb_plots_add(plots, RB_PLOT_TIME, plots->body->measure, NULL);
        }
        if (rb_choice(rb_tr("One signal against another"), false)) {
            rb_plots_add(plots, RB_PLOT_PHASE, plots->body->phase[0], plots->body->phase[1]);
        }
        if (plots->body->last_point[0] != NULL && rb_choice(rb_tr("Sticking points (return map)"), false)) {
            rb_plots_add(plots, RB_PLOT_PHASE, plots->body->last_point[0], plots->body->last_point[1]);
        }
        if (rb_choice(rb_tr("Energy and losses"), false)) {
            rb_plots_add(plots, RB_PLOT_ENERGY, NULL, NULL);
        }
        rb_imgui_allow_finger_scroll();
        igEndPopup();
    }
}

void rb_plots_draw(rb_plots *plots, rb_session *session) {
    rb_plots_update(plots, session);
    rb_cursor_begin(plots);
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        plots->scrubbing = false;
    }
    span_controls(plots);
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float header = igGetFrameHeightWithSpacing() + igGetStyle()->ItemSpacing.y;
    int count = plots->count > 0 ? plots->count : 1;
    float height = fmaxf(room.y / (float)count - header, rb_em(6.5f));
    int gone = -1;
    for (int i = 0; i < plots->count; i++) {
        igPushID_Int(i);
        gone = rb_plot_header(plots, session, i) ? i : gone;
        draw_plot(plots, session, i, height);
        if (plots->reveal == i + 1 && !igIsAnyItemActive()) {
            igSetScrollHereY(1);
            plots->reveal = 0;
        }
        igPopID();
    }
    if (gone >= 0) {
        rb_plots_remove(plots, gone);
    }
}
