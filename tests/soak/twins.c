/* Two runners, one with its thread and one without, under the same random commands. */
#include <math.h>
#include <time.h>

#include "math/vec.h"
#include "soak.h"

enum { SCENES = 5, PATIENCE = 60000 }; /* ms before a wait fails */

typedef struct twins {
    rb_runner *threaded, *plain;
    rb_scene scenes[SCENES];
    soak_tally *tally;
} twins;

static void nap(void) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static rb_runner *make(const rb_scene *scene, bool threaded) {
    rb_runner *runner = NULL;
    rb_error err = {""};
    rb_runner_options options = {.threaded = threaded, .sample_time = 0.01};
    rb_status status = rb_runner_create(scene, options, &runner, &err);
    soak_require(status == RB_OK, "%s", err.text);
    return runner;
}

/* Sends to both; the rings have room, since every batch is completed. */
static void both_send(twins *t, const rb_command *command) {
    uint64_t a = rb_runner_send(t->threaded, command), b = rb_runner_send(t->plain, command);
    soak_require(a == b && a > 0, "command %llu and %llu", (unsigned long long)a, (unsigned long long)b);
    t->tally->commands++;
}

static void anything_but_time(twins *t, rb_test_rng *rng) {
    static const rb_command_kind kinds[] = {
        RB_COMMAND_PAUSE, RB_COMMAND_RESET, RB_COMMAND_SPEED,  RB_COMMAND_OPEN,  RB_COMMAND_SCENE,
        RB_COMMAND_EDIT,  RB_COMMAND_ADD,   RB_COMMAND_REMOVE, RB_COMMAND_FLICK, RB_COMMAND_EDIT};
    rb_command command = {.kind = kinds[rb_test_int(rng, 10)],
                          .run = rb_test_int(rng, RB_RUNS_MAX + 2) - 1,
                          .value = pow(10, rb_test_real(rng, -0.5, 1.2)), /* too fast: refused */
                          .vector = rb_scale(0.5, rb_test_direction(rng)),
                          .scene = t->scenes[rb_test_int(rng, SCENES)]};
    if (command.kind == RB_COMMAND_EDIT) {
        command.scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = rb_test_real(rng, -0.05, 1);
    }
    both_send(t, &command);
}

/* Restores all runs to their present state, which must not change a bit. */
static void restore(twins *t) {
    const rb_frame *frame = rb_runner_frame(t->plain);
    for (int i = 0; i < frame->run_count; i++) {
        rb_command command = {.kind = RB_COMMAND_RESTORE,
                              .run = i,
                              .checkpoint = frame->checkpoints[i],
                              .checkpoint_size = frame->checkpoint_size};
        both_send(t, &command);
    }
}

/* Advances by ticks, or up to a time: both end by themselves. */
static void let_time_continue(twins *t, rb_test_rng *rng) {
    if (rb_test_int(rng, 3) == 0) {
        both_send(t, &(rb_command){.kind = RB_COMMAND_SPEED, .value = RB_SPEED_MAX});
        rb_runner_pump(t->plain, 0, 0, INFINITY);
        double now = rb_runner_frame(t->plain)->runs[0].t;
        both_send(t, &(rb_command){.kind = RB_COMMAND_PLAY, .value = now + rb_test_real(rng, 0.001, 0.1)});
    } else {
        both_send(t, &(rb_command){.kind = RB_COMMAND_STEP, .count = 1 + rb_test_int(rng, 20)});
    }
}

static void finish_plain(twins *t) {
    for (int i = 0; i < 200; i++) {
        t->tally->ticks += rb_runner_pump(t->plain, 0.02, 1000, INFINITY);
        if (!rb_runner_frame(t->plain)->playing) {
            return;
        }
    }
    soak_require(false, "the runner without a thread does not stop");
}

static bool is_level(const rb_frame *a, const rb_frame *b) {
    return a->command == b->command && a->tick == b->tick && a->playing == b->playing;
}

static void compare(const rb_frame *a, const rb_frame *b) {
    soak_require(a->run_count == b->run_count, "%d and %d runs", a->run_count, b->run_count);
    soak_require(a->refused == b->refused && strcmp(a->error.text, b->error.text) == 0, "\"%s\" and \"%s\"",
                 a->error.text, b->error.text);
    soak_require(a->start == b->start, "started by different commands");
    for (int i = 0; i < a->run_count; i++) {
        soak_require(a->summaries[i].state_hash == b->summaries[i].state_hash,
                     "run %d: %016llx and %016llx at t = %.9g", i,
                     (unsigned long long)a->summaries[i].state_hash,
                     (unsigned long long)b->summaries[i].state_hash, a->runs[i].t);
        soak_require(a->marks[i].id == b->marks[i].id && a->marks[i].revision == b->marks[i].revision,
                     "run %d is not the same one", i);
        soak_require(a->runs[i].phase == b->runs[i].phase, "run %d: another phase", i);
    }
}

static void drain(rb_runner *runner) {
    rb_sample sample;
    while (rb_runner_next_sample(runner, &sample)) {
        soak_require(isfinite(sample.snapshot.t), "a sample without a time");
    }
}

static void batch(twins *t, rb_test_rng *rng) {
    for (int k = rb_test_int(rng, 6); k > 0; k--) {
        anything_but_time(t, rng);
    }
    if (rb_test_int(rng, 5) == 0) {
        rb_runner_pump(t->plain, 0, 0, INFINITY);
        restore(t);
    }
    let_time_continue(t, rng);
    finish_plain(t);
    const rb_frame *plain = rb_runner_frame(t->plain);
    const rb_frame *threaded = rb_runner_frame(t->threaded);
    for (int i = 0; !is_level(threaded, plain) && i < PATIENCE; i++) {
        nap();
        threaded = rb_runner_frame(t->threaded);
    }
    soak_require(is_level(threaded, plain), "command %llu tick %llu, expected %llu %llu",
                 (unsigned long long)threaded->command, (unsigned long long)threaded->tick,
                 (unsigned long long)plain->command, (unsigned long long)plain->tick);
    compare(threaded, plain);
    drain(t->threaded);
    drain(t->plain);
    t->tally->batches++;
}

void soak_twins(rb_test_rng *rng, soak_tally *tally, int batches) {
    twins t = {.tally = tally};
    t.scenes[0] = rb_test_scene("k11-fig5", NULL);
    t.scenes[1] = rb_test_scene("k11-fig4", "law=k11-p1", NULL);
    t.scenes[2] = rb_test_scene("k11-fig5", "step=4e-5", "tick=2e-3", NULL);
    t.scenes[3] = rb_test_scene("tippetop-ka09", "method=rodas", NULL);
    t.scenes[4] = t.scenes[0];
    t.scenes[4].values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1; /* refused */
    t.threaded = make(&t.scenes[0], true);
    t.plain = make(&t.scenes[0], false);
    for (int i = 0; i < batches; i++) {
        batch(&t, rng);
    }
    tally->refused += rb_runner_frame(t.plain)->refused > 0;
    rb_runner_destroy(t.threaded);
    rb_runner_destroy(t.plain);
}
