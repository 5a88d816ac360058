/* DOP853 (Dormand & Prince; Hairer, Norsett & Wanner): explicit Runge-Kutta of order 8 with embedded
   methods of order 5 and 3 for error control, and dense output of order 7. */
#ifndef RB_MATH_DOP853_H
#define RB_MATH_DOP853_H

#include "math/dense.h"

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

#endif
