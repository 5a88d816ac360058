#include "viewer/world/draw_gl.h"

#include <math.h>
#include <rlgl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/pi.h"
#include "math/vec.h"
#include "viewer/platform/graphics.h"

/* The source in this platform's GLSL dialect, to be freed; NULL when out of memory. Replaces the
   version in the first line. */
static char *adapt_to_dialect(const char *source) {
    const char *body = strchr(source, '\n');
    body = strncmp(source, "#version", 8) == 0 && body != NULL ? body + 1 : source;
    size_t size = strlen(rb_glsl_version()) + strlen(rb_glsl_prelude()) + strlen(body) + 16;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s\n%s#line 2\n%s", rb_glsl_version(), rb_glsl_prelude(), body);
    }
    return text;
}

rb_status rb_shader_load(rb_shader *shader, const char *name, const char *vs, const char *fs,
                         const char *const *names, rb_error *err) {
    memset(shader, 0, sizeof *shader);
    char *vertex = adapt_to_dialect(vs);
    char *fragment = adapt_to_dialect(fs);
    if (vertex != NULL && fragment != NULL) {
        shader->id = rlLoadShaderProgram(vertex, fragment);
    }
    free(vertex);
    free(fragment);
    /* rlgl falls back to its own default program when ours does not compile or link. */
    if (shader->id == 0 || shader->id == rlGetShaderIdDefault()) {
        shader->id = 0;
        return rb_fail(err, RB_ERR_INPUT,
                       "shader %s: expected it to compile and link as GLSL 330, the driver refused "
                       "(its message is on standard error); OpenGL 3.3 or newer is needed",
                       name);
    }
    for (int i = 0; names[i] && i < RB_UNIFORMS_MAX; i++) {
        shader->loc[i] = rlGetLocationUniform(shader->id, names[i]);
    }
    return RB_OK;
}

void rb_shader_free(rb_shader *shader) {
    if (shader->id) {
        rlUnloadShaderProgram(shader->id);
    }
    shader->id = 0;
}

void rb_uniform_f(const rb_shader *shader, int index, float value) {
    rlSetUniform(shader->loc[index], &value, RL_SHADER_UNIFORM_FLOAT, 1);
}

void rb_uniform_v2(const rb_shader *shader, int index, float x, float y) {
    const float v[2] = {x, y};
    rlSetUniform(shader->loc[index], v, RL_SHADER_UNIFORM_VEC2, 1);
}

void rb_uniform_v3(const rb_shader *shader, int index, const vec3 v) {
    rlSetUniform(shader->loc[index], v, RL_SHADER_UNIFORM_VEC3, 1);
}

void rb_uniform_v4(const rb_shader *shader, int index, float x, float y, float z, float w) {
    const float v[4] = {x, y, z, w};
    rlSetUniform(shader->loc[index], v, RL_SHADER_UNIFORM_VEC4, 1);
}

void rb_uniform_color(const rb_shader *shader, int index, Color color) {
    const Vector4 v = ColorNormalize(color);
    rb_uniform_v4(shader, index, v.x, v.y, v.z, v.w);
}

void rb_uniform_rgb(const rb_shader *shader, int index, Color color) {
    const Vector4 v = ColorNormalize(color);
    rlSetUniform(shader->loc[index], &v, RL_SHADER_UNIFORM_VEC3, 1);
}

void rb_uniform_mat4(const rb_shader *shader, int index, mat4 m) {
    const Matrix r = {m[0][0], m[1][0], m[2][0], m[3][0], m[0][1], m[1][1], m[2][1], m[3][1],
                      m[0][2], m[1][2], m[2][2], m[3][2], m[0][3], m[1][3], m[2][3], m[3][3]};
    rlSetUniformMatrix(shader->loc[index], r);
}

bool rb_gl_mesh_create(rb_gl_mesh *mesh, const rb_vertex *vertices, int vertex_count,
                       const unsigned short *indices, int index_count) {
    memset(mesh, 0, sizeof *mesh);
    mesh->vao = rlLoadVertexArray();
    if (!mesh->vao || !rlEnableVertexArray(mesh->vao)) {
        return false;
    }
    const bool dynamic = vertices == NULL;
    mesh->vbo = rlLoadVertexBuffer(vertices, vertex_count * (int)sizeof(rb_vertex), dynamic);
    /* raylib binds its attribute locations 0 position, 1 texture coordinate, 2 normal. */
    rlSetVertexAttribute(0, 3, RL_FLOAT, false, sizeof(rb_vertex), 0);
    rlEnableVertexAttribute(0);
    rlSetVertexAttribute(1, 3, RL_FLOAT, false, sizeof(rb_vertex), offsetof(rb_vertex, extra));
    rlEnableVertexAttribute(1);
    rlSetVertexAttribute(2, 3, RL_FLOAT, false, sizeof(rb_vertex), offsetof(rb_vertex, normal));
    rlEnableVertexAttribute(2);
    mesh->ebo = rlLoadVertexBufferElement(indices, index_count * (int)sizeof(unsigned short), dynamic);
    rlDisableVertexArray();
    mesh->index_count = vertices ? index_count : 0;
    return mesh->vbo && mesh->ebo;
}

void rb_gl_mesh_update(rb_gl_mesh *mesh, const rb_vertex *vertices, int vertex_count,
                       const unsigned short *indices, int index_count) {
    rlEnableVertexArray(mesh->vao);
    rlUpdateVertexBuffer(mesh->vbo, vertices, vertex_count * (int)sizeof(rb_vertex), 0);
    rlUpdateVertexBufferElements(mesh->ebo, indices, index_count * (int)sizeof(unsigned short), 0);
    rlDisableVertexArray();
    mesh->index_count = index_count;
}

void rb_gl_mesh_draw(const rb_gl_mesh *mesh) {
    if (mesh->index_count > 0 && rlEnableVertexArray(mesh->vao)) {
        rlDrawVertexArrayElements(0, mesh->index_count, NULL);
        rlDisableVertexArray();
    }
}

void rb_gl_mesh_free(rb_gl_mesh *mesh) {
    if (mesh->vao) {
        rlUnloadVertexArray(mesh->vao);
    }
    if (mesh->vbo) {
        rlUnloadVertexBuffer(mesh->vbo);
    }
    if (mesh->ebo) {
        rlUnloadVertexBuffer(mesh->ebo);
    }
    memset(mesh, 0, sizeof *mesh);
}

bool rb_finite3(rb_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool area_make(Rectangle in, Rectangle *out) {
    if (!isfinite(in.x) || !isfinite(in.y) || !isfinite(in.width) || !isfinite(in.height)) {
        return false;
    }
    const float big = 32768.0f;
    const float x0 = roundf(fmaxf(in.x, -big)), y0 = roundf(fmaxf(in.y, -big));
    const float x1 = roundf(fminf(in.x + in.width, big)), y1 = roundf(fminf(in.y + in.height, big));
    *out = (Rectangle){x0, y0, x1 - x0, y1 - y0};
    return out->width >= 1.0f && out->height >= 1.0f;
}

bool rb_view_make(rb_view *view, const rb_camera *camera, Rectangle viewport) {
    memset(view, 0, sizeof *view);
    const rb_vec3 eye = rb_camera_eye(camera);
    if (!area_make(viewport, &view->area) || !rb_finite3(eye) || !rb_finite3(camera->target)) {
        return false;
    }
    const float yaw = camera->yaw, pitch = camera->pitch;
    view->origin = rb_v3(camera->target.x, camera->target.y, 0.0);
    view->distance = fmaxf(camera->distance, 1e-6f);
    view->tan_y = tanf(0.5f * fminf(fmaxf(camera->fov, 1.0f), 120.0f) * (float)RB_PI / 180.0f);
    view->aspect = view->area.width / view->area.height;
    view->near_z = 0.05f * view->distance;
    view->far_z = 60.0f * view->distance;
    rb_view_relative(view, eye, view->eye);
    glm_vec3_copy((vec3){-sinf(yaw), cosf(yaw), 0.0f}, view->right);
    glm_vec3_copy((vec3){-sinf(pitch) * cosf(yaw), -sinf(pitch) * sinf(yaw), cosf(pitch)}, view->up);
    glm_vec3_copy((vec3){-cosf(pitch) * cosf(yaw), -cosf(pitch) * sinf(yaw), -sinf(pitch)}, view->forward);
    /* The light comes from above, left and slightly behind the camera, at an elevation of 52
       degrees. */
    const float away = yaw - 0.95f;
    glm_vec3_copy((vec3){0.616f * cosf(away), 0.616f * sinf(away), 0.788f}, view->light);
    mat4 look, projection;
    glm_look(view->eye, view->forward, view->up, look);
    glm_perspective(2.0f * atanf(view->tan_y), view->aspect, view->near_z, view->far_z, projection);
    glm_mat4_mul(projection, look, view->view_projection);
    return true;
}

void rb_scissor_begin(Rectangle area) {
    rlDrawRenderBatchActive();
    const int height = rlGetFramebufferHeight();
    rlEnableScissorTest();
    rlScissor((int)area.x, height - (int)(area.y + area.height), (int)area.width, (int)area.height);
}

void rb_scissor_end(void) {
    rlDrawRenderBatchActive();
    rlDisableScissorTest();
}

void rb_view_begin(const rb_view *view) {
    rb_scissor_begin(view->area);
    const Rectangle a = view->area;
    rlViewport((int)a.x, rlGetFramebufferHeight() - (int)(a.y + a.height), (int)a.width, (int)a.height);
}

void rb_view_clear(void) {
    rlEnableDepthMask();
    rlClearScreenBuffers(); /* obeys the scissor */
}

void rb_view_end(void) {
    rlDrawRenderBatchActive();
    rlDisableShader();
    rlDisableDepthTest();
    rlEnableDepthMask();
    rlEnableBackfaceCulling();
    rlSetBlendMode(RL_BLEND_ALPHA);
    rlViewport(0, 0, rlGetFramebufferWidth(), rlGetFramebufferHeight());
}

void rb_view_relative(const rb_view *view, rb_vec3 p, vec3 out) {
    out[0] = (float)(p.x - view->origin.x);
    out[1] = (float)(p.y - view->origin.y);
    out[2] = (float)(p.z - view->origin.z);
}

float rb_view_pixel(const rb_view *view, rb_vec3 p) {
    vec3 r;
    rb_view_relative(view, p, r);
    glm_vec3_sub(r, (float *)view->eye, r);
    const float depth = fmaxf(glm_vec3_dot(r, (float *)view->forward), view->near_z);
    return 2.0f * depth * view->tan_y / view->area.height;
}

bool rb_view_project(const rb_view *view, rb_vec3 p, Vector2 *pixel) {
    vec3 r;
    rb_view_relative(view, p, r);
    glm_vec3_sub(r, (float *)view->eye, r);
    const float depth = glm_vec3_dot(r, (float *)view->forward);
    if (!(depth > view->near_z)) {
        return false;
    }
    const float x = glm_vec3_dot(r, (float *)view->right) / (depth * view->tan_y * view->aspect);
    const float y = glm_vec3_dot(r, (float *)view->up) / (depth * view->tan_y);
    pixel->x = view->area.x + 0.5f * view->area.width * (1.0f + x);
    pixel->y = view->area.y + 0.5f * view->area.height * (1.0f - y);
    return isfinite(pixel->x) && isfinite(pixel->y);
}
