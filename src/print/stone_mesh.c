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
    uint32_t at[SIDES_MAX + RB_STONE_WEIGHTS_MAX * (HOLE_SIDES + 2) + RB_LETTERING_RIM + 2];
} polygon;

/* The rim of a hole or of the lettering, clockwise. */
typedef struct hole_rim {
    int count;
    uint32_t at[RB_LETTERING_RIM];
} hole_rim;

/* The nearest corners of a polygon and a hole. */
typedef struct bridge {
    int from, to;
    double square; /* of their distance */
} bridge;

static double square_distance(const rb_mesh *mesh, uint32_t a, uint32_t b) {
    rb_vec3 d = rb_sub(mesh->points[a], mesh->points[b]);
    return d.x * d.x + d.y * d.y;
}

static bridge nearest(const rb_mesh *mesh, const polygon *outer, const hole_rim *hole) {
    bridge best = {0, 0, INFINITY};
    for (int i = 0; i < outer->count; i++) {
        for (int j = 0; j < hole->count; j++) {
            double d = square_distance(mesh, outer->at[i], hole->at[j]);
            best = d < best.square ? (bridge){i, j, d} : best;
        }
    }
    return best;
}

/* Cuts a hole into the polygon by a bridge between their nearest corners. */
static void cut_hole(polygon *outer, const hole_rim *hole, const bridge *b) {
    int added = hole->count + 2;
    for (int i = outer->count - 1; i > b->from; i--) {
        outer->at[i + added] = outer->at[i];
    }
    for (int j = 0; j <= hole->count; j++) {
        outer->at[b->from + 1 + j] = hole->at[(b->to + j) % hole->count];
    }
    outer->at[b->from + added] = outer->at[b->from];
    outer->count += added;
}

/* Cuts all holes, the nearest first: then nothing lies between the ends of its bridge. */
static void cut_holes(const rb_mesh *mesh, polygon *outer, hole_rim *holes, int count) {
    for (; count > 0; count--) {
        int next = 0;
        bridge best = {0, 0, INFINITY};
        for (int i = 0; i < count; i++) {
            bridge b = nearest(mesh, outer, &holes[i]);
            if (b.square < best.square) {
                best = b, next = i;
            }
        }
        cut_hole(outer, &holes[next], &best);
        holes[next] = holes[count - 1];
    }
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

/* A ring at the share s of the outline, on the underside. */
static size_t add_underside_ring(rb_mesh *mesh, const rb_stone_design *d, int sides, double s, bool *ok) {
    size_t first = mesh->point_count;
    for (int i = 0; i < sides; i++) {
        double x = 0, y = 0, z = 0, area;
        rb_vec3 normal;
        *ok = *ok && rb_stone_top(d, s, 2 * RB_PI * i / sides, &x, &y, &area) &&
              rb_stone_underside(d, x, y, &z, &normal) && rb_mesh_add_point(mesh, rb_v3(x, y, fmin(z, 0)));
    }
    return first;
}

/* Rings from the outline to the middle; for a body that ends above the rim of its underside, a wall first. */
static void add_underside(rb_mesh *mesh, const rb_stone_design *d, int sides, bool *ok) {
    int rings = sides / 4;
    size_t last = 0;
    for (int i = d->v[RB_STONE_BODY] == RB_STONE_WHOLE; i < rings; i++) {
        size_t ring = add_underside_ring(mesh, d, sides, cos(0.5 * RB_PI * i / rings), ok);
        add_band(mesh, sides, last, ring, true, ok);
        last = ring;
    }
    add_cap(mesh, sides, last, rb_v3(0, 0, -d->v[RB_STONE_A3]), false, ok);
}

/* The outline at the height of the top. */
static void add_outline(rb_mesh *mesh, const rb_stone_design *d, int sides, bool *ok) {
    for (int i = 0; i < sides; i++) {
        double x = 0, y = 0, area;
        *ok = *ok && rb_stone_top(d, 1, 2 * RB_PI * i / sides, &x, &y, &area) &&
              rb_mesh_add_point(mesh, rb_v3(x, y, 0));
    }
}

static void add_hole(rb_mesh *mesh, const rb_stone_design *d, const rb_stone_weight *w, hole_rim *rim,
                     bool *ok) {
    bool empty = w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE;
    double r = w->v[RB_WEIGHT_RADIUS] + (empty ? 0 : d->v[RB_STONE_CLEARANCE]), depth = w->v[RB_WEIGHT_DEPTH];
    double x = w->v[RB_WEIGHT_X], y = w->v[RB_WEIGHT_Y];
    size_t top = add_ring(mesh, HOLE_SIDES, x, y, r, r, 0, ok);
    size_t floor = add_ring(mesh, HOLE_SIDES, x, y, r, r, -depth, ok);
    add_band(mesh, HOLE_SIDES, top, floor, false, ok);
    add_cap(mesh, HOLE_SIDES, floor, rb_v3(x, y, -depth), true, ok);
    rim->count = HOLE_SIDES;
    for (int i = 0; i < HOLE_SIDES; i++) {
        rim->at[i] = (uint32_t)(top + (size_t)(HOLE_SIDES - 1 - i));
    }
}

/* The flat top with its holes and its lettering (NULL: none). */
static bool add_top(rb_mesh *mesh, const rb_stone_design *d, const rb_lettering_grid *lettering, polygon *top,
                    hole_rim *rims) {
    bool ok = true;
    int holes = 0;
    for (int i = 0; i < d->weight_count && ok; i++) {
        if (d->weights[i].v[RB_WEIGHT_DEPTH] > 0) {
            add_hole(mesh, d, &d->weights[i], &rims[holes++], &ok);
        }
    }
    if (lettering != NULL && ok) {
        ok = rb_lettering_add(lettering, mesh, rims[holes].at, &rims[holes].count);
        holes++;
    }
    cut_holes(mesh, top, rims, ok ? holes : 0);
    return ok && fill_polygon(mesh, top);
}

static rb_status build(const rb_stone_design *d, const rb_lettering_grid *lettering, int sides, rb_mesh *mesh,
                       rb_error *err) {
    polygon top = {.count = sides < SIDES_MAX ? sides : SIDES_MAX};
    hole_rim *rims = calloc(RB_STONE_WEIGHTS_MAX + 1, sizeof *rims);
    if (rims == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "stone: out of memory");
    }
    bool ok = true;
    add_outline(mesh, d, top.count, &ok);
    for (int i = 0; i < top.count; i++) {
        top.at[i] = (uint32_t)i;
    }
    add_underside(mesh, d, top.count, &ok);
    ok = ok && add_top(mesh, d, lettering, &top, rims);
    free(rims);
    return ok ? rb_mesh_check(mesh, "stone", err) : rb_fail(err, RB_ERR_MEMORY, "stone: out of memory");
}

rb_status rb_stone_mesh_with(const rb_stone_design *d, const rb_stone_lettering *lettering, int sides,
                             rb_mesh *mesh, rb_error *err) {
    *mesh = (rb_mesh){0};
    bool written = lettering != NULL && lettering->text[0] != '\0';
    rb_status status = rb_stone_check(d, err);
    if (status != RB_OK) {
        return status;
    }
    if (d->v[RB_STONE_BODY] == RB_STONE_MESH) {
        return written ? rb_fail(err, RB_ERR_INPUT, "stone: text: a mesh has no flat top to write on")
                       : rb_stone_read_mesh(d, mesh, err);
    }
    rb_lettering_grid *grid = written ? calloc(1, sizeof *grid) : NULL;
    if (written && grid == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "stone: out of memory");
    }
    status = written ? rb_lettering_make(d, lettering, grid, err) : RB_OK;
    status = status == RB_OK ? build(d, grid, sides, mesh, err) : status;
    free(grid);
    return status;
}

rb_status rb_stone_mesh(const rb_stone_design *d, int sides, rb_mesh *mesh, rb_error *err) {
    return rb_stone_mesh_with(d, NULL, sides, mesh, err);
}
