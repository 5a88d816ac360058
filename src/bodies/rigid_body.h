/* A rigid body on the plane: Newton-Euler with friction, drilling torque and rolling resistance at
   one or two contacts, K11 (8), (9). */
#ifndef RB_BODIES_RIGID_BODY_H
#define RB_BODIES_RIGID_BODY_H

#include "bodies/model.h"

void rb_rigid_body_rhs(const void *context, const double *y, double *dydt);
/* J[i * n + j] = d f_i / d y_j, exact; n is the body's state_count. */
void rb_rigid_body_jacobian(const void *context, const double *y, double *J);
double rb_rigid_body_project(const rb_model *model, double *y);
void rb_rigid_body_observe(const rb_model *model, const double *y, rb_snapshot *out);

/* A state of zeros but for attitude and angular velocity, with which starts begin. */
void rb_rigid_body_turn(const rb_model *model, rb_quat q, rb_vec3 omega, double *y);

/* Sets the velocity of the mass centre so that the body point at the contact rests. */
void rb_rigid_body_start_rolling(const rb_model *model, double *y);

/* Puts the body on the floor, makes its velocity compatible with contact, and returns the height
   it was moved by, m. */
double rb_rigid_body_place(const rb_model *model, double *y);
double rb_rigid_body_place_on(const rb_model *model, int which, double *y);

/* pair.c: bodies that stand on two rigid spheres. */
double rb_pair_margin(const double *y, const double *f);
void rb_pair_change(const rb_model *model, double *y);
double rb_pair_project(const rb_model *model, double *y);

#endif
