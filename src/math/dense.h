/* The continuous extension of a step: one polynomial for every component, in the nested form

       y(x) = y0 + x (c0 + (1 - x) (c1 + x (c2 + (1 - x) (c3 + ...)))),   0 <= x <= 1,

   which passes through y0 and y1 = y0 + c0 for any other coefficients. */
#ifndef RB_MATH_DENSE_H
#define RB_MATH_DENSE_H

#include "math/ode.h"

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

#endif
