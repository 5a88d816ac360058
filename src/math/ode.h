/* Systems of ordinary differential equations, dy/dt = f(y), as the integrators see them. */
#ifndef RB_MATH_ODE_H
#define RB_MATH_ODE_H

#define RB_ODE_MAX 24 /* the largest system, auxiliary values behind the derivatives included */

typedef void (*rb_rhs)(const void *model, const double *y, double *dydt);

/* J[i * n + j] = d f_i / d y_j. */
typedef void (*rb_jacobian)(const void *model, const double *y, double *J);

typedef struct rb_system {
    rb_rhs rhs;
    const void *model;
    int n;
    /* Components that any right-hand side depends on: those from `first`, `count` of them. The
       others follow without acting back. */
    int first, count;
} rb_system;

#endif
