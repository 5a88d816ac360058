/* Elementary functions for doubles and lanes, inlined into right-hand sides: bits of doubles, exact splits
   and polynomials; exp, tanh, pow, asin. In lanes of exp and pow, overflow, underflow and NaN are left to
   doubles (num_rarely). */
#ifndef RB_MATH_ELEMENTARY_INLINE_H
#define RB_MATH_ELEMENTARY_INLINE_H

#include "math/elementary.h"
#include "math/elementary_tables_inline.h"
#include "math/num_inline.h"

#define bits_of num_bits
#define from_bits num_from_bits

#define ROOM 0x1.8p52 /* see nearest_whole */

#if RB_LANES == 1
/* 2^k for -1022 <= k <= 1023. */
static inline double power_of_two(int64_t k) {
    return from_bits((uint64_t)(k + 1023) << 52);
}

/* Rounds to the nearest integer for |x| < 2^51: adding 1.5 x 2^52 leaves no bits for a fraction. */
static inline double nearest_whole(double x) {
    return (x + ROOM) - ROOM;
}
#endif

/* Returns the upper 26 bits of the fraction: products of two such numbers are exact, and x minus it has 27
   bits. */
RB_INLINE rb_num upper_half(rb_num x) {
    return from_bits(bits_of(x) & 0xfffffffff8000000);
}

/* c[0] + c[1] x + ... by Estrin's scheme: short dependency chains. */
RB_INLINE rb_num poly4(const double *c, rb_num x, rb_num x2) {
    return (c[0] + c[1] * x) + x2 * (c[2] + c[3] * x);
}

RB_INLINE rb_num poly(const double *c, int count, rb_num x) {
    rb_num x2 = x * x, x4 = x2 * x2, sum = NUM(0);
    int i = count & ~3;
    switch (count & 3) {
    case 1: sum = NUM(c[i]); break;
    case 2: sum = c[i] + c[i + 1] * x; break;
    case 3: sum = (c[i] + c[i + 1] * x) + x2 * c[i + 2]; break;
    default: i -= 4, sum = poly4(c + i, x, x2);
    }
    for (i -= 4; i >= 0; i -= 4) {
        sum = poly4(c + i, x, x2) + x4 * sum;
    }
    return sum;
}

#define POLY(terms, x) poly(terms, (int)(sizeof(terms) / sizeof *(terms)), x)

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

/* The cube root of a positive normal number. Cube root of m in [1, 8) from y = m^(-1/3) (a polynomial, and
   one step of fourth order) without a division: t of 26 bits has an exact square, hence a residual m - t^3
   exact to its last bits. */
RB_INLINE rb_num cbrt_normal(rb_num x) {
    static const double units[3] = {1, 2, 4};
    rb_bits bits = num_bits(x);
    rb_bits k = (bits >> 52) - 1023 + 1200, j = k % 3; /* positive, and 1200 is divisible by three */
    rb_num m = num_from_bits((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
    rb_num y = POLY(cbrt_terms, m) * num_lookup(cbrt_part, 1, j);
    m = m * num_lookup(units, 1, j);
    rb_num h = 1 - (m * y) * (y * y);
    y = y + (y * h) * ((1. / 3 + h * (2. / 9)) + (h * h) * (14. / 81));
    rb_num slope = y * y * (1. / 3); /* of the root, 1/(3 t^2) */
    rb_num t = upper_half(m * y * y), t2 = t * t, t2_upper = upper_half(t2);
    rb_num residual = (m - t2_upper * t) - (t2 - t2_upper) * t;
    rb_num step = residual * slope;
    rb_num root = t + (step + step * step * y);
    return root * num_from_bits(((k - j) / 3 - 400 + 1023) << 52);
}

/* The cube root where x > 0; other values are left to doubles (rb_cbrt). */
RB_INLINE rb_num num_cbrt(rb_num x) {
#if RB_LANES == 1
    return rb_cbrt(x);
#else
    num_rarely(num_not((x >= 0x1p-1022) & (x < INFINITY)), &x);
    return cbrt_normal(x);
#endif
}

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
