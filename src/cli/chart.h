/* A chart on a canvas: frame, axes with round numbers, title, and a colour bar if asked for. */
#ifndef RB_CLI_CHART_H
#define RB_CLI_CHART_H

#include "base/colours.h"
#include "cli/canvas.h"

typedef struct rb_chart_axis {
    double from, to;
    bool logarithmic;
    const char *label;
    const char *const *names; /* of the values 0, 1, ... instead of numbers; NULL: numbers */
    int name_count;
} rb_chart_axis;

typedef struct rb_chart {
    const char *title, *subtitle;
    rb_chart_axis x, y;
    const rb_colours *colours; /* NULL: no colour bar */
    const char *colour_label;
    rb_canvas *canvas;
} rb_chart;

enum { RB_CHART_WIDTH = 720, RB_CHART_HEIGHT = 560 };

/* Colours of lines, by number. */
uint32_t rb_line_colour(int index);

/* Axis, title, frame: drawn before and after what stands in it. */
void rb_chart_begin(const rb_chart *chart);
void rb_chart_end(const rb_chart *chart);
/* Where a value stands. */
double rb_chart_x(const rb_chart *chart, double value);
double rb_chart_y(const rb_chart *chart, double value);
/* A row of the legend, from 0. */
void rb_chart_legend(const rb_chart *chart, int row, uint32_t colour, const char *text);

/* The range with a little room at both ends; some room where it is empty. */
void rb_chart_widen(rb_chart_axis *axis);

#endif
