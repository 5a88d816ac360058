/* What a body looks like: read from its scene's parameters, and the mesh made from that. Body axes,
   origin at the mass centre, metres. */
#ifndef RB_VIEWER_WORLD_MESH_BODY_H
#define RB_VIEWER_WORLD_MESH_BODY_H

#include "viewer/world/draw_gl.h"

typedef enum rb_look_kind { RB_LOOK_CELT, RB_LOOK_TOP, RB_LOOK_BALL } rb_look_kind;

typedef struct rb_look {
    int kind;
    float a[3];  /* celt: semi-axes; top: large radius, small radius, 0; ball: radius thrice */
    float alpha; /* celt: turn of the body axes against the ellipsoid's */
    float k[3];  /* mass centre -> centre of the ellipsoid or large sphere */
    float stem;  /* top: height of the small sphere's centre over the mass centre */
    float rod;   /* celt: 1 with the skew rod of the experiment, -1 skewed the other way */
} rb_look;

rb_look rb_look_of(const rb_scene *scene);
bool rb_look_equal(const rb_look *a, const rb_look *b);

/* The convex solid that stands for the body in shadows and picking: an ellipsoid, perhaps with its
   upper half cut away. unit takes body-axes vectors from the centre to unit-sphere space. */
typedef struct rb_solid {
    vec3 centre;
    mat3 unit;
    bool cut;
} rb_solid;
rb_solid rb_look_solid(const rb_look *look);

#define RB_BODY_VERTICES 4096
#define RB_BODY_INDICES 24576

typedef struct rb_mesh_data {
    rb_vertex vertices[RB_BODY_VERTICES];
    unsigned short indices[RB_BODY_INDICES];
    int vertex_count, index_count;
} rb_mesh_data;

void rb_look_mesh(const rb_look *look, rb_mesh_data *out);

/* The unit sphere, and the arrow that arrow.vs bends and stretches. */
void rb_ball_mesh(rb_mesh_data *out);
void rb_arrow_mesh(rb_mesh_data *out);

#endif
