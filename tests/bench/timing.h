/* What benchmarks share: the clock, what is reported of many times, the machine's name. */
#ifndef RB_TESTS_BENCH_TIMING_H
#define RB_TESTS_BENCH_TIMING_H

#include <rattleback/rattleback.h>

/* Processor time, s: what else the machine does is not ours to measure. */
double cpu_seconds(void);

typedef struct spread {
    double least, median;
} spread;

/* Sorts the times. */
spread spread_of(double *times, int count);

/* Seconds of a right-hand side and of a Jacobian at a few states along the scene's motion; each keeps
   the smaller of its value and the new one, 0 meaning none yet. */
void derivative_costs(const rb_scene *scene, double *rhs, double *jacobian);

/* Processor, cores and compiler, in a line on stdout. */
void print_machine(void);

#endif
