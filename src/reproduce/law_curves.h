/* Friction laws as curves over the quarter circle (u, omega) = (sin theta, cos theta), for figures. */
#ifndef RB_REPRODUCE_LAW_CURVES_H
#define RB_REPRODUCE_LAW_CURVES_H

#include "reproduce/figure.h"

enum { RB_LAW_CURVE_POINTS = 361 };

typedef enum rb_law_component { RB_LAW_TX, RB_LAW_TY, RB_LAW_M } rb_law_component;

typedef struct rb_law_curve {
    const char *law;
    rb_patch patch;
    rb_law_component component;
    double psi;      /* direction of sliding against the major axis, rad */
    double d_c, d_s; /* distortion */
    bool difference; /* only what the distortion adds */
} rb_law_curve;

/* Values at theta = 0 ... 90 degrees; the law is as printed. NULL: out of memory. */
double *rb_law_curve_values(rb_figure_data *data, const rb_law_curve *curve);
/* The same as a curve of the present chart, theta in degrees. */
const double *rb_law_curve_add(rb_figure_data *data, const char *name, const rb_law_curve *curve);

double rb_largest_difference(const double *a, const double *b, int count);

#endif
