#include <math.h>

#include "app/appearance/looks.h"
#include "app/language/language.h"
#include "math/pi.h"

enum { BALL = 20, CAP = 8, RIM = 5, BOWL = 7 };

static void point(rb_body_look *out, double along, double from_axis, double n_along, double n_out) {
    if (out->profile_count < RB_PROFILE_MAX) {
        out->profile[out->profile_count++] = (rb_profile_point){along, from_axis, n_along, n_out};
    }
}

/* A part of the profile, from point `first` to point `last`, turned about the axis. */
static void turned(rb_body_look *out, double a0, int first, int last) {
    rb_look_add(out, (rb_part){.form = RB_FORM_TURNED,
                               .at = {0, 0, a0},
                               .turn = {1, 0, 0, 0},
                               .first = first,
                               .count = last - first + 1});
}

/* The large sphere from its lowest point up to the angle `last`. */
static void ball(rb_body_look *out, double R, double last) {
    for (int i = 0; i <= BALL; i++) {
        double f = last * i / BALL;
        point(out, -R * cos(f), R * sin(f), -cos(f), sin(f));
    }
}

/* Adds a rounded rim; returns its last point. */
static rb_profile_point rim(rb_body_look *out, double R, double last) {
    double top = -R * cos(last), wide = R * sin(last), fillet = 0.05 * R;
    for (int i = 1; i <= RIM; i++) {
        double turn = last + (double)i / RIM * (1.5 * RB_PI - last);
        point(out, top + fillet * (-cos(turn) + cos(last)), wide + fillet * (sin(turn) - sin(last)),
              -cos(turn), sin(turn));
    }
    return out->profile[out->profile_count - 1];
}

/* Profile of the stem: thinner than the small sphere; empty if that sphere is inside the dish. */
typedef struct stem {
    double dish, foot, start; /* bottom of the bowl; radius there; where the sphere begins, rad */
    bool sunk;
} stem;

static stem stem_of(double R, double r, double gap, double last) {
    double wide = R * sin(last), top = -R * cos(last), thin = 0.62 * r;
    stem s = {.dish = fmax(top - 0.65 * (wide - thin), -0.5 * R)};
    s.sunk = gap - s.dish < 0.9 * r;
    s.start = s.sunk ? acos(fmax((gap - s.dish) / r, -0.9)) : asin(0.62);
    s.foot = s.sunk ? r * sin(s.start) : thin;
    return s;
}

/* The large sphere up to the circle where both spheres touch the floor, hollowed around the stem. */
static void add_parts(double R, double r, double a0, double gap, rb_body_look *out) {
    bool has_stem = r > 1e-3 * R;
    /* Both touch when the axis is inclined by acos(-(R - r)/gap). */
    double last = has_stem ? acos(fmin(fmax(-(R - r) / gap, -0.999), 0.5)) : RB_PI;
    ball(out, R, last);
    if (!has_stem) {
        turned(out, a0, 0, out->profile_count - 1);
        return;
    }
    stem s = stem_of(R, r, gap, last);
    rb_profile_point edge = rim(out, R, last);
    int rim_row = out->profile_count - 1;
    /* A bowl: a quarter of an ellipse from the rim down to the stem. */
    double wide = edge.out - s.foot, deep = edge.along - s.dish;
    for (int i = 1; i <= BOWL && wide > 0 && deep > 0; i++) {
        double f = RB_PI / 2 * i / BOWL;
        point(out, edge.along - deep * sin(f), s.foot + wide * cos(f), sin(f) / deep, -cos(f) / wide);
    }
    int foot_row = out->profile_count - 1;
    if (!s.sunk) {
        point(out, s.dish + 0.15 * r, s.foot, 0, 1);
        point(out, gap - r * cos(s.start), s.foot, 0, 1);
    }
    for (int i = 0; i <= CAP; i++) {
        double f = s.start + (RB_PI - s.start) * i / CAP;
        point(out, gap - r * cos(f), r * sin(f), -cos(f), sin(f));
    }
    /* Background first, because soft edges blend with what was drawn before: bowl, stem, ball. */
    turned(out, a0, rim_row, foot_row);
    turned(out, a0, foot_row, out->profile_count - 1);
    turned(out, a0, 0, rim_row);
}

void rb_top_look(double R, double r, double a0, double a1, rb_body_look *out) {
    r = fmax(fmin(r, 0.9 * R), 0);
    add_parts(R, r, a0, fmax(a1 - a0, 1e-6), out);
    out->solid =
        (rb_part){.form = RB_FORM_ELLIPSOID, .at = {0, 0, a0}, .turn = {1, 0, 0, 0}, .size = {R, R, R}};
    out->sphere_count = r > 0 ? 2 : 1;
    out->spheres[0] = (rb_look_sphere){rb_v3(0, 0, a0), R};
    out->spheres[1] = (rb_look_sphere){rb_v3(0, 0, a1), r};
    out->size = 1.6 * R;
    out->tall = true;
    out->tip = rb_v3(0, 0, a1 + r);
}

static void look(const rb_scene *scene, rb_body_look *out) {
    double I1 = rb_look_value(scene, "I1");
    rb_top_look(rb_look_length(rb_look_value(scene, "R")), rb_look_finite(rb_look_value(scene, "r")),
                rb_look_finite(rb_look_value(scene, "a0")), rb_look_finite(rb_look_value(scene, "a1")), out);
    out->mass = rb_look_value(scene, "m");
    out->inertia = rb_mat3_diag(I1, I1, rb_look_value(scene, "I3"));
    out->omega = rb_look_start_omega(scene);
}

const rb_appearance rb_appearance_top = {
    .body = "tippe-top",
    .look = look,
    .plots = {{"theta", NULL}, {"N_large", "N_small"}, {"jellett", "jellett_balance"}},
    .lanes = {{RB_N("body"), "N_large", RB_N("when the body touches the floor")},
              {RB_N("stem"), "N_small", RB_N("when the stem touches the floor")}},
};
