/* Orbit camera in physics axes (z up, metres), and the one conversion to raylib's y-up axes. */
#ifndef RB_VIEWER_WORLD_CAMERA_H
#define RB_VIEWER_WORLD_CAMERA_H

#include <rattleback/rattleback.h>
#include <raylib.h>

typedef struct rb_camera {
    rb_vec3 target;   /* m */
    float yaw, pitch; /* rad */
    float distance;   /* m */
    float fov;        /* vertical, degrees */
    bool follow;      /* target follows the mass centre, smoothly */
} rb_camera;

typedef enum rb_camera_view { RB_VIEW_DEFAULT, RB_VIEW_TOP, RB_VIEW_SIDE, RB_VIEW_FRONT } rb_camera_view;

/* Is the body as high as it is wide? */
bool rb_scene_tall(const rb_scene *scene);
/* A camera that shows a body of this scene well. */
rb_camera rb_camera_for(const rb_scene *scene);
void rb_camera_set_view(rb_camera *camera, rb_camera_view view);
void rb_camera_orbit(rb_camera *camera, float dx_pixels, float dy_pixels);
void rb_camera_pan(rb_camera *camera, float dx_pixels, float dy_pixels, float viewport_height);
void rb_camera_zoom(rb_camera *camera, float wheel);
/* Moves the target towards the mass centre when following; dt is the frame time, s. */
void rb_camera_update(rb_camera *camera, const rb_snapshot *snapshot, float dt);

rb_vec3 rb_camera_eye(const rb_camera *camera);

/* The one place where physics axes (x, y, z up) become raylib's (x, z, -y). */
Vector3 rb_to_raylib(rb_vec3 v);
rb_vec3 rb_from_raylib(Vector3 v);

#endif
