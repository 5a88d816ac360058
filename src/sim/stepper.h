/* Steps of a simulation: fixed ones (dp5), or as long as error control lets them be (all others),
   which cross ticks and are read between their ends. */
#ifndef RB_SIM_STEPPER_H
#define RB_SIM_STEPPER_H

#include "bodies/ops.h"
#include "sim/guesses.h"
#include "sim/ledger.h"
#include "sim/leg.h"

typedef enum rb_step_result {
    RB_STEP_DONE,
    RB_STEP_RESTED,      /* the ledger says the body has come to rest */
    RB_STEP_LIFTED,      /* an event of the body ended the run; y is the last good state */
    RB_STEP_FAILED,      /* diverged; y is the last good state */
    RB_STEP_INTERRUPTED, /* asked to; y is the state at t + done, call again to go on */
} rb_step_result;

/* A stiff contact may ask for ever smaller parts of a step: where one falls into more than these, or
   these for every millisecond of a long one, the run is given up. Shipped scenes need below 500. */
#define RB_TRIES_MAX 10000
#define RB_TRIES_TIME 1e-3
/* Events at most in one step of dp5, or in a millisecond: a body that bounces for ever would never
   end it. */
#define RB_CROSSED_MAX 32
/* lobatto and radau tell a step from the one before. To go on from a snapshot all steps since they last
   began anew are made again, so they begin anew after that many. */
#define RB_CHAIN_MAX 16
/* dp5 is stable while h times the largest eigenvalue is below 3.3. Far beyond that it chatters, and its embedded error
   may be small by chance, while the mean force is wrong: k15-a1 under k15-c2 with b = 1e-7 has 300 to 7000, of the
   shipped scenes k15-a0 27, which its error shows, all others below 7. Looked at once in so many steps. */
#define RB_STIFFNESS_MAX 50.0
#define RB_STIFFNESS_EVERY 128

typedef struct rb_stepper {
    double y[RB_ODE_MAX]; /* adaptive methods: at `now` once it has been `seen` */
    double f[RB_ODE_MAX]; /* right-hand side at y, with what the body leaves behind it; within a leg
                             nobody needs it */
    double error;         /* see watched_error */
    double rtol;
    double scale[RB_ODE_MAX]; /* absolute tolerance / rtol, per component */
    double event_time;        /* of the end of the run, s */
    rb_diverged diverged;     /* why it failed */
    uint64_t rhs_evaluations, jacobians;
    rb_interrupt *interrupt; /* NULL: never */
    void *interrupt_user;
    /* Where an interrupted step of dp5 is; all zero between steps. */
    double done;        /* s of it; adaptive methods: from the tick to `now` */
    double part;        /* s to try next; adaptive methods: of a leg that was interrupted */
    int changes;        /* events crossed in it; adaptive methods: since `window` */
    int tries;          /* parts tried in it; adaptive methods: since `window` */
    rb_guesses guesses; /* of dp5, where N is searched for */

    /* Adaptive methods. */
    rb_solver_method method; /* of the scene */
    rb_solver_method use;    /* of the next leg */
    double strain;           /* auto: legs on end that say that the other one would do better */
    double patience;         /* auto: how many it takes to try the implicit one again */
    double h_implicit; /* auto: s, the last length that the implicit one came to; 0: never tried */
    double trouble;    /* radau, auto: tries of radau of late whose iteration came to no end */
    double avoid;   /* the same: legs that rodas makes until radau is tried again; INFINITY: all */
    double respite; /* the same: how many it will be next time */
    bool lanes;     /* right-hand sides have lanes */
    double implicit_time, leg_time; /* s made by implicit ones, and by all */
    double t;                       /* s, where the next leg begins */
    double now;                     /* s, the clock: within the leg, or t */
    bool seen;                      /* y is the state of now */
    double window;                  /* s, since when tries and events are counted */
    double h_next;           /* s, what error control would take next; 0: it has to find out */
    double h_last, e_last;   /* length and error of the last leg; 0: there was none */
    double growth_unchecked; /* implicit: see rb_growth_limit */
    double rejected;         /* 1 while the leg under way has been tried in vain */
    rb_leg leg;              /* around now, if it has a length */
    /* lobatto and radau: the legs since they began anew, that around now included. */
    int chain;
    double chain_y[RB_ODE_MAX];   /* where the first began */
    double chain_h[RB_CHAIN_MAX]; /* s, their lengths */
    rb_solver_method chain_method;
} rb_stepper;

/* What its legs work on, allocated (false: out of memory) and freed; back to nothing done, without losing
   it or the interrupt. */
bool rb_stepper_open(rb_stepper *stepper);
void rb_stepper_shut(rb_stepper *stepper);
void rb_stepper_clear(rb_stepper *stepper);

/* From y at t: the right-hand side, and what error control starts with. What the leg needs for
   collocation is there. */
void rb_stepper_begin(rb_stepper *stepper, const rb_model *model, rb_solver_method method,
                      double rtol, double t);

/* From t to t + h; an interrupted step goes on, to the same bits. */
rb_step_result rb_stepper_dp5(rb_stepper *stepper, const rb_model *model, double t, double h,
                              rb_ledger *ledger);

/* stepper_adaptive.c: the clock to t, by legs that may go beyond; an interrupted one goes on. The
   ledger has seen the legs that lie before it. */
rb_step_result rb_stepper_reach(rb_stepper *stepper, const rb_model *model, double t,
                                rb_ledger *ledger);
/* What a step of the method may be off by, in units of the body's scale plus size. */
double rb_stepper_tolerance(const rb_stepper *stepper, rb_solver_method method);
/* y at the clock's time. */
void rb_stepper_see(rb_stepper *stepper, const rb_model *model);
/* Shows a ledger the leg under way, up to the clock; of a copy, nothing else is changed. */
void rb_stepper_show(rb_stepper *stepper, const rb_model *model, rb_ledger *ledger);
/* Ends the leg under way at the clock: the state is about to be changed by hand. */
void rb_stepper_settle(rb_stepper *stepper, const rb_model *model, rb_ledger *ledger);

/* stepper_state.c: what it goes on from, as numbers for a snapshot. Back to them: first what does
   not depend on the model, then, after rb_stepper_begin, what does. */
#define RB_STEPPER_KEPT (2 * RB_ODE_MAX + 25 + RB_CHAIN_MAX)
void rb_stepper_keep(const rb_stepper *stepper, double kept[RB_STEPPER_KEPT]);
void rb_stepper_put_back(rb_stepper *stepper, const double kept[RB_STEPPER_KEPT]);
void rb_stepper_go_on(rb_stepper *stepper, const rb_model *model,
                      const double kept[RB_STEPPER_KEPT]);
double rb_stepper_kept_error(const double kept[RB_STEPPER_KEPT]); /* `error`, of what was kept */

/* stiffness.c: a leg has been made; auto decides which method makes the next. */
void rb_stepper_choose(rb_stepper *stepper, const rb_model *model);
/* The size of the largest eigenvalue at y, 1/s. */
double rb_stepper_stiffness(const rb_stepper *stepper, const rb_model *model);
/* dp5: marks the step as too large for what happens, as too large an error does. */
void rb_stepper_doubt_step(rb_stepper *stepper);
/* Is it stability that makes explicit steps as short as h? Of a run that is given up: the leg is lost. */
bool rb_stepper_is_stiff(rb_stepper *stepper, const rb_model *model, double h);
/* The same before a leg, or after a try in vain: true if another method is to make it, rodas. */
bool rb_stepper_doubts(rb_stepper *stepper, bool in_vain);
/* Radau's errors are not what error control takes them for: true if rodas goes on. */
bool rb_stepper_leave_radau(rb_stepper *stepper);
/* The same, of rodas that stands in for radau: whose turn is it next? */
void rb_stepper_recover(rb_stepper *stepper);
/* What the first one is. */
void rb_stepper_choose_first(rb_stepper *stepper, const rb_model *model);

/* stepper.c, for both. */
rb_step_result rb_stepper_fail(rb_stepper *stepper, rb_diverged why, double t);
bool rb_stepper_interrupted(const rb_stepper *stepper);
rb_diverged rb_stepper_judge(const rb_body_ops *ops, const double *y, const double *f);
/* Crosses an event of the body at t. */
rb_step_result rb_stepper_cross(rb_stepper *stepper, const rb_model *model, int event, double t,
                                rb_ledger *ledger);

/* Tells the ledger of a good step from y0, f0 at t to the stepper's state. */
rb_step_result rb_stepper_tell(const rb_stepper *stepper, double t, double h, const double *y0,
                               const double *f0, rb_ledger *ledger);

#endif
