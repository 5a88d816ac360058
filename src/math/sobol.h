/* Sobol's sequence: points that fill a cube of up to eight dimensions far more evenly than random ones. */
#ifndef RB_MATH_SOBOL_H
#define RB_MATH_SOBOL_H

#include <stdint.h>

enum { RB_SOBOL_DIMENSIONS = 8, RB_SOBOL_DIGITS = 32 };

/* A coordinate of a point, 0 to less than 1, as digits behind the point: the first is bit 31. Points
   come in the order of the Gray code (Antonov and Saleev 1979); the first one is 0. */
uint32_t rb_sobol_digits(uint32_t point, int dimension);

/* The same as a number. Each seed but 0 mixes it otherwise, after Owen (1995): every digit is turned over
   or not, as a hash of all digits before it decides, and random ones follow them, up to the 53rd. So every
   elementary interval has as many points as before, and each point alone lies anywhere with equal
   chances. */
double rb_sobol(uint32_t point, int dimension, uint64_t seed);

#endif
