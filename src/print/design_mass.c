/* Mass properties and checks of designs. The print is integrated over its outline in columns between
   underside and top; holes and weights are added in closed form. */
#include <math.h>
#include <stdio.h>

#include "math/gauss.h"
#include "math/pi.h"
#include "print/design.h"

/* ---------------------------------------------------------------- the print */

/* Integrals of 1, x, y, z and their products over a volume. */
typedef struct integrals {
    double one, x[3], xx[3][3];
} integrals;

/* A column from `low` to `high` at (x, y). */
static void add_column(integrals *sum, double area, double x, double y, double low, double high) {
    double length = area * (high - low), z = (low + high) / 2,
           zz = (low * low + low * high + high * high) / 3;
    const double p[3] = {x, y, z};
    sum->one += length;
    for (int i = 0; i < 3; i++) {
        sum->x[i] += length * p[i];
        for (int j = 0; j < 3; j++) {
            sum->xx[i][j] += length * (i == 2 && j == 2 ? zz : p[i] * p[j]);
        }
    }
}

static rb_moments moments_of(const integrals *sum) {
    rb_moments m = {.mass = sum->one};
    if (sum->one > 0) {
        m.centre = rb_v3(sum->x[0] / sum->one, sum->x[1] / sum->one, sum->x[2] / sum->one);
    }
    for (int k = 0; k < 9; k++) {
        m.second.m[k / 3][k % 3] =
            sum->xx[k / 3][k % 3] - (sum->one > 0 ? sum->x[k / 3] * sum->x[k % 3] / sum->one : 0);
    }
    return m;
}

static bool height(const rb_stone_design *d, double s, double t, double *x, double *y, double *area,
                   double *z) {
    rb_vec3 normal;
    return rb_stone_top(d, s, t, x, y, area) && rb_stone_underside(d, *x, *y, z, &normal);
}

/* The share s of the outline at which the underside comes up to the height `top`; 1: nowhere. */
static double end_of_ray(const rb_stone_design *d, double t, double top) {
    double low = 0, high = 1 - 1e-9, x, y, area, z = 0;
    if (height(d, high, t, &x, &y, &area, &z) && z < top) {
        return 1;
    }
    for (int i = 0; i < 50; i++) {
        double s = (low + high) / 2;
        *(height(d, s, t, &x, &y, &area, &z) && z < top ? &low : &high) = s;
    }
    return low;
}

/* Moments of the volume between underside and a top at this height. s = end sin(angle): the integrand is
   smooth also where the underside ends steeply. */
static bool volume(const rb_stone_design *d, double top, rb_moments *out) {
    enum { AROUND = 96, NODES = 32 };
    const rb_gauss_rule *rule = rb_gauss(NODES);
    integrals sum = {0};
    for (int j = 0; j < AROUND; j++) {
        double t = 2 * RB_PI * (j + 0.5) / AROUND, end = end_of_ray(d, t, top);
        for (int k = 0; k < 2 * rule->half; k++) {
            const rb_gauss_node *node = &rule->nodes[k / 2];
            double angle = RB_PI / 4 * (1 + (k % 2 == 0 ? node->x : -node->x)), s = end * sin(angle);
            double weight = 2 * RB_PI / AROUND * RB_PI / 4 * node->weight * end * cos(angle) * s;
            double x, y, area, z;
            if (!height(d, s, t, &x, &y, &area, &z)) {
                return false;
            }
            add_column(&sum, weight * area, x, y, fmin(z, top), top);
        }
    }
    *out = moments_of(&sum);
    return true;
}

rb_status rb_stone_print_moments(const rb_stone_design *d, rb_moments *out, rb_error *err) {
    double density = d->v[RB_STONE_DENSITY], shell = d->v[RB_STONE_SHELL];
    rb_moments parts[2] = {0};
    if (d->v[RB_STONE_BODY] == RB_STONE_MESH) {
        rb_mesh mesh;
        rb_status status = rb_stone_read_mesh(d, &mesh, err);
        *out = status == RB_OK ? rb_moments_scale(rb_mesh_moments(&mesh), density) : parts[0];
        rb_mesh_free(&mesh);
        return status;
    }
    const rb_stone_design inner = rb_stone_inner(d, shell);
    bool filled = shell > 0 && d->v[RB_STONE_INFILL] < 1;
    if (!volume(d, 0, &parts[0]) || (filled && !volume(&inner, -shell, &parts[1]))) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "stone: length, width: expected an outline within the underside; make a1, a2 larger or the "
            "outline smaller");
    }
    parts[0] = rb_moments_scale(parts[0], density);
    parts[1] = rb_moments_scale(parts[1], -density * (1 - d->v[RB_STONE_INFILL]));
    *out = rb_moments_sum(parts, filled ? 2 : 1);
    return RB_OK;
}

/* ---------------------------------------------------------------- holes and weights */

static double hole_radius(const rb_stone_design *d, const rb_stone_weight *w) {
    bool empty = w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE;
    return w->v[RB_WEIGHT_RADIUS] + (empty ? 0 : d->v[RB_STONE_CLEARANCE]);
}

/* A cylinder of this density between two heights. */
static rb_moments cylinder(const rb_stone_weight *w, double radius, double low, double high, double density) {
    double mass = density * RB_PI * radius * radius * (high - low), square = radius * radius / 4;
    return (rb_moments){mass, rb_v3(w->v[RB_WEIGHT_X], w->v[RB_WEIGHT_Y], (low + high) / 2),
                        rb_mat3_diag(mass * square, mass * square, mass * (high - low) * (high - low) / 12)};
}

static rb_moments weight_moments(const rb_stone_weight *w) {
    double r = w->v[RB_WEIGHT_RADIUS], depth = w->v[RB_WEIGHT_DEPTH], density = w->v[RB_WEIGHT_DENSITY];
    if (w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_CYLINDER) {
        return cylinder(w, r, -depth, w->v[RB_WEIGHT_HEIGHT] - depth, density);
    }
    double mass = density * rb_weight_volume(w), square = mass * r * r / 5;
    return (rb_moments){mass, rb_v3(w->v[RB_WEIGHT_X], w->v[RB_WEIGHT_Y], r - depth),
                        rb_mat3_diag(square, square, square)};
}

/* Symmetric stones have their mass centre exactly in the middle and a vertical principal axis. */
static void remove_rounding(rb_moments *m) {
    double trace = m->second.m[0][0] + m->second.m[1][1] + m->second.m[2][2], size = sqrt(trace / m->mass);
    m->centre.x = fabs(m->centre.x) < 1e-12 * size ? 0 : m->centre.x;
    m->centre.y = fabs(m->centre.y) < 1e-12 * size ? 0 : m->centre.y;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m->second.m[i][j] = i != j && fabs(m->second.m[i][j]) < 1e-13 * trace ? 0 : m->second.m[i][j];
        }
    }
}

rb_status rb_stone_mass_with(const rb_stone_design *d, const rb_moments *print, rb_mass *out, rb_error *err) {
    rb_moments parts[1 + 3 * RB_STONE_WEIGHTS_MAX] = {*print};
    double density = d->v[RB_STONE_DENSITY], shell = d->v[RB_STONE_SHELL], spared = 1 - d->v[RB_STONE_INFILL];
    int count = 1;
    for (int i = 0; i < d->weight_count; i++) {
        const rb_stone_weight *w = &d->weights[i];
        double r = hole_radius(d, w), depth = w->v[RB_WEIGHT_DEPTH];
        if (depth > 0) {
            parts[count++] = cylinder(w, r, -depth, 0, -density);
        }
        if (depth > 0 && shell > 0 && spared > 0) { /* solid walls around the hole, too */
            parts[count++] = cylinder(w, r + shell, -depth - shell, -shell, density * spared);
        }
        if (w->v[RB_WEIGHT_SHAPE] != RB_WEIGHT_HOLE) {
            parts[count++] = weight_moments(w);
        }
    }
    rb_moments sum = rb_moments_sum(parts, count);
    remove_rounding(&sum);
    rb_mass_finish(&sum, rb_v3(1, 0, 0), out);
    return out->mass > 0 && out->principal[0] > 0
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT,
                         "stone: expected a positive mass, got %g kg: the holes are too large", out->mass);
}

rb_status rb_stone_mass(const rb_stone_design *design, rb_mass *out, rb_error *err) {
    rb_moments print;
    rb_status status = rb_stone_print_moments(design, &print, err);
    return status == RB_OK ? rb_stone_mass_with(design, &print, out, err) : status;
}

/* ---------------------------------------------------------------- checks */

static rb_status check_hole(const rb_stone_design *d, int index, rb_error *err) {
    const rb_stone_weight *w = &d->weights[index];
    double x = w->v[RB_WEIGHT_X], y = w->v[RB_WEIGHT_Y], r = hole_radius(d, w), depth = w->v[RB_WEIGHT_DEPTH];
    const rb_stone_design inner = rb_stone_inner(d, d->v[RB_STONE_WALL]);
    if (w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE && !(depth > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "stone: weights[%d].depth: expected more than 0 for a hole, got %g",
                       index, depth);
    }
    if (d->v[RB_STONE_BODY] == RB_STONE_MESH) {
        return depth == 0
                   ? RB_OK
                   : rb_fail(err, RB_ERR_INPUT,
                             "stone: weights[%d].depth: expected 0: holes are not cut into a mesh, its "
                             "weights are glued on",
                             index);
    }
    if (!rb_stone_has_circle(&inner, x, y, r, depth)) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "stone: weights[%d]: a hole of %.4g x %.4g mm at (%.4g, %.4g) mm leaves less than %.3g mm of "
            "wall; use smaller weights, or place them nearer to the middle",
            index, 2e3 * r, 1e3 * depth, 1e3 * x, 1e3 * y, 1e3 * d->v[RB_STONE_WALL]);
    }
    return RB_OK;
}

static rb_status check_apart(const rb_stone_design *d, int i, int j, rb_error *err) {
    const rb_stone_weight *a = &d->weights[i], *b = &d->weights[j];
    double apart = hypot(a->v[RB_WEIGHT_X] - b->v[RB_WEIGHT_X], a->v[RB_WEIGHT_Y] - b->v[RB_WEIGHT_Y]);
    return apart > hole_radius(d, a) + hole_radius(d, b) + d->v[RB_STONE_WALL]
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT,
                         "stone: weights[%d] and weights[%d]: the holes overlap; place them further apart", j,
                         i);
}

static rb_status check_values(const rb_stone_design *d, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < RB_STONE_VALUES; i++) {
        status = rb_param_check(&rb_stone_params.rows[i], d->v[i], "stone", err);
    }
    for (int k = 0; status == RB_OK && k < RB_WEIGHT_VALUES * d->weight_count; k++) {
        char where[40];
        int i = k / RB_WEIGHT_VALUES, j = k % RB_WEIGHT_VALUES;
        snprintf(where, sizeof where, "stone: weights[%d]", i);
        status = rb_param_check(&rb_weight_params.rows[j], d->weights[i].v[j], where, err);
    }
    return status;
}

/* The smallest of the half lengths by which a wall makes the stone smaller. */
static double smallest(const rb_stone_design *d) {
    int body = (int)d->v[RB_STONE_BODY];
    bool outlined = body != RB_STONE_WHOLE && body != RB_STONE_MESH;
    double least = fmin(fmin(d->v[RB_STONE_A1], d->v[RB_STONE_A2]), d->v[RB_STONE_A3]);
    return outlined ? fmin(least, fmin(d->v[RB_STONE_LENGTH], d->v[RB_STONE_WIDTH])) : least;
}

static rb_status check_outline(const rb_stone_design *d, rb_error *err) {
    for (int i = 0; i < 96; i++) {
        double x, y, area, z;
        if (!height(d, 1 - 1e-9, 2 * RB_PI * i / 96, &x, &y, &area, &z) || z > 1e-6) {
            return rb_fail(
                err, RB_ERR_INPUT,
                "stone: length, width: expected an outline within the underside, whose rim it leaves at "
                "(%.4g, %.4g) mm; make a1, a2 larger or the outline smaller",
                1e3 * x, 1e3 * y);
        }
    }
    return RB_OK;
}

rb_status rb_stone_check(const rb_stone_design *d, rb_error *err) {
    static const int walls[] = {RB_STONE_SHELL, RB_STONE_WALL};
    rb_status status = check_values(d, err);
    for (int i = 0; status == RB_OK && i < 2; i++) {
        bool needed = walls[i] == RB_STONE_SHELL || d->weight_count > 0;
        if (needed && !(d->v[walls[i]] < smallest(d))) {
            status =
                rb_fail(err, RB_ERR_INPUT,
                        "stone: %s: expected less than half the thickness of the stone, %.4g mm, got %.4g mm",
                        rb_stone_params.rows[walls[i]].name, 1e3 * smallest(d), 1e3 * d->v[walls[i]]);
        }
    }
    if (status == RB_OK && d->v[RB_STONE_BODY] != RB_STONE_MESH) {
        status = check_outline(d, err);
    }
    for (int i = 0; status == RB_OK && i < d->weight_count; i++) {
        status = check_hole(d, i, err);
        for (int j = 0; status == RB_OK && j < i; j++) {
            status = check_apart(d, i, j, err);
        }
    }
    return status;
}
