/* Colours of values, for maps: equal steps of a value look equally large (tools/make_colours.py). */
#ifndef RB_BASE_COLOURS_H
#define RB_BASE_COLOURS_H

#include <stdbool.h>
#include <stdint.h>

#define RB_COLOUR_NONE 0xC8C8C8 /* colour of values that are not finite */

/* Colours of a range of values: blue and red on either side of zero if both signs occur, else dark to
   light. */
typedef struct rb_colours {
    double from, to;
    bool diverging;
} rb_colours;

/* Colours of values from low to high; low > high: there are no values. */
rb_colours rb_colours_between(double low, double high);
/* Colours of `count` values, `stride` apart; values that are not finite are ignored. */
rb_colours rb_colours_of(const double *values, long long count, int stride);
/* 0xRRGGBB. */
uint32_t rb_colour(const rb_colours *colours, double value);

#endif
