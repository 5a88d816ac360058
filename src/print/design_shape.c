/* The shape of a stone: the height of its underside, and its outline as a map of the unit disk. */
#include <math.h>

#include "bodies/surface.h"
#include "math/pi.h"
#include "print/design.h"

rb_surface_values rb_stone_surface_values(const rb_stone_design *d) {
    return (rb_surface_values){.a = {d->v[RB_STONE_A1], d->v[RB_STONE_A2], d->v[RB_STONE_A3]},
                               .exponent = d->v[RB_STONE_EXPONENT],
                               .rounding = d->v[RB_STONE_ROUNDING],
                               .a1_back = d->v[RB_STONE_A1_BACK],
                               .joint = d->v[RB_STONE_JOINT]};
}

rb_stone_design rb_stone_inner(const rb_stone_design *design, double wall) {
    static const int lengths[] = {RB_STONE_A1,      RB_STONE_A2,     RB_STONE_A3,
                                  RB_STONE_A1_BACK, RB_STONE_LENGTH, RB_STONE_WIDTH};
    rb_stone_design inner = *design;
    for (int i = 0; i < 6; i++) {
        inner.v[lengths[i]] -= wall;
    }
    return inner;
}

static rb_vec3 unit(rb_vec3 v) {
    return rb_scale(1 / rb_norm(v), v);
}

/* ---------------------------------------------------------------- the underside */

/* Finds the slope g at which the surface point with the normal (g, -1) is at p: minimises the convex function
   h(g, -1) - p.g by Newton's method with shorter steps where it does not fall. */
static bool search_normal(const rb_surface_kind *kind, const rb_surface_values *values, const double p[2],
                          double g[2], rb_surface_local *at) {
    double last = INFINITY, step[2] = {0, 0};
    for (int i = 0; i < 80; i++) {
        rb_vec3 m = rb_v3(g[0], g[1], -1);
        double norm = rb_norm(m);
        if (!(norm < 1e7) || !rb_surface_evaluate(kind, values, rb_scale(1 / norm, m), rb_v3(0, 0, 0), at)) {
            return false;
        }
        double value = rb_dot(m, at->x) - p[0] * g[0] - p[1] * g[1];
        double rx = p[0] - at->x.x, ry = p[1] - at->x.y;
        if (hypot(rx, ry) < 1e-13 * (values->a[0] + values->a[1])) {
            return true;
        }
        if (value > last + 1e-12 * fabs(last)) {
            step[0] /= 2, step[1] /= 2;
            g[0] -= step[0], g[1] -= step[1];
            continue;
        }
        last = value;
        double a = at->H.m[0][0] / norm, b = at->H.m[0][1] / norm, c = at->H.m[1][1] / norm;
        double determinant = a * c - b * b;
        if (!(determinant > 0)) {
            return false;
        }
        step[0] = (c * rx - b * ry) / determinant;
        step[1] = (a * ry - b * rx) / determinant;
        g[0] += step[0], g[1] += step[1];
    }
    /* Close to the rim the slope is large and rounding limits the accuracy. */
    return hypot(p[0] - at->x.x, p[1] - at->x.y) < 1e-8 * (values->a[0] + values->a[1]);
}

bool rb_stone_underside(const rb_stone_design *d, double x, double y, double *z, rb_vec3 *normal) {
    const double a1 = d->v[RB_STONE_A1], a2 = d->v[RB_STONE_A2], a3 = d->v[RB_STONE_A3];
    int surface = (int)d->v[RB_STONE_SURFACE];
    double q = x * x / (a1 * a1) + y * y / (a2 * a2);
    if (!(a1 > 0 && a2 > 0 && a3 > 0 && d->v[RB_STONE_A1_BACK] > 0)) {
        return false;
    }
    if (surface == RB_SURFACE_PARABOLOID) {
        *z = a3 * (q / 2 - 1);
        *normal = unit(rb_v3(a3 * x / (a1 * a1), a3 * y / (a2 * a2), -1));
        return true;
    }
    if (surface == RB_SURFACE_ELLIPSOID) {
        *z = q < 1 ? -a3 * sqrt(1 - q) : 0;
        *normal = q > 0 ? unit(rb_v3(x / (a1 * a1), y / (a2 * a2), *z / (a3 * a3))) : rb_v3(0, 0, -1);
        return q <= 1 + 1e-9;
    }
    double slope = a3 / sqrt(1 - fmin(q, 0.99)), g[2] = {slope * x / (a1 * a1), slope * y / (a2 * a2)};
    const double p[2] = {x, y};
    const rb_surface_values values = rb_stone_surface_values(d);
    rb_surface_local at;
    if (!search_normal(rb_surface_at(surface), &values, p, g, &at)) {
        return false;
    }
    *z = at.x.z;
    *normal = unit(rb_v3(g[0], g[1], -1));
    return true;
}

/* ---------------------------------------------------------------- the outline */

/* The rim of the whole underside, where its normal is horizontal, and its derivative by t. */
static bool rim(const rb_stone_design *d, double t, rb_vec3 *x, rb_vec3 *dx) {
    int surface = (int)d->v[RB_STONE_SURFACE];
    double a1 = d->v[RB_STONE_A1], a2 = d->v[RB_STONE_A2], c = cos(t), s = sin(t);
    if (surface == RB_SURFACE_ELLIPSOID || surface == RB_SURFACE_PARABOLOID) {
        double scale = surface == RB_SURFACE_PARABOLOID ? sqrt(2) : 1;
        *x = rb_v3(scale * a1 * c, scale * a2 * s, 0);
        *dx = rb_v3(-scale * a1 * s, scale * a2 * c, 0);
        return true;
    }
    rb_vec3 n = rb_v3(c / a1, s / a2, 0), dn = rb_v3(-s / a1, c / a2, 0);
    double norm = rb_norm(n);
    n = rb_scale(1 / norm, n);
    dn = rb_scale(1 / norm, rb_add_scaled(dn, -rb_dot(n, dn), n));
    const rb_surface_values values = rb_stone_surface_values(d);
    rb_surface_local at;
    if (!rb_surface_evaluate(rb_surface_at(surface), &values, n, dn, &at)) {
        return false;
    }
    *x = at.x;
    *dx = at.dx;
    return true;
}

/* Width of a spoon at u from -1 to 1, share of its largest. */
static double spoon_width(const rb_stone_design *d, double u) {
    return d->v[RB_STONE_TAPER] + (1 - d->v[RB_STONE_TAPER]) * (1 + sin(u * RB_PI / 2)) / 2;
}

bool rb_stone_top(const rb_stone_design *d, double s, double t, double *x, double *y, double *area) {
    double l = d->v[RB_STONE_LENGTH], w = d->v[RB_STONE_WIDTH], u = s * cos(t), v = s * sin(t);
    int body = (int)d->v[RB_STONE_BODY];
    double share = body == RB_STONE_BOAT ? 1 - u * u : body == RB_STONE_SPOON ? spoon_width(d, u) : 1;
    if (body == RB_STONE_WHOLE || body == RB_STONE_MESH) {
        rb_vec3 r = {0}, dr = {0};
        bool ok = rim(d, t, &r, &dr);
        *x = s * r.x, *y = s * r.y;
        *area = r.x * dr.y - r.y * dr.x;
        return ok;
    }
    *x = l * u;
    *y = w * share * v + (body == RB_STONE_BAR ? d->v[RB_STONE_BEND] * u * u * u : 0);
    *area = l * w * share;
    return true;
}

/* Is (x, y) within the outline? The whole underside has no other limit than its rim. */
static bool inside(const rb_stone_design *d, double x, double y) {
    int body = (int)d->v[RB_STONE_BODY];
    double u = x / d->v[RB_STONE_LENGTH];
    if (body == RB_STONE_WHOLE || body == RB_STONE_MESH) {
        return true;
    }
    if (!(d->v[RB_STONE_LENGTH] > 0 && d->v[RB_STONE_WIDTH] > 0 && fabs(u) < 1)) {
        return false;
    }
    double share = body == RB_STONE_BOAT ? 1 - u * u : body == RB_STONE_SPOON ? spoon_width(d, u) : 1;
    double off = body == RB_STONE_BAR ? d->v[RB_STONE_BEND] * u * u * u : 0;
    double v = (y - off) / (d->v[RB_STONE_WIDTH] * share);
    return u * u + v * v < 1;
}

bool rb_stone_has_circle(const rb_stone_design *d, double x, double y, double radius, double depth) {
    enum { POINTS = 64 };
    for (int i = 0; i < POINTS; i++) {
        double px = x + radius * cos(i * 2 * RB_PI / POINTS), py = y + radius * sin(i * 2 * RB_PI / POINTS),
               z = 0;
        rb_vec3 normal;
        if (!inside(d, px, py) || !rb_stone_underside(d, px, py, &z, &normal) || !(z < -depth)) {
            return false;
        }
    }
    return true;
}
