/* The items that the world can show, with names and descriptions. */
#include <math.h>

#include "math/vec.h"
#include "viewer/world/body_view.h"
#include "viewer/world/draw_gl.h"
#include "viewer/world/mesh_body.h"
#include "viewer/world/world.h"
#include "viewer/world/world_parts.h"

static const rb_show_item items[] = {
    {"weight", RB_SHOW_WEIGHT, "Weight", "G", "weight, acting at the mass centre", RB_COLOR_WEIGHT, 0},
    {"normal", RB_SHOW_NORMAL, "Normal force", "N",
     "force of the floor along the vertical, acting at the centre of pressure S", RB_COLOR_NORMAL, 0},
    {"friction", RB_SHOW_FRICTION, "Friction force", "F", "resultant of dry friction over the contact patch",
     RB_COLOR_FRICTION, 0},
    {"drill", RB_SHOW_DRILL, "Drilling torque", "Mₙ",
     "friction torque about the vertical through the patch, as a curved arrow in the right-hand "
     "sense",
     RB_COLOR_DRILL, 0},
    {"roll", RB_SHOW_ROLL, "Rolling torque", "Mᵣ",
     "rolling resistance, a horizontal torque, as a curved arrow in the right-hand sense", RB_COLOR_ROLL, 0},
    {"omega", RB_SHOW_OMEGA, "Angular velocity", "ω", "angular velocity of the body", RB_COLOR_OMEGA, 0},
    {"momentum", RB_SHOW_MOMENTUM, "Angular momentum", "L", "angular momentum about the mass centre",
     RB_COLOR_MOMENTUM, 0},
    {"sliding", RB_SHOW_SLIDING, "Sliding velocity", "v",
     "velocity of the body's point at the patch centre A over the floor; drawn twelve times as "
     "long "
     "as the rolling velocity",
     RB_COLOR_SLIDING, 0},
    {"rolling", RB_SHOW_ROLLING, "Rolling velocity", "vᵣ", "velocity of the contact point over the floor",
     RB_COLOR_ROLL, 0},
    {"centre", RB_SHOW_MASS_CENTRE, "Mass centre", "C", "the mass centre, as a quartered disk", RB_COLOR_INK,
     0},
    {"axes", RB_SHOW_BODY_AXES, "Body axes", "e₁ e₂ e₃", "the axes in which inertia and ω₁, ω₂, ω₃ are given",
     RB_COLOR_INK_SOFT, 0},
    {"inertia", RB_SHOW_INERTIA, "Inertia ellipsoid", "B",
     "Poinsot's ellipsoid about the mass centre: long where the body turns easily; in a rattleback "
     "it is rotated against the shape",
     RB_COLOR_ACCENT, 0},
    {"trail-floor", RB_SHOW_TRAIL_FLOOR, "Trail on the floor", "A", "path of the contact point on the floor",
     RB_COLOR_INK, 0},
    {"trail-body", RB_SHOW_TRAIL_BODY, "Trail on the body", "A′",
     "path of the contact point on the body's surface", RB_COLOR_INK, 0},
    {"trail-centre", RB_SHOW_TRAIL_CENTRE, "Trail of the mass centre", "C", "path of the mass centre",
     RB_COLOR_INK_SOFT, 0},
    {"trail-tip", RB_SHOW_TRAIL_TIP, "Trail of the axis tip", "e₁",
     "path of the tip of the body's long axis (of its symmetry axis for a top)", RB_COLOR_ACCENT, 0},
    {"labels", RB_SHOW_LABELS, "Labels and values", "", "symbols and live values beside the arrows",
     RB_COLOR_INK, 0},
    {"shadow", RB_SHOW_SHADOW, "Shadow", "", "soft shadow on the floor", RB_COLOR_INK_SOFT, 0},
    {"grid", RB_SHOW_GRID, "Grid and scale bar", "", "metric grid on the floor, and a scale bar",
     RB_COLOR_GRID, 0},
    {"spheres", RB_SHOW_SPHERES, "Contact spheres", "R, r",
     "the two spheres with which the top touches the floor; the loaded one is drawn stronger",
     RB_COLOR_NORMAL, RB_TRAIT_INVERTS},
    {"ellipses", RB_SHOW_ELLIPSES, "Paths of S and Mᵣ", "",
     "in the microscope: where the centre of pressure and the end of Mᵣ go as the direction of "
     "rolling turns (AK18 Fig. 3)",
     RB_COLOR_ROLL, 0},
    {"spin", RB_SHOW_SPIN, "Spin", "ω₃",
     "the spin as a curved arrow over the body and a large number; gold is anticlockwise, seen "
     "from above, violet clockwise",
     RB_COLOR_SPIN_PLUS, RB_TRAIT_SPINS},
    {"ribbons", RB_SHOW_RIBBONS, "Ribbons of the ends", "",
     "paths of both ends of the body, coloured by the direction of spin at that time", RB_COLOR_SPIN_PLUS,
     RB_TRAIT_REVERSES},
    {"cause", RB_SHOW_CAUSE, "Cause: the skew", "δ",
     "why it prefers one direction: the flattest direction, the easiest axis to turn about, and "
     "the angle δ between them; two balls of half the mass each illustrate the inertia",
     RB_COLOR_ACCENT, RB_TRAIT_REVERSES},
    {"mean", RB_SHOW_MEAN, "Mean forces", "",
     "arrows of the contact forces show their mean over the last rocking period, which the eye can "
     "follow; off: the instant, as in the plots and in the microscope",
     RB_COLOR_NORMAL, 0},
    {"table", RB_SHOW_TABLE, "Table", "", "a table of wood with an edge; off: an endless floor",
     RB_COLOR_INK_SOFT, 0},
};

int rb_show_item_count(void) {
    return (int)(sizeof items / sizeof items[0]);
}

const rb_show_item *rb_show_item_at(int index) {
    return index >= 0 && index < rb_show_item_count() ? &items[index] : NULL;
}

rb_world_style rb_world_style_default(void) {
    return (rb_world_style){
        .show = RB_SHOW_NORMAL | RB_SHOW_FRICTION | RB_SHOW_TRAIL_FLOOR | RB_SHOW_LABELS | RB_SHOW_SHADOW |
                RB_SHOW_GRID | RB_SHOW_SPIN | RB_SHOW_RIBBONS | RB_SHOW_MEAN | RB_SHOW_TABLE,
        .arrow_scale = 1.0f,
        .trail_seconds = 2.0f,
        .ui_scale = 1.0f,
        .clock = -1.0,
    };
}

/* ---------------------------------------------------------------- picking */

/* The body under a pixel. */

/* Nearest hit of the ray o + t d (unit-sphere space) with the sphere or its lower half; -1: none. */
static float hit(const vec3 o, const vec3 d, bool cut) {
    const float a = glm_vec3_dot((float *)d, (float *)d), b = glm_vec3_dot((float *)o, (float *)d);
    const float c = glm_vec3_dot((float *)o, (float *)o) - 1.0f, root = b * b - a * c;
    if (!(root >= 0.0f) || !(a > 0.0f)) {
        return -1.0f;
    }
    const float in = (-b - sqrtf(root)) / a, out = (-b + sqrtf(root)) / a;
    if (!cut || o[2] + in * d[2] <= 0.0f) {
        return in;
    }
    const float lid = d[2] < 0.0f ? -o[2] / d[2] : -1.0f;
    return lid >= in && lid <= out ? lid : -1.0f;
}

int rb_world_pick(rb_world *world, const rb_camera *camera, Rectangle viewport, const rb_world_run *runs,
                  int run_count, Vector2 pixel, rb_vec3 *point) {
    (void)world;
    rb_view view;
    if (!rb_view_make(&view, camera, viewport) || !CheckCollisionPointRec(pixel, view.area)) {
        return -1;
    }
    const float x = 2.0f * (pixel.x - view.area.x) / view.area.width - 1.0f;
    const float y = 1.0f - 2.0f * (pixel.y - view.area.y) / view.area.height;
    rb_vec3 ray, eye = rb_camera_eye(camera);
    double *const parts[3] = {&ray.x, &ray.y, &ray.z};
    for (int i = 0; i < 3; i++) {
        *parts[i] =
            view.forward[i] + x * view.tan_y * view.aspect * view.right[i] + y * view.tan_y * view.up[i];
    }
    int best = -1;
    float nearest = INFINITY;
    for (int i = 0; i < run_count; i++) {
        if (!runs[i].scene || !runs[i].snapshot) {
            continue;
        }
        rb_body_look room;
        const rb_body_look *look = rb_run_look(&runs[i], &room);
        rb_solid solid = rb_look_solid(look);
        const rb_mat3 turn = rb_quat_matrix(runs[i].snapshot->q);
        const rb_vec3 o = rb_mul_t(&turn, rb_sub(eye, runs[i].snapshot->r_C));
        const rb_vec3 d = rb_mul_t(&turn, ray);
        vec3 from = {(float)o.x - solid.centre[0], (float)o.y - solid.centre[1],
                     (float)o.z - solid.centre[2]};
        vec3 along = {(float)d.x, (float)d.y, (float)d.z};
        glm_mat3_mulv(solid.unit, from, from);
        glm_mat3_mulv(solid.unit, along, along);
        const float t = hit(from, along, solid.cut);
        if (t > 0.0f && t < nearest) {
            nearest = t;
            best = i;
        }
    }
    if (best >= 0 && point) {
        *point = rb_add_scaled(eye, nearest, ray);
    }
    return best;
}

bool rb_world_pixel(const rb_camera *camera, Rectangle viewport, rb_vec3 point, Vector2 *pixel) {
    rb_view view;
    return rb_view_make(&view, camera, viewport) && rb_view_project(&view, point, pixel);
}

/* ---------------------------------------------------------------- spin arrow */

/* The spin above the body: a curved arrow in the direction of rotation, and, paler and wider, the spin
   that the user is about to give. */

/* The direction to the camera, perpendicular to the axis; towards the bottom of the picture when seen
   from above. */
static rb_vec3 towards_camera(const rb_view *view, rb_vec3 axis) {
    const rb_vec3 f = rb_v3(view->forward[0], view->forward[1], view->forward[2]);
    const rb_vec3 r = rb_v3(view->right[0], view->right[1], view->right[2]);
    const rb_vec3 near = rb_scale(-1.0, rb_add(f, rb_cross(r, f)));
    const rb_vec3 level = rb_add_scaled(near, -rb_dot(near, axis), axis);
    const double length = rb_norm(level);
    return length > 1e-9 ? rb_scale(1.0 / length, level) : r;
}

static void add_spin_arrow(rb_arrows *arrows, const rb_view *view, const rb_snapshot *s,
                           const rb_body_look *look, rb_spin spin, double widen, float opacity) {
    const double typical = look->omega > 1e-3 && isfinite(look->omega) ? look->omega : 10.0;
    const double share = fabs(spin.value) / typical;
    if (!isfinite(spin.value) || share < 0.01) {
        return;
    }
    const rb_vec3 axis = rb_scale(spin.value < 0.0 ? -1.0 : 1.0, spin.axis);
    const double length = fmin(0.35 + 3.6 * share, 5.4); /* rad; short near the reversal, never zero */
    /* The head is in front, where it is visible from the side; the tail is behind. */
    const double back = fmin(0.5 * length, 0.5) - 0.5 * length;
    const rb_vec3 near = towards_camera(view, axis);
    const double over = look->tall ? 1.15 : 0.26;
    const rb_arrow arrow = {.origin = rb_add_scaled(s->r_C, over * look->size, spin.axis),
                            .direction = axis,
                            .length = length,
                            .bend = (look->tall ? 0.55 : 0.42) * widen * look->size,
                            .towards =
                                rb_add_scaled(rb_scale(cos(back), near), sin(back), rb_cross(axis, near)),
                            .weight = 1.25f,
                            .color = Fade(rb_spin_color(spin.value), opacity)};
    rb_vec3 tip;
    rb_arrow_add(arrows, &arrow, &tip);
}

void rb_world_spin(rb_arrows *arrows, const rb_view *view, const rb_world_run *run,
                   const rb_world_style *style) {
    const rb_body_kind *body = run->scene->body;
    const rb_snapshot *s = run->snapshot;
    if (!(style->show & RB_SHOW_SPIN) && !run->foreseen) {
        return;
    }
    rb_body_look room;
    const rb_body_look *look = rb_run_look(run, &room);
    if (run->foreseen) {
        add_spin_arrow(arrows, view, s, look, rb_spin_for(body, s, *run->foreseen), 1.25, 0.75f);
    } else {
        add_spin_arrow(arrows, view, s, look, rb_spin_of(body, s), 1.0, 1.0f);
    }
}
