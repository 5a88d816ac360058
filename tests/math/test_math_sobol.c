/* math/random: the first points as published, the number of points in every elementary interval, plain and
   scrambled, and an integral. Counts are exact; only the integral has a tolerance. */
#include <math.h>

#include "math/random.h"
#include "support.h"

/* Bratley and Fox 1988 (Algorithm 659): three dimensions, in the order of the Gray code. */
static void first_points(void **state) {
    (void)state;
    static const double expected[8][3] = {
        {0, 0, 0},
        {0.5, 0.5, 0.5},
        {0.75, 0.25, 0.75},
        {0.25, 0.75, 0.25},
        {0.375, 0.375, 0.625},
        {0.875, 0.875, 0.125},
        {0.625, 0.125, 0.375},
        {0.125, 0.625, 0.875},
    };
    for (uint32_t i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) {
            assert_true(rb_sobol(i, k, 0) == expected[i][k]);
        }
    }
    /* By hand, from m = 1, 3, 3, 11, 31 of x^5 + x^2 + 1: v = 1/2, 3/4, 3/8, 11/16, 31/32, and
       m_6 = 8 m_3 ^ 32 m_1 ^ m_1 = 24 ^ 32 ^ 1 = 57: 57/64. The 32nd point is v_6 ^ v_5. */
    assert_true(rb_sobol(2, 7, 0) == 0.25);          /* 1/2 ^ 3/4 */
    assert_true(rb_sobol(4, 7, 0) == (6 ^ 3) / 8.0); /* 3/4 ^ 3/8 */
    assert_true(rb_sobol(32, 7, 0) == ((31 << 1) ^ 57) / 64.0);
}

/* The quality t of dimensions together is at most the sum of their polynomials' degrees less one
   (Sobol 1967). */
static const int excess[RB_SOBOL_DIMENSIONS] = {0, 0, 1, 2, 2, 3, 3, 4};

/* Of 2^m points that begin at a multiple of 2^m, every interval with 2^-digits[k] of axis k contains the
   same number. */
static void check_shape(const int *digits, int m, uint32_t first, uint64_t seed) {
    int all = 0, bins[RB_SOBOL_DIMENSIONS];
    for (int k = 0; k < RB_SOBOL_DIMENSIONS; k++) {
        bins[k] = all;
        all += digits[k];
    }
    uint32_t *count = calloc((size_t)1 << all, sizeof *count);
    for (uint32_t i = 0; i < UINT32_C(1) << m; i++) {
        uint32_t bin = 0;
        for (int k = 0; k < RB_SOBOL_DIMENSIONS; k++) {
            double x = digits[k] > 0 ? rb_sobol(first + i, k, seed) : 0;
            assert_true(x >= 0 && x < 1);
            bin |= (uint32_t)ldexp(x, digits[k]) << bins[k];
        }
        count[bin]++;
    }
    for (size_t bin = 0; bin < (size_t)1 << all; bin++) {
        assert_int_equal(count[bin], UINT32_C(1) << (m - all));
    }
    free(count);
}

static void every_axis_alone(void **state) {
    (void)state;
    for (int k = 0; k < RB_SOBOL_DIMENSIONS; k++) {
        int digits[RB_SOBOL_DIMENSIONS] = {0};
        digits[k] = 10;
        check_shape(digits, 10, 0, 0);
        check_shape(digits, 10, 5 << 10, 0);
        check_shape(digits, 10, 0, 7);
        check_shape(digits, 10, 9 << 10, 8);
    }
}

static void every_plane(void **state) {
    (void)state;
    for (int a = 0; a < RB_SOBOL_DIMENSIONS; a++) {
        for (int b = 0; b < a; b++) {
            int m = 8, all = m - excess[a] - excess[b];
            for (int i = 0; i <= all; i++) {
                int digits[RB_SOBOL_DIMENSIONS] = {0};
                digits[a] = i;
                digits[b] = all - i;
                check_shape(digits, m, 0, 0);
                check_shape(digits, m, 3U << m, 0);
                check_shape(digits, m, 0, UINT64_C(1) << 50);
            }
        }
    }
}

/* All shapes of intervals with this many digits, over the axes from `axis` on. */
static void all_shapes(int *digits, int axis, int left, int m) {
    if (axis == RB_SOBOL_DIMENSIONS - 1) {
        digits[axis] = left;
        check_shape(digits, m, 0, 0);
        return;
    }
    for (int i = 0; i <= left; i++) {
        digits[axis] = i;
        all_shapes(digits, axis + 1, left - i, m);
    }
}

/* t of all eight is at most 15: of 2^17 points every quarter contains the same number. Sobol's property A:
   of 2^8 points every one of the 2^8 halves of all axes contains one, which is more than t promises. */
static void all_together(void **state) {
    (void)state;
    int digits[RB_SOBOL_DIMENSIONS] = {0};
    all_shapes(digits, 0, 2, 17);
    for (int k = 0; k < RB_SOBOL_DIMENSIONS; k++) {
        digits[k] = 1;
    }
    check_shape(digits, 8, 0, 0);
    check_shape(digits, 8, 77 << 8, 0);
    check_shape(digits, 8, 0, 11);
}

static double error_of(int count, uint64_t seed) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double product = 1;
        for (int k = 0; k < RB_SOBOL_DIMENSIONS; k++) {
            product *= 1 + (rb_sobol((uint32_t)i, k, seed) - 0.5) / 2;
        }
        sum += product;
    }
    return fabs(sum / count - 1);
}

/* The integral of a product over the cube, 1: its variance is (1 + 1/48)^8 - 1 = 0.18, so 4096 random
   points have a typical error of 0.0066. These must be ten times better; seeds give other points. */
static void an_integral(void **state) {
    (void)state;
    assert_true(error_of(4096, 0) < 6.6e-4);
    double sum = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        double error = error_of(4096, seed);
        sum += error * error;
        assert_true(rb_sobol(0, 0, seed) > 0 && rb_sobol(0, 0, seed) != rb_sobol(0, 1, seed));
        assert_true(rb_sobol(0, 0, seed) != rb_sobol(0, 0, seed + 1));
    }
    assert_true(sqrt(sum / 16) < 6.6e-4);
    print_message("plain %.2g, scrambled %.2g (random 6.6e-3)\n", error_of(4096, 0), sqrt(sum / 16));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_points), cmocka_unit_test(every_axis_alone), cmocka_unit_test(every_plane),
        cmocka_unit_test(all_together), cmocka_unit_test(an_integral),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
