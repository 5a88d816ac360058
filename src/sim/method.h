/* Integration methods: one row of a table (methods.c) and one file (method_NAME.c) each. dp5 takes fixed
   steps (method_dp5.c). The adaptive methods are used step by step: begin at a state, try steps of any
   length, interpolate within the accepted one. The data of each method is its own struct in rb_step.
   `auto` is not a method but a policy over these rows (auto.c). */
#ifndef RB_SIM_METHOD_H
#define RB_SIM_METHOD_H

#include "bodies/ops.h"

struct rb_step;
struct rb_stepper;

#define RB_METHOD_SAVED (1 + 16) /* numbers that a method may save, of a chain: its length and steps */

/* Functions that return an int return the number of right-hand sides that they evaluated. Functions that
   only some methods have are NULL for the others. */
typedef struct rb_method {
    rb_solver_method id;
    const char *name;  /* "radau", as in scene files */
    const char *label; /* for people */
    bool expert;       /* hidden unless all methods are requested */
    bool adaptive;     /* chooses its own step size; false: dp5, which has its own loop (rb_stepper_dp5) */
    bool implicit;     /* needs a Jacobian; its steps are not limited by stability */
    bool chained;      /* a step is predicted from the one before; repeating it requires that one */
    double order;      /* the error estimate is proportional to this power of the step size */
    double rtol_max;   /* a larger tolerance makes it slower */
    int stage_count;   /* stages that `stage` returns, the start included */
    int dense_cost;    /* right-hand sides that `interpolate` evaluates */

    /* Prepares a step from step->y0, f0: computes the Jacobian. */
    int (*begin)(struct rb_step *step, const rb_model *model);
    /* Makes a step of length h: fills step->y1. Returns 0 if the step failed. */
    int (*make)(struct rb_step *step, const rb_model *model, double h);
    /* Returns the root mean square over n components of the error relative to the allowed error; a step is
       good up to 1. */
    double (*error)(const struct rb_step *step, int n, double h, const double *allowed);
    /* Returns the factor for the step size that would make the error e equal to 1, and the safety factor
       to apply to it. trend: ratio of the error to that of the step before, about 1 where consecutive
       steps are alike. */
    double (*factor)(double e);
    double (*margin)(double trend);
    /* Fills step->dense from the accepted step. */
    void (*interpolate)(struct rb_step *step, const rb_model *model);
    /* Copies the stages from the workspace of the method. */
    void (*fetch_stages)(struct rb_step *step);
    /* Gets the state and the right-hand side at a stage, 0 < index < stage_count. */
    void (*stage)(const struct rb_step *step, int index, const double **y, const double **f);
    /* Explicit methods: gets component i of the right-hand sides of the stages after the first, in the
       order of time, and their times as shares of the step. Returns their number. */
    int (*stage_values)(const struct rb_step *step, int i, const double **when, double *values);
    /* Explicit methods: did stability probably limit the step just made? */
    bool (*is_stability_limited)(const struct rb_step *step, const rb_model *model, const double *scale);
    /* Chained methods: predicts the next step from this one; or starts without a prediction. */
    void (*remember)(struct rb_step *step);
    void (*forget)(struct rb_step *step);
    /* What the method needs to continue to the same bits beyond the state, the step under way and the chain
       of steps, which stepper_state.c saves for all: at most RB_METHOD_SAVED numbers. */
    void (*save)(const struct rb_stepper *stepper, double *saved);
    void (*restore)(struct rb_stepper *stepper, const double *saved);
} rb_method;

/* Returns the row of a method by number or by name; NULL: there is none. `auto` has a row for its name and
   label. */
const rb_method *rb_method_of(rb_solver_method id);

extern const rb_method rb_method_dp5, rb_method_dop853, rb_method_rodas, rb_method_lobatto, rb_method_radau;

#endif
