/** @file
   Sweeps: a scene with some parameters varied over a grid, at random or evenly spread, and what becomes of
   every run. Bifurcation diagrams and ensembles vary parameters in the same way. */
#ifndef RATTLEBACK_SWEEP_H
#define RATTLEBACK_SWEEP_H

#include "rattleback/outcomes.h"
#include "rattleback/study.h"

RB_BEGIN_DECLS

#define RB_SWEEP_AXES 8    /**< parameters that are varied at once, at most */
#define RB_SWEEP_VALUES 16 /**< outcomes asked for, at most */
#define RB_AXIS_LIST 64    /**< values of a list, at most */

/** A parameter and the values it takes, as a range or as a list; or friction laws, as a list. */
typedef struct rb_axis {
    char name[64];             /**< as it was written; "law": friction laws */
    rb_section section;        /**< of the parameter */
    int index;                 /**< in its section; -1: laws */
    const rb_param *row;       /**< its name, unit and range */
    double from, to;           /**< first and last value of a range; smallest and largest of a list */
    int count;                 /**< how many values; 0: any between, at random */
    bool logarithmic;          /**< even steps of the logarithm */
    bool is_list;              /**< the values are those in `list` */
    bool is_law;               /**< values are indices of the table of friction laws */
    double list[RB_AXIS_LIST]; /**< the values of a list, in their order */
} rb_axis;

/** Reads "NAME=FROM:TO:COUNT" or "NAME=log:FROM:TO:COUNT", a list "NAME=VALUE,VALUE,..." or
   "law=ID,ID,..."; at random, "NAME=FROM:TO". Every value must be one that the parameter may have.
   Messages begin with `option`. */
RB_API rb_status rb_axis_parse(rb_axis *axis, const rb_scene *scene, const char *option, const char *text,
                               bool random, rb_error *err);
/** The value at index, 0 to count - 1. */
RB_API double rb_axis_value(const rb_axis *axis, int index);

/** A sweep. */
typedef struct rb_sweep {
    rb_scene scene;                            /**< what every run begins with */
    rb_axis axes[RB_SWEEP_AXES];               /**< what is varied */
    int axis_count;                            /**< how many are */
    const rb_outcome *values[RB_SWEEP_VALUES]; /**< what is asked of every run */
    int value_count;                           /**< how many are */
    int64_t random_count;                      /**< runs at random; 0: the whole grid */
    uint64_t seed;                             /**< of the random ones */
    bool sobol;                                /**< they are spread evenly after Sobol; seed 0: the
                                                    plain sequence, others scrambled by it */
} rb_sweep;

/** Adds outcomes by their names, separated by commas. A name may be shortened to its beginning or
   its end: "extreme" for "extreme_after_reversal", "reversal_time" for "first_reversal_time"; the
   first of the table that fits is meant. */
RB_API rb_status rb_sweep_add_values(rb_sweep *sweep, const char *option, const char *names, rb_error *err);

/** Do the axes fit together? Refused: a parameter twice, and laws together with a parameter of the
   friction law. */
RB_API rb_status rb_sweep_check_axes(const rb_sweep *sweep, rb_error *err);

/** How many runs it has; too many to count: INT64_MAX. */
RB_API int64_t rb_sweep_count(const rb_sweep *sweep);
/** The parameters of a run, in the order of the axes. On a grid the last axis runs fastest. */
RB_API void rb_sweep_point(const rb_sweep *sweep, int64_t job, double *values);
/** The scene of a run. */
RB_API rb_scene rb_sweep_scene(const rb_sweep *sweep, int64_t job);

/** Of a run's row: the outcomes in order, then how it ended (rb_end_reason, or RB_SWEEP_UNSOUND
   where the parameters are not valid together). */
enum { RB_SWEEP_UNSOUND = -1 };
/** Doubles of a run's row. */
RB_API int rb_sweep_width(const rb_sweep *sweep);

/** Makes a study of it, to be run by rb_study_run; definition (to be freed) and sweep must outlive
   it. title is the definition's first line. */
RB_API rb_status rb_sweep_study(const rb_sweep *sweep, const char *title, rb_study *study, char **definition,
                                rb_error *err);

/** The scene's hash: equal for scenes that are equal in every field of their files. 0 when out of
   memory. */
RB_API uint64_t rb_scene_hash(const rb_scene *scene);

RB_END_DECLS

#endif
