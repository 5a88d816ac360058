/** @file
   The definition of a study: a sweep (a map is a sweep over two axes), a bifurcation diagram, an ensemble,
   basins of attraction or a fit. Everything that its results depend on is in it. As JSON (format
   "rattleback-study") it is the file that `rbsim study` runs and `--spec` writes, the key of a journal, a
   line in the head of result tables, the form of the viewer's Studies page and the argument of Python's
   rattleback.study. */
#ifndef RATTLEBACK_STUDY_SPEC_H
#define RATTLEBACK_STUDY_SPEC_H

#include "rattleback/fit.h"
#include "rattleback/poincare.h"
#include "rattleback/sweep.h"

RB_BEGIN_DECLS

/** Kind of a study. */
typedef enum rb_spec_kind {
    RB_SPEC_SWEEP,       /**< outcomes of every run */
    RB_SPEC_BIFURCATION, /**< points of a Poincaré map over a parameter */
    RB_SPEC_ENSEMBLE,    /**< the band of signals */
    RB_SPEC_FIT,         /**< parameters from measured series */
    RB_SPEC_BASINS,      /**< the attractor of every start of a grid */
    RB_SPEC_KINDS
} rb_spec_kind;

/** "sweep", "bifurcation", "ensemble", "fit", "basins". */
RB_API const char *rb_spec_kind_name(rb_spec_kind kind);

/** Start of each column of a diagram. */
typedef enum rb_follow {
    RB_FOLLOW_NONE, /**< the scene's start */
    RB_FOLLOW_UP,   /**< the final state of the column before, from the first value to the last */
    RB_FOLLOW_DOWN, /**< the same from the last value to the first */
    RB_FOLLOW_BOTH, /**< up and down: two branches */
    RB_FOLLOW_COUNT
} rb_follow;

/** "none", "up", "down", "both". */
RB_API const char *rb_follow_name(rb_follow follow);

#define RB_ENSEMBLE_SIGNALS 8 /**< signals at most */

/** A study. */
typedef struct rb_study_spec {
    rb_spec_kind kind; /**< sweep, diagram, ensemble, fit or basins */
    /** Scene (with solver and end time), axes (parameters as ranges or lists, laws), outcomes, sampling and
       seed. In a diagram axes[0] is the parameter; the other axes are lists of start values, and their
       combinations are the starts of every column. */
    rb_sweep sweep;
    rb_section_cut section;           /**< diagram, basins: where a run is sampled */
    int transient;                    /**< diagram, basins: points left out first */
    int points;                       /**< diagram: points of a column, at most; basins: of a run */
    rb_follow follow;                 /**< diagram: start of columns */
    int signals[RB_ENSEMBLE_SIGNALS]; /**< ensemble: signals (rb_signal_at) */
    int signal_count;                 /**< ensemble: how many signals */
    int samples;                      /**< ensemble: times, from 0 to the scene's t_end */
    rb_fit_spec fit;                  /**< fit: data, free parameters, models, camera */
} rb_study_spec;

/** Returns the study as JSON text, to be freed by the caller; NULL when out of memory. Equal texts mean
   equal studies. */
RB_API char *rb_study_spec_to_text(const rb_study_spec *spec);
/** The same on one line, without a line break at its end. */
RB_API char *rb_study_spec_to_line(const rb_study_spec *spec);
/** Reads JSON text; where: prefix of messages. */
RB_API rb_status rb_study_spec_read_text(const char *text, const char *where, rb_study_spec *out,
                                         rb_error *err);
/** Reads a file: JSON, or a table with the definition in its head ("# study {...}"). */
RB_API rb_status rb_study_spec_read_file(const char *path, rb_study_spec *out, rb_error *err);
/** Writes a file. */
RB_API rb_status rb_study_spec_write_file(const rb_study_spec *spec, const char *path, rb_error *err);

/** Writes a title: "sweep of omega3_final over mu=0.1:1:10, scene k11-fig5". */
RB_API void rb_study_spec_title(const rb_study_spec *spec, char *text, size_t size);

/** Checks whether its parts fit together. */
RB_API rb_status rb_study_spec_check(const rb_study_spec *spec, rb_error *err);
/** Makes a study of it (not of a fit, which rb_study_compute runs), to be run by rb_study_run; the spec and
   `definition` (to be freed) must outlive it. The definition is the spec on one line; title is for people. */
RB_API rb_status rb_study_spec_study(const rb_study_spec *spec, const char *title, rb_study *study,
                                     char **definition, rb_error *err);

/** Runs a study and returns its table, the CSV that rbsim writes, to be freed with rb_study_free_text. text
   is the definition as JSON. threads 0: one for every core. A number other than 0 in *stop (may be NULL),
   written by another thread, ends it: then it fails, as it does for bad input. */
RB_API char *rb_study_compute(const char *text, int threads, const volatile int *stop, rb_error *err);
/** Frees the text; NULL is allowed. */
RB_API void rb_study_free_text(char *text);

RB_END_DECLS

#endif
