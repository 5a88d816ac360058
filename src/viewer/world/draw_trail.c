#include "viewer/world/draw_trail.h"

#include <math.h>

#include "math/vec.h"
#include "viewer/world/body_view.h"
#include "viewer/world/draw_2d.h"
#include "viewer/world/mesh_body.h"

static rb_vec3 turned(rb_quat q, rb_vec3 v) {
    const rb_mat3 m = rb_quat_matrix(q);
    return rb_mul(&m, v);
}

/* Position and velocity of the trail's point at one instant, in current world coordinates. */
typedef struct spot {
    double t;
    rb_vec3 p, v;
    bool seen;   /* on the near side of the body */
    int contact; /* index of the contact; -1: none touches; 0 where it does not matter */
} spot;

rb_trail_point rb_trail_point_of(const rb_body_kind *body, const rb_snapshot *s) {
    const int index = rb_contact_shown(s);
    const rb_contact_state *contact = &s->contact[index];
    return (rb_trail_point){.t = s->t,
                            .r_C = s->r_C,
                            .v_C = s->v_C,
                            .omega = s->omega,
                            .n = s->n,
                            .q = s->q,
                            .contact = index,
                            .touching = contact->touching,
                            .point = contact->point,
                            .point_body = contact->point_body,
                            .v_roll = contact->v_roll,
                            .spin = rb_spin_value(body, s)};
}

static spot spot_of(const rb_trail_point *s, const rb_snapshot *now, rb_show kind, rb_vec3 tip, rb_vec3 eye) {
    spot at = {.t = s->t, .p = s->r_C, .v = s->v_C, .seen = true};
    switch (kind) {
    case RB_SHOW_TRAIL_FLOOR:
        at.p = rb_v3(s->point.x, s->point.y, 0.0);
        at.v = s->v_roll;
        at.contact = s->touching ? s->contact : -1;
        break;
    case RB_SHOW_RIBBONS:
    case RB_SHOW_TRAIL_TIP:
        at.p = rb_add(s->r_C, turned(s->q, tip));
        at.v = rb_add(s->v_C, turned(s->q, rb_cross(s->omega, tip)));
        break;
    case RB_SHOW_TRAIL_BODY: /* there the outward normal pointed down when it touched */
        at.p = rb_add(now->r_C, turned(now->q, s->point_body));
        at.seen = rb_dot(turned(now->q, s->n), rb_sub(eye, at.p)) < 0.0;
        at.contact = s->touching ? s->contact : -1;
        break;
    default: break;
    }
    return at;
}

/* Cubic Hermite interpolation between two instants: the tip of a top goes around in eight recorded
   instants, and its path is still round. */
static rb_vec3 between(const spot *a, const spot *b, double x) {
    const double h = b->t - a->t, y = 1.0 - x;
    const rb_vec3 place =
        rb_add(rb_scale(y * y * (1.0 + 2.0 * x), a->p), rb_scale(x * x * (3.0 - 2.0 * x), b->p));
    return rb_add_scaled(rb_add_scaled(place, h * x * y * y, a->v), -h * x * x * y, b->v);
}

/* A line being drawn. */
typedef struct trail_pen {
    rb_trails *trails;
    const rb_view *view;
    double now, span;
    Color color;
    float width;
    bool edged; /* on a body: with a dark outline, visible on both its tones */
    int count;
} trail_pen;

static void lift(trail_pen *pen) {
    rb_trails *trails = pen->trails;
    for (int pass = pen->edged ? 0 : 1; pass < 2 && pen->count > 1; pass++) {
        for (int i = 0; pen->edged && i < pen->count; i++) {
            const unsigned char alpha = trails->colors[i].a;
            trails->colors[i] = pass ? (Color){255, 244, 214, alpha} : (Color){20, 24, 30, alpha};
        }
        rb_2d_polyline_shaded(trails->points, trails->colors, pen->count,
                              pass ? pen->width : pen->width + 2.0f);
    }
    pen->count = 0;
}

/* Continues to a point of the world; skips a point too close to the last one. */
static void draw_to(trail_pen *pen, rb_vec3 p, double t, bool seen) {
    rb_trails *trails = pen->trails;
    Vector2 pixel;
    if (!rb_finite3(p) || !rb_view_project(pen->view, p, &pixel)) {
        lift(pen);
        return;
    }
    const Vector2 *last = pen->count > 0 ? &trails->points[pen->count - 1] : NULL;
    if (last && t < pen->now && fabsf(pixel.x - last->x) + fabsf(pixel.y - last->y) < 2.5f) {
        return;
    }
    if (pen->count == RB_TRAIL_POINTS) { /* continue from the last point */
        const Vector2 point = *last;
        const Color shade = trails->colors[pen->count - 1];
        lift(pen);
        trails->points[0] = point;
        trails->colors[0] = shade;
        pen->count = 1;
    }
    const float fade = (float)(1.0 - (pen->now - t) / pen->span);
    trails->points[pen->count] = pixel;
    trails->colors[pen->count++] = Fade(pen->color, fade * (seen ? 0.95f : 0.35f));
}

/* The number of segments between two instants, about five pixels each. */
static int pieces(const trail_pen *pen, const spot *a, const spot *b) {
    Vector2 from, to;
    if (pen->edged || !rb_finite3(a->v) || !rb_finite3(b->v) || /* no velocity known there */
        !rb_view_project(pen->view, a->p, &from) || !rb_view_project(pen->view, b->p, &to)) {
        return 1;
    }
    const float way = fabsf(to.x - from.x) + fabsf(to.y - from.y);
    return (int)fminf(fmaxf(way / 5.0f, 1.0f), 12.0f);
}

/* The shortest time between instants that can be distinguished in a view of this size. */
static double pitch_of(const rb_view *view, rb_show kind, double span) {
    const double width = (double)view->area.width;
    return kind == RB_SHOW_RIBBONS ? span / fmin(fmax(0.2 * width, 40.0), 240.0)
                                   : span / fmin(fmax(width, 150.0), RB_TRAIL_INSTANTS);
}

/* One line, of the given tip. */
static void draw_line(trail_pen *pen, const rb_world_run *run, rb_show kind, rb_vec3 tip) {
    const rb_view *view = pen->view;
    const double every = pitch_of(view, kind, pen->span);
    const rb_vec3 eye = rb_add(view->origin, rb_v3(view->eye[0], view->eye[1], view->eye[2]));
    spot last = {.t = -INFINITY};
    const rb_trail_point now = rb_trail_point_of(run->scene->body, run->snapshot);
    for (int i = 0; i <= run->trail.count; i++) {
        const bool newest = i == run->trail.count;
        const rb_trail_point *s = newest ? &now : &run->trail.items[i];
        const double age = pen->now - s->t;
        /* Sampled at fixed times, so that the line does not shimmer as it grows. */
        if (!(age >= 0.0) || age > pen->span || (!newest && floor(s->t / every) == floor(last.t / every))) {
            continue;
        }
        const spot at = spot_of(s, run->snapshot, kind, tip, eye);
        if (at.contact != last.contact) {
            lift(pen);
        }
        if (kind == RB_SHOW_RIBBONS) {
            pen->color = rb_spin_color(s->spin);
        }
        const int count = pen->count > 0 ? pieces(pen, &last, &at) : 1;
        for (int k = 1; k < count; k++) {
            const double x = (double)k / count;
            draw_to(pen, between(&last, &at, x), last.t + x * (at.t - last.t), at.seen);
        }
        if (at.contact >= 0) {
            draw_to(pen, at.p, at.t, at.seen);
        }
        last = at;
    }
    lift(pen);
}

void rb_trail_draw(rb_trails *trails, const rb_view *view, const rb_world_run *run, rb_show kind,
                   const rb_world_style *style, Color color) {
    trail_pen pen = {.trails = trails,
                     .view = view,
                     .now = run->snapshot->t,
                     .span = fmax(style->trail_seconds, 1e-3),
                     .color = color,
                     .width = (kind == RB_SHOW_RIBBONS ? 4.5f : 2.2f) * fmaxf(style->ui_scale, 0.5f),
                     .edged = kind == RB_SHOW_TRAIL_BODY};
    rb_body_look room;
    const rb_body_look *look = rb_run_look(run, &room);
    draw_line(&pen, run, kind, look->tip);
    if (kind == RB_SHOW_RIBBONS) { /* the other end is opposite */
        draw_line(&pen, run, kind, rb_add_scaled(rb_scale(2.0, look->solid.at), -1.0, look->tip));
    }
}
