#include "sim/cost.h"

#include <stdlib.h>

static const double undisturbed_share = 0.9; /* share of the wall time; below it the thread was preempted */

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void rb_cost_add(rb_cost *cost, double core, double wall, double evaluations) {
    if (!(evaluations > 0) || !(core > 0) || core < undisturbed_share * wall) {
        return;
    }
    cost->each[cost->count++] = core / evaluations;
    if (cost->count == RB_COST_KEPT) {
        qsort(cost->each, RB_COST_KEPT, sizeof cost->each[0], by_size);
        cost->median = cost->each[RB_COST_KEPT / 2];
        cost->count = 0;
    }
}
