/* How many ticks the runner makes: single ticks, by the wall clock, within a budget. */
#include <limits.h>

#include "runner.h"

static void play_pause_step_speed(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_send_kind(runner, RB_COMMAND_PLAY);
    int done = 0;
    for (int i = 0; i < 60; i++) { /* one second at 60 frames a second: 1000 ticks of 1 ms */
        done += rb_runner_pump(runner, 1.0 / 60, 1000, INFINITY);
    }
    assert_in_range(done, 999, 1000); /* the last one may be missing because of rounding */
    assert_true(rb_runner_frame(runner)->playing);
    assert_near(rb_runner_frame(runner)->real_time_factor, 1, 0.05); /* ticks a window: 500 */
    runner_send_kind(runner, RB_COMMAND_PAUSE);
    assert_int_equal(rb_runner_pump(runner, 1, 1000, INFINITY), 0);
    assert_false(rb_runner_frame(runner)->playing);
    runner_send_kind(runner, RB_COMMAND_PLAY); /* time spent paused is not caught up */
    assert_int_equal(rb_runner_pump(runner, 0, 1000, INFINITY), 0);
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = 0.001});
    for (int i = 0; i < 36; i++) { /* less than one tick per frame, but it advances */
        assert_int_equal(rb_runner_pump(runner, 1.0 / 60, 1000, INFINITY), 0);
    }
    assert_near(rb_runner_frame(runner)->real_time_factor, 0.001, 1e-6);
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = 0.25});
    assert_in_range(rb_runner_pump(runner, 0.1, 1000, INFINITY), 24, 25);
    assert_true(rb_runner_frame(runner)->speed == 0.25);
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = NAN});
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = -1});
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_SPEED, .value = 0});
    assert_true(runner_pump(runner)->speed == 0.25);
    uint64_t tick = rb_runner_frame(runner)->tick;
    assert_int_equal(runner_step(runner, 7)->tick, tick + 7);
    assert_false(rb_runner_frame(runner)->playing); /* stepping pauses */
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = -5});
    assert_int_equal(runner_pump(runner)->tick, tick + 7);
    for (int i = 0; i < 2; i++) { /* more steps than an int can count */
        runner_send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = INT_MAX});
    }
    assert_int_equal(rb_runner_pump(runner, 0, 3, INFINITY), 3);
    rb_runner_destroy(runner);
}

static void play_until(rb_runner *runner, double t) {
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_PLAY, .value = t});
}

static int pump_for(rb_runner *runner, double wall) {
    return rb_runner_pump(runner, wall, 1000, INFINITY);
}

/* Plays exactly up to the time, however much time is due; then nothing is caught up. */
static void plays_up_to_a_time(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    play_until(runner, 0.25);
    assert_int_equal(pump_for(runner, 0.1005), 100); /* half a tick stays due */
    assert_true(rb_runner_frame(runner)->playing);
    assert_int_equal(pump_for(runner, 1), 150);
    assert_false(rb_runner_frame(runner)->playing);
    assert_near(rb_runner_frame(runner)->runs[0].t, 0.25, 1e-9);
    assert_int_equal(pump_for(runner, 1), 0);
    play_until(runner, 0.2); /* already past that time */
    assert_int_equal(pump_for(runner, 1), 0);
    assert_false(rb_runner_frame(runner)->playing);
    runner_send_kind(runner, RB_COMMAND_PLAY); /* the former end time is cleared */
    assert_int_equal(pump_for(runner, 0.5005), 500);
    assert_true(rb_runner_frame(runner)->playing);
    play_until(runner, 0.8); /* also while it plays */
    assert_int_equal(pump_for(runner, 0.5), 50);
    play_until(runner, 0.8504); /* to the nearest tick */
    assert_int_equal(pump_for(runner, 0.5), 50);
    play_until(runner, 0.9006);
    assert_int_equal(pump_for(runner, 0.5), 51);
    rb_runner_destroy(runner);
}

static void pause_and_reset_forget_steps(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = 100});
    assert_int_equal(rb_runner_pump(runner, 0, 10, INFINITY), 10);
    runner_send_kind(runner, RB_COMMAND_PAUSE);
    assert_int_equal(rb_runner_pump(runner, 0, 10, INFINITY), 0);
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = 100});
    assert_int_equal(rb_runner_pump(runner, 0, 10, INFINITY), 10);
    runner_send_kind(runner, RB_COMMAND_RESET);
    assert_int_equal(rb_runner_pump(runner, 0, 10, INFINITY), 0);
    rb_runner_destroy(runner);
}

static void max_ticks_is_kept(void **state) {
    (void)state;
    rb_runner *runner = runner_start(0.01);
    runner_send_kind(runner, RB_COMMAND_PLAY);
    assert_int_equal(rb_runner_pump(runner, 10, 3, INFINITY), 3);
    assert_int_equal(rb_runner_pump(runner, 0, 4, INFINITY), 4); /* the rest stays due */
    assert_int_equal(rb_runner_frame(runner)->tick, 7);
    rb_runner_destroy(runner);
}

static rb_runner *start_interactive(rb_scene scene) {
    rb_runner *runner = NULL;
    rb_runner_options options = {.interactive = true, .sample_time = 0};
    assert_int_equal(rb_runner_create(&scene, options, &runner, NULL), RB_OK);
    return runner;
}

/* In interactive runs, time that cannot be caught up is dropped, with the thread or without. */
static void interactive_runs_drop_time(void **state) {
    (void)state;
    rb_runner *runner = start_interactive(rb_test_scene("k11-fig5", NULL));
    runner_send_kind(runner, RB_COMMAND_PLAY);
    assert_int_equal(rb_runner_pump(runner, 10, 3, INFINITY), 3);
    assert_true(rb_runner_frame(runner)->behind);
    assert_in_range(rb_runner_pump(runner, 0, 100000, INFINITY), 99, 100); /* 0.1 s is caught up */
    assert_false(rb_runner_frame(runner)->behind);
    assert_in_range(rb_runner_pump(runner, 0.05, 100000, INFINITY), 49, 50);
    assert_false(rb_runner_frame(runner)->behind);
    rb_runner_destroy(runner);
}

/* A tick that takes longer than a call: it continues in the next calls, to the same bits. Meanwhile the
   last complete instant is shown, and commands wait. */
static void a_tick_longer_than_the_budget(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "step=1e-6", NULL);
    rb_runner *runner = start_interactive(scene);
    runner_send_kind(runner, RB_COMMAND_PLAY);
    runner_send_scene(runner, RB_COMMAND_ADD, 0, rb_test_scene("k11-fig5", NULL));
    assert_int_equal(rb_runner_pump(runner, 0.05, 100, 0), 0);
    const rb_frame *frame = rb_runner_frame(runner);
    assert_int_equal(frame->command, 2);
    assert_int_equal(frame->run_count, 2); /* the result of the commands is shown at once */
    uint64_t pause = runner_send_kind(runner, RB_COMMAND_PAUSE);
    int calls = 1;
    while (rb_runner_pump(runner, 0, 100, 0) == 0 && calls < 100000) {
        calls++;
        frame = rb_runner_frame(runner);
        assert_true(frame->tick == 0 && frame->runs[0].t == 0 && frame->runs[1].t == 0);
        assert_true(frame->playing && frame->command < pause);
    }
    assert_in_range(calls, 3, 1100); /* between one and a few of the 1050 steps per call */
    frame = rb_runner_frame(runner);
    assert_int_equal(frame->tick, 1);
    assert_true(frame->summaries[0].state_hash == rb_test_summary(&scene, 1e-3).state_hash);
    assert_int_equal(rb_runner_pump(runner, 0, 100, 0), 0); /* between ticks the budget is respected */
    frame = rb_runner_frame(runner);
    assert_true(!frame->playing && frame->command == pause);
    assert_int_equal(rb_runner_pump(runner, 1, 100, 0), 0);
    rb_runner_destroy(runner);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_pause_step_speed),        cmocka_unit_test(plays_up_to_a_time),
        cmocka_unit_test(pause_and_reset_forget_steps), cmocka_unit_test(max_ticks_is_kept),
        cmocka_unit_test(interactive_runs_drop_time),   cmocka_unit_test(a_tick_longer_than_the_budget),
    };
    return cmocka_run_group_tests_name("runner pacing", tests, NULL, NULL);
}
