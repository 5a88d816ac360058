/* How runs come to rest, lose contact or fail, and what is reported. */
#include <math.h>

#include "math/vec.h"
#include "support.h"

/* At rest the stone does not move, to the bit, while time continues; a flick wakes it. */
static void rest_and_flick(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "omega2=0.2", "omega3=-0.3", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 10);
    assert_int_equal(rb_simulation_phase(sim), RB_PHASE_AT_REST);
    rb_summary s = rb_test_summary_of(sim);
    assert_int_equal(s.end_reason, RB_END_REST);
    assert_true(s.rest_time_0p1 < s.rest_time_0p01 && s.rest_time_0p01 <= rb_simulation_time(sim));
    assert_int_equal(s.events[s.event_count - 1].kind, RB_EVENT_REST);
    rb_checkpoint still = rb_test_save(sim);
    assert_true(rb_norm(still.then.omega) == 0 && rb_norm(still.then.v_C) == 0);
    for (int i = 0; i < 1000; i++) {
        rb_simulation_step(sim);
    }
    rb_checkpoint later = rb_test_save(sim);
    assert_memory_equal(later.state.numbers, still.state.numbers, sizeof still.state.numbers);
    assert_int_equal(later.then.step, still.then.step + 1000);

    rb_simulation_flick(sim, rb_v3(0, 1, 4), NULL);
    rb_snapshot flicked = rb_test_snapshot(sim);
    assert_int_equal(flicked.phase, RB_PHASE_RUNNING);
    assert_near(rb_norm(rb_sub(flicked.omega, rb_v3(0, 1, 4))), 0, 0);
    assert_near(flicked.contact[0].gap, 0, 1e-16);
    assert_near(flicked.balance, later.then.balance, 1e-15); /* the hand's work is booked */
    rb_test_run_until(sim, flicked.t + 0.5);
    assert_true(rb_simulation_time(sim) > flicked.t + 0.49);
    assert_true(fabs(rb_test_snapshot(sim).balance - flicked.balance) < 1e-6);
    rb_simulation_destroy(sim);
}

/* N reaches zero: a rigid floor cannot pull, the run ends there. */
/* Falling without rotation is not rest; lying there afterwards is. */
static void no_rest_in_the_air(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", "omega3=0", "theta=0", "height=2", "law=none", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.6);
    rb_snapshot s = rb_test_snapshot(sim);
    assert_int_equal(s.phase, RB_PHASE_RUNNING);
    assert_near(s.v_C.z, -9.81 * 0.6, 1e-9);
    rb_simulation_destroy(sim);
    scene = rb_test_scene("tippetop-ka09", "omega3=0", "theta=0", "law=none", NULL);
    sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 1);
    assert_int_equal(rb_simulation_phase(sim), RB_PHASE_AT_REST);
    rb_simulation_destroy(sim);
}

/* A celt has one contact, however its normal law is edited. */
static void one_contact_has_no_second(void **state) {
    (void)state;
    rb_scene rigid = rb_test_scene("k11-fig5", NULL);
    rb_scene soft = rb_test_scene("k11-fig5", "normal=hertz", "E_star=1e7", "chi=10", NULL);
    rb_simulation *sim = rb_test_simulation(&rigid);
    rb_test_run_until(sim, 0.01);
    assert_int_equal(rb_simulation_edit(sim, &soft, NULL), RB_OK);
    rb_test_run_until(sim, 0.02);
    assert_int_equal(rb_simulation_edit(sim, &rigid, NULL), RB_OK);
    rb_test_run_until(sim, 0.03);
    rb_summary s = rb_test_summary_of(sim);
    for (int i = 0; i < s.event_count; i++) {
        assert_int_equal(s.events[i].which, 0);
    }
    assert_true(isnan(s.first_small_contact));
    rb_simulation_destroy(sim);
}

/* Gaps that a step opens and projection closes are reported, also for long steps: rounding for dp5 at 2e-5
   s, about 1e-13 m for rodas at 1e-6. */
static void gaps_are_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "method=rodas", NULL);
    double gap = rb_test_summary(&scene, 0.1).max_gap;
    assert_true(gap > 1e-15);
    assert_below(gap, 1e-9);
}

static void lift_off(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 1);
    assert_int_equal(rb_simulation_phase(sim), RB_PHASE_LIFTED_OFF);
    rb_summary s = rb_test_summary_of(sim);
    assert_int_equal(s.end_reason, RB_END_LIFT_OFF);
    assert_true(s.N_min > 0);
    double t = rb_simulation_time(sim), h = rb_simulation_step_length(sim);
    const rb_event *last = &s.events[s.event_count - 1];
    assert_int_equal(last->kind, RB_EVENT_LIFT_OFF);
    assert_true(last->t >= t && last->t <= t + h);
    uint64_t hash = rb_simulation_hash(sim);
    rb_simulation_step(sim);
    assert_int_equal(rb_simulation_flick(sim, rb_v3(1, 1, 1), NULL), RB_ERR_INPUT);
    assert_true(rb_simulation_hash(sim) == hash); /* it stays */
    rb_simulation_destroy(sim);
}

/* Divergence ends the run with the last good state, and snapshots never contain NaN. */
static void divergence(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "tick=0.1", "step=0.1", "omega3=1000", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 100);
    rb_phase phase = rb_simulation_phase(sim);
    assert_true(phase == RB_PHASE_DIVERGED || phase == RB_PHASE_LIFTED_OFF);
    rb_snapshot s = rb_test_snapshot(sim);
    for (int i = 0; i < rb_signal_count(); i++) {
        assert_true(isfinite(rb_signal_value(rb_signal_at(i), &s)));
    }
    assert_int_equal(rb_test_summary_of(sim).end_reason,
                     phase == RB_PHASE_DIVERGED ? RB_END_DIVERGED : RB_END_LIFT_OFF);
    rb_simulation_destroy(sim);
}

/* The embedded error is monitored: no report at the default step, a report where the run is wrong. */
static void a_step_too_large_is_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    double worst = 0;
    for (int i = 0; i < 20; i++) {
        rb_test_run_until(sim, 0.1 * i);
        worst = fmax(worst, rb_test_snapshot(sim).error_estimate);
        assert_true(!rb_test_snapshot(sim).step_too_large);
    }
    assert_true(worst > 0.01 && worst < 0.7);
    rb_simulation_destroy(sim);
    rb_scene coarse = rb_test_scene("k11-fig5", "tick=1e-3", "step=1e-3", NULL);
    sim = rb_test_simulation(&coarse);
    rb_test_run_until(sim, 2);
    assert_true(rb_test_snapshot(sim).step_too_large);
    rb_simulation_destroy(sim);
}

/* Starts from which a top comes to rest with ever shorter collocation steps: auto changes to methods
   without iteration instead of failing. 1e-4 rad/s: at the tolerance of 1e-6 methods differ by 2e-5. */
static void auto_gets_through(void **state) {
    (void)state;
    static const char *const starts[][3] = {{"mu=0.8725", "omega3=1.5", "omega1=2.8125"},
                                            {"mu=0.77625", "omega3=7.25", "omega1=2.53125"}};
    for (int i = 0; i < 2; i++) {
        const char *const *at = starts[i];
        rb_scene scene = rb_test_scene("tippetop-ka09", at[0], at[1], at[2], "solver.method=auto", NULL);
        rb_scene exact =
            rb_test_scene("tippetop-ka09", at[0], at[1], at[2], "solver.method=rodas", "rtol=1e-10", NULL);
        double until = i == 0 ? 1 : 4;
        rb_summary s = rb_test_summary(&scene, until), truth = rb_test_summary(&exact, until);
        assert_int_equal(s.end_reason, RB_END_TIME);
        assert_below(s.energy_balance_error, 1e-6);
        const rb_outcome *spin = rb_outcome_find("omega3_final");
        assert_near(rb_outcome_value(spin, &s), rb_outcome_value(spin, &truth), 1e-4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_and_flick),
        cmocka_unit_test(no_rest_in_the_air),
        cmocka_unit_test(one_contact_has_no_second),
        cmocka_unit_test(gaps_are_reported),
        cmocka_unit_test(lift_off),
        cmocka_unit_test(divergence),
        cmocka_unit_test(a_step_too_large_is_reported),
        cmocka_unit_test(auto_gets_through),
    };
    return cmocka_run_group_tests_name("simulation, ends", tests, NULL, NULL);
}
