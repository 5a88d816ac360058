#include "sim/lockstep.h"

#include <math.h>
#include <stdlib.h>

#include "base/system.h"
#include "sim/control.h"

/* ---- the common tick ------------------------------------------------------------------------- */

#define MULTIPLES 10 /* of the longest tick; a longer common tick would update the display too rarely */
#define WHOLE 1e-9   /* tolerance for a ratio to count as a whole number */

static double tick_of(const rb_scene *scene) {
    return scene->values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
}

static bool divides(double tick, double whole) {
    double ratio = whole / tick;
    return fabs(ratio - round(ratio)) <= WHOLE * ratio;
}

/* Returns the shortest time that is a whole number of ticks of every run. `scene` replaces the one of
   `run`, or is an additional run if run equals the count. Returns 0, with the reason, if there is none. */
static double common_tick(const rb_lockstep *runs, int run, const rb_scene *scene, rb_error *err) {
    double ticks[RB_RUNS_MAX + 1], longest = 0;
    int count = run == runs->count ? run + 1 : runs->count;
    for (int i = 0; i < count; i++) {
        ticks[i] = tick_of(i == run ? scene : rb_simulation_scene(runs->sims[i]));
        longest = fmax(longest, ticks[i]);
    }
    for (int k = 1; k <= MULTIPLES; k++) {
        int fitting = 0;
        while (fitting < count && divides(ticks[fitting], k * longest)) {
            fitting++;
        }
        if (fitting == count) {
            return k * longest;
        }
    }
    rb_fail(err, RB_ERR_INPUT,
            "%.60s: solver.tick: expected one that has a common multiple with those of the other "
            "runs (at most %d times the longest, %g s), got %g s",
            scene->id, MULTIPLES, longest, tick_of(scene));
    return 0;
}

/* ---- adding and removing runs ----------------------------------------------------------------- */

static rb_status make_run(rb_lockstep *runs, const rb_scene *scene, rb_simulation **out, rb_error *err) {
    rb_status status = rb_simulation_create(scene, out, err);
    if (status == RB_OK) {
        rb_simulation_set_interrupt(*out, runs->interrupt, runs->interrupt_user);
    }
    return status;
}

static void add_run(rb_lockstep *runs, rb_simulation *sim, uint64_t number) {
    runs->sims[runs->count] = sim;
    runs->marks[runs->count] = (rb_run_mark){.id = number, .command = number, .revision = number};
    runs->costs[runs->count++] = (rb_cost){0};
}

void rb_lockstep_restart(rb_lockstep *runs, uint64_t number) {
    for (int i = 0; i < runs->count; i++) {
        rb_scene scene = *rb_simulation_scene(runs->sims[i]);
        rb_simulation_reset_checked(runs->sims[i], &scene, NULL); /* it has already run */
        runs->marks[i].command = number;
        runs->marks[i].since = 0;
    }
    runs->ticks = 0;
    runs->start = number;
}

rb_status rb_lockstep_open(rb_lockstep *runs, const rb_scene *scene, uint64_t number, rb_error *err) {
    rb_simulation *sim = NULL;
    rb_status status = make_run(runs, scene, &sim, err);
    if (status == RB_OK) {
        rb_lockstep_destroy(runs);
        add_run(runs, sim, number);
        runs->tick = tick_of(scene);
        runs->ticks = 0;
        runs->start = number;
    }
    return status;
}

rb_status rb_lockstep_add(rb_lockstep *runs, const rb_scene *scene, uint64_t number, rb_error *err) {
    if (runs->count == RB_RUNS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "comparison: expected at most %d runs", RB_RUNS_MAX);
    }
    rb_simulation *sim = NULL;
    rb_status status = make_run(runs, scene, &sim, err);
    double tick = status == RB_OK ? common_tick(runs, runs->count, scene, err) : 0;
    if (!(tick > 0)) {
        rb_simulation_destroy(sim);
        return status == RB_OK ? RB_ERR_INPUT : status;
    }
    add_run(runs, sim, number);
    runs->tick = tick;
    rb_lockstep_restart(runs, number);
    return RB_OK;
}

rb_status rb_lockstep_replace(rb_lockstep *runs, int run, const rb_scene *scene, uint64_t number,
                              rb_error *err) {
    rb_status status = rb_scene_check(scene, scene != NULL ? scene->id : NULL, err);
    if (status != RB_OK) {
        return status;
    }
    double tick = common_tick(runs, run, scene, err);
    if (!(tick > 0)) {
        return RB_ERR_INPUT;
    }
    status = rb_simulation_reset_checked(runs->sims[run], scene, err);
    if (status == RB_OK) {
        runs->marks[run].revision = number;
        runs->tick = tick;
        rb_lockstep_restart(runs, number);
    }
    return status;
}

rb_status rb_lockstep_remove(rb_lockstep *runs, int run, rb_error *err) {
    if (runs->count == 1) {
        return rb_fail(err, RB_ERR_INPUT, "comparison: expected at least one run");
    }
    rb_simulation_destroy(runs->sims[run]);
    runs->count--;
    for (int i = run; i < runs->count; i++) {
        runs->sims[i] = runs->sims[i + 1];
        runs->marks[i] = runs->marks[i + 1];
        runs->costs[i] = runs->costs[i + 1];
    }
    double tick = common_tick(runs, 0, rb_simulation_scene(runs->sims[0]), NULL);
    runs->tick = tick > 0 ? tick : runs->tick; /* still a multiple, if a long one */
    return RB_OK;
}

void rb_lockstep_destroy(rb_lockstep *runs) {
    while (runs->count > 0) {
        rb_simulation_destroy(runs->sims[--runs->count]);
    }
}

/* ---- changes during a run --------------------------------------------------------------------- */

rb_status rb_lockstep_edit(rb_lockstep *runs, int run, const rb_scene *scene, uint64_t number,
                           rb_error *err) {
    rb_status status = rb_simulation_edit(runs->sims[run], scene, err);
    if (status == RB_OK) {
        runs->marks[run].command = runs->marks[run].revision = number;
        runs->marks[run].since = rb_simulation_time(runs->sims[run]);
    }
    return status;
}

void rb_lockstep_flick(rb_lockstep *runs, rb_vec3 delta_omega, uint64_t number) {
    for (int i = 0; i < runs->count; i++) {
        rb_simulation_flick(runs->sims[i], delta_omega, NULL);
        runs->marks[i].command = runs->marks[i].flick = number;
        runs->marks[i].flicked_at = rb_simulation_time(runs->sims[i]);
    }
}

rb_status rb_lockstep_restore(rb_lockstep *runs, int run, const void *checkpoint, size_t size,
                              uint64_t number, rb_error *err) {
    rb_status status = rb_checkpoint_restore(runs->sims[run], checkpoint, size, err);
    if (status == RB_OK) {
        rb_run_mark *mark = &runs->marks[run];
        mark->command = number;
        mark->since = fmin(mark->since, rb_simulation_time(runs->sims[run]));
    }
    return status;
}

/* ---- the cost of a right-hand side ------------------------------------------------------------------ */

static const double undisturbed_share = 0.9; /* share of the wall time; below it the thread was preempted */

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void rb_cost_add(rb_cost *cost, double core, double wall, double evaluations) {
    if (!(evaluations > 0) || !(core > 0) || core < undisturbed_share * wall) {
        return;
    }
    cost->each[cost->count++] = core / evaluations;
    if (cost->count == RB_COST_KEPT) {
        qsort(cost->each, RB_COST_KEPT, sizeof cost->each[0], by_size);
        cost->median = cost->each[RB_COST_KEPT / 2];
        cost->count = 0;
    }
}

/* ---- ticks ------------------------------------------------------------------------------------ */

static bool moves(const rb_simulation *sim) {
    rb_phase phase = rb_simulation_phase(sim);
    return phase == RB_PHASE_RUNNING || phase == RB_PHASE_AT_REST;
}

double rb_lockstep_time(const rb_lockstep *runs) {
    double now = INFINITY;
    for (int i = 0; i < runs->count; i++) {
        now = moves(runs->sims[i]) ? fmin(now, rb_simulation_time(runs->sims[i])) : now;
    }
    return now;
}

/* Starts from the earliest run that is not frozen. A run that is ahead, for example after a restore,
   waits. */
static void begin_tick(rb_lockstep *runs) {
    double now = rb_lockstep_time(runs);
    for (int i = 0; i < runs->count; i++) {
        const rb_simulation *sim = runs->sims[i];
        double behind = now + runs->tick - rb_simulation_time(sim);
        runs->left[i] = moves(sim) ? llround(behind / tick_of(rb_simulation_scene(sim))) : 0;
    }
    runs->within = true;
}

static bool continue_run(rb_lockstep *runs, int run) {
    rb_simulation *sim = runs->sims[run];
    double begun = rb_wall_clock(), core = rb_core_clock();
    uint64_t before = rb_simulation_evaluations(sim);
    bool whole = true;
    while (whole && runs->left[run] > 0 && moves(sim)) {
        whole = rb_simulation_tick(sim);
        runs->left[run] -= whole;
    }
    double evaluations = (double)(rb_simulation_evaluations(sim) - before);
    if (rb_simulation_phase(sim) == RB_PHASE_RUNNING) {
        rb_cost_add(&runs->costs[run], rb_core_clock() - core, rb_wall_clock() - begun, evaluations);
    }
    return whole;
}

bool rb_lockstep_tick(rb_lockstep *runs) {
    if (!runs->within) {
        begin_tick(runs);
    }
    for (int i = 0; i < runs->count; i++) {
        if (!continue_run(runs, i)) {
            return false;
        }
    }
    runs->within = false;
    runs->ticks++;
    return true;
}
