/** @file
   Analyses of a motion (gradients, Lyapunov exponents, periodic orbits) and all results of a study, each in
   one call that returns text, for bindings to other languages; the Python module uses it. The text is JSON,
   with numbers that read back as the same bits and null for what does not exist, and is freed with
   rb_study_free_text. It equals what `rbsim` writes with --summary. */
#ifndef RATTLEBACK_COMPUTE_H
#define RATTLEBACK_COMPUTE_H

#include "rattleback/scene.h"

RB_BEGIN_DECLS

/** Shared by a computation and another thread while it runs; zeros at first. */
typedef struct rb_compute_control {
    volatile int stop;     /**< written by the other thread: not 0 ends the computation, which then fails */
    volatile double share; /**< of the work that is done, 0 to 1; written by the computation */
} rb_compute_control;

/** Computes the derivatives of outcomes by parameters and start values (names separated by commas) for the
   run until `until`, s: {"values": {outcome: x}, "gradient": {outcome: {parameter: x}}}. control may be NULL,
   here and below. */
RB_API char *rb_gradient_compute(const rb_scene *scene, const char *of, const char *by, double until,
                                 rb_compute_control *control, rb_error *err);

/** Computes the Lyapunov exponents of the run until `until`, s. Growth before `transient`, s, is not counted;
   a negative number or NAN: a tenth of the run. {"exponents": [...], "errors": [...], "sum", "divergence"},
   with null for the exponent minus infinity. */
RB_API char *rb_lyapunov_compute(const rb_scene *scene, double until, double transient,
                                 rb_compute_control *control, rb_error *err);

/** Definition of a search for a periodic orbit. */
typedef struct rb_orbit_options {
    const char *section; /**< as for rb_section_read; NULL: the body's own */
    const char *along;   /**< "NAME=FROM:TO": follow the orbit in this parameter; NULL: one orbit */
    int transient;       /**< points of the section left out first, at least 0 */
    int points;          /**< points in which a period is recognised, at least 2 */
    int period;          /**< period in points, less than `points`; 0: that of the points */
    int doublings;       /**< with `along`: branches are switched at flips so many times, 0 to 8 */
} rb_orbit_options;

/** Returns options for one orbit: 150 points left out, 100 points. */
RB_API rb_orbit_options rb_default_orbit_options(void);

/** Finds a periodic orbit and its Floquet multipliers: {"period", "period_time", "at", "residual",
   "multipliers": [[re, im], ...], "stable"}. With options->along, follows it: {"bifurcations": [...],
   "path": [...]}, the latter with every orbit. */
RB_API char *rb_orbit_compute(const rb_scene *scene, const rb_orbit_options *options,
                              rb_compute_control *control, rb_error *err);

/** What to compute for a study besides its table. */
typedef struct rb_study_extras {
    const char *profile; /**< fit: names of parameters with a profile, separated by commas; NULL: none */
    int compare;         /**< fit: not 0: chi2, BIC and cross-validation of the models */
    int steps;           /**< fit: steps of a walker through the posterior; 0: no posterior */
    int walkers;         /**< fit: number of walkers, even; 0: chosen by the number of parameters */
} rb_study_extras;

/** Runs a study (as rb_study_compute, which returns its table only) and returns its files: {"csv": text,
   ...}, each as rbsim writes it. Further files: "periods" of a diagram; "summary" of basins; of a fit
   "correlations", "fitted" (a scene), and as requested "profiles", "comparison", "posterior". extras may be
   NULL. */
RB_API char *rb_study_compute_files(const char *text, const rb_study_extras *extras, int threads,
                                    rb_compute_control *control, rb_error *err);

RB_END_DECLS

#endif
