/* Inertia, principal axes and skew from moments; without JSON, for programs that only simulate. */
#include <math.h>

#include "bodies/mass.h"
#include "math/elementary.h"
#include "math/pi.h"

rb_moments rb_moments_of_inertia(double mass, rb_vec3 centre, const rb_mat3 *inertia) {
    rb_moments out = {mass, centre, *inertia};
    double half = (inertia->m[0][0] + inertia->m[1][1] + inertia->m[2][2]) / 2;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out.second.m[i][j] = (i == j ? half : 0) - inertia->m[i][j];
        }
    }
    return out;
}

static double turn_of(const rb_mass *m, rb_vec3 axis) {
    int up = 0;
    for (int i = 1; i < 3; i++) {
        up = fabs(m->axes.m[2][i]) > fabs(m->axes.m[2][up]) ? i : up;
    }
    int small = up == 0 ? 1 : 0, large = up == 2 ? 1 : 2;
    if (m->principal[large] - m->principal[small] <= 1e-12 * m->principal[large]) {
        return 0;
    }
    double x = m->axes.m[0][small], y = m->axes.m[1][small];
    double angle = rb_atan2(axis.x * y - axis.y * x, axis.x * x + axis.y * y);
    return angle > RB_PI / 2 ? angle - RB_PI : angle <= -RB_PI / 2 ? angle + RB_PI : angle;
}

void rb_mass_finish(const rb_moments *moments, rb_vec3 axis, rb_mass *out) {
    const rb_mat3 *P = &moments->second;
    double trace = P->m[0][0] + P->m[1][1] + P->m[2][2];
    out->mass = moments->mass;
    out->centre = moments->centre;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out->inertia.m[i][j] = (i == j ? trace : 0) - (P->m[i][j] + P->m[j][i]) / 2;
        }
    }
    rb_mat3_eigen_symmetric(&out->inertia, out->principal, &out->axes);
    out->skew = turn_of(out, axis);
}
