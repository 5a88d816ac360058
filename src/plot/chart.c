#include "plot/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <rattleback/status.h>

#define INK 0x404040
#define GRID 0xDDDDDD

/* Margins around the frame, in units of the sheet. */
typedef struct margins {
    double left, right, top, bottom;
} margins;

enum { BAR_ROOM = 108, BAR = 18, TICKS = 16 };

double rb_chart_text_size(const rb_chart *chart) {
    return chart->panel ? 12 : 15;
}

static margins margins_of(const rb_chart *chart) {
    margins m = chart->panel ? (margins){64, 14, 34, 46} : (margins){84, 24, 62, 62};
    m.left = fmax(m.left, chart->tick_room + 14 + (chart->panel ? 16 : 26));
    if (chart->colours != NULL) {
        m.right = chart->panel ? BAR_ROOM - 22 : BAR_ROOM;
    }
    m.right += chart->legend_room;
    return m;
}

/* The frame's edges on the sheet. */
typedef struct frame {
    double left, right, top, bottom;
} frame;

static frame frame_of(const rb_chart *chart) {
    margins m = margins_of(chart);
    double width = chart->width > 0 ? chart->width : RB_CHART_WIDTH;
    double height = chart->width > 0 ? chart->height : RB_CHART_HEIGHT;
    return (frame){chart->left + m.left, chart->left + width - m.right, chart->top + m.top,
                   chart->top + height - m.bottom};
}

/* Position of a value between the ends of its axis, 0 to 1. */
static double share_of(const rb_chart_axis *axis, double value) {
    if (!axis->logarithmic) {
        return (value - axis->from) / (axis->to - axis->from);
    }
    if (!(axis->detail > 0)) {
        return log(value / axis->from) / log(axis->to / axis->from);
    }
    if (value >= axis->detail) {
        return 0.25 + 0.75 * log(value / axis->detail) / log(axis->to / axis->detail);
    }
    return 0.25 * log(value / axis->from) / log(axis->detail / axis->from);
}

double rb_chart_x(const rb_chart *chart, double value) {
    frame f = frame_of(chart);
    return f.left + share_of(&chart->x, value) * (f.right - f.left);
}

double rb_chart_y(const rb_chart *chart, double value) {
    frame f = frame_of(chart);
    return f.bottom - share_of(&chart->y, value) * (f.bottom - f.top);
}

void rb_chart_widen(rb_chart_axis *axis) {
    double room = 0.04 * (axis->to - axis->from);
    if (!(room > 0)) {
        room = fmax(0.5 * fabs(axis->from), 1e-3);
    }
    axis->from -= room;
    axis->to += room;
}

/* 10^e, correctly rounded: pow of some systems is not, and a rounded axis would then begin elsewhere. */
static double power_of_ten(int e) {
    char text[16];
    snprintf(text, sizeof text, "1e%d", e);
    return strtod(text, NULL);
}

/* About six steps of 1, 2 or 5 times a power of ten. */
static double step_of(const rb_chart_axis *axis) {
    double raw = (axis->to - axis->from) / 6, power = power_of_ten((int)floor(log10(raw)));
    return raw / power < 1.5 ? power : raw / power < 3.5 ? 2 * power : 5 * power;
}

void rb_chart_round(rb_chart_axis *axis) {
    if (axis->logarithmic) {
        axis->from = power_of_ten((int)floor(log10(axis->from) + 1e-9));
        axis->to = power_of_ten((int)ceil(log10(axis->to) - 1e-9));
        axis->to = axis->to > axis->from ? axis->to : 10 * axis->from;
        return;
    }
    if (!(axis->to - axis->from > 1e-12 * fabs(axis->from))) {
        rb_chart_widen(axis);
    }
    double step = step_of(axis);
    axis->from = floor(axis->from / step + 1e-9) * step;
    axis->to = ceil(axis->to / step - 1e-9) * step;
}

/* Okabe and Ito's colours, which people with colour blindness can tell apart. */
uint32_t rb_line_colour(int index) {
    static const uint32_t colours[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7,
                                       0xE69F00, 0x56B4E9, 0x000000, 0x7A7A00};
    return colours[index % 8];
}

/* ---------------------------------------------------------------- axes */

/* Decades within a logarithmic axis; where there are many, every second, third, ... one. With detail
   also 2 and 5 of the decades above it. */
static int decades_of(const rb_chart_axis *axis, double *ticks) {
    int first = (int)floor(log10(axis->from) + 1e-9), last = (int)ceil(log10(axis->to) - 1e-9);
    int every = 1 + (last - first) / (axis->detail > 0 ? 4 : 9), count = 0;
    for (int e = first; e <= last; e++) {
        static const double parts[] = {1, 2, 5};
        bool fine = axis->detail > 0 && power_of_ten(e) * 5 > axis->detail;
        for (int k = 0; k < (fine ? 3 : 1); k++) {
            double at = power_of_ten(e) * parts[k];
            bool inside = at >= axis->from * (1 - 1e-9) && at <= axis->to * (1 + 1e-9);
            bool shown = fine ? at >= axis->detail : (e - first) % every == 0;
            if (count < TICKS && inside && shown) {
                ticks[count++] = at;
            }
        }
    }
    return count;
}

/* Values at which an axis has ticks; returns how many, at most TICKS. */
static int ticks_of(const rb_chart_axis *axis, double *ticks) {
    int count = 0;
    for (; axis->names != NULL && count < axis->name_count && count < TICKS; count++) {
        ticks[count] = count;
    }
    if (axis->names != NULL) {
        return count;
    }
    if (axis->logarithmic && axis->to / axis->from >= 10) {
        return decades_of(axis, ticks);
    }
    double step = step_of(axis);
    for (double k = ceil(axis->from / step - 1e-9); count < TICKS && k * step <= axis->to + 1e-9 * step;
         k++) {
        ticks[count++] = k * step;
    }
    return count;
}

/* A number with a minus sign instead of a hyphen. */
static void number_text(double value, char *text, size_t size) {
    snprintf(text, size, "%s%.6g", value < 0 ? "\u2212" : "", fabs(value));
}

/* The label of a tick: its number, or the name of that value. */
static void tick_text(const rb_chart_axis *axis, double tick, char *text, size_t size) {
    if (axis->names == NULL) {
        number_text(tick, text, size);
    } else {
        rb_elide(axis->names[(int)tick], text, size < 16 ? size : 16);
    }
}

double rb_chart_tick_room(const rb_chart *chart) {
    double ticks[TICKS], widest = 0, size = rb_chart_text_size(chart);
    int count = ticks_of(&chart->y, ticks);
    for (int i = 0; i < count; i++) {
        char text[48];
        tick_text(&chart->y, ticks[i], text, sizeof text);
        widest = fmax(widest, rb_canvas_text_width(text, size));
    }
    return widest;
}

static void line(rb_canvas *canvas, double x0, double y0, double x1, double y1, uint32_t colour) {
    rb_canvas_line(canvas, (double[]){x0, y0, x1, y1}, 2, 1, colour);
}

static void put_text(const rb_chart *chart, double x, double y, double size, rb_anchor anchor, bool turned,
                     const char *text) {
    rb_canvas_text(chart->canvas, x, y, size, anchor, turned, RB_CANVAS_INK, text);
}

static void draw_x_axis(const rb_chart *chart, const frame *f, double size) {
    double ticks[TICKS];
    char text[48];
    int count = ticks_of(&chart->x, ticks);
    for (int i = 0; i < count; i++) {
        double x = rb_chart_x(chart, ticks[i]);
        tick_text(&chart->x, ticks[i], text, sizeof text);
        line(chart->canvas, x, f->bottom, x, f->bottom + 5, INK);
        put_text(chart, x, f->bottom + 7 + 0.93 * size, chart->x.names != NULL ? fmin(size, 11) : size,
                 RB_ANCHOR_MIDDLE, false, text);
    }
    if (chart->x.label != NULL) {
        put_text(chart, (f->left + f->right) / 2, f->bottom + (chart->panel ? 36 : 48), size + 1,
                 RB_ANCHOR_MIDDLE, false, chart->x.label);
    }
}

static void draw_axes(const rb_chart *chart) {
    double ticks[TICKS], size = rb_chart_text_size(chart);
    frame f = frame_of(chart);
    char text[48];
    draw_x_axis(chart, &f, size);
    int count = ticks_of(&chart->y, ticks);
    for (int i = 0; i < count; i++) {
        double y = rb_chart_y(chart, ticks[i]);
        tick_text(&chart->y, ticks[i], text, sizeof text);
        line(chart->canvas, f.left - 5, y, f.left, y, INK);
        put_text(chart, f.left - 8, y + size / 3, size, RB_ANCHOR_END, false, text);
    }
    if (chart->y.label != NULL) {
        put_text(chart, chart->left + (chart->panel ? 14 : 22), (f.top + f.bottom) / 2, size + 1,
                 RB_ANCHOR_MIDDLE, true, chart->y.label);
    }
}

static void draw_bar(const rb_chart *chart) {
    enum { STEPS = 128 };
    frame f = frame_of(chart);
    double left = f.right + 14, height = f.bottom - f.top, ticks[TICKS];
    double size = rb_chart_text_size(chart);
    const rb_colours *c = chart->colours;
    for (int i = 0; i < STEPS; i++) {
        double value = c->from + (c->to - c->from) * (i + 0.5) / STEPS;
        double y = f.bottom - height * (i + 1) / STEPS;
        rb_canvas_rect(chart->canvas, left, y, BAR, height / STEPS + 0.5, rb_colour(c, value));
    }
    double right = left + BAR;
    const double edge[] = {left, f.top, right, f.top, right, f.bottom, left, f.bottom, left, f.top};
    rb_canvas_line(chart->canvas, edge, 5, 1, INK);
    rb_chart_axis axis = {.from = c->from, .to = c->to};
    int count = ticks_of(&axis, ticks);
    for (int i = 0; i < count; i++) {
        char text[48];
        double y = f.bottom - height * share_of(&axis, ticks[i]);
        number_text(ticks[i], text, sizeof text);
        line(chart->canvas, right, y, right + 4, y, INK);
        put_text(chart, right + 8, y + size / 3, size, RB_ANCHOR_START, false, text);
    }
    put_text(chart, right + 40, f.top - 10, size, RB_ANCHOR_END, false, chart->colour_label);
}

static void draw_grid(const rb_chart *chart) {
    double ticks[TICKS];
    frame f = frame_of(chart);
    int count = chart->x.names == NULL ? ticks_of(&chart->x, ticks) : 0;
    for (int i = 0; i < count; i++) {
        double x = rb_chart_x(chart, ticks[i]);
        line(chart->canvas, x, f.top, x, f.bottom, GRID);
    }
    count = ticks_of(&chart->y, ticks);
    for (int i = 0; i < count; i++) {
        double y = rb_chart_y(chart, ticks[i]);
        line(chart->canvas, f.left, y, f.right, y, ticks[i] == 0 ? 0x999999 : GRID);
    }
}

void rb_chart_begin(const rb_chart *chart) {
    double x = frame_of(chart).left;
    if (chart->title != NULL) {
        put_text(chart, x, chart->top + (chart->panel ? 22 : 26), chart->panel ? 14 : 20, RB_ANCHOR_START,
                 false, chart->title);
    }
    if (chart->subtitle != NULL && !chart->panel) {
        put_text(chart, x, chart->top + 46, 14, RB_ANCHOR_START, false, chart->subtitle);
    }
    if (chart->grid) {
        draw_grid(chart);
    }
}

void rb_chart_end(const rb_chart *chart) {
    frame f = frame_of(chart);
    const double edge[] = {f.left, f.top, f.right, f.top, f.right, f.bottom, f.left, f.bottom, f.left, f.top};
    rb_canvas_line(chart->canvas, edge, 5, 1, INK);
    draw_axes(chart);
    if (chart->colours != NULL) {
        draw_bar(chart);
    }
}

void rb_chart_legend(const rb_chart *chart, int row, uint32_t colour, const char *text) {
    frame f = frame_of(chart);
    double size = rb_chart_text_size(chart), y = f.top + 18 + 1.33 * size * row;
    put_text(chart, f.right - 44, y + size / 3, size, RB_ANCHOR_END, false, text);
    rb_canvas_line(chart->canvas, (double[]){f.right - 38, y, f.right - 10, y}, 2, 3, colour);
}

/* Row by row; neighbours of one colour in one piece. */
void rb_chart_cells(const rb_chart *chart, const double *values, int columns, int rows, int stride) {
    frame f = frame_of(chart);
    double w = (f.right - f.left) / columns, h = (f.bottom - f.top) / rows;
    for (int j = 0; j < rows; j++) {
        uint32_t colour = 0;
        int begin = 0;
        for (int i = 0; i <= columns; i++) {
            double value = i < columns ? values[((int64_t)i * rows + j) * stride] : 0;
            uint32_t next = i < columns ? rb_colour(chart->colours, value) : ~0U;
            if (i > 0 && next != colour) {
                rb_canvas_rect(chart->canvas, f.left + begin * w, f.bottom - (j + 1) * h, (i - begin) * w, h,
                               colour);
                begin = i;
            }
            colour = next;
        }
    }
}
