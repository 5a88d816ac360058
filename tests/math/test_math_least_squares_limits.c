/* The search for a smallest sum of squares where there are no residuals on one side or on both, where
   slopes are too large for a double, and when it is asked to stop. */
#include <math.h>

#include "math/least_squares.h"
#include "support.h"

typedef struct bounds {
    double low[2], high[2]; /* no residuals beyond */
    int left;               /* evaluations until it is to stop; negative: never */
} bounds;

/* A bowl about (0.3, -0.2), with some cross talk. */
static bool bowl(void *context, const double *p, double *r) {
    bounds *b = context;
    r[0] = p[0] - 0.3;
    r[1] = p[1] + 0.2;
    r[2] = 0.1 * (p[0] * p[1] + 0.06);
    for (int i = 0; i < 2; i++) {
        if (!(p[i] >= b->low[i] && p[i] <= b->high[i])) {
            return false;
        }
    }
    b->left--;
    return true;
}

static bool stop(void *context) {
    const bounds *b = context;
    return b->left == 0;
}

static rb_least_squares problem(bounds *b) {
    return (rb_least_squares){2, 3, bowl, stop, NULL, NULL, b, 1e-5, 1e-12, 60};
}

static rb_least_squares_result found;

/* At a corner beyond which there is nothing, slopes come from the other side. */
static void from_a_corner(void **state) {
    (void)state;
    bounds b = {{-1, -1}, {1, 1}, -1};
    rb_least_squares q = problem(&b);
    double p[2] = {1, 1};
    assert_true(rb_least_squares_solve(&q, p, &found));
    assert_near(p[0], 0.3, 1e-8);
    assert_near(p[1], -0.2, 1e-8);
    assert_below(found.sum, 1e-16);
}

/* A parameter that can be moved to neither side stays; the other is found. */
static void a_fixed_parameter_stays(void **state) {
    (void)state;
    bounds b = {{-1, -0.2}, {1, -0.2}, -1};
    rb_least_squares q = problem(&b);
    double p[2] = {0.9, -0.2};
    assert_true(rb_least_squares_solve(&q, p, &found));
    assert_near(p[0], 0.3, 1e-8);
    assert_true(p[1] == -0.2);
}

static void no_residuals_at_the_start(void **state) {
    (void)state;
    bounds b = {{-1, -1}, {1, 1}, -1};
    rb_least_squares q = problem(&b);
    double p[2] = {2, 0};
    assert_false(rb_least_squares_solve(&q, p, &found));
    assert_true(found.sum == INFINITY && !found.no_memory && found.evaluations == 1);
    assert_true(p[0] == 2 && p[1] == 0);
}

/* Residuals that are no numbers are none. */
static bool no_number(void *context, const double *p, double *r) {
    (void)context;
    r[0] = p[0] > 0.5 ? NAN : p[0] - 0.4;
    return true;
}

/* So steep that its square is no double: nothing is found. */
static bool cliff(void *context, const double *p, double *r) {
    (void)context;
    r[0] = 1 + 1e200 * p[0];
    r[1] = 1 + 1e200 * p[1];
    return fabs(p[0]) < 1e-6 && fabs(p[1]) < 1e-6;
}

static void overflow_is_rejected(void **state) {
    (void)state;
    rb_least_squares q = {1, 1, no_number, NULL, NULL, NULL, NULL, 1e-5, 1e-12, 60};
    double p[2] = {0.499999, 0};
    assert_true(rb_least_squares_solve(&q, p, &found));
    assert_near(p[0], 0.4, 1e-12);
    p[0] = 0.6;
    assert_false(rb_least_squares_solve(&q, p, &found));
    rb_least_squares steep = {2, 2, cliff, NULL, NULL, NULL, NULL, 1e-160, 1e-12, 60};
    p[0] = p[1] = 0;
    assert_true(rb_least_squares_solve(&steep, p, &found));
    assert_true(isfinite(found.sum) && found.sum <= 2);
}

/* Stopped at any evaluation: what was best until then is kept. */
static void stopped_anywhere(void **state) {
    (void)state;
    bounds whole = {{-9, -9}, {9, 9}, -1};
    rb_least_squares q = problem(&whole);
    double p[2] = {1, 1};
    assert_true(rb_least_squares_solve(&q, p, &found));
    int all = found.evaluations;
    double last = INFINITY;
    for (int n = 1; n < all; n++) {
        bounds b = {{-9, -9}, {9, 9}, n};
        q = problem(&b);
        p[0] = p[1] = 1;
        assert_true(rb_least_squares_solve(&q, p, &found));
        assert_true(found.stopped && found.evaluations == n);
        assert_true(found.sum <= last);
        last = found.sum;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_corner),
        cmocka_unit_test(a_fixed_parameter_stays),
        cmocka_unit_test(no_residuals_at_the_start),
        cmocka_unit_test(overflow_is_rejected),
        cmocka_unit_test(stopped_anywhere),
    };
    return cmocka_run_group_tests_name("least squares", tests, NULL, NULL);
}
