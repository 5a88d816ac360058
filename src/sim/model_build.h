#ifndef RB_SIM_MODEL_BUILD_H
#define RB_SIM_MODEL_BUILD_H

#include "bodies/ops.h"
#include "rattleback/scene.h"

/* Builds the model that the equations of motion need from a valid scene. */
void rb_model_build(const rb_scene *scene, rb_model *model);

#endif
