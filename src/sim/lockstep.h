/* Up to eight simulations that go through time together.

   All are at the same instants, whatever their own ticks and steps: the common tick is a whole
   number of each run's ticks, so that every run takes its own steps, to the same bits as alone. */
#ifndef RB_SIM_LOCKSTEP_H
#define RB_SIM_LOCKSTEP_H

#include "rattleback/runner.h"
#include "sim/cost.h"

typedef struct rb_lockstep {
    rb_simulation *sims[RB_RUNS_MAX];
    rb_run_mark marks[RB_RUNS_MAX];
    rb_cost costs[RB_RUNS_MAX]; /* of one right-hand side */
    int count;
    double tick;               /* the common one, s */
    uint64_t ticks;            /* done since the start */
    uint64_t start;            /* number of the command that last restarted all runs */
    bool within;               /* a tick is under way */
    int64_t left[RB_RUNS_MAX]; /* of it, in the run's own ticks */
    rb_interrupt *interrupt;   /* asked within ticks */
    void *interrupt_user;
} rb_lockstep;

void rb_lockstep_destroy(rb_lockstep *runs);

/* Each takes the number of the command it carries out. What is refused changes nothing. */
rb_status rb_lockstep_open(rb_lockstep *runs, const rb_scene *scene, uint64_t number, rb_error *err);
rb_status rb_lockstep_add(rb_lockstep *runs, const rb_scene *scene, uint64_t number, rb_error *err);
rb_status rb_lockstep_replace(rb_lockstep *runs, int run, const rb_scene *scene, uint64_t number,
                              rb_error *err);
rb_status rb_lockstep_edit(rb_lockstep *runs, int run, const rb_scene *scene, uint64_t number, rb_error *err);
rb_status rb_lockstep_remove(rb_lockstep *runs, int run, rb_error *err);
void rb_lockstep_restart(rb_lockstep *runs, uint64_t number);
void rb_lockstep_flick(rb_lockstep *runs, rb_vec3 delta_omega, uint64_t number);
void rb_lockstep_restore(rb_lockstep *runs, int run, const rb_snapshot *snapshot, uint64_t number);

/* Of the earliest run that is not frozen; INFINITY if all are. */
double rb_lockstep_time(const rb_lockstep *runs);

/* One common tick, or the rest of one that was interrupted; false if it is interrupted (again). */
bool rb_lockstep_tick(rb_lockstep *runs);

#endif
