/* Numbers with all partial derivatives up to the third in three variables (rattleback/surface.h). */
#include "rattleback/surface.h"

#include <math.h>

#include "math/elementary.h"

/* Index of the second derivative by variables i and j, in any order. */
static const int pair[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

/* The variables of each second and third derivative. */
static const int of_pair[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
static const int of_triple[10][3] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 1}, {0, 1, 2},
                                     {0, 2, 2}, {1, 1, 1}, {1, 1, 2}, {1, 2, 2}, {2, 2, 2}};

rb_jet rb_jet_constant(double value) {
    return (rb_jet){.v = value};
}

rb_jet rb_jet_variable(double value, int index) {
    rb_jet x = {.v = value};
    x.d[index >= 0 && index < 3 ? index : 0] = 1;
    return x;
}

rb_jet rb_jet_add(rb_jet a, rb_jet b) {
    a.v += b.v;
    for (int i = 0; i < 3; i++) {
        a.d[i] += b.d[i];
    }
    for (int i = 0; i < 6; i++) {
        a.dd[i] += b.dd[i];
    }
    for (int i = 0; i < 10; i++) {
        a.ddd[i] += b.ddd[i];
    }
    return a;
}

rb_jet rb_jet_scale(double s, rb_jet a) {
    const double linear[4] = {s * a.v, s, 0, 0};
    return rb_jet_compose(a, linear);
}

rb_jet rb_jet_mul(rb_jet a, rb_jet b) {
    rb_jet c;
    c.v = a.v * b.v;
    for (int i = 0; i < 3; i++) {
        c.d[i] = a.d[i] * b.v + a.v * b.d[i];
    }
    for (int n = 0; n < 6; n++) {
        int i = of_pair[n][0], j = of_pair[n][1];
        c.dd[n] = a.dd[n] * b.v + a.d[i] * b.d[j] + a.d[j] * b.d[i] + a.v * b.dd[n];
    }
    for (int n = 0; n < 10; n++) {
        int i = of_triple[n][0], j = of_triple[n][1], k = of_triple[n][2];
        int ij = pair[i][j], ik = pair[i][k], jk = pair[j][k];
        c.ddd[n] = a.ddd[n] * b.v + a.dd[ij] * b.d[k] + a.dd[ik] * b.d[j] + a.dd[jk] * b.d[i] +
                   a.d[i] * b.dd[jk] + a.d[j] * b.dd[ik] + a.d[k] * b.dd[ij] + a.v * b.ddd[n];
    }
    return c;
}

rb_jet rb_jet_compose(rb_jet a, const double f[4]) {
    rb_jet c;
    if (f == NULL) {
        return rb_jet_constant(NAN);
    }
    c.v = f[0];
    for (int i = 0; i < 3; i++) {
        c.d[i] = f[1] * a.d[i];
    }
    for (int n = 0; n < 6; n++) {
        c.dd[n] = f[2] * a.d[of_pair[n][0]] * a.d[of_pair[n][1]] + f[1] * a.dd[n];
    }
    for (int n = 0; n < 10; n++) {
        int i = of_triple[n][0], j = of_triple[n][1], k = of_triple[n][2];
        double mixed = a.dd[pair[i][j]] * a.d[k] + a.dd[pair[i][k]] * a.d[j] + a.dd[pair[j][k]] * a.d[i];
        c.ddd[n] = f[3] * a.d[i] * a.d[j] * a.d[k] + f[2] * mixed + f[1] * a.ddd[n];
    }
    return c;
}

rb_jet rb_jet_pow(rb_jet a, double p) {
    double f[4] = {rb_pow(a.v, p)};
    for (int i = 1; i < 4; i++) {
        f[i] = f[i - 1] * (p - i + 1) / a.v;
    }
    return rb_jet_compose(a, f);
}
