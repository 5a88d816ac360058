/* One step of an adaptive method, from its start (t0, y0) to its end (t0 + h, y1), with the dense output in
   between. Steps are as long as accuracy lets them be; ticks, samples, events and the event log read the
   dense output. */
#ifndef RB_SIM_STEP_H
#define RB_SIM_STEP_H

#include "bodies/ops.h"
#include "math/dop853.h"
#include "math/rodas.h"
#include "sim/collocation.h"
#include "sim/method.h"

/* What rodas makes a step of. */
typedef struct rb_rodas_state {
    rb_rodas made;
    double error[RB_ODE_MAX]; /* embedded */
} rb_rodas_state;

typedef struct rb_step {
    const rb_method *method; /* adaptive, not auto */
    double t0, h;            /* s; h = 0: there is no step */
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX];
    double y1[RB_ODE_MAX], f1[RB_ODE_MAX];
    double gap; /* m, by which it opened a permanent contact */
    int event;  /* of the body, at which it ends; -1: none */
    bool ends;  /* the run */
    bool open;  /* y1 has not been projected to the constraints yet */

    /* Of an explicit step that was tried: the share of it at which a force has a kink (INFINITY: none
       has), and whether one is so near that forces are rough all along. */
    double kink;
    bool rough;

    double J[RB_ODE_MAX * RB_ODE_MAX]; /* implicit methods: the Jacobian at y0, of what moves */
    /* What the method makes the step of; filled again by repeating the step. */
    union {
        rb_dop853 dop853;
        rb_rodas_state rodas;
        rb_collocated collocated; /* lobatto and radau */
    } own;
    /* Memory of the collocation methods, owned by the stepper; it contains the step before. */
    struct {
        const rb_collocation_code *code;
        void *memory;
    } workspace;
    bool has_dense, dense_counted; /* dense is filled; its cost has been counted */
    rb_dense dense;
} rb_step;

/* The equations as methods see them, and the body's Jacobian at y: of what moves. */
rb_system rb_step_system(const rb_model *model);
void rb_step_jacobian(const rb_model *model, const double *y, double *J);

/* Starts a step at t, y, where f is the right-hand side. All functions that return an int return how many
   right-hand sides they evaluated, exact Jacobians not counted. */
int rb_step_begin(rb_step *step, const rb_model *model, const rb_method *method, double t, const double *y,
                  const double *f);

/* Of a step of radau that has begun: does it start where friction jumps (at zero slip, without softening)?
   Its Jacobian by differences is that of the jump, and Newton's iteration, which takes all changes for tiny,
   stops too early. The exact Jacobian is that beside the jump. */
bool rb_step_starts_at_jump(const rb_step *step, const rb_model *model);

/* Tries the length h: fills y1, not yet projected to the constraints. *error is its size relative to
   tolerance times (scale plus size); INFINITY: there is no such step. */
int rb_step_try(rb_step *step, const rb_model *model, double h, double tolerance, const double *scale,
                double *error);

/* Accepts the length h that was just tried, or takes any length without an error estimate. Where events can
   be crossed, y1 stays off its constraints until they have been looked for (projection may hide them) and the
   step is closed. A closed step of the same length has the same bits. */
int rb_step_accept(rb_step *step, const rb_model *model, double h);
int rb_step_take(rb_step *step, const rb_model *model, double h);
int rb_step_close(rb_step *step, const rb_model *model);

/* The dense output. Its cost is added to *evaluations once; NULL: a look that is not part of the run. */
const rb_dense *rb_step_dense(rb_step *step, const rb_model *model, uint64_t *evaluations);

/* The state at t within the step, on its constraints. */
void rb_step_state(rb_step *step, const rb_model *model, double t, double *y);
/* The same at the share x of the step, with its right-hand side; of an open step, without projection. */
void rb_step_look(rb_step *step, const rb_model *model, double x, double *y, double *f,
                  uint64_t *evaluations);

/* State and right-hand side at a stage of the step: hints of what is within, no more. False: there are no
 * more. */
bool rb_step_stage(const rb_step *step, int index, const double **y, const double **f);

/* Chained methods: the next step is predicted from this one, or from nothing. */
void rb_step_remember(rb_step *step);
void rb_step_forget(rb_step *step);

/* What lobatto and radau share, for their rows. */
int rb_step_collocate(rb_step *step, const rb_model *model, double h);
void rb_step_interpolate_collocated(rb_step *step, const rb_model *model);
void rb_step_fetch_collocated(rb_step *step);
void rb_step_collocated_stage(const rb_step *step, int index, const double **y, const double **f);
void rb_step_remember_collocated(rb_step *step);
void rb_step_forget_collocated(rb_step *step);

typedef enum rb_cut {
    RB_CUT_DONE,  /* no event, or made again up to it */
    RB_CUT_START, /* the run ends before the step has begun */
    RB_CUT_FALSE, /* N falls below zero by the errors of the step only: it is too long */
} rb_cut;

/* step_events.c: where the body's first event is within the step, it is made again that far. tolerance and
   scale as in rb_step_try. */
rb_cut rb_step_cut(rb_step *step, const rb_model *model, double tolerance, const double *scale,
                   uint64_t *evaluations);

#endif
