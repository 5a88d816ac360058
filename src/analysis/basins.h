/* Basins of attraction: the attractor that each start of a grid reaches. A job is one start. Attractors are
   recognised by recurrence: a periodic orbit by the points of its section, an equilibrium by a motion that
   no longer changes. Everything else (chaos, divergence, a transient that is too short) is unresolved. */
#ifndef RB_ANALYSIS_BASINS_H
#define RB_ANALYSIS_BASINS_H

#include "analysis/study_table.h"

/* Layout of a row: kind, period in points, its time in s, then two numbers for each point of the period; of
   an equilibrium, the two signals there. */
enum { RB_BASIN_KIND, RB_BASIN_PERIOD, RB_BASIN_PERIOD_TIME, RB_BASIN_POINTS };

typedef enum rb_basin_kind {
    RB_BASIN_INVALID = -1, /* no valid scene */
    RB_BASIN_UNRESOLVED,
    RB_BASIN_ORBIT,
    RB_BASIN_EQUILIBRIUM, /* also: at rest */
} rb_basin_kind;

/* Points of different runs belong to the same attractor if both numbers differ by no more than this, times
   the larger of 1 and the number. */
#define RB_BASIN_SAME 1e-4

enum { RB_ATTRACTORS_MAX = 1000 }; /* cells of further ones are unresolved */

typedef struct rb_attractor {
    const double *row; /* of its first cell */
    int64_t cells;
} rb_attractor;

typedef struct rb_basins {
    rb_attractor *attractors; /* in the order of their first cells */
    int count;
    int *cell;          /* by job: index of its attractor; -1: unresolved or not computed */
    int64_t computed;   /* cells */
    int64_t unresolved; /* of those */
} rb_basins;

/* Numbers of a row. */
int rb_basins_width(const rb_study_spec *spec);

/* Checks axes and points of the study. */
rb_status rb_basins_check(const rb_study_spec *spec, rb_error *err);

/* Identifies the attractors. The rows must outlive the result. False when out of memory. */
bool rb_basins_find(const rb_study_spec *spec, rb_study_rows found, rb_basins *out);
void rb_basins_free(rb_basins *basins);

/* A row for each start: x, y, attractor (from 1; 0: unresolved), period (0: an equilibrium). */
bool rb_basins_table_write(FILE *out, const rb_study_spec *spec, rb_study_rows found);
/* JSON: count, shares, the attractors. */
bool rb_basins_summary_write(FILE *out, const rb_study_spec *spec, rb_study_rows found);

#endif
