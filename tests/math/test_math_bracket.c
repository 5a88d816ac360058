/* math/bracket: every step of regula falsi with Illinois' halving is a fraction that can be computed by
   hand, and the number of steps is known. 1e-15: a few roundings. */
#include <math.h>

#include "math/bracket.h"
#include "support.h"

/* x² - 2 from (0, 2), where it is -2 and 2: 1, 4/3, then, the far end halved, 16/11; beyond the zero. */
static void by_hand(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        rb_bracket b = {0, 2, -2 * sign, 2 * sign, 0};
        assert_near(rb_bracket_guess(&b, 1e-3), 1, 0);
        rb_bracket_take(&b, 1, -sign, true);
        assert_true(b.near == 1 && b.at_near == -sign && b.far == 2 && b.at_far == 2 * sign);
        assert_near(rb_bracket_guess(&b, 1e-3), 4.0 / 3, 1e-15);
        rb_bracket_take(&b, 4.0 / 3, -2.0 / 9 * sign, true);
        assert_true(b.at_far == sign && b.far == 2);
        assert_near(rb_bracket_guess(&b, 1e-3), 16.0 / 11, 1e-15);
        rb_bracket_take(&b, 16.0 / 11, 14.0 / 121 * sign, false);
        assert_true(b.far == 16.0 / 11 && b.at_near == -2.0 / 9 * sign); /* not halved: it had moved */
        double near = 4.0 / 3, width = 16.0 / 11 - near, share = 2.0 / 9 / (2.0 / 9 + 14.0 / 121);
        assert_near(rb_bracket_guess(&b, 1e-3), near + width * share, 1e-15);
        rb_bracket_take(&b, 1.42, 0.0164 * sign, false);
        assert_true(b.at_near == -1.0 / 9 * sign && b.near == 4.0 / 3 && b.far == 1.42);
    }
}

/* Never closer to an end than the guard: a thousandth of the bracket, or 0. */
static void guards(void **state) {
    (void)state;
    rb_bracket b = {1, 3, -1e-9, 1, 0};
    assert_near(rb_bracket_guess(&b, 1e-3), 1.002, 1e-15);
    assert_near(rb_bracket_guess(&b, 0), 1 + 2e-9, 1e-15);
    b = (rb_bracket){1, 3, -1, 1e-9, 0};
    assert_near(rb_bracket_guess(&b, 1e-3), 2.998, 1e-15);
    assert_near(rb_bracket_guess(&b, 0), 3 - 2e-9, 1e-15);
}

static double cubic(double x) {
    return x * x * x - 0.001;
}

static double steep(double x) {
    return x / (x * x + 1e-4) - 0.1; /* near a pole's side, zero at about 1e-5 */
}

static int looks(double (*f)(double), double near, double far, double *x) {
    rb_bracket b = {near, far, f(near), f(far), 0};
    int count = 0;
    while (b.far - b.near > 1e-14 && count < 100) {
        *x = rb_bracket_guess(&b, 1e-3);
        double at = f(*x);
        count++;
        if (at == 0) {
            break;
        }
        rb_bracket_take(&b, *x, at, (at > 0) == (b.at_near > 0));
    }
    return count;
}

/* Superlinear: plain regula falsi would need thousands of evaluations for the cubic, bisection 47. */
static void few_evaluations(void **state) {
    (void)state;
    double x = 0;
    assert_int_equal(looks(cubic, -1, 1, &x), 19);
    assert_near(x, 0.1, 1e-14);
    assert_int_equal(looks(steep, -0.005, 0.008, &x), 8);
    assert_near(steep(x), 0, 1e-10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(guards),
        cmocka_unit_test(few_evaluations),
    };
    return cmocka_run_group_tests_name("math: bracket", tests, NULL, NULL);
}
