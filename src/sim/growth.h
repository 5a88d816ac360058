/* Step size limit of implicit methods for growing modes (growth.c). */
#ifndef RB_SIM_GROWTH_H
#define RB_SIM_GROWTH_H

#include "bodies/ops.h"

/* Returns h, or less if the fastest growing mode of J (Jacobian of the coupled components at the start, f:
   right-hand side there) requires it. *unchecked: steps since all eigenvalues were computed, INFINITY at
   first; each call increments it. */
double rb_growth_limit(const rb_model *model, const double *J, const double *f, double h, double *unchecked);

#endif
