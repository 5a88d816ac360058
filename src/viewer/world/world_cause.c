/* Why it prefers one direction: the directions of least curvature and least inertia differ. Two balls
   of half the mass each on the axis of least inertia illustrate the difference between the two
   horizontal moments (B_b - B_a = m d^2); they are not a part of the body. A small angle between the
   directions is drawn larger, and the label says so. */
#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "math/pi.h"
#include "math/vec.h"
#include "viewer/world/world_parts.h"

/* The skew axes, in body axes. */
typedef struct skew_axes {
    rb_vec3 curvature, inertia; /* unit, horizontal: directions of least curvature and least inertia */
    double angle;               /* between them about axis 3, -pi/2 to pi/2 */
    double distance;            /* of each ball from the mass centre, m */
} skew_axes;

static bool skew_of(const rb_body_look *look, skew_axes *out) {
    const double a = look->inertia.m[0][0], b = look->inertia.m[1][1], c = look->inertia.m[0][1];
    const double half = hypot(0.5 * (b - a), c);
    if (!(look->mass > 0.0) || !isfinite(half) || !(a > 0.0)) {
        return false;
    }
    const rb_mat3 turn = rb_quat_matrix(look->solid.turn);
    const bool first = look->solid.size.x >= look->solid.size.y;
    out->curvature = first ? rb_v3(turn.m[0][0], turn.m[1][0], 0.0) : rb_v3(turn.m[0][1], turn.m[1][1], 0.0);
    /* The horizontal part of B has its smaller eigenvalue in this direction. */
    const double least = 0.5 * atan2(-2.0 * c, b - a);
    out->inertia = rb_v3(cos(least), sin(least), 0.0);
    const double angle = least - atan2(out->curvature.y, out->curvature.x);
    out->angle = remainder(angle, RB_PI);
    if (rb_dot(out->inertia, out->curvature) < 0.0) {
        out->inertia = rb_scale(-1.0, out->inertia);
    }
    out->distance = sqrt(2.0 * half / look->mass);
    return true;
}

/* How many times larger an angle is drawn, so that it can be seen. */
static int enlargement(double angle) {
    static const int factors[] = {1, 2, 3, 5, 10, 20, 50};
    const double visible = 9.5 * RB_PI / 180.0;
    int i = 0;
    while (i < 6 && factors[i] * fabs(angle) < visible) {
        i++;
    }
    return fabs(angle) > 1e-4 ? factors[i] : 1; /* no skew: no angle */
}

static void add_label(rb_world *world, const rb_view *view, rb_label_spec spec, rb_vec3 at, double now,
                      double t) {
    if (!rb_view_project(view, at, &spec.at)) {
        return;
    }
    const float middle = view->area.x + 0.5f * view->area.width;
    spec.away = (Vector2){spec.at.x < middle ? -0.8f : 0.8f, -0.6f};
    rb_label_add(&world->labels, &spec, now, t);
}

/* A line through the middle with a head at both ends. */
static rb_vec3 add_axis(rb_world *world, rb_vec3 centre, rb_vec3 along, double half, Color color) {
    rb_vec3 tip = centre;
    for (int end = 0; end < 2; end++) {
        const rb_arrow arrow = {.origin = centre,
                                .direction = rb_scale(end ? 1.0 : -1.0, along),
                                .length = half,
                                .weight = 0.6f,
                                .color = color};
        rb_arrow_add(&world->arrows, &arrow, &tip);
    }
    return tip;
}

static void draw_balls(rb_world *world, const rb_view *view, rb_vec3 centre, rb_vec3 along, double distance,
                       double radius) {
    const rb_vec3 right = rb_v3(view->right[0], view->right[1], view->right[2]);
    for (int end = 0; end < 2; end++) {
        const rb_part ball = {.form = RB_FORM_ELLIPSOID,
                              .tone = RB_TONE_DARK,
                              .at = rb_add_scaled(centre, end ? distance : -distance, along),
                              .turn = {1, 0, 0, 0},
                              .size = {radius, radius, radius}};
        rb_part_draw(&world->bodies, view, NULL, &ball, &(rb_paint){.full = false});
        Vector2 at, rim;
        if (rb_view_project(view, ball.at, &at) &&
            rb_view_project(view, rb_add_scaled(ball.at, radius, right), &rim)) {
            const float r = fabsf(rim.x - at.x);
            rb_labels_avoid(&world->labels, (Rectangle){at.x - r, at.y - r, 2.0f * r, 2.0f * r});
        }
    }
}

void rb_world_cause(rb_world *world, const rb_view *view, const rb_world_run *run,
                    const rb_world_style *style, int key, double now) {
    const rb_snapshot *s = run->snapshot;
    rb_body_look room;
    const rb_body_look *look = rb_run_look(run, &room);
    skew_axes skew;
    if (!rb_body_has(run->scene->body, RB_TRAIT_REVERSES) || !skew_of(look, &skew)) {
        return;
    }
    const rb_mat3 turn = rb_quat_matrix(s->q);
    const double radius = 0.075 * look->size;
    /* On the lid, where balls and axes are visible. */
    const rb_vec3 lid = rb_v3(look->solid.at.x, look->solid.at.y, look->solid.at.z + radius);
    const rb_vec3 centre = rb_add(s->r_C, rb_mul(&turn, lid));
    const rb_vec3 up = rb_v3(turn.m[0][2], turn.m[1][2], turn.m[2][2]);
    const int larger = enlargement(skew.angle);
    const rb_quat extra = rb_quat_from_axis_angle(rb_v3(0.0, 0.0, 1.0), (larger - 1) * skew.angle);
    const rb_mat3 open = rb_quat_matrix(extra);
    const rb_vec3 curvature = rb_mul(&turn, skew.curvature);
    const rb_vec3 inertia = rb_mul(&turn, rb_mul(&open, skew.inertia));
    const Color ink = rb_color(RB_COLOR_INK), accent = rb_color(RB_COLOR_ACCENT);
    draw_balls(world, view, centre, inertia, fmin(skew.distance, 1.3 * look->size), radius);
    const rb_vec3 a = add_axis(world, centre, curvature, 1.4 * look->size, ink);
    const rb_vec3 b = add_axis(world, centre, inertia, 1.4 * look->size, accent);
    const rb_arrow arc = {.origin = centre,
                          .direction = rb_scale(skew.angle < 0.0 ? -1.0 : 1.0, up),
                          .length = larger * fabs(skew.angle),
                          .bend = 1.2 * look->size,
                          .towards = rb_add(curvature, inertia),
                          .weight = 0.6f,
                          .color = accent};
    rb_vec3 middle = centre;
    rb_arrow_add(&world->arrows, &arc, &middle);
    if (!(style->show & RB_SHOW_LABELS)) {
        return;
    }
    char unit[48] = "°";
    if (larger > 1) {
        snprintf(unit, sizeof unit, rb_tr("°, drawn %d × larger"), larger);
    }
    add_label(world, view, (rb_label_spec){key, "δ", skew.angle * 180.0 / RB_PI, 10.0, unit, .color = accent},
              middle, now, s->t);
    add_label(world, view, (rb_label_spec){key + 1, rb_tr("flattest direction"), NAN, 0.0, "", .color = ink},
              a, now, s->t);
    add_label(world, view,
              (rb_label_spec){key + 2, rb_tr("easiest axis to turn about"), NAN, 0.0, "", .color = accent}, b,
              now, s->t);
    add_label(world, view,
              (rb_label_spec){key + 3, rb_tr("mass drawn as two balls"), NAN, 0.0, "", .color = accent},
              rb_add_scaled(centre, -fmin(skew.distance, 1.3 * look->size), inertia), now, s->t);
}
