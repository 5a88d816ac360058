#include "sim/model_build.h"

#include <string.h>

static rb_contact_mode mode_of(const rb_scene *scene, int contacts) {
    if (scene->friction->no_slip) {
        return RB_CONTACT_NO_SLIP;
    }
    if (!scene->normal->rigid) {
        return RB_CONTACT_COMPLIANT;
    }
    if (contacts > 1) {
        return RB_CONTACT_RIGID_PAIR;
    }
    double size = scene->values[RB_SECTION_CONTACT][RB_CONTACT_SIZE];
    return size == RB_PATCH_SIZE_CONSTANT ? RB_CONTACT_RIGID : RB_CONTACT_RIGID_SIZED;
}

void rb_model_build(const rb_scene *scene, rb_model *model) {
    memset(model, 0, sizeof *model);
    const double *contact = scene->values[RB_SECTION_CONTACT];
    model->ops = scene->body->ops;
    model->g = scene->values[RB_SECTION_WORLD][RB_WORLD_G];
    model->mu = contact[RB_CONTACT_MU];
    model->torque = contact[RB_CONTACT_TORQUE] != 0;
    model->size = (rb_patch_size)contact[RB_CONTACT_SIZE];
    rb_patch patch = {contact[RB_CONTACT_A], contact[RB_CONTACT_B]};
    rb_friction_init(&model->friction, scene->friction, scene->values[RB_SECTION_FRICTION], patch);
    model->rolling = scene->rolling;
    memcpy(model->rolling_params, scene->values[RB_SECTION_ROLLING], sizeof model->rolling_params);
    model->normal = scene->normal;
    memcpy(model->normal_params, scene->values[RB_SECTION_NORMAL], sizeof model->normal_params);
    model->ops->prepare(scene->values[RB_SECTION_BODY], model);
    bool round = scene->friction->shape != RB_PATCH_ELLIPSE && scene->rolling->isotropic;
    bool curved = model->size != RB_PATCH_SIZE_CONSTANT || !scene->normal->rigid;
    model->mode = mode_of(scene, model->shape.contact_count);
    model->N_guess = model->m * model->g;
    model->principal = curved || (!round && !model->shape.revolution);
}
