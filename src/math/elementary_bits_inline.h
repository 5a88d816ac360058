/* Doubles as bits, exact splits and polynomials, for the elementary functions. */
#ifndef RB_MATH_ELEMENTARY_BITS_INLINE_H
#define RB_MATH_ELEMENTARY_BITS_INLINE_H

#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^k for -1022 <= k <= 1023. */
static inline double power_of_two(int64_t k) {
    return from_bits((uint64_t)(k + 1023) << 52);
}

/* The nearest whole number for |x| < 2^51: adding 1.5 x 2^52 leaves no room for a fraction. */
static inline double nearest_whole(double x) {
    const double room = 0x1.8p52;
    return (x + room) - room;
}

/* The upper 26 bits of the fraction: products of two such numbers are exact, and x minus it is a
   number of 27 bits. */
static inline double upper_half(double x) {
    return from_bits(bits_of(x) & 0xfffffffff8000000);
}

/* c[0] + c[1] x + ... by Estrin's scheme, short chains for a pipelined processor. */
static inline double poly4(const double *c, double x, double x2) {
    return (c[0] + c[1] * x) + x2 * (c[2] + c[3] * x);
}

static inline double poly(const double *c, int count, double x) {
    double x2 = x * x, x4 = x2 * x2, sum = 0;
    int i = count & ~3;
    switch (count & 3) {
    case 1: sum = c[i]; break;
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
