/* The limit curve of a friction law: (T, M) over all directions of slip (v, omega) along one line. It
   bounds the set of forces and torques that a sticking contact can transmit
   (docs/physics.md#the-disk-on-the-belt). T is the force and M the torque, both divided by mu N: M is a
   length. Laws are used as printed, because a softened law has a finite slope at rest and no such set:
   rb_limit_friction removes the softening. The points of the curve are
   inlined into right-hand sides. */
#ifndef RB_CONTACT_LIMIT_CURVE_INLINE_H
#define RB_CONTACT_LIMIT_CURVE_INLINE_H

#include <math.h>

#include "base/macros.h"
#include "rattleback/friction.h"

/* Initialises the law as printed, on this patch. */
void rb_limit_friction(rb_friction *f, const rb_friction_law *law, const double *values, rb_patch patch);

/* Checks that the law has a limit curve that is bounded, closed and star-shaped about the origin. On
   failure err has the reason. values may be NULL for the defaults. */
rb_status rb_limit_curve_check(const rb_friction_law *law, const double *values, rb_patch patch,
                               rb_error *err);

/* Position of a force and a torque relative to the curve: (T, M) = xi times the point of the curve for
   slip in the direction (c, s), a unit vector of (v, omega). The contact sticks while xi <= 1; beyond,
   slip begins in that direction. */
typedef struct rb_limit_ray {
    double xi;
    double c, s;
} rb_limit_ray;

rb_limit_ray rb_limit_find(const rb_friction *f, double T, double M);

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
