/* The runner without its thread: every command, the rings, pacing, lockstep. The owner's clock is
   an argument, so nothing here depends on time. */
#include <limits.h>
#include <math.h>

#include "support.h"

static rb_runner *start(double sample_time) {
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_runner *runner = NULL;
    rb_error err = {""};
    rb_runner_options options = {.threaded = false, .sample_time = sample_time};
    if (rb_runner_create(&scene, options, &runner, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return runner;
}

static void send(rb_runner *runner, const rb_command *command) {
    assert_true(rb_runner_send(runner, command));
}

static void send_kind(rb_runner *runner, rb_command_kind kind) {
    send(runner, &(rb_command){.kind = kind});
}

static void send_scene(rb_runner *runner, rb_command_kind kind, int run, rb_scene scene) {
    send(runner, &(rb_command){.kind = kind, .run = run, .scene = scene});
}

/* Steps `ticks` by hand and returns the frame. */
static const rb_frame *step(rb_runner *runner, int ticks) {
    send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = ticks});
    assert_int_equal(rb_runner_pump(runner, 0, ticks + 1), ticks);
    return rb_runner_frame(runner);
}

static const rb_frame *pump(rb_runner *runner) {
    rb_runner_pump(runner, 0, 1000);
    return rb_runner_frame(runner);
}

static void begins_paused_with_a_frame(void **state) {
    (void)state;
    rb_runner *runner = start(0);
    const rb_frame *frame = rb_runner_frame(runner);
    assert_int_equal(frame->run_count, 1);
    assert_false(frame->playing);
    assert_true(frame->speed == 1);
    assert_true(frame->runs[0].omega.z == 4);
    assert_int_equal(rb_runner_pump(runner, 5, 1000), 0);
    assert_int_equal(rb_runner_frame(runner)->tick, 0);
    rb_sample sample;
    assert_true(rb_runner_next_sample(runner, &sample)); /* the start itself */
    assert_int_equal(sample.tick, 0);
    assert_false(rb_runner_next_sample(runner, &sample));
    rb_runner_destroy(runner);
    rb_runner_destroy(NULL);
}

static void a_bad_scene_makes_no_runner(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    rb_runner *runner = NULL;
    rb_error err = {""};
    assert_int_equal(rb_runner_create(&scene, (rb_runner_options){0}, &runner, &err), RB_ERR_INPUT);
    assert_null(runner);
    assert_contains(err.text, "mu");
}

static void play_pause_step_speed(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    send_kind(runner, RB_COMMAND_PLAY);
    int done = 0;
    for (int i = 0; i < 60; i++) { /* one second at 60 frames a second: 1000 ticks of 1 ms */
        done += rb_runner_pump(runner, 1.0 / 60, 1000);
    }
    assert_in_range(done, 999, 1000); /* the last one may be owed by rounding */
    assert_true(rb_runner_frame(runner)->playing);
    assert_near(rb_runner_frame(runner)->real_time_factor, 1, 0.05); /* ticks a window: 500 */
    send_kind(runner, RB_COMMAND_PAUSE);
    assert_int_equal(rb_runner_pump(runner, 1, 1000), 0);
    assert_false(rb_runner_frame(runner)->playing);
    send_kind(runner, RB_COMMAND_PLAY); /* time spent paused is not made up for */
    assert_int_equal(rb_runner_pump(runner, 0, 1000), 0);
    send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = 0.001});
    for (int i = 0; i < 36; i++) { /* not one whole tick, and yet it goes on */
        assert_int_equal(rb_runner_pump(runner, 1.0 / 60, 1000), 0);
    }
    assert_near(rb_runner_frame(runner)->real_time_factor, 0.001, 1e-6);
    send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = 0.25});
    assert_in_range(rb_runner_pump(runner, 0.1, 1000), 24, 25);
    assert_true(rb_runner_frame(runner)->speed == 0.25);
    send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = NAN});
    send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = -1});
    send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = 0});
    assert_true(pump(runner)->speed == 0.25);
    uint64_t tick = rb_runner_frame(runner)->tick;
    assert_int_equal(step(runner, 7)->tick, tick + 7);
    assert_false(rb_runner_frame(runner)->playing); /* stepping pauses */
    send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = -5});
    assert_int_equal(pump(runner)->tick, tick + 7);
    for (int i = 0; i < 2; i++) { /* more steps than can be counted */
        send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = INT_MAX});
    }
    assert_int_equal(rb_runner_pump(runner, 0, 3), 3);
    rb_runner_destroy(runner);
}

static void pause_and_reset_forget_steps(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = 100});
    assert_int_equal(rb_runner_pump(runner, 0, 10), 10);
    send_kind(runner, RB_COMMAND_PAUSE);
    assert_int_equal(rb_runner_pump(runner, 0, 10), 0);
    send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = 100});
    assert_int_equal(rb_runner_pump(runner, 0, 10), 10);
    send_kind(runner, RB_COMMAND_RESET);
    assert_int_equal(rb_runner_pump(runner, 0, 10), 0);
    rb_runner_destroy(runner);
}

static void max_ticks_is_kept(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    send_kind(runner, RB_COMMAND_PLAY);
    assert_int_equal(rb_runner_pump(runner, 10, 3), 3);
    assert_int_equal(rb_runner_pump(runner, 0, 4), 4); /* the rest stays owed */
    assert_int_equal(rb_runner_frame(runner)->tick, 7);
    rb_runner_destroy(runner);
}

static void reset_and_scene_restart(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    uint64_t hash = step(runner, 20)->summaries[0].state_hash;
    uint32_t generation = rb_runner_frame(runner)->generation;
    send_kind(runner, RB_COMMAND_RESET);
    const rb_frame *frame = pump(runner);
    assert_int_equal(frame->tick, 0);
    assert_true(frame->runs[0].t == 0);
    assert_int_equal(frame->generation, generation + 1);
    assert_true(step(runner, 20)->summaries[0].state_hash == hash);
    send_scene(runner, RB_COMMAND_SCENE, 0, rb_test_scene("k11-fig4", NULL));
    frame = pump(runner);
    assert_true(frame->runs[0].omega.z == 20 && frame->runs[0].t == 0);
    assert_int_equal(frame->generation, generation + 2);
    assert_int_equal(frame->error_count, 0);
    rb_runner_destroy(runner);
}

static void refused_commands_are_told(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    uint64_t hash = step(runner, 5)->summaries[0].state_hash;
    rb_scene bad = rb_test_scene("k11-fig5", NULL);
    bad.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = NAN;
    const rb_command_kind kinds[] = {RB_COMMAND_SCENE, RB_COMMAND_EDIT, RB_COMMAND_ADD};
    for (unsigned i = 0; i < 3; i++) {
        send_scene(runner, kinds[i], 0, bad);
        const rb_frame *frame = pump(runner);
        assert_int_equal(frame->error_count, i + 1);
        assert_contains(frame->error.text, "mu");
        assert_int_equal(frame->run_count, 1);
        assert_true(frame->summaries[0].state_hash == hash); /* nothing changed */
        assert_int_equal(frame->generation, 0);
    }
    const int nowhere[] = {-1, 1, 99}; /* a run that is not there */
    for (int i = 0; i < 3; i++) {
        rb_scene scene = rb_test_scene("k11-fig4", NULL);
        send_scene(runner, RB_COMMAND_SCENE, nowhere[i], scene);
        send_scene(runner, RB_COMMAND_EDIT, nowhere[i], scene);
        send(runner, &(rb_command){.kind = RB_COMMAND_REMOVE, .run = nowhere[i]});
        send(runner, &(rb_command){.kind = RB_COMMAND_RESTORE, .run = nowhere[i]});
    }
    send(runner, &(rb_command){.kind = RB_COMMAND_REMOVE, .run = 0}); /* the last one stays */
    const rb_frame *frame = pump(runner);
    assert_int_equal(frame->run_count, 1);
    assert_int_equal(frame->error_count, 3 + 12 + 1);
    assert_contains(frame->error.text, "at least one run");
    send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = -1});
    frame = pump(runner);
    assert_contains(frame->error.text, "speed");
    assert_true(frame->speed == 1);
    assert_true(frame->summaries[0].state_hash == hash);
    rb_runner_destroy(runner);
}

static void edit_under_way(void **state) {
    (void)state;
    rb_runner *runner = start(0.01), *other = start(0.01);
    step(runner, 50);
    step(other, 50);
    send_scene(runner, RB_COMMAND_EDIT, 0, rb_test_scene("k11-fig5", "mu=0.1", NULL));
    const rb_frame *frame = pump(runner);
    assert_int_equal(frame->error_count, 0);
    assert_int_equal(frame->generation, 0); /* history goes on */
    assert_near(frame->runs[0].t, 0.05, 1e-12);
    uint64_t a = step(runner, 50)->summaries[0].state_hash;
    assert_true(a != step(other, 50)->summaries[0].state_hash);
    rb_runner_destroy(runner);
    rb_runner_destroy(other);
}

/* Runs in lockstep whatever their steps; adding restarts all, removing does not. */
static void add_and_remove(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    step(runner, 10);
    send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", "step=1e-5", NULL));
    send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig4", "tick=5e-4", NULL));
    const rb_frame *frame = pump(runner);
    assert_int_equal(frame->run_count, 3);
    assert_int_equal(frame->tick, 0);
    frame = step(runner, 40);
    for (int i = 0; i < 3; i++) {
        assert_near(frame->runs[i].t, 0.04, 1e-12);
    }
    assert_int_equal(frame->runs[1].step, 2 * frame->runs[0].step);
    uint64_t second = frame->summaries[1].state_hash, third = frame->summaries[2].state_hash;
    uint32_t generation = frame->generation;
    send(runner, &(rb_command){.kind = RB_COMMAND_REMOVE, .run = 0});
    frame = pump(runner);
    assert_int_equal(frame->run_count, 2);
    assert_int_equal(frame->generation, generation + 1);
    assert_true(frame->summaries[0].state_hash == second);
    assert_true(frame->summaries[1].state_hash == third);
    assert_near(frame->runs[0].t, 0.04, 1e-12);
    for (int i = 2; i < RB_RUNS_MAX; i++) {
        send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    }
    assert_int_equal(pump(runner)->run_count, RB_RUNS_MAX);
    send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    frame = pump(runner);
    assert_int_equal(frame->run_count, RB_RUNS_MAX);
    assert_int_equal(frame->error_count, 1);
    assert_contains(frame->error.text, "8");
    rb_runner_destroy(runner);
}

/* A run that has lifted off is frozen; the others go on, whichever stands first. */
static void a_frozen_run_does_not_hold_the_others(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    rb_scene lifting = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    send_scene(runner, RB_COMMAND_SCENE, 0, lifting);
    send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    send_scene(runner, RB_COMMAND_ADD, 0, lifting);
    pump(runner);
    const rb_frame *frame = step(runner, 200);
    assert_int_equal(frame->runs[0].phase, RB_PHASE_LIFTED_OFF);
    assert_true(frame->runs[0].t < 0.1);
    assert_near(frame->runs[1].t, 0.2, 1e-12);
    assert_true(frame->runs[2].t == frame->runs[0].t);
    rb_runner_destroy(runner);
}

static void flick_all_runs(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", "omega3=1", NULL));
    send(runner, &(rb_command){.kind = RB_COMMAND_FLICK, .vector = rb_v3(0, 0, 2)});
    const rb_frame *frame = pump(runner);
    assert_true(frame->runs[0].omega.z == 6);
    assert_true(frame->runs[1].omega.z == 3);
    rb_runner_destroy(runner);
}

static void restore_from_a_sample(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    step(runner, 100);
    rb_sample sample, kept = {0};
    while (rb_runner_next_sample(runner, &sample)) {
        if (sample.tick == 50) {
            kept = sample;
        }
    }
    assert_int_equal(kept.tick, 50);
    send(runner, &(rb_command){.kind = RB_COMMAND_RESTORE, .run = 0, .snapshot = kept.snapshot});
    const rb_frame *frame = pump(runner);
    assert_near(frame->runs[0].t, 0.05, 1e-12);
    assert_true(frame->runs[0].omega.z == kept.snapshot.omega.z);
    assert_near(step(runner, 10)->runs[0].t, 0.06, 1e-12);
    rb_runner_destroy(runner);
}

static void command_ring_is_bounded(void **state) {
    (void)state;
    rb_runner *runner = start(0.01);
    rb_command command = {.kind = RB_COMMAND_STEP, .count = 1};
    int taken = 0;
    while (taken < 100000 && rb_runner_send(runner, &command)) {
        taken++;
    }
    assert_in_range(taken, 8, 99999);
    assert_false(rb_runner_send(runner, &command));
    assert_int_equal(rb_runner_frame(runner)->commands, 0);
    assert_int_equal(rb_runner_pump(runner, 0, 100000), taken); /* none lost, none twice */
    assert_int_equal(rb_runner_frame(runner)->commands, taken);
    command = (rb_command){.kind = RB_COMMAND_SPEED, .value = -1};
    assert_true(rb_runner_send(runner, &command));
    assert_int_equal(pump(runner)->commands, taken + 1); /* refused ones have been taken too */
    rb_runner_destroy(runner);
}

static void samples_and_their_drops(void **state) {
    (void)state;
    rb_runner *runner = start(0.01); /* every tenth tick */
    step(runner, 95);
    rb_sample sample;
    for (uint64_t tick = 0; tick <= 90; tick += 10) {
        assert_true(rb_runner_next_sample(runner, &sample));
        assert_int_equal(sample.tick, tick);
        assert_int_equal(sample.run, 0);
        assert_near(sample.snapshot.t, 1e-3 * (double)tick, 1e-12);
    }
    assert_false(rb_runner_next_sample(runner, &sample));
    rb_runner_destroy(runner);

    runner = start(0); /* every tick, and nobody takes them */
    const int ticks = 5000;
    const rb_frame *frame = step(runner, ticks);
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
        cmocka_unit_test(a_bad_scene_makes_no_runner),
        cmocka_unit_test(play_pause_step_speed),
        cmocka_unit_test(pause_and_reset_forget_steps),
        cmocka_unit_test(max_ticks_is_kept),
        cmocka_unit_test(reset_and_scene_restart),
        cmocka_unit_test(refused_commands_are_told),
        cmocka_unit_test(edit_under_way),
        cmocka_unit_test(add_and_remove),
        cmocka_unit_test(a_frozen_run_does_not_hold_the_others),
        cmocka_unit_test(flick_all_runs),
        cmocka_unit_test(restore_from_a_sample),
        cmocka_unit_test(command_ring_is_bounded),
        cmocka_unit_test(samples_and_their_drops),
    };
    return cmocka_run_group_tests_name("runner", tests, NULL, NULL);
}
