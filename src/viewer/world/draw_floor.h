/* Background, floor with its metric grid, and soft shadows. */
#ifndef RB_VIEWER_WORLD_DRAW_FLOOR_H
#define RB_VIEWER_WORLD_DRAW_FLOOR_H

#include "viewer/world/mesh_body.h"

typedef struct rb_floor {
    rb_shader floor, shadow;
    unsigned vao; /* no buffers: the shaders know their corners */
} rb_floor;

rb_status rb_floor_create(rb_floor *floor, rb_error *err);
void rb_floor_free(rb_floor *floor);

/* Fills the viewport. Light and grid are centred on the body. */
void rb_floor_draw(const rb_floor *floor, const rb_view *view, rb_vec3 body, bool grid);
/* The finest spacing of the grid that is well visible at the target, m. */
double rb_floor_spacing(const rb_view *view);

/* The shadow of a solid whose mass centre is at r_C, turned by q. */
void rb_floor_shadow(const rb_floor *floor, const rb_view *view, const rb_solid *solid, rb_vec3 r_C,
                     rb_quat q, float strength);

#endif
