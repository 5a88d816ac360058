/* Line plots as SVG, for pictures in documents. */
#ifndef RB_CLI_SVG_PLOT_H
#define RB_CLI_SVG_PLOT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct rb_svg_curve {
    const char *name;
    const double *y;
    int count;
    double x0, dx;   /* the abscissa of y[i] is x0 + i dx, unless there is */
    const double *x; /* an abscissa for each */
    bool dots;       /* instead of a line */
} rb_svg_curve;

typedef struct rb_svg_plot {
    const char *title, *subtitle, *x_label, *y_label;
    const rb_svg_curve *curves; /* colours and dashes are given in order */
    int curve_count;
} rb_svg_plot;

void rb_svg_plot_write(FILE *out, const rb_svg_plot *plot);

#endif
