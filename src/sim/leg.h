/* A leg: one accepted step of an adaptive method. Steps go as far as accuracy lets them; ticks,
   samples, events and the ledger read the leg's continuous extension. */
#ifndef RB_SIM_LEG_H
#define RB_SIM_LEG_H

#include "bodies/ops.h"
#include "math/dop853.h"
#include "math/rodas.h"
#include "sim/collocation.h"

typedef struct rb_leg {
    rb_solver_method method; /* one of the adaptive ones, not RB_METHOD_AUTO */
    double t0, h;            /* s; h = 0: there is none */
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX];
    double y1[RB_ODE_MAX], f1[RB_ODE_MAX];
    double gap; /* m, what it opened in a permanent contact */
    int event;  /* of the body, which it was cut short at; -1: none */
    bool ends;  /* the run */
    bool open;  /* y1 has not been put back on constraints yet */

    /* Of an explicit step that was tried: the share of it at which a force has a kink (INFINITY: none
       has), and whether one is so near that forces are rough all along. */
    double kink;
    bool rough;

    /* What it was made of; filled again by making the step again. */
    double J[RB_ODE_MAX * RB_ODE_MAX]; /* implicit ones: at y0, of what moves */
    double error[RB_ODE_MAX];          /* rodas: embedded */
    union {
        rb_dop853 dop853;
        rb_rodas rodas;
        rb_collocated collocated;
    } made;
    /* What collocation works on, whoever owns the leg has allocated it, and the past it remembers: the
       step before. */
    const rb_collocation_code *code;
    void *work;
    bool extended, counted; /* dense is there; its cost is told */
    rb_dense dense;
} rb_leg;

/* From t, y, where f is the right-hand side. Returns what it cost, the Jacobian of rodas not counted. */
int rb_leg_begin(rb_leg *leg, const rb_model *model, rb_solver_method method, double t,
                 const double *y, const double *f);

/* The body's Jacobian at y, of what moves. */
void rb_leg_jacobian(const rb_model *model, const double *y, double *J);

/* Of a leg of radau that has begun: does it begin where friction jumps (at zero slip, without softening)? Its Jacobian
   by differences is that of the jump, and Newton's iteration, which takes all changes for tiny, stops at once. The
   exact Jacobian is that beside the jump. */
bool rb_leg_begins_at_jump(const rb_leg *leg, const rb_model *model);

/* Tries the length h: fills y1, not yet put back on constraints. Returns what it cost; *error is
   its size against what is allowed (INFINITY: no such step), by tolerance and scale. */
int rb_leg_try(rb_leg *leg, const rb_model *model, double h, double tolerance, const double *scale,
               double *error);

/* Takes the length h as it is: the one just tried, or any. Where events can be crossed, y1 stays off
   its constraints until they have been looked for (putting it back may hide them) and the leg is
   closed. A closed leg of the same length has the same bits. All return what they cost. */
int rb_leg_reach(rb_leg *leg, const rb_model *model, double h);
int rb_leg_take(rb_leg *leg, const rb_model *model, double h);
int rb_leg_close(rb_leg *leg, const rb_model *model);

/* The extension. Its cost goes to *evaluations once, whoever asked before; NULL: a look that is not
   part of the run. */
const rb_dense *rb_leg_extension(rb_leg *leg, const rb_model *model, uint64_t *evaluations);

/* The state at t within the leg, on its constraints. */
void rb_leg_state(rb_leg *leg, const rb_model *model, double t, double *y);
/* The same at the share x of the leg, with its right-hand side; of an open leg, as it is. */
void rb_leg_look(rb_leg *leg, const rb_model *model, double x, double *y, double *f,
                 uint64_t *evaluations);

/* lobatto and radau: what they remember becomes this leg, or nothing. */
void rb_leg_keep(rb_leg *leg);
void rb_leg_forget(rb_leg *leg);

static inline bool rb_method_is_implicit(rb_solver_method method) {
    return method == RB_METHOD_RODAS || method == RB_METHOD_RADAU;
}

static inline bool rb_method_is_collocation(rb_solver_method method) {
    return method == RB_METHOD_LOBATTO || method == RB_METHOD_RADAU;
}

/* State and right-hand side at a stage of the step, with what bodies leave behind it: hints of what
   is within the leg, no more. False: there are no more stages. */
bool rb_leg_stage(const rb_leg *leg, int index, const double **y, const double **f);

typedef enum rb_cut {
    RB_CUT_DONE,  /* no event, or made again up to it */
    RB_CUT_START, /* the run ends before the leg has begun */
    RB_CUT_FALSE, /* N falls below zero by the errors of the leg only: it is too long */
} rb_cut;

/* leg_events.c: where the body's first event is within the leg, it is made again that far. tolerance and scale as in
   rb_leg_try. */
rb_cut rb_leg_cut(rb_leg *leg, const rb_model *model, double tolerance, const double *scale,
                  uint64_t *evaluations);

#endif
