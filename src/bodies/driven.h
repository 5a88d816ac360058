/* A rigid body under a program's control (rb_control): external loads and a base that moves. The equations
   are those of rigid_rhs_inline.h in the frame of the base, with two more integrated components: the work
   of the loads and the time. Bodies without control do not pass through this file. */
#ifndef RB_BODIES_DRIVEN_H
#define RB_BODIES_DRIVEN_H

#include "bodies/ops.h"

/* Can the body of this model be controlled? On failure the reason is in err. */
rb_status rb_driven_check(const rb_model *model, rb_error *err);

/* Makes a model that rb_model_build has built a driven one. ops is what it then points to; both pointers
   must stay valid as long as the model is used. */
void rb_driven_prepare(rb_model *model, const rb_control *control, rb_body_ops *ops);

/* The first state after rb_driven_prepare: the time, and the work so far. */
void rb_driven_start(double t, double work, double *y);
/* The work of the loads so far, J. */
double rb_driven_work(const double *y);

#endif
