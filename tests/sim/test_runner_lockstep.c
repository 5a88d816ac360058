/* Several runs in one runner: they are added and removed, are at the same instants, and freeze
   independently. */
#include "runner.h"
#include "sim/channels.h"
#include "sim/lockstep.h"

/* Opening a scene replaces all runs by one. */
static void open_replaces_all_runs(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    for (int i = 0; i < 3; i++) {
        runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    }
    runner_step(runner, 10);
    rb_scene bad = rb_test_scene("k11-fig5", NULL);
    bad.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = NAN;
    uint64_t refused = runner_send_scene(runner, RB_COMMAND_OPEN, 0, bad);
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->refused, refused);
    assert_int_equal(frame->run_count, 4); /* nothing changed */
    assert_near(frame->runs[3].t, 0.01, 1e-12);
    uint64_t opened = runner_send_scene(runner, RB_COMMAND_OPEN, 0,
                                        rb_test_scene("k11-fig4", "tick=7e-4", "step=1e-5", NULL));
    frame = runner_pump(runner);
    assert_int_equal(frame->run_count, 1);
    assert_int_equal(frame->start, opened);
    assert_int_equal(frame->marks[0].id, opened);
    assert_string_equal(frame->scenes[0].id, "k11-fig4");
    assert_true(frame->tick_length == 7e-4 && frame->tick == 0 && frame->runs[0].t == 0);
    assert_near(runner_step(runner, 10)->runs[0].t, 7e-3, 1e-12);
    rb_runner_destroy(runner);
}

/* Runs are in lockstep whatever their steps; adding restarts all, removing does not. */
static void add_and_remove(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_step(runner, 10);
    uint64_t ids[3] = {0};
    ids[1] = runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", "step=1e-5", NULL));
    ids[2] = runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig4", "tick=5e-4", NULL));
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->start, ids[2]);
    assert_int_equal(frame->run_count, 3);
    assert_int_equal(frame->tick, 0);
    frame = runner_step(runner, 40);
    for (int i = 0; i < 3; i++) {
        assert_near(frame->runs[i].t, 0.04, 1e-12);
        assert_int_equal(frame->marks[i].id, ids[i]);
    }
    assert_int_equal(frame->runs[1].step, 2 * frame->runs[0].step);
    uint64_t second = frame->summaries[1].state_hash, third = frame->summaries[2].state_hash;
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_REMOVE, .run = 0});
    frame = runner_pump(runner);
    assert_int_equal(frame->run_count, 2);
    assert_int_equal(frame->start, ids[2]); /* the others continue */
    assert_int_equal(frame->marks[0].id, ids[1]);
    assert_int_equal(frame->marks[1].id, ids[2]);
    assert_true(frame->summaries[0].state_hash == second);
    assert_true(frame->summaries[1].state_hash == third);
    assert_near(frame->runs[0].t, 0.04, 1e-12);
    for (int i = 2; i < RB_RUNS_MAX; i++) {
        runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    }
    assert_int_equal(runner_pump(runner)->run_count, RB_RUNS_MAX);
    uint64_t ninth = runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    frame = runner_pump(runner);
    assert_int_equal(frame->run_count, RB_RUNS_MAX);
    assert_int_equal(frame->refused, ninth);
    assert_contains(frame->error.text, "8");
    rb_runner_destroy(runner);
}

/* Runs are shown and recorded at the same times, whatever their ticks, and each has the bits that it has
   alone. */
static void runs_of_different_ticks_meet(void **state) {
    (void)state;
    static const struct {
        const char *ticks[3];
        double common; /* expected, s */
    } sets[] = {{{"tick=1e-4", "tick=1e-3", "tick=5e-4"}, 1e-3},
                {{"tick=1e-3", "tick=1.5e-3", "tick=1e-3"}, 3e-3},
                {{"tick=1e-3", "tick=4e-4", "tick=2e-3"}, 2e-3}};
    for (int k = 0; k < 3; k++) {
        rb_runner *runner = runner_start(0);
        rb_scene scenes[3];
        for (int i = 0; i < 3; i++) {
            scenes[i] =
                rb_test_scene("k11-fig5", sets[k].ticks[i], i == 1 ? "method=rodas" : "method=dp5", NULL);
            runner_send_scene(runner, i == 0 ? RB_COMMAND_OPEN : RB_COMMAND_ADD, 0, scenes[i]);
        }
        const rb_frame *frame = runner_pump(runner);
        assert_near(frame->tick_length, sets[k].common, 1e-15);
        for (int n = 1; n <= 20; n++) {
            frame = runner_step(runner, 1);
            for (int i = 0; i < 3; i++) {
                assert_near(frame->runs[i].t, n * sets[k].common, 1e-12);
            }
        }
        rb_sample sample;
        while (rb_runner_next_sample(runner, &sample)) {
            assert_near(sample.snapshot.t, (double)sample.tick * sets[k].common, 1e-12);
        }
        for (int i = 0; i < 3; i++) {
            uint64_t alone = rb_test_summary(&scenes[i], 20 * sets[k].common).state_hash;
            assert_true(frame->summaries[i].state_hash == alone);
        }
        rb_runner_destroy(runner);
    }
}

/* Ticks without a common multiple are rejected, with the field and both values. */
static void ticks_that_never_meet_are_refused(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0);
    rb_scene odd = rb_test_scene("k11-fig5", "tick=1.0001e-3", "step=1.0001e-5", NULL);
    uint64_t number = runner_send_scene(runner, RB_COMMAND_ADD, 0, odd);
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->refused, number);
    assert_contains(frame->error.text, "solver.tick");
    assert_contains(frame->error.text, "0.0010001");
    assert_int_equal(frame->run_count, 1);
    runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    number = runner_send_scene(runner, RB_COMMAND_SCENE, 1, odd);
    frame = runner_pump(runner);
    assert_int_equal(frame->refused, number);
    assert_true(frame->tick_length == 1e-3);
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_REMOVE, .run = 1}); /* alone it is accepted */
    runner_send_scene(runner, RB_COMMAND_SCENE, 0, odd);
    frame = runner_pump(runner);
    assert_int_equal(frame->refused, number);
    assert_true(frame->tick_length == 1.0001e-3);
    rb_runner_destroy(runner);
}

/* A run that has lifted off is frozen; the others continue, whatever their order. */
static void a_frozen_run_does_not_hold_the_others(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    rb_scene lifting = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    runner_send_scene(runner, RB_COMMAND_SCENE, 0, lifting);
    runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    runner_send_scene(runner, RB_COMMAND_ADD, 0, lifting);
    runner_pump(runner);
    const rb_frame *frame = runner_step(runner, 200);
    assert_int_equal(frame->runs[0].phase, RB_PHASE_LIFTED_OFF);
    assert_true(frame->runs[0].t < 0.1);
    assert_near(frame->runs[1].t, 0.2, 1e-12);
    assert_true(frame->runs[2].t == frame->runs[0].t);
    rb_runner_destroy(runner);
}

/* The same for a frozen run with a shorter tick. */
static void a_frozen_run_with_a_short_tick_does_not_hold_the_others(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_send_scene(runner, RB_COMMAND_OPEN, 0,
                      rb_test_scene("k11-fig5", "omega1=30", "omega2=30", "tick=1e-4", NULL));
    runner_send_scene(runner, RB_COMMAND_ADD, 0,
                      rb_test_scene("k11-fig5", "method=rodas", "tick=1e-3", NULL));
    runner_pump(runner);
    const rb_frame *frame = runner_step(runner, 200);
    assert_int_equal(frame->runs[0].phase, RB_PHASE_LIFTED_OFF);
    assert_true(frame->runs[0].t < 0.1);
    assert_near(frame->runs[1].t, 200 * frame->tick_length, 1e-12);
    assert_true(frame->runs[1].t > 0.1);
    rb_runner_destroy(runner);
}

/* The cost of a right-hand side is a median: outliers and ticks with other programs on the core have no
   effect, and nothing is reported before there are enough ticks. */
static void costs_are_medians(void **state) {
    (void)state;
    rb_cost cost = {0};
    for (int i = 0; i < RB_COST_KEPT - 1; i++) {
        rb_cost_add(&cost, 70e-6, 70e-6, 70);
        assert_true(cost.median == 0); /* too few */
    }
    cost = (rb_cost){0};
    for (int i = 0; i < 4 * RB_COST_KEPT; i++) {
        bool stray = i % 4 == 0;
        rb_cost_add(&cost, stray ? 900e-6 : 70e-6, stray ? 900e-6 : 71e-6, 70);
        rb_cost_add(&cost, 30e-6, 200e-6, 70); /* preempted */
        rb_cost_add(&cost, 30e-6, 30e-6, 0);   /* nothing was done */
    }
    assert_true(cost.median == 70e-6 / 70);
}

/* A ring of capacity four stores four items at any position, first in, first out. */
static void rings_store_their_capacity(void **state) {
    (void)state;
    rb_ring ring;
    assert_true(rb_ring_init(&ring, sizeof(int), 4));
    int put = 0, taken = 0, item;
    for (int round = 0; round < 40; round++) {
        while (put - taken < 4) {
            assert_true(rb_ring_put(&ring, &put));
            put++;
        }
        assert_false(rb_ring_put(&ring, &put));
        for (int i = 0; i <= round % 4; i++) {
            assert_true(rb_ring_take(&ring, &item));
            assert_int_equal(item, taken++);
        }
    }
    while (taken < put) {
        assert_true(rb_ring_take(&ring, &item));
        assert_int_equal(item, taken++);
    }
    assert_false(rb_ring_take(&ring, &item));
    rb_ring_free(&ring);
}

/* One buffer is written, one read, and the newest complete one is between: always three different ones. */
static void newest_of_three(void **state) {
    (void)state;
    rb_triple triple;
    rb_triple_init(&triple);
    int value[3] = {-1, -1, -1};
    unsigned first = rb_triple_newest(&triple);
    assert_true(rb_triple_newest(&triple) == first); /* nothing new */
    for (int i = 0; i < 30; i++) {
        for (int k = 0; k <= i % 3; k++) { /* some frames are never read */
            assert_true(triple.back < 3 && triple.back != triple.front);
            value[triple.back] = 10 * i + k;
            rb_triple_publish(&triple);
        }
        unsigned newest = rb_triple_newest(&triple);
        assert_true(newest < 3 && newest != triple.back);
        assert_int_equal(value[newest], 10 * i + i % 3);
        assert_true(rb_triple_newest(&triple) == newest);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_store_their_capacity),
        cmocka_unit_test(newest_of_three),
        cmocka_unit_test(costs_are_medians),
        cmocka_unit_test(open_replaces_all_runs),
        cmocka_unit_test(add_and_remove),
        cmocka_unit_test(runs_of_different_ticks_meet),
        cmocka_unit_test(ticks_that_never_meet_are_refused),
        cmocka_unit_test(a_frozen_run_does_not_hold_the_others),
        cmocka_unit_test(a_frozen_run_with_a_short_tick_does_not_hold_the_others),
    };
    return cmocka_run_group_tests_name("runner lockstep", tests, NULL, NULL);
}
