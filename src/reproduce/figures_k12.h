/* Figures of K12 in several files. */
#ifndef RB_REPRODUCE_FIGURES_K12_H
#define RB_REPRODUCE_FIGURES_K12_H

#include <rattleback/poincare.h>

#include "reproduce/figure.h"

/* Computes the map of the disk at this static friction, from a start within the basin of stick-slip. */
rb_status rb_k12_map(rb_figure_data *data, double mu0, int transient, int wanted, rb_map_point *points,
                     rb_map_result *out);

rb_status rb_k12_make_6(rb_figure_data *data);
rb_status rb_k12_make_7a(rb_figure_data *data);
rb_status rb_k12_make_7b(rb_figure_data *data);
rb_status rb_k12_make_14(rb_figure_data *data);

#endif
