/* Rodas5P (Steinebach 2023, after Di Marzo 1993): a linearly implicit Rosenbrock method of order 5(4) with
   eight stages, L-stable and stiffly accurate, and dense output of order 4; one Jacobian and one LU
   decomposition per step. */
#ifndef RB_MATH_RODAS_H
#define RB_MATH_RODAS_H

#include <stdbool.h>

#include "math/dense.h"

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

#endif
