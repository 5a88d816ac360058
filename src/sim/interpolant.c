#include "sim/interpolant.h"

#include "sim/step_inline.h"

double rb_interpolant_at(const rb_interpolant *s, int i, double x) {
    if (s->step != NULL) {
        const rb_dense *dense = rb_step_dense(s->step, s->model, s->evaluations);
        return rb_dense_at(dense, s->step->y0, i, x * (s->h / s->step->h));
    }
    return cubic_value(s->y0[i], s->f0[i], s->y1[i], s->f1[i], s->h, x);
}

void rb_interpolant_look(const rb_interpolant *s, double x, double *y, double *f) {
    rb_step_look(s->step, s->model, x * (s->h / s->step->h), y, f, s->evaluations);
}
