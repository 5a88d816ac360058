#include <math.h>
#include <string.h>

#include "app/appearance/looks.h"
#include "math/pi.h"

static rb_quat about_3(double angle) {
    return rb_quat_from_axis_angle(rb_v3(0, 0, 1), angle);
}

/* A cylinder lying at an angle in the plane of axes 1 and 2. */
static rb_part lying(rb_vec3 from, double angle, double length, double radius) {
    rb_quat down = rb_quat_from_axis_angle(rb_v3(0, 1, 0), RB_PI / 2); /* axis 3 -> axis 1 */
    return (rb_part){.form = RB_FORM_ROD,
                     .tone = RB_TONE_DARK,
                     .at = from,
                     .turn = rb_quat_mul(about_3(angle), down),
                     .size = {radius, radius, length}};
}

/* The rod of the experiment with its two masses, skew on the lid. Its dimensions are guessed: K15 gives
   the inertia, but not the size of the rod. */
static void add_rod(const rb_celt_measures *m, rb_body_look *out) {
    double angle = 0.62 * m->rod, half = 0.55 * m->a.x;
    double radius = 0.11 * m->a.y, mass = 0.30 * m->a.y;
    rb_vec3 along = rb_v3(cos(angle), sin(angle), 0), middle = m->k;
    middle.z += mass;
    rb_look_add(out, lying(rb_add_scaled(middle, -half, along), angle, 2 * half, radius));
    rb_look_add(out, (rb_part){.form = RB_FORM_ROD, /* carries the rod */
                               .tone = RB_TONE_DARK,
                               .at = m->k,
                               .turn = {1, 0, 0, 0},
                               .size = {1.5 * radius, 1.5 * radius, mass}});
    for (int end = 0; end < 2; end++) {
        double s = end != 0 ? half - 1.6 * mass : -half + 0.2 * mass;
        rb_look_add(out, lying(rb_add_scaled(middle, s, along), angle, 1.4 * mass, mass));
    }
}

/* Two bowls, and the bar between them. */
static void add_ends(const rb_celt_measures *m, rb_vec3 a1, rb_body_look *out) {
    double radius = 0.4 * fmin(m->a.y, m->a.z);
    for (int end = -1; end <= 1; end += 2) {
        rb_part bowl = out->solid;
        bowl.at = rb_add_scaled(m->k, end * m->ends / 2, a1);
        bowl.size = m->a;
        rb_look_add(out, bowl);
    }
    rb_vec3 from = rb_add_scaled(m->k, -m->ends / 2, a1);
    from.z -= radius; /* flush with the lids */
    rb_look_add(out, lying(from, -m->alpha, m->ends, radius));
}

void rb_celt_look(const rb_celt_measures *m, rb_body_look *out) {
    /* Ellipsoid components -> body components: [[c, s], [-s, c]], K11 section 3. */
    rb_vec3 a1 = rb_v3(cos(m->alpha), -sin(m->alpha), 0);
    double reach = m->a.x + m->ends / 2;
    out->solid = (rb_part){
        .form = RB_FORM_BOWL, .at = m->k, .turn = about_3(-m->alpha), .size = {reach, m->a.y, m->a.z}};
    if (m->ends > 0) {
        add_ends(m, a1, out);
    } else {
        rb_look_add(out, out->solid);
    }
    if (m->rod != 0) {
        add_rod(m, out);
    }
    out->size = reach;
    out->tip = rb_add_scaled(m->k, reach, a1);
}

static double within(double v, double low, double high) {
    return v >= low && v <= high ? v : high; /* also for NaN */
}

/* Surfaces other than the ellipsoid, and the ellipsoid that stands for them in shadows and for the mouse. */
static void set_surface(const rb_scene *scene, const rb_celt_measures *m, rb_body_look *out) {
    double kind = rb_look_value(scene, "surface");
    out->surface = kind >= 1 && kind < RB_SURFACES_MAX ? rb_surface_at((int)kind) : NULL;
    if (out->surface == NULL) {
        return;
    }
    rb_surface_values v = {.a = {m->a.x, m->a.y, m->a.z},
                           .exponent = within(rb_look_value(scene, "exponent"), 1.2, 8),
                           .rounding = within(rb_look_value(scene, "rounding"), 0.02, 1),
                           .a1_back = rb_look_length(rb_look_value(scene, "a1_back")),
                           .joint = within(rb_look_value(scene, "joint"), 0.01, 1)};
    rb_surface_point at;
    double reach[2] = {m->a.x, m->a.y}; /* the surface at the height of the rim, where it is almost upright */
    for (int i = 0; i < 2; i++) {
        const double d[3] = {i == 0, i == 1, -0.3 * (i == 0 ? m->a.z / m->a.x : m->a.z / m->a.y)};
        if (strcmp(out->surface->id, "paraboloid") == 0) {
            reach[i] *= sqrt(2); /* where it reaches the lid */
        } else if (rb_surface_find_point(out->surface, &v, d, &at, NULL) == RB_OK) {
            reach[i] = fmax(reach[i], fabs(at.x[i]));
        }
    }
    out->surface_values = v;
    out->size = reach[0] + m->ends / 2;
    out->solid.size = rb_v3(out->size, reach[1], m->a.z);
}

static rb_mat3 inertia_of(const rb_scene *scene) {
    double B12 = rb_look_value(scene, "B12"), B13 = rb_look_value(scene, "B13");
    double B23 = rb_look_value(scene, "B23");
    return (rb_mat3){{{rb_look_value(scene, "B1"), -B12, -B13},
                      {-B12, rb_look_value(scene, "B2"), -B23},
                      {-B13, -B23, rb_look_value(scene, "B3")}}};
}

static void look(const rb_scene *scene, rb_body_look *out) {
    rb_celt_measures m = {
        .a = rb_v3(rb_look_length(rb_look_value(scene, "a1")), rb_look_length(rb_look_value(scene, "a2")),
                   rb_look_length(rb_look_value(scene, "a3"))),
        .k = rb_v3(rb_look_finite(rb_look_value(scene, "k1")), rb_look_finite(rb_look_value(scene, "k2")),
                   rb_look_finite(rb_look_value(scene, "k3"))),
        .alpha = rb_look_finite(rb_look_value(scene, "alpha")),
        .ends = fmax(0, rb_look_finite(rb_look_value(scene, "ends"))),
    };
    if (rb_look_value(scene, "look") > 0.5) {
        m.rod = rb_look_value(scene, "B12") < 0 ? -1 : 1;
    }
    rb_celt_look(&m, out);
    set_surface(scene, &m, out);
    out->mass = rb_look_value(scene, "m");
    out->inertia = inertia_of(scene);
    out->omega = rb_look_start_omega(scene);
}

const rb_appearance rb_appearance_celt = {
    .body = "celt",
    .look = look,
    .plots = {{"omega3", NULL}, {"N", NULL}},
};
