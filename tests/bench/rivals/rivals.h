/* Which solver integrates our equations of motion fastest at the same error? A problem is the right-hand
   side of a scene, its start and a converged end; a contestant integrates from the start to the end at
   some tolerance. */
#ifndef RB_TESTS_BENCH_RIVALS_RIVALS_H
#define RB_TESTS_BENCH_RIVALS_RIVALS_H

#include <rattleback/rattleback.h>

#include "bench/timing.h"
#include "bodies/ops.h"

typedef struct problem {
    rb_scene scene;
    rb_model model;
    double t_end;                      /* s */
    int n;                             /* components that rivals integrate: those that drive the motion */
    double start[RB_ODE_MAX];          /* on its constraints */
    double scale[RB_ODE_MAX];          /* unit of each component */
    rb_snapshot end;                   /* converged */
    double r_size, v_size, omega_size; /* the largest values of the motion, as units of errors */
    uint64_t evaluations, jacobians;   /* of the run that is being made */
    uint64_t budget;                   /* evaluations of one run, Jacobians included by their cost */
} problem;

/* Integrates from the start to the end. knob: the tolerance, or the step of methods with a fixed one.
   Returns false if it failed. */
typedef bool contestant_run(problem *p, int variant, double knob, rb_snapshot *end);

typedef struct contestant {
    char name[32];
    bool ours;
    bool fixed_step;
    int variant;
    contestant_run *run;
} contestant;

/* Each adds its contestants to a list with room for `room` and returns how many it added. */
int add_ours(contestant *list, int room);
int add_gsl(contestant *list, int room);
int add_sundials(contestant *list, int room);
int add_desolve(contestant *list, int room);

/* ---- problem.c */

bool problem_open(problem *p, const char *scene, double t_end, rb_error *err);
/* Our right-hand side and Jacobian (row by row), counted. False once the budget is spent. */
bool problem_rhs(problem *p, const double *y, double *dydt);
bool problem_jacobian(problem *p, const double *y, double *J);
bool problem_within_budget(const problem *p);
/* Converts a state, projected to its constraints. */
void problem_observe(const problem *p, const double *y, rb_snapshot *end);
/* The largest relative error of position, velocity, attitude and spin; INFINITY if there is no result. */
double problem_error(const problem *p, const rb_snapshot *end);
/* Computes p->end by two methods at their smallest tolerances; *differ: their difference. Returns false if
   it is too large. */
#define REFERENCES_APART 1e-8 /* a hundredth of the finest error reported */
bool problem_converge(problem *p, double *differ);

#endif
