/* src/bodies: the contact point of an ellipsoid with the floor, and the right-hand side. */
#include <math.h>

#include "bodies/rigid_body.h"
#include "bodies/touch_inline.h"
#include "math/ode.h"
#include "sim/model_build.h"
#include "support.h"

enum { CASES = 100 };

static rb_model stone_model(const rb_scene *scene) {
    rb_model model;
    rb_model_build(scene, &model);
    return model;
}

/* Values of the contact point, without tangents. */
typedef struct touch_values {
    rb_vec3 rho, rho_dot, e_x, e_y;
} touch_values;

/* The attitude with the vertical along n in body axes, by the shortest rotation, with |q| = 2. */
static touch_values touch_of(const rb_model *model, rb_vec3 n, rb_vec3 omega, bool principal) {
    double size = 2 / sqrt(2 + 2 * n.z);
    const double y[RB_ODE_MAX] = {[RB_Y_Q] = size * (1 + n.z), [RB_Y_Q + 1] = size * n.y,
                                  [RB_Y_Q + 2] = -size * n.x,  [RB_Y_OMEGA] = omega.x,
                                  [RB_Y_OMEGA + 1] = omega.y,  [RB_Y_OMEGA + 2] = omega.z};
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    assert_near(rb_norm(rb_sub(k.n.v, n)), 0, 1e-14);
    rb_touch t;
    rb_ellipsoid_touch(&model->shape, 0, &k, principal, &t);
    /* components along the axes agree with the vector in body axes */
    assert_near(rb_dot(t.rho.v, t.e_x.v), t.rho_x.v, 1e-14);
    assert_near(rb_dot(t.rho.v, t.e_y.v), t.rho_y.v, 1e-14);
    rb_vec3 turn = rb_cross(omega, t.rho.v), level = rb_to_world(&k, t.e_x).v;
    assert_near(rb_dot(turn, t.e_x.v), t.turn_x.v, 1e-14);
    assert_near(rb_dot(turn, t.e_y.v), t.turn_y.v, 1e-14);
    assert_near(rb_norm(rb_sub(level, rb_v3(t.h_x.v, t.h_y.v, 0))), 0, 1e-14);
    rb_vec3 rho_dot = rb_add_scaled(rb_scale(t.drift_x.v, t.e_x.v), t.drift_y.v, t.e_y.v);
    return (touch_values){t.rho.v, rho_dot, t.e_x.v, t.e_y.v};
}

static rb_vec3 upward(rb_test_rng *rng) {
    rb_vec3 n = rb_test_direction(rng);
    n.z = fabs(n.z);
    return n;
}

/* The contact is on the surface, and no point of the surface lies lower. */
static void contact_is_the_lowest_point(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "k1=0.001", "k2=-0.002", NULL);
    rb_model model = stone_model(&scene);
    rb_mat3 R_inverse = rb_mat3_inverse(&model.shape.R);
    rb_test_rng rng = {11};
    for (int i = 0; i < CASES; i++) {
        rb_vec3 n = upward(&rng);
        touch_values touch = touch_of(&model, n, rb_v3(0, 0, 0), false);
        rb_vec3 r = rb_sub(touch.rho, model.shape.k[0]);
        /* R spans (80/12)^2 = 44: rounding times that */
        assert_near(rb_dot(r, rb_mul(&R_inverse, r)), 1, 1e-13);
        for (int j = 0; j < 50; j++) {
            rb_vec3 s = rb_test_direction(&rng); /* any other point of the surface */
            s = rb_scale(1 / sqrt(rb_dot(s, rb_mul(&R_inverse, s))), s);
            assert_true(rb_dot(s, n) >= rb_dot(r, n) - 1e-15);
        }
    }
}

/* Patch axes are orthonormal, horizontal, right-handed with n. */
static void patch_axes(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_model model = stone_model(&scene);
    rb_test_rng rng = {12};
    for (int i = 0; i < CASES; i++) {
        rb_vec3 n = i == 0 ? model.shape.axis : upward(&rng); /* also standing on its end */
        touch_values t = touch_of(&model, n, rb_v3(0, 0, 0), true);
        assert_near(rb_norm(t.e_x), 1, 1e-14);
        assert_near(rb_dot(t.e_x, n), 0, 1e-14);
        assert_near(rb_norm(rb_sub(rb_cross(t.e_x, t.e_y), n)), 0, 1e-14);
    }
}

/* rho_dot is the derivative of rho while n rotates with -omega x n, in body axes. */
static void contact_velocity_is_the_derivative(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_model model = stone_model(&scene);
    rb_test_rng rng = {13};
    const double h = 1e-6;
    for (int i = 0; i < CASES; i++) {
        rb_vec3 n = upward(&rng);
        n = rb_scale(1 / rb_norm(rb_v3(n.x, n.y, n.z + 1)), rb_v3(n.x, n.y, n.z + 1));
        rb_vec3 omega = rb_scale(3, rb_test_direction(&rng));
        touch_values here = touch_of(&model, n, omega, i % 2 == 0);
        rb_vec3 slope = rb_cross(n, omega);
        rb_vec3 n1 = rb_add_scaled(n, h, slope), n0 = rb_add_scaled(n, -h, slope);
        touch_values after = touch_of(&model, rb_scale(1 / rb_norm(n1), n1), omega, false);
        touch_values before = touch_of(&model, rb_scale(1 / rb_norm(n0), n0), omega, false);
        rb_vec3 numeric = rb_scale(1 / (2 * h), rb_sub(after.rho, before.rho));
        /* velocities reach a1^2/a3 |omega| = 1.6 m/s; the central difference is right to
           h^2 (a1/a3)^4 = 2e-9 and 1e-17/h = 1e-11 of rounding */
        assert_near(rb_norm(rb_sub(numeric, here.rho_dot)), 0, 1e-8);
    }
}

static void random_state(const rb_model *model, rb_test_rng *rng, double *y) {
    memset(y, 0, RB_ODE_MAX * sizeof *y);
    rb_vec3 horizontal = rb_v3(rb_test_real(rng, -1, 1), rb_test_real(rng, -1, 1), 0);
    rb_quat nod =
        rb_quat_from_axis_angle(rb_scale(1 / rb_norm(horizontal), horizontal), rb_test_real(rng, 0, 0.4));
    rb_quat turn = rb_quat_from_axis_angle(rb_v3(0, 0, 1), rb_test_real(rng, -3, 3));
    rb_quat q = rb_quat_mul(turn, nod);
    const double start[RB_Y_OMEGA + 3] = {[RB_Y_V] = rb_test_real(rng, -0.1, 0.1),
                                          [RB_Y_V + 1] = rb_test_real(rng, -0.1, 0.1),
                                          [RB_Y_Q] = q.w,
                                          [RB_Y_Q + 1] = q.x,
                                          [RB_Y_Q + 2] = q.y,
                                          [RB_Y_Q + 3] = q.z,
                                          [RB_Y_OMEGA] = rb_test_real(rng, -2, 2),
                                          [RB_Y_OMEGA + 1] = rb_test_real(rng, -2, 2),
                                          [RB_Y_OMEGA + 2] = rb_test_real(rng, -5, 5)};
    memcpy(y, start, sizeof start);
    rb_rigid_body_place(model, y);
}

static double gap_of(const rb_model *model, const double *y) {
    double copy[RB_ODE_MAX];
    memcpy(copy, y, sizeof copy);
    return rb_rigid_body_project(model, copy);
}

/* N keeps the contact closed: without projection the gap stays zero to the accuracy of the integrator. An
   error of N of 1 % would open g t^2 / 200 = 2e-6 m in these 6 ms. */
static void constraint_force_keeps_contact(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_model model = stone_model(&scene);
    rb_test_rng rng = {14};
    for (int i = 0; i < 20; i++) {
        double y[RB_ODE_MAX], f[RB_ODE_MAX];
        random_state(&model, &rng, y);
        rb_rigid_body_rhs(&model, y, f);
        for (int step = 0; step < 3000; step++) {
            rb_dp5_step(rb_rigid_body_rhs, &model, RB_Y_COUNT, 2e-6, y, f, NULL);
        }
        assert_near(gap_of(&model, y), 0, 1e-12);
    }
}

/* Power: dE/dt = -(dW_slide + dW_drill + dW_roll)/dt, at every state, by a central difference of E along
   the flow. No part of friction supplies energy. */
static void power_balance(void **state) {
    (void)state;
    static const char *const laws[] = {"law=k11-p1", "law=k11-p2", "law=k11-tanh", "law=exact-circle"};
    rb_test_rng rng = {15};
    for (int l = 0; l < 4; l++) {
        rb_scene scene = rb_test_scene("k11-fig5", laws[l], NULL);
        rb_model model = stone_model(&scene);
        for (int i = 0; i < CASES; i++) {
            double y[RB_ODE_MAX], z[RB_ODE_MAX], f[RB_ODE_MAX];
            random_state(&model, &rng, y);
            rb_rigid_body_rhs(&model, y, f);
            double E[2];
            const double h = 1e-7;
            for (int side = 0; side < 2; side++) {
                memcpy(z, y, sizeof z);
                for (int j = 0; j < RB_Y_COUNT; j++) {
                    z[j] += (side ? h : -h) * f[j];
                }
                rb_snapshot snapshot;
                memset(&snapshot, 0, sizeof snapshot);
                rb_rigid_body_observe(&model, z, &snapshot);
                E[side] = snapshot.E;
            }
            double lost = f[RB_Y_W_SLIDE] + f[RB_Y_W_DRILL] + f[RB_Y_W_ROLL];
            /* E is 0.03 J and right to 4e-18, divided by 2e-7 s: 2e-11 W of some 0.1 W */
            assert_near((E[1] - E[0]) / (2 * h), -lost, 1e-9);
            assert_true(f[RB_Y_W_SLIDE] + f[RB_Y_W_DRILL] >= 0);
            assert_true(f[RB_Y_W_ROLL] >= 0);
        }
    }
}

/* Gravity alone: a stone at rest stays at rest, with N = m g. */
static void equilibrium(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "omega1=0", "omega2=0", "omega3=0", "law=exact-circle", NULL);
    rb_model model = stone_model(&scene);
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX];
    model.ops->start(scene.values[RB_SECTION_START], &model, y);
    rb_rigid_body_rhs(&model, y, f);
    assert_near(f[RB_Y_N], 2.5, 1e-15);
    for (int i = 0; i < RB_Y_COUNT; i++) {
        assert_near(f[i], 0, 1e-15);
    }
    assert_near(y[RB_Y_R + 2], 0.012 - 0.002, 1e-17); /* a3 - k3 */
}

/* "rolling" starts with the body point at the contact at rest. */
static void rolling_start(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "velocity=rolling", "theta=0.2", "phi=-0.1", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    assert_near(now.contact[0].slip_speed, 0, 1e-16);
    assert_near(now.contact[0].gap, 0, 1e-17);
    assert_near(now.theta, 0.2, 1e-15);
    assert_near(now.phi, -0.1, 1e-15);
    assert_true(rb_norm(now.v_C) > 0.01);
    rb_simulation_destroy(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contact_is_the_lowest_point),
        cmocka_unit_test(patch_axes),
        cmocka_unit_test(contact_velocity_is_the_derivative),
        cmocka_unit_test(constraint_force_keeps_contact),
        cmocka_unit_test(power_balance),
        cmocka_unit_test(equilibrium),
        cmocka_unit_test(rolling_start),
    };
    return cmocka_run_group_tests_name("bodies", tests, NULL, NULL);
}
