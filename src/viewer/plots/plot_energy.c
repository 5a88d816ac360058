/* The energy balance as a stack of constant height, the initial energy. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/plots/plots.h"

/* Colours of the bands with a fixed meaning. */
static const struct {
    const char *signal;
    rb_color_role role;
    float alpha;
} bands[] = {
    {"E_pot", RB_COLOR_WEIGHT, 0.55f},      {"E_elastic", RB_COLOR_NORMAL, 0.7f},
    {"E_kin_trans", RB_COLOR_ACCENT, 0.7f}, {"E_kin_wobble", RB_COLOR_MOMENTUM, 0.85f},
    {"E_kin_spin", RB_COLOR_OMEGA, 0.9f},   {"W_slide", RB_COLOR_FRICTION, 0.55f},
    {"W_drill", RB_COLOR_DRILL, 0.55f},     {"W_roll", RB_COLOR_ROLL, 0.55f},
    {"W_damp", RB_COLOR_WEIGHT, 0.30f},
};

/* By its meaning, else by its place. */
static Color color_of(const rb_body_kind *body, int band, float *alpha) {
    for (size_t i = 0; i < sizeof bands / sizeof bands[0]; i++) {
        if (strcmp(bands[i].signal, body->energy[band].signal) == 0) {
            *alpha = bands[i].alpha;
            return rb_color(bands[i].role);
        }
    }
    static const rb_color_role places[] = {RB_COLOR_WEIGHT, RB_COLOR_ACCENT, RB_COLOR_MOMENTUM};
    *alpha = body->energy[band].lost ? 0.45f : 0.8f;
    return rb_color(places[band % 3]);
}

/* "spin"; of what was lost "→ sliding". */
static const char *name_of(const rb_body_kind *body, int band, char name[32]) {
    const rb_energy_part *part = &body->energy[band];
    snprintf(name, 32, "%s%s", part->lost ? "→ " : "", rb_tr(part->name));
    return name;
}

int rb_plot_signals(const rb_plots *plots, int index, int signals[RB_PLOT_SIGNALS_MAX]) {
    const rb_plot *plot = &plots->items[index];
    const rb_body_kind *body = plots->body;
    int count = plot->kind == RB_PLOT_ENERGY ? body->energy_count : plot->count;
    for (int i = 0; i < count; i++) {
        signals[i] =
            plot->kind == RB_PLOT_ENERGY ? rb_signal_of(body, body->energy[i].signal) : plot->signals[i];
    }
    return count;
}

/* The lowest value of a column: the body's lowest height is the zero of potential energy. */
static double lowest(const rb_column *column) {
    double low = column->values[0];
    for (int i = 0; i < (column->count + RB_BLOCK - 1) / RB_BLOCK; i++) {
        low = fmin(low, column->low[i]);
    }
    return low;
}

int rb_energy_stack(rb_plots *plots, rb_series *series, const rb_history *history, int run) {
    const rb_column *time = rb_series_column(series, history, run, series->time_signal);
    int first = rb_history_find(history, run, plots->t0);
    int last = rb_history_find(history, run, plots->t1);
    const rb_body_kind *body = plots->body;
    const rb_column *columns[RB_ENERGY_MAX];
    for (int band = 0; band < body->energy_count; band++) {
        int signal = rb_signal_of(body, body->energy[band].signal);
        columns[band] = rb_series_column(series, history, run, signal);
        int count = columns[band] != NULL ? columns[band]->count : last + 1;
        last = count <= last ? count - 1 : last; /* up to the shortest of them */
    }
    if (time == NULL || first < 0 || last <= first) {
        return 0;
    }
    int step = (last - first) / RB_ENERGY_POINTS + 1;
    int count = 0;
    double sum[RB_ENERGY_POINTS] = {0};
    for (int i = first - first % step; i <= last && count < RB_ENERGY_POINTS; i += step) {
        plots->x[count] = time->values[i];
        plots->stack[0][count++] = 0;
    }
    const double unit = rb_body_unit(body, "mJ")[0] != '\0' ? 1e3 : 1;
    for (int band = 0; band < body->energy_count; band++) {
        const rb_column *column = columns[band];
        double zero = column != NULL && band == 0 ? lowest(column) : 0;
        int i = first - first % step;
        for (int k = 0; k < count; k++, i += step) {
            sum[k] += column != NULL ? unit * (column->values[i] - zero) : 0;
            /* The rocking contribution can be negative: it is then subtracted from the spin, and the
               stack keeps its height. */
            plots->stack[band + 1][k] = fmax(plots->stack[band][k], sum[k]);
        }
    }
    return count;
}

/* A sufficiently thick band has its name inside; the others are named below the plot. The thickness is
   a running minimum over some points, so that a single wave does not count. */
static bool name_inside(const rb_plots *plots, int band, int count, ImPlotPoint *where) {
    const double *low = plots->stack[band];
    const double *high = plots->stack[band + 1];
    ImVec2 size;
    ImPlot_GetPlotSize(&size);
    ImPlotRect limits;
    ImPlot_GetPlotLimits(&limits, -1, -1);
    double per_pixel = (limits.Y.Max - limits.Y.Min) / fmax((double)size.y, 1);
    double x_per_pixel = (limits.X.Max - limits.X.Min) / fmax((double)size.x, 1);
    double left = fmax(limits.X.Min, plots->x[0]); /* not beyond the band's own ends */
    double right = fmin(limits.X.Max, plots->x[count > 0 ? count - 1 : 0]);
    char name[32];
    double half = 0.55 * (double)rb_text_width(name_of(plots->body, band, name)) * x_per_pixel;
    double best = 1.15 * (double)igGetTextLineHeight() * per_pixel;
    int at = -1;
    double floor_at = 0;
    double ceiling_at = 0;
    for (int i = 0; i < count; i += 4) {
        if (plots->x[i] - half < left || plots->x[i] + half > right) {
            continue;
        }
        double base = low[i];
        double top = high[i];
        for (int k = i; k >= 0 && plots->x[k] > plots->x[i] - half; k--) {
            base = fmax(base, low[k]);
            top = fmin(top, high[k]);
        }
        for (int k = i; k < count && plots->x[k] < plots->x[i] + half; k++) {
            base = fmax(base, low[k]);
            top = fmin(top, high[k]);
        }
        if (top - base > best) {
            best = top - base;
            at = i;
            floor_at = base;
            ceiling_at = top;
        }
    }
    if (at >= 0) {
        *where = (ImPlotPoint){plots->x[at], 0.5 * (floor_at + ceiling_at)};
    }
    return at >= 0;
}

/* Pixels of the band where it is thickest. */
static double thickest(const rb_plots *plots, int band, int count) {
    ImVec2 size;
    ImPlot_GetPlotSize(&size);
    ImPlotRect limits;
    ImPlot_GetPlotLimits(&limits, -1, -1);
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, plots->stack[band + 1][i] - plots->stack[band][i]);
    }
    return most / fmax(limits.Y.Max - limits.Y.Min, 1e-300) * (double)size.y;
}

void rb_plot_energy(rb_plots *plots, rb_session *session) {
    ImPlot_SetupAxisFormat_Str(ImAxis_X1, rb_plot_time_format(session));
    ImPlot_SetupAxes("", "", ImPlotAxisFlags_NoLabel, ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoLabel);
    ImPlot_SetupAxisLinks(ImAxis_X1, &plots->t0, &plots->t1);
    ImPlot_SetupFinish();
    int count = rb_energy_stack(plots, &session->series, &session->history, session->selected);
    plots->thin = 0;
    const rb_body_kind *body = plots->body;
    const int bands_shown = body->energy_count < RB_ENERGY_MAX ? body->energy_count : RB_ENERGY_MAX;
    ImPlotPoint names[RB_ENERGY_MAX] = {{0, 0}};
    bool named[RB_ENERGY_MAX] = {false};
    for (int i = 0; i < bands_shown; i++) {
        const int band = bands_shown - 1 - i; /* from the top: names are drawn over the bands below */
        const double *low = plots->stack[band];
        const double *high = plots->stack[band + 1];
        if (!(thickest(plots, band, count) > 0)) {
            continue; /* empty band: no name */
        }
        char id[32];
        named[band] = name_inside(plots, band, count, &names[band]);
        if (!named[band] && thickest(plots, band, count) > 1.5) {
            plots->thin |= 1u << band;
        }
        snprintf(id, sizeof id, "##%s", body->energy[band].name);
        float alpha;
        Color color = color_of(body, band, &alpha);
        ImPlot_SetNextFillStyle(rb_im4(color), alpha);
        ImPlot_PlotShaded_doublePtrdoublePtrdoublePtr(id, plots->x, low, high, count, 0, 0, sizeof(double));
    }
    for (int band = 0; band < bands_shown; band++) {
        if (named[band]) {
            char name[32];
            float alpha;
            Color color = color_of(body, band, &alpha);
            color = ColorLerp(rb_color(RB_COLOR_PANEL_RAISED), color, alpha);
            ImPlot_PushStyleColor_Vec4(ImPlotCol_InlayText, rb_im4(rb_ink_on(color)));
            ImPlot_PlotText(name_of(body, band, name), names[band].x, names[band].y, rb_im2(0, 0), 0);
            ImPlot_PopStyleColor(1);
        }
    }
}

void rb_plot_energy_names(rb_plots *plots) {
    ImVec2 at;
    ImVec2 room;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    ImDrawList *list = igGetWindowDrawList();
    float line = igGetTextLineHeight();
    float x = at.x;
    float y = at.y;
    const rb_body_kind *body = plots->body;
    for (int band = 0; band < body->energy_count; band++) {
        char name[32];
        float width = 0.8f * line + rb_text_width(name_of(body, band, name));
        if (!(plots->thin >> band & 1)) {
            continue;
        }
        if (x > at.x && x + width > at.x + room.x) {
            x = at.x;
            y += line;
        }
        float alpha;
        Color color = color_of(body, band, &alpha);
        color = rb_fade(color, alpha);
        ImDrawList_AddRectFilled(list, rb_im2(x, y + 0.2f * line), rb_im2(x + 0.6f * line, y + 0.8f * line),
                                 rb_im32(color), 0, 0);
        ImDrawList_AddText_Vec2(list, rb_im2(x + 0.8f * line, y), rb_role32(RB_COLOR_INK), name, NULL);
        x += width + 0.7f * line;
    }
    plots->names_height = y + line - at.y;
    igDummy(rb_im2(1, plots->names_height));
}
