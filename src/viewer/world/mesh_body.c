#include "viewer/world/mesh_body.h"

#include <math.h>
#include <string.h>

#include "math/pi.h"
#include "math/vec.h"

enum { AROUND = 72, SHELL_ROWS = 14, EDGE_ROWS = 4, SMALL_AROUND = 20 };

static const float two_pi = (float)(2 * RB_PI);

static bool same_vec(rb_vec3 a, rb_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_part(const rb_part *a, const rb_part *b) {
    return a->form == b->form && a->tone == b->tone && same_vec(a->at, b->at) && same_vec(a->size, b->size) &&
           a->turn.w == b->turn.w && a->turn.x == b->turn.x && a->turn.y == b->turn.y &&
           a->turn.z == b->turn.z && a->first == b->first && a->count == b->count;
}

static bool same_surface(const rb_body_look *a, const rb_body_look *b) {
    const rb_surface_values *v = &a->surface_values, *w = &b->surface_values;
    return a->surface == b->surface && v->exponent == w->exponent && v->rounding == w->rounding &&
           v->a1_back == w->a1_back && v->joint == w->joint; /* the semi-axes are the size of the part */
}

bool rb_look_equal(const rb_body_look *a, const rb_body_look *b) {
    if (a->part_count != b->part_count || a->profile_count != b->profile_count || !same_surface(a, b)) {
        return false;
    }
    for (int i = 0; i < a->part_count; i++) {
        if (!same_part(&a->parts[i], &b->parts[i])) {
            return false;
        }
    }
    for (int i = 0; i < a->profile_count; i++) {
        const rb_profile_point *p = &a->profile[i], *q = &b->profile[i];
        if (p->along != q->along || p->out != q->out || p->n_along != q->n_along || p->n_out != q->n_out) {
            return false;
        }
    }
    return true;
}

rb_solid rb_look_solid(const rb_body_look *look) {
    const rb_part *part = &look->solid;
    rb_solid solid = {.centre = {(float)part->at.x, (float)part->at.y, (float)part->at.z},
                      .cut = part->form == RB_FORM_BOWL};
    const float a[3] = {(float)part->size.x, (float)part->size.y, (float)part->size.z};
    const rb_mat3 turn = rb_quat_matrix(part->turn);
    /* Components along the solid's axes are the transpose of turn times body components. */
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            solid.unit[j][i] = (float)turn.m[j][i] / a[i]; /* cglm: column, row */
        }
    }
    return solid;
}

/* ---- a part being built ------------------------------------------------------------------------- */

typedef struct maker {
    rb_mesh_data *m;
    rb_mat3 turn;
    rb_vec3 at;
    rb_tone tone;
} maker;

static maker begin_part(rb_mesh_data *m, const rb_part *part) {
    return (maker){m, rb_quat_matrix(part->turn), part->at, part->tone};
}

/* One vertex, in the part's own axes. */
static void add(const maker *to, rb_vec3 p, rb_vec3 n, const vec3 pattern) {
    static const vec3 light = {1.0f, 1.0f, 0.0f}, dark = {1.0f, -1.0f, 0.0f};
    rb_mesh_data *m = to->m;
    if (m->vertex_count >= RB_BODY_VERTICES) {
        return;
    }
    rb_vertex *v = &m->vertices[m->vertex_count++];
    const rb_vec3 position = rb_add(rb_mul(&to->turn, p), to->at);
    const double length = rb_norm(n);
    const rb_vec3 normal = length > 0.0 ? rb_scale(1.0 / length, rb_mul(&to->turn, n)) : rb_v3(0.0, 0.0, 1.0);
    const float *shown = to->tone == RB_TONE_LIGHT ? light : to->tone == RB_TONE_DARK ? dark : pattern;
    v->position[0] = (float)position.x;
    v->position[1] = (float)position.y;
    v->position[2] = (float)position.z;
    v->normal[0] = (float)normal.x;
    v->normal[1] = (float)normal.y;
    v->normal[2] = (float)normal.z;
    memcpy(v->extra, shown, sizeof v->extra);
}

/* Triangles between the last two rings of around + 1 vertices each, seen from outside when rings
   run counter-clockwise about the direction they proceed in. */
static void join(rb_mesh_data *m, int around) {
    const int b = m->vertex_count - around - 1, a = b - around - 1;
    for (int i = 0; i < around && a >= 0 && m->index_count + 6 <= RB_BODY_INDICES; i++) {
        const int quad[6] = {a + i, a + i + 1, b + i, b + i, a + i + 1, b + i + 1};
        for (int k = 0; k < 6; k++) {
            m->indices[m->index_count++] = (unsigned short)quad[k];
        }
    }
}

/* ---- forms ------------------------------------------------------------------------------------- */

/* A bowl: its surface (NULL: an ellipsoid), its semi-axes, and the height of its rounded edge. */
typedef struct bowl_shape {
    const rb_surface_kind *surface;
    rb_surface_values values;
    double a[3], h;
} bowl_shape;

/* The point of the shell at the angle f from the lowest point (that of an ellipsoid), with its normal;
   `steep` scales the slope. */
static void shell_point(const bowl_shape *b, double f, double angle, double steep, rb_vec3 *p, rb_vec3 *n) {
    const double *a = b->a;
    const rb_vec3 u = rb_v3(sin(f) * cos(angle), sin(f) * sin(angle), -cos(f));
    *p = rb_v3(a[0] * u.x, a[1] * u.y, a[2] * u.z);
    *n = rb_v3(steep * u.x / a[0], steep * u.y / a[1], u.z / a[2]);
    rb_surface_point at;
    if (b->surface != NULL &&
        rb_surface_find_point(b->surface, &b->values, (double[]){n->x, n->y, n->z}, &at, NULL) == RB_OK) {
        *p = rb_v3(at.x[0], at.x[1], at.x[2]);
    }
}

/* Returns the factor of slopes for which the shell ends h below the lid. Points rise with the slope. */
static double steepness(const bowl_shape *b, double end, double angle) {
    double low = 1e-3, high = 1e3;
    if (b->surface == NULL) {
        return 1;
    }
    for (int i = 0; i < 24; i++) {
        const double middle = sqrt(low * high);
        rb_vec3 p, n;
        shell_point(b, end, angle, middle, &p, &n);
        *(p.z < -b->h ? &low : &high) = middle;
    }
    return sqrt(low * high);
}

/* A bowl's shell from its lowest point upward, a rounded edge, a flat lid. */
static void bowl_ring(const bowl_shape *b, int row, double angle, double steep, rb_vec3 *p, rb_vec3 *n) {
    const double h = b->h, end = acos(h / b->a[2]); /* the shell ends h below the lid */
    if (row <= SHELL_ROWS) {
        shell_point(b, end * row / SHELL_ROWS, angle, steep, p, n);
        return;
    }
    rb_vec3 rim, unused;
    shell_point(b, end, angle, steep, &rim, &unused);
    const double x = cos(angle) / b->a[0], y = sin(angle) / b->a[1], length = hypot(x, y);
    const int turn_row = row - SHELL_ROWS < EDGE_ROWS ? row - SHELL_ROWS : EDGE_ROWS;
    const double turn = 0.5 * RB_PI * turn_row / EDGE_ROWS;
    /* Within the lid: a ring close to its edge, then the centre. */
    const int in = row - SHELL_ROWS - EDGE_ROWS;
    const double inside = in <= 0 ? 1.0 : in == 1 ? 0.96 : 0.0;
    /* Normals of a slightly domed lid: a flat lid would reflect a single spot of the room. */
    const double dome = turn_row == EDGE_ROWS ? 0.14 * inside : 0.0;
    p->x = inside * (rim.x + h * (cos(turn) - 1.0) * x / length);
    p->y = inside * (rim.y + h * (cos(turn) - 1.0) * y / length);
    p->z = h * (sin(turn) - 1.0);
    const double across = (cos(turn) + dome) / length;
    *n = rb_v3(across * x, across * y, sin(turn));
}

static void bowl(rb_mesh_data *m, const rb_part *part, const rb_body_look *look) {
    const maker to = begin_part(m, part);
    bowl_shape b = {.a = {part->size.x, part->size.y, part->size.z}};
    if (look != NULL) {
        b.surface = look->surface;
        b.values = look->surface_values;
    }
    const double *a = b.a;
    const double tip = a[1] * a[1] / a[0]; /* radius of the rim at the ends */
    b.h = fmin(0.19 * a[2], 0.7 * fmin(tip, a[0] * a[0] / a[1]));
    double steep[AROUND + 1];
    for (int i = 0; i <= AROUND; i++) {
        steep[i] = steepness(&b, acos(b.h / a[2]), 2.0 * RB_PI * i / AROUND);
    }
    for (int row = 0; row <= SHELL_ROWS + EDGE_ROWS + 2; row++) {
        for (int i = 0; i <= AROUND; i++) {
            rb_vec3 p, n;
            bowl_ring(&b, row, 2.0 * RB_PI * i / AROUND, steep[i], &p, &n);
            const bool edge = row >= SHELL_ROWS && row <= SHELL_ROWS + EDGE_ROWS;
            add(&to, p, n, (vec3){(float)(p.x / a[0]), (float)(p.y / a[1]), edge ? 1.0f : 0.0f});
        }
        if (row > 0) {
            join(m, AROUND);
        }
    }
}

/* A profile rotated about axis 3, with radii scaled by x and y. */
static void turned(rb_mesh_data *m, const rb_part *part, const rb_profile_point *rows, int count, int around,
                   double x, double y) {
    const maker to = begin_part(m, part);
    for (int row = 0; row < count; row++) {
        const rb_profile_point *r = &rows[row];
        for (int i = 0; i <= around; i++) {
            const double t = 2.0 * RB_PI * i / around, c = cos(t), s = sin(t);
            add(&to, rb_v3(x * r->out * c, y * r->out * s, r->along),
                rb_v3(r->n_out * c / x, r->n_out * s / y, r->n_along), (vec3){(float)c, (float)s, 0.0f});
        }
        if (row > 0) {
            join(m, around);
        }
    }
}

static void ellipsoid(rb_mesh_data *m, const rb_part *part) {
    enum { ROWS = 24 };
    const double a = part->size.z;
    rb_profile_point rows[ROWS + 1];
    for (int i = 0; i <= ROWS; i++) {
        const double f = RB_PI * i / ROWS;
        rows[i] = (rb_profile_point){-a * cos(f), sin(f), -cos(f) / a, sin(f)};
    }
    turned(m, part, rows, ROWS + 1, 40, part->size.x, part->size.y);
}

static void rod(rb_mesh_data *m, const rb_part *part) {
    const double length = part->size.z, radius = fmin(part->size.x, part->size.y);
    const double b = fmin(0.18 * radius, 0.5 * length), in = 1.0 - b / radius; /* bevel */
    const rb_profile_point rows[] = {
        {0, 0, -1, 0},         {0, in, -1, 0},     {b, 1, 0, 1},
        {length - b, 1, 0, 1}, {length, in, 1, 0}, {length, 0, 1, 0},
    };
    turned(m, part, rows, 6, SMALL_AROUND, part->size.x, part->size.y);
}

static void box(rb_mesh_data *m, const rb_part *part) {
    const maker to = begin_part(m, part);
    const double half[3] = {part->size.x, part->size.y, part->size.z};
    for (int face = 0; face < 6; face++) {
        const int k = face / 2, i = (k + 1) % 3, j = (k + 2) % 3;
        const double side = face % 2 != 0 ? 1.0 : -1.0;
        for (int corner = 0; corner < 4; corner++) { /* two rings of two vertices */
            double p[3] = {0}, n[3] = {0};
            p[i] = (corner % 2 != 0 ? 1.0 : -1.0) * half[i];
            p[j] = (corner / 2 != 0 ? side : -side) * half[j];
            p[k] = side * half[k];
            n[k] = side;
            add(&to, rb_v3(p[0], p[1], p[2]), rb_v3(n[0], n[1], n[2]),
                (vec3){(float)(p[0] / half[0]), (float)(p[1] / half[1]), 0.0f});
        }
        join(m, 1);
    }
}

/* A wire wound into a coil that ends on its axis. Along the axis it is thin enough for gaps between
   the coils, however far it is stretched. */
static void spring(rb_mesh_data *m, const rb_part *part) {
    enum { COILS = 9, STEPS = 14, WIRE = 8 };
    const maker to = begin_part(m, part);
    const double rx = part->size.x, ry = part->size.y, length = part->size.z;
    const double wire = 0.14 * fmin(rx, ry), flat = fmin(wire, 0.22 * length / COILS);
    for (int row = 0; row <= COILS * STEPS; row++) {
        const double share = (double)row / (COILS * STEPS), t = 2.0 * RB_PI * COILS * share;
        const double wide = fmin(1.0, 12.0 * fmin(share, 1.0 - share)); /* 0 at both ends */
        const rb_vec3 out = rb_v3(cos(t), sin(t), 0.0);
        const rb_vec3 centre = rb_v3(wide * rx * out.x, wide * ry * out.y, share * length);
        for (int i = 0; i <= WIRE; i++) {
            const double f = 2.0 * RB_PI * i / WIRE;
            const double c = cos(f), s = sin(f);
            const rb_vec3 p = rb_v3(wire * c * out.x, wire * c * out.y, -flat * s);
            const rb_vec3 n = rb_v3(c * out.x / wire, c * out.y / wire, -s / flat);
            add(&to, rb_add(centre, p), n, (vec3){1.0f, 1.0f, 0.0f});
        }
        if (row > 0) {
            join(m, WIRE);
        }
    }
}

/* look: of the part; NULL: none. */
static void part_mesh(const rb_part *part, const rb_body_look *look, rb_mesh_data *out) {
    const rb_profile_point *profile = look != NULL ? look->profile + part->first : NULL;
    switch (part->form) {
    case RB_FORM_BOWL: bowl(out, part, look); break;
    case RB_FORM_ELLIPSOID: ellipsoid(out, part); break;
    case RB_FORM_TURNED: turned(out, part, profile, part->count, 64, 1.0, 1.0); break;
    case RB_FORM_ROD: rod(out, part); break;
    case RB_FORM_BOX: box(out, part); break;
    case RB_FORM_SPRING: spring(out, part); break;
    case RB_FORM_COUNT: break;
    }
}

void rb_look_mesh(const rb_body_look *look, rb_mesh_data *out) {
    out->vertex_count = out->index_count = 0;
    for (int i = 0; i < look->part_count; i++) {
        part_mesh(&look->parts[i], look, out);
    }
}

void rb_form_mesh(rb_form form, rb_mesh_data *out) {
    const rb_part unit = {.form = form, .turn = {1, 0, 0, 0}, .size = {1, 1, 1}};
    out->vertex_count = out->index_count = 0;
    part_mesh(&unit, NULL, out);
}

void rb_arrow_mesh(rb_mesh_data *out) {
    enum { BENDS = 32, ROUND = 16 };
    out->vertex_count = out->index_count = 0;
    const rb_part plain = {.turn = {1, 0, 0, 0}};
    const maker to = begin_part(out, &plain);
    /* part, place, radius share, normal across and along: tail cap, shaft, head's back, head. */
    float rows[BENDS + 10][5] = {{0, 0, 0, 0, -1}, {0, 0, 1, 0, -1}};
    int count = 2;
    for (int i = 0; i <= BENDS; i++) {
        const float row[5] = {0, (float)i / BENDS, 1, 1, 0};
        memcpy(rows[count++], row, sizeof row);
    }
    const float rest[][5] = {{1, 0, 0.3f, 0, -1},
                             {1, 0, 1, 0, -1},
                             {1, 0, 1, 0.94f, 0.34f},
                             {1, 0.5f, 0.5f, 0.94f, 0.34f},
                             {1, 1, 0.02f, 0.94f, 0.34f}};
    for (int i = 0; i < 5; i++) {
        memcpy(rows[count++], rest[i], sizeof rest[i]);
    }
    for (int row = 0; row < count; row++) {
        for (int i = 0; i <= ROUND; i++) {
            const float t = two_pi * (float)i / ROUND;
            add(&to, rb_v3(cosf(t), sinf(t), rows[row][2]), rb_v3(0, 0, 1),
                (vec3){rows[row][0], rows[row][1], 0});
            rb_vertex *v = &out->vertices[out->vertex_count - 1];
            v->normal[0] = rows[row][3];
            v->normal[1] = rows[row][4];
            v->normal[2] = 0.0f;
        }
        if (row > 0) {
            join(out, ROUND);
        }
    }
}
