/* The table of variants. */
#include <string.h>

#include "bodies/ops.h"
#include "sim/scene_private.h"

static rb_status copy(rb_scene *scene, rb_error *err) {
    (void)scene;
    (void)err;
    return RB_OK;
}

static rb_status opposite_spin(rb_scene *scene, rb_error *err) {
    const rb_body_kind *body = scene->body;
    int spin = body->spin != NULL ? rb_param_find(body->start, body->spin) : -1;
    if (spin < 0) {
        return rb_fail(err, RB_ERR_INPUT, "opposite spin: a %s has no spin to reverse", body->id);
    }
    double *value = &scene->values[RB_SECTION_START][spin];
    if (*value == 0) {
        return rb_fail(err, RB_ERR_INPUT, "opposite spin: this run starts without spin (%s = 0)", body->spin);
    }
    *value = -*value;
    return RB_OK;
}

static rb_status mirrored(rb_scene *scene, rb_error *err) {
    double *body = scene->values[RB_SECTION_BODY];
    double before[RB_PARAMS_MAX];
    memcpy(before, body, sizeof before);
    if (scene->body->ops->mirror != NULL) {
        scene->body->ops->mirror(body, NULL);
    }
    for (int i = 0; i < scene->body->params.count; i++) {
        if (body[i] != before[i]) {
            return RB_OK;
        }
    }
    return rb_fail(err, RB_ERR_INPUT, "mirrored: this %s is its own mirror image", scene->body->id);
}

static rb_status mirror_image(rb_scene *scene, rb_error *err) {
    if (scene->body->ops->mirror == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "mirror image: not available for a %s", scene->body->id);
    }
    scene->body->ops->mirror(scene->values[RB_SECTION_BODY], scene->values[RB_SECTION_START]);
    return RB_OK;
}

static rb_status scale_mu(rb_scene *scene, double factor, const char *what, rb_error *err) {
    double *mu = &scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    if (scene->friction->no_slip) {
        return rb_fail(err, RB_ERR_INPUT, "%s: under the law %s the contact never slips, whatever μ is", what,
                       scene->friction->id);
    }
    if (*mu == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: this run has none (contact.mu = 0)", what);
    }
    *mu *= factor;
    return RB_OK;
}

static rb_status no_friction(rb_scene *scene, rb_error *err) {
    return scale_mu(scene, 0, "no friction", err);
}

static rb_status half_mu(rb_scene *scene, rb_error *err) {
    return scale_mu(scene, 0.5, "half friction", err);
}

static const rb_variant variants[] = {
    {"opposite-spin", "opposite spin", "the same start, spinning the other way round", opposite_spin},
    {"mirrored", "mirrored body", "its mirror image from the same start: what turned left prefers right",
     mirrored},
    {"mirror-image", "mirrored body and start", "the same motion, seen in a mirror", mirror_image},
    {"no-friction", "no friction", "μ = 0; rolling resistance stays", no_friction},
    {"half-mu", "half the friction", "half the coefficient of friction μ", half_mu},
    {"copy", "copy", "the same once more, to be edited", copy},
};

int rb_variant_count(void) {
    return (int)(sizeof variants / sizeof variants[0]);
}

const rb_variant *rb_variant_at(int index) {
    return &variants[index];
}

const rb_variant *rb_variant_find(const char *id) {
    for (int i = 0; i < rb_variant_count(); i++) {
        if (strcmp(variants[i].id, id) == 0) {
            return &variants[i];
        }
    }
    return NULL;
}

rb_status rb_scene_apply_variant(rb_scene *scene, const rb_variant *variant, rb_error *err) {
    rb_scene made = *scene;
    rb_status status = variant->apply(&made, err);
    if (status == RB_OK) {
        status = rb_scene_check(&made, made.id, err);
    }
    if (status == RB_OK) {
        *scene = made;
    }
    return status;
}
