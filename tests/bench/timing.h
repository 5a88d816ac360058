/* Shared by benchmarks: clock, statistics of times, name of the machine. */
#ifndef RB_TESTS_BENCH_TIMING_H
#define RB_TESTS_BENCH_TIMING_H

#include <rattleback/rattleback.h>

/* CPU time, s, which excludes other load. */
double cpu_seconds(void);

typedef struct spread {
    double least, median;
} spread;

/* Sorts the times. */
spread spread_of(double *times, int count);

/* Seconds of a right-hand side and of a Jacobian at a few states along the motion; each is reduced to the
   new value if that is smaller (0: none yet). */
void derivative_costs(const rb_scene *scene, double *rhs, double *jacobian);

/* Processor, cores and compiler, in a line on stdout. */
void print_machine(void);

#endif
