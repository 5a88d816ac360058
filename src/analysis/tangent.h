/* The tangent flow of a run: how small changes of its state develop. The variational equations dY/dt = J(y) Y
   + B are integrated along the steps of the run, with the Jacobian of the body; at events of the body the
   directions jump by the saltation matrix. */
#ifndef RB_ANALYSIS_TANGENT_H
#define RB_ANALYSIS_TANGENT_H

#include "bodies/ops.h"
#include "sim/interpolant.h"

enum {
    RB_TANGENT_MAX = 18, /* columns */
    RB_TANGENT_STEPS = 4 /* steps of the run that a part may contain */
};

/* The motion over a step of the run. */
typedef struct rb_tangent_step {
    double t0, h;
    double y0[RB_ODE_MAX];
    rb_dense dense;
} rb_tangent_step;

/* Two neighbouring columns, computed together. Loops go through three pairs at a time: a stone that rolls
   without slip has six directions. */
typedef double rb_column_pair __attribute__((vector_size(16)));
typedef rb_column_pair rb_tangent_row[RB_TANGENT_MAX / 2];

typedef struct rb_tangent rb_tangent;

/* Computes B, the derivatives of the right-hand side by the parameters of the columns, at a state: the rows
   are those of the tangent, in its units. */
typedef void rb_tangent_force(const rb_tangent *tangent, const double *y, rb_tangent_row *B);

/* Returns the model for which the parameter of a column is changed by `by` of its unit; it may be built in
 * `room`. */
typedef const rb_model *rb_tangent_vary(const rb_tangent *tangent, int column, double by, void *room);

struct rb_tangent {
    const rb_model *model;
    int driving; /* rows of the components that right-hand sides depend on: the first ones */
    int rows;    /* with the components that only follow them */
    int columns;
    int index[RB_ODE_MAX];    /* component of a row */
    double scale[RB_ODE_MAX]; /* unit of a row */
    rb_tangent_row Y[RB_ODE_MAX];
    double trace;         /* integral of the trace of the Jacobian over the driving components */
    double tolerance;     /* of the columns, for a part */
    int window;           /* steps of the run that a part may contain */
    int parts_max;        /* parts of a step before the equations count as stiff */
    double t;             /* s, time of the columns */
    double y[RB_ODE_MAX]; /* state then */
    double h;             /* s, length of the next part; 0: unknown */
    double end;           /* s, end of the steps that were added */
    int stiff_parts;      /* parts left until Gauss's method is tried again */
    int step_count;       /* steps that were added and are not passed */
    rb_tangent_step steps[RB_TANGENT_STEPS];
    rb_tangent_force *force; /* NULL: B = 0 */
    rb_tangent_vary *vary;   /* NULL: columns belong to no parameter */
    void *room;              /* for vary */
    void *context;           /* of force and vary */
};

/* Returns the scene that a tangent flow follows. Where a body jumps by events (the disk), the Jacobian near
   them depends on velocities that are smaller than the tolerance of the scene: the run is more accurate. */
rb_scene rb_tangent_scene(const rb_scene *scene);

/* Starts at y without columns. all: rows for all components, and
   columns as accurate as the run; else only the driving ones.
   Fails for bodies with a large state. */
rb_status rb_tangent_begin(rb_tangent *tangent, const rb_model *model, const double *y, bool all,
                           rb_error *err);

static inline double rb_tangent_get(const rb_tangent *tangent, int row, int column) {
    return tangent->Y[row][column / 2][column % 2];
}
static inline void rb_tangent_set(rb_tangent *tangent, int row, int column, double value) {
    tangent->Y[row][column / 2][column % 2] = value;
}

/* Makes a column for every independent change of the state that its constraints allow. */
void rb_tangent_fill(rb_tangent *tangent);

/* Replaces the columns by what the constraints of the body leave of them. The tangent flow keeps to them, but
   an error that breaks them does not decay. */
void rb_tangent_project(rb_tangent *tangent);

/* Adds a step of the run, from where the last one ended. Call rb_tangent_advance while rb_tangent_is_due. */
void rb_tangent_add(rb_tangent *tangent, const rb_interpolant *step);

/* Is there enough motion for a part of the best length, or no room for another step? */
bool rb_tangent_is_due(const rb_tangent *tangent);

/* Advances the columns by a part that is short enough for an accurate result, at most up to `until`, s,
   within the steps that were added. Returns false if no part is short enough. */
bool rb_tangent_advance(rb_tangent *tangent, double until);

/* Applies the jump of an event, which happens at y, the end of the steps so far. */
void rb_tangent_cross(rb_tangent *tangent, int event, const double *y);

/* A function of the state, its right-hand side and the model. */
typedef double rb_state_function(const rb_model *model, const double *y, const double *f, int which);

/* Returns the derivative of a function at the present time by the parameter of a column, from its central
   difference; column -1: by time, along the motion. The states are projected to their constraints. */
double rb_tangent_slope(const rb_tangent *tangent, int column, rb_state_function *function, int which);

/* Replaces the columns by orthonormal ones that span the same space. growth: factor by which each column
   extends the volume of those before it; 0: the factor is at most `flat`, and the column is removed. Returns
   the number of columns that are left. */
int rb_tangent_orthonormalise(rb_tangent *tangent, double flat, double *growth);

#endif
