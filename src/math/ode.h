/* Systems of ordinary differential equations, dy/dt = f(y), for the integrators. */
#ifndef RB_MATH_ODE_H
#define RB_MATH_ODE_H

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

#endif
