/* The ball bearing (docs/bearing.md) against closed forms: static loads, rolling, skidding, balances. */
#include <math.h>

#include "bodies/bearing.h"
#include "contact/hertz.h"
#include "math/pi.h"
#include "sim/model_build.h"
#include "support.h"

#define SCENE "bearing-run-up"
#define WEIGHTLESS "g=1e-9"

static double own(const rb_snapshot *s, const char *name) {
    return rb_signal_value(rb_signal_at(rb_signal_of(&rb_body_bearing, name)), s);
}

static double of_ball(const rb_snapshot *s, const char *name, int ball) {
    char text[32];
    snprintf(text, sizeof text, "%s_%d", name, ball);
    return own(s, text);
}

static rb_snapshot start_of(const rb_scene *scene) {
    rb_simulation *sim = rb_test_simulation(scene);
    rb_snapshot now = rb_test_snapshot(sim);
    rb_simulation_destroy(sim);
    return now;
}

/* Stiffness of a ball between both rings at the contact angle alpha: N = K delta^1.5. */
static double stiffness(const rb_scene *scene, double alpha) {
    const double *v = scene->values[RB_SECTION_BODY];
    double E_star = scene->values[RB_SECTION_NORMAL][RB_NORMAL_E_STAR], softness = 0;
    double r = v[RB_BEARING_BALL_RADIUS], R = v[RB_BEARING_PITCH_RADIUS];
    for (int which = 0; which < 2; which++) {
        double groove = 2 * r * v[RB_BEARING_F_I + which], sign = which == 0 ? 1 : -1;
        double across = 1 / r - 1 / groove, round = 1 / r + sign * cos(alpha) / (R - sign * r * cos(alpha));
        softness += pow(rb_hertz_stiffness(E_star, across, round), -2. / 3);
    }
    return pow(softness, -1.5);
}

/* A radial load at zero clearance: delta cos psi in every loaded direction. The displacement is found by
   bisection from the balance of forces; balls yield only along psi, as the small displacement allows. */
static void radial_load(void **state) {
    (void)state;
    static const char *const counts[] = {"n=3", "n=8", "n=16"};
    for (int c = 0; c < 3; c++) {
        rb_scene scene = rb_test_scene(SCENE, counts[c], "pitch_radius=0.03", WEIGHTLESS, NULL);
        rb_snapshot now = start_of(&scene);
        int n = (int)scene.values[RB_SECTION_BODY][RB_BEARING_N];
        double K = stiffness(&scene, 0), low = 0, high = 1e-3, sum;
        for (int i = 0; i < 100; i++) {
            double delta = (low + high) / 2;
            sum = 0;
            for (int k = 0; k < n; k++) {
                double cosine = cos(2 * RB_PI * k / n);
                sum += cosine > 0 ? K * pow(delta * cosine, 1.5) * cosine : 0;
            }
            *(sum < 100 ? &low : &high) = delta;
        }
        assert_near(own(&now, "y_i"), -low, 1e-3 * low); /* balls also turn about the axis a little */
        for (int k = 0; k < n; k++) {
            double cosine = cos(2 * RB_PI * k / n), N = cosine > 1e-9 ? K * pow(low * cosine, 1.5) : 0;
            assert_near(of_ball(&now, "N_i", k + 1), N, 1e-3 * 100);
            assert_near(of_ball(&now, "N_o", k + 1), of_ball(&now, "N_i", k + 1), 1e-6 * 100);
        }
        if (n ==
            16) { /* Sjoevall's integral J_r(1/2) = 0.2288: N_max = F/(n J_r); Stribeck: 5/n with clearance */
            assert_near(own(&now, "N_max"), 100 / (16 * 0.2288), 0.005 * 100 / 16 * 4.37);
        }
    }
}

/* An axial load with clearance (Harris): delta = A (cos a0/cos a - 1), F = n K delta^1.5 sin a. */
static void axial_load(void **state) {
    (void)state;
    rb_scene scene =
        rb_test_scene(SCENE, "clearance=2e-5", "F_radial=0", "F_axial=200", WEIGHTLESS, "f_o=0.52", NULL);
    rb_snapshot now = start_of(&scene);
    const double *v = scene.values[RB_SECTION_BODY];
    double A = (v[RB_BEARING_F_I] + v[RB_BEARING_F_O] - 1) * 2 * v[RB_BEARING_BALL_RADIUS];
    double a0 = acos(1 - v[RB_BEARING_CLEARANCE] / (2 * A)), low = a0, high = 1.5, N = 0;
    for (int i = 0; i < 100; i++) {
        double alpha = (low + high) / 2;
        N = stiffness(&scene, alpha) * pow(A * (cos(a0) / cos(alpha) - 1), 1.5);
        *(8 * N * sin(alpha) < 200 ? &low : &high) = alpha;
    }
    assert_near(fabs(own(&now, "alpha_i")), low, 1e-4);
    assert_near(fabs(own(&now, "alpha_o")), low, 1e-4);
    for (int k = 1; k <= 8; k++) {
        assert_near(of_ball(&now, "N_i", k), 200 / (8 * sin(low)), 1e-3 * N);
    }
}

/* A settled start stays at rest: the equilibrium of the equations of motion, weights included. */
static void equilibrium(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene(SCENE, "speed_i=0", "clearance=1e-5", "F_axial=30", "tilt=0.3", NULL);
    rb_model model;
    double y[RB_LARGE_MAX], f[RB_LARGE_MAX];
    rb_model_build(&scene, &model);
    model.ops->start(scene.values[RB_SECTION_START], &model, y);
    model.ops->rhs(&model, y, f);
    for (int i = 0; i < 3; i++) {
        assert_near(f[RB_RING_V + i], 0, 1e-4); /* of 2000 m/s2 that the load alone would give */
    }
}

/* The Jacobian in blocks against central differences of the right-hand side. */
static void compare_jacobian(rb_scene *scene, double until) {
    rb_simulation *sim = rb_test_simulation(scene);
    rb_test_run_until(sim, until);
    rb_model model;
    rb_model_build(scene, &model);
    rb_block_layout layout;
    double y[RB_LARGE_MAX];
    int n = rb_simulation_state(sim, y, RB_LARGE_MAX);
    rb_bearing_large.layout(&model, &layout);
    rb_block_layout_complete(&layout);
    double *J = calloc((size_t)layout.values, sizeof *J);
    double *follow = calloc((size_t)(n - layout.rows) * (size_t)layout.rows, sizeof *follow);
    rb_bearing_large.jacobian(&model, y, &layout, J, follow);
    for (int j = 0; j < layout.rows; j++) {
        int of_ball = (j - RB_RING_COUNT) % RB_BALL_COUNT;
        bool is_place = j < RB_RING_V || (j >= RB_RING_COUNT && of_ball < RB_BALL_V);
        double h = is_place ? 1e-10 : 1e-8, up[RB_LARGE_MAX], down[RB_LARGE_MAX], from = y[j];
        y[j] = from + h;
        rb_bearing_rhs(&model, y, up);
        y[j] = from - h;
        rb_bearing_rhs(&model, y, down);
        y[j] = from;
        double largest = 1;
        for (int i = 0; i < layout.rows; i++) {
            largest = fmax(largest, fabs(up[i] - down[i]) / (2 * h));
        }
        for (int i = 0; i < n; i++) {
            double slope = (up[i] - down[i]) / (2 * h), value = 0;
            if (i >= layout.rows) {
                value = follow[(i - layout.rows) * layout.rows + j];
            } else if (layout.at[layout.of[i]][layout.of[j]] >= 0) {
                value = *rb_block_entry(&layout, J, i, j);
            }
            assert_near(value, slope, 1e-3 * largest); /* one-sided differences of a steep friction */
        }
    }
    free(J);
    free(follow);
    rb_simulation_destroy(sim);
}

static void jacobian(void **state) {
    (void)state;
    rb_scene driven =
        rb_test_scene(SCENE, "law=viscous", "rolling=k15", "F_axial=40", "speed_i=20", "ramp=0", NULL);
    compare_jacobian(&driven, 0.001);
    rb_scene freed = rb_test_scene(SCENE, "law=viscous", "F_axial=40", "drive_i=torque", "drive_o=torque",
                                   "torque_i=0.1", "omega_i=20", "cage=none", "n=15", NULL);
    compare_jacobian(&freed, 0.001);
}

/* Speeds of pure rolling: omega_c = omega_i/2 (1 - d cos a/D), and the ball's spin. */
static void pure_rolling(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene(SCENE, "ramp=0", "F_radial=0", "F_axial=300", "clearance=2e-5", WEIGHTLESS,
                                   "mu=0.3", "delta=1e-3", NULL);
    rb_run_result result = rb_test_run(&scene, 0.005, NULL);
    const rb_snapshot *now = &result.last;
    double gamma = 0.2 * cos(own(now, "alpha_i")), omega = 104.72;
    assert_near(own(now, "omega_c"), omega / 2 * (1 - gamma), 2e-3 * omega);
    assert_near(own(now, "spin_ball"), omega / 2 * 5 * (1 - gamma * gamma), 0.01 * omega * 2.5);
    assert_below(result.summary.energy_balance_error, 1e-6);
}

/* A ball between two planes, one of which moves at V: it slips on this one and rolls on the other, with the
   acceleration 10/7 mu N/m, until it has half of the speed. The rings are so large that they are planes. */
static void between_planes(void **state) {
    (void)state;
    rb_scene scene =
        rb_test_scene(SCENE, "n=3", "pitch_radius=10", "f_i=2", "f_o=2", "clearance=-2e-5", "F_radial=0",
                      WEIGHTLESS, "cage=none", "ramp=0", "speed_i=0.1", "pure_rolling=false", NULL);
    rb_scene_set_friction(&scene, rb_friction_law_find("coulomb"));
    rb_snapshot first = start_of(&scene);
    double a = 10. / 7 * 0.1 * own(&first, "N_i_1") / 2.09e-3, end = 0.5 * 0.0999600 * 10 / a;
    rb_run_result slips = rb_test_run(&scene, 1e-3 * round(500 * end), NULL);
    assert_near(own(&slips.last, "omega_c") * 10, a * slips.last.t, 3e-3 * a * slips.last.t);
    rb_run_result rolls = rb_test_run(&scene, 1e-3 * ceil(1500 * end), NULL);
    assert_near(own(&rolls.last, "omega_c") * 10, 0.5 * 0.09996 * 10, 1e-3);
}

/* While the ring runs up, sliding dominates: laws of a point and of a patch skid alike, and only those of a
   patch lose energy by drilling. With enough load the balls roll. */
static void skidding_across_laws(void **state) {
    (void)state;
    static const char *const laws[] = {"coulomb", "ka09-contensou", "ka09-pade", "exact-ellipse"};
    const rb_outcome *skid = rb_outcome_find("skid_final"), *ratio = rb_outcome_find("cage_ratio");
    for (int i = 0; i < 4; i++) {
        rb_scene scene = rb_test_scene("bearing-skidding", "n=3", "F_axial=7.5", NULL);
        rb_scene_set_friction(&scene, rb_friction_law_find(laws[i]));
        rb_run_result result = rb_test_run(&scene, 0.002, NULL);
        assert_near(rb_outcome_value(skid, &result.summary), 0.401, 0.006);
        assert_near(rb_outcome_value(ratio, &result.summary), 0.599 * 0.4, 0.003);
        assert_true((result.last.W_drill != 0) == (i > 0));
        assert_below(result.last.W_drill, 1e-3 * result.last.W_slide);
        assert_below(result.summary.energy_balance_error, 1e-6);
    }
    rb_scene scene = rb_test_scene("bearing-skidding", "n=3", "F_axial=37.5", NULL);
    rb_run_result result = rb_test_run(&scene, 0.002, NULL);
    assert_below(fabs(result.summary.own[RB_BEARING_OWN_SKID]), 0.01);
}

/* Exact friction of eight balls runs through sticking and sliding. With the least softening of a bearing it
   loses as much energy by sliding as with ε = 1 rad/s. */
static void exact_friction(void **state) {
    (void)state;
    static const char *const eps[] = {"eps=0", "eps=1"};
    double W_slide[2];
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("bearing-skidding", NULL);
        rb_scene_set_friction(&scene, rb_friction_law_find("exact-ellipse"));
        rb_test_assign(&scene, eps[i]);
        rb_run_result result = rb_test_run(&scene, 0.004, NULL);
        assert_near(result.last.t, 0.004, 1e-12);
        assert_below(result.summary.energy_balance_error, 1e-6);
        W_slide[i] = result.last.W_slide;
    }
    assert_near(W_slide[0], W_slide[1], 0.01 * W_slide[1]);
}

/* Without friction and damping the energy is conserved, and neither ring drives the balls. */
static void frictionless(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene(SCENE, "chi=0", "c_cage=0", "settled=false", "clearance=-4e-6", "ramp=0",
                                   "pure_rolling=false", NULL);
    rb_scene_set_friction(&scene, rb_friction_law_find("none"));
    rb_run_result result = rb_test_run(&scene, 0.002, NULL);
    assert_below(fabs(result.last.balance), 1e-6 * (fabs(result.summary.E_initial) + result.last.E_elastic));
    assert_near(result.last.W_slide + result.last.W_drill + result.last.W_roll, 0, 0);
    assert_below(fabs(result.last.W_damp), 1e-3 * result.last.E_elastic);
    rb_quat axes = rb_bearing_axes(0); /* every ball keeps its orientation */
    for (int k = 0; k < 8; k++) {
        const double *q = result.last.own + RB_BEARING_OWN_PLACE + RB_BEARING_PLACE * k + 3;
        assert_near(q[0], axes.w, 0);
        assert_near(q[1], axes.x, 0);
        assert_near(fabs(q[2]) + fabs(q[3]), 0, 0);
    }
}

/* Both rings free, no weight: the angular momentum about the axis is conserved while friction acts. */
static void angular_momentum(void **state) {
    (void)state;
    rb_scene scene =
        rb_test_scene(SCENE, "drive_i=torque", "drive_o=torque", "omega_i=100", "omega_o=-20", WEIGHTLESS,
                      "pure_rolling=false", "F_radial=0", "F_axial=100", "delta=1e-3", NULL);
    rb_snapshot first = start_of(&scene);
    rb_run_result result = rb_test_run(&scene, 0.003, NULL);
    double L = own(&first, "L_axial");
    assert_true(L != 0 && result.last.W_slide > 1e-3 * result.summary.E_initial);
    assert_near(own(&result.last, "L_axial"), L, 1e-6 * fabs(L));
    assert_below(result.summary.energy_balance_error, 1e-6);
}

/* Contacts of lightly loaded balls open and close; the events carry the number of the ball. */
static void events(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene(SCENE, "settled=false", "clearance=1e-5", NULL);
    rb_summary s = rb_test_summary(&scene, 0.002);
    int closed = 0;
    for (int i = 0; i < s.event_count; i++) {
        const rb_event *event = &s.events[i];
        assert_true(event->kind == RB_EVENT_BODY && event->value >= 1 && event->value <= 8);
        closed += strcmp(rb_body_event_name(scene.body, event->which), "inner contact closes") == 0;
    }
    assert_true(closed > 0);
}

/* A checkpoint in the middle of a step continues to the same bits; a damaged one is refused. Laws may change
   during the run. */
static void continues(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene(SCENE, "n=5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene), *other = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.001);
    size_t size = rb_checkpoint_size(sim);
    unsigned char *buffer = malloc(size);
    rb_error err;
    assert_int_equal(rb_checkpoint_save(sim, buffer, size, &err), RB_OK);
    assert_int_equal(rb_checkpoint_restore(other, buffer, size, &err), RB_OK);
    assert_true(rb_checkpoint_matches(other, buffer, size));
    assert_true(rb_simulation_hash(sim) == rb_simulation_hash(other));
    rb_test_run_until(sim, 0.002);
    rb_test_run_until(other, 0.002);
    assert_true(rb_simulation_hash(sim) == rb_simulation_hash(other));
    assert_int_equal(rb_checkpoint_restore(other, buffer, size - 8, &err), RB_ERR_INPUT);
    assert_contains(err.text, "large state");
    buffer[size - 9] ^= 1;
    assert_int_equal(rb_checkpoint_restore(other, buffer, size, &err), RB_ERR_INPUT);
    assert_contains(err.text, "checksum");
    free(buffer);
    rb_scene edited = scene;
    rb_scene_set_friction(&edited, rb_friction_law_find("coulomb"));
    rb_scene_set_normal(&edited, rb_normal_law_find("vilke"));
    assert_int_equal(rb_simulation_edit(sim, &edited, &err), RB_OK);
    rb_test_run_until(sim, 0.003);
    assert_below(rb_test_summary_of(sim).energy_balance_error, 1e-5);
    rb_simulation_destroy(sim);
    rb_simulation_destroy(other);
}

static void refuse(const char *assignment, const char *reason) {
    rb_scene scene = rb_test_scene(SCENE, NULL);
    rb_error err = {""};
    rb_status status = rb_scene_assign(&scene, assignment, &err);
    status = status == RB_OK ? rb_scene_check(&scene, "bearing", &err) : status;
    assert_int_equal(status, RB_ERR_INPUT);
    assert_contains(err.text, reason);
}

static void refusals(void **state) {
    (void)state;
    refuse("n=2", "n: expected");
    refuse("n=17", "n: expected");
    refuse("n=16", "pitch_radius: expected more than");
    refuse("clearance=-1e-3", "locks");
    refuse("clearance=9e-3", "clearance: expected less than");
    refuse("m_ball=-1", "m_ball: expected");
    refuse("m_i=0", "m_i: expected");
    refuse("f_i=0.5", "f_i: expected");
    refuse("shown=9", "shown: expected a ball from 1 to 8");
    refuse("method=dp5", "method: expected auto or rodas");
    refuse("size=penetration", "size: expected hertz");
    rb_scene scene = rb_test_scene(SCENE, NULL);
    rb_error err = {""};
    rb_scene_set_friction(&scene, rb_friction_law_find("no-slip"));
    assert_int_equal(rb_scene_check(&scene, "bearing", &err), RB_ERR_INPUT);
    scene = rb_test_scene(SCENE, NULL);
    rb_scene_set_normal(&scene, rb_normal_law_find("rigid"));
    assert_int_equal(rb_scene_check(&scene, "bearing", &err), RB_ERR_INPUT);
    assert_contains(err.text, "compliant");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radial_load),      cmocka_unit_test(axial_load),
        cmocka_unit_test(equilibrium),      cmocka_unit_test(jacobian),
        cmocka_unit_test(pure_rolling),     cmocka_unit_test(between_planes),
        cmocka_unit_test(frictionless),     cmocka_unit_test(skidding_across_laws),
        cmocka_unit_test(angular_momentum), cmocka_unit_test(events),
        cmocka_unit_test(continues),        cmocka_unit_test(refusals),
        cmocka_unit_test(exact_friction),
    };
    return cmocka_run_group_tests_name("bodies/bearing", tests, NULL, NULL);
}
