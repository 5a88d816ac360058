/* Sobol sequence: points that fill a cube of up to eight dimensions more evenly than random ones. */
#ifndef RB_MATH_SOBOL_H
#define RB_MATH_SOBOL_H

#include <stdint.h>

enum { RB_SOBOL_DIMENSIONS = 8, RB_SOBOL_DIGITS = 32 };

/* Returns a coordinate of a point, in [0, 1), as binary digits after the point: the first is bit 31.
   Points are in Gray code order (Antonov and Saleev 1979); the first one is 0. */
uint32_t rb_sobol_digits(uint32_t point, int dimension);

/* The same as a number. Each seed except 0 scrambles it (Owen 1995): a hash of all preceding digits
   decides whether a digit is flipped, and random digits follow up to the 53rd. Every elementary interval
   still has the same number of points, and each single point is uniformly distributed. */
double rb_sobol(uint32_t point, int dimension, uint64_t seed);

#endif
