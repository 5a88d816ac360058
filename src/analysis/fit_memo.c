#include "analysis/fit_memo.h"

#include <stdlib.h>
#include <string.h>

#include "base/system.h"

bool rb_fit_memo_recall(rb_fit_memo *memo, double *residuals, size_t count) {
    memcpy(residuals, memo->residuals + (size_t)memo->next * count, count * sizeof *residuals);
    return memo->found[memo->next++];
}

static bool grow(rb_fit_memo *memo, size_t count) {
    int room = memo->room + 64;
    double *residuals = realloc(memo->residuals, (size_t)room * count * sizeof *residuals);
    memo->residuals = residuals != NULL ? residuals : memo->residuals;
    bool *found = realloc(memo->found, (size_t)room * sizeof *found);
    memo->found = found != NULL ? found : memo->found;
    memo->room = residuals != NULL && found != NULL ? room : memo->room;
    return memo->room == room;
}

bool rb_fit_memo_keep(rb_fit_memo *memo, const double *residuals, size_t count, bool found) {
    memo->fresh++;
    if (memo->count == memo->room && !grow(memo, count)) {
        return false;
    }
    memcpy(memo->residuals + (size_t)memo->count * count, residuals, count * sizeof *residuals);
    memo->found[memo->count++] = found;
    memo->next = memo->count;
    return true;
}

bool rb_fit_memo_pauses(rb_fit_memo *memo) {
    memo->paused = memo->paused || (memo->fresh > 0 && rb_wall_clock() >= memo->until);
    return memo->paused;
}

void rb_fit_memo_free(rb_fit_memo *memo) {
    free(memo->residuals);
    free(memo->found);
    *memo = (rb_fit_memo){0};
}
