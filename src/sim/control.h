/* Parts of simulations that are not public. A check of a scene searches for directions in which its law feeds
   energy: it is made once per change, by the first function that gets the scene. */
#ifndef RB_SIM_CONTROL_H
#define RB_SIM_CONTROL_H

#include "rattleback/simulation.h"

/* simulation.c: rb_simulation_create and rb_simulation_reset for a scene that rb_scene_check has accepted. */
rb_status rb_simulation_create_checked(const rb_scene *scene, rb_simulation **out, rb_error *err);
rb_status rb_simulation_reset_checked(rb_simulation *sim, const rb_scene *scene, rb_error *err);

/* Can a run of this scene be controlled? On failure the reason is in err. */
rb_status rb_control_check(const rb_scene *scene, rb_error *err);

/* simulation.c: continues under another control, or under none; the run has not ended. */
void rb_simulation_change_control(rb_simulation *sim, const rb_control *control);

#endif
