/* Labels beside dots, placed so that they cover neither dots nor each other. plot.c calls it. */
#ifndef RB_PLOT_PLOT_LABELS_H
#define RB_PLOT_PLOT_LABELS_H

#include "plot/plot.h"

/* Labels of all labelled curves of the plot, within the frame left, top, right, bottom. False when
   out of memory. */
bool rb_plot_labels(const rb_chart *chart, const rb_plot *plot);

#endif
