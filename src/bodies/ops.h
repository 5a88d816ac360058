/* Internal part of the body functions: rb_body_ops (public) with additions of the library. */
#ifndef RB_BODIES_OPS_H
#define RB_BODIES_OPS_H

#include "bodies/model.h"
#include "math/ode.h"
#include "rattleback/body_ops.h"
#include "rattleback/outcomes.h"

_Static_assert(RB_BODY_STATE_MAX == RB_ODE_MAX, "what integrators have room for");

static inline double rb_body_project(const rb_model *model, double *y) {
    return model->ops->project != NULL ? model->ops->project(model, y) : 0;
}

static inline void rb_body_refit(const rb_model *model, double *y) {
    if (model->ops->refit != NULL) {
        model->ops->refit(model, y);
    }
}

/* Returns the number of components that steps change. */
static inline int rb_body_moving(const rb_body_ops *ops) {
    return ops->moving > 0 ? ops->moving : ops->state_count;
}

/* Defaults for bodies without a Jacobian or a scale: central differences, exact to about 1e-10 of the
   scales; and 1 for every component. */
void rb_body_difference_jacobian(const void *context, const double *y, double *J);
void rb_body_unit_scale(const rb_model *model, double *scale);

/* Ends registration: later calls of rb_body_kind_register fail. */
void rb_body_kinds_close(void);
bool rb_body_kinds_closed(void);

/* The rows of the table in kinds.c. */
extern const rb_body_kind rb_body_celt;    /* celt.c */
extern const rb_body_kind rb_body_top;     /* top.c */
extern const rb_body_kind rb_body_disk;    /* disk_table.c */
extern const rb_body_kind rb_body_bearing; /* bearing.c */

#endif
