#include "viewer/plots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/gui.h"
#include "viewer/units.h"

Color rb_signal_color(int signal, int place) {
    static const struct {
        const char *name;
        rb_color_role role;
    } meanings[] = {
        {"omega3", RB_COLOR_OMEGA},  {"N", RB_COLOR_NORMAL},
        {"F1", RB_COLOR_FRICTION},   {"M_drill", RB_COLOR_DRILL},
        {"M", RB_COLOR_DRILL},       {"L_n", RB_COLOR_MOMENTUM},
        {"W_drill", RB_COLOR_DRILL}, {"W_slide", RB_COLOR_FRICTION},
        {"W_roll", RB_COLOR_ROLL},   {"v_slip", RB_COLOR_SLIDING},
        {"T_x", RB_COLOR_FRICTION},  {"N_large", RB_COLOR_NORMAL},
        {"N_small", RB_COLOR_ROLL},  {"jellett", RB_COLOR_MOMENTUM},
        {"theta", RB_COLOR_ACCENT},  {"jellett_balance", RB_COLOR_INK},
    };
    const char *name = rb_signal_at(signal)->name;
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (strcmp(meanings[i].name, name) == 0) {
            return rb_color(meanings[i].role);
        }
    }
    return rb_run_color(place + 1);
}

const char *rb_run_label(const rb_app *app, int run) {
    return app->session.runs[run].scene.friction->id;
}

/* ---------------------------------------------------------------- axes */

/* Signals that can share an axis: of one unit, and not a small remainder beside large values. */
static bool share_axis(int a, int b) {
    const rb_signal *p = rb_signal_at(a);
    const rb_signal *q = rb_signal_at(b);
    return strcmp(p->unit, q->unit) == 0 &&
           (strstr(p->name, "balance") != NULL) == (strstr(q->name, "balance") != NULL);
}

/* Vertical axis of a signal: 0 stands on the left, the others on the right. */
static int axis_of(const rb_plot *plot, int place) {
    int axes[RB_PLOT_SIGNALS] = {0};
    int count = 0;
    for (int i = 0; i <= place; i++) {
        int same = 0;
        while (same < i && !share_axis(plot->signals[same], plot->signals[i])) {
            same++;
        }
        axes[i] = same < i ? axes[same] : count++;
    }
    return axes[place] < 3 ? axes[place] : 2; /* more than three there are not */
}

static Color line_color(const rb_plot *plot, int place) {
    return rb_fade(rb_signal_color(plot->signals[place], place), place == 0 ? 1.0f : 0.6f);
}

static void setup_axes(const rb_plot *plot, bool comparing) {
    int flags = ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoLabel;
    ImPlot_SetupAxes("t, s", "", ImPlotAxisFlags_NoLabel, flags);
    for (int i = 1; i < plot->count; i++) {
        int axis = axis_of(plot, i);
        if (axis > 0) {
            ImVec4 ink = comparing ? rb_role4(RB_COLOR_INK) : rb_im4(line_color(plot, i));
            ImPlot_PushStyleColor_Vec4(ImPlotCol_AxisText, ink);
            ImPlot_SetupAxis(ImAxis_Y1 + axis, "",
                             flags | ImPlotAxisFlags_Opposite | ImPlotAxisFlags_NoGridLines);
            ImPlot_PopStyleColor(1);
        }
    }
}

/* ---------------------------------------------------------------- lines */

/* A few markers per line at round times, shifted from run to run: the cue beside the colour. */
static void draw_markers(rb_app *app, int run, int count, double span) {
    double step = span / 4;
    double next = app->plots.t0 + step * (double)(run + 1) / (app->session.count + 1);
    double *x = app->series.x;
    double *y = app->series.y;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (x[i] >= next) {
            x[kept] = x[i];
            y[kept++] = y[i];
            next += step;
        }
    }
    char id[16];
    snprintf(id, sizeof id, "##m%d", run);
    ImVec4 color = rb_im4(rb_run_color(run));
    ImPlot_SetNextMarkerStyle(rb_run_marker(run), rb_em(0.26f), color, 1.5f, color);
    ImPlot_SetNextLineStyle(color, 0);
    ImPlot_PlotScatter_doublePtrdoublePtr(id, x, y, kept, ImPlotItemFlags_NoLegend, 0,
                                          sizeof(double));
}

static void draw_line(rb_app *app, const rb_plot *plot, int run, int place) {
    int signal = plot->signals[place];
    ImVec2 size;
    ImPlot_GetPlotSize(&size); /* a pixel shows a lowest and a highest value */
    int count = rb_series_over_time(&app->series, &app->session.history, run, signal, app->plots.t0,
                                    app->plots.t1, (int)(2 * size.x));
    bool comparing = app->session.count > 1;
    char label[96];
    if (comparing && plot->count > 1) {
        snprintf(label, sizeof label, "%s %s##%d", rb_signal_at(signal)->symbol,
                 rb_run_label(app, run), run);
    } else if (comparing) {
        snprintf(label, sizeof label, "%s##%d", rb_run_label(app, run), run);
    } else {
        snprintf(label, sizeof label, "%s", rb_signal_at(signal)->symbol);
    }
    Color color =
        comparing ? rb_fade(rb_run_color(run), place == 0 ? 1.0f : 0.6f) : line_color(plot, place);
    float weight = ImPlot_GetStyle()->LineWeight * (run == app->session.selected ? 1.25f : 1.0f);
    ImPlot_SetNextLineStyle(rb_im4(color), weight);
    ImPlot_PlotLine_doublePtrdoublePtr(label, app->series.x, app->series.y, count, 0, 0,
                                       sizeof(double));
    if (comparing && place == 0) {
        draw_markers(app, run, count, app->plots.t1 - app->plots.t0);
    }
}

static void draw_phase(rb_app *app, const rb_plot *plot, int run) {
    int count = rb_series_against(&app->series, &app->session.history, run, plot->signals[0],
                                  plot->signals[1], app->plots.t0, app->plots.t1);
    bool comparing = app->session.count > 1;
    char label[96];
    snprintf(label, sizeof label, "%s##%d", comparing ? rb_run_label(app, run) : "", run);
    Color color = comparing ? rb_run_color(run) : rb_signal_color(plot->signals[1], 0);
    ImPlot_SetNextLineStyle(rb_im4(color), ImPlot_GetStyle()->LineWeight);
    ImPlot_PlotLine_doublePtrdoublePtr(label, app->series.x, app->series.y, count,
                                       comparing ? 0 : ImPlotItemFlags_NoLegend, 0, sizeof(double));
    const rb_snapshot *now = app->session.shown[run];
    double x = rb_signal_value(rb_signal_at(plot->signals[0]), now);
    double y = rb_signal_value(rb_signal_at(plot->signals[1]), now);
    snprintf(label, sizeof label, "##now%d", run);
    ImPlot_SetNextMarkerStyle(rb_run_marker(comparing ? run : 0), rb_em(0.4f), rb_im4(color), 1.5f,
                              rb_role4(RB_COLOR_INK));
    ImPlot_PlotScatter_doublePtrdoublePtr(label, &x, &y, 1, ImPlotItemFlags_NoLegend, 0,
                                          sizeof(double));
}

/* ---------------------------------------------------------------- time axis */

static void update_span(rb_app *app) {
    rb_plots *plots = &app->plots;
    if (!plots->follow) {
        return;
    }
    double begin = rb_history_begin(&app->session.history);
    double end = fmax(rb_history_end(&app->session.history), begin + 1);
    plots->t0 = plots->window > 0 ? fmax(begin, end - plots->window) : begin;
    plots->t1 = plots->window > 0 ? plots->t0 + plots->window : end;
}

/* The left button scrubs, the wheel and the right button free the axis, a double click ties it to
   the run again. */
static void handle_mouse(rb_app *app) {
    rb_plots *plots = &app->plots;
    bool hovered = ImPlot_IsPlotHovered();
    if (hovered && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
        plots->follow = true;
        rb_session_go_live(&app->session);
        plots->scrubbing = false;
        return;
    }
    if (hovered && igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
        plots->scrubbing = true;
    }
    if (plots->scrubbing && hovered && igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        ImPlotPoint at;
        ImPlot_GetPlotMousePos(&at, -1, -1 /* the current axes */);
        rb_session_scrub(&app->session, at.x);
    }
    if (hovered && (igGetIO()->MouseWheel != 0 || igIsMouseDragging(ImGuiMouseButton_Right, -1))) {
        plots->follow = false;
    }
}

static void draw_cursor(rb_app *app) {
    double t = rb_session_time(&app->session);
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_INK), 0.55f)), 1.5f);
    ImPlot_PlotInfLines_doublePtr("##now", &t, 1, ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit,
                                  0, sizeof(double));
}

/* ---------------------------------------------------------------- one plot */

static void plot_title(const rb_plot *plot, char *text, size_t size) {
    if (plot->kind == RB_PLOT_ENERGY) {
        snprintf(text, size, "Energy in mJ");
        return;
    }
    const rb_signal *a = rb_signal_at(plot->signals[0]);
    if (plot->kind == RB_PLOT_PHASE) {
        const rb_signal *b = rb_signal_at(plot->signals[1]);
        snprintf(text, size, "%s over %s", b->symbol, a->symbol);
        return;
    }
    size_t used = 0;
    for (int i = 0; i < plot->count && used < size; i++) {
        const rb_signal *signal = rb_signal_at(plot->signals[i]);
        bool last = i + 1 == plot->count;
        bool unit = signal->unit[0] != '\0' &&
                    (last || strcmp(signal->unit, rb_signal_at(plot->signals[i + 1])->unit) != 0);
        used += (size_t)snprintf(text + used, size - used, "%s%s%s%s%s", i > 0 ? ", " : "",
                                 signal->symbol, axis_of(plot, i) > 0 ? "→" : "",
                                 unit ? " in " : "", unit ? rb_unit_written(signal->unit) : "");
    }
}

static void choose_signal(rb_plot *plot, int index) {
    if (plot->kind == RB_PLOT_PHASE) {
        bool shift = igGetIO()->KeyShift;
        plot->signals[shift ? 0 : 1] = index;
        return;
    }
    for (int i = 0; i < plot->count; i++) {
        if (plot->signals[i] == index) {
            if (plot->count > 1) {
                memmove(&plot->signals[i], &plot->signals[i + 1],
                        (size_t)(plot->count - i - 1) * sizeof plot->signals[0]);
                plot->count--;
            }
            return;
        }
    }
    if (plot->count < RB_PLOT_SIGNALS) {
        plot->signals[plot->count++] = index;
    }
}

static bool has_signal(const rb_plot *plot, int index) {
    for (int i = 0; i < plot->count; i++) {
        if (plot->signals[i] == index) {
            return true;
        }
    }
    return false;
}

static void signal_menu(rb_plot *plot, const rb_body_kind *body) {
    if (!igBeginPopup("signals", 0)) {
        return;
    }
    igTextDisabled(plot->kind == RB_PLOT_PHASE ? "click: vertical axis, Shift+click: horizontal"
                                               : "up to four signals");
    for (int i = 1; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (!rb_signal_fits(signal, body)) {
            continue;
        }
        char label[160];
        snprintf(label, sizeof label, "%s  %s##%d", signal->symbol, signal->help, i);
        if (igSelectable_Bool(label, has_signal(plot, i), ImGuiSelectableFlags_DontClosePopups,
                              rb_im2(rb_em(22), 0))) {
            choose_signal(plot, i);
        }
    }
    igEndPopup();
}

/* Colours and symbols behind the title, where there is room up to right; else the plot needs a
   legend of its own. (The table of runs is the legend of a comparison.) */
static bool header_legend(const rb_plot *plot, float right) {
    ImVec2 low;
    ImVec2 high;
    igGetItemRectMin(&low);
    igGetItemRectMax(&high);
    float line = igGetTextLineHeight();
    float width = 0;
    for (int i = 0; i < plot->count; i++) {
        width += 1.4f * line + rb_text_width(rb_signal_at(plot->signals[i])->symbol);
    }
    if (high.x - low.x + width > right) {
        return false;
    }
    float x = high.x + 0.7f * line;
    float y = 0.5f * (low.y + high.y - line);
    ImDrawList *list = igGetWindowDrawList();
    for (int i = 0; i < plot->count; i++) {
        const char *symbol = rb_signal_at(plot->signals[i])->symbol;
        ImDrawList_AddRectFilled(list, rb_im2(x, y + 0.2f * line),
                                 rb_im2(x + 0.6f * line, y + 0.8f * line),
                                 rb_im32(line_color(plot, i)), 0, 0);
        ImDrawList_AddText_Vec2(list, rb_im2(x + 0.75f * line, y), rb_role32(RB_COLOR_INK), symbol,
                                NULL);
        x += 1.4f * line + rb_text_width(symbol);
    }
    return true;
}

/* Title (a menu of signals), then what can be done with the plot; true: take it away. */
static bool plot_header(rb_app *app, int index) {
    rb_plot *plot = &app->plots.items[index];
    char title[128];
    plot_title(plot, title, sizeof title);
    if (plot->kind == RB_PLOT_ENERGY) {
        igAlignTextToFramePadding();
        igTextUnformatted(title, NULL);
        if (app->session.count > 1) {
            igSameLine(0, -1);
            igTextDisabled("%s", rb_run_label(app, app->session.selected));
        }
    } else {
        strncat(title, " ▾", sizeof title - strlen(title) - 1);
        if (igButton(title, rb_im2(0, 0))) {
            igOpenPopup_Str("signals", 0);
        }
        rb_tooltip("Choose what is plotted here. →: on the axis at the right");
        signal_menu(plot, app->session.runs[app->session.selected].scene.body);
    }
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float buttons = rb_text_width("CSVPNG×") + 6 * igGetStyle()->FramePadding.x +
                    2 * igGetStyle()->ItemSpacing.x;
    bool legend = app->session.count == 1 && plot->kind == RB_PLOT_TIME && plot->count > 1;
    plot->legend = legend && !header_legend(plot, room.x - buttons - rb_em(0.5f));
    igSameLine(room.x - buttons + igGetStyle()->WindowPadding.x, 0);
    if (igSmallButton("CSV")) {
        rb_export_plot_csv(app, index);
    }
    rb_tooltip("Write what is plotted as a CSV file");
    igSameLine(0, -1);
    bool picture = igSmallButton("PNG");
    rb_tooltip("Save this plot as a picture");
    igSameLine(0, -1);
    bool gone = igSmallButton("×");
    rb_tooltip("Take this plot away");
    if (picture) {
        app->capture.plot_wanted = index;
    }
    return gone;
}

static void draw_body(rb_app *app, const rb_plot *plot) {
    bool phase = plot->kind == RB_PLOT_PHASE;
    const rb_signal *x = phase ? rb_signal_at(plot->signals[0]) : NULL;
    const rb_signal *y = phase ? rb_signal_at(plot->signals[1]) : NULL;
    if (phase) {
        ImPlot_SetupAxes(x->symbol, y->symbol, ImPlotAxisFlags_AutoFit, ImPlotAxisFlags_AutoFit);
    } else {
        setup_axes(plot, app->session.count > 1);
    }
    if (!phase) {
        ImPlot_SetupAxisLinks(ImAxis_X1, &app->plots.t0, &app->plots.t1);
    }
    ImPlot_SetupLegend(ImPlotLocation_NorthEast, ImPlotLegendFlags_NoMenus);
    ImPlot_SetupFinish();
    for (int i = 0; !phase && i < plot->count; i++) {
        ImPlot_SetAxis(ImAxis_Y1 + axis_of(plot, i));
        rb_plot_theory(app, plot->signals[i]);
    }
    for (int run = 0; run < app->session.shown_count; run++) {
        if (phase) {
            draw_phase(app, plot, run);
            continue;
        }
        for (int i = 0; i < plot->count; i++) {
            ImPlot_SetAxis(ImAxis_Y1 + axis_of(plot, i));
            draw_line(app, plot, run, i);
        }
    }
}

static void draw_plot(rb_app *app, int index, float height) {
    rb_plot *plot = &app->plots.items[index];
    bool phase = plot->kind == RB_PLOT_PHASE;
    int flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                (plot->legend ? 0 : ImPlotFlags_NoLegend) |
                (app->offscreen ? ImPlotFlags_NoMouseText : 0);
    if (plot->kind == RB_PLOT_ENERGY) {
        height -=
            fmaxf(app->plots.names_height, igGetTextLineHeight()) + igGetStyle()->ItemSpacing.y;
    }
    if (!ImPlot_BeginPlot("##plot", rb_im2(-1, height), flags)) {
        return;
    }
    if (plot->kind == RB_PLOT_ENERGY) {
        rb_plot_energy(app);
    } else {
        draw_body(app, plot);
    }
    if (!phase) {
        draw_cursor(app);
        handle_mouse(app);
    }
    if (app->capture.plot_wanted == index) {
        ImVec2 at;
        ImVec2 size;
        igGetWindowPos(&at);
        igGetWindowSize(&size);
        ImVec2 pos;
        ImVec2 area;
        ImPlot_GetPlotPos(&pos);
        ImPlot_GetPlotSize(&area);
        app->capture.plot_area =
            (Rectangle){at.x, pos.y - rb_em(0.5f), size.x,
                        area.y + rb_em(plot->kind == RB_PLOT_ENERGY ? 3.8f : 2.6f)};
    }
    ImPlot_EndPlot();
    if (plot->kind == RB_PLOT_ENERGY) {
        rb_plot_energy_names(app);
    }
}

static void span_controls(rb_app *app) {
    static const struct {
        const char *name;
        double seconds;
    } spans[] = {{"all", 0}, {"2 s", 2}, {"5 s", 5}, {"20 s", 20}};
    rb_plots *plots = &app->plots;
    igAlignTextToFramePadding();
    igTextDisabled("show");
    for (int i = 0; i < 4; i++) {
        igSameLine(0, -1);
        bool on = plots->follow && plots->window == spans[i].seconds;
        if (on) {
            igPushStyleColor_Vec4(ImGuiCol_Button,
                                  rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
        }
        if (igSmallButton(spans[i].name)) {
            plots->follow = true;
            plots->window = spans[i].seconds;
        }
        if (on) {
            igPopStyleColor(1);
        }
        rb_tooltip("Time shown in all plots. Wheel: zoom, right button: pan, left: scrub, double "
                   "click: follow the run again");
    }
    igSameLine(0, rb_em(1));
    if (igSmallButton("+ plot")) {
        igOpenPopup_Str("add plot", 0);
    }
    if (igBeginPopup("add plot", 0)) {
        if (igSelectable_Bool("Signals over time", false, 0, rb_im2(0, 0))) {
            rb_plots_add(plots, RB_PLOT_TIME, "omega_n", NULL);
        }
        if (igSelectable_Bool("One signal against another", false, 0, rb_im2(0, 0))) {
            rb_plots_add(plots, RB_PLOT_PHASE, "omega2", "omega1");
        }
        if (igSelectable_Bool("Energy and where it went", false, 0, rb_im2(0, 0))) {
            rb_plots_add(plots, RB_PLOT_ENERGY, NULL, NULL);
        }
        igEndPopup();
    }
}

void rb_plots_draw(rb_app *app) {
    rb_plots *plots = &app->plots;
    rb_plots_use(plots, app->session.runs[app->session.selected].scene.body);
    update_span(app);
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        plots->scrubbing = false;
    }
    span_controls(app);
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float header = igGetFrameHeightWithSpacing() + igGetStyle()->ItemSpacing.y;
    int count = plots->count > 0 ? plots->count : 1;
    float height = fmaxf(room.y / (float)count - header, rb_em(6.5f));
    int gone = -1;
    for (int i = 0; i < plots->count; i++) {
        igPushID_Int(i);
        gone = plot_header(app, i) ? i : gone;
        /* Lines at the very edge would be half cut off; the energy stands on the floor. */
        float pad = plots->items[i].kind == RB_PLOT_ENERGY ? 0 : 0.06f;
        ImPlot_PushStyleVar_Vec2(ImPlotStyleVar_FitPadding, rb_im2(0, pad));
        draw_plot(app, i, height);
        ImPlot_PopStyleVar(1);
        igPopID();
    }
    if (gone >= 0) {
        memmove(&plots->items[gone], &plots->items[gone + 1],
                (size_t)(plots->count - gone - 1) * sizeof plots->items[0]);
        plots->count--;
    }
}
