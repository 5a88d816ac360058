/* The limit curve of a friction law: (T, M) over all directions of slip along one line, (v, omega).
   It bounds the set of forces and torques that hold a sticking contact
   (docs/physics.md#the-disk-on-the-belt).

   T is the force and M the torque, both over mu N: M is a length. Laws are taken as printed, since a
   softened one has no set but a slope at rest: rb_limit_friction makes them so. The points of the curve
   are in limit_curve_inline.h. */
#ifndef RB_CONTACT_LIMIT_CURVE_H
#define RB_CONTACT_LIMIT_CURVE_H

#include "rattleback/friction.h"

/* The law as printed, on this patch. */
void rb_limit_friction(rb_friction *f, const rb_friction_law *law, const double *values, rb_patch patch);

/* Does the law have a limit curve that is bounded, closed and star-shaped about the origin? Else the
   reason is in err. values may be NULL for the defaults. */
rb_status rb_limit_curve_check(const rb_friction_law *law, const double *values, rb_patch patch,
                               rb_error *err);

/* How far a force and a torque reach: (T, M) = xi times the point of the curve for slip in the
   direction (c, s), a unit vector of (v, omega). They can hold the contact while xi <= 1; beyond,
   slip begins in that direction. */
typedef struct rb_limit_ray {
    double xi;
    double c, s;
} rb_limit_ray;

rb_limit_ray rb_limit_find(const rb_friction *f, double T, double M);

#endif
