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

/* What the floor is. */
typedef struct rb_floor_style {
    bool grid;
    double table; /* half width of the table, m; 0: an endless floor */
} rb_floor_style;

/* Fills the viewport. Light and grid are centred on the body, a table on the origin; it is large enough
   for the body to stand on it. */
void rb_floor_draw(const rb_floor *floor, const rb_view *view, rb_vec3 body, rb_floor_style style);
/* The finest spacing of the grid that is well visible at the target, m. */
double rb_floor_spacing(const rb_view *view);

/* The shadow of a solid whose mass centre is at r_C, turned by q. tint: colour of the light that a clear
   body lets through, with its share; alpha 0: opaque. */
void rb_floor_shadow(const rb_floor *floor, const rb_view *view, const rb_solid *solid, rb_vec3 r_C,
                     rb_quat q, Color tint);

#endif
