/* The spin over the body: a curved arrow in the sense of turning, and beside it, paler and wider, the
   one that a hand is about to give. */
#include <math.h>

#include "viewer/world/body_view.h"
#include "viewer/world/world_arrows.h"

/* The way to the viewer, level as the axis sees it; towards the foot of the picture from above. */
static rb_vec3 way_to_viewer(const rb_view *view, rb_vec3 axis) {
    const rb_vec3 f = rb_v3(view->forward[0], view->forward[1], view->forward[2]);
    const rb_vec3 r = rb_v3(view->right[0], view->right[1], view->right[2]);
    const rb_vec3 near = rb_scale(-1.0, rb_add(f, rb_cross(r, f)));
    const rb_vec3 level = rb_add_scaled(near, -rb_dot(near, axis), axis);
    const double length = rb_norm(level);
    return length > 1e-9 ? rb_scale(1.0 / length, level) : r;
}

static void add_turn(rb_arrows *arrows, const rb_view *view, const rb_snapshot *s,
                     const rb_body_look *look, rb_spin spin, double widen, float opacity) {
    const double typical = look->omega > 1e-3 && isfinite(look->omega) ? look->omega : 10.0;
    const double share = fabs(spin.value) / typical;
    if (!isfinite(spin.value) || share < 0.01)
        return;
    const rb_vec3 axis = rb_scale(spin.value < 0.0 ? -1.0 : 1.0, spin.axis);
    const double length = fmin(0.35 + 3.6 * share, 5.4); /* rad; short near the turn, never gone */
    /* Its head is in front, where it is seen from its side; its tail behind, as far as it is long. */
    const double back = fmin(0.5 * length, 0.5) - 0.5 * length;
    const rb_vec3 near = way_to_viewer(view, axis);
    const double over = look->tall ? 1.15 : 0.26;
    const rb_arrow arrow = {
        .origin = rb_add_scaled(s->r_C, over * look->size, spin.axis),
        .direction = axis,
        .length = length,
        .bend = (look->tall ? 0.55 : 0.42) * widen * look->size,
        .towards = rb_add_scaled(rb_scale(cos(back), near), sin(back), rb_cross(axis, near)),
        .weight = 1.25f,
        .color = Fade(rb_spin_color(spin.value), opacity)};
    rb_vec3 tip;
    rb_arrow_add(arrows, &arrow, &tip);
}

void rb_world_spin(rb_arrows *arrows, const rb_view *view, const rb_world_run *run,
                   const rb_world_style *style) {
    const rb_body_kind *body = run->scene->body;
    const rb_snapshot *s = run->snapshot;
    rb_body_look look;
    if (!(style->show & RB_SHOW_SPIN) && !run->foreseen)
        return;
    rb_scene_look(run->scene, &look);
    if (run->foreseen)
        add_turn(arrows, view, s, &look, rb_spin_given(body, s, *run->foreseen), 1.25, 0.75f);
    else
        add_turn(arrows, view, s, &look, rb_spin_of(body, s), 1.0, 1.0f);
}
