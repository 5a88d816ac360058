/* Pictures of studies, for files: maps, curves, bifurcation diagrams, basins. */
#ifndef RB_PLOT_STUDY_PICTURE_H
#define RB_PLOT_STUDY_PICTURE_H

#include "analysis/study_table.h"
#include "plot/chart.h"

/* Can it be drawn? A grid over one range, or over two parameters. */
bool rb_sweep_has_picture(const rb_sweep *sweep);
/* Draws every outcome as curves over the range, one for each value of a list if there is one; over two ranges
   or two lists a map of one outcome. Rows of jobs that are not done are NAN. False when out of memory. */
bool rb_sweep_picture(FILE *out, rb_picture_format format, const rb_study_spec *spec, rb_study_rows found,
                      int value);
bool rb_bifurcation_picture(FILE *out, rb_picture_format format, const rb_study_spec *diagram,
                            rb_study_rows found);
/* The colour of an attractor by its index; -1: grey, unresolved. */
uint32_t rb_attractor_colour(int attractor);
/* Basins of attraction: a colour for each attractor, grey for unresolved starts. */
bool rb_basins_picture(FILE *out, rb_picture_format format, const rb_study_spec *spec, rb_study_rows found);

#endif
