/* src/math/gauss: every number of its tables, from the definition: nodes are the zeros of Legendre
   polynomials, by Newton's method in long double. 2e-16 absolute: one rounding to 17 digits and one to
   double. */
#include <math.h>

#include "math/gauss.h"
#include "support.h"

/* P_n(x), and its slope. */
static long double legendre(int n, long double x, long double *slope) {
    long double before = 1, p = x;
    for (int k = 2; k <= n; k++) {
        long double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
        before = p;
        p = next;
    }
    *slope = n * (x * p - before) / (x * x - 1);
    return p;
}

/* The i-th of n nodes from above, and its weight. */
static long double node(int n, int i, long double *weight) {
    const long double pi = acosl(-1);
    long double x = cosl(pi * (i + 0.75L) / (n + 0.5L)), slope = 1;
    for (int k = 0; k < 8; k++) { /* doubles its digits: three would do */
        long double p = legendre(n, x, &slope);
        x -= p / slope;
    }
    legendre(n, x, &slope);
    *weight = 2 / ((1 - x * x) * slope * slope);
    return x;
}

static const int sizes[RB_GAUSS_RULES] = {8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128};

static void tables_are_right(void **state) {
    (void)state;
    for (int r = 0; r < RB_GAUSS_RULES; r++) {
        const rb_gauss_rule *rule = rb_gauss(sizes[r]);
        assert_int_equal(2 * rule->half, sizes[r]);
        assert_int_equal(rule->half % 2, 0);
        for (int i = 0; i < rule->half; i++) {
            const rb_gauss_node *at = &rule->nodes[rule->half - 1 - i];
            long double weight, x = node(sizes[r], i, &weight);
            assert_near(at->x, (double)x, 2e-16);
            assert_near(at->weight, (double)weight, 2e-16);
        }
    }
}

static void smallest_sufficient_rule(void **state) {
    (void)state;
    assert_int_equal(2 * rb_gauss(-1)->half, 8);
    assert_int_equal(2 * rb_gauss(9)->half, 12);
    assert_int_equal(2 * rb_gauss(33)->half, 40);
    assert_int_equal(2 * rb_gauss(1000)->half, RB_GAUSS_MAX);
}

/* A rule of n nodes is exact for x^(2n - 2), whose integral is 2/(2n - 1). */
static void highest_even_power(void **state) {
    (void)state;
    for (int r = 0; r < RB_GAUSS_RULES; r++) {
        const rb_gauss_rule *rule = rb_gauss(sizes[r]);
        double sum = 0;
        for (int i = 0; i < rule->half; i++) {
            sum += 2 * rule->nodes[i].weight * pow(rule->nodes[i].x, 2 * sizes[r] - 2);
        }
        assert_near(sum, 2.0 / (2 * sizes[r] - 1), 1e-15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_right),
        cmocka_unit_test(smallest_sufficient_rule),
        cmocka_unit_test(highest_even_power),
    };
    return cmocka_run_group_tests_name("math: Gauss", tests, NULL, NULL);
}
