/* The members of a simulation. simulation.c changes them, checkpoint.c and control.c read them. */
#ifndef RB_SIM_SIMULATION_STRUCT_H
#define RB_SIM_SIMULATION_STRUCT_H

#include "bodies/ops.h"
#include "sim/event_log.h"
#include "sim/stepper.h"

struct rb_simulation {
    rb_scene scene;
    uint64_t scene_hash; /* rb_checkpoint_scene_hash */
    rb_model model;
    double h; /* step, s */
    int steps_per_tick;
    int steps_left;         /* in a tick that was interrupted */
    bool advised;           /* rb_scene_advice finds the step too large */
    uint64_t step;          /* steps done */
    double t0;              /* time and number of steps when the step got its present length: */
    uint64_t step0;         /* time is t0 + (step - step0) h, never a running sum */
    double too_large_since; /* s, when the step was first found too large; NAN: never */
    rb_phase phase;
    rb_stepper stepper;
    rb_event_log event_log;
    bool controlled;
    rb_base_record record; /* recorded motion of the base */
    rb_control control;
    rb_body_ops driven; /* functions of the model while it is controlled */
};

/* Under control, or on a base that moves or slopes: the state has more components (driven.h). */
static inline bool rb_simulation_is_driven(const rb_simulation *sim) {
    return sim->model.undriven != NULL;
}

/* simulation.c: the state now. Adaptive methods compute it on demand; this cache is no change of the
   simulation. */
const double *rb_simulation_y(const rb_simulation *sim);

/* simulation.c: starts a simulation that was created or reset just now from another state of its body. The
   energy balance does not count the change. */
void rb_simulation_set_y(rb_simulation *sim, const double *y);

#endif
