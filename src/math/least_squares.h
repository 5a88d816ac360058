/* Nonlinear least squares after Levenberg and Marquardt: the smallest sum of squares of residuals
   that depend on a few parameters, with derivatives from differences. No random choice, no
   tolerance that depends on the machine: the same bits everywhere. */
#ifndef RB_MATH_LEAST_SQUARES_H
#define RB_MATH_LEAST_SQUARES_H

#include <stdbool.h>

#define RB_LEAST_SQUARES_MAX 64 /* parameters at most */

typedef struct rb_least_squares {
    int parameters, residuals;
    /* Residuals at p; false where there are none: as good as infinitely large ones. */
    bool (*evaluate)(void *context, const double *p, double *residuals);
    /* Asked before every evaluation: true ends the search. May be NULL. */
    bool (*stop)(void *context);
    /* Called with every better p. May be NULL. */
    void (*improved)(void *context, const double *p, double sum);
    void *context;
    double difference; /* of a parameter, for derivatives: parameters are of size 1 */
    double enough;     /* ends when an iteration lowers the sum by a smaller share than this */
    int iterations;    /* at most */
} rb_least_squares;

typedef struct rb_least_squares_result {
    double sum;      /* of squares */
    int evaluations; /* of all residuals */
    bool stopped;
    bool no_memory; /* why nothing was found */
    /* Inverse of J^T J at the end; rows of what is not determined are infinite. parameters squared. */
    double inverse[RB_LEAST_SQUARES_MAX * RB_LEAST_SQUARES_MAX];
} rb_least_squares_result;

/* Improves p. False when out of memory, or when there are no residuals at the first p. */
bool rb_least_squares_solve(const rb_least_squares *problem, double *p, rb_least_squares_result *out);

#endif
