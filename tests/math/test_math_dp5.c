/* Dormand-Prince 5(4): orders of convergence, the embedded error, first-same-as-last. */
#include <math.h>

#include "kepler_inline.h"
#include "math/ode.h"
#include "math/pi.h"
#include "support.h"

/* Error after one revolution in `steps` steps; *largest: the largest embedded error. */
static double kepler_error(int steps, double *largest) {
    double y[4], k1[4], start[4], error[4];
    kepler_start(start);
    memcpy(y, start, sizeof y);
    kepler(NULL, y, k1);
    *largest = 0;
    for (int i = 0; i < steps; i++) {
        rb_dp5_step(kepler, NULL, 4, 2 * RB_PI / steps, y, k1, error);
        for (int j = 0; j < 4; j++) {
            *largest = fmax(*largest, fabs(error[j]));
        }
    }
    double sum = 0;
    for (int j = 0; j < 4; j++) {
        sum += (y[j] - start[j]) * (y[j] - start[j]);
    }
    return sqrt(sum);
}

/* Order 5 over a revolution, 5 = 4 + 1 for a single step of the embedded difference. The sequence
   stays above 1e-11, where rounding would flatten it. */
static void order_of_convergence(void **state) {
    (void)state;
    const int steps[] = {100, 200, 400, 800};
    double error[4], embedded[4];
    for (int i = 0; i < 4; i++) {
        error[i] = kepler_error(steps[i], &embedded[i]);
    }
    assert_true(error[3] > 1e-12);
    for (int i = 1; i < 4; i++) {
        assert_near(log2(error[i - 1] / error[i]), 5.25, 0.75); /* 4.5 to 6 */
        assert_near(log2(embedded[i - 1] / embedded[i]), 5, 0.5);
    }
}

/* y' = lambda y: the factor of one step is known in closed form. */
static void decay(const void *model, const double *y, double *dydt) {
    dydt[0] = *(const double *)model * y[0];
}

/* The stability function 1 + z + ... + z^5/120 + z^6/600, and the embedded one below it:
   1 + z + z^2/2 + z^3/6 + z^4/24 + 1097 z^5/120000 + 161 z^6/120000 + z^7/24000
   (Hairer, Norsett & Wanner, Solving ODEs I, II.4 and II.5). */
static void stability_function(void **state) {
    (void)state;
    for (int i = -12; i <= 12; i++) {
        double z = i / 4.0;
        double y = 1, k1 = z, error = 0;
        rb_dp5_step(decay, &z, 1, 1, &y, &k1, &error);
        double five = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 5 * (1 + z / 5)))));
        double four = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4))) +
                      pow(z, 5) * (1097 + 161 * z + 5 * z * z) / 120000;
        /* terms of up to 3^6 / 600 times coefficients of size 10 that cancel */
        assert_near(y, five, 1e-12);
        assert_near(error, five - four, 1e-12);
    }
}

/* The last stage is the first of the next step, to the bit; error may be NULL. */
static void first_same_as_last(void **state) {
    (void)state;
    double y[4], k1[4], again[4], error[4];
    kepler_start(y);
    kepler(NULL, y, k1);
    double z[4], l1[4];
    memcpy(z, y, sizeof z);
    memcpy(l1, k1, sizeof l1);
    for (int i = 0; i < 50; i++) {
        rb_dp5_step(kepler, NULL, 4, 0.05, y, k1, error);
        kepler(NULL, y, again);
        assert_memory_equal(k1, again, sizeof again);
        rb_dp5_step(kepler, NULL, 4, 0.05, z, l1, NULL);
        assert_memory_equal(z, y, sizeof y);
        assert_memory_equal(l1, k1, sizeof k1);
    }
}

static int calls;

static void counting(const void *model, const double *y, double *dydt) {
    calls++;
    kepler(model, y, dydt);
}

static void six_evaluations_a_step(void **state) {
    (void)state;
    double y[4], k1[4];
    kepler_start(y);
    kepler(NULL, y, k1);
    calls = 0;
    for (int i = 0; i < 10; i++) {
        rb_dp5_step(counting, NULL, 4, 0.01, y, k1, NULL);
    }
    assert_int_equal(calls, 60);
}

/* The embedded error estimate is right: it is close to the error of the fourth-order solution, which a
   reference with much smaller steps gives. */
static void embedded_error_is_accurate(void **state) {
    (void)state;
    const double h = 0.02; /* small enough that order five is far better than order four */
    double y[4], k1[4], error[4], fine[4], l1[4];
    kepler_start(y);
    memcpy(fine, y, sizeof fine);
    kepler(NULL, y, k1);
    kepler(NULL, fine, l1);
    rb_dp5_step(kepler, NULL, 4, h, y, k1, error);
    for (int i = 0; i < 50; i++) {
        rb_dp5_step(kepler, NULL, 4, h / 50, fine, l1, NULL);
    }
    double reported = 0, truth = 0, five = 0;
    for (int j = 0; j < 4; j++) {
        double fourth = y[j] - error[j];
        reported += error[j] * error[j];
        truth += (fourth - fine[j]) * (fourth - fine[j]);
        five += (y[j] - fine[j]) * (y[j] - fine[j]);
    }
    assert_near(sqrt(reported / truth), 1, 0.25); /* the fifth-order error is the difference */
    assert_below(sqrt(five), 0.25 * sqrt(reported));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_convergence),       cmocka_unit_test(stability_function),
        cmocka_unit_test(first_same_as_last),         cmocka_unit_test(six_evaluations_a_step),
        cmocka_unit_test(embedded_error_is_accurate),
    };
    return cmocka_run_group_tests_name("dp5", tests, NULL, NULL);
}
