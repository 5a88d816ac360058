#include "app/session/compare.h"

#include <math.h>
#include <string.h>

/* Time is step count times step: other steps, other last digits. */
static const double same_time = 1e-9;

void rb_compare_update(rb_compare *compare, rb_series *series, const rb_history *history, int runs,
                       int reference, int measure) {
    if (compare->version != history->version || compare->reference != reference) {
        compare->version = history->version;
        compare->reference = reference;
        memset(compare->done, 0, sizeof compare->done);
        memset(compare->done_base, 0, sizeof compare->done_base);
        memset(compare->largest, 0, sizeof compare->largest);
    }
    const rb_column *base = rb_series_column(series, history, reference, measure);
    for (int i = 0; i < runs; i++) {
        const rb_column *run = rb_series_column(series, history, i, measure);
        int *k = &compare->done[i];
        int *m = &compare->done_base[i];
        while (run != NULL && base != NULL && *k < run->count && *m < base->count) {
            double a = history->runs[i].items[*k].t; /* one that froze is shorter */
            double b = history->runs[reference].items[*m].t;
            bool together = fabs(a - b) < same_time;
            if (together) {
                compare->largest[i] =
                    fmax(compare->largest[i], fabs(run->values[*k] - base->values[*m]));
            }
            *k += together || a < b; /* a run of longer ticks has fewer samples */
            *m += together || b < a;
        }
    }
}
