/* The longest step of an implicit method that does not suppress what grows. */
#ifndef RB_SIM_GROWTH_H
#define RB_SIM_GROWTH_H

#include "bodies/ops.h"

/* h, or less: so that the fastest growing mode of J (the Jacobian at the start, of what moves) is resolved.
   f: the right-hand side there. *unchecked: steps since all eigenvalues were looked at, INFINITY at first;
   each call counts. */
double rb_growth_limit(const rb_model *model, const double *J, const double *f, double h, double *unchecked);

#endif
