/* Measures the cost of a right-hand side: the median over many ticks. Ticks in which the thread was
   preempted are left out. */
#ifndef RB_SIM_COST_H
#define RB_SIM_COST_H

#define RB_COST_KEPT 63

typedef struct rb_cost {
    double each[RB_COST_KEPT]; /* s, cost in each tick since the last median */
    int count;
    double median; /* s; 0: not known yet */
} rb_cost;

/* Adds a tick: its CPU time and its wall time, s, and the number of right-hand sides it evaluated. */
void rb_cost_add(rb_cost *cost, double core, double wall, double evaluations);

#endif
