/* All methods follow the same solution: where it is unstable, where friction jumps, where the normal force
   is sensitive, and where a run ends at its start. */
#include <math.h>

#include "sim/energy.h"
#include "support.h"

static const char *const methods[] = {"dp5", "rodas", "dop853", "auto", "lobatto", "radau"};
enum { METHODS = sizeof methods / sizeof methods[0] };

static rb_summary run_with(rb_scene scene, const char *method, double until) {
    rb_error err;
    assert_int_equal(rb_scene_set(&scene, "method", method, &err), RB_OK);
    return rb_test_summary(&scene, until);
}

/* From t = 0.0535 s a pair of eigenvalues has a real part of 3e5 /s: implicit methods must not damp this
   growth. */
static void an_unstable_solution_is_left(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("toy-plastic", "law=k15-b2", "g=37.871855", NULL);
    double expected = run_with(scene, "dop853", 0.2).omega3_final;
    static const char *const implicit[] = {"rodas", "radau", "auto"};
    for (int i = 0; i < 3; i++) {
        assert_near(run_with(scene, implicit[i], 0.2).omega3_final, expected, 50e-6 * 9);
    }
}

/* Where rolling shifts the pressure, sliding gives the body some of what drilling takes: with the exact law
   as well as with its approximation, so it is no warning. Together they only take. */
static void sliding_may_give_what_drilling_takes(void **state) {
    (void)state;
    static const char *const laws[] = {"law=k15-b2", "law=exact-ellipse"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("toy-plastic", laws[i], "g=37.871855", NULL);
        rb_summary s = run_with(scene, "auto", 0.2);
        assert_below(s.W_slide, -RB_ENERGY_GIVES * s.W_lost);
        assert_below(-s.W_slide, s.W_drill / 16);
        assert_int_equal(s.energy_warning, RB_ENERGY_OK);
    }
}

/* A part that gives more than any exact law can. */
static void a_part_that_gives_too_much_is_reported(void **state) {
    (void)state;
    const rb_body_kind *celt = rb_test_scene("toy-plastic", NULL).body;
    rb_snapshot now = {.W_slide = -0.9, .W_drill = 16};
    assert_false(rb_energy_part_gives(celt, &now, 1, RB_ENERGY_GIVES_COUPLED));
    assert_true(rb_energy_part_gives(celt, &now, 1, RB_ENERGY_GIVES));
    now.W_slide = -1.1;
    assert_true(rb_energy_part_gives(celt, &now, 1, RB_ENERGY_GIVES_COUPLED));
    assert_false(rb_energy_part_gives(celt, &now, 1e6, RB_ENERGY_GIVES_COUPLED)); /* hardly begun */
}

/* From zero slip, without softening, friction jumps: a Jacobian by differences includes the jump. */
static void radau_starts_from_zero_slip(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-e0", "friction.eps_T=0", NULL);
    double expected = run_with(scene, "dop853", 0.01).omega3_final;
    assert_near(run_with(scene, "radau", 0.01).omega3_final, expected, 50e-6 * 8);
    /* Turned about the vertical the slip is not zero but a rounding error. */
    scene =
        rb_test_scene("k15-c2", "law=k15-e0", "friction.eps_T=0", "d_a=0", "psi=-0.7316707675220577", NULL);
    expected = run_with(scene, "dop853", 0.029).omega3_final;
    assert_near(run_with(scene, "radau", 0.029).omega3_final, expected, 50e-6 * 8);
}

/* N = 11 N throughout; errors of the slip within the tolerance change it by 100 N. */
static void no_lift_off_by_errors_of_a_step(void **state) {
    (void)state;
    static const char *const laws[] = {"law=k11-tanh", "law=k15-e0"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("kane-levinson", laws[i], "m=11.69", "phi=-1.5", NULL);
        static const char *const implicit[] = {"rodas", "radau", "auto"};
        for (int k = 0; k < 3; k++) {
            rb_summary s = run_with(scene, implicit[k], 0.05);
            assert_int_equal(s.end_reason, RB_END_TIME);
            assert_near(s.omega3_final, 5.3041, 5e-4);
            assert_below(0, s.N_min);
        }
        rb_summary s = run_with(scene, "dp5", 0.05); /* whose step is far too large */
        assert_below(0, s.step_too_large_since);
    }
}

/* A rolling law with a step: dp5 chatters at any step, with a small embedded error and a wrong mean. */
static void chatter_is_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-a1", "law=k15-c2", "g=100", "contact.b=1e-7", "omega2=0.5",
                                   "omega3=-10", "step=1e-5", NULL);
    double expected = run_with(scene, "auto", 0.2).omega3_final;
    rb_summary s = run_with(scene, "dp5", 0.2);
    assert_below(0.01, fabs(s.omega3_final / expected - 1));
    assert_below(0, s.step_too_large_since);
    /* The same in lanes. */
    rb_scene scenes[2] = {scene, scene};
    rb_summary summaries[2];
    rb_error err;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rb_scene_set(&scenes[i], "method", "dp5", &err), RB_OK);
    }
    rb_batch batch = {.until = 0.2};
    assert_int_equal(rb_run_batch(scenes, 2, &batch, summaries, &err), RB_OK);
    for (int i = 0; i < 2; i++) {
        assert_near(summaries[i].step_too_large_since, s.step_too_large_since, 0);
        assert_true(summaries[i].state_hash == s.state_hash);
    }
}

/* The start is in a layer of 1e-7 of the rolling velocity, where the motion remains for 0.8 ms. The first
   step of dp5 leaves it at any step size, and no error shows that the motion after it is another. */
static void a_start_in_a_thin_layer_is_reported(void **state) {
    (void)state;
    static const char *const steps[] = {"step=1e-4", "step=2e-5", "step=5e-6"};
    rb_scene scene =
        rb_test_scene("k15-a1", "law=k15-c2", "g=100", "contact.b=1e-7", "omega2=0.5", "omega3=10", NULL);
    double expected = run_with(scene, "auto", 0.25).omega3_final;
    assert_near(run_with(scene, "rodas", 0.25).omega3_final, expected, 50e-6 * 10);
    for (int i = 0; i < 3; i++) {
        rb_scene own = scene;
        rb_test_assign(&own, steps[i]);
        rb_summary s = run_with(own, "dp5", 0.25);
        assert_below(0.01, fabs(s.omega3_final / expected - 1));
        assert_below(0, s.step_too_large_since);
    }
}

/* The average of the embedded error counts from the start: chatter shows within a fraction of a second. */
static void early_chatter_is_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-e1", "body.a2=10", "friction.eps_T=0", "g=87.84", NULL);
    rb_summary reference = run_with(scene, "auto", 0.079), s = run_with(scene, "dp5", 0.079);
    assert_below(0.03, fabs(s.omega3_final / reference.omega3_final - 1));
    assert_below(0, s.step_too_large_since);
}

/* A top that bounces enlarges every error by 1e4 within 50 ms, most of it in the last five: methods at the
   default tolerance are 5 % apart in its wobble. They all come to one solution as the tolerance falls. */
static void a_sensitive_motion_converges(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-sphere", "normal=vilke", "mu=0.5", "friction.eps=0",
                                   "omega3=-9901.894600596883", "rtol=1e-10", NULL);
    for (int i = 0; i < METHODS; i++) {
        if (strcmp(methods[i], "dp5") != 0) {
            assert_near(run_with(scene, methods[i], 0.048).omega3_final, -9898.877212, 5e-6);
        }
    }
}

/* A top that turns end over end at 10 000 rad/s: impacts last a few microseconds, less than a step in flight,
   and error control does not see those between the stages. */
static void impacts_within_a_step_are_seen(void **state) {
    (void)state;
    rb_scene scene =
        rb_test_scene("tippetop-wood", "law=ka09-pade", "g=100", "theta=3.1", "omega2=-10000", NULL);
    for (int i = 0; i < METHODS; i++) {
        if (strcmp(methods[i], "dp5") != 0) {
            assert_near(run_with(scene, methods[i], 0.018).E_final, 64.9601, 1e-3);
        }
    }
}

/* All methods find a real lift-off at the same time. */
static void a_lift_off_is_found_by_all(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    double t = run_with(scene, "rodas", 1).t_end;
    for (int i = 0; i < METHODS; i++) {
        rb_summary s = run_with(scene, methods[i], 1);
        assert_int_equal(s.end_reason, RB_END_LIFT_OFF);
        assert_near(s.t_end, t, 2e-5);
    }
}

static int count_events(rb_summary s, rb_event_kind kind) {
    int count = 0;
    for (int i = 0; i < s.event_count; i++) {
        count += s.events[i].kind == kind;
    }
    return count;
}

static bool note_lift_off(void *context, const rb_moment *moment) {
    *(int *)context += moment->event != NULL && moment->event->kind == RB_EVENT_LIFT_OFF;
    return true;
}

/* N < 0 at the start: every method ends there, and reports it once. */
static void lift_off_at_the_start(void **state) {
    (void)state;
    const rb_scene scenes[] = {
        rb_test_scene("k15-b2", "k2=0.01", "omega1=0", "omega2=3", "omega3=484", NULL),
        rb_test_scene("kane-levinson", "friction.c_v=1", "theta=0.25", NULL),
    };
    for (int i = 0; i < 2 * METHODS; i++) {
        rb_scene scene = scenes[i / METHODS];
        rb_error err;
        assert_int_equal(rb_scene_set(&scene, "method", methods[i % METHODS], &err), RB_OK);
        int seen = 0;
        rb_observer observer = {.events = true, .observe = note_lift_off, .context = &seen};
        rb_summary s = rb_test_run(&scene, 0.3, &observer).summary;
        assert_int_equal(s.end_reason, RB_END_LIFT_OFF);
        assert_near(s.t_end, 0, 0);
        assert_int_equal(count_events(s, RB_EVENT_LIFT_OFF), 1);
        assert_int_equal(seen, 1);
    }
}

/* Runs in lanes end at the start, too. */
static void lift_off_at_the_start_in_lanes(void **state) {
    (void)state;
    rb_scene scenes[4];
    rb_summary summaries[4];
    for (int i = 0; i < 4; i++) {
        scenes[i] = rb_test_scene("k11-fig5", i == 2 ? "omega1=90" : "omega1=0", "method=dp5", NULL);
    }
    assert_int_equal(run_with(scenes[2], "dp5", 0.05).end_reason, RB_END_LIFT_OFF);
    rb_batch batch = {.until = 0.05};
    rb_error err;
    assert_int_equal(rb_run_batch(scenes, 4, &batch, summaries, &err), RB_OK);
    for (int i = 0; i < 4; i++) {
        rb_summary alone = run_with(scenes[i], "dp5", 0.05);
        assert_int_equal(summaries[i].end_reason, alone.end_reason);
        assert_near(summaries[i].t_end, alone.t_end, 0);
        assert_true(summaries[i].state_hash == alone.state_hash);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unstable_solution_is_left),
        cmocka_unit_test(sliding_may_give_what_drilling_takes),
        cmocka_unit_test(a_part_that_gives_too_much_is_reported),
        cmocka_unit_test(radau_starts_from_zero_slip),
        cmocka_unit_test(no_lift_off_by_errors_of_a_step),
        cmocka_unit_test(chatter_is_reported),
        cmocka_unit_test(a_start_in_a_thin_layer_is_reported),
        cmocka_unit_test(early_chatter_is_reported),
        cmocka_unit_test(a_sensitive_motion_converges),
        cmocka_unit_test(impacts_within_a_step_are_seen),
        cmocka_unit_test(a_lift_off_is_found_by_all),
        cmocka_unit_test(lift_off_at_the_start),
        cmocka_unit_test(lift_off_at_the_start_in_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
