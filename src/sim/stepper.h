/* One fixed step of a simulation by either method. */
#ifndef RB_SIM_STEPPER_H
#define RB_SIM_STEPPER_H

#include "bodies/ops.h"
#include "sim/ledger.h"

typedef enum rb_step_result {
    RB_STEP_DONE,
    RB_STEP_RESTED,      /* the ledger says the body has come to rest */
    RB_STEP_LIFTED,      /* an event of the body ended the run; y is the last good state */
    RB_STEP_FAILED,      /* diverged; y is the last good state */
    RB_STEP_INTERRUPTED, /* asked to; y is the state at t + done, call again to go on */
} rb_step_result;

typedef struct rb_stepper {
    double y[RB_ODE_MAX];
    double f[RB_ODE_MAX]; /* right-hand side at y, with what the body leaves behind it */
    double error;         /* see watch_error */
    double h_inner;       /* rodas: the step its error control would take next, s */
    double rtol;
    double scale[RB_ODE_MAX]; /* rodas: absolute tolerance / rtol, per component */
    double event_time;        /* of the end of the run, s */
    rb_diverged diverged;     /* why it failed */
    uint64_t rhs_evaluations;
    rb_interrupt *interrupt; /* NULL: never */
    void *interrupt_user;
    /* Where an interrupted step is; all zero between steps. */
    double done; /* s of it */
    double part; /* s to try next */
    int changes; /* events crossed in it */
    int tries;   /* parts tried in it */
} rb_stepper;

/* From y: the right-hand side, and what error control starts with. */
void rb_stepper_begin(rb_stepper *stepper, const rb_model *model, double rtol);

/* From t to t + h; an interrupted step goes on, to the same bits. */
rb_step_result rb_stepper_dp5(rb_stepper *stepper, const rb_model *model, double t, double h,
                              rb_ledger *ledger);
rb_step_result rb_stepper_rodas(rb_stepper *stepper, const rb_model *model, double t, double h,
                                rb_ledger *ledger);

#endif
