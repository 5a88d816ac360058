#include "viewer/world/camera.h"

#include <math.h>

#include "app/appearance/appearance.h"
#include "math/pi.h"
#include "math/vec.h"

#define PI_F ((float)RB_PI)

static const float default_yaw = -1.13f, default_pitch = 0.44f;

bool rb_scene_tall(const rb_scene *scene) {
    rb_body_look look;
    rb_scene_look(scene, &look);
    return look.tall;
}

rb_camera rb_camera_for(const rb_scene *scene) {
    rb_body_look look;
    rb_scene_look(scene, &look);
    rb_camera camera = {
        .target = rb_v3(0.0, 0.0, (look.tall ? 0.62 : 0.25) * look.size),
        .distance = (float)((look.tall ? 5.2 : 3.9) * look.size),
        .fov = 32.0f,
        .follow = true,
    };
    rb_camera_set_view(&camera, RB_VIEW_DEFAULT);
    if (look.stands > 0.0) { /* seen along its axis, slightly from above */
        camera.target.z = look.stands - 0.12 * look.size;
        camera.distance = (float)(6.0 * look.size);
        camera.follow = false;
        camera.yaw = -0.5f * PI_F + 0.28f;
        camera.pitch = 0.16f;
    }
    if (look.setup > 0.0) { /* the whole set-up, from its side */
        camera.distance = (float)(2.1 * look.setup);
        camera.follow = false;
        camera.target = rb_v3(0.0, 0.0, 0.12 * look.setup);
        camera.yaw = -0.5f * PI_F + 0.30f;
    }
    return camera;
}

void rb_camera_set_view(rb_camera *camera, rb_camera_view view) {
    static const float yaws[] = {0.0f, -0.5f * PI_F, -0.5f * PI_F, 0.0f};
    static const float pitches[] = {0.0f, 0.5f * PI_F, 0.06f, 0.06f};
    if (view == RB_VIEW_DEFAULT || (unsigned)view > RB_VIEW_FRONT) {
        camera->yaw = default_yaw;
        camera->pitch = default_pitch;
        return;
    }
    camera->yaw = yaws[view];
    camera->pitch = pitches[view];
}

void rb_camera_orbit(rb_camera *camera, float dx_pixels, float dy_pixels) {
    const float per_pixel = 0.0055f;
    if (!isfinite(dx_pixels) || !isfinite(dy_pixels)) {
        return;
    }
    camera->yaw = remainderf(camera->yaw - per_pixel * dx_pixels, 2.0f * PI_F);
    camera->pitch = fminf(fmaxf(camera->pitch + per_pixel * dy_pixels, 0.02f), 0.5f * PI_F);
}

void rb_camera_pan(rb_camera *camera, float dx_pixels, float dy_pixels, float viewport_height) {
    if (!(viewport_height >= 1.0f) || !isfinite(dx_pixels) || !isfinite(dy_pixels)) {
        return;
    }
    /* Metres per pixel in the target's plane; vertical drags move along the floor when the camera
       looks down on it and along the vertical when it looks level. */
    const double m = 2.0 * camera->distance * tan(0.5 * camera->fov * PI_F / 180.0) / viewport_height;
    const double right_x = -sin(camera->yaw), right_y = cos(camera->yaw);
    const double up_z = cos(camera->pitch), sine = sin(camera->pitch);
    const double z = camera->target.z + m * dy_pixels * up_z;
    /* The target cannot go below the floor: the rest of a downward pan moves it along the floor, unless
       the view is too flat. */
    const double along = m * dy_pixels * sine + fmin(z, 0.0) * up_z / fmax(sine, 0.25);
    camera->target.x -= m * dx_pixels * right_x + along * cos(camera->yaw);
    camera->target.y -= m * dx_pixels * right_y + along * sin(camera->yaw);
    camera->target.z = fmax(z, 0.0);
}

void rb_camera_zoom(rb_camera *camera, float wheel) {
    if (isfinite(wheel)) {
        camera->distance = fminf(fmaxf(camera->distance * powf(0.88f, wheel), 1e-3f), 50.0f);
    }
}

void rb_camera_update(rb_camera *camera, const rb_snapshot *snapshot, float dt) {
    if (!camera->follow || !snapshot || !isfinite(snapshot->r_C.x) || !isfinite(snapshot->r_C.y)) {
        return;
    }
    /* The height stays fixed, so that rocking remains visible. */
    const double share = dt > 0.0f ? 1.0 - exp(-(double)dt / 0.35) : 0.0;
    const double dx = snapshot->r_C.x - camera->target.x, dy = snapshot->r_C.y - camera->target.y;
    const double off = hypot(dx, dy), distance = (double)camera->distance, near = 0.05 * distance;
    /* A jump (scrubbing, another scene) is followed at once. So is a rest far below a pixel: halved again and
       again, the picture would change for minutes (idle.c). */
    const double s = off > 3.0 * distance || (dt > 0.0f && off < 1e-6 * distance) ? 1.0 : share;
    /* A fast body stays near the middle. */
    const double s_near = dt > 0.0f && (1.0 - s) * off > near ? 1.0 - near / off : s;
    camera->target.x += s_near * dx;
    camera->target.y += s_near * dy;
}

rb_vec3 rb_camera_eye(const rb_camera *camera) {
    const double c = cos(camera->pitch);
    return rb_add_scaled(camera->target, camera->distance,
                         rb_v3(c * cos(camera->yaw), c * sin(camera->yaw), sin(camera->pitch)));
}

Vector3 rb_to_raylib(rb_vec3 v) {
    return (Vector3){(float)v.x, (float)v.z, (float)-v.y};
}

rb_vec3 rb_from_raylib(Vector3 v) {
    return rb_v3(v.x, -v.z, v.y);
}
