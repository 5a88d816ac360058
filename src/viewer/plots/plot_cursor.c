#include "viewer/plots/plot_lines.h"

#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "viewer/gui/gui.h"

static double factor_of(const rb_signal *signal) {
    return rb_ui_unit_of(signal->unit).factor;
}

void rb_cursor_value(const rb_signal *signal, const rb_snapshot *moment, char *text, size_t size) {
    rb_format_digits(text, size, rb_signal_value(signal, moment) * factor_of(signal), 4);
}

/* NAN where nothing is recorded. For differences: relative to the reference run at that time. */
static double value_at(const rb_session *session, const rb_plot *plot, int run, int place, double t) {
    const rb_signal *signal = rb_signal_at(plot->signals[place]);
    rb_snapshot moment, base;
    rb_session_at(session, run, t, &moment);
    bool own = plot->differs && run == session->reference;
    if (own || t < moment.t) {
        return NAN;
    }
    if (plot->differs) {
        rb_session_at(session, session->reference, t, &base);
    }
    double zero = plot->differs ? rb_signal_value(signal, &base) : 0;
    return (rb_signal_value(signal, &moment) - zero) * factor_of(signal);
}

void rb_cursor_begin(rb_plots *plots) {
    plots->cursor = plots->cursor_next;
    plots->cursor_next = NAN;
}

/* ---------------------------------------------------------------- numbers beside the mouse */

static void head(const rb_session *session, double t, bool data) {
    igTableNextRow(0, 0);
    igTableNextColumn();
    igTextDisabled("t %.4f s", t);
    for (int run = 0; run < session->shown_count; run++) {
        igTableNextColumn();
        if (session->count > 1) {
            ImVec2 at;
            igGetCursorScreenPos(&at);
            float line = igGetTextLineHeight();
            rb_draw_run_marker(igGetWindowDrawList(), run, rb_im2(at.x + 0.4f * line, at.y + 0.5f * line),
                               0.33f * line);
            igText("    %d", run + 1);
        }
    }
    if (data) {
        igTableNextColumn();
        igTextDisabled(rb_tr("data"));
    }
}

static void row(const rb_plots *plots, const rb_session *session, const rb_plot *plot, int place, bool data) {
    const rb_signal *signal = rb_signal_at(plot->signals[place]);
    char text[48];
    igTableNextRow(0, 0);
    igTableNextColumn();
    igTextColored(session->count > 1 ? rb_role4(RB_COLOR_INK)
                                     : rb_im4(rb_readable(rb_plot_color(plot, place))),
                  "%s%s  %s", plot->differs ? "Δ" : "", signal->symbol, rb_ui_unit_of(signal->unit).name);
    for (int run = 0; run < session->shown_count; run++) {
        igTableNextColumn();
        igTextUnformatted(
            rb_format_digits(text, sizeof text, value_at(session, plot, run, place, plots->cursor), 4), NULL);
    }
    if (data) {
        int column = plot->differs ? -1 : rb_overlay_column(&plots->overlay, plot->signals[place]);
        double reach = 0.02 * (plots->t1 - plots->t0);
        double value =
            column < 0 ? (double)NAN : rb_overlay_at(&plots->overlay, column, plots->cursor, reach);
        igTableNextColumn();
        igTextUnformatted(rb_format_digits(text, sizeof text, value * factor_of(signal), 4), NULL);
    }
}

/* All signals plotted over time, in any plot. */
static void numbers(const rb_plots *plots, const rb_session *session) {
    rb_snapshot moment;
    rb_session_at(session, session->selected, plots->cursor, &moment);
    bool data = plots->overlay.table.rows > 0;
    /* To the left of the mouse, over the part of the curves that is already known. */
    ImVec2 mouse;
    igGetMousePos(&mouse);
    igSetNextWindowPos(rb_im2(mouse.x - rb_em(1.2f), mouse.y), ImGuiCond_Always, rb_im2(1, 0.5f));
    if (!igBeginTooltip()) {
        return;
    }
    if (igBeginTable("cursor", 1 + session->shown_count + data, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0),
                     0)) {
        head(session, moment.t, data);
        for (int i = 0; i < plots->count; i++) {
            for (int k = 0; plots->items[i].kind == RB_PLOT_TIME && k < plots->items[i].count; k++) {
                row(plots, session, &plots->items[i], k, data);
            }
        }
        igEndTable();
    }
    igEndTooltip();
}

/* ---------------------------------------------------------------- in the plot */

static void dots(const rb_plots *plots, const rb_session *session, const rb_plot *plot) {
    for (int run = 0; run < session->shown_count; run++) {
        for (int k = 0; k < plot->count; k++) {
            double y = value_at(session, plot, run, k, plots->cursor);
            if (isnan(y)) {
                continue;
            }
            char id[32];
            snprintf(id, sizeof id, "##read%d.%d", run, k);
            ImPlot_SetAxis(ImAxis_Y1 + rb_plot_axis(plot, k));
            ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.22f),
                                      rb_im4(rb_curve_color(session, plot, run, k)), 1.2f,
                                      rb_role4(RB_COLOR_INK));
            ImPlot_PlotScatter_doublePtrdoublePtr(id, &plots->cursor, &y, 1,
                                                  ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0,
                                                  sizeof(double));
        }
    }
    ImPlot_SetAxis(ImAxis_Y1);
}

void rb_cursor_draw(rb_plots *plots, const rb_session *session, int index) {
    const rb_plot *plot = &plots->items[index];
    if (plots->still || plots->alone >= 0) {
        return;
    }
    bool hovered = ImPlot_IsPlotHovered();
    if (hovered) {
        ImPlotPoint at;
        ImPlot_GetPlotMousePos(&at, -1, -1 /* the current axes */);
        plots->cursor_next = at.x;
    }
    if (isnan(plots->cursor)) {
        return;
    }
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.9f)), 1);
    ImPlot_PlotInfLines_doublePtr("##cursor", &plots->cursor, 1,
                                  ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0, sizeof(double));
    if (plot->kind == RB_PLOT_TIME) {
        dots(plots, session, plot);
    }
    if (hovered && !igIsMouseDown_Nil(ImGuiMouseButton_Right)) {
        numbers(plots, session);
    }
}
