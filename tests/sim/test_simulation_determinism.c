/* Same scene, same bits: run twice, on other threads, through the runner with and without its
   thread, at any frame rate and speed. (Other compilers: tests/lint/determinism.sh.) */
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "support.h"

enum { TICKS = 300 };

static rb_scene opening(void) {
    return rb_test_scene("k11-fig5", NULL);
}

/* The hash after TICKS ticks that every thread must reach. */
static uint64_t plain_hash(const rb_scene *scene) {
    rb_simulation *sim = rb_test_simulation(scene);
    for (int i = 0; i < TICKS; i++) {
        rb_simulation_tick(sim);
    }
    uint64_t hash = rb_simulation_hash(sim);
    rb_simulation_destroy(sim);
    return hash;
}

static void twice(void **state) {
    (void)state;
    rb_scene scene = opening(), other = rb_test_scene("k11-fig5", "omega2=1.0000000001", NULL);
    assert_true(plain_hash(&scene) == plain_hash(&scene));
    assert_true(plain_hash(&scene) != plain_hash(&other)); /* the hash depends on the tenth digit */
}

static void ticks_or_steps(void **state) {
    (void)state;
    rb_scene scene = opening();
    rb_simulation *sim = rb_test_simulation(&scene);
    for (int i = 0; i < TICKS * 50; i++) {
        rb_simulation_step(sim);
        if (i % 777 == 0) { /* looking changes nothing */
            rb_snapshot snapshot;
            rb_summary summary;
            rb_simulation_snapshot(sim, &snapshot);
            rb_simulation_summary(sim, &summary);
        }
    }
    assert_true(rb_simulation_hash(sim) == plain_hash(&scene));
    rb_simulation_destroy(sim);
}

/* Returns true every `every`-th time. */
typedef struct nuisance {
    int every, asked, given;
} nuisance;

static bool bothers(void *user) {
    nuisance *n = user;
    bool now = ++n->asked % n->every == 0;
    n->given += now;
    return now;
}

/* A run that is interrupted repeatedly, within ticks and within steps, gives the same bits; so does one
   that continues from a snapshot taken at an interruption. */
static void interrupted_and_continued(void **state) {
    (void)state;
    static const char *const scenes[][2] = {{"k11-fig5", "mu=0.4"},
                                            {"tippetop-ka09", "theta=1"},
                                            {"tippetop-restricted", "theta=2"},
                                            {"k15-ah", "mu=0.3"}};
    static const char *const methods[] = {"method=dp5", "method=rodas", "method=dop853", "method=lobatto",
                                          "method=radau"};
    for (int k = 0; k < 20; k++) {
        rb_scene scene = rb_test_scene(scenes[k / 5][0], scenes[k / 5][1], methods[k % 5], NULL);
        uint64_t hash = plain_hash(&scene);
        rb_simulation *sim = rb_test_simulation(&scene), *other = rb_test_simulation(&scene);
        rb_checkpoint within = rb_test_save(sim);
        rb_snapshot end;
        nuisance n = {.every = 3};
        rb_simulation_set_interrupt(sim, bothers, &n);
        for (int i = 0; i < TICKS; i++) {
            double t = rb_simulation_time(sim);
            while (!rb_simulation_tick(sim)) {
                assert_true(rb_simulation_time(sim) >= t); /* never back */
                t = rb_simulation_time(sim);
                if (i == TICKS / 2) {
                    within = rb_test_save(sim);
                }
            }
        }
        assert_true(rb_simulation_hash(sim) == hash);
        assert_true(n.given > TICKS / 3);
        rb_test_restore(other, &within);
        assert_true(rb_simulation_time(other) == within.then.t);
        rb_simulation_snapshot(sim, &end);
        for (uint64_t i = within.then.step; i < end.step; i++) {
            rb_simulation_step(other);
        }
        assert_true(rb_simulation_hash(other) == hash);
        rb_simulation_destroy(sim);
        rb_simulation_destroy(other);
    }
}

static void *run_on_thread(void *hash) {
    rb_scene scene = rb_default_scene();
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&scene, &sim, NULL) == RB_OK) {
        for (int i = 0; i < TICKS; i++) {
            rb_simulation_tick(sim);
        }
        *(uint64_t *)hash = rb_simulation_hash(sim);
        rb_simulation_destroy(sim);
    }
    return NULL;
}

static void on_other_threads(void **state) {
    (void)state;
    rb_scene scene = rb_default_scene();
    uint64_t here = plain_hash(&scene), there[4] = {0};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_on_thread, &there[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_true(there[i] == here);
    }
}

static void send(rb_runner *runner, rb_command_kind kind, double value, int count) {
    rb_command command = {.kind = kind, .value = value, .count = count};
    assert_true(rb_runner_send(runner, &command));
}

static rb_runner *start_runner(const rb_scene *scene, bool threaded) {
    rb_runner *runner = NULL;
    rb_error err = {""};
    rb_runner_options options = {.threaded = threaded, .sample_time = 0.01};
    if (rb_runner_create(scene, options, &runner, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return runner;
}

/* Pumped with frames of `frame` seconds at `speed`, never more than max_ticks at once. */
static uint64_t pumped_hash(const rb_scene *scene, double frame, double speed, int max_ticks) {
    rb_runner *runner = start_runner(scene, false);
    send(runner, RB_COMMAND_SPEED, speed, 0);
    send(runner, RB_COMMAND_PLAY, 0, 0);
    int done = 0;
    for (int i = 0; done < TICKS && i < 1000000; i++) {
        int left = TICKS - done;
        done += rb_runner_pump(runner, frame, left < max_ticks ? left : max_ticks, INFINITY);
    }
    assert_int_equal(done, TICKS);
    const rb_frame *now = rb_runner_frame(runner);
    assert_int_equal(now->tick, TICKS);
    uint64_t hash = now->summaries[0].state_hash;
    rb_runner_destroy(runner);
    return hash;
}

static void any_frame_rate_and_speed(void **state) {
    (void)state;
    rb_scene scene = opening();
    uint64_t hash = plain_hash(&scene);
    assert_true(pumped_hash(&scene, 1.0 / 60, 1, 1000) == hash);
    assert_true(pumped_hash(&scene, 1.0 / 144, 1, 1000) == hash);
    assert_true(pumped_hash(&scene, 1.0 / 25, 0.1, 1000) == hash);
    assert_true(pumped_hash(&scene, 0.007, 3.7, 3) == hash);
    assert_true(pumped_hash(&scene, 10, 1, TICKS) == hash);
}

static void on_the_physics_thread(void **state) {
    (void)state;
    rb_scene scene = opening();
    rb_runner *runner = start_runner(&scene, true);
    send(runner, RB_COMMAND_STEP, 0, TICKS / 3);
    send(runner, RB_COMMAND_STEP, 0, TICKS - TICKS / 3);
    const rb_frame *now = rb_runner_frame(runner);
    for (int i = 0; now->tick < TICKS && i < 60000; i++) { /* a minute at most */
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        now = rb_runner_frame(runner);
    }
    assert_int_equal(now->tick, TICKS);
    assert_true(now->summaries[0].state_hash == plain_hash(&scene));
    rb_runner_destroy(runner);
}

/* Four runs in one runner: each as if alone. */
static void beside_other_runs(void **state) {
    (void)state;
    static const char *const laws[] = {"law=k11-p1", "law=k11-p2", "law=k11-tanh"};
    rb_scene scene = opening();
    rb_runner *runner = start_runner(&scene, false);
    for (int i = 0; i < 3; i++) {
        rb_command add = {.kind = RB_COMMAND_ADD, .scene = rb_test_scene("k11-fig5", laws[i], NULL)};
        assert_true(rb_runner_send(runner, &add));
    }
    send(runner, RB_COMMAND_STEP, 0, TICKS);
    rb_runner_pump(runner, 0, TICKS, INFINITY);
    const rb_frame *now = rb_runner_frame(runner);
    assert_int_equal(now->run_count, 4);
    assert_true(now->summaries[0].state_hash == plain_hash(&scene));
    for (int i = 0; i < 3; i++) {
        rb_scene alone = rb_test_scene("k11-fig5", laws[i], NULL);
        assert_true(now->summaries[i + 1].state_hash == plain_hash(&alone));
    }
    rb_runner_destroy(runner);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice),
        cmocka_unit_test(ticks_or_steps),
        cmocka_unit_test(interrupted_and_continued),
        cmocka_unit_test(on_other_threads),
        cmocka_unit_test(any_frame_rate_and_speed),
        cmocka_unit_test(on_the_physics_thread),
        cmocka_unit_test(beside_other_runs),
    };
    return cmocka_run_group_tests_name("determinism", tests, NULL, NULL);
}
