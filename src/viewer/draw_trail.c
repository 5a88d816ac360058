#include "viewer/draw_trail.h"

#include <math.h>

#include "viewer/draw_2d.h"
#include "viewer/mesh_body.h"

rb_vec3 rb_axis_tip(const rb_scene *scene) {
    const rb_look look = rb_look_of(scene);
    if (look.kind == RB_LOOK_TOP)
        return rb_v3(0.0, 0.0, look.stem + look.a[1]);
    const double a = look.a[0];
    return rb_v3(look.k[0] + a * cos(look.alpha), look.k[1] - a * sin(look.alpha), look.k[2]);
}

static rb_vec3 turned(rb_quat q, rb_vec3 v) {
    const rb_mat3 m = rb_quat_matrix(q);
    return rb_mul(&m, v);
}

/* The trail's point of one instant, in the world as it is now; *seen tells whether it lies on the
   near side of the body. */
static rb_vec3 point_of(const rb_snapshot *s, const rb_snapshot *now, rb_show kind, rb_vec3 tip,
                        rb_vec3 eye, bool *seen) {
    *seen = true;
    switch (kind) {
    case RB_SHOW_TRAIL_FLOOR: return rb_v3(s->contact[0].point.x, s->contact[0].point.y, 0.0);
    case RB_SHOW_TRAIL_CENTRE: return s->r_C;
    case RB_SHOW_TRAIL_TIP: return rb_add(s->r_C, turned(s->q, tip));
    default: break;
    }
    /* On the body: there the outward normal was straight down when it touched. */
    const rb_vec3 p = rb_add(now->r_C, turned(now->q, s->contact[0].point_body));
    *seen = rb_dot(turned(now->q, s->n), rb_sub(eye, p)) < 0.0;
    return p;
}

/* Draws what was collected; on a body with a dark edge, to be seen on both its tones. */
static void flush(rb_trails *trails, int *count, float width, bool edged) {
    for (int pass = edged ? 0 : 1; pass < 2 && *count > 1; pass++) {
        if (edged)
            for (int i = 0; i < *count; i++) {
                const unsigned char alpha = trails->colors[i].a;
                trails->colors[i] =
                    pass ? (Color){255, 244, 214, alpha} : (Color){20, 24, 30, alpha};
            }
        rb_2d_polyline_shaded(trails->points, trails->colors, *count, pass ? width : width + 2.0f);
    }
    *count = 0;
}

void rb_trail_draw(rb_trails *trails, const rb_view *view, const rb_world_run *run, rb_show kind,
                   const rb_world_style *style, Color color) {
    const double now = run->snapshot->t, span = fmax(style->trail_seconds, 1e-3);
    /* More instants than this would not be told apart in a view of this size. */
    const double every = span / fmin(fmax(2.5 * view->area.width, 300.0), 1500.0);
    const bool touching = kind == RB_SHOW_TRAIL_FLOOR || kind == RB_SHOW_TRAIL_BODY;
    const float width = 2.2f * fmaxf(style->ui_scale, 0.5f);
    const rb_vec3 tip = rb_axis_tip(run->scene);
    const rb_vec3 eye = rb_add(view->origin, rb_v3(view->eye[0], view->eye[1], view->eye[2]));
    double last = -INFINITY;
    int count = 0;
    for (int i = 0; i <= run->trail.count; i++) {
        const rb_snapshot *s = i < run->trail.count ? run->trail.items[i] : run->snapshot;
        const bool newest = i == run->trail.count;
        const double age = now - s->t;
        /* Taken at fixed marks of time, so that the line does not crawl as it grows. */
        if (!(age >= 0.0) || age > span || (!newest && floor(s->t / every) == floor(last / every)))
            continue;
        last = s->t;
        bool seen;
        Vector2 pixel;
        const rb_vec3 p = point_of(s, run->snapshot, kind, tip, eye, &seen);
        if (!rb_finite3(p) || !rb_view_project(view, p, &pixel) ||
            (touching && s->contact[0].touching < 0.5)) {
            flush(trails, &count, width, kind == RB_SHOW_TRAIL_BODY);
            continue;
        }
        if (count > 0 && !newest &&
            fabsf(pixel.x - trails->points[count - 1].x) +
                    fabsf(pixel.y - trails->points[count - 1].y) <
                2.5f)
            continue;                   /* too near to be seen apart */
        if (count == RB_TRAIL_POINTS) { /* go on from the last point */
            const Vector2 point = trails->points[count - 1];
            const Color shade = trails->colors[count - 1];
            flush(trails, &count, width, kind == RB_SHOW_TRAIL_BODY);
            trails->points[0] = point;
            trails->colors[0] = shade;
            count = 1;
        }
        const float fade = (float)(1.0 - age / span);
        trails->points[count] = pixel;
        trails->colors[count++] = Fade(color, fade * (seen ? 0.95f : 0.35f));
    }
    flush(trails, &count, width, kind == RB_SHOW_TRAIL_BODY);
}
