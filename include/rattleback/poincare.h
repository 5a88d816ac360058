/** @file
   Poincaré maps: the points at which a run crosses a section, and the period with which they
   repeat. */
#ifndef RATTLEBACK_POINCARE_H
#define RATTLEBACK_POINCARE_H

#include "rattleback/run.h"

RB_BEGIN_DECLS

/** Reads a section: "omega1=0+" (rising), "omega1=0-" (falling), "omega1=0" (either), the name of an
   event of the body, or "drive": stroboscopic, once in each period of a shaken table or of the force on a
   disk; NULL: the default section of the body, if it has one. Returns RB_ERR_INPUT, with the reason in err,
   for anything else. */
RB_API rb_status rb_section_read(const rb_body_kind *body, const char *text, rb_section_cut *out,
                                 rb_error *err);

/** A point of the map. */
typedef struct rb_map_point {
    double t;     /**< time, s */
    double at[2]; /**< the signals of rb_body_kind.map, or of phase */
    double held;  /**< time until another event of the body, such as the end of a stick phase; NAN: none */
    bool zero;    /**< the next event was the same: the phase had zero length */
} rb_map_point;

/** Definition of a map. */
typedef struct rb_map_request {
    rb_section_cut section; /**< the section */
    int transient;          /**< points left out first */
    int points;             /**< points requested after the transient */
    double patience;        /**< ends if there is no point for this time, s */
    /** Called with each point after the transient when it is complete, index from 0, and its snapshot.
       Returns whether to continue. May be NULL. */
    bool (*see)(void *context, int index, const rb_map_point *point, const rb_snapshot *now);
    /** Called before every step: true ends the run at once. May be NULL. */
    bool (*cancelled)(void *context, double t);
    void *context; /**< of both */
} rb_map_request;

#define RB_MAP_REPEATS 1e-6 /**< two points are equal if both numbers differ by no more */

/** Result of a map. */
typedef struct rb_map_result {
    int found;          /**< points after the transient */
    int period;         /**< in points: the smallest period; 0: none */
    double period_time; /**< s; NAN: none */
    /** RB_END_STOPPED: all points were found, or `see` returned false. RB_END_TIME: no point for
       `patience`. RB_END_INTERRUPTED: cancelled. Otherwise why the run ended. */
    rb_end_reason end_reason;
    rb_diverged diverged; /**< the reason, if it diverged */
} rb_map_result;

/** Runs the scene from its start, regardless of its end time (t_end). points has room for
   request->points. */
RB_API rb_status rb_poincare(const rb_scene *scene, const rb_map_request *request, rb_map_point *points,
                             rb_map_result *out, rb_error *err);

/** The same with an existing simulation, from its current state. */
RB_API rb_status rb_poincare_continue(rb_simulation *sim, const rb_map_request *request, rb_map_point *points,
                                      rb_map_result *out, rb_error *err);

/** Returns the smallest p for which every point of the second half equals the point p before it, to
   RB_MAP_REPEATS; at least two whole periods are required. 0: none. */
RB_API int rb_map_period(const rb_map_point *points, int count);

RB_END_DECLS

#endif
