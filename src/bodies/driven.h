/* A rigid body under the control of a program (rb_control), or on a table that moves or slopes (rb_base). The
   equations are those of rigid_rhs_inline.h in the frame of the base, with two more integrated components:
   the work of the loads and the time. Other bodies do not use this file. */
#ifndef RB_BODIES_DRIVEN_H
#define RB_BODIES_DRIVEN_H

#include "bodies/ops.h"

/* Checks whether such a body can be controlled or shaken. On failure err has the reason. */
rb_status rb_driven_check(const rb_body_ops *ops, rb_error *err);

/* Adds control (NULL: none) and the base of a model that rb_model_build has built. The model then points to
   ops; both pointers must stay valid as long as the model is used. */
void rb_driven_prepare(rb_model *model, const rb_control *control, rb_body_ops *ops);

/* Initialises the additional components after rb_driven_prepare: the time, and the work so far. */
void rb_driven_start(const rb_model *model, double t, double work, double *y);
/* Does the state contain the angle that the body has turned about the vertical? */
bool rb_driven_counts_turns(const rb_model *model);
/* Returns the component that is the time. */
int rb_driven_clock(void);
/* Returns the work of the loads so far, J. */
double rb_driven_work(const double *y);

#endif
