/* exp and tanh, for doubles and lanes. */
#ifndef RB_MATH_TANH_INLINE_H
#define RB_MATH_TANH_INLINE_H

#include "math/elementary_bits_inline.h"
#include "math/elementary_tables_inline.h"

/* exp(x + tail) 2^-e for |x| < 746 and a small tail: x = (64 e + j) (ln 2)/64 + r, and 2^(j/64) (1 + r +
   r^2 q(r)) added from the smallest term up, so that the error is little more than the last rounding,
   which is returned in rest. *k is 64 e: the integer is in the last bits of a sum with ROOM. */
RB_INLINE rb_num exp_sum(rb_num x, rb_num tail, rb_bits *k, rb_num *rest) {
    rb_num shifted = x * LOG2_E_64 + ROOM;
    rb_num n = shifted - ROOM;
    rb_bits bits = num_bits(shifted), j = bits & 63;
    *k = bits - j - num_bits(NUM(ROOM));
    rb_num high = x - n * LN2_64_HIGH; /* exact: 17 bits times 32 */
    rb_num r = high - (n * LN2_64_LOW - tail);
    rb_num part = num_lookup(&exp_parts[0].high, 2, j);
    rb_num more = num_lookup(&exp_parts[0].low, 2, j) + part * (r + r * r * POLY(exp_terms, r));
    rb_num sum = part + more;
    *rest = more - (sum - part);
    return sum;
}

/* 2^e from 64 e, -1022 <= e <= 1023. */
RB_INLINE rb_num exp_unit(rb_bits k) {
    return num_from_bits((k << 46) + num_bits(NUM(1)));
}

enum { TANH_TERMS = sizeof tanh_terms / sizeof tanh_terms[0] };

/* tanh for |x| < 3/4; the first term is added last, so that the result is rounded once. */
RB_INLINE rb_num tanh_near(rb_num x) {
    rb_num z = x * x;
    return x + x * z * (tanh_terms[0] + z * poly(tanh_terms + 1, TANH_TERMS - 1, z));
}

/* x + x^3 P(x^2) below 3/4; 1 - 2/(exp(2 x) + 1) above, where the rounding of the quotient is small
   against the result. */
RB_INLINE rb_num num_tanh(rb_num x) {
    rb_num size = num_abs(x), near = x;
    rb_mask is_near = size < 0.75, is_far = num_not(size < 20);
    if (num_any(is_near)) {
        near = tanh_near(x);
    }
    if (num_all(is_near)) {
        return near;
    }
    rb_num one = NUM_CHOOSE(x > 0, NUM(1), NUM(-1));
    rb_num far = NUM_CHOOSE(x == x, one, x); /* or NaN */
    if (num_all(is_near | is_far)) {
        return NUM_CHOOSE(is_near, near, far);
    }
    rb_bits k;
    rb_num rest, sum = exp_sum(2 * size, NUM(0), &k, &rest), unit = exp_unit(k);
    rb_num E = sum * unit, whole = E + 1, part = 2 / whole;
    rb_num lost = (E - (whole - 1)) + rest * unit; /* by rounding exp(2 x) + 1 */
    rb_num rough = 1 - part;
    rb_num t = rough + (((1 - rough) - part) + 0.5 * part * part * lost);
    t = NUM_CHOOSE(x > 0, t, -t);
    return NUM_CHOOSE(is_near, near, NUM_CHOOSE(is_far, far, t));
}

/* 1 - tanh(x) for 0 <= x <= 300, without cancellation where the result is small. */
RB_INLINE rb_num num_fade(rb_num x) {
    rb_mask is_near = x < 0.75;
    rb_num near = NUM(0);
    if (num_any(is_near)) {
        near = 1 - tanh_near(x);
    }
    if (num_all(is_near)) {
        return near;
    }
    rb_bits k;
    rb_num rest, sum = exp_sum(2 * x, NUM(0), &k, &rest);
    return NUM_CHOOSE(is_near, near, 2 / (sum * exp_unit(k) + 1));
}

#endif
