/* A search in slices, where there are no threads: every slice restarts the search and takes earlier
   evaluations from memory, so that only new ones take time. The search makes no random choice and repeats the
   same evaluations in the same order. */
#ifndef RB_ANALYSIS_FIT_MEMO_H
#define RB_ANALYSIS_FIT_MEMO_H

#include "rattleback/fit.h"

typedef struct rb_fit_memo {
    double *residuals; /* of one evaluation after the other */
    bool *found;       /* were there any? */
    int count, room;   /* evaluations kept, and room for them */
    int next;          /* to be recalled */
    int fresh;         /* evaluations of this slice */
    double until;      /* when the slice ends (rb_wall_clock) */
    bool paused;       /* the slice has ended, the search has not */
} rb_fit_memo;

/* Residuals of the next evaluation; what was found. */
bool rb_fit_memo_recall(rb_fit_memo *memo, double *residuals, size_t count);
/* Keeps an evaluation. False without memory for it: those behind it would be recalled in its place, so
   that the search has to end. */
bool rb_fit_memo_keep(rb_fit_memo *memo, const double *residuals, size_t count, bool found);
/* Is the slice over? Not before something new was evaluated. */
bool rb_fit_memo_pauses(rb_fit_memo *memo);
void rb_fit_memo_free(rb_fit_memo *memo);

/* rb_fit_run for about `seconds`. Unless memo->paused then, the search has ended; out is what rb_fit_run
   gives, to the bit, and until then the best so far. out->values are where to begin, every time. */
rb_status rb_fit_run_slice(const rb_fit *fit, rb_fit_memo *memo, double seconds, rb_fit_result *out,
                           rb_error *err);

#endif
