/** @file
   Bifurcation diagrams: the Poincaré map of a scene for many values of one parameter. A column is one
   value of the parameter. Several attractors may exist for the same value, so that a column may be
   computed from several starts, or from the state in which its neighbour ended (continuation). Each
   start and each direction of continuation gives a branch of the diagram. */
#ifndef RATTLEBACK_BIFURCATION_H
#define RATTLEBACK_BIFURCATION_H

#include "rattleback/poincare.h"
#include "rattleback/study_spec.h"

RB_BEGIN_DECLS

/** A column's numbers: how many points were found, the period (0: none), its time, then the points'
   two numbers in turn. */
enum { RB_COLUMN_FOUND, RB_COLUMN_PERIOD, RB_COLUMN_PERIOD_TIME, RB_COLUMN_POINTS };

/** Values of the parameter. */
RB_API int rb_bifurcation_columns(const rb_study_spec *diagram);
/** Starts, times two where the parameter is followed up and down. */
RB_API int rb_bifurcation_branches(const rb_study_spec *diagram);
/** The numbers of a column in the rows of the study; NULL where it is not done. */
RB_API const double *rb_bifurcation_column(const rb_study_spec *diagram, const double *rows,
                                           const unsigned char *done, int column, int branch);
/** Columns that are done and in which no point was found. */
RB_API int rb_bifurcation_empty(const rb_study_spec *diagram, const double *rows, const unsigned char *done);

/** Checks what the axes allow: starts are start values, and a parameter that is followed can change
   during a run. */
RB_API rb_status rb_bifurcation_check(const rb_study_spec *diagram, rb_error *err);

/** Makes a study of it (rb_study_spec_study). A job is one column of one start; with continuation, a whole
   branch. */
RB_API rb_status rb_bifurcation_study(const rb_study_spec *diagram, const char *title, rb_study *study,
                                      char **definition, rb_error *err);

RB_END_DECLS

#endif
