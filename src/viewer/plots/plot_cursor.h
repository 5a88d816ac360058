/* The cursor in the plots: every curve read at the time under the mouse. */
#ifndef RB_VIEWER_PLOTS_PLOT_CURSOR_H
#define RB_VIEWER_PLOTS_PLOT_CURSOR_H

#include "viewer/plots/plots.h"

/* "−2.314": the value of a signal, in the unit that plots and panels write. */
void rb_cursor_value(const rb_signal *signal, const rb_snapshot *moment, char *text, size_t size);

/* Once a frame, before the plots: where the mouse was in the last one. */
void rb_cursor_begin(rb_plots *plots);
/* Within a plot over time: the line, a dot on every curve and, under the mouse, the numbers. */
void rb_cursor_draw(rb_plots *plots, const rb_session *session, int index);

#endif
