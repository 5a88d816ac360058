/* Parts of a plot, drawn between ImPlot's begin and end. */
#ifndef RB_VIEWER_PLOTS_PLOT_LINES_H
#define RB_VIEWER_PLOTS_PLOT_LINES_H

#include "viewer/plots/plots.h"

/* The signal at a place of a plot over time, of one run. */
void rb_plot_line(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run, int place);
/* A run's path in a plot of one signal against another. */
void rb_plot_phase(const rb_plots *plots, rb_session *session, const rb_plot *plot, int run);
/* The zero line, where it matters. */
void rb_plot_zero(const rb_plots *plots, const rb_plot *plot);
/* The band of an ensemble for the signal at a place. */
void rb_plot_band(const rb_plots *plots, const rb_session *session, const rb_plot *plot, int place);
/* Imported data of the signal at a place. */
void rb_plot_overlay(rb_plots *plots, rb_session *session, const rb_plot *plot, int place);

/* The colour of the signal at a place. */
Color rb_curve_color(const rb_session *session, const rb_plot *plot, int run, int place);

/* The cursor in the plots: the values of all curves at the time under the mouse. */

/* "−2.314": the value of a signal in display units. */
void rb_cursor_value(const rb_signal *signal, const rb_snapshot *moment, char *text, size_t size);

/* Call once a frame, before the plots: uses the mouse position of the last frame. */
void rb_cursor_begin(rb_plots *plots);
/* Within a plot over time: the line, a dot on every curve and, at the mouse, the numbers. */
void rb_cursor_draw(rb_plots *plots, const rb_session *session, int index);

#endif
