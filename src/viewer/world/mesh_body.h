/* Meshes of bodies (app/appearance/appearance.h). Body axes, origin at the mass centre, metres. */
#ifndef RB_VIEWER_WORLD_MESH_BODY_H
#define RB_VIEWER_WORLD_MESH_BODY_H

#include "app/appearance/appearance.h"
#include "viewer/world/draw_gl.h"

bool rb_look_equal(const rb_body_look *a, const rb_body_look *b);

/* The convex solid that represents the body in shadows and picking: an ellipsoid, perhaps with its
   upper half cut away. unit maps body-axes vectors from the centre to unit-sphere space. */
typedef struct rb_solid {
    vec3 centre;
    mat3 unit;
    bool cut;
} rb_solid;
rb_solid rb_look_solid(const rb_body_look *look);

#define RB_BODY_VERTICES 4096
#define RB_BODY_INDICES 24576

typedef struct rb_mesh_data {
    rb_vertex vertices[RB_BODY_VERTICES];
    unsigned short indices[RB_BODY_INDICES];
    int vertex_count, index_count;
} rb_mesh_data;

/* All parts that are fixed to the body, in one mesh. */
void rb_look_mesh(const rb_body_look *look, rb_mesh_data *out);

/* A form of size 1 in all directions, in quarters, to be scaled; empty for a profile, which has
   none. */
void rb_form_mesh(rb_form form, rb_mesh_data *out);

/* The arrow that arrow.vs bends and stretches. */
void rb_arrow_mesh(rb_mesh_data *out);

#endif
