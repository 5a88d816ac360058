/** @file
   Bifurcation diagrams: the Poincaré map of a scene for many values of one parameter, each run from
   the scene's start. */
#ifndef RATTLEBACK_BIFURCATION_H
#define RATTLEBACK_BIFURCATION_H

#include "rattleback/poincare.h"
#include "rattleback/sweep.h"

RB_BEGIN_DECLS

/** A diagram. */
typedef struct rb_bifurcation {
    rb_sweep sweep;         /**< the scene and one axis */
    rb_section_cut section; /**< where runs are looked at */
    int transient;          /**< points left out first */
    int points;             /**< points of a column */
} rb_bifurcation;

/** Of a column's row: how many points were found, the period (0: none), its time, then the points'
   numbers two by two. */
enum { RB_COLUMN_FOUND, RB_COLUMN_PERIOD, RB_COLUMN_PERIOD_TIME, RB_COLUMN_POINTS };

/** Makes a study of it, a job for each column; definition is to be freed, title its first line. */
RB_API rb_status rb_bifurcation_study(const rb_bifurcation *diagram, const char *title,
                                      rb_study *study, char **definition, rb_error *err);

RB_END_DECLS

#endif
