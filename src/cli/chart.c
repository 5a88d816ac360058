#include "cli/chart.h"

#include <math.h>

#include <rattleback/status.h>

enum { LEFT = 84, TOP = 62, BOTTOM = 62, RIGHT = 24, BAR_ROOM = 108, BAR = 18, TEXT = 15 };
#define INK 0x404040

static double right_of(const rb_chart *chart) {
    return RB_CHART_WIDTH - (chart->colours != NULL ? BAR_ROOM : RIGHT);
}

/* Where a value stands between the ends of its axis, 0 to 1. */
static double share_of(const rb_chart_axis *axis, double value) {
    if (axis->logarithmic) {
        return log(value / axis->from) / log(axis->to / axis->from);
    }
    return (value - axis->from) / (axis->to - axis->from);
}

double rb_chart_x(const rb_chart *chart, double value) {
    return LEFT + share_of(&chart->x, value) * (right_of(chart) - LEFT);
}

double rb_chart_y(const rb_chart *chart, double value) {
    double bottom = RB_CHART_HEIGHT - BOTTOM;
    return bottom - share_of(&chart->y, value) * (bottom - TOP);
}

void rb_chart_widen(rb_chart_axis *axis) {
    double room = 0.04 * (axis->to - axis->from);
    if (!(room > 0)) {
        room = fmax(0.5 * fabs(axis->from), 1e-3);
    }
    axis->from -= room;
    axis->to += room;
}

/* ---------------------------------------------------------------- colours */

uint32_t rb_line_colour(int index) {
    /* Okabe and Ito's, as svg_plot.c has them. */
    static const uint32_t colours[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7,
                                       0xE69F00, 0x56B4E9, 0x000000, 0x7A7A00};
    return colours[index % 8];
}

/* ---------------------------------------------------------------- axes */

/* Round numbers within the axis, at most `most`; how many. */
static int ticks_of(const rb_chart_axis *axis, int most, double *ticks) {
    int count = 0;
    for (; axis->names != NULL && count < axis->name_count && count < most; count++) {
        ticks[count] = count;
    }
    if (axis->names != NULL) {
        return count;
    }
    if (axis->logarithmic && axis->to / axis->from >= 10) {
        for (int e = (int)floor(log10(axis->from)); e <= (int)ceil(log10(axis->to)); e++) {
            double at = pow(10, e);
            if (count < most && at >= axis->from * (1 - 1e-9) && at <= axis->to * (1 + 1e-9)) {
                ticks[count++] = at;
            }
        }
        return count;
    }
    double raw = (axis->to - axis->from) / 6, power = pow(10, floor(log10(raw)));
    double step = raw / power < 1.5 ? power : raw / power < 3.5 ? 2 * power : 5 * power;
    for (double k = ceil(axis->from / step - 1e-9);
         count < most && k * step <= axis->to + 1e-9 * step; k++) {
        ticks[count++] = k * step;
    }
    return count;
}

/* A number with a true minus sign. */
static void number_text(double value, char *text, size_t size) {
    snprintf(text, size, "%s%.4g", value < 0 ? "\u2212" : "", fabs(value));
}

static void line(rb_canvas *canvas, double x0, double y0, double x1, double y1, uint32_t colour) {
    rb_canvas_line(canvas, (double[]){x0, y0, x1, y1}, 2, 1, colour);
}

enum { TICKS = 16 };

static void draw_axes(const rb_chart *chart) {
    double ticks[TICKS], bottom = RB_CHART_HEIGHT - BOTTOM, right = right_of(chart);
    char text[48];
    int count = ticks_of(&chart->x, TICKS, ticks);
    for (int i = 0; i < count; i++) {
        double x = rb_chart_x(chart, ticks[i]);
        if (chart->x.names == NULL) {
            number_text(ticks[i], text, sizeof text);
        } else {
            rb_elide(chart->x.names[i], text, 16);
        }
        line(chart->canvas, x, bottom, x, bottom + 5, INK);
        rb_canvas_text(chart->canvas, x, bottom + 21, chart->x.names != NULL ? TEXT - 4 : TEXT,
                       RB_ANCHOR_MIDDLE, false, text);
    }
    count = ticks_of(&chart->y, TICKS, ticks);
    for (int i = 0; i < count; i++) {
        double y = rb_chart_y(chart, ticks[i]);
        number_text(ticks[i], text, sizeof text);
        line(chart->canvas, LEFT - 5, y, LEFT, y, INK);
        rb_canvas_text(chart->canvas, LEFT - 9, y + 5, TEXT, RB_ANCHOR_END, false, text);
    }
    rb_canvas_text(chart->canvas, (LEFT + right) / 2, RB_CHART_HEIGHT - 14, TEXT + 1,
                   RB_ANCHOR_MIDDLE, false, chart->x.label);
    rb_canvas_text(chart->canvas, 22, (TOP + bottom) / 2, TEXT + 1, RB_ANCHOR_MIDDLE, true,
                   chart->y.label);
}

static void draw_bar(const rb_chart *chart) {
    enum { STEPS = 128 };
    double left = right_of(chart) + 16, bottom = RB_CHART_HEIGHT - BOTTOM;
    double height = bottom - TOP, ticks[TICKS];
    const rb_colours *c = chart->colours;
    for (int i = 0; i < STEPS; i++) {
        double value = c->from + (c->to - c->from) * (i + 0.5) / STEPS;
        double y = bottom - height * (i + 1) / STEPS;
        rb_canvas_rect(chart->canvas, left, y, BAR, height / STEPS + 0.5, rb_colour(c, value));
    }
    rb_canvas_line(
        chart->canvas,
        (double[]){left, TOP, left + BAR, TOP, left + BAR, bottom, left, bottom, left, TOP}, 5, 1,
        INK);
    rb_chart_axis axis = {.from = c->from, .to = c->to};
    int count = ticks_of(&axis, TICKS, ticks);
    for (int i = 0; i < count; i++) {
        char text[48];
        double y = bottom - height * share_of(&axis, ticks[i]);
        number_text(ticks[i], text, sizeof text);
        line(chart->canvas, left + BAR, y, left + BAR + 4, y, INK);
        rb_canvas_text(chart->canvas, left + BAR + 8, y + 5, TEXT, RB_ANCHOR_START, false, text);
    }
    rb_canvas_text(chart->canvas, RB_CHART_WIDTH - 12, TOP - 12, TEXT, RB_ANCHOR_END, false,
                   chart->colour_label);
}

void rb_chart_begin(const rb_chart *chart) {
    rb_canvas_text(chart->canvas, LEFT, 26, 20, RB_ANCHOR_START, false, chart->title);
    rb_canvas_text(chart->canvas, LEFT, 46, TEXT - 1, RB_ANCHOR_START, false, chart->subtitle);
}

void rb_chart_end(const rb_chart *chart) {
    double bottom = RB_CHART_HEIGHT - BOTTOM, right = right_of(chart);
    rb_canvas_line(chart->canvas,
                   (double[]){LEFT, TOP, right, TOP, right, bottom, LEFT, bottom, LEFT, TOP}, 5, 1,
                   INK);
    draw_axes(chart);
    if (chart->colours != NULL) {
        draw_bar(chart);
    }
}

void rb_chart_legend(const rb_chart *chart, int row, uint32_t colour, const char *text) {
    double y = TOP + 18 + 20 * row, right = right_of(chart);
    rb_canvas_text(chart->canvas, right - 44, y + 5, TEXT, RB_ANCHOR_END, false, text);
    rb_canvas_line(chart->canvas, (double[]){right - 38, y, right - 10, y}, 2, 3, colour);
}
