/* A runner without its thread, for tests. The clock is an argument, so nothing depends on time. */
#ifndef RB_TESTS_SUPPORT_RUNNER_H
#define RB_TESTS_SUPPORT_RUNNER_H

#include <math.h>

#include "support.h"

static inline rb_runner *runner_start(double sample_time) {
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_runner *runner = NULL;
    rb_error err = {""};
    rb_runner_options options = {.threaded = false, .sample_time = sample_time};
    if (rb_runner_create(&scene, options, &runner, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return runner;
}

static inline uint64_t runner_send(rb_runner *runner, const rb_command *command) {
    uint64_t number = rb_runner_send(runner, command);
    assert_true(number > 0);
    return number;
}

static inline uint64_t runner_send_kind(rb_runner *runner, rb_command_kind kind) {
    return runner_send(runner, &(rb_command){.kind = kind});
}

static inline uint64_t runner_send_scene(rb_runner *runner, rb_command_kind kind, int run, rb_scene scene) {
    return runner_send(runner, &(rb_command){.kind = kind, .run = run, .scene = scene});
}

/* Makes `ticks` single ticks and returns the frame. */
static inline const rb_frame *runner_step(rb_runner *runner, int ticks) {
    runner_send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = ticks});
    assert_int_equal(rb_runner_pump(runner, 0, ticks + 1, INFINITY), ticks);
    return rb_runner_frame(runner);
}

static inline const rb_frame *runner_pump(rb_runner *runner) {
    rb_runner_pump(runner, 0, 1000, INFINITY);
    return rb_runner_frame(runner);
}

#endif
