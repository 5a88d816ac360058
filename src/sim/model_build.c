#include "sim/model_build.h"

#include <string.h>

void rb_model_build(const rb_scene *scene, rb_model *model) {
    memset(model, 0, sizeof *model);
    const double *contact = scene->values[RB_SECTION_CONTACT];
    model->ops = scene->body->ops;
    model->g = scene->values[RB_SECTION_WORLD][RB_WORLD_G];
    rb_base_make(scene->values[RB_SECTION_BASE], &model->g, &model->base);
    model->mu = contact[RB_CONTACT_MU];
    model->torque = contact[RB_CONTACT_TORQUE] != 0;
    model->size = (rb_patch_size)contact[RB_CONTACT_SIZE];
    rb_patch patch = {contact[RB_CONTACT_A], contact[RB_CONTACT_B]};
    rb_friction_init(&model->friction, scene->friction, scene->values[RB_SECTION_FRICTION], patch);
    model->rolling = scene->rolling;
    memcpy(model->rolling_params, scene->values[RB_SECTION_ROLLING], sizeof model->rolling_params);
    model->normal = scene->normal;
    memcpy(model->normal_params, scene->values[RB_SECTION_NORMAL], sizeof model->normal_params);
    model->events = ~0u; /* default; the body may change it */
    model->coupled.first = model->ops->coupled.count > 0 ? model->ops->coupled.first : 0;
    model->coupled.count =
        model->ops->coupled.count > 0 ? model->ops->coupled.count : model->ops->state_count;
    model->ops->prepare(scene->values[RB_SECTION_BODY], model);
    for (int i = 0; i < model->ops->event_count; i++) {
        unsigned bit = model->events & 1u << i;
        *(model->ops->events[i].ends ? &model->endings : &model->crossings) |= bit;
    }
}
