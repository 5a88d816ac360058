#include "viewer/world/draw_arrow.h"

#include <math.h>
#include <rlgl.h>

#include "math/vec.h"
#include "shaders.h"

enum { U_VIEW_PROJECTION, U_ORIGIN, U_ALONG, U_SIDE, U_SIZE, U_BEND, U_EYE, U_LIGHT, U_COLOR, U_FRONT };

rb_status rb_arrows_create(rb_arrows *arrows, rb_mesh_data *scratch, rb_error *err) {
    static const char *const names[] = {"view_projection", "origin", "along", "side", "size", "bend", "eye",
                                        "light",           "color",  "front", NULL};
    const rb_status status =
        rb_shader_load(&arrows->shader, "arrow", rb_shader_arrow_vs, rb_shader_arrow_fs, names, err);
    if (status != RB_OK) {
        return status;
    }
    rb_arrow_mesh(scratch);
    if (!rb_gl_mesh_create(&arrows->mesh, scratch->vertices, scratch->vertex_count, scratch->indices,
                           scratch->index_count)) {
        return rb_fail(err, RB_ERR_MEMORY, "world: out of graphics memory (arrows)");
    }
    return RB_OK;
}

void rb_arrows_free(rb_arrows *arrows) {
    rb_shader_free(&arrows->shader);
    rb_gl_mesh_free(&arrows->mesh);
}

static rb_vec3 unit_or(rb_vec3 v, rb_vec3 fallback) {
    const double length = rb_norm(v);
    return length > 1e-12 ? rb_scale(1.0 / length, v) : fallback;
}

/* Any unit vector perpendicular to a unit vector. */
static rb_vec3 perpendicular(rb_vec3 v) {
    return unit_or(rb_cross(v, fabs(v.z) < 0.8 ? rb_v3(0, 0, 1) : rb_v3(1, 0, 0)), rb_v3(1, 0, 0));
}

bool rb_arrow_add(rb_arrows *arrows, const rb_arrow *arrow, rb_vec3 *tip) {
    const double size = rb_norm(arrow->direction);
    if (arrows->count >= RB_ARROWS_MAX || !rb_finite3(arrow->origin) || !isfinite(size) ||
        !(arrow->length > 0.0) || !isfinite(arrow->length) || size < 1e-12 || !isfinite(arrow->bend) ||
        !rb_finite3(arrow->towards)) {
        return false;
    }
    rb_arrow *a = &arrows->list[arrows->count++];
    *a = *arrow;
    a->direction = rb_scale(1.0 / size, arrow->direction);
    if (a->bend > 0.0) {
        const rb_vec3 n = a->direction;
        a->towards = unit_or(rb_add_scaled(a->towards, -rb_dot(a->towards, n), n), perpendicular(n));
        *tip = rb_add_scaled(a->origin, a->bend, a->towards);
    } else {
        *tip = rb_add_scaled(a->origin, a->length, a->direction);
    }
    return true;
}

static void send3(const rb_shader *s, int index, rb_vec3 v) {
    rb_uniform_v3(s, index, (vec3){(float)v.x, (float)v.y, (float)v.z});
}

/* Sizes of an arrow in this view, m. */
typedef struct shape {
    double px;     /* a pixel of the interface */
    double length; /* along its bend, if it has one */
    double head, head_radius, shaft_radius;
} shape;

static shape shape_of(const rb_arrows *arrows, const rb_view *view, const rb_arrow *a) {
    const bool bent = a->bend > 0.0;
    const rb_vec3 middle = bent ? rb_add_scaled(a->origin, a->bend, a->towards)
                                : rb_add_scaled(a->origin, 0.5 * a->length, a->direction);
    shape s = {.px = rb_view_pixel(view, middle) * arrows->ui_scale,
               .length = bent ? a->length * a->bend : a->length};
    /* Short arrows shrink as a whole, so that the head still shows the direction. */
    s.head = fmin(19.0 * s.px * a->weight, 0.62 * s.length);
    const double share = fmin(s.head / (19.0 * s.px), a->weight);
    s.shaft_radius = 2.8 * s.px * fmax(share, 0.45 * a->weight);
    s.head_radius = 7.6 * s.px * share;
    return s;
}

double rb_arrow_pixels(const rb_arrows *arrows, const rb_view *view, const rb_arrow *arrow) {
    const shape s = shape_of(arrows, view, arrow);
    return s.length / s.px;
}

static bool drawn(const shape *s) {
    return s->length >= 1.5 * s->px;
}

/* A point of a bent arrow, at an angle from its middle. */
static rb_vec3 on_bend(const rb_arrow *a, double angle) {
    const rb_vec3 travel = rb_cross(a->direction, a->towards);
    return rb_add_scaled(rb_add_scaled(a->origin, a->bend * cos(angle), a->towards), a->bend * sin(angle),
                         travel);
}

/* A point on its line, at a share of its length. */
static rb_vec3 along(const rb_arrow *a, double share) {
    return a->bend > 0.0 ? on_bend(a, (share - 0.5) * a->length)
                         : rb_add_scaled(a->origin, share * a->length, a->direction);
}

/* From its base to its tip, as wide as its radius all round. */
bool rb_arrow_head(const rb_arrows *arrows, const rb_view *view, const rb_arrow *a, Rectangle *head) {
    const shape s = shape_of(arrows, view, a);
    Vector2 p, q;
    if (!drawn(&s) || !rb_view_project(view, along(a, 1.0), &p) ||
        !rb_view_project(view, along(a, 1.0 - s.head / s.length), &q)) {
        return false;
    }
    const float r = (float)(s.head_radius / s.px) * arrows->ui_scale;
    const float x = fminf(p.x, q.x - r), y = fminf(p.y, q.y - r);
    *head = (Rectangle){x, y, fmaxf(p.x, q.x + r) - x, fmaxf(p.y, q.y + r) - y};
    return isfinite(x) && isfinite(y) && isfinite(head->width) && isfinite(head->height);
}

int rb_arrow_line(const rb_arrows *arrows, const rb_view *view, const rb_arrow *a,
                  Vector2 points[RB_ARROW_POINTS]) {
    const shape s = shape_of(arrows, view, a);
    const int wanted = a->bend > 0.0 ? RB_ARROW_POINTS : 2;
    int count = 0;
    while (drawn(&s) && count < wanted &&
           rb_view_project(view, along(a, (double)count / (wanted - 1)), &points[count])) {
        count++;
    }
    return count == wanted ? count : 0;
}

static void draw_one(const rb_arrows *arrows, const rb_view *view, const rb_arrow *a, Color color) {
    const rb_shader *s = &arrows->shader;
    const rb_vec3 n = a->direction;
    const bool bent = a->bend > 0.0;
    const shape size = shape_of(arrows, view, a);
    if (!drawn(&size)) {
        return;
    }
    rb_vec3 first = n, side = perpendicular(n);
    if (bent) {
        const rb_vec3 travel = rb_cross(n, a->towards);
        first = rb_add_scaled(rb_scale(cos(0.5 * a->length), a->towards), -sin(0.5 * a->length), travel);
        side = rb_cross(n, first);
    }
    vec3 origin;
    rb_view_relative(view, a->origin, origin);
    rb_uniform_v3(s, U_ORIGIN, origin);
    send3(s, U_ALONG, first);
    send3(s, U_SIDE, side);
    rb_uniform_v4(s, U_SIZE, (float)a->length, (float)(bent ? size.head / a->bend : size.head),
                  (float)size.shaft_radius, (float)size.head_radius);
    rb_uniform_f(s, U_BEND, (float)a->bend);
    rb_uniform_color(s, U_COLOR, color);
    rb_gl_mesh_draw(&arrows->mesh);
}

/* The depth range of a drawing pass: the scene's depth, or a slice in front of everything else, in
   which hidden arrows still hide each other. */
typedef struct pass {
    float front; /* fraction of the depth range; small: in front of everything */
    bool color;  /* or depth alone */
    float opacity;
} pass;

void rb_arrows_draw(rb_arrows *arrows, const rb_view *view) {
    /* Visible parts first. Then everything again in front, half transparent: visible parts do not
       change, and parts hidden by the body show through. */
    static const pass passes[] = {{1.0f, true, 1.0f}, {0.02f, false, 1.0f}, {0.02f, true, 0.5f}};
    const rb_shader *s = &arrows->shader;
    mat4 vp;
    glm_mat4_copy((vec4 *)view->view_projection, vp);
    rlEnableShader(s->id);
    rb_uniform_mat4(s, U_VIEW_PROJECTION, vp);
    rb_uniform_v3(s, U_EYE, view->eye);
    rb_uniform_v3(s, U_LIGHT, view->light);
    rlEnableDepthTest();
    rlEnableDepthMask();
    for (int p = 0; p < 3; p++) {
        const bool color = passes[p].color;
        rb_uniform_f(s, U_FRONT, passes[p].front);
        rlColorMask(color, color, color, color);
        for (int i = 0; i < arrows->count; i++) {
            draw_one(arrows, view, &arrows->list[i], Fade(arrows->list[i].color, passes[p].opacity));
        }
    }
    rlDisableShader();
    arrows->count = 0;
}
