/* DOP853 (Dormand & Prince; Hairer, Norsett & Wanner): explicit Runge-Kutta of order 8 with embedded
   methods of order 5 and 3 for error control, and a continuous extension of order 7. */
#ifndef RB_MATH_DOP853_H
#define RB_MATH_DOP853_H

#include "math/dense.h"

#define RB_DOP853_STAGES 16 /* 12 of the step, the slope at its end, 3 of the extension */
#define RB_DOP853_COST 11   /* right-hand sides of a step, without the one at its end */
#define RB_DOP853_DENSE_COST 3

/* A step that was made. */
typedef struct rb_dop853 {
    double k[RB_DOP853_STAGES][RB_ODE_MAX]; /* slopes */
    double z[RB_DOP853_STAGES][RB_ODE_MAX]; /* where they were taken */
    double rise[RB_ODE_MAX];                /* of the solution, per unit of time */
} rb_dop853;

/* The stages after the first in the order of time, and the shares of the step at which they are,
   about: for hints of what is within. */
extern const int rb_dop853_order[RB_DOP853_COST];
extern const double rb_dop853_when[RB_DOP853_COST];

/* A trial step of length h from y, where f is the right-hand side. */
void rb_dop853_step(const rb_system *system, double h, const double *y, const double *f, rb_dop853 *step,
                    double *y_new);

/* Root mean square of its error against what is allowed of each component: at most 1 is good. */
double rb_dop853_error(const rb_dop853 *step, int n, double h, const double *allowed);

/* h times the size of the largest eigenvalue, as the step felt it: beyond 6 it is stability that
   limits the step, not accuracy. f_new is the right-hand side at y_new. */
double rb_dop853_stiffness(const rb_dop853 *step, int first, int count, double h, const double *y_new,
                           const double *f_new);

/* Its extension. y_new and f_new may have been put back on constraints. */
void rb_dop853_dense(const rb_system *system, double h, const double *y, const double *y_new,
                     const double *f_new, rb_dop853 *step, rb_dense *out);

#endif
