/* Collocation with four unknown stages, whose right-hand sides are evaluated together in four lanes:
   Lobatto IIIA (order 8, its first stage is the start) by fixed-point iteration, for motion that is not
   stiff, and Radau IIA (order 7, L-stable) by a simplified Newton iteration. Both start from the
   extrapolated polynomial of the previous step. */
#ifndef RB_MATH_COLLOCATION_H
#define RB_MATH_COLLOCATION_H

#include <stdbool.h>

#include "math/dense.h"

#define RB_COLLOCATION_STAGES 4

/* Result of a step. */
typedef struct rb_collocated {
    double change[RB_ODE_MAX]; /* change of its end by the last iteration */
    double left; /* Radau: share of it that another iteration would change; INFINITY: no convergence */
    double defect[RB_ODE_MAX]; /* h times the defect of the polynomial's slope at the start; Radau: filtered
                                  of stiff components; Lobatto: of the polynomial without the start among its
                                  nodes */
    double z[RB_COLLOCATION_STAGES][RB_ODE_MAX]; /* states of the stages */
    double f[RB_COLLOCATION_STAGES][RB_ODE_MAX]; /* right-hand sides there, with the values behind them */
} rb_collocated;

/* Times of the stages as shares of the step. */
extern const double rb_lobatto_nodes[RB_COLLOCATION_STAGES], rb_radau_nodes[RB_COLLOCATION_STAGES];

/* Returns the root mean square of the error relative to the allowed error; a step is good up to 1. */
double rb_collocation_error(const rb_collocated *made, int n, bool implicit, const double *allowed);

/* Returns the share of the error that comes from the iteration and not from the motion. Large (above 0.1)
   where something decays or vibrates much faster than the motion: there stability limits the steps of
   fixed-point iteration. */
double rb_collocation_iteration_share(const rb_collocated *made, int n, const double *scale);

#endif
