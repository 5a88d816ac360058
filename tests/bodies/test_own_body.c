/* A fourth body (own_body/pendulum.c), registered as a row, works like the built-in ones; only its own
   file refers to it. */
#include <math.h>

#include "bodies/ops.h"
#include "math/elliptic.h"
#include "own_body/pendulum.h"
#include "sim/scene_private.h"
#include "support.h"

static const char *const methods[] = {"solver.method=dp5", "solver.method=rodas"};

static rb_scene pendulum_scene(const char *method) {
    rb_scene scene = rb_default_scene();
    rb_scene_set_body(&scene, pendulum_body());
    rb_test_assign(&scene, method);
    rb_test_assign(&scene, "solver.step=1e-3");
    rb_test_assign(&scene, "rtol=1e-10");
    return scene;
}

static double value(const rb_snapshot *s, const char *name) {
    return rb_signal_value(rb_signal_at(rb_signal_of(pendulum_body(), name)), s);
}

/* Released at rest it reaches the wall after K/omega, and hits it every 2 K/omega without losses, with the
   elliptic integral K(sin(phi0/2)). 1e-8 s: the step of 1e-3 s and the tolerance of 1e-10 leave 2e-9 s
   over the six impacts; an event located only to the step would be off by 1e-3 s. */
static void impact_times_match_theory(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        rb_scene scene = pendulum_scene(methods[i]);
        rb_test_assign(&scene, "body.e=1");
        double quarter = rb_elliptic_integrals(cos(0.4)).K / sqrt(9.81 / 0.1);
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 2);
        rb_summary s;
        rb_simulation_summary(sim, &s);
        int hits = 0, turns = 0;
        for (int k = 0; k < s.event_count; k++) {
            assert_int_equal(s.events[k].kind, RB_EVENT_BODY);
            bool hit = s.events[k].which == PENDULUM_HITS;
            double expected = hit ? (1 + 2 * hits) * quarter : (2 + 2 * turns) * quarter;
            assert_near(s.events[k].t, expected, 1e-8);
            assert_string_equal(rb_body_event_name(pendulum_body(), s.events[k].which),
                                hit ? "strikes the wall" : "turns");
            *(hit ? &hits : &turns) += 1;
        }
        assert_int_equal(hits, 6);
        assert_int_equal(turns, 6);
        rb_snapshot now = rb_test_snapshot(sim);
        assert_true(value(&now, "hits") == 6);
        const rb_outcome *strokes = rb_outcome_find("hits");
        assert_non_null(strokes);
        assert_true(rb_outcome_value(strokes, &s) == 6);
        assert_true(rb_outcome_fits(strokes, pendulum_body()));
        assert_false(rb_outcome_fits(strokes, rb_body_kind_find("celt")));
        assert_false(rb_outcome_fits(rb_outcome_find("omega3_final"), pendulum_body()));
        assert_below(s.energy_balance_error, 1e-9);
        /* The rod carries m g cos(phi) + m l phi'^2: 0.2 kg of weight twice, and more at the wall. */
        assert_near(s.N_min, 0.2 * 9.81 * cos(0.8), 1e-6);
        assert_near(s.N_max, 0.2 * 9.81 * (3 - 2 * cos(0.8)), 1e-3);
        assert_true(isnan(s.first_reversal_time));
        rb_simulation_destroy(sim);
    }
}

/* Every impact leaves the share e of the speed; spring, damping and impacts share the energy; at the end
   it is at rest. */
static void energy_parts_add_up(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        rb_scene scene = pendulum_scene(methods[i]);
        rb_test_assign(&scene, "body.k=20");
        rb_test_assign(&scene, "body.c=1e-4");
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 1);
        rb_snapshot now = rb_test_snapshot(sim);
        assert_true(value(&now, "W_hit") > 0.1 * now.E_pot && value(&now, "W_air") > 0);
        assert_near(now.balance, 0, 1e-9 * now.E);
        rb_test_run_until(sim, 60);
        rb_summary s;
        rb_simulation_summary(sim, &s);
        assert_int_equal(s.end_reason, RB_END_REST);
        now = rb_test_snapshot(sim);
        assert_int_equal(now.phase, RB_PHASE_AT_REST);
        assert_true(value(&now, "rate") == 0);
        assert_near(value(&now, "phi"), 0, 1e-3);
        assert_true(s.rest_time_0p1 < s.rest_time_0p01 && s.rest_time_0p01 < now.t);
        rb_simulation_flick(sim, rb_v3(0, 1, 0), NULL);
        assert_int_equal(rb_simulation_phase(sim), RB_PHASE_RUNNING);
        assert_near(rb_test_snapshot(sim).own[1], 1, 0);
        rb_simulation_destroy(sim);
    }
}

/* Restored, edited and interrupted like any other body. */
static void continues_from_a_snapshot(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        rb_scene scene = pendulum_scene(methods[i]), other = scene;
        rb_test_assign(&other, "body.e=0.5");
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 0.3);
        rb_checkpoint kept = rb_test_save(sim);
        rb_test_run_until(sim, 1);
        uint64_t hash = rb_simulation_hash(sim);
        rb_test_restore(sim, &kept);
        rb_test_run_until(sim, 1);
        assert_true(rb_simulation_hash(sim) == hash);
        rb_test_restore(sim, &kept);
        assert_int_equal(rb_simulation_edit(sim, &other, NULL), RB_OK);
        rb_test_run_until(sim, 1);
        assert_true(rb_simulation_hash(sim) != hash);
        rb_simulation_destroy(sim);
    }
}

static void has_files_and_columns(void **state) {
    (void)state;
    rb_scene scene = pendulum_scene(methods[0]), back;
    rb_test_assign(&scene, "phi=0.5");
    char *text = rb_scene_to_text(&scene);
    assert_non_null(text);
    assert_contains(text, "wall-pendulum");
    rb_error err = {""};
    assert_int_equal(rb_scene_read_text(text, "own", &back, &err), RB_OK);
    free(text);
    assert_ptr_equal(back.body, pendulum_body());
    assert_memory_equal(back.values, scene.values, sizeof back.values);

    /* Its columns: time, its own, the error; "phi" is not the celt's. */
    char header[256] = "";
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), pendulum_body())) {
            strcat(strcat(header, rb_signal_at(i)->name), " ");
        }
    }
    assert_string_equal(header, "t phi rate hits tension E E_pot E_elastic E_kin W_air W_hit "
                                "balance error ");
    const rb_body_kind *celt = rb_body_kind_find("celt");
    assert_true(rb_signal_of(pendulum_body(), "phi") != rb_signal_of(celt, "phi"));
    assert_int_equal(rb_signal_of(celt, "hits"), -1);
    assert_int_equal(rb_signal_of(pendulum_body(), "omega3"), -1);

    back.values[RB_SECTION_START][0] = 0;
    back.values[RB_SECTION_START][1] = -1;
    assert_int_equal(rb_scene_check(&back, "own", &err), RB_ERR_INPUT);
    assert_contains(err.text, "away from the wall");
    rb_scene mirrored = scene;
    assert_int_equal(rb_scene_read_text("{", "own", &mirrored, &err), RB_ERR_INPUT);
}

/* On a thread with other runs, to the same bits as alone. */
static void runs_in_the_runner(void **state) {
    (void)state;
    rb_scene scene = pendulum_scene(methods[1]);
    rb_simulation *alone = rb_test_simulation(&scene);
    for (int i = 0; i < 500; i++) {
        rb_simulation_tick(alone);
    }
    rb_runner *runner = NULL;
    assert_int_equal(rb_runner_create(&scene, (rb_runner_options){.threaded = false}, &runner, NULL), RB_OK);
    rb_command step = {.kind = RB_COMMAND_STEP, .count = 500};
    assert_true(rb_runner_send(runner, &step));
    rb_runner_pump(runner, 0, 1000, INFINITY);
    assert_true(rb_runner_frame(runner)->summaries[0].state_hash == rb_simulation_hash(alone));
    rb_runner_destroy(runner);
    rb_simulation_destroy(alone);
}

/* A valid row that tests modify. */
static rb_body_kind changed;
static rb_body_ops functions;

static void begin_row(void) {
    pendulum_row(&changed, &functions);
    changed.id = "another";
}

static void refuse(const char *part) {
    rb_error err = {""};
    int count = rb_body_kind_count();
    assert_int_equal(rb_body_kind_register(&changed, &err), RB_ERR_INPUT);
    assert_contains(err.text, part);
    assert_int_equal(rb_body_kind_count(), count);
}

/* A row with one change is rejected with the name of the member. */
#define REFUSE(part, ...) (begin_row(), (__VA_ARGS__), refuse(part))

static void bad_functions_are_refused(void **state) {
    (void)state;
    REFUSE("ops", changed.ops = NULL);
    REFUSE("state_count", functions.state_count = 0);
    REFUSE("state_count", functions.state_count = RB_ODE_MAX + 1);
    REFUSE("ops", functions.size = 0);
    REFUSE("older version", functions.size += 8);
    REFUSE("size", changed.size = 0);
    REFUSE("older version", changed.size += 8);
    REFUSE("rhs", functions.prepare = NULL);
    REFUSE("rhs", functions.start = NULL);
    REFUSE("rhs", functions.rhs = NULL);
    REFUSE("rhs", functions.observe = NULL);
    REFUSE("stop", functions.stop = NULL);
    REFUSE("stop", functions.stop = NULL, functions.rest.time = 0);
    REFUSE("event_count", functions.event_count = -1);
    REFUSE("event_count", functions.event_count = RB_BODY_EVENTS_MAX + 1);
    REFUSE("events", functions.events = NULL);
    REFUSE("event_values", functions.event_values = NULL);
    REFUSE("cross", functions.cross = NULL);
}

static void bad_tables_are_refused(void **state) {
    (void)state;
    static const rb_signal odd[] = {{"odd", "", "", "", 3}}, far[] = {{"far", "", "", "", 1 << 30}};
    static const rb_signal_table odd_table = {odd, 1}, far_table = {far, 1};
    static const rb_signal_table *const odd_tables[] = {&odd_table, NULL};
    static const rb_signal_table *const far_tables[] = {&far_table, NULL};
    static const rb_energy_part lost[] = {{.signal = "gone", .name = "gone"}};
    static const rb_energy_part shifted[] = {{.signal = "E", .name = "E", .offset = 3}};
    static const rb_outcome nameless[] = {{.name = NULL}}, unread[] = {{.name = "unread"}};
    REFUSE("body ?", changed.id = NULL);
    REFUSE("id of", changed.id = "");
    REFUSE("id of", changed.name = NULL);
    REFUSE("help", changed.help = NULL);
    REFUSE("params", changed.params.count = RB_PARAMS_MAX + 1);
    REFUSE("start", changed.start.count = RB_PARAMS_MAX + 1);
    REFUSE("params", changed.params.rows = NULL);
    REFUSE("id of", changed.id = "Not an id");
    REFUSE("outcome_count", changed.outcome_count = 100);
    REFUSE("outcome_count", changed.outcome_count = -1);
    REFUSE("outcomes", changed.outcomes = nameless);
    REFUSE("outcomes", changed.outcomes = unread);
    REFUSE("signals", changed.signals = NULL);
    REFUSE("odd", changed.signals = odd_tables);
    REFUSE("far", changed.signals = far_tables);
    REFUSE("energy", changed.energy_count = RB_ENERGY_MAX + 1);
    REFUSE("gone", changed.energy = lost, changed.energy_count = 1);
    REFUSE("E", changed.energy = shifted, changed.energy_count = 1);
    REFUSE("phase", changed.phase[0] = "nothing");
    REFUSE("measure", changed.measure = NULL);
    REFUSE("measure", changed.measure = "nothing");
    REFUSE("not in use", changed.id = "celt");
}

/* Registration after the first simulation is too late. */
static void late_registration_is_rejected(void **state) {
    (void)state;
    rb_scene scene = pendulum_scene(methods[0]);
    rb_simulation_destroy(rb_test_simulation(&scene));
    REFUSE("before the first simulation", (void)0);
}

/* Names of the body's own events; none for other numbers. */
static void events_have_names(void **state) {
    (void)state;
    int named = 0;
    for (int i = 0; i < pendulum_body()->ops->event_count; i++) {
        named += rb_body_event_name(pendulum_body(), i) != NULL;
    }
    assert_true(named > 0);
    assert_null(rb_body_event_name(pendulum_body(), -1));
    assert_null(rb_body_event_name(pendulum_body(), pendulum_body()->ops->event_count));
    /* Properties that this body does not define. */
    rb_scene scene = pendulum_scene(methods[0]);
    rb_error err = {""};
    for (int i = 0; i < rb_variant_count(); i++) {
        const rb_variant *variant = rb_variant_at(i);
        if (strstr(variant->id, "spin") != NULL || strstr(variant->id, "mirror") != NULL) {
            rb_scene other = scene;
            assert_int_equal(rb_scene_apply_variant(&other, variant, &err), RB_ERR_INPUT);
            assert_contains(err.text, "wall-pendulum");
        }
    }
}

int main(void) {
    rb_error err = {""};
    rb_body_kind twice;
    rb_body_ops ops;
    pendulum_row(&twice, &ops);
    pendulum_register();
    if (rb_body_kind_register(&twice, &err) == RB_OK || strstr(err.text, "not in use") == NULL) {
        fprintf(stderr, "registering: %s\n", err.text);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_functions_are_refused),
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(impact_times_match_theory),
        cmocka_unit_test(energy_parts_add_up),
        cmocka_unit_test(continues_from_a_snapshot),
        cmocka_unit_test(has_files_and_columns),
        cmocka_unit_test(runs_in_the_runner),
        cmocka_unit_test(events_have_names),
        cmocka_unit_test(late_registration_is_rejected),
    };
    return cmocka_run_group_tests_name("own body", tests, NULL, NULL);
}
