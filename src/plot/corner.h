/* Corner plot of samples: histograms of single numbers on the diagonal, clouds of pairs below it. */
#ifndef RB_PLOT_CORNER_H
#define RB_PLOT_CORNER_H

#include "plot/canvas.h"

#define RB_CORNER_MAX 8 /* numbers that are drawn at most */

/* samples: count x stride, of which the first `columns` numbers are drawn. False when out of memory. */
bool rb_corner_write(FILE *out, rb_picture_format format, const char *title, const char *const *names,
                     int columns, const double *samples, int count, int stride);

#endif
