#include "rattleback/runner.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/channels.h"

#define COMMANDS 64
#define SAMPLES 4096
#define SLICE 0.005     /* s of wall time worked before looking up again */
#define CATCH_UP 0.1    /* s of wall time that may be made up for; the rest is lost, and shown */
#define RATE_WINDOW 0.5 /* s over which the real-time factor is measured */

struct rb_runner {
    rb_runner_options options;
    rb_simulation *sims[RB_RUNS_MAX];
    int run_count;
    uint64_t tick;
    uint64_t commands_taken;
    uint32_t generation;
    bool playing;
    int steps_wanted; /* ticks to do by hand, then pause */
    double speed;
    double owed; /* simulated seconds due */
    double rhs_seconds[RB_RUNS_MAX];
    rb_error error;
    uint32_t error_count;
    uint64_t samples_dropped;

    double window_wall, window_simulated, window_busy; /* since the last measurement */
    double real_time_factor, load;
    bool behind;

    rb_ring commands;
    rb_ring samples;
    rb_triple triple;
    rb_frame frames[3];
    rb_command command; /* the one being applied; too large for a stack */
    rb_sample sample;

    pthread_t thread;
    bool thread_runs;
    atomic_bool quit;
};

static double wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool is_quitting(void *runner) {
    return atomic_load_explicit(&((rb_runner *)runner)->quit, memory_order_acquire);
}

static rb_status make_run(rb_runner *r, const rb_scene *scene, rb_error *err) {
    rb_status status = rb_simulation_create(scene, &r->sims[r->run_count], err);
    if (status == RB_OK) {
        rb_simulation_set_interrupt(r->sims[r->run_count], is_quitting, r);
        r->rhs_seconds[r->run_count++] = 0;
    }
    return status;
}

static double tick_length(const rb_runner *r) {
    return rb_simulation_step_length(r->sims[0]) * rb_simulation_steps_per_tick(r->sims[0]);
}

/* ---- what goes out --------------------------------------------------------------------------- */

static void publish(rb_runner *r) {
    rb_frame *frame = &r->frames[r->triple.back];
    frame->tick = r->tick;
    frame->commands = r->commands_taken;
    frame->run_count = r->run_count;
    frame->playing = r->playing;
    frame->speed = r->speed;
    frame->real_time_factor = r->real_time_factor;
    frame->behind = r->behind;
    frame->load = r->load;
    frame->samples_dropped = r->samples_dropped;
    frame->generation = r->generation;
    frame->error = r->error;
    frame->error_count = r->error_count;
    for (int i = 0; i < r->run_count; i++) {
        rb_simulation_snapshot(r->sims[i], &frame->runs[i]);
        frame->runs[i].rhs_seconds = r->rhs_seconds[i];
        rb_simulation_summary(r->sims[i], &frame->summaries[i]);
    }
    rb_triple_publish(&r->triple);
}

static void record(rb_runner *r) {
    for (int i = 0; i < r->run_count; i++) {
        r->sample.run = i;
        r->sample.generation = r->generation;
        r->sample.tick = r->tick;
        rb_simulation_snapshot(r->sims[i], &r->sample.snapshot);
        r->samples_dropped += !rb_ring_put(&r->samples, &r->sample);
    }
}

/* ---- ticks ----------------------------------------------------------------------------------- */

static bool moves(rb_phase phase) {
    return phase == RB_PHASE_RUNNING || phase == RB_PHASE_AT_REST;
}

/* The time of the runs in lockstep: that of the first one which is not frozen. */
static double common_time(const rb_runner *r) {
    for (int i = 0; i < r->run_count; i++) {
        if (moves(rb_simulation_phase(r->sims[i]))) {
            return rb_simulation_time(r->sims[i]);
        }
    }
    return rb_simulation_time(r->sims[0]);
}

/* One tick of the first run's length; all go to the same time, whatever their own step. */
static void advance(rb_runner *r) {
    r->tick++;
    double target = common_time(r) + tick_length(r);
    for (int i = 0; i < r->run_count; i++) {
        rb_simulation *sim = r->sims[i];
        double slack = rb_simulation_step_length(sim) / 2;
        double begun = wall_clock();
        uint64_t before = rb_simulation_evaluations(sim);
        while (moves(rb_simulation_phase(sim)) && rb_simulation_time(sim) < target - slack) {
            if (!rb_simulation_tick(sim)) {
                return; /* nobody will see this tick */
            }
        }
        double evaluations = (double)(rb_simulation_evaluations(sim) - before);
        if (evaluations > 0 && rb_simulation_phase(sim) == RB_PHASE_RUNNING) {
            double each = (wall_clock() - begun) / evaluations, *mean = &r->rhs_seconds[i];
            *mean += (each - *mean) / (*mean > 0 ? 64 : 1);
        }
    }
    double every = r->options.sample_time / tick_length(r);
    uint64_t stride = every > 1 ? (uint64_t)llround(every) : 1;
    if (r->tick % stride == 0) {
        record(r);
    }
}

/* The ticks that `wall` seconds ask for, at most max_ticks and, if paced, one slice of work. */
static int work(rb_runner *r, double wall, int max_ticks, bool paced) {
    double tick = tick_length(r);
    double begun = wall_clock();
    double begun_tick = fmin(r->owed, tick);
    if (r->playing) {
        r->owed += wall * r->speed;
    }
    int done = 0;
    while (done < max_ticks && (r->steps_wanted > 0 || (r->playing && r->owed >= tick))) {
        if (r->steps_wanted > 0) {
            r->steps_wanted--;
        } else {
            r->owed -= tick;
        }
        advance(r);
        done++;
        if (paced && wall_clock() - begun > SLICE) {
            break;
        }
    }
    double most = fmax(CATCH_UP * r->speed, tick);
    bool late = paced && r->owed > most;
    if (late) { /* results never change: time that cannot be made up for is let go */
        r->owed = most;
    }
    r->behind = late || (r->behind && r->playing && r->owed > most / 2);
    r->window_wall += wall;
    /* With the part of a tick that has passed: very slowly, a window holds less than one. */
    r->window_simulated += done * tick + fmin(r->owed, tick) - begun_tick;
    r->window_busy += wall_clock() - begun;
    if (r->window_wall > RATE_WINDOW) {
        r->real_time_factor = r->window_simulated / r->window_wall;
        r->load = r->window_busy / r->window_wall;
        r->window_wall = r->window_simulated = r->window_busy = 0;
    }
    return done;
}

/* ---- commands -------------------------------------------------------------------------------- */

static void refuse(rb_runner *r, const rb_error *err) {
    r->error = *err;
    r->error_count++;
}

/* Every run from its own start, in lockstep. */
static void restart(rb_runner *r) {
    for (int i = 0; i < r->run_count; i++) {
        rb_scene scene = *rb_simulation_scene(r->sims[i]);
        rb_error err;
        if (rb_simulation_reset(r->sims[i], &scene, &err) != RB_OK) {
            refuse(r, &err);
        }
    }
    r->tick = 0;
    r->owed = 0;
    r->steps_wanted = 0;
    r->generation++;
    record(r);
}

static rb_status replace_scene(rb_runner *r, const rb_command *c, rb_error *err) {
    rb_status status = rb_simulation_reset(r->sims[c->run], &c->scene, err);
    if (status == RB_OK) {
        restart(r);
    }
    return status;
}

static rb_status add_run(rb_runner *r, const rb_command *c, rb_error *err) {
    if (r->run_count == RB_RUNS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "comparison: expected at most %d runs", RB_RUNS_MAX);
    }
    rb_status status = make_run(r, &c->scene, err);
    if (status == RB_OK) {
        restart(r);
    }
    return status;
}

static rb_status remove_run(rb_runner *r, int run, rb_error *err) {
    if (r->run_count == 1) {
        return rb_fail(err, RB_ERR_INPUT, "comparison: expected at least one run");
    }
    rb_simulation_destroy(r->sims[run]);
    r->run_count--;
    for (int i = run; i < r->run_count; i++) {
        r->sims[i] = r->sims[i + 1];
        r->rhs_seconds[i] = r->rhs_seconds[i + 1];
    }
    r->generation++;
    record(r);
    return RB_OK;
}

static rb_status set_speed(rb_runner *r, double speed, rb_error *err) {
    if (!(speed > 0 && isfinite(speed))) {
        return rb_fail(err, RB_ERR_INPUT, "speed: expected more than 0, got %g", speed);
    }
    r->speed = speed;
    return RB_OK;
}

static void pause_run(rb_runner *r, int steps_wanted) {
    r->playing = false;
    r->owed = 0;
    r->steps_wanted = steps_wanted;
}

static int more_steps(int wanted, int count) {
    return count > INT_MAX - wanted ? INT_MAX : wanted + (count > 0 ? count : 0);
}

static bool names_a_run(rb_command_kind kind) {
    return kind == RB_COMMAND_SCENE || kind == RB_COMMAND_EDIT || kind == RB_COMMAND_REMOVE ||
           kind == RB_COMMAND_RESTORE;
}

static rb_status apply(rb_runner *r, const rb_command *c, rb_error *err) {
    if (names_a_run(c->kind) && (c->run < 0 || c->run >= r->run_count)) {
        return rb_fail(err, RB_ERR_INPUT, "run: expected 0 to %d, got %d", r->run_count - 1,
                       c->run);
    }
    switch (c->kind) {
    case RB_COMMAND_PLAY: r->playing = true; break;
    case RB_COMMAND_PAUSE: pause_run(r, 0); break;
    case RB_COMMAND_STEP: pause_run(r, more_steps(r->steps_wanted, c->count)); break;
    case RB_COMMAND_RESET: restart(r); break;
    case RB_COMMAND_SPEED: return set_speed(r, c->value, err);
    case RB_COMMAND_SCENE: return replace_scene(r, c, err);
    case RB_COMMAND_EDIT: return rb_simulation_edit(r->sims[c->run], &c->scene, err);
    case RB_COMMAND_ADD: return add_run(r, c, err);
    case RB_COMMAND_REMOVE: return remove_run(r, c->run, err);
    case RB_COMMAND_FLICK:
        for (int i = 0; i < r->run_count; i++) {
            rb_simulation_flick(r->sims[i], c->vector);
        }
        break;
    case RB_COMMAND_RESTORE:
        rb_simulation_restore(r->sims[c->run], &c->snapshot);
        r->owed = 0;
        break;
    }
    return RB_OK;
}

static bool apply_commands(rb_runner *r) {
    bool any = false;
    while (rb_ring_take(&r->commands, &r->command)) {
        rb_error err;
        if (apply(r, &r->command, &err) != RB_OK) {
            refuse(r, &err);
        }
        r->commands_taken++;
        any = true;
    }
    return any;
}

/* ---- the thread ------------------------------------------------------------------------------ */

static void nap(double seconds) {
    struct timespec pause = {0, (long)(seconds * 1e9)};
    nanosleep(&pause, NULL);
}

static void *physics_thread(void *argument) {
    rb_runner *r = argument;
    double last = wall_clock();
    while (!is_quitting(r)) {
        bool commanded = apply_commands(r);
        double now = wall_clock();
        int done = work(r, now - last, 1 << 20, true);
        last = now;
        if (commanded || done > 0 || r->window_wall == 0) {
            publish(r);
        }
        if (done == 0) {
            nap(r->playing ? 0.0005 : 0.003);
        }
    }
    return NULL;
}

rb_status rb_runner_create(const rb_scene *scene, rb_runner_options options, rb_runner **out,
                           rb_error *err) {
    rb_runner *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "runner: out of memory");
    }
    r->options = options;
    r->speed = 1;
    atomic_init(&r->quit, false);
    rb_triple_init(&r->triple);
    rb_status status = RB_OK;
    if (!rb_ring_init(&r->commands, sizeof(rb_command), COMMANDS) ||
        !rb_ring_init(&r->samples, sizeof(rb_sample), SAMPLES)) {
        status = rb_fail(err, RB_ERR_MEMORY, "runner: out of memory");
    }
    if (status == RB_OK) {
        status = make_run(r, scene, err);
    }
    if (status == RB_OK) {
        record(r);
        publish(r);
        if (options.threaded) {
            r->thread_runs = pthread_create(&r->thread, NULL, physics_thread, r) == 0;
            if (!r->thread_runs) {
                status = rb_fail(err, RB_ERR_MEMORY, "runner: the physics thread did not start");
            }
        }
    }
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
    for (int i = 0; i < runner->run_count; i++) {
        rb_simulation_destroy(runner->sims[i]);
    }
    rb_ring_free(&runner->commands);
    rb_ring_free(&runner->samples);
    free(runner);
}

bool rb_runner_send(rb_runner *runner, const rb_command *command) {
    return rb_ring_put(&runner->commands, command);
}

const rb_frame *rb_runner_frame(rb_runner *runner) {
    return &runner->frames[rb_triple_newest(&runner->triple)];
}

bool rb_runner_next_sample(rb_runner *runner, rb_sample *out) {
    return rb_ring_take(&runner->samples, out);
}

int rb_runner_pump(rb_runner *runner, double wall_seconds, int max_ticks) {
    apply_commands(runner);
    int done = work(runner, wall_seconds, max_ticks, false);
    publish(runner);
    return done;
}
