#include "sim/stride.h"

#include "sim/step_inline.h"

double rb_stride_at(const rb_stride *s, int i, double x) {
    if (s->leg != NULL) {
        const rb_dense *dense = rb_leg_extension(s->leg, s->model, s->evaluations);
        return rb_dense_at(dense, s->leg->y0, i, x * (s->h / s->leg->h));
    }
    return stride_value(s->y0[i], s->f0[i], s->y1[i], s->f1[i], s->h, x);
}

void rb_stride_look(const rb_stride *s, double x, double *y, double *f) {
    rb_leg_look(s->leg, s->model, x * (s->h / s->leg->h), y, f, s->evaluations);
}
