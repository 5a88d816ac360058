/* Mesh files: STL (binary and text), OBJ, 3MF. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "base/zip.h"
#include "bodies/mass.h"

#define MESH_FILE_MAX ((size_t)256 << 20)

typedef struct mesh_text {
    const char *data;
    size_t size;
    const char *where;
} mesh_text;

static rb_status too_large(const char *where, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: expected a mesh of at most %d triangles that fits into memory",
                   where, RB_MESH_TRIANGLES_MAX);
}

/* ---------------------------------------------------------------- STL */

enum { STL_HEAD = 84, STL_FACET = 50 };

static size_t stl_count(const unsigned char *data) {
    return data[80] | (size_t)data[81] << 8 | (size_t)data[82] << 16 | (size_t)data[83] << 24;
}

static double stl_float(const unsigned char *p) {
    uint32_t bits = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    float value = 0;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool add_corner_triangle(rb_mesh *mesh) {
    size_t n = mesh->point_count;
    return rb_mesh_add_triangle(mesh, n - 3, n - 2, n - 1);
}

static rb_status read_binary_stl(const mesh_text *t, rb_mesh *mesh, rb_error *err) {
    const unsigned char *data = (const unsigned char *)t->data;
    size_t count = stl_count(data);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *facet = data + STL_HEAD + i * STL_FACET;
        for (int k = 1; k < 4; k++) { /* 0 is the normal, which follows from the corners */
            const unsigned char *p = facet + (size_t)(12 * k);
            if (!rb_mesh_add_point(mesh, rb_v3(stl_float(p), stl_float(p + 4), stl_float(p + 8)))) {
                return too_large(t->where, err);
            }
        }
        if (!add_corner_triangle(mesh)) {
            return too_large(t->where, err);
        }
    }
    return RB_OK;
}

/* Reads three numbers; NULL if there are others. */
static const char *read_point(const char *at, rb_vec3 *out) {
    double v[3];
    for (int i = 0; i < 3; i++) {
        char *end = NULL;
        v[i] = rb_number_read(at, &end);
        if (end == at) {
            return NULL;
        }
        at = end;
    }
    *out = rb_v3(v[0], v[1], v[2]);
    return at;
}

/* Only the corners matter: "vertex x y z", three to a facet. */
static rb_status read_text_stl(const mesh_text *t, rb_mesh *mesh, rb_error *err) {
    const char *at = t->data;
    int corners = 0;
    while ((at = strstr(at, "vertex")) != NULL) {
        rb_vec3 p;
        const char *next = read_point(at + 6, &p);
        if (next == NULL) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected three numbers after \"vertex\", got \"%.40s\"",
                           t->where, at);
        }
        at = next;
        if (!rb_mesh_add_point(mesh, p) || (++corners % 3 == 0 && !add_corner_triangle(mesh))) {
            return too_large(t->where, err);
        }
    }
    if (corners % 3 != 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected three corners in every facet, got %d in all",
                       t->where, corners);
    }
    return RB_OK;
}

static rb_status read_stl(const mesh_text *t, rb_mesh *mesh, rb_error *err) {
    if (t->size >= STL_HEAD && t->size == STL_HEAD + stl_count((const unsigned char *)t->data) * STL_FACET) {
        return read_binary_stl(t, mesh, err);
    }
    const char *start = t->data + strspn(t->data, " \t\r\n");
    if (strncasecmp(start, "solid", 5) != 0) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "%s: expected an STL file: text that begins with \"solid\", or %d bytes and %d for each "
            "facet, got %zu bytes",
            t->where, STL_HEAD, STL_FACET, t->size);
    }
    return read_text_stl(t, mesh, err);
}

/* ---------------------------------------------------------------- OBJ */

/* Reads "i", "i/j" or "i/j/k" and returns the index of the point from 0; -1 for another text. */
static long read_corner(const char **at, size_t points) {
    char *end = NULL;
    long i = strtol(*at, &end, 10);
    if (end == *at || i == 0 || i > (long)points || i < -(long)points) {
        return -1;
    }
    *at = end + strcspn(end, " \t\r\n");
    return i > 0 ? i - 1 : (long)points + i;
}

/* A polygon becomes a fan: exact for plane ones of any outline, because areas are signed. */
static rb_status read_face(const char *at, const mesh_text *t, rb_mesh *mesh, rb_error *err) {
    const char *line = at;
    long corner[3] = {-1, -1, -1};
    for (int count = 0;; count++) {
        at += strspn(at, " \t\r");
        if (*at == '\n' || *at == '\0') {
            return count >= 3
                       ? RB_OK
                       : rb_fail(err, RB_ERR_INPUT,
                                 "%s: expected a face of at least 3 points, got \"f%.40s\"", t->where, line);
        }
        corner[count == 0 ? 0 : 2] = read_corner(&at, mesh->point_count);
        if (corner[count == 0 ? 0 : 2] < 0) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected indices of the %zu points so far, got \"f%.40s\"",
                           t->where, mesh->point_count, line);
        }
        if (count >= 2 &&
            !rb_mesh_add_triangle(mesh, (size_t)corner[0], (size_t)corner[1], (size_t)corner[2])) {
            return too_large(t->where, err);
        }
        corner[1] = corner[2];
    }
}

static rb_status read_obj(const mesh_text *t, rb_mesh *mesh, rb_error *err) {
    rb_status status = RB_OK;
    for (const char *at = t->data; status == RB_OK && *at != '\0';) {
        at += strspn(at, " \t\r");
        rb_vec3 p;
        if (at[0] == 'v' && (at[1] == ' ' || at[1] == '\t')) {
            if (read_point(at + 1, &p) == NULL) {
                return rb_fail(err, RB_ERR_INPUT, "%s: expected \"v\" and three numbers, got \"%.40s\"",
                               t->where, at);
            }
            status = rb_mesh_add_point(mesh, p) ? RB_OK : too_large(t->where, err);
        } else if (at[0] == 'f' && (at[1] == ' ' || at[1] == '\t')) {
            status = read_face(at + 1, t, mesh, err);
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return status;
}

/* ---------------------------------------------------------------- all of them */

static bool name_ends(const char *path, const char *end) {
    size_t length = strlen(path), n = strlen(end);
    return length >= n && strcasecmp(path + length - n, end) == 0;
}

static rb_status read_by_name(const char *path, const mesh_text *t, double *unit, rb_mesh *mesh,
                              rb_error *err) {
    if (name_ends(path, ".stl")) {
        return read_stl(t, mesh, err);
    }
    if (name_ends(path, ".obj")) {
        return read_obj(t, mesh, err);
    }
    if (!name_ends(path, ".3mf")) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a mesh file: .stl, .obj or .3mf", t->where);
    }
    char *model = NULL;
    rb_status status =
        rb_zip_extract((const unsigned char *)t->data, t->size, ".model", t->where, &model, err);
    if (status == RB_OK) {
        status = rb_mesh_read_3mf(model, t->where, unit, mesh, err);
    }
    free(model);
    return status;
}

rb_status rb_mesh_read(const char *path, double unit, rb_mesh *mesh, rb_error *err) {
    char where[RB_JSON_WHERE_MAX];
    char *data = NULL;
    mesh_text t = {.where = where};
    rb_elide(path, where, sizeof where);
    *mesh = (rb_mesh){0};
    rb_status status = rb_file_read(path, "a mesh", MESH_FILE_MAX, &data, &t.size, err);
    if (status == RB_OK) {
        t.data = data;
        status = read_by_name(path, &t, &unit, mesh, err);
    }
    free(data);
    double scale = unit > 0 ? unit : 1e-3;
    for (size_t i = 0; i < mesh->point_count; i++) {
        mesh->points[i] = rb_scale(scale, mesh->points[i]);
    }
    if (status == RB_OK) {
        status = rb_mesh_check(mesh, where, err);
    }
    if (status != RB_OK) {
        rb_mesh_free(mesh);
    }
    return status;
}
