/** @file
   Sweeps: a scene with parameters varied over a grid, at random or by a Sobol sequence, and the
   outcomes of every run. Bifurcation diagrams and ensembles vary parameters in the same way. */
#ifndef RATTLEBACK_SWEEP_H
#define RATTLEBACK_SWEEP_H

#include "rattleback/outcomes.h"
#include "rattleback/study.h"

RB_BEGIN_DECLS

#define RB_SWEEP_AXES 8    /**< varied parameters at most */
#define RB_SWEEP_VALUES 16 /**< outcomes at most */
#define RB_AXIS_LIST 64    /**< values of a list, at most */

/** A parameter and its values, as a range or a list; or a list of friction laws. */
typedef struct rb_axis {
    char name[64];             /**< as given; "law": friction laws */
    rb_section section;        /**< of the parameter */
    int index;                 /**< in its section; -1: laws */
    const rb_param *row;       /**< its name, unit and range */
    double from, to;           /**< first and last value of a range; smallest and largest of a list */
    int count;                 /**< number of values; 0: random values in the range */
    bool logarithmic;          /**< logarithmic spacing */
    bool is_list;              /**< the values are those in `list` */
    bool is_law;               /**< values are indices of the table of friction laws */
    double list[RB_AXIS_LIST]; /**< values of a list, in their order */
} rb_axis;

/** Reads "NAME=FROM:TO:COUNT" or "NAME=log:FROM:TO:COUNT", a list "NAME=VALUE,VALUE,..." or
   "law=ID,ID,..."; at random, "NAME=FROM:TO". Every value must be one that the parameter may have.
   Messages begin with `option`. */
RB_API rb_status rb_axis_parse(rb_axis *axis, const rb_scene *scene, const char *option, const char *text,
                               bool random, rb_error *err);
/** Returns the value at index, 0 to count - 1. */
RB_API double rb_axis_value(const rb_axis *axis, int index);

/** A sweep. */
typedef struct rb_sweep {
    rb_scene scene;                            /**< scene of every run */
    rb_axis axes[RB_SWEEP_AXES];               /**< varied parameters */
    int axis_count;                            /**< how many are */
    const rb_outcome *values[RB_SWEEP_VALUES]; /**< outcomes of every run */
    int value_count;                           /**< how many are */
    int64_t random_count;                      /**< number of random runs; 0: the whole grid */
    uint64_t seed;                             /**< of the random runs */
    bool sobol; /**< use a Sobol sequence; seed 0: not scrambled, otherwise scrambled by the seed */
} rb_sweep;

/** Adds outcomes by their names, separated by commas. Names may be abbreviated to a prefix or suffix:
   "extreme" for "extreme_after_reversal", "reversal_time" for "first_reversal_time"; the first match of
   the table is used. */
RB_API rb_status rb_sweep_add_values(rb_sweep *sweep, const char *option, const char *names, rb_error *err);

/** Checks whether the axes fit together: no parameter twice, and no parameter of the friction law together
   with a list of laws. */
RB_API rb_status rb_sweep_check_axes(const rb_sweep *sweep, rb_error *err);

/** Returns the number of runs; INT64_MAX if there are too many. */
RB_API int64_t rb_sweep_count(const rb_sweep *sweep);
/** Gets the parameters of a run, in the order of the axes. On a grid the last axis runs fastest. */
RB_API void rb_sweep_point(const rb_sweep *sweep, int64_t job, double *values);
/** Returns the scene of a run. */
RB_API rb_scene rb_sweep_scene(const rb_sweep *sweep, int64_t job);

/** Layout of a row: the outcomes in order, then the end reason (rb_end_reason, or RB_SWEEP_UNSOUND for an
   invalid combination of parameters). */
enum { RB_SWEEP_UNSOUND = -1 };
/** Returns the number of doubles in a row. */
RB_API int rb_sweep_width(const rb_sweep *sweep);

/** Makes a study of it, to be run by rb_study_run; definition (to be freed) and sweep must outlive
   it. title is the definition's first line. */
RB_API rb_status rb_sweep_study(const rb_sweep *sweep, const char *title, rb_study *study, char **definition,
                                rb_error *err);

RB_END_DECLS

#endif
