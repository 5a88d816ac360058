/* A study beside other work: threads of low priority do its jobs, or, where there are no threads, its
   owner does some now and then. The owner takes rows as they come and never waits. */
#ifndef RB_ANALYSIS_BACKGROUND_H
#define RB_ANALYSIS_BACKGROUND_H

#include "rattleback/study.h"

typedef struct rb_background rb_background;

/* Begins; the study's context must outlive it. Leaves one core to the owner, if there are several. */
rb_background *rb_background_begin(const rb_study *study, bool threaded, rb_error *err);
/* Without threads: jobs for about so many seconds, and at least one. */
void rb_background_pump(rb_background *background, double seconds);
/* The next row that is done, in the order in which they are; NULL: none now. */
const double *rb_background_take(rb_background *background, int64_t *job);
/* Cancels the jobs under way; it ends soon. */
void rb_background_cancel(rb_background *background);
/* Has it ended? Everything is done, it was cancelled, or something failed. */
bool rb_background_ended(rb_background *background);
/* Cancels and frees it; the first failure, if there was one. NULL is fine. */
rb_status rb_background_end(rb_background *background, rb_error *err);

#endif
