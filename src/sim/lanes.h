/* Several runs of one kind in the lanes of vector registers (docs/threads.md#lanes). */
#ifndef RB_SIM_LANES_H
#define RB_SIM_LANES_H

#include "bodies/ops.h"
#include "sim/event_log.h"
#include "sim/stepper.h"

/* The parts of a simulation that a lane uses. */
typedef struct rb_lane_view {
    const rb_model *model;
    rb_stepper *stepper;
    rb_event_log *event_log;
    uint64_t *step; /* steps done */
    double h;
    double t0; /* time is t0 + (step - step0) h */
    uint64_t step0;
    bool known_too_large; /* the step has already been found too large */
} rb_lane_view;

/* simulation.c */
rb_lane_view rb_simulation_lane_view(rb_simulation *sim);
/* Ends a step that was made outside of the simulation, with this result. */
void rb_simulation_end_step(rb_simulation *sim, rb_step_result result);

/* Lanes that need attention after a step, one bit each. */
typedef struct rb_lanes_report {
    unsigned event_log; /* the step is accepted; the event log needs it */
    unsigned again;     /* repeat the step with doubles, from the state before it */
    unsigned ended;     /* the end time is reached */
} rb_lanes_report;

/* Functions for one width and one kind of processor. A block contains `width` runs. */
typedef struct rb_lanes_code {
    int width;
    size_t block_size;
    bool (*fits)(const rb_model *model); /* this kind of run has lanes */
    /* Loads a run (until: its end, s), reloads it after attention, removes it. */
    void (*load)(void *block, int lane, const rb_lane_view *run, double until);
    void (*resume)(void *block, int lane, const rb_lane_view *run);
    void (*empty)(void *block, int lane);
    /* Copies the state of the lane to the run: the present one, or the one before the last step. */
    void (*store)(const void *block, int lane, const rb_lane_view *run, bool before);
    /* Gets the state before the last step and its right-hand side, RB_ODE_MAX doubles each. */
    void (*before)(const void *block, int lane, double *y0, double *f0);
    /* Steps until a lane needs attention, or until this many steps are made. */
    rb_lanes_report (*advance)(void *block, int steps);
} rb_lanes_code;

/* Returns the widest functions that the processor supports, at most `most` wide (0: any). NULL: none. */
const rb_lanes_code *rb_lanes_find(int most);

extern const rb_lanes_code rb_lanes_two, rb_lanes_four; /* lanes_two.c, lanes_four.c */

/* Can these two runs be lanes of the same block? */
bool rb_lanes_same_kind(const rb_model *a, const rb_model *b);

#endif
