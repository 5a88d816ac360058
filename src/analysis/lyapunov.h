/* Lyapunov exponents of a run: mean rates at which small changes of its state grow (docs/studies.md). */
#ifndef RB_ANALYSIS_LYAPUNOV_H
#define RB_ANALYSIS_LYAPUNOV_H

#include "rattleback/outcomes.h"
#include "rattleback/run.h"

enum { RB_EXPONENTS_MAX = 18 }; /* of bodies with more directions, the largest */

typedef struct rb_lyapunov_request {
    double until;                               /* s, end of the run */
    double transient;                           /* s, growth before this time is not counted */
    bool (*cancelled)(void *context, double t); /* as in rb_observer; may be NULL */
    void *context;
} rb_lyapunov_request;

typedef struct rb_lyapunov {
    int count;
    double
        exponents[RB_EXPONENTS_MAX]; /* 1/s, falling; -INFINITY: sticking or an impact takes the direction */
    double errors[RB_EXPONENTS_MAX]; /* standard errors, from the scatter over parts of the time; or NAN */
    double sum;                      /* of the exponents */
    double divergence;  /* mean divergence of the flow, from the Jacobian alone: equal to the sum */
    rb_summary summary; /* of the run */
} rb_lyapunov;

/* Runs a scene that rb_scene_check has accepted. Fails for bodies with a large state. A run that ends before
   `until` has no exponents: they are NAN, and the summary says why. */
rb_status rb_lyapunov_of(const rb_scene *scene, const rb_lyapunov_request *request, rb_lyapunov *out,
                         rb_error *err);

/* Fails with the reason why there are no exponents. */
rb_status rb_lyapunov_fail_ended(const rb_lyapunov *lyapunov, double until, rb_error *err);

/* The largest exponent as an outcome. Only studies have it: `read` gives NAN. */
extern const rb_outcome rb_outcome_lyapunov;

/* Returns the transient that is left out unless a caller says otherwise, s. */
double rb_lyapunov_transient(double until);

#endif
