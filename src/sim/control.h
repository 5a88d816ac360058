/* Control of runs (rb_control): what simulation.c and control.c share. */
#ifndef RB_SIM_CONTROL_H
#define RB_SIM_CONTROL_H

#include "rattleback/simulation.h"

/* Can a run of this scene be controlled? On failure the reason is in err. */
rb_status rb_control_check(const rb_scene *scene, rb_error *err);

/* simulation.c: continues under another control, or under none; the run has not ended. */
void rb_simulation_change_control(rb_simulation *sim, const rb_control *control);

#endif
