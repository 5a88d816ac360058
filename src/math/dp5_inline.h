/* The step of Dormand-Prince 5(4), for one system or several in lanes. */
#ifndef RB_MATH_DP5_INLINE_H
#define RB_MATH_DP5_INLINE_H

#include "math/num_inline.h"
#include "math/ode.h"
#include "math/sizes_inline.h"

typedef void (*rb_num_rhs)(const void *model, const rb_num *y, rb_num *dydt);

/* Coefficients: row s gives the argument of stage s + 2; the last row is also the fifth-order solution.
   The systems are autonomous, so the nodes c are not needed. */
static const double dp5_A[6][6] = {
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

/* Fifth minus fourth order. */
static const double dp5_E[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

/* One loop per stage with the sums written out: they are half of the cost of a step. Stages consist of the
   coupled components. The newest slope is added last, to shorten the dependency chain. */
RB_INLINE void dp5_step(rb_num_rhs rhs, const void *model, rb_sizes of, rb_num h, rb_num *y, rb_num *k1,
                        rb_num *error) {
    rb_num k2[RB_ODE_MAX], k3[RB_ODE_MAX], k4[RB_ODE_MAX], k5[RB_ODE_MAX], k6[RB_ODE_MAX];
    rb_num z[RB_ODE_MAX] = {0};
    const int n = of.n, first = of.first, end = of.first + of.count;
    memcpy(z, y, (size_t)n * sizeof *y);

    rb_num last = h * dp5_A[0][0];
    for (int i = first; i < end; i++) {
        z[i] = y[i] + last * k1[i];
    }
    rhs(model, z, k2);
    last = h * dp5_A[1][1];
    for (int i = first; i < end; i++) {
        z[i] = (y[i] + h * (dp5_A[1][0] * k1[i])) + last * k2[i];
    }
    rhs(model, z, k3);
    last = h * dp5_A[2][2];
    for (int i = first; i < end; i++) {
        z[i] = (y[i] + h * (dp5_A[2][0] * k1[i] + dp5_A[2][1] * k2[i])) + last * k3[i];
    }
    rhs(model, z, k4);
    last = h * dp5_A[3][3];
    for (int i = first; i < end; i++) {
        z[i] = (y[i] + h * (dp5_A[3][0] * k1[i] + dp5_A[3][1] * k2[i] + dp5_A[3][2] * k3[i])) + last * k4[i];
    }
    rhs(model, z, k5);
    last = h * dp5_A[4][4];
    for (int i = first; i < end; i++) {
        z[i] = (y[i] +
                h * (dp5_A[4][0] * k1[i] + dp5_A[4][1] * k2[i] + dp5_A[4][2] * k3[i] + dp5_A[4][3] * k4[i])) +
               last * k5[i];
    }
    rhs(model, z, k6);
    last = h * dp5_A[5][5];
    for (int i = 0; i < n; i++) {
        y[i] = (y[i] +
                h * (dp5_A[5][0] * k1[i] + dp5_A[5][2] * k3[i] + dp5_A[5][3] * k4[i] + dp5_A[5][4] * k5[i])) +
               last * k6[i];
        z[i] = dp5_E[0] * k1[i] + dp5_E[2] * k3[i] + dp5_E[3] * k4[i] + dp5_E[4] * k5[i] + dp5_E[5] * k6[i];
    }
    rhs(model, y, k1);
    if (error != 0) {
        for (int i = 0; i < n; i++) {
            error[i] = h * (z[i] + dp5_E[6] * k1[i]);
        }
    }
}

#endif
