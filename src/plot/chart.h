/* One chart on a canvas: frame, axes with round numbers, title, and a colour bar if there are colours.
   plot.h draws whole charts from data; this is for custom drawings within a chart. */
#ifndef RB_PLOT_CHART_H
#define RB_PLOT_CHART_H

#include "base/colours.h"
#include "plot/canvas.h"

typedef struct rb_chart_axis {
    double from, to;
    bool logarithmic;
    const char *label;
    const char *const *names; /* of the values 0, 1, ... instead of numbers; NULL: numbers */
    int name_count;
    double detail; /* > 0, logarithmic only: values above it take three quarters of the axis */
} rb_chart_axis;

typedef struct rb_chart {
    const char *title, *subtitle; /* NULL: none */
    rb_chart_axis x, y;
    const rb_colours *colours; /* NULL: no colour bar */
    const char *colour_label;
    rb_canvas *canvas;
    double left, top, width, height; /* where it stands; width 0: RB_CHART_WIDTH x RB_CHART_HEIGHT */
    double legend_room;              /* width to the right of the frame that is left free */
    double tick_room;                /* width of the numbers on y; 0: usual */
    bool grid;
    bool panel; /* one of several: smaller text and margins */
} rb_chart;

enum { RB_CHART_WIDTH = 720, RB_CHART_HEIGHT = 560 };

/* Colours of lines, by number. */
uint32_t rb_line_colour(int index);

/* Title and grid: drawn before the data. */
void rb_chart_begin(const rb_chart *chart);
/* Frame, ticks, labels and colour bar: drawn over the data. */
void rb_chart_end(const rb_chart *chart);
/* Position of a value on the sheet. */
double rb_chart_x(const rb_chart *chart, double value);
double rb_chart_y(const rb_chart *chart, double value);
/* One row of a legend inside the frame, at its upper right; rows count from 0. */
void rb_chart_legend(const rb_chart *chart, int row, uint32_t colour, const char *text);
/* Cells of a map over the whole frame, coloured by values[(column * rows + row) * stride]. */
void rb_chart_cells(const rb_chart *chart, const double *values, int columns, int rows, int stride);
/* Width of the widest number on y, for tick_room. */
double rb_chart_tick_room(const rb_chart *chart);
/* Size of the chart's text. */
double rb_chart_text_size(const rb_chart *chart);

/* Adds a margin to both ends of the range, also where the range is empty. */
void rb_chart_widen(rb_chart_axis *axis);
/* Moves both ends outwards to round numbers. */
void rb_chart_round(rb_chart_axis *axis);

#endif
