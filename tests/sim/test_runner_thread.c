/* The physics thread: frames arrive complete and in order, commands at any time are safe, starting and
   stopping in quick succession does not hang or leak. No assertion depends on timing: every wait ends as
   soon as its condition holds. Also run under tsan. */
#include <time.h>

#include "bodies/rigid_state.h"
#include "math/vec.h"
#include "sim/channels.h"
#include "support.h"

#include <pthread.h>

enum { PATIENCE = 60000 }; /* ms before a wait fails */

static void nap(void) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static rb_runner *start(void) {
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_runner *runner = NULL;
    rb_error err = {""};
    rb_runner_options options = {.threaded = true, .sample_time = 0};
    if (rb_runner_create(&scene, options, &runner, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return runner;
}

static void send(rb_runner *runner, const rb_command *command) {
    for (int i = 0; !rb_runner_send(runner, command); i++) {
        assert_true(i < PATIENCE);
        nap();
    }
}

/* The hash of the state of a run: a frame torn between two instants would not match its summary. */
static uint64_t hash_of(const rb_frame *frame, int run) {
    const rb_snapshot *s = &frame->runs[run];
    const rb_checkpoint *checkpoint = frame->checkpoints[run];
    unsigned char bytes[sizeof s->step + RB_Y_COUNT * sizeof(double)];
    memcpy(bytes, &s->step, sizeof s->step);
    memcpy(bytes + sizeof s->step, checkpoint->state.numbers, RB_Y_COUNT * sizeof(double));
    uint64_t hash = 14695981039346656037ULL;
    for (size_t i = 0; i < sizeof bytes; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211ULL;
    }
    return hash;
}

static void check_frame(const rb_frame *frame) {
    assert_in_range(frame->run_count, 1, RB_RUNS_MAX);
    for (int i = 0; i < frame->run_count; i++) {
        assert_true(hash_of(frame, i) == frame->summaries[i].state_hash);
        if (frame->runs[i].phase == RB_PHASE_RUNNING) {
            assert_near(frame->runs[i].t, frame->runs[0].t, 1e-9);
        }
    }
}

static void frames_are_whole_and_in_order(void **state) {
    (void)state;
    rb_runner *runner = start();
    send(runner, &(rb_command){.kind = RB_COMMAND_PLAY});
    uint64_t tick = 0, next_sample = 0;
    int fresh = 0;
    for (int i = 0; fresh < 30 && i < PATIENCE; i++) {
        const rb_frame *frame = rb_runner_frame(runner);
        check_frame(frame);
        assert_true(frame->tick >= tick);
        fresh += frame->tick > tick;
        tick = frame->tick;
        rb_sample sample;
        while (rb_runner_next_sample(runner, &sample)) {
            assert_int_equal(sample.tick, next_sample++);
        }
        nap();
    }
    assert_int_equal(fresh, 30);
    assert_int_equal(rb_runner_frame(runner)->samples_dropped, 0);
    rb_runner_destroy(runner);
}

static void stepping_does_exactly_that(void **state) {
    (void)state;
    rb_runner *runner = start();
    for (uint64_t k = 1; k <= 5; k++) {
        send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = 7});
        for (int i = 0; rb_runner_frame(runner)->tick < 7 * k && i < PATIENCE; i++) {
            nap();
        }
        assert_int_equal(rb_runner_frame(runner)->tick, 7 * k);
        assert_false(rb_runner_frame(runner)->playing);
    }
    rb_runner_destroy(runner);
}

/* If the machine is too slow, the runner reports it and stays responsive. */
static void behind_real_time_is_reported(void **state) {
    (void)state;
    rb_runner *runner = start();
    rb_scene slow = rb_test_scene("k11-fig5", "step=1e-8", NULL); /* a tick of 100 000 steps */
    send(runner, &(rb_command){.kind = RB_COMMAND_OPEN, .scene = slow});
    send(runner, &(rb_command){.kind = RB_COMMAND_PLAY});
    const rb_frame *frame = rb_runner_frame(runner);
    for (int i = 0; !(frame->behind && frame->real_time_factor > 0) && i < PATIENCE; i++) {
        nap();
        frame = rb_runner_frame(runner);
    }
    assert_true(frame->behind);
    assert_true(frame->real_time_factor < 1);
    send(runner, &(rb_command){.kind = RB_COMMAND_PAUSE});
    for (int i = 0; rb_runner_frame(runner)->playing && i < PATIENCE; i++) {
        nap();
    }
    assert_false(rb_runner_frame(runner)->playing);
    rb_runner_destroy(runner);
}

static void send_anything(rb_runner *runner, rb_test_rng *rng, const rb_scene scenes[4]) {
    rb_command command = {.kind = (rb_command_kind)rb_test_int(rng, RB_COMMAND_RESTORE + 1),
                          .run = rb_test_int(rng, RB_RUNS_MAX + 2) - 1,
                          .count = rb_test_int(rng, 20),
                          .value = rb_test_real(rng, -1, 3),
                          .vector = rb_scale(0.1, rb_test_direction(rng)),
                          .scene = scenes[rb_test_int(rng, 4)]};
    const rb_frame *frame = rb_runner_frame(runner);
    if (command.kind == RB_COMMAND_RESTORE) { /* all runs to one instant, to stay in lockstep */
        for (int i = 0; i < frame->run_count; i++) {
            command.run = i;
            command.checkpoint = frame->checkpoints[i];
            command.checkpoint_size = frame->checkpoint_size;
            rb_runner_send(runner, &command);
        }
        return;
    }
    rb_runner_send(runner, &command); /* may be full */
}

static void random_commands(void **state) {
    (void)state;
    const rb_scene scenes[4] = {
        rb_test_scene("k11-fig5", NULL), rb_test_scene("k11-fig4", "law=k11-p1", NULL),
        rb_test_scene("k11-fig5", "step=4e-5", NULL), rb_test_scene("k11-fig5", "mu=0", NULL)};
    rb_runner *runner = start();
    rb_test_rng rng = {99};
    uint64_t start_of_all = 0;
    for (int i = 0; i < (RB_SHORT ? 200 : 600); i++) {
        for (int k = rb_test_int(&rng, 5); k > 0; k--) {
            send_anything(runner, &rng, scenes);
        }
        const rb_frame *frame = rb_runner_frame(runner);
        assert_in_range(frame->run_count, 1, RB_RUNS_MAX);
        assert_true(frame->start >= start_of_all);
        start_of_all = frame->start;
        for (int run = 0; run < frame->run_count; run++) {
            assert_true(hash_of(frame, run) == frame->summaries[run].state_hash);
        }
        rb_sample sample;
        while (rb_runner_next_sample(runner, &sample)) {
            assert_in_range(sample.run, 0, RB_RUNS_MAX - 1);
        }
        nap();
    }
    /* However few commands it has handled, it still responds. */
    send(runner, &(rb_command){.kind = RB_COMMAND_OPEN, .scene = scenes[0]});
    for (int i = 0; rb_runner_frame(runner)->start <= start_of_all && i < PATIENCE; i++) {
        nap();
    }
    assert_true(rb_runner_frame(runner)->start > start_of_all);
    rb_runner_destroy(runner);
}

static void start_and_stop(void **state) {
    (void)state;
    for (int i = 0; i < (RB_SHORT ? 30 : 100); i++) {
        rb_runner *runner = start();
        if (i % 2 == 0) {
            send(runner, &(rb_command){.kind = RB_COMMAND_PLAY});
        }
        if (i % 3 == 0) {
            nap();
        }
        rb_runner_destroy(runner);
    }
}

/* A tick of ten million steps is interrupted. */
static void stops_within_a_tick(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "tick=0.1", "step=1e-8", NULL);
    rb_runner *runner = NULL;
    assert_int_equal(rb_runner_create(&scene, (rb_runner_options){.threaded = true}, &runner, NULL), RB_OK);
    send(runner, &(rb_command){.kind = RB_COMMAND_STEP, .count = 1});
    for (int i = 0; i < 100; i++) {
        nap();
    }
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    rb_runner_destroy(runner);
    clock_gettime(CLOCK_MONOTONIC, &after);
    double waited = difftime(after.tv_sec, before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    assert_below(waited, 3); /* the limit is 0.5 s; the machine may be busy. The tick takes 10 s. */
}

/* ---- the channels alone, two threads at full speed ------------------------------------------------ */

enum { ITEMS = 100000 };

static void *produce(void *argument) {
    rb_ring *ring = argument;
    for (unsigned i = 0; i < ITEMS;) {
        const unsigned item[4] = {i, ~i, i * 3, i + 7};
        i += rb_ring_put(ring, item);
    }
    return NULL;
}

static void ring_between_threads(void **state) {
    (void)state;
    rb_ring ring;
    assert_true(rb_ring_init(&ring, 4 * sizeof(unsigned), 16));
    pthread_t producer;
    assert_int_equal(pthread_create(&producer, NULL, produce, &ring), 0);
    for (unsigned i = 0; i < ITEMS;) {
        unsigned item[4];
        if (rb_ring_take(&ring, item)) {
            if (item[0] != i || item[1] != ~i || item[2] != i * 3 || item[3] != i + 7) {
                fail_msg("item %u came as %u", i, item[0]);
            }
            i++;
        }
    }
    pthread_join(producer, NULL);
    unsigned none[4];
    assert_false(rb_ring_take(&ring, none));
    rb_ring_free(&ring);
}

typedef struct picture {
    rb_triple triple;
    unsigned frames[3][64];
} picture;

static void *paint(void *argument) {
    picture *p = argument;
    for (unsigned i = 1; i <= ITEMS; i++) {
        for (int k = 0; k < 64; k++) {
            p->frames[p->triple.back][k] = i;
        }
        rb_triple_publish(&p->triple);
    }
    return NULL;
}

static void triple_buffer_between_threads(void **state) {
    (void)state;
    picture p;
    memset(&p, 0, sizeof p);
    rb_triple_init(&p.triple);
    pthread_t painter;
    assert_int_equal(pthread_create(&painter, NULL, paint, &p), 0);
    unsigned last = 0;
    while (last < ITEMS) {
        const unsigned *frame = p.frames[rb_triple_newest(&p.triple)];
        unsigned now = frame[0];
        assert_true(now >= last); /* never older than the last one */
        for (int k = 1; k < 64; k++) {
            if (frame[k] != now) {
                fail_msg("torn: %u and %u", now, frame[k]);
            }
        }
        last = now;
    }
    pthread_join(painter, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_whole_and_in_order),
        cmocka_unit_test(stepping_does_exactly_that),
        cmocka_unit_test(behind_real_time_is_reported),
        cmocka_unit_test(random_commands),
        cmocka_unit_test(start_and_stop),
        cmocka_unit_test(stops_within_a_tick),
        cmocka_unit_test(ring_between_threads),
        cmocka_unit_test(triple_buffer_between_threads),
    };
    return cmocka_run_group_tests_name("runner thread", tests, NULL, NULL);
}
