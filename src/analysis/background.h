/* A study in the background: threads of low priority do its jobs, or, without threads, its owner does some
   at a time. The owner takes rows as they are completed and never waits. */
#ifndef RB_ANALYSIS_BACKGROUND_H
#define RB_ANALYSIS_BACKGROUND_H

#include "rattleback/study.h"

typedef struct rb_background rb_background;

/* Starts; the context of the study must outlive it. Leaves one core to the owner, if there are several. */
rb_background *rb_background_begin(const rb_study *study, bool threaded, rb_error *err);
/* Without threads: does jobs for about this many seconds, at least one. */
void rb_background_pump(rb_background *background, double seconds);
/* Returns the next completed row, in the order of completion; NULL: none now. */
const double *rb_background_take(rb_background *background, int64_t *job);
/* Cancels the running jobs; returns without waiting for them. */
void rb_background_cancel(rb_background *background);
/* Has it ended: all done, cancelled or failed? */
bool rb_background_ended(rb_background *background);
/* Cancels and frees it. Returns the first failure, if any. NULL is allowed. */
rb_status rb_background_end(rb_background *background, rb_error *err);

#endif
