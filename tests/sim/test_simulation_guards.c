/* Detection of wrong results: energy warnings, budgets, states that are not finite. */
#include <math.h>

#include "math/vec.h"
#include "support.h"

static rb_summary run(const rb_scene *scene, double until) {
    rb_run_result result;
    rb_error err;
    if (rb_run(scene, until, NULL, &result, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return result.summary;
}

/* 73 m/s² and mu = 9 with a patch that depends on N: dp5 at the step of the scene cannot follow it. */
static void a_wrong_balance_is_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-ah", "solver.method=dp5", "g=73", "mu=9", NULL);
    rb_summary s = run(&scene, 0.01);
    assert_below(0.01, s.energy_balance_error);
    assert_int_equal(s.energy_warning, RB_ENERGY_UNBALANCED);
    assert_string_equal(rb_energy_warning_name(s.energy_warning), "off");
}

/* A rolling law that is hundreds of times stronger across than along drives the motion with its moment. */
static void energy_input_is_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("ak18-b", "rolling.b4=500", NULL);
    rb_summary s = run(&scene, 0.01);
    assert_below(s.W_roll, 0);
    assert_int_equal(s.energy_warning, RB_ENERGY_GAINED);
    assert_string_equal(rb_energy_warning_name(s.energy_warning), "fed");
    const rb_outcome *fed = rb_outcome_find("energy_fed");
    assert_near(rb_outcome_value(fed, &s), -fmin(s.W_slide, 0) - fmin(s.W_drill, 0) - s.W_roll, 1e-18);
    scene = rb_test_scene("ak18-b", NULL);
    s = run(&scene, 0.01);
    assert_true(rb_outcome_value(fed, &s) == 0);
}

/* These are rejected before the run, with the cause. */
static void a_law_that_adds_energy_is_rejected(void **state) {
    (void)state;
    static const struct {
        const char *id, *set[3], *reported;
    } rows[] = {
        {"ak18-b", {"rolling.b4=1000", "rolling.f=0.0098"}, "rolling.b4 = 1000"},
        {"ak18-b", {"rolling.b4=1000"}, "N times 0.0495366 m with rolling.b4 = 1000"},
        {"ak18-a", {"rolling.b5=0.01"}, "rolling.b5 = 0.01"},
        {"tippetop-ka09",
         {"rolling=k11", "k_r=4", "contact.a=0.1"},
         "0.015 m, got N times 0.08 m with contact.a = 0.1"},
        {"k15-a1", {"rolling.I3=1", "d_a=8"}, "rolling.d_a = 8"},
        {"k15-a1", {"d_a=3"}, "k15-a1 feeds energy to the body with rolling.d_a = 3: up to 40 %"},
        {"k15-a1", {"friction.I2=1", "d_a=1.2", "b_r=2"}, "feeds energy"},
        {"k11-fig5", {"law=k11-p1", "k_r=3"}, "feeds energy to the body with rolling.k_r = 3"},
        {"k11-fig5", {"law=exact-circle", "k_r=10"}, "rolling.k_r = 10"},
        {"k15-a0", {"law=k15-b1"}, "k15-b1 feeds energy to the body with rolling.d_a = 3.069"},
        {"k15-a1", {"friction.I3=1"}, "friction.I3 = 1"},
        {"k15-a1", {"friction.b_T=50"}, "friction.b_T = 50"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rb_scene scene = rb_test_scene(rows[i].id, NULL);
        rb_error err = {""};
        for (int k = 0; k < 3 && rows[i].set[k] != NULL; k++) {
            rb_test_assign(&scene, rows[i].set[k]);
        }
        assert_int_equal(rb_scene_check(&scene, "here", &err), RB_ERR_INPUT);
        assert_contains(err.text, "here: ");
        assert_contains(err.text, rows[i].reported);
        rb_simulation *sim;
        assert_int_equal(rb_simulation_create(&scene, &sim, NULL), RB_ERR_INPUT);
    }
}

/* Accepted: the shipped scenes, and laws within the range of possible pressures. */
static void a_dissipative_law_is_accepted(void **state) {
    (void)state;
    char folder[1024];
    static rb_library library;
    assert_int_equal(rb_library_find_folder(folder, sizeof folder, NULL), RB_OK);
    assert_int_equal(rb_library_load(&library, folder, NULL), RB_OK);
    for (int i = 0; i < library.count; i++) {
        rb_error err = {""};
        if (rb_scene_check(&library.scenes[i], library.scenes[i].id, &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
    }
    const rb_scene within[] = {
        rb_test_scene("k11-fig5", "law=k11-p1", "k_r=2", NULL),
        rb_test_scene("k11-fig5", "law=exact-circle", "k_r=5", NULL),
        rb_test_scene("k15-a1", "d_a=1.2", NULL),
        rb_test_scene("ak18-b", "rolling.b4=500", NULL),
    };
    for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
        assert_int_equal(rb_scene_check(&within[i], "", NULL), RB_OK);
    }
    /* A law that is only queried is checked with the values that it would get. */
    rb_scene stone = rb_test_scene("k15-a0", NULL);
    rb_error err = {""};
    assert_int_equal(rb_scene_law_fits(&stone, rb_friction_law_find("k15-a0"), &err), RB_OK);
    assert_int_equal(rb_scene_law_fits(&stone, rb_friction_law_find("ak18"), &err), RB_OK);
    assert_int_equal(rb_scene_law_fits(&stone, rb_friction_law_find("k15-a1"), &err), RB_ERR_INPUT);
    assert_contains(err.text, "feeds energy");
    /* An edit that corrects a number causes no second message. */
    stone.values[RB_SECTION_ROLLING][0] = NAN;
    assert_int_equal(rb_scene_law_fits(&stone, rb_friction_law_find("k15-a1"), &err), RB_OK);
}

static void sound_runs_are_left_alone(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "ak18-a", "kane-levinson", "tippetop-ka09"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_summary s = run(&scene, 0.5);
        assert_int_equal(s.energy_warning, RB_ENERGY_OK);
        assert_null(rb_energy_warning_name(s.energy_warning));
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

static void states_that_are_not_finite_are_rejected(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.01);
    uint64_t hash = rb_simulation_hash(sim);
    rb_error err;
    assert_int_equal(rb_simulation_flick(sim, rb_v3(0, NAN, 0), &err), RB_ERR_INPUT);
    assert_contains(err.text, "flick: expected finite numbers");
    assert_int_equal(rb_simulation_flick(sim, rb_v3(INFINITY, 0, 0), NULL), RB_ERR_INPUT);
    assert_true(rb_simulation_hash(sim) == hash);
    rb_checkpoint now = rb_test_save(sim);
    assert_true(rb_run_state_is_sound(&now.state));
    now.state.numbers[6] = 1e308; /* a quaternion whose square overflows */
    now.state.numbers[7] = NAN;
    assert_false(rb_run_state_is_sound(&now.state));
    rb_checkpoint_seal(&now, scene.body, now.scene);
    assert_int_equal(rb_checkpoint_restore(sim, &now, sizeof now, &err), RB_ERR_INPUT);
    assert_contains(err.text, "finite numbers");
    assert_true(rb_simulation_hash(sim) == hash);
    rb_simulation_destroy(sim);
}

/* Edits that are impossible during a run. */
static void what_an_edit_cannot_change(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene = rb_test_scene("k11-fig5", "method=rodas", "step=3e-4", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    uint64_t hash = rb_simulation_hash(sim);
    rb_scene top = rb_test_scene("tippetop-ka09", NULL);
    assert_int_equal(rb_simulation_edit(sim, &top, &err), RB_ERR_INPUT);
    assert_string_equal(err.text, "body: expected celt while the run continues, got tippe-top");
    /* Valid from its start, but not with the step of this run. */
    rb_scene edited = rb_test_scene("k11-fig5", "method=dp5", "step=2e-4", NULL);
    assert_int_equal(rb_simulation_edit(sim, &edited, &err), RB_ERR_INPUT);
    assert_contains(err.text, "solver.step");
    edited.values[RB_SECTION_WORLD][0] = NAN;
    assert_int_equal(rb_simulation_edit(sim, &edited, &err), RB_ERR_INPUT);
    assert_contains(err.text, "world: g");
    assert_true(rb_simulation_hash(sim) == hash);
    rb_simulation_destroy(sim);
}

/* Every reason has a text, every event a name; invalid numbers have none. */
static void reasons_have_texts(void **state) {
    (void)state;
    assert_string_equal(rb_diverged_text(RB_DIVERGED_NOT), "");
    for (int i = RB_DIVERGED_NOT + 1; i <= RB_DIVERGED_STIFF; i++) {
        assert_true(strlen(rb_diverged_text((rb_diverged)i)) > 10);
        for (int k = RB_DIVERGED_NOT + 1; k < i; k++) {
            assert_true(strcmp(rb_diverged_text((rb_diverged)i), rb_diverged_text((rb_diverged)k)) != 0);
        }
    }
    static const char *const names[] = {
        [RB_EVENT_REVERSAL] = "reversal", [RB_EVENT_REST] = "rest",   [RB_EVENT_LIFT_OFF] = "lift-off",
        [RB_EVENT_TOUCH] = "touch",       [RB_EVENT_LEAVE] = "leave", [RB_EVENT_DIVERGED] = "diverged"};
    const rb_body_kind *celt = rb_body_kind_find("celt");
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        if (names[i] != NULL) {
            rb_event event = {.kind = (rb_event_kind)i};
            assert_string_equal(rb_event_name(celt, &event), names[i]);
        }
    }
    rb_event strange = {.kind = RB_EVENT_BODY, .which = 99};
    assert_null(rb_event_name(celt, &strange));
    rb_scene scene = rb_default_scene();
    assert_int_equal(rb_scene_table(&scene, RB_SECTION_COUNT).count, 0);
    assert_null(rb_outcome_at(rb_outcome_count()));
}

/* Published sets by name. */
static void sets_by_name(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene = rb_test_scene("ak18-a", "friction.set=C1", "rolling.set=E", NULL);
    assert_near(scene.values[RB_SECTION_FRICTION][2], 1620, 0);
    assert_near(scene.values[RB_SECTION_ROLLING][0], 0.407e-3, 0);
    assert_int_equal(rb_scene_assign(&scene, "friction.set=Z", &err), RB_ERR_INPUT);
    assert_contains(err.text, "friction.set: this law has no published parameter set \"Z\"");
    scene = rb_test_scene("k11-fig5", NULL);
    assert_int_equal(rb_scene_assign(&scene, "rolling.set=A", &err), RB_ERR_INPUT);
    assert_contains(err.text, "rolling.set");
}

static void a_runner_rejects_invalid_scenes(void **state) {
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
    assert_contains(rb_runner_frame(runner)->error.text, "checkpoint");
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
    watched w = {scene.body, scene.id, rb_section_name((rb_section)section), table.rows[index].name};
    rb_observer observer = {.every = 5e-4, .observe = finite_row, .context = &w};
    rb_run_result result;
    if (rb_run(&scene, 1e-3, &observer, &result, NULL) != RB_OK) {
        return 0;
    }
    finite_row(&w, &(rb_moment){.now = &result.last, .index = -1});
    const rb_summary *s = &result.summary;
    if (s->energy_balance_error > 0.01) {
        assert_int_equal(s->energy_warning, RB_ENERGY_UNBALANCED);
    }
    /* At most 10 000 tries per step of at most 128 dp5 steps: it ends soon. */
    assert_true(s->rhs_evaluations < 20000000);
    return 1;
}

static void every_parameter_at_both_ends(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "tippetop-ka09", "k15-ah", "ak18-a", "tippetop-restricted"};
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
                for (int method = RB_METHOD_DP5; method <= RB_METHOD_RADAU; method++) {
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
        cmocka_unit_test(a_wrong_balance_is_reported),
        cmocka_unit_test(energy_input_is_reported),
        cmocka_unit_test(a_law_that_adds_energy_is_rejected),
        cmocka_unit_test(a_dissipative_law_is_accepted),
        cmocka_unit_test(sound_runs_are_left_alone),
        cmocka_unit_test(a_step_has_a_budget),
        cmocka_unit_test(states_that_are_not_finite_are_rejected),
        cmocka_unit_test(what_an_edit_cannot_change),
        cmocka_unit_test(reasons_have_texts),
        cmocka_unit_test(sets_by_name),
        cmocka_unit_test(a_runner_rejects_invalid_scenes),
        cmocka_unit_test(every_parameter_at_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
