/* Runs under control (rb_control): external loads and a moving base against closed forms, by every method. */
#include <math.h>

#include "math/vec.h"
#include "support.h"

static const char *const methods[] = {"dp5", "rodas", "dop853", "auto", "lobatto", "radau"};
enum { METHODS = sizeof methods / sizeof methods[0] };

/* Parameters of the functions below. */
typedef struct drive {
    rb_vec3 force, torque, base;
    double omega; /* of all of them, rad/s: sin(omega t); 0: constant */
} drive;

static double factor(const drive *d, double t) {
    return d->omega > 0 ? sin(d->omega * t) : 1;
}

static void load(void *context, const rb_motion *motion, rb_load_at_centre *out) {
    const drive *d = context;
    out->force = rb_scale(factor(d, motion->t), d->force);
    out->torque = rb_scale(factor(d, motion->t), d->torque);
}

static rb_vec3 base(void *context, const rb_motion *motion) {
    const drive *d = context;
    return rb_scale(factor(d, motion->t), d->base);
}

static rb_run_result run(const rb_scene *scene, drive *d, double until) {
    rb_simulation *sim = rb_test_simulation(scene);
    rb_control control = rb_default_control();
    control.load = load;
    control.base_acceleration = base;
    control.context = d;
    rb_error err = {""};
    assert_int_equal(rb_simulation_set_control(sim, &control, &err), RB_OK);
    rb_run_result result;
    rb_run_simulation(sim, until, NULL, &result);
    rb_simulation_destroy(sim);
    return result;
}

static rb_scene scene_by(const char *id, const char *method) {
    char text[32];
    snprintf(text, sizeof text, "method=%s", method);
    return rb_test_scene(id, text, "rtol=1e-9", NULL);
}

/* An upward acceleration of the base acts like additional gravity. */
static void an_accelerated_base_acts_like_gravity(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("k11-fig5", methods[i]), heavy = scene;
        heavy.values[RB_SECTION_WORLD][RB_WORLD_G] += 3;
        drive d = {.base = {.z = 3}};
        rb_run_result driven = run(&scene, &d, 0.2);
        rb_run_result expected = rb_test_run(&heavy, 0.2, NULL);
        assert_near(rb_norm(rb_sub(driven.last.omega, expected.last.omega)), 0, 1e-7);
        assert_near(driven.last.contact[0].N, expected.last.contact[0].N, 1e-5);
        assert_below(driven.summary.energy_balance_error, 1e-3);
    }
}

/* m v' = F, and the work equals the kinetic energy. */
static void a_force_accelerates(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("k11-fig5", methods[i]);
        rb_test_assign(&scene, "mu=0");
        rb_test_assign(&scene, "rolling=none");
        drive d = {.force = {.x = 0.5, .y = -0.25}};
        rb_run_result r = run(&scene, &d, 0.3);
        double a = 0.5 / 0.25; /* m = 0.25 kg */
        assert_near(r.last.v_C.x, a * 0.3, 1e-9);
        assert_near(r.last.r_C.x, a * 0.3 * 0.3 / 2, 1e-9);
        assert_near(r.last.v_C.y, -a / 2 * 0.3, 1e-9);
        assert_near(r.last.W_in, 0.5 * r.last.r_C.x - 0.25 * r.last.r_C.y, 1e-9);
        assert_near(r.summary.W_in, r.last.W_in, 0);
        assert_near(r.last.balance, 0, 1e-8);
    }
}

/* A shaken base: without friction the stone has the opposite velocity in the frame of the base. */
static void a_shaken_base(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("k11-fig5", methods[i]);
        rb_test_assign(&scene, "mu=0");
        rb_test_assign(&scene, "rolling=none");
        drive d = {.base = {.x = 2}, .omega = 40};
        rb_run_result r = run(&scene, &d, 0.3);
        assert_near(r.last.v_C.x, -2.0 / 40 * (1 - cos(40 * 0.3)), 1e-8);
        assert_near(r.last.balance, 0, 1e-8);
    }
}

/* I3 omega3' = M for an upright top without friction. */
static void a_torque_spins(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("tippetop-ka09", methods[i]);
        static const char *const changes[] = {"mu=0",     "rolling=none", "theta=0",
                                              "omega1=0", "omega2=0",     "omega3=10"};
        for (size_t k = 0; k < sizeof changes / sizeof changes[0]; k++) {
            rb_test_assign(&scene, changes[k]);
        }
        rb_param_table table = rb_scene_table(&scene, RB_SECTION_BODY);
        double I3 = scene.values[RB_SECTION_BODY][rb_param_find(table, "I3")];
        drive d = {.torque = {.z = 50 * I3}};
        rb_run_result r = run(&scene, &d, 0.1);
        assert_near(r.last.omega.z, 10 + 50 * 0.1, 1e-7);
        assert_near(r.last.W_in, I3 * (15 * 15 - 10 * 10) / 2, 1e-9 * I3 * 125);
    }
}

/* With friction and rolling: the energies add up. */
static void the_balance_closes(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "k15-d1", "ak18-a", "tippetop-ka09"};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        rb_scene scene = scene_by(scenes[i], "auto");
        double m = scene.values[RB_SECTION_BODY][0];
        drive d = {.force = {.x = 0.2 * m, .y = 0.1 * m},
                   .torque = {.z = 1e-3 * m * 1e-3},
                   .base = {.x = 0.3, .z = 0.5},
                   .omega = 30};
        rb_run_result r = run(&scene, &d, 0.2);
        assert_int_equal(r.summary.end_reason, RB_END_TIME);
        assert_true(r.last.W_in != 0);
        assert_below(r.summary.energy_balance_error, 1e-4);
    }
}

/* A ball rolls without slip under a force at its centre and on an accelerated base: (m + I/r^2) a = F. */
static void a_ball_is_pulled_without_slip(void **state) {
    (void)state;
    static const char *const ball[] = {
        "friction=no-slip", "rolling=none", "a1=0.02",  "a2=0.02",  "a3=0.02",  "B1=4e-5", "B2=4e-5",
        "B3=4e-5",          "k3=0",         "omega1=0", "omega2=0", "omega3=0", "m=0.25",  "friction.c_v=0"};
    const double m = 0.25, m_rolling = 4e-5 / (0.02 * 0.02), F = 0.05, base_x = 0.08, t = 0.3;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("k11-fig5", methods[i]);
        for (size_t k = 0; k < sizeof ball / sizeof ball[0]; k++) {
            rb_test_assign(&scene, ball[k]);
        }
        drive d = {.force = {.x = F}, .base = {.x = base_x, .z = 1}};
        rb_run_result r = run(&scene, &d, t);
        double a = (F - m * base_x) / (m + m_rolling);
        assert_near(r.last.v_C.x, a * t, 1e-9);
        assert_near(r.last.omega.y, a * t / 0.02, 1e-7);
        assert_near(r.last.contact[0].F.x, -m_rolling * a, 1e-8);
        assert_near(r.last.contact[0].N, m * (10 + 1), 1e-8);
        assert_near(r.last.balance, 0, 1e-9);
    }
}

/* A stone that rolls without slip on a shaken base: the energies add up. */
static void no_slip_on_a_shaken_base(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("k11-fig5", methods[i]);
        rb_test_assign(&scene, "friction=no-slip");
        drive d = {.base = {.x = 0.5, .y = 0.3, .z = 0.4}, .torque = {.z = 1e-5}, .omega = 25};
        rb_run_result r = run(&scene, &d, 0.4);
        assert_int_equal(r.summary.end_reason, RB_END_TIME);
        assert_true(fabs(r.last.W_in) > 1e-6);
        assert_below(r.summary.energy_balance_error, 1e-5);
    }
}

/* A base that falls faster than the stone: the stone lifts off. */
static void a_falling_base_causes_lift_off(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene scene = scene_by("k11-fig5", methods[i]);
        drive d = {.base = {.z = -20}, .omega = 10};
        rb_run_result r = run(&scene, &d, 1);
        assert_int_equal(r.summary.end_reason, RB_END_LIFT_OFF);
        assert_true(r.summary.t_end > 0 && r.summary.t_end < 0.06);
    }
}

/* Control ends, and the run continues; the work becomes part of the initial energy. */
static void control_can_be_added_and_removed(void **state) {
    (void)state;
    rb_scene scene = scene_by("tippetop-ka09", "auto");
    rb_simulation *sim = rb_test_simulation(&scene);
    drive d = {.force = {.x = 1e-3}};
    rb_control control = {.load = load, .context = &d};
    rb_test_run_until(sim, 0.05);
    assert_int_equal(rb_simulation_set_control(sim, &control, NULL), RB_OK);
    rb_test_run_until(sim, 0.1);
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    assert_true(now.W_in != 0);
    assert_int_equal(rb_simulation_set_control(sim, NULL, NULL), RB_OK);
    assert_int_equal(rb_simulation_set_control(sim, NULL, NULL), RB_OK);
    rb_test_run_until(sim, 0.15);
    rb_simulation_snapshot(sim, &now);
    assert_near(now.W_in, 0, 0);
    rb_summary summary;
    rb_simulation_summary(sim, &summary);
    assert_below(summary.energy_balance_error, 1e-4);
    assert_near(now.jellett_balance, 0, 1e-10);
    rb_simulation_destroy(sim);
}

/* A controller that changes its output every millisecond: each change restarts the count of tries, which
   ends a run as diverged after 10 000 of them within a millisecond. */
static void changes_every_millisecond(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "method=auto", "omega3=-2", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    drive d = {.torque = {.z = 1e-5}};
    rb_control control = {.load = load, .context = &d};
    for (int i = 0; i < 2500; i++) {
        d.torque.z = -d.torque.z;
        assert_int_equal(rb_simulation_set_control(sim, &control, NULL), RB_OK);
        assert_true(rb_simulation_tick(sim));
    }
    assert_int_equal(rb_simulation_phase(sim), RB_PHASE_RUNNING);
    assert_near(rb_simulation_time(sim), 2.5, 1e-9);
    rb_simulation_destroy(sim);
}

static void unsuitable_runs_are_rejected(void **state) {
    (void)state;
    rb_error err = {""};
    rb_control control = {.load = load};
    rb_scene disk = rb_test_scene("disk-k12", NULL);
    rb_simulation *sim = rb_test_simulation(&disk);
    assert_int_equal(rb_simulation_set_control(sim, &control, &err), RB_ERR_INPUT);
    assert_contains(err.text, "control: expected a rigid body");
    rb_simulation_destroy(sim);
    /* Under control, resets to unsuitable scenes are rejected. */
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    sim = rb_test_simulation(&scene);
    control.load = NULL;
    assert_int_equal(rb_simulation_set_control(sim, &control, &err), RB_OK);
    assert_int_equal(rb_simulation_reset(sim, &disk, &err), RB_ERR_INPUT);
    assert_true(rb_simulation_tick(sim));
    rb_simulation_destroy(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_accelerated_base_acts_like_gravity),
        cmocka_unit_test(a_force_accelerates),
        cmocka_unit_test(a_shaken_base),
        cmocka_unit_test(a_torque_spins),
        cmocka_unit_test(the_balance_closes),
        cmocka_unit_test(a_ball_is_pulled_without_slip),
        cmocka_unit_test(no_slip_on_a_shaken_base),
        cmocka_unit_test(a_falling_base_causes_lift_off),
        cmocka_unit_test(control_can_be_added_and_removed),
        cmocka_unit_test(changes_every_millisecond),
        cmocka_unit_test(unsuitable_runs_are_rejected),
    };
    return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
