#include "math/ode.h"

#include "math/dp5_inline.h"

void rb_dp5_step(rb_rhs rhs, const void *model, int n, double h, double *y, double *k1, double *error) {
    dp5_step(rhs, model, (rb_sizes){0, n, n}, h, y, k1, error);
}

void rb_dp5_step_of(const rb_system *system, double h, double *y, double *k1, double *error) {
    rb_sizes of = {system->first, system->count, system->n};
    if (rb_sizes_are(of, RB_SIZES_CELT)) {
        dp5_step(system->rhs, system->model, RB_SIZES_CELT, h, y, k1, error);
    } else if (rb_sizes_are(of, RB_SIZES_TOP)) {
        dp5_step(system->rhs, system->model, RB_SIZES_TOP, h, y, k1, error);
    } else {
        dp5_step(system->rhs, system->model, of, h, y, k1, error);
    }
}
