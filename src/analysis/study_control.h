/* A running study from the side of its workers: threads here, other processes in rbsim-mpi. A free worker
   takes a chunk, computes it and returns the rows. */
#ifndef RB_ANALYSIS_STUDY_CONTROL_H
#define RB_ANALYSIS_STUDY_CONTROL_H

#include "rattleback/study.h"

/* Opens a study and reads its journal, without running any job. All arguments must outlive the control. On
   failure there is no control; the result must still be freed. */
rb_status rb_study_open(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                        rb_study_control **opened, rb_error *err);
/* Ends it. Returns the first failure, if any. The result stays valid. */
rb_status rb_study_close(rb_study_control *control, rb_error *err);
/* Stops all workers within a step; callable from any thread. */
void rb_study_stop(rb_study_control *control);

/* The study. */
const rb_study *rb_study_of(const rb_study_control *control);

/* Takes the next free chunk; false if there is none or the study is to end. */
bool rb_study_take(rb_study_control *control, int64_t *first, int *count);
/* Stores completed rows in the result and the journal. */
void rb_study_give(rb_study_control *control, int64_t first, int count, const double *rows);
/* Returns a chunk that will not be computed, for another worker. */
void rb_study_put_back(rb_study_control *control, int64_t first);
/* Ends the study with a message. */
void rb_study_fail(rb_study_control *control, rb_status status, const rb_error *err);

/* Calls the progress callback when it is due. To be called regularly by the thread that runs the study.
   Returns false if the study is to end. */
bool rb_study_look(rb_study_control *control);
/* Is the study to use idle cores only? */
bool rb_study_is_idle_work(const rb_study_control *control);
/* Are all jobs done? */
bool rb_study_is_done(rb_study_control *control);

/* Does chunks, at least one, until none is left or `enough` (may be NULL) returns true. rows has room for
   a chunk. Returns false if none is left. */
bool rb_study_do_chunks(rb_study_control *control, double *rows, bool (*enough)(void *context),
                        void *context);

/* Threads that do chunks until none is left. */
typedef struct rb_study_pool rb_study_pool;
rb_study_pool *rb_study_pool_begin(rb_study_control *control, int threads, rb_error *err);
/* Have all threads ended? Does not wait. */
bool rb_study_pool_done(rb_study_pool *pool);
/* Waits up to 0.1 s. Have all threads ended? */
bool rb_study_pool_wait(rb_study_pool *pool);
void rb_study_pool_end(rb_study_pool *pool);

#endif
