/* Closed triangle meshes: merging of points, checks, integrals over the volume. */
#include "bodies/mass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- growth */

static bool grow(void **items, size_t *room, size_t count, size_t size) {
    if (count < *room) {
        return true;
    }
    size_t larger = *room > 0 ? 2 * *room : 1024;
    void *moved = realloc(*items, larger * size);
    if (moved != NULL) {
        *items = moved;
        *room = larger;
    }
    return moved != NULL;
}

bool rb_mesh_add_point(rb_mesh *mesh, rb_vec3 point) {
    void *items = mesh->points;
    bool ok = mesh->point_count < 3 * (size_t)RB_MESH_TRIANGLES_MAX &&
              grow(&items, &mesh->point_room, mesh->point_count, sizeof point);
    mesh->points = items;
    if (ok) {
        mesh->points[mesh->point_count++] = point;
    }
    return ok;
}

bool rb_mesh_add_triangle(rb_mesh *mesh, size_t a, size_t b, size_t c) {
    void *items = mesh->triangles;
    bool ok = mesh->triangle_count < RB_MESH_TRIANGLES_MAX &&
              grow(&items, &mesh->triangle_room, mesh->triangle_count, sizeof *mesh->triangles);
    mesh->triangles = items;
    if (ok) {
        uint32_t *t = mesh->triangles[mesh->triangle_count++];
        t[0] = (uint32_t)a, t[1] = (uint32_t)b, t[2] = (uint32_t)c;
    }
    return ok;
}

void rb_mesh_free(rb_mesh *mesh) {
    free(mesh->points);
    free(mesh->triangles);
    *mesh = (rb_mesh){0};
}

/* ---------------------------------------------------------------- equal points */

typedef struct indexed_point {
    rb_vec3 p;
    uint32_t index;
} indexed_point;

static int by_place(const void *a, const void *b) {
    const indexed_point *p = a, *q = b;
    const double d[3][2] = {{p->p.x, q->p.x}, {p->p.y, q->p.y}, {p->p.z, q->p.z}};
    for (int i = 0; i < 3; i++) {
        if (d[i][0] != d[i][1]) {
            return d[i][0] < d[i][1] ? -1 : 1;
        }
    }
    return p->index < q->index ? -1 : p->index > q->index;
}

/* STL files repeat every corner. Triangles that lose a corner have no area and are dropped. */
static bool merge_points(rb_mesh *mesh) {
    size_t n = mesh->point_count, kept = 0;
    indexed_point *sorted = malloc((n + 1) * sizeof *sorted);
    uint32_t *first = malloc((n + 1) * sizeof *first);
    if (sorted != NULL && first != NULL) {
        for (size_t i = 0; i < n; i++) {
            sorted[i] = (indexed_point){mesh->points[i], (uint32_t)i};
        }
        qsort(sorted, n, sizeof *sorted, by_place);
        for (size_t i = 0, head = 0; i < n; i++) {
            rb_vec3 p = sorted[head].p, q = sorted[i].p;
            head = p.x == q.x && p.y == q.y && p.z == q.z ? head : i;
            first[sorted[i].index] = sorted[head].index;
        }
        for (size_t i = 0; i < mesh->triangle_count; i++) {
            uint32_t *t = mesh->triangles[i], a = first[t[0]], b = first[t[1]], c = first[t[2]];
            if (a != b && b != c && c != a) {
                uint32_t *out = mesh->triangles[kept++];
                out[0] = a, out[1] = b, out[2] = c;
            }
        }
        mesh->triangle_count = kept;
    }
    bool ok = sorted != NULL && first != NULL;
    free(sorted);
    free(first);
    return ok;
}

/* ---------------------------------------------------------------- closed and oriented */

typedef struct half_edge {
    uint32_t low, high;
    bool rising; /* runs from low to high */
} half_edge;

static int by_edge(const void *a, const void *b) {
    const half_edge *e = a, *f = b;
    if (e->low != f->low) {
        return e->low < f->low ? -1 : 1;
    }
    return e->high < f->high ? -1 : e->high > f->high;
}

static rb_status bad_edge(const rb_mesh *mesh, const half_edge *e, size_t count, const char *where,
                          rb_error *err) {
    rb_vec3 p = mesh->points[e->low], q = mesh->points[e->high];
    const char *reason = count < 2    ? "the mesh is open"
                         : count == 2 ? "its triangles are not oriented alike"
                                      : "the mesh is not a simple surface";
    return rb_fail(
        err, RB_ERR_INPUT,
        "%s: expected a closed mesh, every edge in two triangles, once in each direction; the edge "
        "(%g, %g, %g) to (%g, %g, %g) m is in %zu: %s",
        where, p.x, p.y, p.z, q.x, q.y, q.z, count, reason);
}

static rb_status check_edges(const rb_mesh *mesh, const char *where, rb_error *err) {
    size_t n = 3 * mesh->triangle_count;
    half_edge *edges = malloc((n + 1) * sizeof *edges);
    if (edges == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t a = mesh->triangles[i / 3][i % 3], b = mesh->triangles[i / 3][(i + 1) % 3];
        edges[i] = (half_edge){a < b ? a : b, a < b ? b : a, a < b};
    }
    qsort(edges, n, sizeof *edges, by_edge);
    rb_status status = RB_OK;
    for (size_t i = 0, count; status == RB_OK && i < n; i += count) {
        for (count = 1; i + count < n && by_edge(&edges[i], &edges[i + count]) == 0; count++) {
        }
        if (count != 2 || edges[i].rising == edges[i + 1].rising) {
            status = bad_edge(mesh, &edges[i], count, where, err);
        }
    }
    free(edges);
    return status;
}

/* ---------------------------------------------------------------- crossing triangles */

/* Returns the sign of the volume (a, b, c, d), 0 where rounding could decide it. */
static int side(rb_vec3 a, rb_vec3 b, rb_vec3 c, rb_vec3 d) {
    rb_vec3 u = rb_sub(b, a), v = rb_sub(c, a), w = rb_sub(d, a);
    double volume = rb_dot(rb_cross(u, v), w);
    double error = 1e-13 * rb_norm(u) * rb_norm(v) * rb_norm(w);
    return volume > error ? 1 : volume < -error ? -1 : 0;
}

/* Does the segment pass through the inside of the triangle? */
static bool pierces(rb_vec3 p, rb_vec3 q, const rb_vec3 t[3]) {
    if (side(t[0], t[1], t[2], p) * side(t[0], t[1], t[2], q) >= 0) {
        return false;
    }
    int s = side(p, q, t[0], t[1]);
    return s != 0 && s == side(p, q, t[1], t[2]) && s == side(p, q, t[2], t[0]);
}

typedef struct bounded {
    rb_vec3 low, high;
    uint32_t index;
} bounded;

static int by_low_x(const void *a, const void *b) {
    const bounded *p = a, *q = b;
    if (p->low.x != q->low.x) {
        return p->low.x < q->low.x ? -1 : 1;
    }
    return p->index < q->index ? -1 : p->index > q->index;
}

static bool has_corner(const uint32_t *t, uint32_t p) {
    return t[0] == p || t[1] == p || t[2] == p;
}

/* Edges that start or end at a corner of the other triangle are left out: neighbours touch there. */
static bool edges_pierce(const rb_mesh *mesh, const uint32_t *a, const uint32_t *b) {
    const rb_vec3 t[3] = {mesh->points[b[0]], mesh->points[b[1]], mesh->points[b[2]]};
    for (int i = 0; i < 3; i++) {
        uint32_t p = a[i], q = a[(i + 1) % 3];
        if (!has_corner(b, p) && !has_corner(b, q) && pierces(mesh->points[p], mesh->points[q], t)) {
            return true;
        }
    }
    return false;
}

static bool apart(const bounded *a, const bounded *b) {
    return a->low.y > b->high.y || b->low.y > a->high.y || a->low.z > b->high.z || b->low.z > a->high.z;
}

static bounded bounds_of(const rb_mesh *mesh, size_t index) {
    const uint32_t *t = mesh->triangles[index];
    rb_vec3 a = mesh->points[t[0]], b = mesh->points[t[1]], c = mesh->points[t[2]];
    return (bounded){rb_v3(fmin(a.x, fmin(b.x, c.x)), fmin(a.y, fmin(b.y, c.y)), fmin(a.z, fmin(b.z, c.z))),
                     rb_v3(fmax(a.x, fmax(b.x, c.x)), fmax(a.y, fmax(b.y, c.y)), fmax(a.z, fmax(b.z, c.z))),
                     (uint32_t)index};
}

static rb_status check_crossings(const rb_mesh *mesh, const char *where, rb_error *err) {
    size_t n = mesh->triangle_count;
    bounded *sorted = malloc((n + 1) * sizeof *sorted);
    if (sorted == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    for (size_t i = 0; i < n; i++) {
        sorted[i] = bounds_of(mesh, i);
    }
    qsort(sorted, n, sizeof *sorted, by_low_x);
    rb_status status = RB_OK;
    for (size_t i = 0; status == RB_OK && i < n; i++) {
        const uint32_t *a = mesh->triangles[sorted[i].index];
        for (size_t j = i + 1; j < n && sorted[j].low.x <= sorted[i].high.x; j++) {
            const uint32_t *b = mesh->triangles[sorted[j].index];
            if (!apart(&sorted[i], &sorted[j]) && (edges_pierce(mesh, a, b) || edges_pierce(mesh, b, a))) {
                rb_vec3 p = mesh->points[a[0]];
                status =
                    rb_fail(err, RB_ERR_INPUT,
                            "%s: expected a mesh that does not cross itself, got crossing triangles near "
                            "(%g, %g, %g) m",
                            where, p.x, p.y, p.z);
                break;
            }
        }
    }
    free(sorted);
    return status;
}

static bool is_finite(const rb_mesh *mesh) {
    double sum = 0;
    for (size_t i = 0; i < mesh->point_count; i++) {
        rb_vec3 p = mesh->points[i];
        sum += fabs(p.x) + fabs(p.y) + fabs(p.z);
    }
    return sum < 1e12;
}

rb_status rb_mesh_check(rb_mesh *mesh, const char *where, rb_error *err) {
    if (!is_finite(mesh)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected coordinates of a body, got ones that are not finite or too large",
                       where);
    }
    if (!merge_points(mesh)) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    if (mesh->triangle_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a mesh, got no triangles", where);
    }
    rb_status status = check_edges(mesh, where, err);
    if (status == RB_OK) {
        status = check_crossings(mesh, where, err);
    }
    double volume = status == RB_OK ? rb_mesh_moments(mesh).mass : 0;
    if (status == RB_OK && !(volume > 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected triangles counter-clockwise seen from outside, got a volume of %g m3",
                       where, volume);
    }
    return status;
}

/* ---------------------------------------------------------------- integrals */

/* Sums over the tetrahedra from a point c near the middle to every triangle. With determinant d and corners
   u, v, w from c: volume d/6, first moments d (u + v + w)/24, second moments
   d (u u^T + v v^T + w w^T + s s^T)/120 with s = u + v + w. */
static rb_moments moments_from(const rb_mesh *mesh, rb_vec3 c) {
    double volume = 0, second[3][3] = {{0}};
    rb_vec3 first = {0};
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles[i];
        rb_vec3 p[4];
        p[3] = rb_v3(0, 0, 0);
        for (int k = 0; k < 3; k++) {
            p[k] = rb_sub(mesh->points[t[k]], c);
            p[3] = rb_add(p[3], p[k]);
        }
        double d = rb_dot(rb_cross(p[0], p[1]), p[2]);
        volume += d / 6;
        first = rb_add_scaled(first, d / 24, p[3]);
        for (int k = 0; k < 4; k++) {
            const double x[3] = {p[k].x, p[k].y, p[k].z};
            for (int r = 0; r < 3; r++) {
                for (int s = 0; s < 3; s++) {
                    second[r][s] += d / 120 * (x[r] * x[s]);
                }
            }
        }
    }
    rb_moments out = {.mass = volume, .centre = volume != 0 ? rb_scale(1 / volume, first) : first};
    const double x[3] = {out.centre.x, out.centre.y, out.centre.z};
    for (int r = 0; r < 3; r++) {
        for (int s = 0; s < 3; s++) {
            out.second.m[r][s] = second[r][s] - volume * x[r] * x[s];
        }
    }
    out.centre = rb_add(out.centre, c);
    return out;
}

/* The second pass starts from the centroid, which avoids cancellation for a mesh far from the origin. */
rb_moments rb_mesh_moments(const rb_mesh *mesh) {
    rb_moments rough = moments_from(mesh, mesh->points[mesh->triangles[0][0]]);
    return rough.mass > 0 ? moments_from(mesh, rough.centre) : rough;
}
