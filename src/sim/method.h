/* Integration methods: one row of a table each (methods.c), one file each (method_NAME.c).

   dp5 takes fixed steps (stepper.c). The adaptive methods are used step by step: begin at a state, make a
   step of any length as often as needed, interpolate within it. What a method needs for that is its own
   struct in rb_step. `auto` is no method but a policy over these rows (auto.c). */
#ifndef RB_SIM_METHOD_H
#define RB_SIM_METHOD_H

#include "bodies/ops.h"

struct rb_step;

/* Functions that return an int return how many right-hand sides they evaluated. Functions that only some
   methods have are NULL for the others. */
typedef struct rb_method {
    rb_solver_method id;
    const char *name;  /* "radau", as in scene files */
    const char *label; /* for people */
    bool expert;       /* offered only to those who ask for all methods */
    bool adaptive;     /* chooses its own step size; false: dp5, and the rest of the row is empty */
    bool implicit;     /* needs a Jacobian; its steps may be longer than stability lets explicit ones be */
    bool chained;      /* a step is predicted from the one before: to repeat it, that one is needed */
    double order;      /* the error estimate goes with this power of the step size */
    double rtol_max;   /* a larger tolerance makes it slower */
    int stage_count;   /* for `stage`, the start included */
    int dense_cost;    /* right-hand sides that `interpolate` evaluates */

    /* What a step from step->y0, f0 needs beforehand: the Jacobian. */
    int (*begin)(struct rb_step *step, const rb_model *model);
    /* The step of length h: fills step->y1. 0: there is no such step. */
    int (*make)(struct rb_step *step, const rb_model *model, double h);
    /* Root mean square of its error against what is allowed of each of n components: at most 1 is good. */
    double (*error)(const struct rb_step *step, int n, double h, const double *allowed);
    /* By which factor to change the step size so that the error e becomes 1, and which share of that to take;
       trend: how the error changed from the step before, about 1 where each step is like the last. */
    double (*factor)(double e);
    double (*margin)(double trend);
    /* Fills step->dense from the accepted step. */
    void (*interpolate)(struct rb_step *step, const rb_model *model);
    /* Copies the stages out of the method's workspace. */
    void (*fetch_stages)(struct rb_step *step);
    /* State and right-hand side at a stage, 0 < index < stage_count. */
    void (*stage)(const struct rb_step *step, int index, const double **y, const double **f);
    /* Explicit methods: component i of the right-hand sides of the stages after the first, in the order of
       time, and when they are, in shares of the step. Returns how many. */
    int (*stage_values)(const struct rb_step *step, int i, const double **when, double *values);
    /* Explicit methods: is it likely that stability limits the step just made? */
    bool (*is_stability_limited)(const struct rb_step *step, const rb_model *model, const double *scale);
    /* Chained methods: the next step is predicted from this one; from nothing. */
    void (*remember)(struct rb_step *step);
    void (*forget)(struct rb_step *step);
} rb_method;

/* The row of a method, by number or by name; NULL: there is none. `auto` has a row for its name and label. */
const rb_method *rb_method_of(rb_solver_method id);

extern const rb_method rb_method_dop853, rb_method_rodas, rb_method_lobatto, rb_method_radau;

#endif
