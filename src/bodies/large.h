/* Bodies whose state is larger than RB_ODE_MAX doubles, such as a bearing with many balls. They are
   integrated by their own stepper (sim/large.h), with arrays of the size that the model needs. */
#ifndef RB_BODIES_LARGE_H
#define RB_BODIES_LARGE_H

#include "bodies/model.h"
#include "math/block_matrix.h"

#define RB_LARGE_MAX 256     /* doubles of a state, including values after the derivatives, at most */
#define RB_LARGE_GAPS_MAX 64 /* monitored gaps at most */

/* The state consists of the coupled components in blocks, which right-hand sides depend on, and of
   followers (angles, time, works), which do not act back. */
typedef struct rb_large_ops {
    /* Returns the number of doubles that are integrated. */
    int (*state_count)(const rb_model *model);
    /* Fills the blocks of the Jacobian of the coupled components, for rb_block_layout_complete. */
    void (*layout)(const rb_model *model, rb_block_layout *layout);
    /* Fills all blocks of the Jacobian at y, and the derivatives of the followers by the coupled components,
       by rows. */
    void (*jacobian)(const rb_model *model, const double *y, const rb_block_layout *layout, double *J,
                     double *follow);
    /* Returns for how long the forces that depend on time are smooth, s; steps end there. */
    double (*smooth_for)(const rb_model *model, const double *y);
    /* Computes the gaps of all contacts, m; returns their number. */
    int (*gaps)(const rb_model *model, const double *y, double *gaps);
    /* Gets the event (index of ops->events) of a gap that closes or opens, and the value that it carries. */
    int (*gap_event)(const rb_model *model, int gap, bool closes, double *value);
} rb_large_ops;

#endif
