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

static void tables_are_right(void **state) {
    (void)state;
    static const int sizes[RB_GAUSS_RULES] = {12, 16, 24, 32, 48, 64, 96, 128};
    const long double half_turn = acosl(-1) / 2;
    for (int r = 0; r < RB_GAUSS_RULES; r++) {
        const rb_gauss_rule *rule = rb_gauss(r);
        assert_int_equal(2 * rule->half, sizes[r]);
        for (int i = 0; i < rule->half; i++) {
            const rb_gauss_node *at = &rule->nodes[rule->half - 1 - i];
            long double weight, tau = half_turn * node(sizes[r], i, &weight);
            assert_near(at->sin, (double)sinl(tau), 2e-16);
            assert_near(at->cos, (double)cosl(tau), 2e-16);
            assert_near(at->weight, (double)(half_turn * weight), 2e-16);
        }
    }
}

/* Typical integrals: of cos(4 tau) sin²(tau) over a half turn is 0, of exp(sin tau) is pi I_0(1). */
static void integrals(void **state) {
    (void)state;
    const double whole = 3.9774632605064226373; /* pi I_0(1), by the series of I_0 */
    for (int r = 0; r < RB_GAUSS_RULES; r++) {
        const rb_gauss_rule *rule = rb_gauss(r);
        double waves = 0, sum = 0;
        for (int i = 0; i < rule->half; i++) {
            const rb_gauss_node *at = &rule->nodes[i];
            double c2 = at->cos * at->cos, s2 = at->sin * at->sin;
            waves += 2 * at->weight * (8 * c2 * c2 - 8 * c2 + 1) * s2;
            sum += at->weight * (exp(at->sin) + exp(-at->sin));
        }
        assert_near(waves, 0, r == 0 ? 1e-7 : 1e-11); /* twelve nodes are few */
        assert_near(sum, whole, r == 0 ? 1e-11 : 1e-13);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_right),
        cmocka_unit_test(integrals),
    };
    return cmocka_run_group_tests_name("math: Gauss", tests, NULL, NULL);
}
