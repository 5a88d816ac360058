#include "sim/stride.h"

double rb_stride_at(const rb_stride *s, int i, double x) {
    double y0 = s->y0[i], y1 = s->y1[i];
    double m0 = s->h * s->f0[i], m1 = s->h * s->f1[i];
    double rise = y1 - y0;
    return y0 + x * (m0 + x * (3 * rise - 2 * m0 - m1 + x * (m0 + m1 - 2 * rise)));
}
