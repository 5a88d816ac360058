/* Bits of doubles, exact splits and polynomials for the elementary functions. */
#ifndef RB_MATH_ELEMENTARY_BITS_INLINE_H
#define RB_MATH_ELEMENTARY_BITS_INLINE_H

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

#endif
