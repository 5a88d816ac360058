/* Charts from data: curves, dots, bars and maps, one panel or several, as SVG, PNG or PDF. */
#ifndef RB_PLOT_PLOT_H
#define RB_PLOT_PLOT_H

#include "plot/chart.h"

typedef enum rb_mark { RB_MARK_LINE, RB_MARK_DOTS, RB_MARK_BARS } rb_mark;

/* Points that are not finite interrupt a line and are not drawn. */
typedef struct rb_curve {
    const char *name; /* in the legend; NULL: none */
    const double *y;
    int count;
    double x0, dx;   /* the abscissa of y[i] is x0 + i dx ... */
    const double *x; /* ... unless there is one for each point */
    rb_mark mark;
    double size;               /* width of a line, radius of a dot; 0: usual */
    int style;                 /* colour and dash of number style - 1; 0: in order */
    bool solid;                /* no dash */
    const char *const *labels; /* dots: text beside each; NULL: none */
} rb_curve;

/* A map: values[column * rows + row] over the ranges of both axes, edge to edge. */
typedef struct rb_field {
    const double *values;
    int columns, rows;
    const char *label;
} rb_field;

typedef struct rb_plot {
    const char *title, *subtitle; /* the subtitle of a panel is not shown */
    rb_chart_axis x, y;           /* from == to: round numbers around the data */
    const rb_curve *curves;
    int curve_count;
    rb_field field; /* values NULL: none */
} rb_plot;

typedef struct rb_sheet {
    const char *title, *subtitle; /* of several panels */
    const rb_plot *plots;
    int plot_count;
    int columns; /* of panels */
} rb_sheet;

/* False when out of memory. */
bool rb_plot_write(FILE *out, rb_picture_format format, const rb_plot *plot);
bool rb_sheet_write(FILE *out, rb_picture_format format, const rb_sheet *sheet);

#endif
