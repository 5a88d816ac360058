#include "viewer/world/draw_floor.h"

#include <math.h>
#include <rlgl.h>

#include "math/vec.h"
#include "shaders.h"
#include "viewer/world/theme.h"

enum {
    F_RIGHT,
    F_UP,
    F_FORWARD,
    F_EYE,
    F_SKY_TOP,
    F_SKY_BOTTOM,
    F_FLOOR,
    F_GRID_COLOR,
    F_STEPS,
    F_GRID,
    F_POOL,
    F_TABLE,
    F_RIM
};
enum { S_VIEW_PROJECTION, S_BOX, S_CENTRE, S_TO_UNIT, S_LIGHT, S_SHAPE, S_COLOR };

rb_status rb_floor_create(rb_floor *floor, rb_error *err) {
    static const char *const floor_names[] = {"right",      "up",          "forward",    "eye",   "sky_top",
                                              "sky_bottom", "floor_color", "grid_color", "steps", "grid",
                                              "pool",       "table",       "rim",        NULL};
    static const char *const shadow_names[] = {"view_projection", "box",   "centre", "to_unit",
                                               "light",           "shape", "color",  NULL};
    rb_status status =
        rb_shader_load(&floor->floor, "floor", rb_shader_floor_vs, rb_shader_floor_fs, floor_names, err);
    if (status == RB_OK) {
        status = rb_shader_load(&floor->shadow, "shadow", rb_shader_shadow_vs, rb_shader_shadow_fs,
                                shadow_names, err);
    }
    floor->vao = rlLoadVertexArray();
    return status;
}

void rb_floor_free(rb_floor *floor) {
    rb_shader_free(&floor->floor);
    rb_shader_free(&floor->shadow);
    if (floor->vao) {
        rlUnloadVertexArray(floor->vao);
    }
    floor->vao = 0;
}

/* Metres per pixel at the target. */
static double target_pixel(const rb_view *view) {
    return 2.0 * view->distance * view->tan_y / view->area.height;
}

double rb_floor_spacing(const rb_view *view) {
    /* The decade that spans enough pixels, and a sufficient part of a large picture, which is viewed
       from farther away. */
    const double pixels = fmax(12.0, view->area.height / 60.0);
    return pow(10.0, ceil(log10(pixels * target_pixel(view))));
}

/* The board: wider than deep, doubled until the body is well within it. */
static void set_table(const rb_shader *s, const rb_view *view, rb_vec3 body, double half) {
    const double deep = 0.72; /* of the width */
    while (half > 0.0 && half < 1e6 && fmax(fabs(body.x), fabs(body.y) / deep) > 0.75 * half) {
        half *= 2.0;
    }
    vec3 centre;
    rb_view_relative(view, rb_v3(0.0, 0.0, 0.0), centre);
    const Vector4 rim = ColorNormalize(rb_color(RB_COLOR_TABLE_EDGE));
    rb_uniform_v4(s, F_TABLE, centre[0], centre[1], (float)half, (float)(deep * half));
    rb_uniform_v4(s, F_RIM, rim.x, rim.y, rim.z, (float)(0.07 * half));
}

void rb_floor_draw(const rb_floor *floor, const rb_view *view, rb_vec3 body, rb_floor_style style) {
    const rb_shader *s = &floor->floor;
    vec3 right, up;
    glm_vec3_scale((float *)view->right, view->tan_y * view->aspect, right);
    glm_vec3_scale((float *)view->up, view->tan_y, up);
    const double fine = rb_floor_spacing(view), coarse = 10.0 * fine;
    const bool dark = rb_theme_current() == RB_THEME_DARK;
    rlDisableDepthTest();
    rlDisableDepthMask();
    rlDisableColorBlend();
    rlEnableShader(s->id);
    rb_uniform_v3(s, F_RIGHT, right);
    rb_uniform_v3(s, F_UP, up);
    rb_uniform_v3(s, F_FORWARD, view->forward);
    rb_uniform_v3(s, F_EYE, view->eye);
    rb_uniform_rgb(s, F_SKY_TOP, rb_color(RB_COLOR_BACKGROUND_TOP));
    rb_uniform_rgb(s, F_SKY_BOTTOM, rb_color(RB_COLOR_BACKGROUND_BOTTOM));
    rb_uniform_rgb(s, F_FLOOR, rb_color(RB_COLOR_FLOOR));
    rb_uniform_rgb(s, F_GRID_COLOR, rb_color(RB_COLOR_GRID));
    rb_uniform_v2(s, F_STEPS, (float)fine, (float)coarse);
    rb_uniform_v4(s, F_GRID, (float)fmod(view->origin.x, coarse), (float)fmod(view->origin.y, coarse),
                  1.0f / view->distance, !style.grid ? 0.0f : 0.5f);
    vec3 middle;
    rb_view_relative(view, body, middle);
    rb_uniform_v4(s, F_POOL, middle[0], middle[1], dark ? 0.42f : 0.16f, 2.4f / view->distance);
    set_table(s, view, body, style.table);
    rlEnableVertexArray(floor->vao);
    rlDrawVertexArray(0, 3);
    rlDisableVertexArray();
    rlDisableShader();
    rlEnableColorBlend();
}

/* The floor rectangle that holds the shadow: the solid's bounding box, also shifted along the
   light down to the floor, with a margin for softness. */
static void shadow_box(const rb_solid *solid, const rb_mat3 *turn, const vec3 centre, const vec3 light,
                       float box[4]) {
    /* Half extents along world axes of {x : |unit x| <= 1}: rows of (turn unit^-1). */
    mat3 inverse;
    glm_mat3_inv((vec3 *)solid->unit, inverse);
    float half[3];
    for (int i = 0; i < 3; i++) {
        float sum = 0.0f;
        for (int k = 0; k < 3; k++) { /* column k of unit^-1: a semi-axis as a body vector */
            float c = 0.0f;
            for (int j = 0; j < 3; j++) {
                c += (float)turn->m[i][j] * inverse[k][j];
            }
            sum += c * c;
        }
        half[i] = sqrtf(sum);
    }
    const float top = fmaxf(centre[2] + half[2], 0.0f), margin = 0.9f * top + 0.15f * half[2];
    for (int i = 0; i < 2; i++) {
        const float shift = -light[i] / light[2] * top;
        box[i] = centre[i] - half[i] + fminf(shift, 0.0f) - margin;
        box[i + 2] = centre[i] + half[i] + fmaxf(shift, 0.0f) + margin;
    }
}

void rb_floor_shadow(const rb_floor *floor, const rb_view *view, const rb_solid *solid, rb_vec3 r_C,
                     rb_quat q, Color tint) {
    const rb_shader *s = &floor->shadow;
    const rb_mat3 turn = rb_quat_matrix(q);
    const rb_vec3 offset = rb_mul(&turn, rb_v3(solid->centre[0], solid->centre[1], solid->centre[2]));
    vec3 centre;
    float box[4];
    rb_view_relative(view, rb_add(r_C, offset), centre);
    shadow_box(solid, &turn, centre, view->light, box);
    mat4 to_unit = GLM_MAT4_ZERO_INIT; /* unit * turn^T */
    for (int col = 0; col < 3; col++) {
        for (int row = 0; row < 3; row++) {
            for (int k = 0; k < 3; k++) {
                to_unit[col][row] += solid->unit[k][row] * (float)turn.m[col][k];
            }
        }
    }
    const float small = 1.0f / glm_vec3_norm((float *)solid->unit[2]);
    const bool dark = rb_theme_current() == RB_THEME_DARK;
    const Color ink = dark ? (Color){5, 6, 9, 255} : (Color){41, 43, 56, 255};
    const float through = (float)tint.a / 255.0f;
    tint.a = 255;
    rlEnableShader(s->id);
    mat4 vp;
    glm_mat4_copy((vec4 *)view->view_projection, vp);
    rb_uniform_mat4(s, S_VIEW_PROJECTION, vp);
    rb_uniform_v4(s, S_BOX, box[0], box[1], box[2], box[3]);
    rb_uniform_v3(s, S_CENTRE, centre);
    rb_uniform_mat4(s, S_TO_UNIT, to_unit);
    rb_uniform_v3(s, S_LIGHT, view->light);
    rb_uniform_v4(s, S_SHAPE, solid->cut ? 1.0f : 0.0f, 0.05f * small, 0.12f * small,
                  (1.0f - 0.5f * through) * (dark ? 0.9f : 0.8f));
    rb_uniform_rgb(s, S_COLOR, ColorLerp(ink, tint, through));
    rlDisableBackfaceCulling();
    rlEnableVertexArray(floor->vao);
    /* Two triangles from corners 0 1 2 and 1 2 3. */
    rlDrawVertexArray(0, 3);
    rlDrawVertexArray(1, 3);
    rlDisableVertexArray();
    rlEnableBackfaceCulling();
    rlDisableShader();
}
