/* Steps of dp5, and errors of collocation. The other methods have files of their own. */
#include "math/ode.h"

#include <math.h>

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

const double rb_lobatto_nodes[RB_COLLOCATION_STAGES] = {0.1726731646460114281, 0.5, 0.8273268353539885719, 1};
const double rb_radau_nodes[RB_COLLOCATION_STAGES] = {0.08858795951270394739, 0.4094668644407347108,
                                                      0.7876594617608470561, 1};

/* The error of the dense output is about these shares of the defect; at the ends of steps it is far
   smaller. */
#define LOBATTO_SHARE 1e-3
#define RADAU_SHARE 0.1
#define NO_CONVERGENCE 20 /* error if the iteration did not converge; the next try has half the length */

double rb_collocation_error(const rb_collocated *made, int n, bool implicit, const double *allowed) {
    if (implicit && made->left > 1) {
        return NO_CONVERGENCE;
    }
    double share = implicit ? RADAU_SHARE : LOBATTO_SHARE, sum = 0;
    double left = implicit ? made->left : 1;
    for (int i = 0; i < n; i++) {
        double per = 1 / allowed[i], change = left * made->change[i] * per;
        double defect = share * made->defect[i] * per;
        sum += change * change + defect * defect;
    }
    return sqrt(sum / n);
}

double rb_collocation_iteration_share(const rb_collocated *made, int n, const double *scale) {
    double change = 0, defect = 0;
    for (int i = 0; i < n; i++) {
        double a = made->change[i] / scale[i], b = made->defect[i] / scale[i];
        change += a * a;
        defect += b * b;
    }
    return defect > 0 ? sqrt(change / defect) : 0;
}
