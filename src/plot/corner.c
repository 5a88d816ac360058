#include "plot/corner.h"

#include <math.h>
#include <stdlib.h>

#include "plot/chart.h"

enum { PANEL = 190, MARGIN = 20, TITLE = 40, BINS = 30, DOTS = 2000 };

typedef struct corner {
    const char *const *names;
    const double *samples;
    int count, stride;
    double low[RB_CORNER_MAX], high[RB_CORNER_MAX];
    double *points; /* room for DOTS pairs */
    rb_canvas canvas;
} corner;

static double at(const corner *c, int sample, int column) {
    return c->samples[(size_t)sample * (size_t)c->stride + (size_t)column];
}

static void find_range(corner *c, int column) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->count; i++) {
        low = fmin(low, at(c, i, column));
        high = fmax(high, at(c, i, column));
    }
    double margin = high > low ? 0.02 * (high - low) : fmax(fabs(high), 1) * 1e-3;
    c->low[column] = low - margin;
    c->high[column] = high + margin;
}

/* Bars that touch each other; the highest is 1. */
static void draw_histogram(corner *c, const rb_chart *chart, int column) {
    int bins[BINS] = {0}, most = 1;
    double width = (c->high[column] - c->low[column]) / BINS, bottom = rb_chart_y(chart, 0);
    for (int i = 0; i < c->count; i++) {
        int bin = (int)((at(c, i, column) - c->low[column]) / width);
        bin = bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
        bins[bin]++;
        most = bins[bin] > most ? bins[bin] : most;
    }
    for (int i = 0; i < BINS; i++) {
        double x = rb_chart_x(chart, c->low[column] + i * width);
        double next = rb_chart_x(chart, c->low[column] + (i + 1) * width);
        double y = rb_chart_y(chart, (double)bins[i] / most);
        rb_canvas_rect(&c->canvas, x, y, next - x, bottom - y, rb_line_colour(0));
    }
}

/* At most DOTS samples, evenly chosen. */
static void draw_cloud(corner *c, const rb_chart *chart, int column, int row) {
    int drawn = c->count < DOTS ? c->count : DOTS;
    for (int i = 0; i < drawn; i++) {
        int sample = (int)((int64_t)i * c->count / drawn);
        c->points[2 * i] = rb_chart_x(chart, at(c, sample, column));
        c->points[2 * i + 1] = rb_chart_y(chart, at(c, sample, row));
    }
    rb_canvas_dots(&c->canvas, c->points, drawn, 0.8, rb_line_colour(0));
}

static void draw_panel(corner *c, int column, int row, int columns) {
    bool diagonal = column == row;
    rb_chart chart = {.x = {.from = c->low[column], .to = c->high[column]},
                      .y = {.from = diagonal ? 0 : c->low[row], .to = diagonal ? 1.05 : c->high[row]},
                      .canvas = &c->canvas,
                      .left = MARGIN + column * PANEL,
                      .top = TITLE + row * PANEL,
                      .width = PANEL,
                      .height = PANEL,
                      .panel = true};
    chart.x.label = row == columns - 1 ? c->names[column] : "";
    chart.y.label = diagonal ? "samples" : column == 0 ? c->names[row] : "";
    rb_chart_begin(&chart);
    if (diagonal) {
        draw_histogram(c, &chart, column);
    } else {
        draw_cloud(c, &chart, column, row);
    }
    rb_chart_end(&chart);
}

bool rb_corner_write(FILE *out, rb_picture_format format, const char *title, const char *const *names,
                     int columns, const double *samples, int count, int stride) {
    corner c = {.names = names, .samples = samples, .count = count, .stride = stride};
    columns = columns < RB_CORNER_MAX ? columns : RB_CORNER_MAX;
    int width = 2 * MARGIN + columns * PANEL, height = TITLE + MARGIN + columns * PANEL;
    c.points = calloc(2 * DOTS, sizeof *c.points);
    if (c.points == NULL || !rb_canvas_begin(&c.canvas, out, format, width, height)) {
        free(c.points);
        return false;
    }
    rb_canvas_text(&c.canvas, MARGIN, 26, 16, RB_ANCHOR_START, false, RB_CANVAS_INK, title);
    for (int i = 0; i < columns; i++) {
        find_range(&c, i);
    }
    for (int row = 0; row < columns; row++) {
        for (int column = 0; column <= row; column++) {
            draw_panel(&c, column, row, columns);
        }
    }
    free(c.points);
    return rb_canvas_end(&c.canvas);
}
