#include "viewer/session/compare.h"

#include <math.h>
#include <string.h>

/* Time is step count times step: other steps, other last digits. */
static const double same_time = 1e-9;

void rb_compare_update(rb_compare *compare, const rb_history *history, int runs, int reference,
                       const rb_signal *measure) {
    if (compare->version != history->version || compare->reference != reference) {
        compare->version = history->version;
        compare->reference = reference;
        memset(compare->done, 0, sizeof compare->done);
        memset(compare->done_base, 0, sizeof compare->done_base);
        memset(compare->largest, 0, sizeof compare->largest);
    }
    const rb_history_run *base = &history->runs[reference];
    for (int i = 0; i < runs; i++) {
        const rb_history_run *run = &history->runs[i]; /* one that froze is shorter */
        int *k = &compare->done[i];
        int *m = &compare->done_base[i];
        while (*k < run->count && *m < base->count) {
            const rb_snapshot *a = run->items[*k];
            const rb_snapshot *b = base->items[*m];
            bool together = fabs(a->t - b->t) < same_time;
            if (together) {
                compare->largest[i] = fmax(compare->largest[i], fabs(rb_signal_value(measure, a) -
                                                                     rb_signal_value(measure, b)));
            }
            *k += together || a->t < b->t; /* a run of longer ticks has fewer samples */
            *m += together || b->t < a->t;
        }
    }
}
