#include "viewer/world/draw_body.h"

#include <math.h>
#include <rlgl.h>
#include <string.h>

#include "math/vec.h"
#include "shaders.h"
#include "viewer/world/draw_floor.h"
#include "viewer/world/theme.h"

/* Uniforms of both shaders, in this order; the rest belongs to one of them. */
enum {
    U_VIEW_PROJECTION,
    U_MODEL,
    U_EYE,
    U_LIGHT,
    U_TONE_A,
    U_TONE_B,
    U_SKY,
    U_GROUND,
    U_SPOT,
    U_SWEEP,
    U_GHOST,
    U_BIAS,
    U_SURFACE = U_GHOST,
    U_MIRROR = U_BIAS,
    U_FLIP,
    U_SOFT,
    U_LATTICE
};

static rb_status load_shaders(rb_bodies *bodies, rb_error *err) {
    static const char *const solid[] = {"view_projection", "model", "eye",    "light", "tone_a",
                                        "tone_b",          "sky",   "ground", "spot",  "sweep",
                                        "ghost",           "bias",  NULL};
    static const char *const body[] = {
        "view_projection", "model",   "eye",    "light", "tone_a", "tone_b",  "sky", "ground", "spot",
        "sweep",           "surface", "mirror", "flip",  "soft",   "lattice", NULL};
    const rb_status status =
        rb_shader_load(&bodies->solid, "solid", rb_shader_solid_vs, rb_shader_solid_fs, solid, err);
    return status != RB_OK
               ? status
               : rb_shader_load(&bodies->body, "body", rb_shader_body_vs, rb_shader_body_fs, body, err);
}

rb_status rb_bodies_create(rb_bodies *bodies, rb_error *err) {
    const rb_status status = load_shaders(bodies, err);
    if (status != RB_OK) {
        return status;
    }
    rb_mesh_data *d = &bodies->scratch;
    bool made = true;
    for (int i = 0; i < RB_FORM_COUNT; i++) {
        rb_form_mesh((rb_form)i, d);
        made =
            made && (d->vertex_count == 0 || rb_gl_mesh_create(&bodies->forms[i], d->vertices,
                                                               d->vertex_count, d->indices, d->index_count));
    }
    for (int i = 0; i < RB_LOOKS_MAX; i++) {
        made = made && rb_gl_mesh_create(&bodies->meshes[i], NULL, RB_BODY_VERTICES, NULL, RB_BODY_INDICES);
    }
    return made ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "world: out of graphics memory (meshes)");
}

void rb_bodies_free(rb_bodies *bodies) {
    rb_shader_free(&bodies->solid);
    rb_shader_free(&bodies->body);
    for (int i = 0; i < RB_FORM_COUNT; i++) {
        rb_gl_mesh_free(&bodies->forms[i]);
    }
    for (int i = 0; i < RB_LOOKS_MAX; i++) {
        rb_gl_mesh_free(&bodies->meshes[i]);
    }
}

/* The mesh of a look. A new look replaces the least recently drawn one. */
static const rb_gl_mesh *mesh_of(rb_bodies *bodies, const rb_body_look *look) {
    int oldest = 0;
    for (int i = 0; i < RB_LOOKS_MAX; i++) {
        if (bodies->used[i] && rb_look_equal(&bodies->looks[i], look)) {
            bodies->used[i] = ++bodies->clock;
            return &bodies->meshes[i];
        }
        if (bodies->used[i] < bodies->used[oldest]) {
            oldest = i;
        }
    }
    rb_mesh_data *d = &bodies->scratch;
    rb_look_mesh(look, d);
    rb_gl_mesh_update(&bodies->meshes[oldest], d->vertices, d->vertex_count, d->indices, d->index_count);
    bodies->looks[oldest] = *look;
    bodies->used[oldest] = ++bodies->clock;
    return &bodies->meshes[oldest];
}

/* ---- what all of them need --------------------------------------------------------------------- */

/* The columns of axes (body frame) span the model. */
static void begin(const rb_shader *s, const rb_view *view, const rb_mat3 *axes, rb_vec3 r_C, rb_quat q) {
    const rb_mat3 turn = rb_quat_matrix(q), all = rb_mat3_mul(&turn, axes);
    mat4 model = GLM_MAT4_IDENTITY_INIT, vp;
    for (int col = 0; col < 3; col++) {
        for (int row = 0; row < 3; row++) {
            model[col][row] = (float)all.m[row][col];
        }
    }
    rb_view_relative(view, r_C, model[3]);
    glm_mat4_copy((vec4 *)view->view_projection, vp);
    rlEnableShader(s->id);
    rb_uniform_mat4(s, U_VIEW_PROJECTION, vp);
    rb_uniform_mat4(s, U_MODEL, model);
    rb_uniform_v3(s, U_EYE, view->eye);
    rb_uniform_v3(s, U_LIGHT, view->light);
    rb_uniform_v4(s, U_SPOT, 0.0f, 0.0f, 0.0f, 1.0f);
    rb_uniform_f(s, U_SWEEP, 0.0f);
}

static void set_tones(const rb_shader *s, Color a, Color b) {
    rb_uniform_color(s, U_TONE_A, a);
    rb_uniform_color(s, U_TONE_B, b);
}

/* A spot on the lid distinguishes the stone's ends. */
static void set_spot(const rb_shader *s, const rb_body_look *look) {
    for (int i = 0; i < look->part_count; i++) {
        const float slim = (float)(look->parts[i].size.y / look->parts[i].size.x);
        if (look->parts[i].form == RB_FORM_BOWL) {
            rb_uniform_v4(s, U_SPOT, 0.70f, 0.0f, 0.28f * slim, slim);
        }
    }
}

static const rb_mat3 unity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* ---- plain ------------------------------------------------------------------------------------- */

static Color scaled(Color c, float s) {
    return (Color){(unsigned char)((float)c.r * s), (unsigned char)((float)c.g * s),
                   (unsigned char)((float)c.b * s), c.a};
}

static void begin_plain(const rb_bodies *bodies, const rb_view *view, const rb_mat3 *axes, rb_vec3 r_C,
                        rb_quat q, Color tint, float darken) {
    const rb_shader *s = &bodies->solid;
    const bool dark = rb_theme_current() == RB_THEME_DARK;
    const Color ground = rb_color(RB_COLOR_FLOOR);
    const Vector4 g = ColorNormalize(dark ? ground : scaled(ground, 0.8f));
    begin(s, view, axes, r_C, q);
    set_tones(s, rb_color(RB_COLOR_STONE_A), rb_color(RB_COLOR_STONE_B));
    rb_uniform_v4(s, U_SKY, dark ? 0.66f : 0.80f, dark ? 0.72f : 0.84f, dark ? 0.82f : 0.90f, 1.0f);
    rb_uniform_v4(s, U_GROUND, g.x, g.y, g.z, darken);
    rb_uniform_color(s, U_GHOST, tint);
}

static void finish_plain(const rb_shader *s, const rb_gl_mesh *mesh, bool solid) {
    rlEnableDepthTest();
    if (solid) {
        rlEnableDepthMask();
    } else {
        rlDisableDepthMask();
    }
    rb_uniform_f(s, U_BIAS, solid ? 0.0f : 2e-4f);
    rb_gl_mesh_draw(mesh);
    rlDisableShader();
}

void rb_ghost_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C, rb_quat q,
                   Color tint) {
    const rb_gl_mesh *mesh = mesh_of(bodies, look);
    begin_plain(bodies, view, &unity, r_C, q, tint, (float)look->solid.size.z);
    set_spot(&bodies->solid, look);
    finish_plain(&bodies->solid, mesh, false);
}

void rb_ellipsoid_draw(const rb_bodies *bodies, const rb_view *view, const rb_mat3 *axes, rb_vec3 r_C,
                       rb_quat q, Color tint) {
    begin_plain(bodies, view, axes, r_C, q, tint, 1e-6f);
    finish_plain(&bodies->solid, &bodies->forms[RB_FORM_ELLIPSOID], tint.a == 255);
}

/* ---- full -------------------------------------------------------------------------------------- */

/* side -1: faces seen from within. */
static void set_surface(const rb_shader *s, const rb_paint *coat, const rb_body_look *look, float side) {
    rb_uniform_v4(s, U_SURFACE, (float)(coat->material - RB_MATERIAL_STONE) + (look->tall ? 0.5f : 0.0f),
                  1.0f / fmaxf((float)look->size, 1e-6f), (float)look->solid.size.z, side);
}

static void begin_full(const rb_bodies *bodies, const rb_view *view, const rb_mat3 *axes, rb_vec3 r_C,
                       rb_quat q) {
    const rb_shader *s = &bodies->body;
    const bool dark = rb_theme_current() == RB_THEME_DARK;
    const Vector4 g = ColorNormalize(rb_color(RB_COLOR_FLOOR));
    begin(s, view, axes, r_C, q);
    rb_uniform_v4(s, U_SKY, dark ? 0.27f : 0.60f, dark ? 0.31f : 0.66f, dark ? 0.37f : 0.74f, 1.0f);
    rb_uniform_v4(s, U_GROUND, 0.9f * g.x * g.x, 0.9f * g.y * g.y, 0.9f * g.z * g.z, dark ? 0.85f : 0.8f);
    rb_uniform_v2(s, U_MIRROR, 0.0f, 1.0f);
    rb_uniform_f(s, U_FLIP, 1.0f);
    rb_uniform_f(s, U_SOFT, 0.0f);
    const double step = rb_floor_spacing(view);
    rb_uniform_v4(s, U_LATTICE, (float)fmod(view->origin.x, step), (float)fmod(view->origin.y, step),
                  (float)step, 0.3f);
}

static void begin_coat(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C,
                       rb_quat q, const rb_paint *coat) {
    const rb_shader *s = &bodies->body;
    begin_full(bodies, view, &unity, r_C, q);
    set_tones(s, rb_material_tone(coat->material, true), rb_material_tone(coat->material, false));
    set_spot(s, look);
    set_surface(s, coat, look, 1.0f);
    rb_uniform_f(s, U_SWEEP, coat->sweep);
    rb_uniform_f(s, U_SOFT, coat->soft ? 1.0f : 0.0f);
    rlEnableDepthTest();
    rlEnableDepthMask();
}

static void draw_full(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C,
                      rb_quat q, const rb_paint *coat) {
    const rb_gl_mesh *mesh = mesh_of(bodies, look);
    begin_coat(bodies, view, look, r_C, q, coat);
    if (coat->material == RB_MATERIAL_ACRYLIC) { /* its far side shows through */
        set_surface(&bodies->body, coat, look, -1.0f);
        rlDisableDepthMask();
        rlSetCullFace(RL_CULL_FACE_FRONT);
        rb_gl_mesh_draw(mesh);
        rlSetCullFace(RL_CULL_FACE_BACK);
        rlEnableDepthMask();
        set_surface(&bodies->body, coat, look, 1.0f);
    }
    rb_gl_mesh_draw(mesh);
    rlDisableShader();
}

void rb_body_mirror(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C, rb_quat q,
                    const rb_paint *coat) {
    const rb_shader *s = &bodies->body;
    const rb_gl_mesh *mesh = mesh_of(bodies, look);
    /* A matte table reflects more at grazing angles. */
    const float flat = 1.0f - fminf(fmaxf(-view->forward[2], 0.0f), 1.0f);
    const vec3 eye = {view->eye[0], view->eye[1], -view->eye[2]};
    begin_coat(bodies, view, look, r_C, q, coat);
    rb_uniform_v3(s, U_EYE, eye);
    rb_uniform_v2(s, U_MIRROR, 0.10f + 0.30f * flat * flat * flat, 0.45f * (float)look->solid.size.z);
    rb_uniform_f(s, U_FLIP, -1.0f);
    rlSetCullFace(RL_CULL_FACE_FRONT);
    rb_gl_mesh_draw(mesh);
    rlSetCullFace(RL_CULL_FACE_BACK);
    rlDisableShader();
}

/* ---- either ------------------------------------------------------------------------------------ */

void rb_body_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C, rb_quat q,
                  const rb_paint *coat) {
    if (coat->full) {
        draw_full(bodies, view, look, r_C, q, coat);
        return;
    }
    const rb_gl_mesh *mesh = mesh_of(bodies, look);
    begin_plain(bodies, view, &unity, r_C, q, WHITE, (float)look->solid.size.z);
    set_spot(&bodies->solid, look);
    rb_uniform_f(&bodies->solid, U_SWEEP, coat->sweep);
    finish_plain(&bodies->solid, mesh, true);
}

/* A part with a profile of the look, as a look of its own, so that its mesh is kept. */
static void draw_turned(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, const rb_part *part,
                        const rb_paint *coat) {
    rb_body_look own = {.part_count = 1, .size = look->size, .tall = look->tall, .solid = look->solid};
    own.parts[0] = *part;
    own.parts[0].at = rb_v3(0.0, 0.0, 0.0);
    own.parts[0].turn = (rb_quat){1.0, 0.0, 0.0, 0.0};
    own.profile_count = look->profile_count;
    memcpy(own.profile, look->profile, sizeof own.profile);
    rb_body_draw(bodies, view, &own, part->at, part->turn, coat);
}

/* Of metal, in the full style. */
static void draw_metal(const rb_bodies *bodies, const rb_view *view, const rb_part *part, Color a, Color b) {
    const rb_mat3 axes = rb_mat3_diag(part->size.x, part->size.y, part->size.z);
    begin_full(bodies, view, &axes, part->at, part->turn);
    set_tones(&bodies->body, a, b);
    rb_uniform_v4(&bodies->body, U_SURFACE, (float)(RB_MATERIAL_METAL - RB_MATERIAL_STONE), 1.0f, 1e-6f,
                  1.0f);
    rlEnableDepthTest();
    rlEnableDepthMask();
    rb_gl_mesh_draw(&bodies->forms[part->form]);
    rlDisableShader();
}

void rb_part_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, const rb_part *part,
                  const rb_paint *coat) {
    static const rb_color_role roles[][2] = {[RB_TONE_QUARTERS] = {RB_COLOR_STONE_A, RB_COLOR_STONE_B},
                                             [RB_TONE_LIGHT] = {RB_COLOR_STONE_A, RB_COLOR_STONE_A},
                                             [RB_TONE_DARK] = {RB_COLOR_STONE_B, RB_COLOR_STONE_B},
                                             [RB_TONE_HOLDS] = {RB_COLOR_STICK, RB_COLOR_STICK},
                                             [RB_TONE_GIVES] = {RB_COLOR_SLIP, RB_COLOR_SLIP},
                                             [RB_TONE_MARKED] = {RB_COLOR_STONE_A, RB_COLOR_ACCENT}};
    if ((unsigned)part->form >= RB_FORM_COUNT) {
        return;
    }
    if (part->form == RB_FORM_TURNED && look != NULL) {
        draw_turned(bodies, view, look, part, coat);
        return;
    }
    const bool metallic = part->form == RB_FORM_SPRING || part->form == RB_FORM_ROD;
    const Color a = rb_color(roles[part->tone][0]), b = rb_color(roles[part->tone][1]);
    if (coat->full && metallic && (part->tone == RB_TONE_LIGHT || part->tone == RB_TONE_DARK)) {
        const Color tone = rb_material_tone(RB_MATERIAL_METAL, part->tone == RB_TONE_LIGHT);
        draw_metal(bodies, view, part, tone, tone);
        return;
    }
    const rb_mat3 axes = rb_mat3_diag(part->size.x, part->size.y, part->size.z);
    begin_plain(bodies, view, &axes, part->at, part->turn, WHITE, 1e-6f);
    set_tones(&bodies->solid, a, b);
    finish_plain(&bodies->solid, &bodies->forms[part->form], true);
}
