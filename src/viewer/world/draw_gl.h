/* OpenGL for the world, through rlgl: shaders with named uniforms, vertex buffers, and the view of one
   viewport. Positions on the GPU are relative to the view's origin (the floor point under the camera's
   target), so that single precision suffices wherever the body is. */
#ifndef RB_VIEWER_WORLD_DRAW_GL_H
#define RB_VIEWER_WORLD_DRAW_GL_H

#ifndef CGLM_ALL_UNALIGNED
#define CGLM_ALL_UNALIGNED
#endif
#include <cglm/cglm.h>
#include <rattleback/rattleback.h>
#include <raylib.h>

#include "viewer/world/camera.h"

#define RB_UNIFORMS_MAX 16

typedef struct rb_shader {
    unsigned id;
    int loc[RB_UNIFORMS_MAX]; /* in the order of the names given to rb_shader_load */
} rb_shader;

/* names ends with NULL. On failure the reason (and name) is in err. */
rb_status rb_shader_load(rb_shader *shader, const char *name, const char *vs, const char *fs,
                         const char *const *names, rb_error *err);
void rb_shader_free(rb_shader *shader);
void rb_uniform_f(const rb_shader *shader, int index, float value);
void rb_uniform_v2(const rb_shader *shader, int index, float x, float y);
void rb_uniform_v3(const rb_shader *shader, int index, const vec3 v);
void rb_uniform_v4(const rb_shader *shader, int index, float x, float y, float z, float w);
void rb_uniform_color(const rb_shader *shader, int index, Color color); /* as vec4, 0..1 */
void rb_uniform_rgb(const rb_shader *shader, int index, Color color);   /* as vec3 */
void rb_uniform_mat4(const rb_shader *shader, int index, mat4 m);

/* One vertex of the solid meshes. */
typedef struct rb_vertex {
    float position[3];
    float normal[3];
    float extra[3]; /* shader-specific: pattern coordinates, part of an arrow */
} rb_vertex;

typedef struct rb_gl_mesh {
    unsigned vao, vbo, ebo;
    int index_count;
} rb_gl_mesh;

/* Allocates vertices and indices; data may be NULL and be set by an update. */
bool rb_gl_mesh_create(rb_gl_mesh *mesh, const rb_vertex *vertices, int vertex_count,
                       const unsigned short *indices, int index_count);
void rb_gl_mesh_update(rb_gl_mesh *mesh, const rb_vertex *vertices, int vertex_count,
                       const unsigned short *indices, int index_count);
void rb_gl_mesh_draw(const rb_gl_mesh *mesh); /* with the shader in use */
void rb_gl_mesh_free(rb_gl_mesh *mesh);

/* Camera and matrices of one viewport. */
typedef struct rb_view {
    Rectangle area; /* whole window pixels, y down */
    rb_vec3 origin; /* physics coordinates of the GPU's origin */
    vec3 eye, right, up, forward;
    vec3 light;           /* unit vector towards the lamp: above left of the camera */
    float tan_y, aspect;  /* half the vertical opening; width / height */
    float distance;       /* of the target, m */
    float near_z, far_z;  /* m */
    mat4 view_projection; /* from GPU coordinates */
} rb_view;

/* False when there is nothing to see (no area, camera not finite). */
bool rb_view_make(rb_view *view, const rb_camera *camera, Rectangle viewport);
/* Sets viewport and scissor; end restores raylib's 2D drawing. */
void rb_view_begin(const rb_view *view);
void rb_view_end(void);
/* Clears colour and depth within the view. */
void rb_view_clear(void);
void rb_scissor_begin(Rectangle area);
void rb_scissor_end(void);

void rb_view_relative(const rb_view *view, rb_vec3 p, vec3 out);
/* Metres per pixel at p. */
float rb_view_pixel(const rb_view *view, rb_vec3 p);
/* Window pixel of p; false behind the camera. */
bool rb_view_project(const rb_view *view, rb_vec3 p, Vector2 *pixel);

bool rb_finite3(rb_vec3 v);

#endif
