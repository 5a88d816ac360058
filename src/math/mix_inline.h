/* Random bits as a function of a number. */
#ifndef RB_MATH_MIX_INLINE_H
#define RB_MATH_MIX_INLINE_H

#include <stdint.h>

/* Increment between numbers to be mixed: 2^64 divided by the golden ratio. */
#define RB_MIX_STEP UINT64_C(0x9E3779B97F4A7C15)

/* As splitmix64 does (Steele, Lea and Flood 2014). */
static inline uint64_t rb_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

#endif
