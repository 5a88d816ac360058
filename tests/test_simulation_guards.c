/* What keeps wrong numbers from passing for right ones: doubt in the energy, budgets, states that
   are not finite. */
#include <math.h>

#include "support.h"

static rb_summary run(const rb_scene *scene, double until) {
    rb_run_result result;
    rb_error err;
    if (rb_run(scene, until, NULL, &result, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return result.summary;
}

/* 73 m/s² and mu = 9 on a patch that follows N: dp5 at the scene's step cannot follow it. */
static void a_wrong_balance_is_told(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-ah", "solver.method=dp5", "g=73", "mu=9", NULL);
    rb_summary s = run(&scene, 0.01);
    assert_below(0.01, s.energy_balance_error);
    assert_int_equal(s.energy_doubt, RB_ENERGY_OFF);
    assert_string_equal(rb_energy_doubt_name(s.energy_doubt), "off");
}

/* A rolling law a thousand times as stiff across as along turns its moment into the motion. */
static void a_law_that_drives_is_told(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("ak18-b", "rolling.b4=1000", "rolling.f=0.0098", NULL);
    rb_summary s = run(&scene, 0.01);
    assert_below(s.W_roll, 0);
    assert_int_equal(s.energy_doubt, RB_ENERGY_FED);
    assert_string_equal(rb_energy_doubt_name(s.energy_doubt), "fed");
}

static void sound_runs_are_left_alone(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "ak18-a", "kane-levinson", "tippetop-ka09"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_summary s = run(&scene, 0.5);
        assert_int_equal(s.energy_doubt, RB_ENERGY_SOUND);
        assert_null(rb_energy_doubt_name(s.energy_doubt));
    }
}

/* Inertia ten million times too large: error control would take 200 000 parts to a tick. */
static void a_step_has_a_budget(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("ak18-a", "body.B3=1000", "solver.method=rodas", NULL);
    rb_summary s = run(&scene, 0.002);
    assert_int_equal(s.end_reason, RB_END_DIVERGED);
    assert_int_equal(s.diverged, RB_DIVERGED_BUDGET);
    assert_true(s.rhs_evaluations < 100000); /* 10 000 tries of 5 to 6 each, and the start */
    assert_contains(rb_diverged_text(s.diverged), "too many parts");
}

static void what_is_not_finite_is_not_taken(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.01);
    uint64_t hash = rb_simulation_hash(sim);
    rb_simulation_flick(sim, rb_v3(0, NAN, 0));
    rb_simulation_flick(sim, rb_v3(INFINITY, 0, 0));
    assert_true(rb_simulation_hash(sim) == hash);
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    assert_true(rb_snapshot_sound(&now));
    now.state[6] = 1e308; /* a quaternion whose square overflows */
    now.state[7] = NAN;
    assert_false(rb_snapshot_sound(&now));
    rb_simulation_restore(sim, &now);
    assert_true(rb_simulation_hash(sim) == hash);
    rb_snapshot empty = {0};
    rb_simulation_restore(sim, &empty);
    assert_true(rb_simulation_hash(sim) == hash);
    rb_simulation_destroy(sim);
}

static void a_runner_refuses_them(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_runner *runner;
    rb_error err;
    assert_int_equal(rb_runner_create(&scene, (rb_runner_options){0}, &runner, &err), RB_OK);
    rb_command *command = calloc(1, sizeof *command);
    assert_non_null(command);
    command->kind = RB_COMMAND_FLICK;
    command->vector = rb_v3(0, 0, NAN);
    assert_true(rb_runner_send(runner, command));
    command->kind = RB_COMMAND_RESTORE;
    assert_true(rb_runner_send(runner, command));
    rb_runner_pump(runner, 0, 1, INFINITY);
    assert_int_equal(rb_runner_frame(runner)->refused, 2);
    assert_contains(rb_runner_frame(runner)->error.text, "restore");
    free(command);
    rb_runner_destroy(runner);
}

/* ---- every parameter at both ends ------------------------------------------------------------- */

typedef struct watched {
    const rb_body_kind *body;
    const char *scene, *section, *name;
} watched;

static bool finite_row(void *context, const rb_moment *moment) {
    const watched *w = context;
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (rb_signal_fits(signal, w->body) && !isfinite(rb_signal_value(signal, moment->now))) {
            fail_msg("%s, %s.%s: %s is %g at t = %g s", w->scene, w->section, w->name, signal->name,
                     rb_signal_value(signal, moment->now), moment->now->t);
        }
    }
    return true;
}

/* Returns 1 if the scene could be run. */
static int run_at_end(rb_scene scene, int section, int index, double value, double method) {
    rb_param_table table = rb_scene_table(&scene, (rb_section)section);
    scene.values[section][index] = value;
    if (!(section == RB_SECTION_SOLVER && index == RB_SOLVER_METHOD)) {
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = method;
    }
    watched w = {scene.body, scene.id, rb_section_name((rb_section)section),
                 table.rows[index].name};
    rb_observer observer = {.every = 5e-4, .observe = finite_row, .context = &w};
    rb_run_result result;
    if (rb_run(&scene, 1e-3, &observer, &result, NULL) != RB_OK) {
        return 0;
    }
    finite_row(&w, &(rb_moment){.now = &result.last, .index = -1});
    const rb_summary *s = &result.summary;
    if (s->energy_balance_error > 0.01) {
        assert_int_equal(s->energy_doubt, RB_ENERGY_OFF);
    }
    /* At most 10 000 tries a step of at most 128 dp5 steps: it ends, and before long. */
    assert_true(s->rhs_evaluations < 20000000);
    return 1;
}

static void every_parameter_at_both_ends(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "tippetop-ka09", "k15-ah", "ak18-a",
                                      "tippetop-restricted"};
    int count = RB_SHORT ? 2 : (int)(sizeof ids / sizeof *ids), runs = 0;
    for (int k = 0; k < count; k++) {
        rb_scene scene = rb_test_scene(ids[k], NULL);
        for (int section = 0; section < RB_SECTION_COUNT; section++) {
            rb_param_table table = rb_scene_table(&scene, (rb_section)section);
            for (int i = 0; i < table.count; i++) {
                const rb_param *p = &table.rows[i];
                if (p->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) {
                    continue;
                }
                double low = p->flags & RB_PARAM_ABOVE ? p->min + 1e-9 * (p->max - p->min) : p->min;
                for (int method = RB_METHOD_DP5; method <= RB_METHOD_RODAS; method++) {
                    runs += run_at_end(scene, section, i, low, method);
                    runs += run_at_end(scene, section, i, p->max, method);
                }
            }
        }
    }
    print_message("%d runs\n", runs);
    assert_true(runs > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_balance_is_told),
        cmocka_unit_test(a_law_that_drives_is_told),
        cmocka_unit_test(sound_runs_are_left_alone),
        cmocka_unit_test(a_step_has_a_budget),
        cmocka_unit_test(what_is_not_finite_is_not_taken),
        cmocka_unit_test(a_runner_refuses_them),
        cmocka_unit_test(every_parameter_at_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
