#include "math/dp5.h"

#include "math/dp5_inline.h"

void rb_dp5_step(rb_rhs rhs, const void *model, int n, double h, double *y, double *k1,
                 double *error) {
    dp5_step(rhs, model, n, h, y, k1, error);
}
