/* The surface of a stone as triangles: underside, flat top with holes, walls and floors of the holes. */
#include <math.h>
#include <stdlib.h>

#include "math/pi.h"
#include "math/vec.h"
#include "print/print.h"

enum { HOLE_SIDES = 48, SIDES_MAX = 1024 };

static double cross(rb_vec3 a, rb_vec3 b, rb_vec3 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* ---------------------------------------------------------------- the flat top */

/* A polygon by the indices of its corners, anticlockwise. */
typedef struct polygon {
    int count;
    uint32_t at[SIDES_MAX + 4 * HOLE_SIDES];
} polygon;

static double square_distance(const rb_mesh *mesh, uint32_t a, uint32_t b) {
    rb_vec3 d = rb_sub(mesh->points[a], mesh->points[b]);
    return d.x * d.x + d.y * d.y;
}

/* Cuts a hole, given clockwise, into the polygon, by a bridge between their nearest corners. Nothing lies
   between them if this is the nearest one of the holes that are left. */
static void cut_hole(const rb_mesh *mesh, polygon *outer, const polygon *hole) {
    int from = 0, to = 0;
    double least = INFINITY;
    for (int i = 0; i < outer->count; i++) {
        for (int j = 0; j < hole->count; j++) {
            double d = square_distance(mesh, outer->at[i], hole->at[j]);
            if (d < least) {
                least = d, from = i, to = j;
            }
        }
    }
    int added = hole->count + 2;
    for (int i = outer->count - 1; i > from; i--) {
        outer->at[i + added] = outer->at[i];
    }
    for (int j = 0; j <= hole->count; j++) {
        outer->at[from + 1 + j] = hole->at[(to + j) % hole->count];
    }
    outer->at[from + added] = outer->at[from];
    outer->count += added;
}

/* Can the corner be cut off as a triangle: convex, and no other corner in it? */
static bool is_ear(const rb_mesh *mesh, const polygon *p, int i) {
    uint32_t a = p->at[(i + p->count - 1) % p->count], b = p->at[i], c = p->at[(i + 1) % p->count];
    rb_vec3 A = mesh->points[a], B = mesh->points[b], C = mesh->points[c];
    if (!(cross(A, B, C) > 0)) {
        return false;
    }
    for (int k = 0; k < p->count; k++) {
        uint32_t q = p->at[k];
        rb_vec3 Q = mesh->points[q];
        bool corner = q == a || q == b || q == c;
        if (!corner && cross(A, B, Q) >= 0 && cross(B, C, Q) >= 0 && cross(C, A, Q) >= 0) {
            return false;
        }
    }
    return true;
}

/* The ear whose shortest edge to the next corners is smallest, so that triangles do not become needles. */
static int best_ear(const rb_mesh *mesh, const polygon *p) {
    double least = INFINITY;
    int best = -1;
    for (int i = 0; i < p->count; i++) {
        double d = square_distance(mesh, p->at[(i + p->count - 1) % p->count], p->at[(i + 1) % p->count]);
        if (d < least && is_ear(mesh, p, i)) {
            least = d, best = i;
        }
    }
    return best;
}

static bool fill_polygon(rb_mesh *mesh, polygon *p) {
    while (p->count >= 3) {
        int i = best_ear(mesh, p);
        if (i < 0 || !rb_mesh_add_triangle(mesh, p->at[(i + p->count - 1) % p->count], p->at[i],
                                           p->at[(i + 1) % p->count])) {
            return false;
        }
        p->count--;
        for (int k = i; k < p->count; k++) {
            p->at[k] = p->at[k + 1];
        }
    }
    return true;
}

/* ---------------------------------------------------------------- underside and holes */

/* Adds a ring of points; returns the index of the first. */
static size_t add_ring(rb_mesh *mesh, int sides, double cx, double cy, double rx, double ry, double z,
                       bool *ok) {
    size_t first = mesh->point_count;
    for (int i = 0; i < sides; i++) {
        double angle = 2 * RB_PI * i / sides;
        *ok = *ok && rb_mesh_add_point(mesh, rb_v3(cx + rx * cos(angle), cy + ry * sin(angle), z));
    }
    return first;
}

/* Two triangles for each side between two rings; outward: the material is inside the rings. */
static void add_band(rb_mesh *mesh, int sides, size_t upper, size_t lower, bool outward, bool *ok) {
    for (int i = 0; i < sides; i++) {
        size_t j = (size_t)(i + 1) % (size_t)sides, k = (size_t)i;
        size_t a = upper + k, b = upper + j, c = lower + k, d = lower + j;
        *ok = *ok && (outward ? rb_mesh_add_triangle(mesh, a, c, d) && rb_mesh_add_triangle(mesh, a, d, b)
                              : rb_mesh_add_triangle(mesh, a, d, c) && rb_mesh_add_triangle(mesh, a, b, d));
    }
}

/* Closes a ring with a point in its middle; up: seen from above. */
static void add_cap(rb_mesh *mesh, int sides, size_t ring, rb_vec3 middle, bool up, bool *ok) {
    size_t m = mesh->point_count;
    *ok = *ok && rb_mesh_add_point(mesh, middle);
    for (int i = 0; i < sides; i++) {
        size_t a = ring + (size_t)i, b = ring + (size_t)(i + 1) % (size_t)sides;
        *ok = *ok && (up ? rb_mesh_add_triangle(mesh, m, a, b) : rb_mesh_add_triangle(mesh, m, b, a));
    }
}

static void add_underside(rb_mesh *mesh, const rb_stone_design *d, int sides, bool *ok) {
    int rings = sides / 4;
    size_t last = 0;
    for (int i = 1; i < rings; i++) {
        double angle = 0.5 * RB_PI * i / rings, c = cos(angle);
        size_t ring = add_ring(mesh, sides, 0, 0, d->a1 * c, d->a2 * c, -d->a3 * sin(angle), ok);
        add_band(mesh, sides, last, ring, true, ok);
        last = ring;
    }
    add_cap(mesh, sides, last, rb_v3(0, 0, -d->a3), false, ok);
}

static void add_hole(rb_mesh *mesh, const rb_stone_design *d, double side, polygon *rim, bool *ok) {
    double r = d->weight_radius + d->clearance, x = side * d->x, y = side * d->y;
    size_t top = add_ring(mesh, HOLE_SIDES, x, y, r, r, 0, ok);
    size_t floor = add_ring(mesh, HOLE_SIDES, x, y, r, r, -d->depth, ok);
    add_band(mesh, HOLE_SIDES, top, floor, false, ok);
    add_cap(mesh, HOLE_SIDES, floor, rb_v3(x, y, -d->depth), true, ok);
    rim->count = HOLE_SIDES;
    for (int i = 0; i < HOLE_SIDES; i++) {
        rim->at[i] = (uint32_t)(top + (size_t)(HOLE_SIDES - 1 - i));
    }
}

rb_status rb_stone_mesh(const rb_stone_design *d, int sides, rb_mesh *mesh, rb_error *err) {
    *mesh = (rb_mesh){0};
    rb_status status = rb_stone_check(d, err);
    if (status != RB_OK) {
        return status;
    }
    bool ok = true;
    polygon top = {.count = sides < SIDES_MAX ? sides : SIDES_MAX}, rim;
    add_ring(mesh, top.count, 0, 0, d->a1, d->a2, 0, &ok);
    for (int i = 0; i < top.count; i++) {
        top.at[i] = (uint32_t)i;
    }
    add_underside(mesh, d, top.count, &ok);
    for (int side = -1; side <= 1 && d->weight_radius > 0 && ok; side += 2) {
        add_hole(mesh, d, side, &rim, &ok);
        if (ok) {
            cut_hole(mesh, &top, &rim);
        }
    }
    ok = ok && fill_polygon(mesh, &top);
    return ok ? rb_mesh_check(mesh, "stone", err) : rb_fail(err, RB_ERR_MEMORY, "stone: out of memory");
}
