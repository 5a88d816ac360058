/* A running study, as its workers see it: threads here, other processes in rbsim-mpi. A free worker takes a
   chunk, computes it and gives the rows back. */
#ifndef RB_ANALYSIS_STUDY_CONTROL_H
#define RB_ANALYSIS_STUDY_CONTROL_H

#include "rattleback/study.h"

/* Opens a study and reads its journal, without running any job. All of it must outlive the
   control. On failure there is none, and the result is to be freed as always. */
rb_status rb_study_open(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                        rb_study_control **opened, rb_error *err);
/* Ends it: the first failure, if there was one. The result stays. */
rb_status rb_study_close(rb_study_control *control, rb_error *err);
/* All workers stop within a step; callable from any thread. */
void rb_study_stop(rb_study_control *control);

/* The study. */
const rb_study *rb_study_of(const rb_study_control *control);

/* Takes the next free chunk; false when there is none, or the study is to end. */
bool rb_study_take(rb_study_control *control, int64_t *first, int *count);
/* Rows that are done: into the result and the journal. */
void rb_study_give(rb_study_control *control, int64_t first, int count, const double *rows);
/* Returns a chunk that will not be computed, for another worker. */
void rb_study_put_back(rb_study_control *control, int64_t first);
/* Ends the study with a message. */
void rb_study_fail(rb_study_control *control, rb_status status, const rb_error *err);

/* Asks who watches, when it is time to: to be called now and then by the thread that runs the
   study. False when the study is to end. */
bool rb_study_look(rb_study_control *control);
/* Is it for cores that have nothing else to do? */
bool rb_study_is_idle_work(const rb_study_control *control);
/* Are all jobs done? */
bool rb_study_is_done(rb_study_control *control);

/* Does chunks until none is left or, if enough is not NULL, it says so; at least one. rows has room
   for a chunk. False: none is left. */
bool rb_study_do_chunks(rb_study_control *control, double *rows, bool (*enough)(void *context),
                        void *context);

/* Threads that do chunks until none is left: started, and waited for. */
typedef struct rb_study_pool rb_study_pool;
rb_study_pool *rb_study_pool_begin(rb_study_control *control, int threads, rb_error *err);
/* Are all threads done? Does not wait. */
bool rb_study_pool_done(rb_study_pool *pool);
/* Waits up to a tenth of a second; are all threads done? */
bool rb_study_pool_wait(rb_study_pool *pool);
void rb_study_pool_end(rb_study_pool *pool);

#endif
