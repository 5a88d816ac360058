/* Systems of ordinary differential equations, dy/dt = f(y), and the steps of the integration methods: dp5,
   dop853, rodas, collocation (lobatto and radau). */
#ifndef RB_MATH_ODE_H
#define RB_MATH_ODE_H

#include <stdbool.h>

#define RB_ODE_MAX 24 /* the largest system, including auxiliary values behind the derivatives */

typedef void (*rb_rhs)(const void *model, const double *y, double *dydt);

/* J[i * n + j] = d f_i / d y_j. */
typedef void (*rb_jacobian)(const void *model, const double *y, double *J);

typedef struct rb_system {
    rb_rhs rhs;
    const void *model;
    int n;
    /* Components that any right-hand side depends on: `count` from `first`. The others do not act back. */
    int first, count;
} rb_system;

/* The continuous extension of a step: one polynomial for every component, in the nested form

       y(x) = y0 + x (c0 + (1 - x) (c1 + x (c2 + (1 - x) (c3 + ...)))),   0 <= x <= 1,

   which passes through y0 and y1 = y0 + c0 for any other coefficients. */

#define RB_DENSE_MAX 7

typedef struct rb_dense {
    int count; /* number of coefficients */
    double c[RB_DENSE_MAX][RB_ODE_MAX];
} rb_dense;

/* Returns component i at the share x of the step from y0. */
static inline double rb_dense_at(const rb_dense *dense, const double *y0, int i, double x) {
    double sum = dense->c[dense->count - 1][i];
    for (int k = dense->count - 2; k >= 0; k--) {
        sum = dense->c[k][i] + (k % 2 == 0 ? 1 - x : x) * sum;
    }
    return y0[i] + x * sum;
}

/* Computes all n components, with the same bits as one by one. */
static inline void rb_dense_state(const rb_dense *dense, const double *y0, int n, double x, double *y) {
    double sum[RB_ODE_MAX];
    for (int i = 0; i < n; i++) {
        sum[i] = dense->c[dense->count - 1][i];
    }
    for (int k = dense->count - 2; k >= 0; k--) {
        double factor = k % 2 == 0 ? 1 - x : x;
        for (int i = 0; i < n; i++) {
            sum[i] = dense->c[k][i] + factor * sum[i];
        }
    }
    for (int i = 0; i < n; i++) {
        y[i] = y0[i] + x * sum[i];
    }
}

/* Dormand-Prince 5(4): seven stages, the last of a step being the first of the next, so that a
   step costs six right-hand sides. */

/* Advances y by h. On entry k1 is the right-hand side at y; on return, at the new y. error (may be NULL):
   difference to the embedded fourth-order solution, per component. */
void rb_dp5_step(rb_rhs rhs, const void *model, int n, double h, double *y, double *k1, double *error);

/* The same for a system that states its coupled components. */
void rb_dp5_step_of(const rb_system *system, double h, double *y, double *k1, double *error);

/* DOP853 (Dormand & Prince; Hairer, Norsett & Wanner): explicit Runge-Kutta of order 8 with embedded
   methods of order 5 and 3 for error control, and dense output of order 7. */

#define RB_DOP853_STAGES 16 /* 12 of the step, the slope at its end, 3 of the dense output */
#define RB_DOP853_COST 11   /* right-hand sides of a step, without the one at its end */
#define RB_DOP853_DENSE_COST 3

/* A step that was made. */
typedef struct rb_dop853 {
    double k[RB_DOP853_STAGES][RB_ODE_MAX]; /* slopes */
    double z[RB_DOP853_STAGES][RB_ODE_MAX]; /* states at which they were evaluated */
    double rise[RB_ODE_MAX];                /* slope of the solution: (y_new - y) / h */
} rb_dop853;

/* The stages after the first in the order of time, and their approximate times as shares of the step. */
extern const int rb_dop853_order[RB_DOP853_COST];
extern const double rb_dop853_when[RB_DOP853_COST];

/* Makes a trial step of length h from y, where f is the right-hand side. */
void rb_dop853_step(const rb_system *system, double h, const double *y, const double *f, rb_dop853 *step,
                    double *y_new);

/* Returns the root mean square of the error relative to the allowed error; a step is good up to 1. */
double rb_dop853_error(const rb_dop853 *step, int n, double h, const double *allowed);

/* Returns an estimate of h times the modulus of the largest eigenvalue: above 6, stability and not
   accuracy limits the step. f_new is the right-hand side at y_new. */
double rb_dop853_stiffness(const rb_dop853 *step, int first, int count, double h, const double *y_new,
                           const double *f_new);

/* Builds the dense output. y_new and f_new may have been projected to constraints. */
void rb_dop853_dense(const rb_system *system, double h, const double *y, const double *y_new,
                     const double *f_new, rb_dop853 *step, rb_dense *out);

/* Rodas5P (Steinebach 2023, after Di Marzo 1993): a linearly implicit Rosenbrock method of order 5(4) with
   eight stages, L-stable and stiffly accurate, and dense output of order 4; one Jacobian and one LU
   decomposition per step. */

#define RB_RODAS_STAGES 8
#define RB_RODAS_COST 7 /* right-hand sides of a step, without the one at its start */

/* A step that was made. */
typedef struct rb_rodas {
    double U[RB_RODAS_STAGES][RB_ODE_MAX];
    double f[RB_RODAS_STAGES][RB_ODE_MAX]; /* right-hand sides of the stages */
    double z[RB_RODAS_STAGES][RB_ODE_MAX]; /* states at which they were evaluated */
} rb_rodas;

/* Makes a trial step of length h from y, where f is the right-hand side: fills y_new and error, the
   difference to the embedded fourth-order solution. Of J only the columns of coupled components are used.
   Returns false if the matrix is singular or not finite. */
bool rb_rodas_step(const rb_system *system, double h, const double *y, const double *f, const double *J,
                   rb_rodas *step, double *y_new, double *error);

/* Builds the dense output. y_new may have been projected to constraints. */
void rb_rodas_dense(const rb_rodas *step, int n, const double *y, const double *y_new, rb_dense *out);

/* Collocation with four unknown stages, whose right-hand sides are evaluated together in four lanes:
   Lobatto IIIA (order 8, its first stage is the start) by fixed-point iteration, for motion that is not
   stiff, and Radau IIA (order 7, L-stable) by a simplified Newton iteration. Both start from the
   extrapolated polynomial of the previous step. */

#define RB_COLLOCATION_STAGES 4

/* Result of a step. */
typedef struct rb_collocated {
    double change[RB_ODE_MAX]; /* change of its end by the last iteration */
    double left; /* Radau: share of it that another iteration would change; INFINITY: no convergence */
    bool far;    /* Radau: stopped at once, because the prediction from the previous step was far off */
    double defect[RB_ODE_MAX]; /* h times the defect of the polynomial's slope at the start; Radau: filtered
                                  of stiff components; Lobatto: of the polynomial without the start among its
                                  nodes */
    double z[RB_COLLOCATION_STAGES][RB_ODE_MAX]; /* states of the stages */
    double f[RB_COLLOCATION_STAGES][RB_ODE_MAX]; /* right-hand sides there, with the values behind them */
} rb_collocated;

/* Times of the stages as shares of the step. */
extern const double rb_lobatto_nodes[RB_COLLOCATION_STAGES], rb_radau_nodes[RB_COLLOCATION_STAGES];

/* Returns the root mean square of the error relative to the allowed error; a step is good up to 1. */
double rb_collocation_error(const rb_collocated *made, int n, bool implicit, const double *allowed);

/* Returns the share of the error that comes from the iteration and not from the motion. Large (above 0.1)
   where something decays or vibrates much faster than the motion: there stability limits the steps of
   fixed-point iteration. */
double rb_collocation_iteration_share(const rb_collocated *made, int n, const double *scale);

#endif
