/* Appearance of the ball bearing. The front half of both rings is cut away at the plane of the balls, so that
   every ball and its contacts are visible. The body is the inner ring; the rest are its surroundings. */
#include <math.h>
#include <stdio.h>

#include "app/appearance/looks.h"
#include "app/language/language.h"
#include "bodies/bearing.h"

/* Lengths of a bearing, m. Index 0: inner ring, 1: outer ring. */
typedef struct measures {
    double r, R;       /* ball and pitch circle */
    double groove[2];  /* radii of the grooves */
    double centre[2];  /* radii of the circles of their centres */
    double edge[2];    /* radii of bore and rim */
    double deep;       /* half the width of the rings */
    double height;     /* of the centre over the floor */
    rb_quat axes;      /* of the bearing -> world */
    int balls, marked; /* number of balls; index of the shown ball */
    bool has_cage;
} measures;

static measures measures_of(const rb_scene *scene) {
    const double *v = scene->values[RB_SECTION_BODY];
    measures m = {.r = rb_look_length(v[RB_BEARING_BALL_RADIUS])};
    m.R = fmax(rb_look_length(v[RB_BEARING_PITCH_RADIUS]), 1.2 * m.r);
    for (int which = 0; which < 2; which++) {
        double side = which == 0 ? 1 : -1, f = rb_look_finite(v[RB_BEARING_F_I + which]);
        m.groove[which] = 2 * m.r * fmin(fmax(f, 0.5), 100);
        m.centre[which] = m.R + side * (m.groove[which] - m.r - rb_look_finite(v[RB_BEARING_CLEARANCE]) / 4);
    }
    m.edge[0] = fmax(m.R - 2 * m.r, 0.3 * (m.R - m.r));
    m.edge[1] = rb_bearing_rim(m.R, m.r);
    m.deep = 1.4 * m.r;
    m.height = rb_bearing_height(m.R, m.r);
    m.axes = rb_bearing_axes(rb_look_finite(v[RB_BEARING_TILT]));
    m.balls = (int)fmin(fmax(rb_look_finite(v[RB_BEARING_N]), 0), RB_BEARING_BALLS_MAX);
    m.marked = (int)rb_look_finite(v[RB_BEARING_SHOWN]) - 1;
    m.has_cage = v[RB_BEARING_CAGE] > 0.5;
    return m;
}

static void add_point(rb_body_look *out, double along, double radius, double n_along, double n_out) {
    if (out->profile_count < RB_PROFILE_MAX) {
        out->profile[out->profile_count++] = (rb_profile_point){along, radius, n_along, n_out};
    }
}

/* Adds a flat face from one point of the profile to another; the normal is to the left of it. */
static void add_face(rb_body_look *out, double along0, double radius0, double along1, double radius1) {
    double n_along = radius0 - radius1, n_out = along1 - along0;
    add_point(out, along0, radius0, n_along, n_out);
    add_point(out, along1, radius1, n_along, n_out);
}

/* The groove from its bottom at the cut to its shoulder at -end, or back. */
static void add_groove(rb_body_look *out, const measures *m, int which, double end) {
    enum { ROWS = 8 };
    double side = which == 0 ? -1 : 1;
    for (int i = 0; i <= ROWS; i++) {
        double z = -end * (which == 0 ? ROWS - i : i) / ROWS;
        double depth = sqrt(fmax(m->groove[which] * m->groove[which] - z * z, 0));
        add_point(out, z, m->centre[which] + side * depth, -z, -side * depth);
    }
}

/* Adds the profile of the back half of a ring; returns the part. */
static rb_part add_ring(rb_body_look *out, const measures *m, int which) {
    double side = which == 0 ? -1 : 1, shoulder = m->R + side * 0.5 * m->r;
    double up = m->centre[which] - shoulder, g = m->groove[which];
    double end = fmin(sqrt(fmax(g * g - up * up, 0)), 0.85 * m->deep);
    double bottom = m->centre[which] + side * g, edge = m->edge[which], back = -m->deep;
    shoulder = m->centre[which] + side * sqrt(fmax(g * g - end * end, 0));
    int first = out->profile_count;
    if (which == 0) {
        add_face(out, back, edge, back, shoulder);
        add_face(out, back, shoulder, -end, shoulder);
        add_groove(out, m, which, end);
        add_face(out, 0, bottom, 0, edge);
        add_face(out, 0, edge, back, edge);
    } else {
        add_face(out, back, shoulder, back, edge);
        add_face(out, back, edge, 0, edge);
        add_face(out, 0, edge, 0, bottom);
        add_groove(out, m, which, end);
        add_face(out, -end, shoulder, back, shoulder);
    }
    return (rb_part){
        .form = RB_FORM_TURNED, .turn = {1, 0, 0, 0}, .first = first, .count = out->profile_count - first};
}

/* A typical largest force on one ball, N. */
static double largest_load(const double *v, const measures *m) {
    double radial = 4.4 * rb_look_finite(v[RB_BEARING_F_RADIAL]); /* Sjövall: for zero clearance */
    /* The contact angle of rigid balls; deformation makes a small one larger. */
    double play = 2 * (m->groove[0] + m->groove[1] - 2 * m->r);
    double cosine = 1 - fmax(rb_look_finite(v[RB_BEARING_CLEARANCE]), 0) / fmax(play, 1e-9);
    double sine = fmax(sqrt(fmax(1 - cosine * cosine, 0)), 0.2);
    double axial = fabs(rb_look_finite(v[RB_BEARING_F_AXIAL])) / sine;
    return fmax(fmax(radial, axial) / fmax(m->balls, 1), 1e-3);
}

static void look(const rb_scene *scene, rb_body_look *out) {
    const double *v = scene->values[RB_SECTION_BODY];
    measures m = measures_of(scene);
    rb_look_add(out, add_ring(out, &m, 0));
    add_ring(out, &m, 1); /* for the surroundings */
    out->solid = (rb_part){
        .form = RB_FORM_ELLIPSOID, .turn = {1, 0, 0, 0}, .size = {m.edge[1], m.edge[1], 1.5 * m.deep}};
    out->size = m.edge[1];
    out->stands = m.height;
    out->tall = true;
    out->tip = rb_v3(m.edge[0], 0, 0);
    out->force = largest_load(v, &m);
    out->friction = out->force * fmax(rb_look_finite(scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU]), 1e-3);
    out->omega = fmax(fabs(rb_look_finite(v[RB_BEARING_SPEED_I])), 1);
}

static rb_vec3 place_of(const rb_snapshot *s, int ball) {
    return rb_v3_at(s->own + RB_BEARING_OWN_PLACE + RB_BEARING_PLACE * ball);
}

/* The cage: springs between the surfaces of neighbours. */
static rb_part spring_between(const measures *m, rb_vec3 from, rb_vec3 to) {
    rb_vec3 way = rb_sub(to, from), up = rb_v3(0, 0, 1);
    double length = rb_norm(way), free = fmax(length - 2 * m->r, 1e-6);
    rb_vec3 along = length > 0 ? rb_scale(1 / length, way) : up, axis = rb_cross(up, along);
    rb_quat turn = {1 + along.z, axis.x, axis.y, axis.z}; /* from up to along */
    if (1 + along.z < 1e-9) {
        turn = (rb_quat){0, 1, 0, 0};
    }
    return (rb_part){.form = RB_FORM_SPRING,
                     .tone = RB_TONE_DARK,
                     .at = rb_add_scaled(from, m->r, along),
                     .turn = rb_quat_normalize(turn),
                     .size = {0.22 * m->r, 0.22 * m->r, free}};
}

/* A foot under a bearing with a horizontal axis. */
static rb_part foot(const measures *m) {
    double half = 0.5 * (m->height - 0.9 * m->edge[1]);
    return (rb_part){.form = RB_FORM_BOX,
                     .tone = RB_TONE_LIGHT,
                     .at = {0, 0.6 * m->deep, half},
                     .turn = {1, 0, 0, 0},
                     .size = {0.55 * m->edge[1], 0.36 * m->deep, half}};
}

static int surroundings(const rb_scene *scene, const rb_snapshot *s, rb_part *parts) {
    measures m = measures_of(scene);
    int n = 0;
    rb_body_look rings = {0};
    add_ring(&rings, &m, 0);
    parts[n] = add_ring(&rings, &m, 1);
    parts[n].tone = s->own[RB_BEARING_OWN_ANGLE_O] != 0 ? RB_TONE_QUARTERS : RB_TONE_LIGHT;
    parts[n].at = rb_v3(0, 0, m.height);
    parts[n++].turn =
        rb_quat_mul(m.axes, rb_quat_from_axis_angle(rb_v3(0, 0, 1), s->own[RB_BEARING_OWN_ANGLE_O]));
    for (int k = 0; k < m.balls; k++) {
        const double *q = s->own + RB_BEARING_OWN_PLACE + RB_BEARING_PLACE * k + 3;
        rb_vec3 here = place_of(s, k);
        parts[n++] = (rb_part){.form = RB_FORM_ELLIPSOID,
                               .tone = k == m.marked ? RB_TONE_MARKED : RB_TONE_QUARTERS,
                               .at = here,
                               .turn = rb_quat_normalize((rb_quat){q[0], q[1], q[2], q[3]}),
                               .size = {m.r, m.r, m.r}};
        if (m.has_cage) {
            parts[n++] = spring_between(&m, here, place_of(s, (k + 1) % m.balls));
        }
    }
    if (fabs(rb_look_finite(scene->values[RB_SECTION_BODY][RB_BEARING_TILT])) < 0.2) {
        parts[n++] = foot(&m);
    }
    return n;
}

/* The forces of all balls on the rings, outside the outer ring and in the bore of the inner one. */
static int loads(const rb_scene *scene, const rb_snapshot *s, rb_load *out) {
    measures m = measures_of(scene);
    rb_mat3 axes = rb_quat_matrix(m.axes);
    rb_vec3 axis = rb_mul(&axes, rb_v3(0, 0, 1)), centre = rb_v3(0, 0, m.height);
    int n = 0;
    for (int k = 0; k < m.balls; k++) {
        rb_vec3 r = rb_sub(place_of(s, k), centre);
        rb_vec3 outward = rb_add_scaled(r, -rb_dot(r, axis), axis);
        double length = rb_norm(outward);
        for (int which = 0; which < 2 && length > 0; which++) {
            double N = s->own[(which == 0 ? RB_BEARING_OWN_N_I : RB_BEARING_OWN_N_O) + k];
            double side = which == 0 ? -1 : 1;
            out[n++] = (rb_load){.at = rb_add_scaled(centre, m.edge[which] / length, outward),
                                 .force = rb_scale(side * N / length, outward),
                                 .marked = k == m.marked};
        }
    }
    return n;
}

/* "The balls orbit at 38.46 rad/s, 40.1 % slower than by rolling; 8 of 8 balls carry load, at most 14.2 N" */
static void describe(const rb_scene *scene, const rb_snapshot *s, char *text, size_t size) {
    const double *own = s->own, turning = own[RB_BEARING_OWN_OMEGA_I] - own[RB_BEARING_OWN_OMEGA_O];
    double slower = 100 * own[RB_BEARING_OWN_SKID]; /* % */
    int used = 0;
    if (fabs(turning) > 1e-6) {
        used = snprintf(text, size, rb_tr("The balls orbit at %.2f rad/s, "), own[RB_BEARING_OWN_OMEGA_C]);
        used += fabs(slower) < 0.05
                    ? snprintf(text + used, size - (size_t)used, "%s", rb_tr("as fast as by rolling; "))
                    : snprintf(text + used, size - (size_t)used,
                               slower > 0 ? rb_tr("%.1f %% slower than by rolling; ")
                                          : rb_tr("%.1f %% faster than by rolling; "),
                               fabs(slower));
    }
    snprintf(text + used, size - (size_t)used, rb_tr("%.0f of %d balls carry load, at most %.3g N"),
             own[RB_BEARING_OWN_LOADED], measures_of(scene).balls, own[RB_BEARING_OWN_Q_MAX]);
}

const rb_appearance rb_appearance_bearing = {
    .body = "bearing",
    .look = look,
    .surroundings = surroundings,
    .loads = loads,
    .plots = {{"omega_c", "omega_c_roll"}, {"N_i", "N_o"}, {"F_along_i", "F_along_o"}},
    .knobs = {"speed_i", "F_radial", "F_axial", "shown"},
    .chooses = "shown",
    .describe = describe,
    .pace = 0.01,
};
