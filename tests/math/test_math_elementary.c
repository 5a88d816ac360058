/* The elementary functions against MPFR: their error in units of the last place (ulp) over random
   arguments, 20 000 each; a number as the first argument asks for more (10 000 000 take about twenty
   minutes). */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "math/elementary.h"
#include "math/elementary_inline.h"
#include "math/elementary_tables_inline.h"
#include "math/pi.h"
#include "support.h"

static int arguments = RB_SHORT ? 2000 : 20000;

typedef enum spread { EVEN, LOGARITHMIC, LOGARITHMIC_BOTH_SIGNS } spread;

static double argument(rb_test_rng *rng, double from, double to, spread how) {
    double share = rb_test_real(rng, 0, 1);
    if (how == EVEN) {
        return from + share * (to - from);
    }
    double x = exp(log(from) + share * (log(to) - log(from)));
    return how == LOGARITHMIC_BOTH_SIGNS && rb_test_real(rng, 0, 1) < 0.5 ? -x : x;
}

/* |got - exact| in units of the last place of the exact result. */
static double ulps(double got, mpfr_t exact) {
    int exponent;
    frexp(fmax(fabs(mpfr_get_d(exact, MPFR_RNDN)), 0x1p-1022), &exponent);
    mpfr_sub_d(exact, exact, got, MPFR_RNDN);
    mpfr_mul_2si(exact, exact, 53 - exponent, MPFR_RNDN); /* as a double it might be rounded away */
    return fabs(mpfr_get_d(exact, MPFR_RNDN));
}

typedef struct one_argument {
    const char *name;
    double (*ours)(double);
    int (*exact)(mpfr_t, const mpfr_t, mpfr_rnd_t);
    double from, to;
    spread how;
    double limit; /* ulp; slightly above the largest error over 10 000 000 arguments */
} one_argument;

static double fade(double x) {
    return num_fade(x);
}

/* 1 - tanh(x) = 2/(exp(2 x) + 1); this function rounds exp, sum and quotient, or tanh and a difference
   that may be a third of it: half a unit each, doubled where the result is just below a power of two. */
static int mpfr_fade(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
    mpfr_mul_ui(y, x, 2, round);
    mpfr_exp(y, y, round);
    mpfr_add_ui(y, y, 1, round);
    return mpfr_ui_div(y, 2, y, round);
}

static const one_argument functions[] = {
    {"exp", rb_exp, mpfr_exp, -708, 709, EVEN, 0.53},
    {"exp", rb_exp, mpfr_exp, -1, 1, EVEN, 0.53},
    {"exp", rb_exp, mpfr_exp, -745, -708, EVEN, 1.01},          /* subnormal: rounded twice */
    {"log", rb_log, mpfr_log, 1e-320, 1e300, LOGARITHMIC, 0.8}, /* 0.53 away from 1 */
    {"log", rb_log, mpfr_log, 0.5, 2, EVEN, 0.8},
    {"log", rb_log, mpfr_log, 0.99, 1.01, EVEN, 0.8},
    {"cbrt", rb_cbrt, mpfr_cbrt, 1e-320, 1e300, LOGARITHMIC_BOTH_SIGNS, 0.51},
    {"cbrt", rb_cbrt, mpfr_cbrt, 1, 8, EVEN, 0.51},
    {"tanh", rb_tanh, mpfr_tanh, -2, 2, EVEN, 0.95},
    {"tanh", rb_tanh, mpfr_tanh, 0.6, 0.9, EVEN, 0.95},
    {"tanh", rb_tanh, mpfr_tanh, 1e-300, 30, LOGARITHMIC_BOTH_SIGNS, 0.95},
    {"fade", fade, mpfr_fade, 0, 0.75, EVEN, 2.5},
    {"fade", fade, mpfr_fade, 0.75, 300, EVEN, 2.5},
    {"sin", rb_sin, mpfr_sin, -7, 7, EVEN, 0.85},
    {"sin", rb_sin, mpfr_sin, -1e5, 1e5, EVEN, 0.85},
    {"cos", rb_cos, mpfr_cos, -7, 7, EVEN, 0.85},
    {"cos", rb_cos, mpfr_cos, -1e5, 1e5, EVEN, 0.85},
    {"asin", rb_asin, mpfr_asin, -1, 1, EVEN, 0.75},
    {"asin", rb_asin, mpfr_asin, 1e-300, 1, LOGARITHMIC_BOTH_SIGNS, 0.75},
    {"acos", rb_acos, mpfr_acos, -1, 1, EVEN, 0.75},
    {"acos", rb_acos, mpfr_acos, 0.999, 1, EVEN, 0.75},
};

static void one_argument_is_right(void **state) {
    (void)state;
    mpfr_t x, y;
    mpfr_init2(x, 53);
    mpfr_init2(y, 140);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        const one_argument *row = &functions[f];
        rb_test_rng rng = {1 + f};
        double worst = 0, where = 0;
        for (int i = 0; i < arguments; i++) {
            double at = argument(&rng, row->from, row->to, row->how);
            mpfr_set_d(x, at, MPFR_RNDN);
            row->exact(y, x, MPFR_RNDN);
            double error = ulps(row->ours(at), y);
            if (!(error <= worst)) {
                worst = error, where = at;
            }
        }
        print_message("%-5s [%g, %g]: %.3f ulp at %a\n", row->name, row->from, row->to, worst, where);
        if (!(worst <= row->limit)) {
            fail_msg("%s(%a): %.3f ulp, expected at most %g", row->name, where, worst, row->limit);
        }
    }
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

static void two_arguments(const char *name, double (*ours)(double, double),
                          int (*exact)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t),
                          void (*next)(rb_test_rng *rng, double *a, double *b), double limit) {
    mpfr_t x, y, z;
    mpfr_init2(x, 53);
    mpfr_init2(y, 53);
    mpfr_init2(z, 140);
    rb_test_rng rng = {99};
    double worst = 0;
    for (int i = 0; i < arguments; i++) {
        double a, b;
        next(&rng, &a, &b);
        mpfr_set_d(x, a, MPFR_RNDN);
        mpfr_set_d(y, b, MPFR_RNDN);
        exact(z, x, y, MPFR_RNDN);
        double error = ulps(ours(a, b), z);
        if (!(error <= limit)) {
            fail_msg("%s(%a, %a): %.3f ulp, expected at most %g", name, a, b, error, limit);
        }
        worst = fmax(worst, error);
    }
    print_message("%-5s %.3f ulp\n", name, worst);
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
}

/* Results from 1e-290 to 1e290. */
static void next_power(rb_test_rng *rng, double *x, double *y) {
    *x = argument(rng, 1e-9, 1e9, LOGARITHMIC);
    double most = fmin(1e6, 667 / fabs(log(*x)));
    *y = argument(rng, -most, most, EVEN);
}

static void next_power_near_one(rb_test_rng *rng, double *x, double *y) {
    *x = argument(rng, 0.9, 1.1, EVEN);
    *y = argument(rng, -3, 3, EVEN);
}

static void pow_is_right(void **state) {
    (void)state;
    two_arguments("pow", rb_pow, mpfr_pow, next_power, 0.75);
    two_arguments("pow", rb_pow, mpfr_pow, next_power_near_one, 0.75);
}

/* The fast power for laws: relative error 3e-16 times 1 + |y| (1 + |ln x|), as documented; compared with
   rb_pow, which is right to 0.75 ulp. */
static void near_powers(void **state) {
    (void)state;
    rb_test_rng rng = {7};
    double worst = 0;
    for (int i = 0; i < arguments; i++) {
        double x = argument(&rng, 1e-12, 2, i % 2 ? EVEN : LOGARITHMIC);
        double y = rb_test_real(&rng, 0.2, 5), allowed = 3e-16 * (1 + y * (1 + fabs(log(x))));
        worst = fmax(worst, fabs(num_pow_near(x, y) / rb_pow(x, y) - 1) / allowed);
    }
    assert_below(worst, 1);
    assert_true(num_pow_near(1e-300, 4) == 0 && num_pow_near(1, 0.3) == 1);
}

static void next_angle(rb_test_rng *rng, double *y, double *x) {
    *y = argument(rng, 1e-12, 1, LOGARITHMIC_BOTH_SIGNS);
    *x = argument(rng, 1e-12, 1, LOGARITHMIC_BOTH_SIGNS);
}

static void next_angle_in_octant(rb_test_rng *rng, double *y, double *x) {
    *y = argument(rng, -1, 1, EVEN);
    *x = argument(rng, -1, 1, EVEN);
}

static void atan2_is_right(void **state) {
    (void)state;
    two_arguments("atan2", rb_atan2, mpfr_atan2, next_angle, 0.9);
    two_arguments("atan2", rb_atan2, mpfr_atan2, next_angle_in_octant, 0.9);
}

static void next_pair(rb_test_rng *rng, double *x, double *y) {
    *x = argument(rng, 1e-300, 1e300, LOGARITHMIC_BOTH_SIGNS);
    *y = *x * argument(rng, 0.01, 1, EVEN);
}

/* Roundings in the squares, their sum and the root. */
static void hypot_is_right(void **state) {
    (void)state;
    two_arguments("hypot", rb_hypot, mpfr_hypot, next_pair, 1.25);
}

/* high is the value to 31 bits at least, low the rest of it as a double. */
static void check_parts(mpfr_t value, double high, double low, const char *what, int i) {
    mpfr_t rest;
    mpfr_init2(rest, 300);
    mpfr_sub_d(rest, value, high, MPFR_RNDN);
    double expected = mpfr_get_d(rest, MPFR_RNDN);
    mpfr_clear(rest);
    if (low != expected || fabs(expected) > fabs(high) * 0x1p-31) {
        fail_msg("%s[%d]: %a + %a, expected a rest of %a", what, i, high, low, expected);
    }
}

/* Tables of two doubles are right: random arguments would hardly detect a wrong last bit of the second. */
static void tables_are_right(void **state) {
    (void)state;
    mpfr_t v;
    mpfr_init2(v, 300);
    for (int j = 0; j <= 8; j++) {
        mpfr_set_d(v, j / 8.0, MPFR_RNDN);
        mpfr_atan(v, v, MPFR_RNDN);
        check_parts(v, atan_high[j], atan_low[j], "atan", j);
    }
    for (int j = 0; j < 64; j++) {
        mpfr_set_d(v, j / 64.0, MPFR_RNDN);
        mpfr_exp2(v, v, MPFR_RNDN);
        check_parts(v, exp_parts[j].high, exp_parts[j].low, "exp", j);
    }
    for (int j = 0; j < 128; j++) {
        mpfr_set_d(v, log_parts[j].inverse, MPFR_RNDN);
        mpfr_log(v, v, MPFR_RNDN);
        mpfr_neg(v, v, MPFR_RNDN);
        check_parts(v, log_parts[j].high, log_parts[j].low, "log", j);
    }
    mpfr_const_log2(v, MPFR_RNDN);
    check_parts(v, LN2_GRID, LN2_REST, "ln 2", 0);
    mpfr_div_ui(v, v, 64, MPFR_RNDN);
    check_parts(v, LN2_64_HIGH, LN2_64_LOW, "ln 2 / 64", 0);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_div_ui(v, v, 2, MPFR_RNDN);
    check_parts(v, PI_2_HIGH, PI_2_LOW, "pi / 2", 0);
    mpfr_sub_d(v, v, PI_2_A, MPFR_RNDN);
    check_parts(v, PI_2_B, PI_2_C, "pi / 2 - A", 0);
    mpfr_clear(v);
}

/* Results of IEEE 754 for special arguments, except for the sign of zero. */
static void ends_are_as_in_libm(void **state) {
    (void)state;
    static const double ends[] = {0.0,       -0.0,  1,      -1,     0.5,     -0.5, INFINITY,
                                  -INFINITY, 1e308, -1e308, 5e-324, -5e-324, NAN};
    static const struct {
        double (*ours)(double), (*libm)(double);
    } pairs[] = {{rb_exp, exp}, {rb_log, log}, {rb_cbrt, cbrt}, {rb_tanh, tanh}, {rb_asin, asin}};
    int count = (int)(sizeof ends / sizeof *ends);
    for (size_t f = 0; f < sizeof pairs / sizeof *pairs; f++) {
        for (int i = 0; i < count; i++) {
            double got = pairs[f].ours(ends[i]), expected = pairs[f].libm(ends[i]);
            if (isnan(expected)) {
                assert_true(isnan(got));
            } else {
                assert_true(got == expected || fabs(got / expected - 1) < 3e-16);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            double got = rb_atan2(ends[i], ends[j]), expected = atan2(ends[i], ends[j]);
            assert_true(isnan(expected) ? isnan(got) : got == expected || fabs(got / expected - 1) < 3e-16);
        }
    }
    assert_true(isnan(rb_sin(2e5)) && isnan(rb_cos(-2e5)) && isnan(rb_sin(NAN)));
    assert_true(rb_pow(0, 2) == 0 && isinf(rb_pow(0, -2)) && rb_pow(0, 0) == 1);
    assert_true(isnan(rb_pow(-1, 0.5)) && rb_pow(2, 2000) == INFINITY && rb_pow(2, -2000) == 0);
    assert_true(isnan(rb_pow(NAN, 2)) && isnan(rb_pow(2, NAN)) && rb_pow(0, 2) == 0);
    assert_true(rb_pow(0, -1) == INFINITY && rb_pow(INFINITY, 2) == INFINITY);
    assert_true(rb_pow(INFINITY, -1) == 0 && rb_pow(1, NAN) == 1 && rb_pow(NAN, 0) == 1);
    assert_true(isnan(rb_asin(1.5)) && isnan(rb_asin(-1.0000001)) && isnan(rb_asin(NAN)));
    assert_true(isnan(rb_acos(1.5)) && isnan(rb_acos(-1.0000001)) && isnan(rb_acos(NAN)));
    assert_true(rb_acos(1) == 0 && rb_acos(-1) == RB_PI && isnan(rb_hypot(1, NAN)));
    assert_true(isinf(rb_hypot(INFINITY, 1)) && rb_hypot(0, 0) == 0 && isnan(rb_hypot(NAN, 1)));
}

/* Friction must not decrease where slip increases: at the joint at 3/4 and everywhere else. */
static void tanh_is_monotone(void **state) {
    (void)state;
    double last = rb_tanh(0.75 - 2e-9);
    for (double x = 0.75 - 2e-9; x < 0.75 + 2e-9; x = nextafter(x, 1) + 1e-14) {
        double now = rb_tanh(x);
        assert_true(now >= last);
        last = now;
    }
    last = -1;
    for (int i = -200000; i <= 200000; i++) {
        double now = rb_tanh(i * 1e-4);
        assert_true(now >= last && rb_tanh(-i * 1e-4) == -now);
        last = now;
    }
}

int main(int argc, char **argv) {
    arguments = argc > 1 ? atoi(argv[1]) : arguments;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_right),    cmocka_unit_test(one_argument_is_right),
        cmocka_unit_test(pow_is_right),        cmocka_unit_test(near_powers),
        cmocka_unit_test(atan2_is_right),      cmocka_unit_test(hypot_is_right),
        cmocka_unit_test(ends_are_as_in_libm), cmocka_unit_test(tanh_is_monotone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
