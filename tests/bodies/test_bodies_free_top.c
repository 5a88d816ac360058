/* The torque-free top. A ball on a frictionless floor has no torque, whatever its inertia: the force of
   the floor passes through its centre. The whole simulation with its contact must therefore reproduce the
   solutions of Euler and Jacobi. */
#include <math.h>

#include <gsl/gsl_sf_elljac.h>

#include "math/vec.h"
#include "support.h"

#define BALL                                                                                                 \
    "a1=0.02", "a2=0.02", "a3=0.02", "k1=0", "k2=0", "k3=0", "mu=0", "rolling.k_r=0",                        \
        "contact.torque=false", "alpha=0"

#define STEP "solver.step=1e-4"

/* At 20 rad/s a method of order five has an error of (20 h)^5 = 3e-14 per radian; 1e-10 leaves room for
   the constants and the 40 to 100 radians of the run. A wrong sign or factor gives an error of 1. */
#define TOLERANCE 1e-10

/* L is fixed in space; the body turns about it with |L|/B1 and about its own axis with
   (1 - B3/B1) omega3. */
static rb_quat symmetric_top(rb_vec3 omega, double B1, double B3, double t) {
    rb_vec3 L = rb_v3(B1 * omega.x, B1 * omega.y, B3 * omega.z);
    double size = rb_norm(L);
    rb_quat precession = rb_quat_from_axis_angle(rb_scale(1 / size, L), size / B1 * t);
    rb_quat spin = rb_quat_from_axis_angle(rb_v3(0, 0, 1), (1 - B3 / B1) * omega.z * t);
    return rb_quat_mul(precession, spin);
}

static void check_symmetric(const char *B3_text, double B3) {
    const double B1 = 2e-4;
    rb_scene scene = rb_test_scene("k11-fig5", BALL, STEP, "B1=2e-4", "B2=2e-4", B3_text, "omega1=3",
                                   "omega2=-4", "omega3=15", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_vec3 omega = rb_v3(3, -4, 15);
    for (int i = 1; i <= 20; i++) {
        double t = 0.1 * i;
        rb_test_run_until(sim, t);
        rb_snapshot now;
        rb_simulation_snapshot(sim, &now);
        assert_near(now.t, t, 1e-12);
        rb_quat q = symmetric_top(omega, B1, B3, now.t);
        double same = q.w * now.q.w + q.x * now.q.x + q.y * now.q.y + q.z * now.q.z;
        rb_quat off = {now.q.w - same * q.w, now.q.x - same * q.x, now.q.y - same * q.y,
                       now.q.z - same * q.z};
        assert_near(sqrt(off.w * off.w + off.x * off.x + off.y * off.y + off.z * off.z), 0, TOLERANCE);
        /* omega in the body turns backwards with (B3/B1 - 1) omega3 */
        double turn = (B3 / B1 - 1) * omega.z * now.t;
        assert_near(now.omega.x, cos(turn) * omega.x - sin(turn) * omega.y, 10 * TOLERANCE);
        assert_near(now.omega.y, sin(turn) * omega.x + cos(turn) * omega.y, 10 * TOLERANCE);
        assert_near(now.omega.z, omega.z, 10 * TOLERANCE);
        assert_near(now.contact[0].N, 0.25 * 10, 1e-12);
    }
    rb_simulation_destroy(sim);
}

static void symmetric_top_precesses(void **state) {
    (void)state;
    check_symmetric("B3=3e-4", 3e-4);   /* flat */
    check_symmetric("B3=0.8e-4", 8e-5); /* long */
}

/* Jacobi's solution for B1 < B2 < B3, L^2 > 2 E B2, omega2 = 0 at the start (Landau & Lifshitz,
   Mechanics, section 37), with the elliptic functions of GSL. */
static rb_vec3 asymmetric_top(rb_vec3 start, const double B[3], double t) {
    double E2 = B[0] * start.x * start.x + B[2] * start.z * start.z;
    double L2 = B[0] * B[0] * start.x * start.x + B[2] * B[2] * start.z * start.z;
    double fast = L2 - E2 * B[0], slow = E2 * B[2] - L2;
    double rate = sqrt((B[2] - B[1]) * fast / (B[0] * B[1] * B[2]));
    double m = (B[1] - B[0]) * slow / ((B[2] - B[1]) * fast);
    double sn, cn, dn;
    assert_int_equal(gsl_sf_elljac_e(rate * t, m, &sn, &cn, &dn), 0);
    return rb_v3(start.x * cn, sqrt(slow / (B[1] * (B[2] - B[1]))) * sn, start.z * dn);
}

static void check_asymmetric(const rb_scene *scene, double turn) {
    const double B[3] = {2e-4, 3e-4, 4e-4};
    rb_vec3 start = rb_v3(4, 0, 12);
    rb_simulation *sim = rb_test_simulation(scene);
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    rb_vec3 L = now.L;
    double c = cos(turn), s = sin(turn);
    for (int i = 1; i <= 40; i++) {
        rb_test_run_until(sim, 0.1 * i);
        rb_simulation_snapshot(sim, &now);
        rb_vec3 expected = asymmetric_top(start, B, now.t);
        assert_near(c * now.omega.x + s * now.omega.y, expected.x, 10 * TOLERANCE);
        assert_near(-s * now.omega.x + c * now.omega.y, expected.y, 10 * TOLERANCE);
        assert_near(now.omega.z, expected.z, 10 * TOLERANCE);
        /* the orientation is right if L is constant in space; |L| is 5e-3 */
        assert_near(rb_norm(rb_sub(now.L, L)) / rb_norm(L), 0, TOLERANCE);
    }
    rb_simulation_destroy(sim);
}

static void asymmetric_top_follows_jacobi(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", BALL, STEP, "B1=2e-4", "B2=3e-4", "B3=4e-4", "omega1=4",
                                   "omega2=0", "omega3=12", NULL);
    check_asymmetric(&scene, 0);
}

/* The same top described in axes turned by 0.5 rad: products of inertia count. */
static void products_of_inertia(void **state) {
    (void)state;
    const double turn = 0.5;
    double c = cos(turn), s = sin(turn);
    const struct {
        const char *name;
        double value;
    } values[] = {{"B1", c * c * 2e-4 + s * s * 3e-4},
                  {"B2", s * s * 2e-4 + c * c * 3e-4},
                  {"B3", 4e-4},
                  {"B12", c * s * (3e-4 - 2e-4)},
                  {"omega1", c * 4},
                  {"omega2", s * 4},
                  {"omega3", 12}};
    rb_scene scene = rb_test_scene("k11-fig5", BALL, STEP, NULL);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s=%.17g", values[i].name, values[i].value);
        rb_test_assign(&scene, text);
    }
    check_asymmetric(&scene, turn);
}

/* Halving h reduces the error of the whole simulation by 2^5: projection and normalisation do not reduce
   the order. */
static void order_through_the_simulation(void **state) {
    (void)state;
    double error[3];
    const char *const steps[] = {"solver.step=16e-3", "solver.step=8e-3", "solver.step=4e-3"};
    for (int i = 0; i < 3; i++) {
        rb_scene scene = rb_test_scene("k11-fig5", BALL, "solver.tick=16e-3", steps[i], "B1=2e-4", "B2=3e-4",
                                       "B3=4e-4", "omega1=4", "omega2=0", "omega3=12", NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 2);
        rb_snapshot now;
        rb_simulation_snapshot(sim, &now);
        const double B[3] = {2e-4, 3e-4, 4e-4};
        rb_vec3 expected = asymmetric_top(rb_v3(4, 0, 12), B, now.t);
        error[i] = rb_norm(rb_sub(now.omega, expected));
        rb_simulation_destroy(sim);
    }
    assert_true(error[2] > 1e-10);                      /* otherwise rounding is measured */
    assert_near(log2(error[0] / error[1]), 5.25, 0.75); /* 4.5 to 6 */
    assert_near(log2(error[1] / error[2]), 5.25, 0.75);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_top_precesses),
        cmocka_unit_test(asymmetric_top_follows_jacobi),
        cmocka_unit_test(products_of_inertia),
        cmocka_unit_test(order_through_the_simulation),
    };
    return cmocka_run_group_tests_name("free top", tests, NULL, NULL);
}
