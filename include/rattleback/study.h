/** @file
   Studies: many independent jobs, on every core. A job is a number; what comes of it, a row of
   doubles, depends on that number and the study's definition and on nothing else, so that the result
   is the same to the bit for any number of threads, in any order, at one go or in several. What is
   done is kept in a journal, from which a study that was ended can continue. */
#ifndef RATTLEBACK_STUDY_H
#define RATTLEBACK_STUDY_H

#include <stdbool.h>
#include <stdint.h>

#include "rattleback/status.h"

RB_BEGIN_DECLS

#define RB_STUDY_JOBS_MAX 10000000 /**< jobs at most */

/** A study under way, as a job sees it. */
typedef struct rb_study_control rb_study_control;

/** A study. */
typedef struct rb_study {
    /** Everything that the result depends on, as text. A journal belongs to one definition. */
    const char *definition;
    /** The definition's first line, for people: it is in the journal and in messages. */
    const char *title;
    int64_t job_count; /**< 1 to RB_STUDY_JOBS_MAX */
    int width;         /**< doubles of one job's row */
    int chunk;         /**< jobs handed out at a time, at least 1 */
    /** Does the jobs first to first + count - 1, rows one after another into `rows`. Called on
       several threads at once. A long job asks rb_study_cancelled now and then and returns RB_OK at
       once if so: what it leaves is thrown away. Failure ends the study. */
    rb_status (*work)(const void *context, int64_t first, int count, const rb_study_control *control,
                      double *rows, rb_error *err);
    const void *context; /**< of work */
} rb_study;

/** Is the study to end? Cheap enough to be asked before every step. */
RB_API bool rb_study_cancelled(const rb_study_control *control);

/** How far it is. */
typedef struct rb_study_progress {
    int64_t done, total; /**< jobs */
    int64_t resumed;     /**< of those done, found in the journal */
    double seconds;      /**< since it began */
} rb_study_progress;

/** How it is run: nothing here changes the result. */
typedef struct rb_study_options {
    int threads;         /**< 0: one for every core */
    const char *journal; /**< path; NULL: none is kept */
    bool resume;         /**< continue from the journal, if there is one; else there must be none */
    /** Called some ten times a second by the thread that called rb_study_run, and once at the end.
       False ends the study. May be NULL. */
    bool (*watch)(void *context, const rb_study_progress *progress);
    /** Called with rows as they are done, in any order, one call at a time, on any thread. May be
       NULL. */
    void (*deliver)(void *context, int64_t first, int count, const double *rows);
    void *context; /**< of both */
    /** Who does the jobs; NULL: threads of this process. rbsim-mpi has another. */
    rb_status (*execute)(rb_study_control *control, int threads, rb_error *err);
    /** This process only works for another one, which has journal and result: here there is
       neither. */
    bool worker;
    bool idle; /**< threads only take what others leave of the cores */
} rb_study_options;

/** Returns options for all cores, without a journal and without callbacks. */
RB_API rb_study_options rb_default_study_options(void);

/** What came of it. */
typedef struct rb_study_result {
    double *rows;        /**< job_count times width; NAN where not done; NULL for a worker */
    unsigned char *done; /**< by job: 1 if done; NULL for a worker */
    int64_t done_count;  /**< how many are */
} rb_study_result;

/** Runs the study: RB_OK also when it was ended early, as done_count shows. On failure, too,
   what is done is in the journal. A complete journal is left to the caller to remove
   (rb_study_remove_journal), when the result is safe. Free the result in any case. */
RB_API rb_status rb_study_run(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                              rb_error *err);
/** Frees what rb_study_run allocated. */
RB_API void rb_study_free(rb_study_result *result);

/** Would rb_study_run accept this study and its journal? Nothing is changed. */
RB_API rb_status rb_study_check(const rb_study *study, const rb_study_options *options, rb_error *err);
/** Removes a journal; a path of NULL and a journal that is not there are fine. */
RB_API void rb_study_remove_journal(const char *path);

/** How many threads there would be with `threads` asked for: all cores for 0. */
RB_API int rb_study_threads(int threads);

RB_END_DECLS

#endif
