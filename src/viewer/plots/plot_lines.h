/* The parts of a plot's picture, drawn between ImPlot's begin and end. */
#ifndef RB_VIEWER_PLOTS_PLOT_LINES_H
#define RB_VIEWER_PLOTS_PLOT_LINES_H

#include "viewer/plots/plots.h"

/* The signal at a place of a plot over time, of one run. */
void rb_plot_line(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run,
                  int place);
/* A run's path in a plot of one signal against another. */
void rb_plot_phase(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run);
/* The line of zero, where it matters. */
void rb_plot_zero(const rb_plots *plots, const rb_plot *plot);
/* The band of an ensemble for the signal at a place. */
void rb_plot_band(const rb_plots *plots, const rb_session *session, const rb_plot *plot, int place);
/* Somebody's own data of the signal at a place. */
void rb_plot_overlay(rb_plots *plots, rb_session *session, const rb_plot *plot, int place);

/* Of the signal at a place. */
Color rb_curve_color(const rb_session *session, const rb_plot *plot, int run, int place);

/* The cursor in the plots: every curve read at the time under the mouse. */

/* "−2.314": the value of a signal, in the unit that plots and panels write. */
void rb_cursor_value(const rb_signal *signal, const rb_snapshot *moment, char *text, size_t size);

/* Once a frame, before the plots: where the mouse was in the last one. */
void rb_cursor_begin(rb_plots *plots);
/* Within a plot over time: the line, a dot on every curve and, under the mouse, the numbers. */
void rb_cursor_draw(rb_plots *plots, const rb_session *session, int index);

#endif
