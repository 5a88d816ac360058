#include "viewer/world/world.h"

#include <math.h>
#include <rlgl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
#include "math/vec.h"
#include "viewer/platform/window.h"
#include "viewer/world/draw_2d.h"
#include "viewer/world/world_parts.h"

rb_world *rb_world_create(rb_error *err) {
    if (!rb_window_ready()) {
        rb_fail(err, RB_ERR_IO, "world: expected an open window with OpenGL 3.3, found none");
        return NULL;
    }
    rb_world *world = calloc(1, sizeof *world);
    if (!world) {
        rb_fail(err, RB_ERR_MEMORY, "world: out of memory");
        return NULL;
    }
    if (rb_floor_create(&world->floor, err) != RB_OK || rb_bodies_create(&world->bodies, err) != RB_OK ||
        rb_arrows_create(&world->arrows, &world->bodies.scratch, err) != RB_OK ||
        rb_microscope_create(&world->microscope, err) != RB_OK) {
        rb_world_destroy(world);
        return NULL;
    }
    rb_text_create(&world->text);
    return world;
}

void rb_world_destroy(rb_world *world) {
    if (!world) {
        return;
    }
    rb_floor_free(&world->floor);
    rb_bodies_free(&world->bodies);
    rb_arrows_free(&world->arrows);
    rb_microscope_free(&world->microscope);
    rb_text_free(&world->text);
    free(world);
}

/* Can the run be drawn? Its pose must be finite. */
static bool drawable(const rb_world_run *run) {
    const rb_snapshot *s = run->snapshot;
    return s && run->scene && rb_finite3(s->r_C) && isfinite(s->q.w + s->q.x + s->q.y + s->q.z) &&
           fabs(s->q.w) + fabs(s->q.x) + fabs(s->q.y) + fabs(s->q.z) > 1e-6;
}

static rb_paint coat_of(const rb_world_run *run, const rb_body_look *look, const rb_world_style *style) {
    return (rb_paint){.full = !style->plain,
                      .material =
                          style->material == RB_MATERIAL_AUTO ? rb_material_of(look) : style->material,
                      .soft = !style->sampled,
                      .sweep = run->sweep};
}

static void draw_shadows(rb_world *world, const rb_view *view, const rb_world_run *runs, int count,
                         const rb_world_style *style) {
    for (int i = 0; i < count; i++) {
        if (!drawable(&runs[i]) || runs[i].ghost) { /* ghosts have no shadow */
            continue;
        }
        rb_body_look room;
        const rb_body_look *look = rb_run_look(&runs[i], &room);
        const rb_solid solid = rb_look_solid(look);
        const rb_paint coat = coat_of(&runs[i], look, style);
        const bool clear = coat.full && coat.material == RB_MATERIAL_ACRYLIC;
        rb_floor_shadow(&world->floor, view, &solid, runs[i].snapshot->r_C, runs[i].snapshot->q,
                        clear ? Fade(rb_material_tone(coat.material, false), 0.65f) : BLANK);
    }
}

/* Semi-axes (columns) of Poinsot's ellipsoid x.Bx = const, scaled so that the longest has the given
   length: long where the body turns easily. */
static bool inertia_axes(const rb_mat3 *B, double longest, rb_mat3 *axes) {
    double b[3];
    rb_mat3 e;
    rb_mat3_eigen_symmetric(B, b, &e);
    if (!(b[0] > 0.0) || !isfinite(b[2])) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            axes->m[k][i] = longest * sqrt(b[0] / b[i]) * e.m[k][i];
        }
    }
    if (rb_mat3_det(axes) < 0.0) { /* keep faces outward */
        for (int k = 0; k < 3; k++) {
            axes->m[k][0] = -axes->m[k][0];
        }
    }
    return true;
}

/* The contact spheres, drawn over the body. */
static void draw_spheres(rb_world *world, const rb_view *view, const rb_world_run *run,
                         const rb_body_look *look) {
    const rb_snapshot *s = run->snapshot;
    const rb_mat3 turn = rb_quat_matrix(s->q);
    for (int i = 0; i < look->sphere_count && i < s->contact_count && i < RB_CONTACTS_MAX; i++) {
        const double radius = 1.004 * look->spheres[i].radius;
        const rb_mat3 axes = rb_mat3_diag(radius, radius, radius);
        const rb_vec3 centre = rb_add(s->r_C, rb_mul(&turn, look->spheres[i].centre));
        rb_ellipsoid_draw(&world->bodies, view, &axes, centre, s->q,
                          Fade(rb_color(RB_COLOR_NORMAL), s->contact[i].touching ? 0.7f : 0.4f));
    }
}

/* Reflections of the bodies in the table. */
static void draw_mirrored(rb_world *world, const rb_view *view, const rb_world_run *runs, int count,
                          const rb_world_style *style) {
    rb_part parts[RB_PARTS_MAX];
    for (int i = 0; i < count; i++) {
        const rb_world_run *run = &runs[i];
        if (!drawable(run) || run->ghost || rb_scene_surroundings(run->scene, run->snapshot, parts) > 0) {
            continue;
        }
        rb_body_look room;
        const rb_body_look *look = rb_run_look(run, &room);
        const rb_paint coat = coat_of(run, look, style);
        rb_body_mirror(&world->bodies, view, look, run->snapshot->r_C, run->snapshot->q, &coat);
    }
}

static void draw_solid(rb_world *world, const rb_view *view, const rb_world_run *run,
                       const rb_world_style *style) {
    const rb_snapshot *s = run->snapshot;
    rb_body_look room;
    const rb_body_look *look = rb_run_look(run, &room);
    rb_part parts[RB_PARTS_MAX];
    const int around = rb_scene_surroundings(run->scene, s, parts);
    const rb_paint coat = coat_of(run, look, style);
    for (int k = 0; k < around; k++) {
        rb_part_draw(&world->bodies, view, look, &parts[k], &coat);
    }
    rb_body_draw(&world->bodies, view, look, s->r_C, s->q, &coat);
    if (style->show & RB_SHOW_SPHERES) {
        draw_spheres(world, view, run, look);
    }
    rb_mat3 axes;
    if ((style->show & RB_SHOW_INERTIA) && inertia_axes(&look->inertia, look->size, &axes)) {
        rb_ellipsoid_draw(&world->bodies, view, &axes, s->r_C, s->q, Fade(rb_color(RB_COLOR_ACCENT), 0.26f));
    }
}

/* Ghosts after solid bodies. */
static void draw_bodies(rb_world *world, const rb_view *view, const rb_world_run *runs, int count,
                        const rb_world_style *style) {
    for (int i = 0; i < count; i++) {
        if (drawable(&runs[i]) && !runs[i].ghost) {
            draw_solid(world, view, &runs[i], style);
        }
    }
    for (int i = 0; i < count; i++) {
        if (!drawable(&runs[i]) || !runs[i].ghost) {
            continue;
        }
        rb_body_look room;
        const rb_body_look *look = rb_run_look(&runs[i], &room);
        Color tint = runs[i].color;
        tint.a = 120;
        rb_ghost_draw(&world->bodies, view, look, runs[i].snapshot->r_C, runs[i].snapshot->q, tint);
    }
}

static void draw_trails(rb_world *world, const rb_view *view, const rb_world_run *runs, int count,
                        const rb_world_style *style, unsigned kinds) {
    for (int i = 0; i < count; i++) {
        rb_body_look room;
        if (rb_run_look(&runs[i], &room)->stands > 0.0) {
            continue; /* a mounted body does not travel */
        }
        for (int item = 0; drawable(&runs[i]) && item < rb_show_item_count(); item++) {
            const rb_show_item *row = rb_show_item_at(item);
            if (!(style->show & kinds & row->bit) || !rb_body_has(runs[i].scene->body, row->traits) ||
                (row->bit == RB_SHOW_RIBBONS && runs[i].ghost)) {
                continue;
            }
            const Color color = count > 1 ? runs[i].color : rb_color(row->color);
            rb_trail_draw(&world->trails, view, &runs[i], row->bit, style, color);
        }
    }
}

/* 1, 2 or 5 times a power of ten, at most x. */
static double round_length(double x) {
    const double decade = pow(10.0, floor(log10(x)));
    return decade * (x >= 5.0 * decade ? 5.0 : x >= 2.0 * decade ? 2.0 : 1.0);
}

static void format_length(char *out, size_t size, double metres) {
    if (metres >= 0.9995) {
        snprintf(out, size, "%.0f m", metres);
    } else if (metres >= 0.009995) {
        snprintf(out, size, "%.0f cm", 100.0 * metres);
    } else {
        snprintf(out, size, "%g mm", 1e3 * metres);
    }
}

/* Exact at the distance of the camera's target. Returns its rectangle. */
static Rectangle draw_scale_bar(rb_world *world, const rb_view *view, float ui_scale) {
    const int pixels = rb_text_pixels(15.0f, ui_scale);
    const float u = (float)pixels / 15.0f;
    const double metres_per_pixel = 2.0 * view->distance * view->tan_y / view->area.height;
    const double length = round_length(fmin(150.0 * u, 0.4 * view->area.width) * metres_per_pixel);
    const float bar = (float)(length / metres_per_pixel);
    char text[64], value[24], grid[24];
    if (view->area.width < 120.0f * u || view->area.height < 180.0f * u || !isfinite(bar)) {
        return (Rectangle){0};
    }
    format_length(value, sizeof value, length);
    format_length(grid, sizeof grid, rb_floor_spacing(view));
    snprintf(text, sizeof text, rb_tr("%s   (grid %s)"), value, grid);
    if (rb_text_measure(&world->text, text, pixels).x > 0.3f * view->area.width) {
        snprintf(text, sizeof text, "%s", value);
    }
    const float x = view->area.x + 16.0f * u, y = view->area.y + view->area.height - 18.0f * u;
    const Color ink = rb_color(RB_COLOR_INK);
    rb_2d_line((Vector2){x, y}, (Vector2){x + bar, y}, 2.5f * u, ink);
    for (int end = 0; end < 2; end++) {
        rb_2d_line((Vector2){x + (float)end * bar, y - 5.0f * u},
                   (Vector2){x + (float)end * bar, y + 5.0f * u}, 2.0f * u, ink);
    }
    const float top = y - 9.0f * u - (float)pixels;
    const float words = rb_text_measure(&world->text, text, pixels).x;
    rb_2d_box((Rectangle){x - 3.0f * u, top - 2.0f * u, words + 6.0f * u, (float)pixels + 4.0f * u}, 3.0f * u,
              Fade(rb_color(RB_COLOR_PANEL), 0.6f)); /* ribbons pass below */
    rb_text_draw(&world->text, text, x, top, pixels, ink);
    const float width = fmaxf(bar, words);
    const float air = 0.5f * (float)pixels; /* keeps labels from touching it */
    return (Rectangle){x - air, top - air, width + 2.0f * air, y + 5.0f * u - top + 2.0f * air};
}

/* 2D drawing over the picture: trails in the air, mass centres, labels, scale bar. */
static void draw_flat(rb_world *world, const rb_view *view, const rb_world_run *runs, int count,
                      const rb_world_style *style, rb_label_ground *clear) {
    draw_trails(world, view, runs, count, style,
                RB_SHOW_TRAIL_BODY | RB_SHOW_TRAIL_CENTRE | RB_SHOW_TRAIL_TIP | RB_SHOW_RIBBONS);
    for (int i = 0; i < count && (style->show & RB_SHOW_MASS_CENTRE); i++) {
        Vector2 pixel;
        if (drawable(&runs[i]) && rb_view_project(view, runs[i].snapshot->r_C, &pixel)) {
            rb_2d_mass_centre(pixel, 6.0f * style->ui_scale,
                              count > 1 ? runs[i].color : (Color){24, 28, 34, 255},
                              (Color){245, 245, 242, 255});
        }
    }
    /* A body whose lengths have no unit has no scale either. */
    const rb_scene *first = count > 0 ? runs[0].scene : NULL;
    const bool bare = first && rb_body_has(first->body, RB_TRAIT_DIMENSIONLESS);
    if ((style->show & RB_SHOW_GRID) && !bare) {
        rb_labels_keep_clear(clear, draw_scale_bar(world, view, style->ui_scale));
    }
    rb_labels_place(&world->labels, &world->text, clear, style->ui_scale);
    rb_labels_draw(&world->labels, &world->text, style->ui_scale);
}

/* The centre of the light: the first body that is no ghost, else the camera's target. */
static rb_vec3 middle_of(const rb_camera *camera, const rb_world_run *runs, int count) {
    for (int i = 0; i < count; i++) {
        if (drawable(&runs[i]) && !runs[i].ghost) {
            return runs[i].snapshot->r_C;
        }
    }
    return camera->target;
}

/* Half the width of the table, m; 0: an endless floor. */
static double table_of(const rb_world_run *runs, int count, const rb_world_style *style) {
    double half = 0.0;
    for (int i = 0; i < count && (style->show & RB_SHOW_TABLE); i++) {
        rb_body_look room;
        if (drawable(&runs[i])) {
            half = fmax(half, 5.0 * rb_run_look(&runs[i], &room)->size);
        }
    }
    return half;
}

void rb_world_draw(rb_world *world, const rb_camera *camera, Rectangle viewport, const rb_world_run *runs,
                   int run_count, const rb_world_style *style) {
    rb_view view;
    if (!world || !rb_view_make(&view, camera, viewport)) {
        return;
    }
    const double now = style->clock < 0.0 ? rb_clock_now() : style->clock;
    const int cell = ((int)view.area.x * 31 + (int)view.area.y * 17 + 1) & 0xffff;
    world->arrows.ui_scale = fmaxf(style->ui_scale, 0.25f);

    rb_view_begin(&view);
    rb_view_clear();
    rb_floor_draw(&world->floor, &view, middle_of(camera, runs, run_count),
                  (rb_floor_style){style->show & RB_SHOW_GRID, table_of(runs, run_count, style)});
    if (!style->plain) {
        draw_mirrored(world, &view, runs, run_count, style);
    }
    rlDisableDepthTest();
    rlDisableDepthMask();
    if (style->show & RB_SHOW_SHADOW) {
        draw_shadows(world, &view, runs, run_count, style);
    }
    rb_view_end();
    draw_trails(world, &view, runs, run_count, style, RB_SHOW_TRAIL_FLOOR);

    rb_view_begin(&view);
    draw_bodies(world, &view, runs, run_count, style);
    for (int i = 0; i < run_count; i++) {
        if (drawable(&runs[i]) && !runs[i].ghost) {
            const int key = (cell * 16 + i) * 256;
            rb_world_arrows(&world->arrows, &world->labels, &view, &runs[i], style, key, now);
            rb_world_spin(&world->arrows, &view, &runs[i], style);
            if (style->show & RB_SHOW_CAUSE) {
                rb_world_cause(world, &view, &runs[i], style, key + 200, now);
            }
        }
    }
    rb_label_ground clear;
    rb_world_reserve_labels(&clear, &world->arrows, &view, style);
    rb_arrows_draw(&world->arrows, &view);
    rb_view_end();
    draw_flat(world, &view, runs, run_count, style, &clear);
    rb_scissor_end();
}
