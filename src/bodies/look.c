#include "rattleback/look.h"

#include <math.h>
#include <string.h>

#include "bodies/looks.h"
#include "bodies/ops.h"

double rb_look_length(double v) {
    return isfinite(v) ? fmin(fmax(v, 1e-6), 1e3) : 0.02;
}

void rb_look_add(rb_body_look *look, rb_part part) {
    if (look->part_count < RB_PARTS_MAX) {
        look->parts[look->part_count++] = part;
    }
}

/* For a scene without a body: a ball. */
static void ball(rb_body_look *out) {
    const double r = 0.02;
    out->solid = (rb_part){.form = RB_FORM_ELLIPSOID, .turn = {1, 0, 0, 0}, .size = {r, r, r}};
    rb_look_add(out, out->solid);
    out->size = 0.08;
    out->tip = rb_v3(r, 0, 0);
}

void rb_scene_look(const rb_scene *scene, rb_body_look *out) {
    memset(out, 0, sizeof *out);
    if (scene == NULL || scene->body == NULL) {
        ball(out);
        return;
    }
    scene->body->ops->look(scene->values[RB_SECTION_BODY], scene->values[RB_SECTION_START], out);
    out->size = fmax(rb_look_length(out->size), 1e-4);
}

int rb_scene_surroundings(const rb_scene *scene, const rb_snapshot *snapshot,
                          rb_part parts[RB_PARTS_MAX]) {
    if (scene == NULL || scene->body == NULL || scene->body->ops->surroundings == NULL) {
        return 0;
    }
    int count = scene->body->ops->surroundings(scene->values[RB_SECTION_BODY], snapshot, parts);
    return count < RB_PARTS_MAX ? count : RB_PARTS_MAX;
}
