/* Collocation with four unknown stages, whose right-hand sides are taken all at once in four lanes:
   Lobatto IIIA (order 8, its first stage is the start) by plain iteration, for what is not stiff, and
   Radau IIA (order 7, L-stable) by a simplified Newton iteration. Both begin with the polynomial of the
   step before, carried on. */
#ifndef RB_MATH_COLLOCATION_H
#define RB_MATH_COLLOCATION_H

#include <stdbool.h>

#include "math/dense.h"

#define RB_COLLOCATION_STAGES 4

/* What came of a step. */
typedef struct rb_collocated {
    double change[RB_ODE_MAX]; /* of its end, by the last iteration */
    double left; /* Radau's: the share of it that another would change; INFINITY: no convergence */
    double defect[RB_ODE_MAX]; /* h times what is missing in the polynomial's slope at the start; of Radau's
                                           freed from what is stiff, of Lobatto's without the start among the
                                  nodes */
    double z[RB_COLLOCATION_STAGES][RB_ODE_MAX]; /* stages: where slopes were taken */
    double f[RB_COLLOCATION_STAGES][RB_ODE_MAX]; /* and they themselves, with what is behind them */
} rb_collocated;

/* Shares of the step at which the stages are. */
extern const double rb_lobatto_nodes[RB_COLLOCATION_STAGES], rb_radau_nodes[RB_COLLOCATION_STAGES];

/* The error of a step against what is allowed, root mean square: at most 1 is good. */
double rb_collocation_error(const rb_collocated *made, int n, bool implicit, const double *allowed);

/* How much of it is the iteration's, not the motion's. Large (above 0.1, say) where something decays or
   vibrates much faster than the motion asks for: there stability limits steps of plain iteration. */
double rb_collocation_strain(const rb_collocated *made, int n, const double *scale);

#endif
