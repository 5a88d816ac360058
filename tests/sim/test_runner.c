/* The runner without its thread: commands and their numbers, ring buffers. */
#include "math/vec.h"
#include "runner.h"

static void begins_paused_with_a_frame(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0);
    const rb_frame *frame = rb_runner_frame(runner);
    assert_int_equal(frame->run_count, 1);
    assert_false(frame->playing);
    assert_true(frame->speed == 1);
    assert_true(frame->runs[0].omega.z == 4);
    assert_int_equal(rb_runner_pump(runner, 5, 1000, INFINITY), 0);
    assert_int_equal(rb_runner_frame(runner)->tick, 0);
    rb_sample sample;
    assert_true(rb_runner_next_sample(runner, &sample)); /* the start itself */
    assert_int_equal(sample.tick, 0);
    assert_false(rb_runner_next_sample(runner, &sample));
    rb_runner_destroy(runner);
    rb_runner_destroy(NULL);
}

static void a_bad_scene_is_refused(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    rb_runner *runner = NULL;
    rb_error err = {""};
    assert_int_equal(rb_runner_create(&scene, (rb_runner_options){0}, &runner, &err), RB_ERR_INPUT);
    assert_null(runner);
    assert_contains(err.text, "mu");
}

static void reset_and_scene_restart(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    uint64_t hash = runner_step(runner, 20)->summaries[0].state_hash;
    assert_int_equal(rb_runner_frame(runner)->start, 0);
    uint64_t reset = runner_send_kind(runner, RB_COMMAND_RESET);
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->tick, 0);
    assert_true(frame->runs[0].t == 0);
    assert_int_equal(frame->start, reset);
    assert_int_equal(frame->marks[0].revision, 0); /* the scene is the same */
    assert_true(runner_step(runner, 20)->summaries[0].state_hash == hash);
    runner_send_kind(runner, RB_COMMAND_RESET); /* commands after it still count */
    assert_int_equal(runner_step(runner, 3)->tick, 3);
    uint64_t other = runner_send_scene(runner, RB_COMMAND_SCENE, 0, rb_test_scene("k11-fig4", NULL));
    frame = runner_pump(runner);
    assert_true(frame->runs[0].omega.z == 20 && frame->runs[0].t == 0);
    assert_int_equal(frame->start, other);
    assert_int_equal(frame->marks[0].revision, other);
    assert_int_equal(frame->marks[0].id, 0);
    assert_string_equal(frame->scenes[0].id, "k11-fig4");
    assert_int_equal(frame->refused, 0);
    rb_runner_destroy(runner);
}

static void refused_commands_are_reported(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    uint64_t hash = runner_step(runner, 5)->summaries[0].state_hash;
    rb_scene bad = rb_test_scene("k11-fig5", NULL);
    bad.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = NAN;
    const rb_command_kind kinds[] = {RB_COMMAND_SCENE, RB_COMMAND_EDIT, RB_COMMAND_ADD};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t number = runner_send_scene(runner, kinds[i], 0, bad);
        const rb_frame *frame = runner_pump(runner);
        assert_int_equal(frame->refused, number);
        assert_contains(frame->error.text, "mu");
        assert_int_equal(frame->run_count, 1);
        assert_true(frame->summaries[0].state_hash == hash); /* nothing changed */
        assert_int_equal(frame->start, 0);
        assert_int_equal(frame->marks[0].revision, 0);
        assert_int_equal(frame->marks[0].command, 0);
    }
    const int nowhere[] = {-1, 1, 99}; /* an index without a run */
    const rb_command_kind naming[] = {RB_COMMAND_SCENE, RB_COMMAND_EDIT, RB_COMMAND_REMOVE,
                                      RB_COMMAND_RESTORE};
    for (int i = 0; i < 12; i++) {
        rb_scene scene = rb_test_scene("k11-fig4", NULL);
        uint64_t number = runner_send_scene(runner, naming[i / 3], nowhere[i % 3], scene);
        assert_int_equal(runner_pump(runner)->refused, number);
        assert_contains(rb_runner_frame(runner)->error.text, "run: expected 0 to 0");
    }
    uint64_t last = runner_send(runner, &(rb_command){.kind = RB_COMMAND_REMOVE, .run = 0});
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->run_count, 1); /* the last one stays */
    assert_int_equal(frame->refused, last);
    assert_contains(frame->error.text, "at least one run");
    static const double speeds[] = {-1, 0, RB_SPEED_MIN / 2, 1.01 * RB_SPEED_MAX, INFINITY, NAN};
    for (int i = 0; i < 6; i++) {
        last = runner_send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = speeds[i]});
        frame = runner_pump(runner);
        assert_int_equal(frame->refused, last);
        assert_contains(frame->error.text, "speed: expected 0.001 to 10");
    }
    assert_true(frame->speed == 1);
    assert_true(frame->summaries[0].state_hash == hash);
    rb_runner_destroy(runner);
}

static void edit_under_way(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01), *other = runner_start(0.01);
    runner_step(runner, 50);
    runner_step(other, 50);
    uint64_t edit = runner_send_scene(runner, RB_COMMAND_EDIT, 0, rb_test_scene("k11-fig5", "mu=0.1", NULL));
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->refused, 0);
    assert_int_equal(frame->start, 0); /* history continues */
    assert_int_equal(frame->marks[0].revision, edit);
    assert_int_equal(frame->marks[0].command, edit);
    assert_near(frame->marks[0].since, 0.05, 1e-12);
    assert_true(frame->scenes[0].values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.1);
    assert_near(frame->runs[0].t, 0.05, 1e-12);
    uint64_t a = runner_step(runner, 50)->summaries[0].state_hash;
    assert_true(a != runner_step(other, 50)->summaries[0].state_hash);
    rb_runner_destroy(runner);
    rb_runner_destroy(other);
}

static void flick_all_runs(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", "omega3=1", NULL));
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_FLICK, .vector = rb_v3(0, 0, 2)});
    const rb_frame *frame = runner_pump(runner);
    assert_true(frame->runs[0].omega.z == 6);
    assert_true(frame->runs[1].omega.z == 3);
    rb_runner_destroy(runner);
}

static void restore_from_a_sample(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_step(runner, 100);
    rb_sample sample, kept = {0};
    rb_checkpoint checkpoint;
    while (rb_runner_next_sample(runner, &sample)) {
        if (sample.tick == 50) {
            kept = sample;
            memcpy(&checkpoint, sample.checkpoint, sample.checkpoint_size);
        }
    }
    assert_int_equal(kept.tick, 50);
    runner_send_scene(runner, RB_COMMAND_EDIT, 0, rb_test_scene("k11-fig5", "mu=0.4", NULL));
    assert_near(runner_pump(runner)->marks[0].since, 0.1, 1e-12);
    uint64_t restore = runner_send(runner, &(rb_command){.kind = RB_COMMAND_RESTORE,
                                                         .run = 0,
                                                         .checkpoint = &checkpoint,
                                                         .checkpoint_size = sizeof checkpoint});
    const rb_frame *frame = runner_pump(runner);
    assert_int_equal(frame->marks[0].command, restore);
    assert_near(frame->marks[0].since, 0.05, 1e-12); /* continued from here */
    assert_near(frame->runs[0].t, 0.05, 1e-12);
    assert_true(frame->runs[0].omega.z == kept.snapshot.omega.z);
    assert_near(runner_step(runner, 10)->runs[0].t, 0.06, 1e-12);
    rb_runner_destroy(runner);
}

static void command_ring_is_bounded(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    rb_command command = {.kind = RB_COMMAND_STEP, .count = 1};
    int taken = 0;
    while (taken < 100000 && rb_runner_send(runner, &command)) {
        taken++;
    }
    assert_in_range(taken, 8, 99999);
    assert_false(rb_runner_send(runner, &command));
    assert_int_equal(rb_runner_frame(runner)->command, 0);
    assert_int_equal(rb_runner_pump(runner, 0, 100000, INFINITY), taken); /* none lost, none duplicated */
    assert_int_equal(rb_runner_frame(runner)->command, taken);
    command = (rb_command){.kind = RB_COMMAND_SPEED, .value = -1};
    assert_int_equal(rb_runner_send(runner, &command), taken + 1);
    assert_int_equal(runner_pump(runner)->command, taken + 1); /* rejected ones have been consumed too */
    rb_runner_destroy(runner);
}

static void samples_and_their_drops(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01); /* every tenth tick */
    runner_step(runner, 95);
    rb_sample sample;
    for (uint64_t tick = 0; tick <= 90; tick += 10) {
        assert_true(rb_runner_next_sample(runner, &sample));
        assert_int_equal(sample.tick, tick);
        assert_int_equal(sample.run, 0);
        assert_near(sample.snapshot.t, 1e-3 * (double)tick, 1e-12);
    }
    assert_false(rb_runner_next_sample(runner, &sample));
    rb_runner_destroy(runner);

    runner = runner_start(0); /* every tick, without a consumer */
    const int ticks = 5000;
    const rb_frame *frame = runner_step(runner, ticks);
    uint64_t dropped = frame->samples_dropped;
    assert_true(dropped > 0);
    uint64_t taken = 0;
    while (rb_runner_next_sample(runner, &sample)) {
        assert_int_equal(sample.tick, taken); /* the oldest are kept, in order */
        taken++;
    }
    assert_int_equal(taken + dropped, ticks + 1);
    rb_runner_destroy(runner);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_paused_with_a_frame),
        cmocka_unit_test(a_bad_scene_is_refused),
        cmocka_unit_test(reset_and_scene_restart),
        cmocka_unit_test(refused_commands_are_reported),
        cmocka_unit_test(edit_under_way),
        cmocka_unit_test(flick_all_runs),
        cmocka_unit_test(restore_from_a_sample),
        cmocka_unit_test(command_ring_is_bounded),
        cmocka_unit_test(samples_and_their_drops),
    };
    return cmocka_run_group_tests_name("runner", tests, NULL, NULL);
}
