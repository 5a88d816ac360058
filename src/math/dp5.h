/* Dormand-Prince 5(4): seven stages, the last of a step being the first of the next, so that a
   step costs six right-hand sides. */
#ifndef RB_MATH_DP5_H
#define RB_MATH_DP5_H

#include "math/ode.h"

/* Advances y by h. On entry k1 is the right-hand side at y; on return, at the new y. error (may be NULL):
   difference to the embedded fourth-order solution, per component. */
void rb_dp5_step(rb_rhs rhs, const void *model, int n, double h, double *y, double *k1, double *error);

/* The same for a system that states its coupled components. */
void rb_dp5_step_of(const rb_system *system, double h, double *y, double *k1, double *error);

#endif
