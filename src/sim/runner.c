#include "rattleback/runner.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/macros.h"
#include "base/system.h"
#include "sim/channels.h"
#include "sim/checkpoint.h"
#include "sim/lockstep.h"

#define COMMANDS 64
#define SAMPLES 4096
#define LARGE_SAMPLES 256 /* of bodies with a large state */
#define SLICE 0.005       /* s of wall time that the thread works between checks for commands */
#define CATCH_UP 0.1      /* s of wall time that can be caught up; more is dropped, and shown */
#define RATE_WINDOW 0.5   /* s over which the real-time factor is measured */

/* What the rings carry. */
typedef struct queued_command {
    rb_command command; /* its checkpoint: only whether there is one, and its size */
    rb_checkpoint_room checkpoint;
} queued_command;

typedef struct recorded {
    rb_sample sample;
    rb_run_state state;
    const rb_body_kind *body;
    uint64_t scene;  /* its hash */
    int large_words; /* numbers of a large state in their own ring; 0: none */
} recorded;

struct rb_runner {
    rb_runner_options options;
    rb_lockstep runs;
    double until;          /* simulated time at which playing stops; INFINITY: never */
    int steps_wanted;      /* single ticks to make, then pause */
    double time_due;       /* simulated seconds due */
    double deadline;       /* end of the work of this call, wall clock, s */
    bool deadline_checked; /* the deadline has been checked in this call */

    double window_wall, window_simulated, window_busy; /* since the last measurement */

    rb_frame now; /* the last whole instant, to be published */
    rb_checkpoint_room now_checkpoints[RB_RUNS_MAX];
    rb_ring commands;
    rb_ring samples;
    rb_ring large; /* numbers of large states that belong to samples */
    rb_triple triple;
    rb_frame frames[3];
    rb_checkpoint_room checkpoints[3][RB_RUNS_MAX]; /* that the frames point to */
    queued_command sent;                            /* the owner's, with its number; too large for a stack */
    queued_command command;                         /* the one being applied */
    recorded sample;
    rb_checkpoint_room whole; /* of the sample being recorded, if its state is large */
    rb_checkpoint_room taken; /* the owner's: of the last sample */

    pthread_t thread;
    bool thread_runs;
    atomic_bool quit;
};

static bool is_quitting(const rb_runner *r) {
    return atomic_load_explicit(&r->quit, memory_order_acquire);
}

/* Called within ticks. The first call returns false, so that even the longest tick makes progress. */
static bool must_pause(void *runner) {
    rb_runner *r = runner;
    bool late = r->deadline_checked && isfinite(r->deadline) && rb_wall_clock() > r->deadline;
    r->deadline_checked = true;
    return late || is_quitting(r);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void observe(rb_runner *r) {
    rb_frame *now = &r->now;
    const rb_lockstep *runs = &r->runs;
    now->start = runs->start;
    now->tick = runs->ticks;
    now->tick_length = runs->tick;
    now->run_count = runs->count;
    for (int i = 0; i < runs->count; i++) {
        now->marks[i] = runs->marks[i];
        now->scenes[i] = *rb_simulation_scene(runs->sims[i]);
        rb_checkpoint_save(runs->sims[i], &r->now_checkpoints[i], sizeof r->now_checkpoints[i], NULL);
        now->runs[i] = r->now_checkpoints[i].head.then;
        now->runs[i].rhs_seconds = runs->costs[i].median;
        rb_simulation_summary(runs->sims[i], &now->summaries[i]);
    }
}

/* Within a tick, the runs are shown in their state before the tick. */
static void publish(rb_runner *r) {
    if (!r->runs.within) {
        observe(r);
    }
    const rb_frame *now = &r->now;
    rb_frame *frame = &r->frames[r->triple.back];
    size_t count = (size_t)now->run_count;
    memcpy(frame, now, offsetof(rb_frame, marks));
    memcpy(frame->marks, now->marks, count * sizeof now->marks[0]);
    memcpy(frame->runs, now->runs, count * sizeof now->runs[0]);
    memcpy(frame->summaries, now->summaries, count * sizeof now->summaries[0]);
    memcpy(frame->scenes, now->scenes, count * sizeof now->scenes[0]);
    rb_checkpoint_room *checkpoints = r->checkpoints[r->triple.back];
    memcpy(checkpoints, r->now_checkpoints, count * sizeof checkpoints[0]);
    frame->checkpoint_size = sizeof checkpoints[0];
    for (size_t i = 0; i < count; i++) {
        frame->checkpoints[i] = &checkpoints[i];
    }
    rb_triple_publish(&r->triple);
}

/* Puts the numbers of a large state into their ring; returns how many, 0 if there are none or it is full. */
static int record_large(rb_runner *r, const rb_simulation *sim) {
    int words = rb_checkpoint_large_words(sim);
    if (words > 0) {
        rb_checkpoint_save(sim, &r->whole, sizeof r->whole, NULL);
    }
    return words > 0 && rb_ring_put(&r->large, r->whole.large) ? words : 0;
}

static void record(rb_runner *r) {
    for (int i = 0; i < r->runs.count; i++) {
        const rb_simulation *sim = r->runs.sims[i];
        rb_sample *sample = &r->sample.sample;
        sample->run = i;
        sample->mark = r->runs.marks[i];
        sample->start = r->runs.start;
        sample->tick = r->runs.ticks;
        rb_simulation_snapshot(sim, &sample->snapshot);
        rb_simulation_save(sim, &r->sample.state);
        r->sample.body = rb_simulation_scene(sim)->body;
        r->sample.scene = rb_simulation_scene_hash(sim);
        r->sample.large_words = rb_ring_full(&r->samples) ? 0 : record_large(r, sim);
        r->now.samples_dropped += !rb_ring_put(&r->samples, &r->sample);
    }
}

/* ---- ticks ----------------------------------------------------------------------------------- */

/* Samples that a run has at least until the end of its scene, unless its ticks are longer. */
#define LEAST_SAMPLES 500

static void record_if_due(rb_runner *r) {
    double time = r->options.sample_time;
    for (int i = 0; i < r->runs.count; i++) {
        const double *solver = rb_simulation_scene(r->runs.sims[i])->values[RB_SECTION_SOLVER];
        time = fmin(time, solver[RB_SOLVER_T_END] / LEAST_SAMPLES);
    }
    double every = time / r->runs.tick;
    uint64_t stride = every > 1 ? (uint64_t)llround(every) : 1;
    if (r->runs.ticks % stride == 0) {
        record(r);
    }
}

static void pause_runs(rb_runner *r, int steps_wanted) {
    r->now.playing = false;
    r->time_due = 0;
    r->steps_wanted = steps_wanted;
}

/* Limits the time due to the time at which playing stops. */
static void pause_in_time(rb_runner *r) {
    if (r->now.playing && isfinite(r->until) && rb_lockstep_time(&r->runs) > r->until - r->runs.tick / 2) {
        pause_runs(r, 0);
    }
}

/* Is a tick due? Subtracts it from the time due. */
static bool take_tick(rb_runner *r) {
    if (r->steps_wanted > 0) {
        r->steps_wanted--;
        return true;
    }
    bool due = r->now.playing && r->time_due >= r->runs.tick;
    r->time_due -= due ? r->runs.tick : 0;
    return due;
}

/* Drops time that cannot be caught up. Results do not change, only the time at which they are shown. */
static void drop_late_time(rb_runner *r) {
    double most = fmax(CATCH_UP * r->now.speed, r->runs.tick);
    bool late = r->options.interactive && r->time_due > most;
    if (late) {
        r->time_due = most;
    }
    r->now.behind = late || (r->now.behind && r->now.playing && r->time_due > most / 2);
}

static void measure(rb_runner *r, double wall, double simulated, double busy) {
    r->window_wall += wall;
    r->window_simulated += simulated;
    r->window_busy += busy;
    if (r->window_wall > RATE_WINDOW) {
        r->now.real_time_factor = r->window_simulated / r->window_wall;
        r->now.load = r->window_busy / r->window_wall;
        r->window_wall = r->window_simulated = r->window_busy = 0;
    }
}

/* Makes the ticks due after `wall` seconds, at most max_ticks and for at most `budget` seconds. */
static int work(rb_runner *r, double wall, int max_ticks, double budget) {
    double tick = r->runs.tick;
    double begun = rb_wall_clock();
    double begun_tick = fmin(r->time_due, tick);
    r->deadline = begun + budget;
    r->deadline_checked = false;
    if (r->now.playing) {
        r->time_due += wall * r->now.speed;
    }
    int done = 0;
    bool carried = r->runs.within; /* from the last call: commands wait until it is complete */
    while (done < max_ticks && (r->runs.within || take_tick(r))) {
        if (!rb_lockstep_tick(&r->runs)) {
            break;
        }
        done++;
        record_if_due(r);
        pause_in_time(r);
        if (carried || (isfinite(budget) && rb_wall_clock() > r->deadline)) {
            break;
        }
    }
    drop_late_time(r);
    /* Includes the elapsed part of a tick: at very slow speed, a window contains less than one tick. */
    measure(r, wall, done * tick + fmin(r->time_due, tick) - begun_tick, rb_wall_clock() - begun);
    return done;
}

/* ---- commands -------------------------------------------------------------------------------- */

static rb_status set_speed(rb_runner *r, double speed, rb_error *err) {
    if (!(speed >= RB_SPEED_MIN && speed <= RB_SPEED_MAX)) {
        return rb_fail(err, RB_ERR_INPUT, "speed: expected %g to %g, got %g", RB_SPEED_MIN, RB_SPEED_MAX,
                       speed);
    }
    r->now.speed = speed;
    return RB_OK;
}

static void play(rb_runner *r, double until) {
    r->now.playing = true;
    r->until = until > 0 ? until : INFINITY;
    pause_in_time(r);
}

static int add_steps(int wanted, int count) {
    return count > INT_MAX - wanted ? INT_MAX : wanted + (count > 0 ? count : 0);
}

static bool needs_run_index(rb_command_kind kind) {
    return kind == RB_COMMAND_SCENE || kind == RB_COMMAND_EDIT || kind == RB_COMMAND_REMOVE ||
           kind == RB_COMMAND_RESTORE;
}

static rb_status apply(rb_runner *r, const rb_command *c, rb_error *err) {
    rb_lockstep *runs = &r->runs;
    if (needs_run_index(c->kind) && (c->run < 0 || c->run >= runs->count)) {
        return rb_fail(err, RB_ERR_INPUT, "run: expected 0 to %d, got %d", runs->count - 1, c->run);
    }
    switch (c->kind) {
    case RB_COMMAND_PLAY: play(r, c->value); break;
    case RB_COMMAND_PAUSE: pause_runs(r, 0); break;
    case RB_COMMAND_STEP: pause_runs(r, add_steps(r->steps_wanted, c->count)); break;
    case RB_COMMAND_RESET: rb_lockstep_restart(runs, c->number); break;
    case RB_COMMAND_SPEED: return set_speed(r, c->value, err);
    case RB_COMMAND_OPEN: return rb_lockstep_open(runs, &c->scene, c->number, err);
    case RB_COMMAND_SCENE: return rb_lockstep_replace(runs, c->run, &c->scene, c->number, err);
    case RB_COMMAND_EDIT: return rb_lockstep_edit(runs, c->run, &c->scene, c->number, err);
    case RB_COMMAND_ADD: return rb_lockstep_add(runs, &c->scene, c->number, err);
    case RB_COMMAND_REMOVE: return rb_lockstep_remove(runs, c->run, err);
    case RB_COMMAND_FLICK:
        if (!isfinite(c->vector.x + c->vector.y + c->vector.z)) {
            return rb_fail(err, RB_ERR_INPUT, "flick: expected finite numbers, got %g %g %g rad/s",
                           c->vector.x, c->vector.y, c->vector.z);
        }
        rb_lockstep_flick(runs, c->vector, c->number);
        break;
    case RB_COMMAND_RESTORE:
        r->time_due = 0;
        return rb_lockstep_restore(runs, c->run, c->checkpoint, c->checkpoint_size, c->number, err);
    }
    return RB_OK;
}

/* Commands are applied between complete ticks only. */
static bool apply_commands(rb_runner *r) {
    bool any = false, started = false;
    while (!r->runs.within && rb_ring_take(&r->commands, &r->command)) {
        rb_error err;
        uint64_t start = r->runs.start;
        rb_command *command = &r->command.command;
        command->checkpoint = command->checkpoint != NULL ? &r->command.checkpoint : NULL;
        if (apply(r, command, &err) != RB_OK) {
            r->now.error = err;
            r->now.refused = command->number;
        }
        if (r->runs.start != start) { /* all runs are at their start */
            r->time_due = 0;
            r->steps_wanted = 0;
            started = true;
        }
        r->now.command = command->number;
        any = true;
    }
    if (started) {
        record(r);
    }
    if (any) {
        observe(r); /* publish the result of commands now: the next tick may take long */
    }
    return any;
}

/* ---- the thread ------------------------------------------------------------------------------ */

static void sleep_for(double seconds) {
    struct timespec pause = {0, (long)(seconds * 1e9)};
    nanosleep(&pause, NULL);
}

static void *physics_thread(void *argument) {
    rb_runner *r = argument;
    double last = rb_wall_clock();
    while (!is_quitting(r)) {
        bool commanded = apply_commands(r);
        double now = rb_wall_clock();
        int done = work(r, now - last, INT_MAX, SLICE);
        last = now;
        if (commanded || done > 0 || r->window_wall == 0) {
            publish(r);
        }
        if (done == 0 && !r->runs.within) {
            sleep_for(r->now.playing ? 0.0005 : 0.003);
        }
    }
    return NULL;
}

static rb_status begin(rb_runner *r, const rb_scene *scene, rb_error *err) {
    if (!rb_ring_init(&r->commands, sizeof(queued_command), COMMANDS) ||
        !rb_ring_init(&r->samples, sizeof(recorded), SAMPLES) ||
        !rb_ring_init(&r->large, sizeof r->whole.large, LARGE_SAMPLES)) {
        return rb_fail(err, RB_ERR_MEMORY, "runner: out of memory");
    }
    rb_status status = rb_lockstep_open(&r->runs, scene, 0, err);
    if (status != RB_OK) {
        return status;
    }
    record(r);
    publish(r);
    if (r->options.threaded) {
        r->thread_runs = pthread_create(&r->thread, NULL, physics_thread, r) == 0;
        if (!r->thread_runs) {
            return rb_fail(err, RB_ERR_MEMORY, "runner: the physics thread did not start");
        }
    }
    return RB_OK;
}

rb_status rb_runner_create(const rb_scene *scene, rb_runner_options options, rb_runner **out, rb_error *err) {
    RB_CHECK_ARGUMENTS(out != NULL, err);
    rb_runner *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "runner: out of memory");
    }
    options.interactive = options.interactive || options.threaded;
    r->options = options;
    r->now.speed = 1;
    r->until = INFINITY;
    r->runs.interrupt = must_pause;
    r->runs.interrupt_user = r;
    atomic_init(&r->quit, false);
    rb_triple_init(&r->triple);
    rb_status status = begin(r, scene, err);
    if (status != RB_OK) {
        rb_runner_destroy(r);
        return status;
    }
    *out = r;
    return RB_OK;
}

void rb_runner_destroy(rb_runner *runner) {
    if (runner == NULL) {
        return;
    }
    if (runner->thread_runs) {
        atomic_store_explicit(&runner->quit, true, memory_order_release);
        pthread_join(runner->thread, NULL);
    }
    rb_lockstep_destroy(&runner->runs);
    rb_ring_free(&runner->commands);
    rb_ring_free(&runner->samples);
    rb_ring_free(&runner->large);
    free(runner);
}

uint64_t rb_runner_send(rb_runner *runner, const rb_command *command) {
    RB_CHECK_ARGUMENTS_OR(runner != NULL && command != NULL, 0);
    rb_command *sent = &runner->sent.command;
    uint64_t last = sent->number;
    *sent = *command;
    sent->number = last + 1;
    if (command->checkpoint != NULL) { /* of another size: the start of it says so, or it is cut off */
        const size_t size = sizeof runner->sent.checkpoint;
        sent->checkpoint_size = command->checkpoint_size < size ? command->checkpoint_size : size;
        memcpy(&runner->sent.checkpoint, command->checkpoint, sent->checkpoint_size);
    }
    if (!rb_ring_put(&runner->commands, &runner->sent)) {
        sent->number = last;
        return 0;
    }
    return sent->number;
}

const rb_frame *rb_runner_frame(rb_runner *runner) {
    RB_CHECK_ARGUMENTS_OR(runner != NULL, NULL);
    return &runner->frames[rb_triple_newest(&runner->triple)];
}

bool rb_runner_next_sample(rb_runner *runner, rb_sample *out) {
    RB_CHECK_ARGUMENTS_OR(runner != NULL && out != NULL, false);
    recorded next;
    if (!rb_ring_take(&runner->samples, &next)) {
        return false;
    }
    rb_checkpoint_room *taken = &runner->taken;
    taken->head.state = next.state;
    taken->head.then = next.sample.snapshot;
    rb_checkpoint_seal(&taken->head, next.body, next.scene);
    if (next.large_words > 0) {
        rb_ring_take(&runner->large, taken->large);
    }
    *out = next.sample;
    out->checkpoint = taken;
    out->checkpoint_size = sizeof taken->head + (size_t)next.large_words * sizeof(double);
    return true;
}

int rb_runner_pump(rb_runner *runner, double wall_seconds, int max_ticks, double budget) {
    RB_CHECK_ARGUMENTS_OR(runner != NULL, 0);
    apply_commands(runner);
    int done = work(runner, wall_seconds, max_ticks, budget);
    publish(runner);
    return done;
}

rb_runner_options rb_default_runner_options(void) {
    return (rb_runner_options){.threaded = true, .interactive = true};
}
