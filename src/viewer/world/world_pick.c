/* Which body lies under a pixel. */
#include <math.h>

#include "viewer/world/draw_gl.h"
#include "viewer/world/mesh_body.h"
#include "viewer/world/world.h"

/* Nearest hit of the ray o + t d (unit-sphere space) with the sphere or its lower half; -1: none. */
static float hit(const vec3 o, const vec3 d, bool cut) {
    const float a = glm_vec3_dot((float *)d, (float *)d), b = glm_vec3_dot((float *)o, (float *)d);
    const float c = glm_vec3_dot((float *)o, (float *)o) - 1.0f, root = b * b - a * c;
    if (!(root >= 0.0f) || !(a > 0.0f))
        return -1.0f;
    const float in = (-b - sqrtf(root)) / a, out = (-b + sqrtf(root)) / a;
    if (!cut || o[2] + in * d[2] <= 0.0f)
        return in;
    const float lid = d[2] < 0.0f ? -o[2] / d[2] : -1.0f;
    return lid >= in && lid <= out ? lid : -1.0f;
}

int rb_world_pick(rb_world *world, const rb_camera *camera, Rectangle viewport,
                  const rb_world_run *runs, int run_count, Vector2 pixel, rb_vec3 *point) {
    (void)world;
    rb_view view;
    if (!rb_view_make(&view, camera, viewport) || !CheckCollisionPointRec(pixel, view.area))
        return -1;
    const float x = 2.0f * (pixel.x - view.area.x) / view.area.width - 1.0f;
    const float y = 1.0f - 2.0f * (pixel.y - view.area.y) / view.area.height;
    rb_vec3 ray, eye = rb_camera_eye(camera);
    double *const parts[3] = {&ray.x, &ray.y, &ray.z};
    for (int i = 0; i < 3; i++)
        *parts[i] = view.forward[i] + x * view.tan_y * view.aspect * view.right[i] +
                    y * view.tan_y * view.up[i];
    int best = -1;
    float nearest = INFINITY;
    for (int i = 0; i < run_count; i++) {
        if (!runs[i].scene || !runs[i].snapshot)
            continue;
        rb_body_look look;
        rb_scene_look(runs[i].scene, &look);
        rb_solid solid = rb_look_solid(&look);
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
    if (best >= 0 && point)
        *point = rb_add_scaled(eye, nearest, ray);
    return best;
}

bool rb_world_pixel(const rb_camera *camera, Rectangle viewport, rb_vec3 point, Vector2 *pixel) {
    rb_view view;
    return rb_view_make(&view, camera, viewport) && rb_view_project(&view, point, pixel);
}
