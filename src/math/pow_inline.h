/* exp and pow, for doubles and lanes. In lanes overflow, underflow and NaN are left to doubles
   (num_rarely). */
#ifndef RB_MATH_POW_INLINE_H
#define RB_MATH_POW_INLINE_H

#include "math/tanh_inline.h"

/* exp(x + tail), tail small. */
RB_INLINE rb_num num_exp(rb_num x, rb_num tail) {
    if (num_rarely(num_not((x < 709.8) & (x > -745.2)), &x)) {
#if RB_LANES == 1
        return isnan(x) ? x : x > 0 ? INFINITY : 0;
#endif
    }
    rb_bits k;
    rb_num rest, sum = exp_sum(x, tail, &k, &rest);
    if (num_rarely(num_not((x > -708) & (x < 709)), &sum)) {
#if RB_LANES == 1
        int64_t e = (int64_t)k / 64;
        return sum * power_of_two(e / 2) * power_of_two(e - e / 2); /* subnormal or infinite */
#endif
    }
    return sum * exp_unit(k);
}

/* Splits x > 0 into 2^n z with z in [0.70703, 1.41406), where log_parts begins; i: its row there. */
#define PARTS_BEGIN 0x3fe6a00000000000

RB_INLINE rb_num reduced(rb_num x, rb_num *n, rb_bits *i) {
    rb_num less = NUM(0);
    if (num_rarely(x < 0x1p-1022, &x)) { /* subnormal */
        x = x * 0x1p54;
        less = NUM(-54);
    }
    rb_bits x_bits = num_bits(x), above = x_bits - PARTS_BEGIN;
    rb_bits k = (rb_bits)((rb_signed)above >> 52);
    *n = num_from_bits(k + num_bits(NUM(ROOM))) - ROOM + less;
    *i = above >> 45 & 127;
    return num_from_bits(x_bits - (above & 0xfff0000000000000));
}

/* ln x as the sum of two doubles, to about 2^-66 relative: z/c - 1 is exact in two parts, its square
   nearly so, and the logarithms of the table add up exactly with those of 2^k. */
RB_INLINE rb_num log_two(rb_num x, rb_num *rest) {
    rb_num n;
    rb_bits i;
    rb_num z = reduced(x, &n, &i);
    rb_num inverse = num_lookup(&log_parts[0].inverse, 3, i);
    rb_num z_upper = upper_half(z);
    rb_num f_upper = z_upper * inverse - 1;
    rb_num f_lower = (z - z_upper) * inverse;
    rb_num f = f_upper + f_lower;
    rb_num f_rest = f_lower - (f - f_upper);
    rb_num base = n * LN2_GRID + num_lookup(&log_parts[0].high, 3, i); /* exact: multiples of 2^-42 */
    rb_num sum = base + f;
    rb_num low = f - (sum - base) + f_rest;
    rb_num u = upper_half(f);
    rb_num half = 0.5 * u * u; /* exact */
    rb_num next = sum - half;
    low = low + ((sum - next) - half);
    low = low - (0.5 * (f - u) * (f + u) + f * f_rest);
    low = low + (f * f * f * POLY(log1p_terms, f) + (n * LN2_REST + num_lookup(&log_parts[0].low, 3, i)));
    rb_num high = next + low;
    *rest = low - (high - next);
    return high;
}

/* x^y for x >= 0, else NaN. */
RB_INLINE rb_num num_pow(rb_num x, rb_num y) {
    rb_mask trivial = (y == 0) | (x == 1);
    if (num_all(trivial)) {
        return NUM(1);
    }
    if (num_rarely(num_not((x > 0) & (x < INFINITY)), &x)) {
#if RB_LANES == 1
        return x == 0 || x > 0 ? ((x > 0) == (y > 0) ? INFINITY : 0) : NAN;
#endif
    }
    rb_num rest, high = log_two(x, &rest);
    rb_num product = y * high;
    if (num_rarely(num_not(num_abs(product) < 750), &product)) {
#if RB_LANES == 1
        return isnan(product) ? NAN : product > 0 ? INFINITY : 0;
#endif
    }
    rb_num y_upper = upper_half(y), y_lower = y - y_upper;
    rb_num h_upper = upper_half(high), h_lower = high - h_upper;
    rb_num lost = ((y_upper * h_upper - product) + y_upper * h_lower + y_lower * h_upper) + y_lower * h_lower;
    return NUM_CHOOSE(trivial, NUM(1), num_exp(product, lost + y * rest));
}

/* x^y for 0 < x < infinity in half the time: the logarithm is a single double, so the relative error is
   3e-16 (1 + |y| (1 + |ln x|)). For laws that are fitted to a per cent. */
RB_INLINE rb_num num_pow_near(rb_num x, rb_num y) {
    rb_num n;
    rb_bits i;
    rb_num z = reduced(x, &n, &i);
    rb_num f = z * num_lookup(&log_parts[0].inverse, 3, i) - 1;
    rb_num base = n * LN2_GRID + num_lookup(&log_parts[0].high, 3, i);
    rb_num low = n * LN2_REST + num_lookup(&log_parts[0].low, 3, i);
    rb_num log_x = base + (f + (low - f * f * (0.5 - f * POLY(log1p_terms, f))));
    return num_exp(y * log_x, NUM(0));
}

#endif
