/* A search in slices, for platforms without threads. Every slice restarts the search and reuses earlier
   evaluations, so that only new ones take time. The search makes no random choice and repeats the same
   evaluations in the same order. */
#ifndef RB_ANALYSIS_FIT_MEMO_H
#define RB_ANALYSIS_FIT_MEMO_H

#include "rattleback/fit.h"

typedef struct rb_fit_memo {
    double *residuals; /* of all evaluations, in order */
    bool *found;       /* whether an evaluation has residuals */
    int count, room;   /* evaluations kept, and room for them */
    int next;          /* index of the next one to reuse */
    int fresh;         /* evaluations of this slice */
    double until;      /* when the slice ends (rb_wall_clock) */
    bool paused;       /* the slice has ended, the search has not */
} rb_fit_memo;

/* Gets the residuals of the next stored evaluation. Returns whether it had any. */
bool rb_fit_memo_recall(rb_fit_memo *memo, double *residuals, size_t count);
/* Stores an evaluation. Returns false when out of memory: the search must end, because later evaluations
   would be reused in its place. */
bool rb_fit_memo_keep(rb_fit_memo *memo, const double *residuals, size_t count, bool found);
/* Is the slice over? Never before something new was evaluated. */
bool rb_fit_memo_pauses(rb_fit_memo *memo);
void rb_fit_memo_free(rb_fit_memo *memo);

/* Runs rb_fit_run for about `seconds`. If memo->paused is false afterwards, the search has ended and out
   has the result of rb_fit_run, to the bit; until then out has the best result so far. out->values: start
   values, in every call. */
rb_status rb_fit_run_slice(const rb_fit *fit, rb_fit_memo *memo, double seconds, rb_fit_result *out,
                           rb_error *err);

#endif
