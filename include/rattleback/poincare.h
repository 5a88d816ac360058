/** @file
   Poincaré maps: the points in which a run meets a section, and the period with which they repeat. */
#ifndef RATTLEBACK_POINCARE_H
#define RATTLEBACK_POINCARE_H

#include "rattleback/run.h"

RB_BEGIN_DECLS

/** Reads a section: "omega1=0+" (rising), "omega1=0-" (falling), "omega1=0" (either), or the name of an
   event of the body's own; NULL: the body's own section, if it has one. Returns RB_ERR_INPUT, with the
   reason in err, for anything else. */
RB_API rb_status rb_section_read(const rb_body_kind *body, const char *text, rb_section_cut *out,
                                 rb_error *err);

/** A point of the map. */
typedef struct rb_map_point {
    double t;     /**< when */
    double at[2]; /**< the signals of rb_body_kind.map, or of phase */
    double held;  /**< time until another event of the body's, such as the end of a stick; NAN: none */
    bool zero;    /**< the next event was the same again: the phase had no length */
} rb_map_point;

/** What to look for. */
typedef struct rb_map_request {
    rb_section_cut section; /**< where */
    int transient;          /**< points left out first */
    int points;             /**< points wanted behind them */
    double patience;        /**< gives up when no point has come for this long, s */
    /** Each point behind the transient as it becomes complete, index from 0, with what was to be seen
       then. Returns whether to continue. May be NULL. */
    bool (*see)(void *context, int index, const rb_map_point *point, const rb_snapshot *now);
    /** Asked before every step: true ends the run at once. May be NULL. */
    bool (*cancelled)(void *context, double t);
    void *context; /**< of both */
} rb_map_request;

#define RB_MAP_REPEATS 1e-6 /**< two points are the same if both numbers differ by no more */

/** What was found. */
typedef struct rb_map_result {
    int found;          /**< points behind the transient */
    int period;         /**< in points: the smallest that repeats; 0: none does */
    double period_time; /**< s; NAN: none */
    /** RB_END_STOPPED: all points were found or `see` had seen enough. RB_END_TIME: patience ran out.
       RB_END_INTERRUPTED: cancelled. Else why the run itself ended. */
    rb_end_reason end_reason;
    rb_diverged diverged; /**< why, if it did */
} rb_map_result;

/** Runs the scene from its start; the time at which it ends by itself (t_end) does not matter. points
   has room for request->points. */
RB_API rb_status rb_poincare(const rb_scene *scene, const rb_map_request *request, rb_map_point *points,
                             rb_map_result *out, rb_error *err);

/** The same with a simulation that is already under way, from where it is. */
RB_API rb_status rb_poincare_continue(rb_simulation *sim, const rb_map_request *request, rb_map_point *points,
                                      rb_map_result *out, rb_error *err);

/** The smallest p for which every point of the later half is the one p before it again, to
   RB_MAP_REPEATS; two whole periods must be there. 0: none. */
RB_API int rb_map_period(const rb_map_point *points, int count);

RB_END_DECLS

#endif
