/** @file
   Bifurcation diagrams: the Poincaré map of a scene for many values of one parameter. A column is
   one value of the parameter. Several attractors may exist for the same value, so a column may be
   computed from several starts, or from the final state of its neighbour (continuation). Each start and
   each direction of continuation gives a branch of the diagram. */
#ifndef RATTLEBACK_BIFURCATION_H
#define RATTLEBACK_BIFURCATION_H

#include "rattleback/poincare.h"
#include "rattleback/study_spec.h"

RB_BEGIN_DECLS

/** Layout of a column: number of points found, period (0: none), time of the period, then two numbers per
   point. */
enum { RB_COLUMN_FOUND, RB_COLUMN_PERIOD, RB_COLUMN_PERIOD_TIME, RB_COLUMN_POINTS };

/** Returns the number of values of the parameter. */
RB_API int rb_bifurcation_columns(const rb_study_spec *diagram);
/** Returns the number of starts, times two for continuation in both directions. */
RB_API int rb_bifurcation_branches(const rb_study_spec *diagram);
/** Returns a column from the rows of the study; NULL if it is not computed. */
RB_API const double *rb_bifurcation_column(const rb_study_spec *diagram, const double *rows,
                                           const unsigned char *done, int column, int branch);
/** Returns the number of computed columns without any point. */
RB_API int rb_bifurcation_empty(const rb_study_spec *diagram, const double *rows, const unsigned char *done);

/** Checks the axes: starts must be start values, and a parameter with continuation must be editable during
   a run. */
RB_API rb_status rb_bifurcation_check(const rb_study_spec *diagram, rb_error *err);

/** Makes a study of it (rb_study_spec_study). A job is one column of one start; with continuation, a whole
   branch. */
RB_API rb_status rb_bifurcation_study(const rb_study_spec *diagram, const char *title, rb_study *study,
                                      char **definition, rb_error *err);

RB_END_DECLS

#endif
