/* RODAS4 (Hairer & Wanner): a linearly implicit Rosenbrock method of order 4(3) with six stages,
   L-stable and stiffly accurate; one Jacobian and one LU decomposition a step. */
#ifndef RB_MATH_RODAS_H
#define RB_MATH_RODAS_H

#include <stdbool.h>

#include "math/ode.h"

typedef struct rb_rodas_system {
    rb_rhs rhs;
    rb_jacobian jacobian;
    const void *model;
    int n;
} rb_rodas_system;

/* One trial step of length h from y, where f is the right-hand side: fills y_new and error, the
   difference to the embedded third-order solution. False if the matrix is singular or not finite.
   Costs five right-hand sides. */
bool rb_rodas_step(const rb_rodas_system *system, double h, const double *y, const double *f,
                   const double *J, double *y_new, double *error);

#endif
