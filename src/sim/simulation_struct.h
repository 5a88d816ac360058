/* What a simulation consists of. Only simulation.c uses it. */
#ifndef RB_SIM_SIMULATION_STRUCT_H
#define RB_SIM_SIMULATION_STRUCT_H

#include "bodies/ops.h"
#include "sim/event_log.h"
#include "sim/stepper.h"

struct rb_simulation {
    rb_scene scene;
    rb_model model;
    double h; /* step, s */
    int steps_per_tick;
    int steps_left;         /* of a tick that was interrupted */
    bool advised;           /* rb_scene_advice finds the step too large */
    uint64_t step;          /* steps done */
    double t0;              /* when steps got their present length, and how many had been done by then: */
    uint64_t step0;         /* time is t0 + (step - step0) h, never a running sum */
    double too_large_since; /* the step, s; NAN: never */
    rb_phase phase;
    rb_stepper stepper;
    rb_event_log event_log;
    bool controlled;
    rb_control control;
    rb_body_ops driven; /* of the model while it is controlled */
};

#endif
