/* A fourth body (own_body/pendulum.c), registered as a row, does everything the built-in ones do:
   nothing but its file and its row knows of it. */
#include <math.h>

#include "bodies/ops.h"
#include "math/elliptic.h"
#include "own_body/pendulum.h"
#include "support.h"

static const char *const methods[] = {"solver.method=dp5", "solver.method=rodas"};

static void assign(rb_scene *scene, const char *assignment) {
    rb_error err = {""};
    if (rb_scene_assign(scene, assignment, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static rb_scene pendulum_scene(const char *method) {
    rb_scene scene = rb_scene_default();
    rb_scene_set_body(&scene, &pendulum_body);
    assign(&scene, method);
    assign(&scene, "solver.step=1e-3");
    assign(&scene, "rtol=1e-10");
    return scene;
}

static rb_snapshot snapshot_of(const rb_simulation *sim) {
    rb_snapshot s;
    rb_simulation_snapshot(sim, &s);
    return s;
}

static double value(const rb_snapshot *s, const char *name) {
    return rb_signal_value(rb_signal_at(rb_signal_of(&pendulum_body, name)), s);
}

/* Released at rest it reaches the wall after K/omega, and strikes it every 2 K/omega if nothing is
   lost, K(sin(phi0/2)) being the elliptic integral. 1e-8 s: the step of 1e-3 s and the tolerance of
   1e-10 leave 2e-9 s over the six strokes; an event missed to the step would be off by 1e-3 s. */
static void strikes_when_theory_says(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        rb_scene scene = pendulum_scene(methods[i]);
        assign(&scene, "body.e=1");
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
            assert_string_equal(rb_body_event_name(&pendulum_body, s.events[k].which),
                                hit ? "strikes the wall" : "turns");
            *(hit ? &hits : &turns) += 1;
        }
        assert_int_equal(hits, 6);
        assert_int_equal(turns, 6);
        rb_snapshot now = snapshot_of(sim);
        assert_true(value(&now, "hits") == 6);
        const rb_outcome *strokes = rb_outcome_find("hits");
        assert_non_null(strokes);
        assert_true(rb_outcome_value(strokes, &s) == 6);
        assert_true(rb_outcome_fits(strokes, &pendulum_body));
        assert_false(rb_outcome_fits(strokes, rb_body_kind_find("celt")));
        assert_false(rb_outcome_fits(rb_outcome_find("omega3_final"), &pendulum_body));
        assert_below(s.energy_balance_error, 1e-9);
        /* The rod carries m g cos(phi) + m l phi'^2: 0.2 kg of weight twice, and more at the wall. */
        assert_near(s.N_min, 0.2 * 9.81 * cos(0.8), 1e-6);
        assert_near(s.N_max, 0.2 * 9.81 * (3 - 2 * cos(0.8)), 1e-3);
        assert_true(isnan(s.first_reversal_time));
        rb_simulation_destroy(sim);
    }
}

/* Every stroke leaves e of the speed; spring, damping and strokes share the energy; at the end it
   rests. */
static void loses_what_its_book_says(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        rb_scene scene = pendulum_scene(methods[i]);
        assign(&scene, "body.k=20");
        assign(&scene, "body.c=1e-4");
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 1);
        rb_snapshot now = snapshot_of(sim);
        assert_true(value(&now, "W_hit") > 0.1 * now.E_pot && value(&now, "W_air") > 0);
        assert_near(now.balance, 0, 1e-9 * now.E);
        rb_test_run_until(sim, 60);
        rb_summary s;
        rb_simulation_summary(sim, &s);
        assert_int_equal(s.end_reason, RB_END_REST);
        now = snapshot_of(sim);
        assert_int_equal(now.phase, RB_PHASE_AT_REST);
        assert_true(value(&now, "rate") == 0);
        assert_near(value(&now, "phi"), 0, 1e-3);
        assert_true(s.rest_time_0p1 < s.rest_time_0p01 && s.rest_time_0p01 < now.t);
        rb_simulation_flick(sim, rb_v3(0, 1, 0));
        assert_int_equal(rb_simulation_phase(sim), RB_PHASE_RUNNING);
        assert_near(snapshot_of(sim).own[1], 1, 0);
        rb_simulation_destroy(sim);
    }
}

/* Restored, edited and interrupted like any other. */
static void goes_on_from_a_snapshot(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        rb_scene scene = pendulum_scene(methods[i]), other = scene;
        assign(&other, "body.e=0.5");
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 0.3);
        rb_snapshot kept = snapshot_of(sim);
        rb_test_run_until(sim, 1);
        uint64_t hash = rb_simulation_hash(sim);
        rb_simulation_restore(sim, &kept);
        rb_test_run_until(sim, 1);
        assert_true(rb_simulation_hash(sim) == hash);
        rb_simulation_restore(sim, &kept);
        assert_int_equal(rb_simulation_edit(sim, &other, NULL), RB_OK);
        rb_test_run_until(sim, 1);
        assert_true(rb_simulation_hash(sim) != hash);
        rb_simulation_destroy(sim);
    }
}

static void has_files_and_columns(void **state) {
    (void)state;
    rb_scene scene = pendulum_scene(methods[0]), back;
    assign(&scene, "phi=0.5");
    char *text = rb_scene_to_text(&scene);
    assert_non_null(text);
    assert_contains(text, "wall-pendulum");
    rb_error err = {""};
    assert_int_equal(rb_scene_read_text(text, "own", &back, &err), RB_OK);
    free(text);
    assert_ptr_equal(back.body, &pendulum_body);
    assert_memory_equal(back.values, scene.values, sizeof back.values);

    /* Its columns: time, its own, the error; "phi" is not the celt's. */
    char header[256] = "";
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), &pendulum_body)) {
            strcat(strcat(header, rb_signal_at(i)->name), " ");
        }
    }
    assert_string_equal(header, "t phi rate hits tension E E_pot E_elastic E_kin W_air W_hit "
                                "balance error ");
    const rb_body_kind *celt = rb_body_kind_find("celt");
    assert_true(rb_signal_of(&pendulum_body, "phi") != rb_signal_of(celt, "phi"));
    assert_int_equal(rb_signal_of(celt, "hits"), -1);
    assert_int_equal(rb_signal_of(&pendulum_body, "omega3"), -1);

    back.values[RB_SECTION_START][0] = 0;
    back.values[RB_SECTION_START][1] = -1;
    assert_int_equal(rb_scene_check(&back, "own", &err), RB_ERR_INPUT);
    assert_contains(err.text, "away from the wall");
    rb_scene mirrored = scene;
    assert_int_equal(rb_scene_read_text("{", "own", &mirrored, &err), RB_ERR_INPUT);
}

/* On a thread and in company, to the same bits as alone. */
static void runs_in_the_runner(void **state) {
    (void)state;
    rb_scene scene = pendulum_scene(methods[1]);
    rb_simulation *alone = rb_test_simulation(&scene);
    for (int i = 0; i < 500; i++) {
        rb_simulation_tick(alone);
    }
    rb_runner *runner = NULL;
    assert_int_equal(
        rb_runner_create(&scene, (rb_runner_options){.threaded = false}, &runner, NULL), RB_OK);
    rb_command step = {.kind = RB_COMMAND_STEP, .count = 500};
    assert_true(rb_runner_send(runner, &step));
    rb_runner_pump(runner, 0, 1000, INFINITY);
    assert_true(rb_runner_frame(runner)->summaries[0].state_hash == rb_simulation_hash(alone));
    rb_runner_destroy(runner);
    rb_simulation_destroy(alone);
}

/* Rows that are not whole, taken ids and late comers are refused with the reason. */
static void bad_rows_are_refused(void **state) {
    (void)state;
    rb_error err = {""};
    rb_body_kind kind = pendulum_body;
    rb_body_ops ops = *kind.ops;
    kind.ops = &ops;
    kind.id = "another";
    ops.jacobian = NULL;
    assert_int_equal(rb_body_kind_register(&kind, &err), RB_ERR_INPUT);
    assert_contains(err.text, "jacobian");
    ops = *pendulum_body.ops;
    ops.cross = NULL;
    assert_int_equal(rb_body_kind_register(&kind, &err), RB_ERR_INPUT);
    assert_contains(err.text, "cross");
    ops = *pendulum_body.ops;
    kind.measure = "no such";
    assert_int_equal(rb_body_kind_register(&kind, &err), RB_ERR_INPUT);
    assert_contains(err.text, "measure");
    kind.measure = "phi";
    kind.outcome_count = 100;
    assert_int_equal(rb_body_kind_register(&kind, &err), RB_ERR_INPUT);
    assert_contains(err.text, "outcome_count");
    kind.outcome_count = 1;
    rb_scene scene = pendulum_scene(methods[0]);
    rb_simulation_destroy(rb_test_simulation(&scene));
    int count = rb_body_kind_count();
    assert_int_equal(rb_body_kind_register(&kind, &err), RB_ERR_INPUT);
    assert_contains(err.text, "before the first simulation");
    assert_int_equal(rb_body_kind_count(), count);
}

int main(void) {
    rb_error err = {""};
    rb_body_kind twice = pendulum_body;
    if (rb_body_kind_register(&pendulum_body, &err) != RB_OK ||
        rb_body_kind_register(&twice, &err) == RB_OK || strstr(err.text, "is free") == NULL) {
        fprintf(stderr, "registering: %s\n", err.text);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strikes_when_theory_says), cmocka_unit_test(loses_what_its_book_says),
        cmocka_unit_test(goes_on_from_a_snapshot),  cmocka_unit_test(has_files_and_columns),
        cmocka_unit_test(runs_in_the_runner),       cmocka_unit_test(bad_rows_are_refused),
    };
    return cmocka_run_group_tests_name("own body", tests, NULL, NULL);
}
