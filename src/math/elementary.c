/* exp, log, pow, cbrt, tanh and hypot. */
#include "math/elementary.h"

#include <math.h>

#include "math/elementary_bits_inline.h"
#include "math/elementary_tables_inline.h"
#include "math/pow_inline.h"
#include "math/tanh_inline.h"

double rb_exp(double x) {
    return num_exp(x, 0);
}

/* ln x = ln 2^k + ln c + ln(1 + f), f = z/c - 1. */
double rb_log(double x) {
    if (!(x > 0 && x < INFINITY)) {
        return x == 0 ? -INFINITY : x > 0 ? x : NAN;
    }
    double n;
    uint64_t i;
    double z = reduced(x, &n, &i);
    double z_upper = upper_half(z);
    double f = (z_upper * log_parts[i].inverse - 1) + (z - z_upper) * log_parts[i].inverse;
    double base = n * LN2_GRID + log_parts[i].high; /* exact: multiples of 2^-42 */
    double sum = base + f;
    double low = (f - (sum - base)) + (n * LN2_REST + log_parts[i].low);
    return sum + (low + f * f * (f * POLY(log1p_terms, f) - 0.5));
}

double rb_pow(double x, double y) {
    return num_pow(x, y);
}

/* Cube root of m in [1, 8) from y = m^(-1/3) (a polynomial, and one step of fourth order) without a
   division: t of 26 bits has an exact square, hence a residual m - t^3 exact to its last bits. */
double rb_cbrt(double x) {
    double size = fabs(x);
    if (!(size > 0 && size < INFINITY)) {
        return x;
    }
    int64_t k = 0;
    if (size < 0x1p-1022) {
        size *= 0x1p54;
        k = -54;
    }
    uint64_t bits = bits_of(size);
    k += (int64_t)(bits >> 52) - 1023 + 1200; /* positive, and 1200 is divisible by three */
    int64_t j = k % 3;
    double m = from_bits((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
    double y = POLY(cbrt_terms, m) * cbrt_part[j];
    m *= (double)(1 << j);
    double h = 1 - (m * y) * (y * y);
    y += (y * h) * ((1. / 3 + h * (2. / 9)) + (h * h) * (14. / 81));
    double slope = y * y * (1. / 3); /* of the root, 1/(3 t^2) */
    double t = upper_half(m * y * y), t2 = t * t, t2_upper = upper_half(t2);
    double residual = (m - t2_upper * t) - (t2 - t2_upper) * t;
    double step = residual * slope;
    double root = t + (step + step * step * y);
    return (x < 0 ? -root : root) * power_of_two((k - j) / 3 - 400);
}

double rb_tanh(double x) {
    return num_tanh(x);
}

double rb_hypot(double x, double y) {
    if (isnan(x) || isnan(y)) {
        return NAN;
    }
    double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    if (!(a > 0x1p-500 && a < 0x1p500)) {
        if (!(a > 0 && a < INFINITY)) {
            return a + b;
        }
        double unit = a < 1 ? 0x1p600 : 0x1p-600;
        return rb_hypot(a * unit, b * unit) / unit;
    }
    return sqrt(a * a + b * b);
}
