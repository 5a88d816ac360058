/* Time integration of one simulation. dp5 takes fixed steps; the other methods choose their own step size,
   may step past the end of a tick, and are sampled by dense output. */
#ifndef RB_SIM_STEPPER_H
#define RB_SIM_STEPPER_H

#include "bodies/ops.h"
#include "sim/auto.h"
#include "sim/event_log.h"
#include "sim/normal_force_predictor.h"
#include "sim/step.h"

typedef enum rb_step_result {
    RB_STEP_DONE,
    RB_STEP_RESTED,      /* the body has come to rest */
    RB_STEP_LIFTED,      /* an event of the body ended the run; y is the last good state */
    RB_STEP_FAILED,      /* diverged; y is the last good state */
    RB_STEP_INTERRUPTED, /* by the caller; y is the state at t + done, call again to continue */
} rb_step_result;

/* Limit on the tries for one step, or per millisecond of a long one; beyond it the run is stopped as
   diverged. Shipped scenes need fewer than 500. */
#define RB_TRIES_MAX 10000
#define RB_TRIES_TIME 1e-3
/* Limit on the events in one step of dp5, or in a millisecond: a body may bounce infinitely often in finite
 * time. */
#define RB_CROSSED_MAX 32
/* lobatto and radau predict a step from the one before. To continue from a snapshot, all steps since they
   last started without a past are repeated, so they restart after that many. */
#define RB_CHAIN_MAX 16
/* dp5 is stable while h times the largest eigenvalue is below 3.3. Far beyond that it chatters, and its
   embedded error may be small by chance, while the mean force is wrong: k15-a1 under k15-c2 with b = 1e-7 has
   300 to 7000, of the shipped scenes k15-a0 27, which its error shows, all others below 7. Checked once in
   RB_STIFFNESS_EVERY steps. */
#define RB_STIFFNESS_MAX 50.0
#define RB_STIFFNESS_EVERY 128

/* lobatto and radau: the steps since they last started without a past, that around now included. */
typedef struct rb_chain {
    int count;
    double y[RB_ODE_MAX];   /* where the first one started */
    double h[RB_CHAIN_MAX]; /* s, their lengths */
    const rb_method *method;
} rb_chain;

typedef struct rb_stepper {
    double y[RB_ODE_MAX]; /* adaptive methods: at `now` if `is_current` */
    double f[RB_ODE_MAX]; /* right-hand side at y, with what the body leaves behind it; not needed within
                                 an adaptive step */
    double error;         /* see watched_error */
    double rtol;
    double scale[RB_ODE_MAX]; /* absolute tolerance / rtol, per component */
    double event_time;        /* of the end of the run, s */
    rb_diverged diverged;     /* why it failed */
    uint64_t rhs_evaluations, jacobians;
    rb_interrupt *interrupt; /* NULL: never */
    void *interrupt_user;
    const rb_method *method; /* of the scene */

    /* Of a step of dp5 that was interrupted; all zero between steps. Of adaptive methods what is said. */
    double done;            /* s of it; adaptive: from the tick to `now` */
    double part;            /* s to try next; adaptive: of an interrupted step */
    int changes;            /* events crossed in it; adaptive: since `budget_start` */
    int tries;              /* parts tried in it; adaptive: since `budget_start` */
    rb_predictor predictor; /* of dp5, where N is searched for */

    /* Adaptive methods (stepper_adaptive.c). */
    const rb_method *use;                /* of the next step */
    rb_auto policy;                      /* auto.c: chooses it */
    double implicit_time, adaptive_time; /* s made by implicit methods, and by all */
    double t;                            /* s, where the next step starts */
    double now;                          /* s, the time shown: within the step, or t */
    bool is_current;                     /* y is the state at now */
    double budget_start;                 /* s, since when tries and events are counted */
    double h_next;                       /* s, what error control would take next; 0: unknown */
    double h_last, e_last;               /* length and error of the last step; 0: there was none */
    double growth_unchecked;             /* implicit: see rb_growth_limit */
    double rejected;                     /* 1 while the step under way has been rejected before */
    rb_step step;                        /* around now, if it has a length */
    rb_chain chain;
} rb_stepper;

/* What its steps work on, allocated (false: out of memory) and freed; back to nothing done, without losing
   it or the interrupt. */
bool rb_stepper_open(rb_stepper *stepper);
void rb_stepper_shut(rb_stepper *stepper);
void rb_stepper_clear(rb_stepper *stepper);

/* Starts integration from y at t: evaluates the right-hand side, resets step size control. */
void rb_stepper_begin(rb_stepper *stepper, const rb_model *model, rb_solver_method method, double rtol,
                      double t);

/* From t to t + h; continues an interrupted step, to the same bits. */
rb_step_result rb_stepper_dp5(rb_stepper *stepper, const rb_model *model, double t, double h,
                              rb_event_log *event_log);

/* stepper_adaptive.c: advances time to t by steps that may extend past it; continues an interrupted one. The
   event log has received all steps that end before t. */
rb_step_result rb_stepper_reach(rb_stepper *stepper, const rb_model *model, double t,
                                rb_event_log *event_log);
/* The error allowed to a step of the method, in units of the body's scale plus size. */
double rb_stepper_tolerance(const rb_stepper *stepper, const rb_method *method);
/* Computes y at now. */
void rb_stepper_see(rb_stepper *stepper, const rb_model *model);
/* Passes the step under way, up to now, to a event log: with a copy of the run's event log, nothing else
   changes. */
void rb_stepper_show(rb_stepper *stepper, const rb_model *model, rb_event_log *event_log);
/* Ends the step under way at now: the state is about to be edited. */
void rb_stepper_settle(rb_stepper *stepper, const rb_model *model, rb_event_log *event_log);

/* stepper_state.c: what integration continues from, as numbers for a snapshot. Restoring: first what does not
   depend on the model (restore), then, after rb_stepper_begin, what does (continue). */
#define RB_STEPPER_SAVED (2 * RB_ODE_MAX + 25 + RB_CHAIN_MAX)
void rb_stepper_save(const rb_stepper *stepper, double saved[RB_STEPPER_SAVED]);
void rb_stepper_restore(rb_stepper *stepper, const double saved[RB_STEPPER_SAVED]);
void rb_stepper_continue(rb_stepper *stepper, const rb_model *model, const double saved[RB_STEPPER_SAVED]);
double rb_stepper_saved_error(const double saved[RB_STEPPER_SAVED]); /* the saved `error` */

/* auto.c. */
/* The size of the largest eigenvalue at y, 1/s. */
double rb_stepper_stiffness(const rb_stepper *stepper, const rb_model *model);
/* dp5: marks the step as too large, as too large an error does. */
void rb_stepper_mark_too_large(rb_stepper *stepper);
/* Is it stability that makes the steps of dop853 as short as h? For the message of a run that is given up. */
bool rb_stepper_is_stiff(const rb_stepper *stepper, const rb_model *model, double h);

/* stepper.c, for both. */
rb_step_result rb_stepper_fail(rb_stepper *stepper, rb_diverged why, double t);
bool rb_stepper_interrupted(const rb_stepper *stepper);
rb_diverged rb_stepper_judge(const rb_body_ops *ops, const double *y, const double *f);
/* Crosses an event of the body at t. */
rb_step_result rb_stepper_cross(rb_stepper *stepper, const rb_model *model, int event, double t,
                                rb_event_log *event_log);

/* Passes an accepted step of dp5 from y0, f0 at t to the event log. */
rb_step_result rb_stepper_report(const rb_stepper *stepper, double t, double h, const double *y0,
                                 const double *f0, rb_event_log *event_log);

#endif
