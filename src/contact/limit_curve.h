/* The limit curve of a friction law: (T, M) over all directions of slip (v, omega) along one line. It
   bounds the set of forces and torques that a sticking contact can transmit
   (docs/physics.md#the-disk-on-the-belt). T is the force and M the torque, both divided by mu N: M is a
   length. Laws are used as printed, because a softened law has a finite slope at rest and no such set:
   rb_limit_friction removes the softening. The points of the curve are in limit_curve_inline.h. */
#ifndef RB_CONTACT_LIMIT_CURVE_H
#define RB_CONTACT_LIMIT_CURVE_H

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

#endif
