/* The curves of a plot: over time, one against another, what would have become without a branch, and
   somebody's own data. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/plots/plot_lines.h"

/* A few markers per line at round times, shifted from run to run: the cue beside the colour. */
static void draw_markers(const rb_plots *plots, rb_session *session, int run, int count) {
    double step = (plots->t1 - plots->t0) / 4;
    double next = plots->t0 + step * (double)(run + 1) / (session->count + 1);
    double *x = session->series.x;
    double *y = session->series.y;
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

void rb_plot_convert(double *values, int count, int signal) {
    double factor = rb_ui_unit_of(rb_signal_at(signal)->unit).factor;
    for (int i = 0; i < count && factor != 1; i++) {
        values[i] *= factor;
    }
}

/* Into series->x, y, in the unit that is written; returns how many points. */
static int points_of(const rb_plots *plots, rb_session *session, const rb_curve *curve) {
    ImVec2 size;
    ImPlot_GetPlotSize(&size); /* a pixel shows a lowest and a highest value */
    int count = rb_series_over_time(&session->series, &session->history, curve, plots->t0,
                                    plots->t1, (int)(2 * size.x));
    rb_plot_convert(session->series.y, count, curve->signal);
    return count;
}

Color rb_curve_color(const rb_session *session, const rb_plot *plot, int run, int place) {
    return session->count > 1 ? rb_fade(rb_run_color(run), place == 0 ? 1.0f : 0.6f)
                              : rb_plot_color(plot, place);
}

/* What would have become without the last branch, pale, and where that was. */
static void draw_old(const rb_plots *plots, rb_session *session, const rb_curve *curve, Color color,
                     int place) {
    rb_curve old = *curve;
    old.old = true;
    if (curve->differs || session->history.old[curve->run].count == 0) {
        return;
    }
    char id[32];
    snprintf(id, sizeof id, "##old%d.%d", curve->run, place);
    int count = points_of(plots, session, &old);
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(color, 0.35f)), ImPlot_GetStyle()->LineWeight);
    ImPlot_PlotLine_doublePtrdoublePtr(id, session->series.x, session->series.y, count,
                                       ImPlotItemFlags_NoLegend, 0, sizeof(double));
    if (count == 0) {
        return;
    }
    snprintf(id, sizeof id, "##branch%d.%d", curve->run, place);
    ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.24f), rb_role4(RB_COLOR_PANEL), 1.5f,
                              rb_im4(color));
    ImPlot_PlotScatter_doublePtrdoublePtr(id, session->series.x, session->series.y, 1,
                                          ImPlotItemFlags_NoLegend, 0, sizeof(double));
}

void rb_plot_line(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run,
                  int place) {
    const rb_curve curve = {.run = run,
                            .signal = plot->signals[place],
                            .differs = plot->differs,
                            .reference = session->reference};
    if (plot->differs && run == session->reference) {
        return;
    }
    Color color = rb_curve_color(session, plot, run, place);
    draw_old(plots, session, &curve, color, place);
    int count = points_of(plots, session, &curve);
    bool comparing = session->count > 1;
    char label[160];
    if (comparing) {
        snprintf(label, sizeof label, "%s%s%s##%d",
                 plot->count > 1 ? rb_signal_at(curve.signal)->symbol : "",
                 plot->count > 1 ? " " : "", rb_session_label(session, run), run);
    } else {
        snprintf(label, sizeof label, "%s", rb_signal_at(curve.signal)->symbol);
    }
    float weight = ImPlot_GetStyle()->LineWeight * (run == session->selected ? 1.25f : 1.0f);
    ImPlot_SetNextLineStyle(rb_im4(color), weight);
    ImPlot_PlotLine_doublePtrdoublePtr(label, session->series.x, session->series.y, count, 0, 0,
                                       sizeof(double));
    if (comparing && place == 0) {
        draw_markers(plots, session, run, count);
    }
}

/* A spin and a difference are read from zero: it stays in sight while the plot follows the run. */
void rb_plot_zero(const rb_plots *plots, const rb_plot *plot) {
    bool wanted = plot->differs;
    for (int i = 0; i < plot->count; i++) {
        wanted = wanted || (rb_plot_axis(plot, i) == 0 &&
                            strncmp(rb_signal_at(plot->signals[i])->name, "omega", 5) == 0);
    }
    if (!wanted || !plots->follow) {
        return;
    }
    const double x[] = {plots->t0, plots->t1};
    const double y[] = {0, 0};
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(rb_color(RB_COLOR_INK), 0.35f)), 1);
    ImPlot_PlotLine_doublePtrdoublePtr("##zero", x, y, 2, ImPlotItemFlags_NoLegend, 0,
                                       sizeof(double));
}

void rb_plot_overlay(rb_plots *plots, rb_session *session, const rb_plot *plot, int place) {
    int column = plot->differs ? -1 : rb_overlay_column(&plots->overlay, plot->signals[place]);
    if (column < 0) {
        return;
    }
    rb_series *series = &session->series;
    int count = rb_overlay_points(&plots->overlay, column, plots->t0, plots->t1, series->x,
                                  series->y, RB_PLOT_POINTS);
    rb_plot_convert(series->y, count, plot->signals[place]);
    char id[64];
    snprintf(id, sizeof id, "data%s%s", plot->count > 1 ? " " : "",
             plot->count > 1 ? rb_signal_at(plot->signals[place])->symbol : "");
    ImVec4 ink = rb_im4(rb_fade(rb_color(RB_COLOR_INK), place == 0 ? 0.9f : 0.6f));
    ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(count > 100 ? 0.1f : 0.18f), ink, 1, ink);
    ImPlot_PlotScatter_doublePtrdoublePtr(id, series->x, series->y, count, 0, 0, sizeof(double));
}

/* Half a pixel of the plot, in the signals' own units. */
static rb_fineness half_a_pixel(const rb_plot *plot) {
    ImPlotRect limits;
    ImVec2 size;
    ImPlot_GetPlotLimits(&limits, -1, -1);
    ImPlot_GetPlotSize(&size);
    double x = rb_ui_unit_of(rb_signal_at(plot->signals[0])->unit).factor;
    double y = rb_ui_unit_of(rb_signal_at(plot->signals[1])->unit).factor;
    return (rb_fineness){0.5 * (limits.X.Max - limits.X.Min) / (x * fmax((double)size.x, 1)),
                         0.5 * (limits.Y.Max - limits.Y.Min) / (y * fmax((double)size.y, 1))};
}

/* Do the two jump from one point of the body's map to the next? */
static bool is_map(const rb_body_kind *body, const rb_plot *plot) {
    const char *const *names = body->last_point;
    return names[0] != NULL && strcmp(rb_signal_at(plot->signals[0])->name, names[0]) == 0 &&
           strcmp(rb_signal_at(plot->signals[1])->name, names[1]) == 0;
}

void rb_plot_phase(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run) {
    rb_series *series = &session->series;
    int count = rb_series_against(series, &session->history, run, plot->signals[0],
                                  plot->signals[1], plots->t0, plots->t1, half_a_pixel(plot));
    rb_plot_convert(series->path_x, count, plot->signals[0]);
    rb_plot_convert(series->path_y, count, plot->signals[1]);
    bool comparing = session->count > 1;
    char label[160];
    snprintf(label, sizeof label, "%s##%d", comparing ? rb_session_label(session, run) : "", run);
    Color color = comparing ? rb_run_color(run) : rb_signal_color(plot->signals[1], 0);
    const int flags = comparing ? 0 : ImPlotItemFlags_NoLegend;
    if (is_map(plots->body, plot)) {
        ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.2f), rb_im4(color), 0,
                                  rb_im4(color));
        ImPlot_PlotScatter_doublePtrdoublePtr(label, series->path_x, series->path_y, count, flags,
                                              0, sizeof(double));
    } else {
        ImPlot_SetNextLineStyle(rb_im4(color), ImPlot_GetStyle()->LineWeight);
        ImPlot_PlotLine_doublePtrdoublePtr(label, series->path_x, series->path_y, count, flags, 0,
                                           sizeof(double));
    }
    const rb_snapshot *now = session->shown[run];
    double x = rb_signal_value(rb_signal_at(plot->signals[0]), now);
    double y = rb_signal_value(rb_signal_at(plot->signals[1]), now);
    rb_plot_convert(&x, 1, plot->signals[0]);
    rb_plot_convert(&y, 1, plot->signals[1]);
    snprintf(label, sizeof label, "##now%d", run);
    ImPlot_SetNextMarkerStyle(rb_run_marker(comparing ? run : 0), rb_em(0.4f), rb_im4(color), 1.5f,
                              rb_role4(RB_COLOR_INK));
    ImPlot_PlotScatter_doublePtrdoublePtr(label, &x, &y, 1, ImPlotItemFlags_NoLegend, 0,
                                          sizeof(double));
}
