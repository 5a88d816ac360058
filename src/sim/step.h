/* One step of an adaptive method, from its start (t0, y0) to its end (t0 + h, y1), with dense output in
   between. Accuracy determines the length of steps; ticks, samples, events and the event log read the
   dense output. */
#ifndef RB_SIM_STEP_H
#define RB_SIM_STEP_H

#include "bodies/ops.h"
#include "math/ode.h"
#include "sim/collocation.h"
#include "sim/method.h"

/* The data of a rodas step. */
typedef struct rb_rodas_state {
    rb_rodas made;
    double error[RB_ODE_MAX]; /* embedded */
} rb_rodas_state;

typedef struct rb_step {
    const rb_method *method; /* adaptive, not auto */
    double t0, h;            /* s; h = 0: there is no step */
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX];
    double y1[RB_ODE_MAX], f1[RB_ODE_MAX];
    double gap; /* m, gap that opened at a permanent contact */
    int event;  /* index of the body's event at which it ends; -1: none */
    bool ends;  /* the event ends the run */
    bool open;  /* y1 has not been projected to the constraints yet */

    /* A tried explicit step: share of the step at which a force has a kink (INFINITY: none), and whether
       it is so close to a kink that the forces are rough throughout. */
    double kink;
    bool rough;

    double J[RB_ODE_MAX * RB_ODE_MAX]; /* implicit methods: Jacobian of the coupled components at y0 */
    /* Data of the method; repeating the step fills it again. */
    union {
        rb_dop853 dop853;
        rb_rodas_state rodas;
        rb_collocated collocated; /* lobatto and radau */
    } own;
    /* Workspace of the collocation methods, owned by the stepper; it contains the previous step. */
    struct {
        const rb_collocation_code *code;
        void *memory;
    } workspace;
    bool has_dense, dense_counted; /* dense is filled; its cost has been counted */
    rb_dense dense;
} rb_step;

/* The equations for the methods, and the Jacobian of the coupled components at y. */
rb_system rb_step_system(const rb_model *model);
void rb_step_jacobian(const rb_model *model, const double *y, double *J);

/* Starts a step at t, y, where f is the right-hand side. All functions that return an int return the
   number of right-hand sides that they evaluated, not counting exact Jacobians. */
int rb_step_begin(rb_step *step, const rb_model *model, const rb_method *method, double t, const double *y,
                  const double *f);

/* Does a step of radau start where friction jumps (at zero slip, without softening)? There the Jacobian by
   differences includes the jump, and the Newton iteration, whose changes become tiny, stops too early. The
   exact Jacobian excludes the jump at zero slip; at a slip of rounding errors it is the larger one. */
bool rb_step_starts_at_jump(const rb_step *step, const rb_model *model);

/* Tries a step of length h: fills y1, not yet projected to the constraints. *error: relative to tolerance
   times (scale plus size); INFINITY: the step failed. */
int rb_step_try(rb_step *step, const rb_model *model, double h, double tolerance, const double *scale,
                double *error);

/* Of a step that was accepted: does an open contact close and open again within it? The error estimate does
   not show an impact between the stages, or at one of them; a shorter step does. */
bool rb_step_misses_contact(rb_step *step, const rb_model *model);

/* Accepts the step just tried, or makes one of length h without error estimate. Where events are possible,
   y1 is projected to its constraints only after events have been searched for (projection may hide them)
   and the step is closed. A closed step of the same length has the same bits. */
int rb_step_accept(rb_step *step, const rb_model *model, double h);
int rb_step_take(rb_step *step, const rb_model *model, double h);
int rb_step_close(rb_step *step, const rb_model *model);

/* Builds the dense output. Its cost is added to *evaluations once; NULL: not counted. */
const rb_dense *rb_step_dense(rb_step *step, const rb_model *model, uint64_t *evaluations);

/* Computes the state at t within the step, projected to its constraints. */
void rb_step_state(rb_step *step, const rb_model *model, double t, double *y);
/* The same at the share x of the step, with its right-hand side; no projection while the step is open. */
void rb_step_look(rb_step *step, const rb_model *model, double x, double *y, double *f,
                  uint64_t *evaluations);

/* Gets state and right-hand side at a stage of the step, as a rough estimate of the motion within. Returns
   false if there are no more stages. */
bool rb_step_stage(const rb_step *step, int index, const double **y, const double **f);

/* Chained methods: predicts the next step from this one, or starts without a prediction. */
void rb_step_remember(rb_step *step);
void rb_step_forget(rb_step *step);

/* Functions that the rows of lobatto and radau share. */
int rb_step_collocate(rb_step *step, const rb_model *model, double h);
void rb_step_interpolate_collocated(rb_step *step, const rb_model *model);
void rb_step_fetch_collocated(rb_step *step);
void rb_step_collocated_stage(const rb_step *step, int index, const double **y, const double **f);
void rb_step_remember_collocated(rb_step *step);
void rb_step_forget_collocated(rb_step *step);

typedef enum rb_cut {
    RB_CUT_DONE,  /* no event, or the step now ends at it */
    RB_CUT_START, /* the run ended before this step */
    RB_CUT_FALSE, /* N is negative because of integration errors: the step is too long */
} rb_cut;

/* step_events.c: finds the body's first event within the step and shortens the step to end there.
   tolerance and scale as in rb_step_try. */
rb_cut rb_step_cut(rb_step *step, const rb_model *model, double tolerance, const double *scale,
                   uint64_t *evaluations);

#endif
