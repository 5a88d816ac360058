/* The model of a 3MF file (3MF Core Specification 1.3): objects, components, build items, transforms. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bodies/mass.h"

enum { OBJECTS = 128, PARTS = 128, DEPTH = 8, COPIES = 1024 };

/* Row vectors: x' = x m[0..2] + y m[3..5] + z m[6..8] + m[9..11]. */
typedef struct placement {
    double m[12];
} placement;

/* An object at a place: a component of another object, or an item to build. */
typedef struct part {
    long owner; /* id of the object it belongs to; -1: an item to build */
    long id;
    placement place;
} part;

typedef struct object {
    long id;
    rb_mesh mesh;
} object;

typedef struct model {
    const char *where;
    rb_error *err;
    double unit;
    int object_count, part_count;
    int copies; /* objects built so far */
    object objects[OBJECTS];
    part parts[PARTS];
} model;

/* A tag: its text between < and >, not terminated. */
typedef struct tag {
    const char *text;
    size_t length;
} tag;

static bool is_tag(const tag *t, const char *name) {
    size_t n = strlen(name);
    return t->length >= n && memcmp(t->text, name, n) == 0 &&
           (t->length == n || strchr(" \t\r\n/", t->text[n]) != NULL);
}

/* Returns the value of an attribute, not terminated; NULL without it. */
static const char *attribute(const tag *t, const char *name) {
    size_t n = strlen(name);
    for (size_t i = 1; i + n + 2 < t->length; i++) {
        const char *at = t->text + i;
        if (strchr(" \t\r\n", at[-1]) != NULL && memcmp(at, name, n) == 0 && at[n] == '=' &&
            (at[n + 1] == '"' || at[n + 1] == '\'')) {
            return at + n + 2;
        }
    }
    return NULL;
}

static rb_status bad_tag(const model *m, const tag *t, const char *expected) {
    return rb_fail(m->err, RB_ERR_INPUT, "%s: expected %s, got \"<%.*s>\"", m->where, expected,
                   (int)(t->length < 60 ? t->length : 60), t->text);
}

static bool read_number(const tag *t, const char *name, double *out) {
    const char *text = attribute(t, name);
    char *end = NULL;
    *out = text != NULL ? rb_number_read(text, &end) : 0;
    return text != NULL && end != text;
}

static rb_status read_unit(model *m, const tag *t) {
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"micron\"", 1e-6}, {"millimeter\"", 1e-3}, {"centimeter\"", 1e-2},
                 {"inch\"", 0.0254}, {"foot\"", 0.3048},     {"meter\"", 1}};
    const char *text = attribute(t, "unit");
    m->unit = 1e-3;
    for (size_t i = 0; text != NULL && i < sizeof units / sizeof units[0]; i++) {
        size_t n = strlen(units[i].name) - 1;
        if (strncmp(text, units[i].name, n) == 0 && (text[n] == '"' || text[n] == '\'')) {
            m->unit = units[i].metres;
            return RB_OK;
        }
    }
    return text == NULL ? RB_OK
                        : bad_tag(m, t, "the unit micron, millimeter, centimeter, inch, foot or meter");
}

static rb_status read_placement(const model *m, const tag *t, placement *out) {
    static const placement none = {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}};
    const char *text = attribute(t, "transform");
    *out = none;
    for (int i = 0; text != NULL && i < 12; i++) {
        char *end = NULL;
        out->m[i] = rb_number_read(text, &end);
        if (end == text) {
            return bad_tag(m, t, "a transform of 12 numbers");
        }
        text = end;
    }
    return RB_OK;
}

static rb_status read_part(model *m, const tag *t, long owner) {
    double id = 0;
    if (m->part_count == PARTS || !read_number(t, "objectid", &id)) {
        return bad_tag(m, t, "at most 128 components and items, each with an objectid");
    }
    part *p = &m->parts[m->part_count++];
    p->owner = owner;
    p->id = (long)id;
    return read_placement(m, t, &p->place);
}

static rb_status read_object(model *m, const tag *t) {
    double id = 0;
    if (m->object_count == OBJECTS || !read_number(t, "id", &id)) {
        return bad_tag(m, t, "at most 128 objects, each with an id");
    }
    m->objects[m->object_count++].id = (long)id;
    return RB_OK;
}

static rb_status read_vertex(model *m, const tag *t, rb_mesh *mesh) {
    rb_vec3 p;
    if (!read_number(t, "x", &p.x) || !read_number(t, "y", &p.y) || !read_number(t, "z", &p.z)) {
        return bad_tag(m, t, "a vertex with x, y and z");
    }
    return rb_mesh_add_point(mesh, p) ? RB_OK : bad_tag(m, t, "fewer vertices");
}

static rb_status read_triangle(model *m, const tag *t, rb_mesh *mesh) {
    static const char *const names[] = {"v1", "v2", "v3"};
    double v[3];
    for (int i = 0; i < 3; i++) {
        if (!read_number(t, names[i], &v[i]) || !(v[i] >= 0 && v[i] < (double)mesh->point_count)) {
            return bad_tag(m, t, "a triangle with indices v1, v2 and v3 of vertices before it");
        }
    }
    return rb_mesh_add_triangle(mesh, (size_t)v[0], (size_t)v[1], (size_t)v[2])
               ? RB_OK
               : bad_tag(m, t, "fewer triangles");
}

static rb_status read_tag(model *m, const tag *t) {
    object *last = m->object_count > 0 ? &m->objects[m->object_count - 1] : NULL;
    if (is_tag(t, "model")) {
        return read_unit(m, t);
    }
    if (is_tag(t, "object")) {
        return read_object(m, t);
    }
    if (is_tag(t, "item")) {
        return read_part(m, t, -1);
    }
    if (last != NULL && is_tag(t, "component")) {
        return read_part(m, t, last->id);
    }
    if (last != NULL && is_tag(t, "vertex")) {
        return read_vertex(m, t, &last->mesh);
    }
    if (last != NULL && is_tag(t, "triangle")) {
        return read_triangle(m, t, &last->mesh);
    }
    return RB_OK;
}

static rb_status read_tags(model *m, const char *text) {
    rb_status status = RB_OK;
    while (status == RB_OK && (text = strchr(text, '<')) != NULL) {
        const char *end = strncmp(text, "<!--", 4) == 0 ? strstr(text, "-->") : strchr(text, '>');
        if (end == NULL) {
            return rb_fail(m->err, RB_ERR_INPUT, "%s: expected XML, got a tag without an end", m->where);
        }
        tag t = {text + 1, (size_t)(end - text - 1)};
        status = read_tag(m, &t);
        text = end;
    }
    return status;
}

/* ---------------------------------------------------------------- building */

static placement after(const placement *first, const placement *then) {
    placement out;
    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 3; c++) {
            double sum = r == 3 ? then->m[9 + c] : 0;
            for (int k = 0; k < 3; k++) {
                sum += first->m[3 * r + k] * then->m[3 * k + c];
            }
            out.m[3 * r + c] = sum;
        }
    }
    return out;
}

static double determinant(const placement *p) {
    const double *m = p->m;
    return rb_dot(rb_cross(rb_v3(m[0], m[1], m[2]), rb_v3(m[3], m[4], m[5])), rb_v3(m[6], m[7], m[8]));
}

static bool add_mesh(const rb_mesh *from, const placement *place, rb_mesh *to) {
    const double *m = place->m;
    size_t base = to->point_count;
    bool mirrored = determinant(place) < 0, ok = true;
    for (size_t i = 0; ok && i < from->point_count; i++) {
        rb_vec3 p = from->points[i];
        ok = rb_mesh_add_point(to, rb_v3(p.x * m[0] + p.y * m[3] + p.z * m[6] + m[9],
                                         p.x * m[1] + p.y * m[4] + p.z * m[7] + m[10],
                                         p.x * m[2] + p.y * m[5] + p.z * m[8] + m[11]));
    }
    for (size_t i = 0; ok && i < from->triangle_count; i++) {
        const uint32_t *t = from->triangles[i];
        ok = rb_mesh_add_triangle(to, base + t[0], base + t[mirrored ? 2 : 1], base + t[mirrored ? 1 : 2]);
    }
    return ok;
}

static rb_status build(model *m, long id, const placement *place, int depth, rb_mesh *out) {
    const object *o = NULL;
    for (int i = 0; i < m->object_count && o == NULL; i++) {
        o = m->objects[i].id == id ? &m->objects[i] : NULL;
    }
    if (o == NULL || depth == 0 || m->copies++ == COPIES) {
        return rb_fail(m->err, RB_ERR_INPUT,
                       "%s: expected an object %ld, nested at most %d deep, %d copies in all", m->where, id,
                       DEPTH, COPIES);
    }
    if (!add_mesh(&o->mesh, place, out)) {
        return rb_fail(m->err, RB_ERR_INPUT, "%s: expected a mesh of at most %d triangles", m->where,
                       RB_MESH_TRIANGLES_MAX);
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < m->part_count; i++) {
        if (m->parts[i].owner == id) {
            placement inner = after(&m->parts[i].place, place);
            status = build(m, m->parts[i].id, &inner, depth - 1, out);
        }
    }
    return status;
}

rb_status rb_mesh_read_3mf(const char *text, const char *where, double *unit, rb_mesh *mesh, rb_error *err) {
    model *m = calloc(1, sizeof *m);
    if (m == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    m->where = where, m->err = err;
    m->unit = 1e-3;
    rb_status status = read_tags(m, text);
    bool built = false;
    for (int i = 0; status == RB_OK && i < m->part_count; i++) {
        if (m->parts[i].owner == -1) {
            built = true;
            status = build(m, m->parts[i].id, &m->parts[i].place, DEPTH, mesh);
        }
    }
    if (status == RB_OK && !built) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected a build with at least one item", where);
    }
    *unit = *unit > 0 ? *unit : m->unit;
    for (int i = 0; i < m->object_count; i++) {
        rb_mesh_free(&m->objects[i].mesh);
    }
    free(m);
    return status;
}
