/* Adaptive steps are as long as accuracy allows; ticks, samples and events are interpolated. No bit
   depends on ticks, observers, interruptions or restored snapshots. */
#include <math.h>

#include "sim/collocation.h"
#include "sim/model_build.h"
#include "support.h"

static const struct {
    const char *scene, *method, *set;
} cases[] = {
    {"k11-fig5", "method=rodas", "mu=0.4"},
    {"kane-levinson", "method=dop853", "rtol=1e-7"},
    {"tippetop-ka09", "method=dop853", "theta=1"},
    {"tippetop-restricted", "method=dop853", "theta=2"},
    {"tippetop-restricted", "method=rodas", "theta=2"},
    {"k11-fig5", "method=auto", "rtol=1e-4"},
    {"kane-levinson", "method=lobatto", "rtol=1e-7"},
    {"k11-fig5", "method=radau", "mu=0.4"},
    {"tippetop-ka09", "method=lobatto", "theta=1"},
    {"tippetop-ka09", "method=radau", "theta=1"},
    {"tippetop-restricted", "method=radau", "theta=2"}, /* its right-hand sides have no lanes */
    {"tippetop-restricted", "method=lobatto", "theta=2"},
    {"k15-a1", "method=auto", "law=k15-ah"}, /* so that dop853 or rodas is used */
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* Ticks are powers of two, so that equal times are equal to the bit. */
static rb_scene scene_of(int i, const char *tick) {
    return rb_test_scene(cases[i].scene, cases[i].method, cases[i].set, tick, NULL);
}

static const double UNTIL = 0.375;

/* The body's own state, without what belongs to steps. */
static void assert_same_state(const rb_checkpoint *a, const rb_checkpoint *b) {
    assert_true(a->state.t == b->state.t);
    assert_memory_equal(a->state.numbers, b->state.numbers, 19 * sizeof a->state.numbers[0]);
}

static void run_to(rb_simulation *sim, double until) {
    while (rb_simulation_time(sim) < until) {
        assert_int_equal(rb_simulation_phase(sim), RB_PHASE_RUNNING);
        assert_true(rb_simulation_tick(sim));
    }
}

static void ticks_do_not_matter(void **state) {
    (void)state;
    static const char *const ticks[] = {"tick=0.0009765625", "tick=0.00390625", "tick=0.0625"};
    for (int i = 0; i < CASES; i++) {
        rb_checkpoint first, now;
        rb_summary summary, first_summary;
        for (int k = 0; k < 3; k++) {
            rb_scene scene = scene_of(i, ticks[k]);
            rb_simulation *sim = rb_test_simulation(&scene);
            run_to(sim, UNTIL);
            *(k == 0 ? &first : &now) = rb_test_save(sim);
            rb_simulation_summary(sim, k == 0 ? &first_summary : &summary);
            rb_simulation_destroy(sim);
            if (k > 0) {
                assert_same_state(&now, &first);
                assert_int_equal(summary.event_count, first_summary.event_count);
                assert_memory_equal(summary.events, first_summary.events, sizeof summary.events);
                assert_true(summary.N_max == first_summary.N_max);
                assert_true(summary.rhs_evaluations == first_summary.rhs_evaluations);
            }
        }
    }
}

static bool look(void *context, const rb_moment *moment) {
    ++*(int *)context;
    return isfinite(moment->now->E);
}

/* Samples at any rate, with events or without, snapshots and summaries do not change a bit. */
static void observing_does_not_matter(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        rb_scene scene = scene_of(i, "tick=0.0009765625");
        uint64_t hash = rb_test_summary(&scene, UNTIL).state_hash;
        for (int events = 0; events < 2; events++) {
            int looks = 0;
            rb_observer observer = {.every = 1.3e-4, .events = events, .observe = look, .context = &looks};
            rb_run_result result = rb_test_run(&scene, UNTIL, &observer);
            assert_true(result.summary.state_hash == hash);
            assert_true(looks > 2000);
        }
    }
}

/* From any tick, also within a step: the same state, events and work as without a restore. */
static void continuing_from_a_snapshot(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        rb_scene scene = scene_of(i, "tick=0.0009765625");
        rb_simulation *sim = rb_test_simulation(&scene), *other = rb_test_simulation(&scene);
        rb_checkpoint kept[8], end, again;
        rb_summary summary, summary_again;
        for (int k = 0; k < 8; k++) {
            run_to(sim, UNTIL * (0.05 + 0.111 * k));
            kept[k] = rb_test_save(sim);
        }
        run_to(sim, UNTIL);
        end = rb_test_save(sim);
        rb_simulation_summary(sim, &summary);
        for (int k = 7; k >= 0; k--) {
            rb_test_restore(sim, &kept[k]);
            rb_test_restore(other, &kept[k]);
            again = rb_test_save(other);
            assert_memory_equal(&again, &kept[k], sizeof again);
            run_to(sim, UNTIL);
            run_to(other, UNTIL);
            again = rb_test_save(sim);
            assert_memory_equal(&again, &end, sizeof again);
            rb_simulation_summary(sim, &summary_again);
            assert_memory_equal(summary.events, summary_again.events, sizeof summary.events);
            assert_true(summary.N_min == summary_again.N_min);
            assert_true(rb_simulation_hash(other) == summary.state_hash);
        }
        rb_simulation_destroy(sim);
        rb_simulation_destroy(other);
    }
}

/* Returns when a summary reports the first event, s. */
static double reported_at(const char *method) {
    rb_scene scene = rb_test_scene("k11-fig5", method, "tick=1e-4", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_summary s;
    do {
        rb_simulation_tick(sim);
        rb_simulation_summary(sim, &s);
    } while (s.event_count == 0 && rb_simulation_time(sim) < 1);
    double t = rb_simulation_time(sim);
    rb_simulation_destroy(sim);
    return t;
}

/* A summary contains what has happened up to now, also within the current step, as with short steps. */
static void summaries_are_up_to_date(void **state) {
    (void)state;
    double reported = reported_at("method=dp5"); /* steps of 2e-5 s */
    assert_true(reported > 0.7 && reported < 0.9);
    /* a reversal is confirmed by an angle, which is summed over steps */
    assert_near(reported_at("method=rodas"), reported, 1e-3);
    assert_near(reported_at("method=dop853"), reported, 1e-3);
    assert_near(reported_at("method=radau"), reported, 1e-3);
}

/* States between the ends of steps are as accurate as the ends: within the tolerance of a reference with a
   thousandfold tighter one. */
static void between_steps_it_is_as_good(void **state) {
    (void)state;
    static const int which[] = {0, 1, 6, 7};
    for (int k = 0; k < 4; k++) {
        int i = which[k];
        double largest = 0;
        rb_scene scene = scene_of(i, "tick=0.0009765625"), finer = scene;
        finer.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = 1e-10;
        rb_simulation *sim = rb_test_simulation(&scene), *reference = rb_test_simulation(&finer);
        for (int tick = 0; tick < 512; tick++) {
            rb_snapshot a, b;
            rb_simulation_tick(sim);
            rb_simulation_tick(reference);
            rb_simulation_snapshot(sim, &a);
            rb_simulation_snapshot(reference, &b);
            largest = fmax(largest, rb_norm(rb_sub(a.omega, b.omega)) / rb_norm(b.omega));
        }
        print_message("%s: off by %.1e\n", cases[i].scene, largest);
        assert_below(largest, scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL]);
        rb_simulation_destroy(sim);
        rb_simulation_destroy(reference);
    }
}

/* An edit or a flick within a step starts from the state shown, and conserves energy. */
static void edits_start_from_what_is_shown(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        rb_scene scene = scene_of(i, "tick=0.0009765625"), edited = scene;
        edited.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 1.5;
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_checkpoint before, after;
        rb_summary s;
        run_to(sim, 0.2);
        before = rb_test_save(sim);
        assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
        after = rb_test_save(sim);
        assert_near(rb_norm(rb_sub(after.then.omega, before.then.omega)), 0, 1e-12);
        assert_near(after.then.balance, before.then.balance, 1e-15);
        rb_simulation_flick(sim, rb_v3(0, 0, 0.5), NULL);
        run_to(sim, UNTIL);
        rb_simulation_summary(sim, &s);
        double rtol = scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL];
        assert_below(s.energy_balance_error, fmax(2e-6, 0.1 * rtol));
        /* and what was recorded before the edit is gone on from as it was */
        rb_test_restore(sim, &before);
        after = rb_test_save(sim);
        assert_same_state(&after, &before);
        rb_simulation_destroy(sim);
    }
}

/* Changing the method during a run continues from the same state. */
static void methods_may_change(void **state) {
    (void)state;
    static const char *const methods[] = {"method=dp5", "method=dop853", "method=rodas", "method=lobatto",
                                          "method=radau"};
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    double expected = rb_test_summary(&scene, 0.5).omega3_final;
    rb_simulation *sim = rb_test_simulation(&scene);
    for (int i = 0; i < 10; i++) {
        rb_scene edited = rb_test_scene("k11-fig5", methods[i % 5], NULL);
        assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
        rb_test_run_until(sim, 0.05 * (i + 1));
    }
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    assert_near(now.t, 0.5, 1e-12);
    assert_near(now.omega.z, expected, 1e-5);
    rb_simulation_destroy(sim);
}

/* Cost in right-hand sides, measured by instructions. rodas: a Jacobian and the algebra of a step equal 28
   (17 to 31, and 5 to 10 for the algebra). In lanes, four of them and the sums of an iteration equal 1.5
   to 1.6, the algebra of a step of radau 13. */
static double cost(const char *scene_id, const char *method, rb_summary *s) {
    rb_scene scene = rb_test_scene(scene_id, method, "rtol=1e-4", NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    bool lanes = strcmp(method, "method=auto") == 0 && rb_collocation_has_lanes(&model);
    *s = rb_test_summary(&scene, 2);
    return (lanes ? 0.4 : 1) * (double)s->rhs_evaluations + (lanes ? 13 : 28) * (double)s->jacobians;
}

/* auto finds the better method, and changes it during a run if that is better still. */
static void auto_is_never_much_worse(void **state) {
    (void)state;
    static const char *const ids[] = {"kane-levinson", "tippetop-ka09", "ak18-a",
                                      "k11-fig5",      "k15-a1",        "disk-k12"};
    for (int i = 0; i < 6; i++) {
        rb_summary implicit, explicitly, chosen;
        double best =
            fmin(cost(ids[i], "method=rodas", &implicit), cost(ids[i], "method=dop853", &explicitly));
        double own = cost(ids[i], "method=auto", &chosen);
        print_message("%s: auto / better %.2f, implicit %.0f %%\n", ids[i], own / best,
                      100 * chosen.implicit_share);
        assert_below(own, 1.2 * best);
        assert_true(implicit.implicit_share == 1 && explicitly.implicit_share == 0);
        assert_int_equal(explicitly.jacobians, 0);
        assert_near(chosen.omega3_final, implicit.omega3_final, 2e-3 * fabs(implicit.omega3_final));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_do_not_matter),         cmocka_unit_test(observing_does_not_matter),
        cmocka_unit_test(continuing_from_a_snapshot),  cmocka_unit_test(summaries_are_up_to_date),
        cmocka_unit_test(between_steps_it_is_as_good), cmocka_unit_test(edits_start_from_what_is_shown),
        cmocka_unit_test(methods_may_change),          cmocka_unit_test(auto_is_never_much_worse),
    };
    return cmocka_run_group_tests_name("dense", tests, NULL, NULL);
}
