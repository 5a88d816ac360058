/* exp, log, pow, cbrt, tanh and hypot; sin, cos and their inverses. */
#include "math/elementary.h"

#include <math.h>
#include <stdbool.h>

#include "math/elementary_inline.h"
#include "math/elementary_tables_inline.h"

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

double rb_cbrt(double x) {
    double size = fabs(x);
    if (!(size > 0 && size < INFINITY)) {
        return x;
    }
    double root = size < 0x1p-1022 ? cbrt_normal(size * 0x1p54) * 0x1p-18 : cbrt_normal(size);
    return x < 0 ? -root : root;
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

/* r + rest = x - k pi/2; k times either of the first parts of pi/2 is exact up to 2^20. */
static double quarter_turns(double x, double *rest, int64_t *k) {
    double n = nearest_whole(x * TWO_OVER_PI);
    *k = (int64_t)n;
    double a = x - n * PI_2_A; /* exact */
    double b = n * PI_2_B;     /* exact */
    double high = a - b;
    double low = ((a - high) - b) - n * PI_2_C;
    double r = high + low;
    *rest = low - (r - high);
    return r;
}

static double sin_part(double r, double rest) {
    double z = r * r;
    return r + (z * r * POLY(sin_terms, z) + rest * (1 - 0.5 * z));
}

static double cos_part(double r, double rest) {
    double z = r * r, half = 0.5 * z, w = 1 - half;
    return w + (((1 - w) - half) + (z * z * POLY(cos_terms, z) - r * rest));
}

static double turned(double x, int64_t ahead) {
    if (!(fabs(x) <= 1e5)) {
        return NAN;
    }
    double rest;
    int64_t k;
    double r = quarter_turns(x, &rest, &k);
    k += ahead;
    double part = k & 1 ? cos_part(r, rest) : sin_part(r, rest);
    return k & 2 ? -part : part;
}

double rb_sin(double x) {
    return x == 0 ? x : turned(x, 0);
}

double rb_cos(double x) {
    return turned(x, 1);
}

double rb_asin(double x) {
    return num_asin(x);
}

double rb_acos(double x) {
    double size = fabs(x);
    if (size < 0.5) {
        double tail = PI_2_LOW - x * asin_rest(x * x);
        double angle = PI_2_HIGH - x;
        return angle + (((PI_2_HIGH - angle) - x) + tail);
    }
    if (!(size <= 1)) {
        return NAN;
    }
    double z = (1 - size) / 2, s = sqrt(z), u = upper_half(s);
    double rest = z > 0 ? (z - u * u) / (s + u) : 0;
    double small = rest + s * asin_rest(z);
    if (x > 0) {
        return 2 * (u + small);
    }
    double angle = PI_2_HIGH - u; /* twice: pi */
    return 2 * (angle + (((PI_2_HIGH - angle) - u) + (PI_2_LOW - small)));
}

/* atan(n/d) for 0 <= n <= d, as the sum of two doubles: atan(j/8) + atan(u), u = (n - d j/8)/(d + n
   j/8), whose numerator is nearly exact because j d is, in two parts. */
static double atan_ratio(double n, double d, double *rest) {
    int j = (int)(8 * (n / d) + 0.25);
    double d_upper = upper_half(d);
    double top = (8 * n - j * d_upper) - j * (d - d_upper);
    double bottom = 8 * d + j * n;
    double u = top / bottom, z = u * u;
    double u_upper = upper_half(u), bottom_upper = upper_half(bottom);
    double remainder =
        ((top - u_upper * bottom_upper) - u_upper * (bottom - bottom_upper)) - (u - u_upper) * bottom;
    *rest = atan_low[j] + (u * z * POLY(atan_terms, z) + remainder / bottom);
    if (j == 0) {
        return u;
    }
    double high = atan_high[j] + u;
    *rest += u - (high - atan_high[j]);
    return high;
}

double rb_atan2(double y, double x) {
    if (isnan(x) || isnan(y)) {
        return NAN;
    }
    double n = fabs(y), d = fabs(x), rest = 0, angle = 0;
    bool steep = n > d;
    double large = steep ? n : d, small = steep ? d : n;
    if (isinf(large)) {
        small = isinf(small) ? 1 : 0;
        large = 1;
    }
    if (large > 0) {
        double unit = large > 1 ? 0x1p-600 : 0x1p400;
        bool far = !(large < 0x1p900 && large > 0x1p-400);
        angle = atan_ratio(far ? small * unit : small, far ? large * unit : large, &rest);
    }
    if (steep) { /* pi/2 - angle */
        double turn = PI_2_HIGH - angle;
        rest = ((PI_2_HIGH - turn) - angle) + (PI_2_LOW - rest);
        angle = turn;
    }
    if (signbit(x)) { /* pi - angle */
        double turn = 2 * PI_2_HIGH - angle;
        rest = ((2 * PI_2_HIGH - turn) - angle) + (2 * PI_2_LOW - rest);
        angle = turn;
    }
    return copysign(angle + rest, y);
}
