/* Random bits as a function of a number, and Sobol sequences. */
#ifndef RB_MATH_RANDOM_H
#define RB_MATH_RANDOM_H

#include <stdint.h>

/* Increment between numbers to be mixed: 2^64 divided by the golden ratio. */
#define RB_MIX_STEP UINT64_C(0x9E3779B97F4A7C15)

/* As splitmix64 does (Steele, Lea and Flood 2014). */
static inline uint64_t rb_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Sobol sequence: points that fill a cube of up to eight dimensions more evenly than random ones. */

enum { RB_SOBOL_DIMENSIONS = 8, RB_SOBOL_DIGITS = 32 };

/* The same as a number. Each seed except 0 scrambles it (Owen 1995): a hash of all preceding digits
   decides whether a digit is flipped, and random digits follow up to the 53rd. Every elementary interval
   still has the same number of points, and each single point is uniformly distributed. */
double rb_sobol(uint32_t point, int dimension, uint64_t seed);

#endif
