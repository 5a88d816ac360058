#include "viewer/world/draw_body.h"

#include <math.h>
#include <rlgl.h>

#include "shaders.h"
#include "viewer/world/theme.h"

enum {
    U_VIEW_PROJECTION,
    U_MODEL,
    U_EYE,
    U_LIGHT,
    U_TONE_A,
    U_TONE_B,
    U_SKY,
    U_GROUND,
    U_GHOST,
    U_SPOT,
    U_BIAS
};

rb_status rb_bodies_create(rb_bodies *bodies, rb_error *err) {
    static const char *const names[] = {"view_projection", "model",  "eye",  "light",
                                        "tone_a",          "tone_b", "sky",  "ground",
                                        "ghost",           "spot",   "bias", NULL};
    const rb_status status =
        rb_shader_load(&bodies->solid, "solid", rb_shader_solid_vs, rb_shader_solid_fs, names, err);
    if (status != RB_OK)
        return status;
    rb_mesh_data *d = &bodies->scratch;
    bool made = true;
    for (int i = 0; i < RB_FORM_COUNT; i++) {
        rb_form_mesh((rb_form)i, d);
        made = made && (d->vertex_count == 0 ||
                        rb_mesh_create(&bodies->forms[i], d->vertices, d->vertex_count, d->indices,
                                       d->index_count));
    }
    for (int i = 0; i < RB_LOOKS_MAX; i++)
        made = made &&
               rb_mesh_create(&bodies->meshes[i], NULL, RB_BODY_VERTICES, NULL, RB_BODY_INDICES);
    return made ? RB_OK
                : rb_fail(err, RB_ERR_MEMORY, "world: no room on the graphics card for meshes");
}

void rb_bodies_free(rb_bodies *bodies) {
    rb_shader_free(&bodies->solid);
    for (int i = 0; i < RB_FORM_COUNT; i++)
        rb_mesh_free(&bodies->forms[i]);
    for (int i = 0; i < RB_LOOKS_MAX; i++)
        rb_mesh_free(&bodies->meshes[i]);
}

/* The look's mesh; the one not drawn for longest gives way to a new look. */
static const rb_mesh *mesh_of(rb_bodies *bodies, const rb_body_look *look) {
    int oldest = 0;
    for (int i = 0; i < RB_LOOKS_MAX; i++) {
        if (bodies->used[i] && rb_look_equal(&bodies->looks[i], look)) {
            bodies->used[i] = ++bodies->clock;
            return &bodies->meshes[i];
        }
        if (bodies->used[i] < bodies->used[oldest])
            oldest = i;
    }
    rb_mesh_data *d = &bodies->scratch;
    rb_look_mesh(look, d);
    rb_mesh_update(&bodies->meshes[oldest], d->vertices, d->vertex_count, d->indices,
                   d->index_count);
    bodies->looks[oldest] = *look;
    bodies->used[oldest] = ++bodies->clock;
    return &bodies->meshes[oldest];
}

static Color scaled(Color c, float s) {
    return (Color){(unsigned char)((float)c.r * s), (unsigned char)((float)c.g * s),
                   (unsigned char)((float)c.b * s), c.a};
}

/* Everything but the mesh: the columns of axes (body frame) span the model. */
static void begin(const rb_bodies *bodies, const rb_view *view, const rb_mat3 *axes, rb_vec3 r_C,
                  rb_quat q, Color tint, float darken) {
    const rb_shader *s = &bodies->solid;
    const rb_mat3 turn = rb_quat_matrix(q), all = rb_mat3_mul(&turn, axes);
    mat4 model = GLM_MAT4_IDENTITY_INIT, vp;
    for (int col = 0; col < 3; col++)
        for (int row = 0; row < 3; row++)
            model[col][row] = (float)all.m[row][col];
    rb_view_relative(view, r_C, model[3]);
    glm_mat4_copy((vec4 *)view->view_projection, vp);
    const bool dark = rb_theme_current() == RB_THEME_DARK;
    const Color ground = rb_color(RB_COLOR_FLOOR);
    const Vector4 g = ColorNormalize(dark ? ground : scaled(ground, 0.8f));
    rlEnableShader(s->id);
    rb_uniform_mat4(s, U_VIEW_PROJECTION, vp);
    rb_uniform_mat4(s, U_MODEL, model);
    rb_uniform_v3(s, U_EYE, view->eye);
    rb_uniform_v3(s, U_LIGHT, view->light);
    rb_uniform_color(s, U_TONE_A, rb_color(RB_COLOR_STONE_A));
    rb_uniform_color(s, U_TONE_B, rb_color(RB_COLOR_STONE_B));
    rb_uniform_v4(s, U_SKY, dark ? 0.66f : 0.80f, dark ? 0.72f : 0.84f, dark ? 0.82f : 0.90f, 1.0f);
    rb_uniform_v4(s, U_GROUND, g.x, g.y, g.z, darken);
    rb_uniform_color(s, U_GHOST, tint);
    rb_uniform_v4(s, U_SPOT, 0.0f, 0.0f, 0.0f, 1.0f);
}

static void finish(const rb_shader *s, const rb_mesh *mesh, bool solid) {
    rlEnableDepthTest();
    if (solid)
        rlEnableDepthMask();
    else
        rlDisableDepthMask();
    rb_uniform_f(s, U_BIAS, solid ? 0.0f : 2e-4f);
    rb_mesh_draw(mesh);
    rlDisableShader();
}

void rb_body_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C,
                  rb_quat q, Color tint) {
    const rb_mesh *mesh = mesh_of(bodies, look);
    const rb_mat3 unity = rb_mat3_diag(1.0, 1.0, 1.0);
    begin(bodies, view, &unity, r_C, q, tint, (float)look->solid.size.z);
    for (int i = 0; i < look->part_count; i++) {
        const float slim = (float)(look->parts[i].size.y / look->parts[i].size.x);
        if (look->parts[i].form == RB_FORM_BOWL) /* a spot on its lid tells the ends apart */
            rb_uniform_v4(&bodies->solid, U_SPOT, 0.70f, 0.0f, 0.28f * slim, slim);
    }
    finish(&bodies->solid, mesh, tint.a == 255);
}

void rb_part_draw(const rb_bodies *bodies, const rb_view *view, const rb_part *part) {
    if ((unsigned)part->form >= RB_FORM_COUNT || part->form == RB_FORM_TURNED)
        return; /* a profile belongs to a body */
    const rb_mat3 axes = rb_mat3_diag(part->size.x, part->size.y, part->size.z);
    begin(bodies, view, &axes, part->at, part->turn, WHITE, 1e-6f);
    if (part->tone != RB_TONE_QUARTERS) {
        const bool light = part->tone == RB_TONE_LIGHT;
        const Color tone = rb_color(light ? RB_COLOR_STONE_A : RB_COLOR_STONE_B);
        rb_uniform_color(&bodies->solid, U_TONE_A, tone);
        rb_uniform_color(&bodies->solid, U_TONE_B, tone);
    }
    finish(&bodies->solid, &bodies->forms[part->form], true);
}

void rb_ellipsoid_draw(const rb_bodies *bodies, const rb_view *view, const rb_mat3 *axes,
                       rb_vec3 r_C, rb_quat q, Color tint) {
    begin(bodies, view, axes, r_C, q, tint, 1e-6f);
    finish(&bodies->solid, &bodies->forms[RB_FORM_ELLIPSOID], tint.a == 255);
}
