#include "math/random.h"

/* A dimension: its primitive polynomial over GF(2), bit k the coefficient of x^k, and its first numbers
   m_k, as many as the degree. The first dimension needs none: it reverses the digits of the number.
   tools/make_sobol.py finds them and prints these rows. */
static const struct {
    unsigned polynomial;
    uint32_t first[5];
} rows[RB_SOBOL_DIMENSIONS - 1] = {
    {0x03, {1}},          {0x07, {1, 1}},       {0x0b, {1, 1, 1}},         {0x0d, {1, 1, 1}},
    {0x13, {1, 3, 1, 3}}, {0x19, {1, 1, 1, 5}}, {0x25, {1, 3, 3, 11, 31}},
};

/* Direction numbers, the digits that bit k of a point's number flips: v_k = m_k / 2^k, counted from 1, by
   Sobol's recurrence m_k = 2 a_1 m_(k-1) ^ 4 a_2 m_(k-2) ^ ... ^ 2^s m_(k-s) ^ m_(k-s). */
static void directions(int dimension, uint32_t *v) {
    unsigned polynomial = dimension > 0 ? rows[dimension - 1].polynomial : 0;
    int degree = 0;
    while (polynomial >> degree > 1) {
        degree++;
    }
    for (int k = 0; k < RB_SOBOL_DIGITS; k++) {
        if (dimension <= 0 || k < degree) {
            v[k] = (dimension > 0 ? rows[dimension - 1].first[k] : 1) << (31 - k);
            continue;
        }
        v[k] = v[k - degree] >> degree;
        for (int i = 1; i <= degree; i++) {
            v[k] ^= (polynomial >> (degree - i) & 1) != 0 ? v[k - i] : 0;
        }
    }
}

/* Returns a coordinate of a point, in [0, 1), as binary digits after the point: the first is bit 31.
   Points are in Gray code order (Antonov and Saleev 1979); the first one is 0. */
static uint32_t sobol_digits(uint32_t point, int dimension) {
    uint32_t v[RB_SOBOL_DIGITS] = {0}, digits = 0;
    directions(dimension, v);
    uint32_t gray = point ^ point >> 1;
    for (int k = 0; k < RB_SOBOL_DIGITS; k++) {
        digits ^= (gray >> k & 1) != 0 ? v[k] : 0;
    }
    return digits;
}

double rb_sobol(uint32_t point, int dimension, uint64_t seed) {
    uint64_t plain = (uint64_t)sobol_digits(point, dimension) << 21; /* of 53 digits */
    if (seed == 0) {
        return (double)plain * 0x1p-53;
    }
    uint64_t key = rb_mix(seed + RB_MIX_STEP * (uint64_t)(dimension + 1)), mixed = plain;
    for (int i = 0; i < 53; i++) {
        /* The digits before this one, preceded by a 1 that marks their number. */
        uint64_t before = plain >> (53 - i) | UINT64_C(1) << i;
        mixed ^= (rb_mix(key ^ rb_mix(before * RB_MIX_STEP)) >> 63) << (52 - i);
    }
    return (double)mixed * 0x1p-53;
}
