#include "sim/control.h"

#include "bodies/driven.h"
#include "sim/model_build.h"

rb_status rb_control_check(const rb_scene *scene, rb_error *err) {
    rb_model model;
    rb_model_build(scene, &model);
    return rb_driven_check(&model, err);
}

rb_control rb_default_control(void) {
    return (rb_control){0};
}

rb_status rb_simulation_set_control(rb_simulation *sim, const rb_control *control, rb_error *err) {
    rb_phase phase = rb_simulation_phase(sim);
    if (phase == RB_PHASE_LIFTED_OFF || phase == RB_PHASE_DIVERGED) {
        return rb_fail(err, RB_ERR_INPUT, "control: expected a run that has not ended");
    }
    rb_status status = control != NULL ? rb_control_check(rb_simulation_scene(sim), err) : RB_OK;
    if (status == RB_OK) {
        rb_simulation_change_control(sim, control);
    }
    return status;
}

rb_status rb_simulation_create(const rb_scene *scene, rb_simulation **out, rb_error *err) {
    rb_status status = rb_scene_check(scene, scene != NULL ? scene->id : NULL, err);
    return status == RB_OK ? rb_simulation_create_checked(scene, out, err) : status;
}

rb_status rb_simulation_reset(rb_simulation *sim, const rb_scene *scene, rb_error *err) {
    rb_status status = rb_scene_check(scene, scene != NULL ? scene->id : NULL, err);
    return status == RB_OK ? rb_simulation_reset_checked(sim, scene, err) : status;
}
