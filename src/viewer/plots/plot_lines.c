/* The curves of a plot: over time, one signal against another, the abandoned future of a branch,
   imported data, the band of an ensemble and the theory. */
#include "viewer/plots/plot_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/scene_notes.h"
#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/plots/plots.h"

/* A few markers per line at round times, shifted between runs: the second cue beside the colour. */
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
    ImPlot_PlotScatter_doublePtrdoublePtr(id, x, y, kept, ImPlotItemFlags_NoLegend, 0, sizeof(double));
}

void rb_plot_convert(double *values, int count, int signal) {
    double factor = rb_ui_unit_of(rb_signal_at(signal)->unit).factor;
    for (int i = 0; i < count && factor != 1; i++) {
        values[i] *= factor;
    }
}

/* Fills series->x, y in display units; returns the number of points. */
static int points_of(const rb_plots *plots, rb_session *session, const rb_series_id *curve) {
    ImVec2 size;
    ImPlot_GetPlotSize(&size); /* a minimum and a maximum per pixel */
    int count = rb_series_over_time(&session->series, &session->history, curve, plots->t0, plots->t1,
                                    (int)(2 * size.x));
    rb_plot_convert(session->series.y, count, curve->signal);
    return count;
}

Color rb_curve_color(const rb_session *session, const rb_plot *plot, int run, int place) {
    return session->count > 1 ? rb_fade(rb_run_color(run), place == 0 ? 1.0f : 0.6f)
                              : rb_plot_color(plot, place);
}

/* The future that the last branch abandoned, pale, with a ring at the branch. */
static void draw_old(const rb_plots *plots, rb_session *session, const rb_series_id *curve, Color color,
                     int place) {
    rb_series_id old = *curve;
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

static bool is_spin(const char *signal) {
    return strcmp(signal, "omega3") == 0 || strcmp(signal, "omega_n") == 0;
}

/* The end of a segment on one side of zero: where it crosses zero, or the point itself. */
static void clip(int side, const double *x, const double *y, int at, int other, double end[2]) {
    bool crosses = side * y[at] < 0;
    double share = crosses ? y[other] / (y[other] - y[at]) : 1;
    end[0] = x[other] + share * (x[at] - x[other]);
    end[1] = crosses ? 0 : y[at];
}

/* A spin has the colours of its direction, as in the world. */
static void draw_by_sign(const char *label, const rb_series *series, int count, float weight) {
    double x[2 * (RB_PLOT_POINTS + 2)], y[2 * (RB_PLOT_POINTS + 2)], end[2];
    for (int side = 1; side >= -1; side -= 2) {
        int n = 0;
        for (int i = 1; i < count; i++) {
            if (!(side * series->y[i - 1] >= 0) && !(side * series->y[i] >= 0)) {
                continue;
            }
            for (int k = 0; k < 2; k++, n++) {
                clip(side, series->x, series->y, i - 1 + k, i - k, end);
                x[n] = end[0];
                y[n] = end[1];
            }
        }
        if (n > 0) {
            ImPlot_SetNextLineStyle(rb_im4(rb_spin_color(side)), weight);
            ImPlot_PlotLine_doublePtrdoublePtr(label, x, y, n, ImPlotLineFlags_Segments, 0, sizeof(double));
        }
    }
}

void rb_plot_line(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run, int place) {
    const rb_series_id curve = {.run = run,
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
        snprintf(label, sizeof label, "%s%s%s##%d", plot->count > 1 ? rb_signal_at(curve.signal)->symbol : "",
                 plot->count > 1 ? " " : "", rb_session_label(session, run), run);
    } else {
        snprintf(label, sizeof label, "%s", rb_signal_at(curve.signal)->symbol);
    }
    float weight = ImPlot_GetStyle()->LineWeight * (run == session->selected ? 1.25f : 1.0f);
    if (!comparing && is_spin(rb_signal_at(curve.signal)->name)) {
        draw_by_sign(label, &session->series, count, weight);
        return;
    }
    ImPlot_SetNextLineStyle(rb_im4(color), weight);
    ImPlot_PlotLine_doublePtrdoublePtr(label, session->series.x, session->series.y, count, 0, 0,
                                       sizeof(double));
    if (comparing && place == 0) {
        draw_markers(plots, session, run, count);
    }
}

/* Plots of spins and differences keep zero visible while they follow the run. */
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
    ImPlot_PlotLine_doublePtrdoublePtr("##zero", x, y, 2, ImPlotItemFlags_NoLegend, 0, sizeof(double));
}

void rb_plot_overlay(rb_plots *plots, rb_session *session, const rb_plot *plot, int place) {
    int column = plot->differs ? -1 : rb_overlay_column(&plots->overlay, plot->signals[place]);
    if (column < 0) {
        return;
    }
    rb_series *series = &session->series;
    int count = rb_overlay_points(&plots->overlay, column, plots->t0, plots->t1, series->x, series->y,
                                  RB_PLOT_POINTS);
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

/* Are these the signals of the body's return map? */
static bool is_map(const rb_body_kind *body, const rb_plot *plot) {
    const char *const *names = body->last_point;
    return names[0] != NULL && strcmp(rb_signal_at(plot->signals[0])->name, names[0]) == 0 &&
           strcmp(rb_signal_at(plot->signals[1])->name, names[1]) == 0;
}

/* The section of a shaken run at the drive's period, over its path. */
static void plot_section(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run) {
    const double *values = session->drawn[run].values[RB_SECTION_BASE];
    double g = 0;
    rb_base base;
    rb_base_make(values, &g, &base);
    if (base.motion != RB_BASE_HARMONIC && base.motion != RB_BASE_SWEEP) {
        return;
    }
    rb_series *series = &session->series;
    int count = rb_series_stroboscopic(series, &session->history, run, plot->signals[0], plot->signals[1],
                                       plots->t0, fmin(plots->t1, rb_session_time(session)), &base);
    rb_plot_convert(series->path_x, count, plot->signals[0]);
    rb_plot_convert(series->path_y, count, plot->signals[1]);
    char label[64];
    snprintf(label, sizeof label, "%s##section%d", rb_tr("once per period"), run);
    const ImVec4 color = rb_im4(session->count > 1 ? rb_run_color(run) : rb_color(RB_COLOR_FRICTION));
    ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.16f), color, 0, color);
    ImPlot_PlotScatter_doublePtrdoublePtr(label, series->path_x, series->path_y, count,
                                          run > 0 ? ImPlotItemFlags_NoLegend : 0, 0, sizeof(double));
}

/* Paths of runs with a shaken table are pale: the section is drawn over them. */
static float path_strength(const rb_session *session, int run) {
    return session->drawn[run].values[RB_SECTION_BASE][RB_BASE_MOTION] == RB_BASE_NONE ? 1.0f : 0.35f;
}

void rb_plot_phase(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run) {
    rb_series *series = &session->series;
    int count = rb_series_against(series, &session->history, run, plot->signals[0], plot->signals[1],
                                  plots->t0, plots->t1, half_a_pixel(plot));
    rb_plot_convert(series->path_x, count, plot->signals[0]);
    rb_plot_convert(series->path_y, count, plot->signals[1]);
    bool comparing = session->count > 1;
    char label[160];
    snprintf(label, sizeof label, "%s##%d", comparing ? rb_session_label(session, run) : "", run);
    Color color = comparing ? rb_run_color(run) : rb_signal_color(plot->signals[1], 0);
    const int flags = comparing ? 0 : ImPlotItemFlags_NoLegend;
    if (is_map(plots->body, plot)) {
        ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, rb_em(0.2f), rb_im4(color), 0, rb_im4(color));
        ImPlot_PlotScatter_doublePtrdoublePtr(label, series->path_x, series->path_y, count, flags, 0,
                                              sizeof(double));
    } else {
        ImPlot_SetNextLineStyle(rb_im4(rb_fade(color, path_strength(session, run))),
                                ImPlot_GetStyle()->LineWeight);
        ImPlot_PlotLine_doublePtrdoublePtr(label, series->path_x, series->path_y, count, flags, 0,
                                           sizeof(double));
        plot_section(plots, session, plot, run);
    }
    const rb_snapshot *now = session->shown[run];
    double x = rb_signal_value(rb_signal_at(plot->signals[0]), now);
    double y = rb_signal_value(rb_signal_at(plot->signals[1]), now);
    rb_plot_convert(&x, 1, plot->signals[0]);
    rb_plot_convert(&y, 1, plot->signals[1]);
    snprintf(label, sizeof label, "##now%d", run);
    ImPlot_SetNextMarkerStyle(rb_run_marker(comparing ? run : 0), rb_em(0.4f), rb_im4(color), 1.5f,
                              rb_role4(RB_COLOR_INK));
    ImPlot_PlotScatter_doublePtrdoublePtr(label, &x, &y, 1, ImPlotItemFlags_NoLegend, 0, sizeof(double));
}

/* ---------------------------------------------------------------- band of an ensemble */

/* The band of an ensemble in a plot over time: the range of 5 to 95 % of the runs, and the median. */

void rb_plot_band(const rb_plots *plots, const rb_session *session, const rb_plot *plot, int place) {
    static double t[RB_BAND_SAMPLES], low[RB_BAND_SAMPLES], high[RB_BAND_SAMPLES], median[RB_BAND_SAMPLES];
    const rb_scene *scene = &session->runs[session->selected].applied;
    const rb_band_curve *curve =
        plots->band != NULL && !plot->differs ? rb_band_of(plots->band, scene, plot->signals[place]) : NULL;
    if (curve == NULL) {
        return;
    }
    double factor = rb_ui_unit_of(rb_signal_at(plot->signals[place])->unit).factor;
    int count = 0;
    for (int i = 0; i < curve->count; i++) {
        if (curve->t[i] >= plots->t0 && curve->t[i] <= plots->t1) {
            t[count] = curve->t[i];
            low[count] = factor * curve->low[i];
            high[count] = factor * curve->high[i];
            median[count++] = factor * curve->median[i];
        }
    }
    Color color = rb_plot_color(plot, place);
    ImPlot_SetNextFillStyle(rb_im4(color), 0.25f);
    ImPlot_PlotShaded_doublePtrdoublePtrdoublePtr(place == 0 ? "5–95 %" : "##band2", t, low, high, count, 0,
                                                  0, sizeof(double));
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(color, 0.6f)), 1.5f);
    ImPlot_PlotLine_doublePtrdoublePtr(place == 0 ? rb_tr("median") : "##median2", t, median, count, 0, 0,
                                       sizeof(double));
}

/* ---------------------------------------------------------------- theory */

static double start_value(const rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_START), name);
    return index >= 0 ? scene->values[RB_SECTION_START][index] : 0;
}

static void update(rb_theory_view *view, const rb_scene *scene) {
    if (view->computed && rb_scene_same(&view->scene, scene)) {
        return;
    }
    view->scene = *scene;
    view->computed = true;
    view->usable = rb_theory_of(scene, &view->theory, NULL) == RB_OK;
    if (!view->usable) {
        return;
    }
    /* The rocking grows like exp(rate t) until it has taken the energy of the spin. */
    double rate = fmax(view->theory.pitch_rate, view->theory.roll_rate);
    double amplitude = hypot(start_value(scene, "omega1"), start_value(scene, "omega2"));
    double until = isfinite(view->theory.t_reversal) ? view->theory.t_reversal : 3 / fabs(rate);
    for (int i = 0; i < RB_THEORY_POINTS; i++) {
        view->t[i] = until * i / (RB_THEORY_POINTS - 1);
        view->high[i] = amplitude * exp(rate * view->t[i]);
        view->low[i] = -view->high[i];
    }
}

/* The predicted time as a line, with its note; only the note where the theory does not apply. */
static void draw_reversal(const rb_theory_view *view) {
    char text[64];
    bool applies = false;
    rb_theory_note(&view->theory, &applies, text, sizeof text);
    ImPlotRect limits;
    ImPlot_GetPlotLimits(&limits, -1, -1);
    double t = applies ? view->theory.t_reversal : limits.X.Min;
    if (applies) {
        ImPlot_SetNextLineStyle(rb_role4(RB_COLOR_INK_SOFT), 1.5f);
        ImPlot_PlotInfLines_doublePtr("##theory", &t, 1, ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0,
                                      sizeof(double));
    }
    if (text[0] != '\0' && t >= limits.X.Min && t < limits.X.Max) {
        bool left = t > 0.5 * (limits.X.Min + limits.X.Max);
        float offset = (left ? -0.5f : 0.5f) * rb_text_width(text) + (left ? -1.0f : 1.0f) * rb_em(0.4f);
        double y = limits.Y.Max - 0.12 * (limits.Y.Max - limits.Y.Min);
        ImPlot_PlotText(text, t, y, rb_im2(offset, 0), ImPlotItemFlags_NoFit);
    }
}

static void draw_growth(const rb_theory_view *view) {
    ImVec4 color = rb_im4(rb_fade(rb_color(RB_COLOR_INK_SOFT), 0.8f));
    ImPlot_SetNextLineStyle(color, 1.5f);
    ImPlot_PlotLine_doublePtrdoublePtr(rb_tr("theory"), view->t, view->high, RB_THEORY_POINTS,
                                       ImPlotItemFlags_NoFit, 0, sizeof(double));
    ImPlot_SetNextLineStyle(color, 1.5f);
    ImPlot_PlotLine_doublePtrdoublePtr("##theory low", view->t, view->low, RB_THEORY_POINTS,
                                       ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0, sizeof(double));
}

void rb_plot_theory(rb_theory_view *view, const rb_scene *scene, int signal) {
    const char *name = rb_signal_at(signal)->name;
    bool spin = is_spin(name);
    bool rocking = strcmp(name, "omega1") == 0 || strcmp(name, "omega2") == 0;
    if (!view->shown || (!spin && !rocking)) {
        return;
    }
    update(view, scene);
    if (view->usable && spin) {
        draw_reversal(view);
    } else if (view->usable) {
        draw_growth(view);
    }
}
