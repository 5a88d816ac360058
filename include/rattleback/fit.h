/** @file
   Identification: parameters and initial states of a scene from measured points or signals (K15
   section 4, AK18 section 3; docs/physics.md#identification). The sum of squares is minimised by the
   Levenberg-Marquardt method, first over a short time and then over longer ones, because a heading that
   is wrong by a turn causes local minima. Restarts use other start values. */
#ifndef RATTLEBACK_FIT_H
#define RATTLEBACK_FIT_H

#include "rattleback/run.h"
#include "rattleback/sweep.h"

RB_BEGIN_DECLS

#define RB_FIT_MARKERS 8  /**< points on the body at most */
#define RB_FIT_SERIES 16  /**< series at most */
#define RB_FIT_FREE 24    /**< free parameters of the scene, or of each series, at most */
#define RB_FIT_ALL 64     /**< free parameters in all */
#define RB_FIT_TIES 4     /**< tied parameters at most */
#define RB_FIT_COLUMNS 32 /**< measured columns of a series at most */

/** A camera above the origin of the floor that looks straight down, and the points on the body that it
   tracks, projected onto the floor (K15 (57)). */
typedef struct rb_tracker {
    double height;                   /**< of its focal point above the floor, m */
    int marker_count;                /**< points */
    rb_vec3 markers[RB_FIT_MARKERS]; /**< from the ellipsoid's centre, body axes, m */
} rb_tracker;

/** The camera and the three points of K15. */
RB_API rb_tracker rb_tracker_default(void);
/** Computes the points as seen by the camera: x, y of each, m. The body is displaced by (dx, dy). */
RB_API void rb_tracker_see(const rb_tracker *camera, const rb_scene *scene, const rb_snapshot *now, double dx,
                           double dy, double *xy);

/** A free parameter. */
typedef struct rb_fit_free {
    char name[64];       /**< as given; "x0", "y0": start position of a series, m */
    rb_section section;  /**< its section; RB_SECTION_COUNT: x0, y0, place of a marker */
    int index;           /**< in its section; 0: x0, 1: y0, 2 + 2 j: x of marker j, 3 + 2 j: its y */
    const rb_param *row; /**< NULL: x0, y0, place of a marker */
    double prior;        /**< standard deviation of what is known about it beforehand; 0: nothing */
} rb_fit_free;

/** A parameter that has the value of another one. */
typedef struct rb_fit_tie {
    rb_section section;      /**< of the parameter */
    int index;               /**< in its section */
    rb_section from_section; /**< of the parameter that it follows */
    int from_index;          /**< in its section */
} rb_fit_tie;

/** The measured data of one run. */
typedef struct rb_fit_series {
    char name[128];             /**< name of the file */
    int frames;                 /**< instants */
    double *t;                  /**< s, increasing */
    int columns;                /**< numbers of an instant */
    double *values;             /**< row by row; NAN: missing */
    int marker[RB_FIT_COLUMNS]; /**< of a column: 2 j for x, 2 j + 1 for y of point j; -1: a signal */
    int signal[RB_FIT_COLUMNS]; /**< of a column: the signal; -1: a point or, without a marker, the heading */
    double scale[RB_FIT_COLUMNS]; /**< differences are divided by this */
    char start[64];               /**< name of the scene's start; "": the scene's own */
} rb_fit_series;

/** An identification. */
typedef struct rb_fit {
    rb_scene scene;                     /**< the model, and the start of the search */
    rb_tracker camera;                  /**< camera of the points */
    rb_fit_series *series;              /**< the measured data; not owned */
    int series_count;                   /**< how many there are */
    rb_fit_free free[RB_FIT_FREE];      /**< of the scene, common to all series */
    int free_count;                     /**< how many */
    rb_fit_free of_series[RB_FIT_FREE]; /**< of each series, with a value for each */
    int of_series_count;                /**< how many */
    rb_fit_tie ties[RB_FIT_TIES];       /**< parameters that follow free ones */
    int tie_count;                      /**< how many */
    bool film;                          /**< points of a film (rb_fit_spec) */
    double noise;                       /**< error of a measured value, the unit of priors */
    char constraints[512];              /**< parameters that the model fixes or ties, in words; "": none */
} rb_fit;

#define RB_FIT_MODELS 32 /**< models at most */

/** A measured series of a fit. */
typedef struct rb_fit_data {
    char path[1024]; /**< of its file */
    char start[64];  /**< name of the scene's start; "": the scene's own */
} rb_fit_data;

/** The part of a study of kind fit besides its scene. Names are separated by commas; "": none. */
typedef struct rb_fit_spec {
    rb_fit_data data[RB_FIT_SERIES]; /**< the measured series */
    int data_count;                  /**< how many series */
    char free[512];                  /**< parameters of the scene, as for rb_fit_add_free */
    char free_start[256];            /**< of the start of each series */
    char models[1024];               /**< further scenes of the library to fit and compare */
    int restarts;                    /**< further searches from other values */
    uint64_t seed;                   /**< of these values */
    rb_tracker camera;               /**< camera of the points */
    /** Points of a film of a real body: heading, spin and place at the start are taken from the first frames,
       both signs of a free skew are tried, and intervals allow for errors that last longer than a frame. */
    bool film;
    char priors[256]; /**< "NAME=SD,...": what is known about free parameters beforehand; "": nothing */
    double noise;     /**< error of a measured value that priors are weighed against, m; 0: 1e-4 */
} rb_fit_spec;

/** Reads a series: column t, then x1, y1, x2, y2, ... of points (m), signals by their names, or `heading`,
   that of the body's long axis (rad, modulo pi). Free it in any case. */
RB_API rb_status rb_fit_series_read(rb_fit_series *series, const char *path, const rb_scene *scene,
                                    const rb_tracker *camera, rb_error *err);
/** Frees what was read. */
RB_API void rb_fit_series_free(rb_fit_series *series);

/** Frees parameters by their names, separated by commas. "contact" means friction coefficient, patch, and
   all parameters of friction and rolling that do not soften, as far as the scene's model allows: the
   variants of K15 (56) and of AK18 fix some parameters, and friction and rolling share one I3. "markers"
   means the places x, y of all markers in body axes. fit->constraints describes this. */
RB_API rb_status rb_fit_add_free(rb_fit *fit, const char *option, const char *names, rb_error *err);
/** The same for the start of each series: start parameters, x0, y0; "all" means all of them that are numbers.
 */
RB_API rb_status rb_fit_add_free_start(rb_fit *fit, const char *option, const char *names, rb_error *err);

/** Sets what is known beforehand about parameters that are free already: "NAME=SD,...", as in
   "markers=0.001". The mean is the value of the scene. */
RB_API rb_status rb_fit_set_priors(rb_fit *fit, const char *option, const char *text, rb_error *err);

/** Returns the number of free parameters: those of the scene, then those of each series. */
RB_API int rb_fit_count(const rb_fit *fit);
/** Gets their values in the scene. */
RB_API rb_status rb_fit_begin(const rb_fit *fit, double *values, rb_error *err);
/** Writes the name of a parameter, with its series: "omega3 of a.csv". */
RB_API void rb_fit_name(const rb_fit *fit, int index, char *text, size_t size);
/** Makes the scene with these values; series -1: only those of the scene. */
RB_API rb_status rb_fit_scene(const rb_fit *fit, const double *values, int series, rb_scene *scene,
                              rb_error *err);

/** Result of a fit. */
typedef struct rb_fit_result {
    double F;                  /**< mean squared difference; for points in m2 */
    double values[RB_FIT_ALL]; /**< of the free parameters */
    double low[RB_FIT_ALL];    /**< 95 % confidence interval, from low */
    double high[RB_FIT_ALL];   /**< to high, if the model is right and errors are independent; -INFINITY and
                                  INFINITY if not determined */
    int evaluations;           /**< number of evaluations of all series */
    bool stopped;              /**< cancelled: the best result so far */
    double share;              /**< share of the time of each series in use now; 1 at the end */
    double F_share;            /**< smallest mean squared difference over that time so far */
} rb_fit_result;

/** Returns the mean squared difference for these values; NAN if a run is impossible. residuals (may be
   NULL) has frames times columns for each series, one after another; 0 for missing values. */
RB_API double rb_fit_objective(const rb_fit *fit, const double *values, double *residuals);

/** Searches from the values in out->values; cancelled (may be NULL) is called regularly. out always
   contains the best result so far. */
RB_API rb_status rb_fit_run(const rb_fit *fit, bool (*cancelled)(void *context), void *context,
                            rb_fit_result *out, rb_error *err);

/** What a fit determines. Undetermined directions are combinations of parameters: the motion does not
   change if each parameter is changed in proportion to its number (if it is `logarithmic`, relative to
   the parameter, so that the numbers are exponents). */
typedef struct rb_fit_analysis {
    int parameter_count;                         /**< parameters of the fit */
    bool logarithmic[RB_FIT_ALL];                /**< by parameter: searched on a logarithmic scale */
    int undetermined_count;                      /**< directions */
    double undetermined[RB_FIT_ALL][RB_FIT_ALL]; /**< one parameter has 1, the others their proportion */
    double correlation[RB_FIT_ALL][RB_FIT_ALL];  /**< NAN where one of the two is not determined */
} rb_fit_analysis;

/** Analyses a fit at these values, from the derivatives of all residuals. */
RB_API rb_status rb_fit_determined(const rb_fit *fit, const double *values, rb_fit_analysis *out,
                                   rb_error *err);
/** Describes a direction: "contact.a is not determined: only contact.a·friction.b_T is". */
RB_API void rb_fit_describe(const rb_fit *fit, const rb_fit_analysis *analysis, int index, char *text,
                            size_t size);

/** Computes start values of restart number `restart`: `values` for 0, else each changed by up to a fifth,
   from a seed. */
RB_API void rb_fit_perturb(const rb_fit *fit, int restart, uint64_t seed, double *values);

RB_END_DECLS

#endif
