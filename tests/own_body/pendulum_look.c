/* How a program draws a body that it adds: a row of appearances. */
#include "pendulum_look.h"

#include <math.h>

#include "app/appearance/appearance.h"
#include "math/pi.h"
#include "math/vec.h"

enum { M, L }; /* of its parameters */

/* A rod from the pivot to a ball at the mass centre. */
static void look(const rb_scene *scene, rb_body_look *out) {
    const double *v = scene->values[RB_SECTION_BODY];
    double l = isfinite(v[L]) && v[L] > 1e-3 ? v[L] : 1e-3, r = 0.18 * l;
    out->solid = (rb_part){.form = RB_FORM_ELLIPSOID, .turn = {1, 0, 0, 0}, .size = {r, r, r}};
    out->parts[out->part_count++] = (rb_part){
        .form = RB_FORM_ROD, .tone = RB_TONE_DARK, .turn = {1, 0, 0, 0}, .size = {0.04 * l, 0.04 * l, l}};
    out->parts[out->part_count++] = out->solid;
    out->size = 1.5 * l;
    out->tall = true;
    out->mass = v[M];
}

/* The wall, and the spring from the wall to the bob at its present length. */
static int surroundings(const rb_scene *scene, const rb_snapshot *s, rb_part *parts) {
    const double *v = scene->values[RB_SECTION_BODY];
    double l = v[L], r = 0.18 * l;
    parts[0] = (rb_part){.form = RB_FORM_BOX,
                         .tone = RB_TONE_LIGHT,
                         .at = {-r - 0.1 * l, 0, l},
                         .turn = {1, 0, 0, 0},
                         .size = {0.1 * l, 0.3 * l, l}};
    parts[1] = (rb_part){.form = RB_FORM_SPRING,
                         .tone = RB_TONE_DARK,
                         .at = {-r, 0, s->r_C.z},
                         .turn = rb_quat_from_axis_angle(rb_v3(0, 1, 0), RB_PI / 2),
                         .size = {0.07 * l, 0.07 * l, s->r_C.x + r}};
    return 2;
}

static const rb_appearance row = {
    .body = "wall-pendulum",
    .look = look,
    .surroundings = surroundings,
    .plots = {{"phi", NULL}, {"rate", "tension"}},
    .lanes = {{"struck", "hits", "once the wall has been struck"}},
};

bool pendulum_show(void) {
    return rb_appearance_register(&row);
}
