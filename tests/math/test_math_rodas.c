/* Rodas5P: order of convergence, stability function, stiff problems with known solutions. */
#include <complex.h>
#include <math.h>

#include "kepler_inline.h"
#include "math/ode.h"
#include "math/pi.h"
#include "support.h"

static void kepler_jacobian(const void *model, const double *y, double *J) {
    (void)model;
    double r2 = y[0] * y[0] + y[1] * y[1];
    double s = -1 / (r2 * sqrt(r2)), t = -3 * s / r2;
    memset(J, 0, 16 * sizeof *J);
    J[2] = J[7] = 1;
    J[8] = s + t * y[0] * y[0];
    J[9] = J[12] = t * y[0] * y[1];
    J[13] = s + t * y[1] * y[1];
}

/* Accurate enough to measure the dense output: steps a hundredth as long. */
static void go(double h, double *y) {
    rb_system system = {kepler, NULL, 4, 0, 4};
    rb_rodas step;
    double f[4], J[16], next[4], error[4];
    for (int i = 0; i < 100; i++) {
        kepler(NULL, y, f);
        kepler_jacobian(NULL, y, J);
        assert_true(rb_rodas_step(&system, h / 100, y, f, J, &step, next, error));
        memcpy(y, next, sizeof next);
    }
}

/* Returns the largest error of the dense output of a step from y to next. */
static double within(const rb_rodas *step, double h, const double *y, const double *next) {
    rb_dense dense;
    double largest = 0;
    rb_rodas_dense(step, 4, y, next, &dense);
    for (int k = 1; k < 4; k++) {
        double z[4];
        memcpy(z, y, sizeof z);
        go(0.25 * k * h, z);
        for (int j = 0; j < 4; j++) {
            largest = fmax(largest, fabs(rb_dense_at(&dense, y, j, 0.25 * k) - z[j]));
        }
    }
    return largest;
}

/* Error after half a revolution in `steps` steps (after a whole one the leading terms nearly cancel);
 *largest: the largest embedded error, *dense: that of the dense output. */
static double kepler_error(int steps, double *largest, double *dense) {
    const double end[4] = {-1.3, 0, 0, -sqrt(0.7 / 1.3)};
    rb_system system = {kepler, NULL, 4, 0, 4};
    rb_rodas step;
    double y[4], f[4], J[16], next[4], error[4], sum = 0;
    kepler_start(y);
    *largest = *dense = 0;
    for (int i = 0; i < steps; i++) {
        kepler(NULL, y, f);
        kepler_jacobian(NULL, y, J);
        assert_true(rb_rodas_step(&system, RB_PI / steps, y, f, J, &step, next, error));
        *dense = fmax(*dense, within(&step, RB_PI / steps, y, next));
        memcpy(y, next, sizeof y);
        for (int j = 0; j < 4; j++) {
            *largest = fmax(*largest, fabs(error[j]));
        }
    }
    for (int j = 0; j < 4; j++) {
        sum += (y[j] - end[j]) * (y[j] - end[j]);
    }
    return sqrt(sum);
}

/* Order 5 over the path; 5 = 4 + 1 for a single step of the embedded difference, and of the dense output. */
static void order_of_convergence(void **state) {
    (void)state;
    const int steps[] = {50, 100, 200, 400};
    double error[4], embedded[4], dense[4];
    for (int i = 0; i < 4; i++) {
        error[i] = kepler_error(steps[i], &embedded[i], &dense[i]);
    }
    assert_true(dense[3] > 1e-12); /* above rounding */
    for (int i = 1; i < 4; i++) {
        assert_near(log2(error[i - 1] / error[i]), 5.1, 0.4);
        assert_near(log2(embedded[i - 1] / embedded[i]), 5, 0.2);
        assert_near(log2(dense[i - 1] / dense[i]), 5, 0.2);
        assert_below(dense[i], embedded[i]); /* what error control keeps small, it is below */
    }
}

/* y' = (a + i b) y as two real equations: the factor of one step. */
typedef struct rotation {
    double a, b;
} rotation;

static void rotate(const void *model, const double *y, double *dydt) {
    const rotation *r = model;
    dydt[0] = r->a * y[0] - r->b * y[1];
    dydt[1] = r->b * y[0] + r->a * y[1];
}

static double complex multiplier(double a, double b) {
    rotation r = {a, b};
    rb_system system = {rotate, &r, 2, 0, 2};
    rb_rodas step;
    const double y[2] = {1, 0}, J[4] = {a, -b, b, a};
    double f[2], next[2], error[2];
    rotate(&r, y, f);
    assert_true(rb_rodas_step(&system, 1, y, f, J, &step, next, error));
    return next[0] + I * next[1];
}

/* R(z) = e^z + O(z^6), |R| <= 1 on the imaginary axis, R(infinity) = 0. */
static void stability(void **state) {
    (void)state;
    for (int i = -4; i <= 4; i++) {
        double z = 2e-3 * i;
        assert_near(creal(multiplier(z, 0)), exp(z), 1e-13); /* |z|^5 = 3e-11, constant 1e-3 */
    }
    for (int i = 0; i <= 200; i++) { /* A-stable: nothing grows on the imaginary axis */
        double y = pow(10, -2 + 0.03 * i);
        assert_true(cabs(multiplier(0, y)) <= 1 + 1e-12);
    }
    /* L-stable: R ~ c/z; stages grow with z, so that some rounding of 1e-16 z remains */
    assert_below(cabs(multiplier(-1e6, 0)), 1e-4);
    assert_below(cabs(multiplier(-1e6, 1e6)), 1e-4);
    assert_below(cabs(multiplier(-1e9, 0)), 1e-6);
}

/* Integrates with the simplest error control: the embedded error against rtol (|y| + scale). */
static int integrate(const rb_system *system, rb_jacobian jacobian, double *y, double until, double rtol,
                     const double *scale) {
    double t = 0, h = 1e-6;
    rb_rodas step;
    int steps = 0;
    while (t < until) {
        double f[RB_ODE_MAX], J[RB_ODE_MAX * RB_ODE_MAX], next[RB_ODE_MAX], error[RB_ODE_MAX];
        double size = 0;
        h = fmin(h, until - t);
        system->rhs(system->model, y, f);
        jacobian(system->model, y, J);
        assert_true(rb_rodas_step(system, h, y, f, J, &step, next, error));
        for (int i = 0; i < system->n; i++) {
            size = fmax(size, fabs(error[i]) / (rtol * (fabs(next[i]) + scale[i])));
        }
        if (size <= 1) {
            memcpy(y, next, (size_t)system->n * sizeof *y);
            t += h;
        }
        h *= fmin(5, fmax(0.2, 0.9 * pow(fmax(size, 1e-10), -0.25)));
        assert_true(++steps < 100000);
    }
    return steps;
}

static void robertson(const void *model, const double *y, double *dydt) {
    (void)model;
    double slow = 0.04 * y[0], back = 1e4 * y[1] * y[2], fast = 3e7 * y[1] * y[1];
    dydt[0] = back - slow;
    dydt[1] = slow - back - fast;
    dydt[2] = fast;
}

static void robertson_jacobian(const void *model, const double *y, double *J) {
    (void)model;
    const double d[9] = {-0.04,       1e4 * y[2], 1e4 * y[1], 0.04, -1e4 * y[2] - 6e7 * y[1],
                         -1e4 * y[1], 0,          6e7 * y[1], 0};
    memcpy(J, d, sizeof d);
}

/* Robertson's reaction, rates from 0.04 to 3e7: the values at t = 40 of the test set of Mazzia and
   Magherini, given to ten digits. Explicit steps would be below 1e-3. */
static void robertson_reaction(void **state) {
    (void)state;
    rb_system system = {robertson, NULL, 3, 0, 3};
    const double scale[3] = {1e-2, 1e-6, 1e-2};
    const double expected[3] = {0.7158270688, 0.9185534765e-5, 0.2841637457};
    double y[3] = {1, 0, 0};
    int steps = integrate(&system, robertson_jacobian, y, 40, 1e-7, scale);
    assert_in_range(steps, 20, 1000);
    for (int i = 0; i < 3; i++) {
        assert_near(y[i] / expected[i], 1, 1e-6); /* some hundred steps of at most 1e-7 */
    }
    assert_near(y[0] + y[1] + y[2], 1, 1e-14); /* linear invariants are kept */
}

/* A stiff spring around a slow motion, Prothero and Robinson: y' = -1e6 (y - cos t) - sin t, with the time
   as second component. Explicit steps of 0.05 would amplify errors by 1e20. */
static void spring(const void *model, const double *y, double *dydt) {
    (void)model;
    dydt[0] = -1e6 * (y[0] - cos(y[1])) - sin(y[1]);
    dydt[1] = 1;
}

static void spring_jacobian(const void *model, const double *y, double *J) {
    (void)model;
    J[0] = -1e6;
    J[1] = -1e6 * sin(y[1]) - cos(y[1]);
    J[2] = J[3] = 0;
}

static double spring_error(int steps) {
    rb_system system = {spring, NULL, 2, 0, 2};
    rb_rodas step;
    double y[2] = {1, 0};
    for (int i = 0; i < steps; i++) {
        double f[2], J[4], next[2], error[2];
        spring(NULL, y, f);
        spring_jacobian(NULL, y, J);
        assert_true(rb_rodas_step(&system, 1.0 / steps, y, f, J, &step, next, error));
        memcpy(y, next, sizeof y);
    }
    return fabs(y[0] - cos(y[1]));
}

/* The error is of the order of h/1e6 times a small constant (measured 4e-10 and 2.4e-10): the spring has
   no effect. */
static void stiff_spring(void **state) {
    (void)state;
    double coarse = spring_error(20), fine = spring_error(40);
    assert_below(coarse, 2e-9);
    assert_below(fine, coarse);
}

/* A component that nothing depends on (the area swept) may be excluded from the linear algebra. */
static void sweep(const void *model, const double *y, double *dydt) {
    kepler(model, y, dydt);
    dydt[4] = (y[0] * y[3] - y[1] * y[2]) / 2;
}

static void uncoupled_components(void **state) {
    (void)state;
    double y[5] = {0}, f[5], J[25] = {0}, J4[16], one[5], other[5], error[5], error_other[5];
    kepler_start(y);
    sweep(NULL, y, f);
    kepler_jacobian(NULL, y, J4);
    for (int i = 0; i < 4; i++) {
        memcpy(J + (size_t)i * 5, J4 + (size_t)i * 4, 4 * sizeof *J);
    }
    J[20] = y[3] / 2, J[21] = -y[2] / 2, J[22] = -y[1] / 2, J[23] = y[0] / 2;
    rb_system whole = {sweep, NULL, 5, 0, 5}, coupled = {sweep, NULL, 5, 0, 4};
    rb_rodas step;
    assert_true(rb_rodas_step(&whole, 0.01, y, f, J, &step, one, error));
    assert_true(rb_rodas_step(&coupled, 0.01, y, f, J, &step, other, error_other));
    for (int i = 0; i < 5; i++) {
        assert_near(other[i], one[i], 1e-15);
        assert_near(error_other[i], error[i], 1e-15);
    }
}

/* No step with a singular matrix, or from a state that is not finite. */
static void refuses(void **state) {
    (void)state;
    const double gamma = 0.21193756319429014;
    rotation r = {1 / gamma, 0}; /* I/(h gamma) - J = 0 at h = 1 */
    rb_system system = {rotate, &r, 2, 0, 2};
    rb_rodas step;
    const double y[2] = {1, 0}, f[2] = {1 / gamma, 0};
    double J[4] = {1 / gamma, 0, 0, 1 / gamma}, next[2], error[2];
    assert_false(rb_rodas_step(&system, 1, y, f, J, &step, next, error));
    assert_true(rb_rodas_step(&system, 0.5, y, f, J, &step, next, error));
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        J[0] = bad[i];
        assert_false(rb_rodas_step(&system, 0.5, y, f, J, &step, next, error));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_convergence), cmocka_unit_test(stability),
        cmocka_unit_test(robertson_reaction),   cmocka_unit_test(stiff_spring),
        cmocka_unit_test(uncoupled_components), cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests_name("rodas", tests, NULL, NULL);
}
