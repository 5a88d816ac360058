#include "sim/interpolant.h"

#include "sim/step_inline.h"

double rb_interpolant_at(const rb_interpolant *part, int i, double x) {
    if (part->step != NULL) {
        const rb_dense *dense = rb_step_dense(part->step, part->model, part->evaluations);
        return rb_dense_at(dense, part->step->y0, i, x * (part->h / part->step->h));
    }
    return cubic_value(part->y0[i], part->f0[i], part->y1[i], part->f1[i], part->h, x);
}

void rb_interpolant_look(const rb_interpolant *part, double x, double *y, double *f) {
    rb_step_look(part->step, part->model, x * (part->h / part->step->h), y, f, part->evaluations);
}
