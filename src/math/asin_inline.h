/* asin, for doubles and lanes. */
#ifndef RB_MATH_ASIN_INLINE_H
#define RB_MATH_ASIN_INLINE_H

#include "math/elementary_bits_inline.h"
#include "math/elementary_tables_inline.h"

RB_INLINE rb_num asin_rest(rb_num z) {
    return z * POLY(asin_terms, z);
}

/* Above 1/2: pi/2 - 2 asin(s), s^2 = (1 - x)/2, s as the sum of two doubles. */
RB_INLINE rb_num num_asin(rb_num x) {
    rb_num size = num_abs(x), direct = x;
    rb_mask is_small = size < 0.5;
    if (num_any(is_small)) {
        direct = x + x * asin_rest(x * x);
    }
    if (num_all(is_small)) {
        return direct;
    }
    rb_num z = (1 - size) / NUM(2), s = num_sqrt(z), u = upper_half(s);
    rb_num rest = NUM_CHOOSE(z > 0, (z - u * u) / (s + u), NUM(0)); /* s = u + rest */
    rb_num small = 2 * s * asin_rest(z) + (2 * rest - PI_2_LOW);
    rb_num angle = PI_2_HIGH - 2 * u;
    angle = angle + (((PI_2_HIGH - angle) - 2 * u) - small);
    rb_num large = NUM_CHOOSE(x < 0, -angle, angle);
    return NUM_CHOOSE(is_small, direct, NUM_CHOOSE(size <= 1, large, NUM(NAN)));
}

#endif
