/** @file
   Studies: many independent jobs on all cores. A job is identified by a number. Its result, a row
   of doubles, depends only on that number and the definition of the study, so the results have the same
   bits for any number of threads, in any order, in one run or several. Completed jobs are stored in a
   journal, from which an interrupted study can continue. */
#ifndef RATTLEBACK_STUDY_H
#define RATTLEBACK_STUDY_H

#include <stdbool.h>
#include <stdint.h>

#include "rattleback/status.h"

RB_BEGIN_DECLS

#define RB_STUDY_JOBS_MAX 10000000 /**< jobs at most */

/** A running study, for its jobs. */
typedef struct rb_study_control rb_study_control;

/** A study. */
typedef struct rb_study {
    /** Everything that the result depends on, as text. A journal belongs to one definition. */
    const char *definition;
    /** The first line of the definition, for the journal and for messages. */
    const char *title;
    int64_t job_count; /**< 1 to RB_STUDY_JOBS_MAX */
    int width;         /**< doubles of one job's row */
    int chunk;         /**< jobs per chunk, at least 1 */
    /** Computes the jobs first to first + count - 1 and writes their rows to `rows`. Called on several
       threads at once. A long job calls rb_study_cancelled regularly and returns RB_OK if it is true; its
       rows are then discarded. A failure ends the study. */
    rb_status (*work)(const void *context, int64_t first, int count, const rb_study_control *control,
                      double *rows, rb_error *err);
    const void *context; /**< of work */
} rb_study;

/** Returns whether the study is to end. Fast enough to be called before every step. */
RB_API bool rb_study_cancelled(const rb_study_control *control);

/** Progress of a study. */
typedef struct rb_study_progress {
    int64_t done, total; /**< jobs */
    int64_t resumed;     /**< completed jobs that were found in the journal */
    double seconds;      /**< since the start */
} rb_study_progress;

/** Options of a study. They do not change the result. */
typedef struct rb_study_options {
    int threads;         /**< 0: one for every core */
    const char *journal; /**< path; NULL: no journal */
    bool resume;         /**< continue from an existing journal; otherwise the journal must not exist */
    /** Called about ten times a second by the thread that called rb_study_run, and once at the end.
       Returning false ends the study. May be NULL. */
    bool (*watch)(void *context, const rb_study_progress *progress);
    /** Called with completed rows, in any order, one call at a time, on any thread. May be NULL. */
    void (*deliver)(void *context, int64_t first, int count, const double *rows);
    void *context; /**< of both */
    /** Runs the jobs; NULL: threads of this process. rbsim-mpi sets another function. */
    rb_status (*execute)(rb_study_control *control, int threads, rb_error *err);
    /** This process only computes for another one, which has the journal and the result. */
    bool worker;
    bool idle; /**< threads have low priority */
} rb_study_options;

/** Returns options for all cores, without a journal and without callbacks. */
RB_API rb_study_options rb_default_study_options(void);

/** Result of a study. */
typedef struct rb_study_result {
    double *rows;        /**< job_count times width; NAN where not done; NULL for a worker */
    unsigned char *done; /**< by job: 1 if done; NULL for a worker */
    int64_t done_count;  /**< number of completed jobs */
} rb_study_result;

/** Runs the study. Returns RB_OK also if it was ended early (see done_count). Completed jobs are in the
   journal also after a failure. The caller removes a complete journal (rb_study_remove_journal) after the
   result has been stored. Free the result in any case. */
RB_API rb_status rb_study_run(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                              rb_error *err);
/** Frees what rb_study_run allocated. */
RB_API void rb_study_free(rb_study_result *result);

/** Checks whether rb_study_run would accept this study and its journal. Changes nothing. */
RB_API rb_status rb_study_check(const rb_study *study, const rb_study_options *options, rb_error *err);
/** Removes a journal; NULL and a missing file are allowed. */
RB_API void rb_study_remove_journal(const char *path);

/** Returns the number of threads for this request: all cores for 0. */
RB_API int rb_study_threads(int threads);

RB_END_DECLS

#endif
