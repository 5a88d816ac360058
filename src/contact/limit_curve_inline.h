/* The points of a limit curve (contact/limit_curve.h), inlined into right-hand sides. */
#ifndef RB_CONTACT_LIMIT_CURVE_INLINE_H
#define RB_CONTACT_LIMIT_CURVE_INLINE_H

#include <math.h>

#include "base/inline.h"
#include "contact/limit_curve.h"

/* Returns the point of the curve for slip (v, omega) of any magnitude; the origin for zero slip. */
RB_INLINE void rb_limit_at(const rb_friction *f, double v, double omega, double *T, double *M) {
    double a = f->patch.a, k = f->law->root[0];
    if (k > 0) {
        double w = a * omega, square = v * v + k * w * w;
        double r = square > 0 ? 1 / sqrt(square) : 0;
        *T = v * r;
        *M = f->law->root[1] * a * w * r;
        return;
    }
    rb_slip slip = {.u_x = v / a, .omega = omega};
    rb_traction t;
    rb_friction_eval(f, &slip, &t, NULL);
    *T = t.T_x;
    *M = a * t.M;
}

#endif
