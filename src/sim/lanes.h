/* Several runs of one kind side by side in the lanes of vector registers (docs/threads.md#lanes). */
#ifndef RB_SIM_LANES_H
#define RB_SIM_LANES_H

#include "bodies/ops.h"
#include "sim/event_log.h"
#include "sim/stepper.h"

/* What of a simulation lives in a lane while it runs there. */
typedef struct rb_lane_view {
    const rb_model *model;
    rb_stepper *stepper;
    rb_event_log *event_log;
    uint64_t *step; /* steps done */
    double h;
    double t0; /* time is t0 + (step - step0) h */
    uint64_t step0;
    bool known_too_large; /* the step: known already */
} rb_lane_view;

/* simulation.c */
rb_lane_view rb_simulation_lane_view(rb_simulation *sim);
/* A step was made elsewhere, and this is how it ended. */
void rb_simulation_end_step(rb_simulation *sim, rb_step_result result);

/* Which lanes need a look after a step, one bit each. */
typedef struct rb_lanes_report {
    unsigned event_log; /* the step is good; the event log must see it */
    unsigned again;     /* the step must be made again with doubles, from the state before it */
    unsigned ended;     /* the time is over */
} rb_lanes_report;

/* The code for one width and one sort of processor. A block holds `width` runs. */
typedef struct rb_lanes_code {
    int width;
    size_t block_size;
    bool (*fits)(const rb_model *model); /* this kind of run has lanes */
    /* A run moves in (until: when it ends, s), moves back in after a look, has moved out. */
    void (*load)(void *block, int lane, const rb_lane_view *run, double until);
    void (*resume)(void *block, int lane, const rb_lane_view *run);
    void (*empty)(void *block, int lane);
    /* Moves the lane's state into the run: as it is, or as it was before the last step. */
    void (*store)(const void *block, int lane, const rb_lane_view *run, bool before);
    /* The state before the last step and its rates of change, RB_ODE_MAX doubles each. */
    void (*before)(const void *block, int lane, double *y0, double *f0);
    /* Steps until a lane needs a look, or so many steps are made. */
    rb_lanes_report (*advance)(void *block, int steps);
} rb_lanes_code;

/* Of these, what the processor has; at most `most` wide (0: any). NULL: none. */
const rb_lanes_code *rb_lanes_find(int most);

extern const rb_lanes_code rb_lanes_two, rb_lanes_four; /* lanes_two.c, lanes_four.c */

/* Can these two run in lanes side by side? */
bool rb_lanes_same_kind(const rb_model *a, const rb_model *b);

#endif
