/* exp, log, pow, cbrt, tanh and hypot. */
#include "math/elementary.h"

#include <math.h>

#include "math/elementary_bits_inline.h"
#include "math/elementary_tables_inline.h"

/* exp(x + tail) 2^-e for |x| < 746 and a small tail: x = (64 e + j) (ln 2)/64 + r, and 2^(j/64)
   (1 + r + r^2 q(r)) added from the smallest up, so that little more than the last rounding is
   left, which is told in rest. */
static inline double exp_sum(double x, double tail, int64_t *e, double *rest) {
    double n = nearest_whole(x * LOG2_E_64);
    int64_t k = (int64_t)n, j = k & 63;
    *e = (k - j) / 64;
    double high = x - n * LN2_64_HIGH; /* exact: 17 bits times 32 */
    double r = high - (n * LN2_64_LOW - tail);
    double part = exp_parts[j].high;
    double more = exp_parts[j].low + part * (r + r * r * POLY(exp_terms, r));
    double sum = part + more;
    *rest = more - (sum - part);
    return sum;
}

static double exp_tail(double x, double tail) {
    if (!(x < 709.8 && x > -745.2)) {
        return isnan(x) ? x : x > 0 ? INFINITY : 0;
    }
    int64_t e;
    double rest, sum = exp_sum(x, tail, &e, &rest);
    if (x > -708 && x < 709) {
        return sum * power_of_two(e);
    }
    return sum * power_of_two(e / 2) * power_of_two(e - e / 2); /* subnormal or infinite */
}

double rb_exp(double x) {
    return exp_tail(x, 0);
}

/* The exponent of x > 0 and x 2^-k in [0.70703, 1.41406), where log_parts begins. */
#define PARTS_BEGIN 0x3fe6a00000000000

static inline double reduced(double x, int64_t *k, uint64_t *above) {
    uint64_t bits = bits_of(x);
    *k = 0;
    if (bits < 0x0010000000000000) { /* subnormal */
        bits = bits_of(x * 0x1p54);
        *k = -54;
    }
    *above = bits - PARTS_BEGIN;
    *k += (int64_t)*above >> 52;
    return from_bits(bits - (*above & 0xfff0000000000000));
}

/* ln x = ln 2^k + ln c + ln(1 + f), f = z/c - 1. */
double rb_log(double x) {
    if (!(x > 0 && x < INFINITY)) {
        return x == 0 ? -INFINITY : x > 0 ? x : NAN;
    }
    int64_t k;
    uint64_t above;
    double z = reduced(x, &k, &above), n = (double)k;
    int i = (int)(above >> 45 & 127);
    double z_upper = upper_half(z);
    double f = (z_upper * log_parts[i].inverse - 1) + (z - z_upper) * log_parts[i].inverse;
    double base = n * LN2_GRID + log_parts[i].high; /* exact: multiples of 2^-42 */
    double sum = base + f;
    double low = (f - (sum - base)) + (n * LN2_REST + log_parts[i].low);
    return sum + (low + f * f * (f * POLY(log1p_terms, f) - 0.5));
}

/* ln x as the sum of two doubles, to about 2^-66 of it: z/c - 1 is exact in two parts, its square
   nearly so, and the table's logarithms add up exactly with those of 2^k. */
static double log_two(double x, double *rest) {
    int64_t k;
    uint64_t above;
    double z = reduced(x, &k, &above), n = (double)k;
    int i = (int)(above >> 45 & 127);
    double z_upper = upper_half(z);
    double f_upper = z_upper * log_parts[i].inverse - 1;
    double f_lower = (z - z_upper) * log_parts[i].inverse;
    double f = f_upper + f_lower;
    double f_rest = f_lower - (f - f_upper);
    double base = n * LN2_GRID + log_parts[i].high; /* exact: multiples of 2^-42 */
    double sum = base + f;
    double low = f - (sum - base) + f_rest;
    double u = upper_half(f);
    double half = 0.5 * u * u; /* exact */
    double next = sum - half;
    low += (sum - next) - half;
    low -= 0.5 * (f - u) * (f + u) + f * f_rest;
    low += f * f * f * POLY(log1p_terms, f) + (n * LN2_REST + log_parts[i].low);
    double high = next + low;
    *rest = low - (high - next);
    return high;
}

double rb_pow(double x, double y) {
    if (y == 0 || x == 1) {
        return 1;
    }
    if (!(x > 0 && x < INFINITY)) {
        return x == 0 || x > 0 ? ((x > 0) == (y > 0) ? INFINITY : 0) : NAN;
    }
    double rest, high = log_two(x, &rest);
    double product = y * high;
    if (!(fabs(product) < 750)) {
        return isnan(product) ? NAN : product > 0 ? INFINITY : 0;
    }
    double y_upper = upper_half(y), y_lower = y - y_upper;
    double h_upper = upper_half(high), h_lower = high - h_upper;
    double lost =
        ((y_upper * h_upper - product) + y_upper * h_lower + y_lower * h_upper) + y_lower * h_lower;
    return exp_tail(product, lost + y * rest);
}

/* The root of m in [1, 8) from y = m^(-1/3) (a polynomial, and one step of fourth order) without a
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
    double h = 1 - m * y * y * y;
    y += y * h * (1. / 3 + h * (2. / 9 + h * (14. / 81)));
    double t = upper_half(m * y * y), t2 = t * t, t2_upper = upper_half(t2);
    double residual = (m - t2_upper * t) - (t2 - t2_upper) * t;
    double step = residual * y * y / 3;
    double root = t + (step + step * step * y);
    return (x < 0 ? -root : root) * power_of_two((k - j) / 3 - 400);
}

/* x + x^3 P(x^2) below 3/4; 1 - 2/(exp(2 x) + 1) above, where the rounding of the quotient is small
   against the result. */
double rb_tanh(double x) {
    double size = fabs(x);
    if (size < 0.75) {
        double z = x * x;
        return x + x * z * POLY(tanh_terms, z);
    }
    if (!(size < 20)) {
        return isnan(x) ? x : x > 0 ? 1 : -1;
    }
    int64_t e;
    double rest, sum = exp_sum(2 * size, 0, &e, &rest), unit = power_of_two(e);
    double E = sum * unit, whole = E + 1, part = 2 / whole;
    double lost = (E - (whole - 1)) + rest * unit; /* by rounding exp(2 x) + 1 */
    double rough = 1 - part;
    double t = rough + (((1 - rough) - part) + 0.5 * part * part * lost);
    return x > 0 ? t : -t;
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
