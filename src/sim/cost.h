/* The measured cost of a right-hand side: the median over many ticks, of those only in which the thread was
   not preempted. */
#ifndef RB_SIM_COST_H
#define RB_SIM_COST_H

#define RB_COST_KEPT 63

typedef struct rb_cost {
    double each[RB_COST_KEPT]; /* s, of the ticks since the last median */
    int count;
    double median; /* s; 0: not known yet */
} rb_cost;

/* A tick: its time on the core and on the wall, s, and how many right-hand sides it took. */
void rb_cost_add(rb_cost *cost, double core, double wall, double evaluations);

#endif
