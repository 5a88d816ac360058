/* Internal functions of simulations. Checking a scene is expensive: it searches for directions in which
   the friction law adds energy. The check runs once per change, in the first function that receives the
   scene. */
#ifndef RB_SIM_CONTROL_H
#define RB_SIM_CONTROL_H

#include "rattleback/run.h"

/* simulation.c: rb_simulation_create and rb_simulation_reset for a scene that rb_scene_check has
   accepted. */
rb_status rb_simulation_create_checked(const rb_scene *scene, rb_simulation **out, rb_error *err);
rb_status rb_simulation_reset_checked(rb_simulation *sim, const rb_scene *scene, rb_error *err);

/* run.c, run_batch.c: rb_run and rb_run_batch for such scenes. */
rb_status rb_run_checked(const rb_scene *scene, double until, const rb_observer *observer, rb_run_result *out,
                         rb_error *err);
rb_status rb_run_batch_checked(const rb_scene *scenes, int count, const rb_batch *batch,
                               rb_summary *summaries, rb_error *err);

/* Checks whether a run of this scene can be controlled. On failure err has the reason. */
rb_status rb_control_check(const rb_scene *scene, rb_error *err);

/* simulation.c: continues a run that has not ended under another control, or under none. */
void rb_simulation_change_control(rb_simulation *sim, const rb_control *control);

#endif
