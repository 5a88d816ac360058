#include "base/colours.h"

#include <math.h>

#include "base/colour_tables_inline.h"

rb_colours rb_colours_between(double low, double high) {
    rb_colours c = {low, high, low < 0 && high > 0};
    if (!(low <= high)) {
        return (rb_colours){0, 1, false};
    }
    if (c.diverging) {
        c.to = fmax(high, -low);
        c.from = -c.to;
    } else if (low == high) {
        c.to += fmax(fabs(high), 1e-9);
    }
    return c;
}

rb_colours rb_colours_of(const double *values, long long count, int stride) {
    double low = INFINITY, high = -INFINITY;
    for (long long i = 0; i < count; i++) {
        double v = values[i * stride];
        if (isfinite(v)) {
            low = fmin(low, v);
            high = fmax(high, v);
        }
    }
    return rb_colours_between(low, high);
}

uint32_t rb_colour(const rb_colours *colours, double value) {
    if (!isfinite(value)) {
        return RB_COLOUR_NONE;
    }
    const uint32_t *table = colours->diverging ? diverging_colours : sequential_colours;
    double at = (value - colours->from) / (colours->to - colours->from) * (RB_COLOURS - 1);
    at = fmin(RB_COLOURS - 1, fmax(0, at));
    int low = at < RB_COLOURS - 1 ? (int)at : RB_COLOURS - 2;
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double a = (double)((table[low] >> shift) & 0xFF);
        double b = (double)((table[low + 1] >> shift) & 0xFF);
        mixed |= (uint32_t)lround(a + (at - low) * (b - a)) << shift;
    }
    return mixed;
}
