/* Nonlinear least squares by the Levenberg-Marquardt method: minimises the sum of squares of residuals
   that depend on a few parameters, with derivatives by differences and steps by QR. No random numbers and no
   machine-dependent tolerances: the same bits everywhere. */
#ifndef RB_MATH_LEAST_SQUARES_H
#define RB_MATH_LEAST_SQUARES_H

#include <stdbool.h>

#define RB_LEAST_SQUARES_MAX 64 /* parameters at most */

typedef struct rb_least_squares {
    int parameters, residuals;
    /* Computes the residuals at p; false where there are none, which counts as infinitely large ones. */
    bool (*evaluate)(void *context, const double *p, double *residuals);
    /* Called before every evaluation: true ends the search. May be NULL. */
    bool (*stop)(void *context);
    /* Called with every improved p. May be NULL. */
    void (*improved)(void *context, const double *p, double sum);
    /* Moves p back between its bounds. May be NULL. */
    void (*limit)(void *context, double *p);
    void *context;
    double difference; /* step of a parameter for derivatives: parameters are of size 1 */
    double enough;     /* ends when an iteration lowers the sum by less than this share */
    int iterations;    /* maximum number */
} rb_least_squares;

typedef struct rb_least_squares_result {
    double sum;      /* of squares */
    int evaluations; /* of the residuals */
    bool stopped;
    bool no_memory; /* the search failed: out of memory */
} rb_least_squares_result;

/* Improves p. Returns false when out of memory, or if there are no residuals at the first p. */
bool rb_least_squares_solve(const rb_least_squares *problem, double *p, rb_least_squares_result *out);

#endif
