/* Up to eight simulations that advance in time together. All runs are observed at the same instants,
   whatever their own ticks and steps. The common tick is a whole number of each run's ticks, so every run
   takes the same steps as alone and gives the same bits. */
#ifndef RB_SIM_LOCKSTEP_H
#define RB_SIM_LOCKSTEP_H

#include "rattleback/runner.h"

/* Measures the cost of a right-hand side: the median over many ticks. Ticks in which the thread was
   preempted are left out. */
#define RB_COST_KEPT 63

typedef struct rb_cost {
    double each[RB_COST_KEPT]; /* s, cost in each tick since the last median */
    int count;
    double median; /* s; 0: not known yet */
} rb_cost;

/* Adds a tick: its CPU time and its wall time, s, and the number of right-hand sides it evaluated. */
void rb_cost_add(rb_cost *cost, double core, double wall, double evaluations);

typedef struct rb_lockstep {
    rb_simulation *sims[RB_RUNS_MAX];
    rb_run_mark marks[RB_RUNS_MAX];
    rb_cost costs[RB_RUNS_MAX]; /* cost of one right-hand side */
    int count;
    double tick;               /* common tick, s */
    uint64_t ticks;            /* common ticks done since the start */
    uint64_t start;            /* number of the command that last restarted all runs */
    bool within;               /* a tick has been interrupted */
    int64_t left[RB_RUNS_MAX]; /* of it, in ticks of each run */
    rb_interrupt *interrupt;   /* ticks left in it, of each run */
    void *interrupt_user;
} rb_lockstep;

void rb_lockstep_destroy(rb_lockstep *runs);

/* Each function takes the number of the command that it carries out. A rejected command changes nothing. */
rb_status rb_lockstep_open(rb_lockstep *runs, const rb_scene *scene, uint64_t number, rb_error *err);
rb_status rb_lockstep_add(rb_lockstep *runs, const rb_scene *scene, uint64_t number, rb_error *err);
rb_status rb_lockstep_replace(rb_lockstep *runs, int run, const rb_scene *scene, uint64_t number,
                              rb_error *err);
rb_status rb_lockstep_edit(rb_lockstep *runs, int run, const rb_scene *scene, uint64_t number, rb_error *err);
rb_status rb_lockstep_remove(rb_lockstep *runs, int run, rb_error *err);
void rb_lockstep_restart(rb_lockstep *runs, uint64_t number);
/* Runs that have ended stay as they are. */
void rb_lockstep_flick(rb_lockstep *runs, rb_vec3 delta_omega, uint64_t number);
rb_status rb_lockstep_restore(rb_lockstep *runs, int run, const void *checkpoint, size_t size,
                              uint64_t number, rb_error *err);

/* Returns the time of the earliest run that is not frozen; INFINITY if all are. */
double rb_lockstep_time(const rb_lockstep *runs);

/* Makes one common tick, or the rest of an interrupted one. Returns false if it is interrupted (again). */
bool rb_lockstep_tick(rb_lockstep *runs);

#endif
