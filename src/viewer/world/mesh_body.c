#include "viewer/world/mesh_body.h"

#include <math.h>
#include <string.h>

#include "math/pi.h"

enum { AROUND = 72, SHELL_ROWS = 14, EDGE_ROWS = 4, SMALL_AROUND = 20 };

static const float two_pi = (float)(2 * RB_PI);

static float param(const rb_scene *scene, const char *name, float fallback) {
    const int i = rb_param_find(scene->body->params, name);
    const double v = i >= 0 ? scene->values[RB_SECTION_BODY][i] : (double)fallback;
    return isfinite(v) ? (float)v : fallback;
}

static float positive(float v) {
    return fminf(fmaxf(v, 1e-6f), 1e3f);
}

static rb_look celt_look(const rb_scene *scene) {
    rb_look look = {.kind = RB_LOOK_CELT};
    const char *const axes[] = {"a1", "a2", "a3"}, *const centre[] = {"k1", "k2", "k3"};
    for (int i = 0; i < 3; i++) {
        look.a[i] = positive(param(scene, axes[i], 0.02f));
        look.k[i] = param(scene, centre[i], 0.0f);
    }
    look.alpha = param(scene, "alpha", 0.0f);
    if (param(scene, "look", 0.0f) > 0.5f)
        look.rod = param(scene, "B12", 1.0f) < 0.0f ? -1.0f : 1.0f;
    return look;
}

rb_look rb_look_of(const rb_scene *scene) {
    if (scene && scene->body && rb_param_find(scene->body->params, "a3") >= 0)
        return celt_look(scene);
    if (scene && scene->body && rb_param_find(scene->body->params, "R") >= 0) {
        rb_look look = {.kind = RB_LOOK_TOP};
        look.a[0] = positive(param(scene, "R", 0.015f));
        look.a[1] = fmaxf(fminf(param(scene, "r", 0.005f), 0.9f * look.a[0]), 0.0f); /* 0: none */
        look.k[2] = param(scene, "a0", 0.0f);
        look.stem = param(scene, "a1", look.a[0]);
        return look;
    }
    return (rb_look){.kind = RB_LOOK_BALL, .a = {0.02f, 0.02f, 0.02f}};
}

bool rb_look_equal(const rb_look *a, const rb_look *b) {
    for (int i = 0; i < 3; i++)
        if (a->a[i] != b->a[i] || a->k[i] != b->k[i])
            return false;
    return a->kind == b->kind && a->alpha == b->alpha && a->stem == b->stem && a->rod == b->rod;
}

rb_solid rb_look_solid(const rb_look *look) {
    rb_solid solid = {.cut = look->kind == RB_LOOK_CELT};
    memcpy(solid.centre, look->k, sizeof solid.centre);
    const float c = cosf(look->alpha), s = sinf(look->alpha);
    float a[3] = {look->a[0], look->a[1], look->a[2]};
    if (look->kind == RB_LOOK_TOP)
        a[1] = a[2] = a[0];
    /* Ellipsoid components are the transpose of [[c, s], [-s, c]] times body components. */
    const float rows[3][3] = {{c, -s, 0.0f}, {s, c, 0.0f}, {0.0f, 0.0f, 1.0f}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            solid.unit[j][i] = rows[i][j] / a[i]; /* cglm: column, row */
    return solid;
}

/* One vertex of a surface of rings; joins it to the ring before. */
static void add(rb_mesh_data *m, const vec3 position, const vec3 normal, const vec3 pattern) {
    if (m->vertex_count >= RB_BODY_VERTICES)
        return;
    rb_vertex *v = &m->vertices[m->vertex_count++];
    memcpy(v->position, position, sizeof v->position);
    memcpy(v->extra, pattern, sizeof v->extra);
    const float length =
        sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int i = 0; i < 3; i++)
        v->normal[i] = length > 0.0f ? normal[i] / length : (i == 2 ? 1.0f : 0.0f);
}

/* Triangles between the last two rings of around + 1 vertices each, seen from outside when rings
   run counter-clockwise about the direction they proceed in. */
static void join(rb_mesh_data *m, int around) {
    const int b = m->vertex_count - around - 1, a = b - around - 1;
    for (int i = 0; i < around && a >= 0 && m->index_count + 6 <= RB_BODY_INDICES; i++) {
        const int quad[6] = {a + i, a + i + 1, b + i, b + i, a + i + 1, b + i + 1};
        for (int k = 0; k < 6; k++)
            m->indices[m->index_count++] = (unsigned short)quad[k];
    }
}

/* The celt's shell from its lowest point upward, a rounded edge, a flat lid. */
static void celt_ring(const rb_look *look, int row, float h, float angle, vec3 p, vec3 n) {
    const float *a = look->a;
    const float c = cosf(angle), s = sinf(angle);
    const float end = acosf(h / a[2]); /* the shell ends h below the lid */
    if (row <= SHELL_ROWS) {
        const float f = end * (float)row / SHELL_ROWS;
        const vec3 u = {sinf(f) * c, sinf(f) * s, -cosf(f)};
        for (int i = 0; i < 3; i++) {
            p[i] = a[i] * u[i];
            n[i] = u[i] / a[i];
        }
        return;
    }
    vec3 outward = {c / a[0], s / a[1], 0.0f};
    glm_vec3_normalize(outward);
    const int turn_row = row - SHELL_ROWS < EDGE_ROWS ? row - SHELL_ROWS : EDGE_ROWS;
    const float turn = 0.25f * two_pi * (float)turn_row / EDGE_ROWS;
    const float rim = sinf(end);
    /* Within the lid: a ring close to its edge, then the centre. */
    const int in = row - SHELL_ROWS - EDGE_ROWS;
    const float inside = in <= 0 ? 1.0f : in == 1 ? 0.96f : 0.0f;
    p[0] = inside * (rim * a[0] * c + h * (cosf(turn) - 1.0f) * outward[0]);
    p[1] = inside * (rim * a[1] * s + h * (cosf(turn) - 1.0f) * outward[1]);
    p[2] = h * (sinf(turn) - 1.0f);
    n[0] = cosf(turn) * outward[0];
    n[1] = cosf(turn) * outward[1];
    n[2] = sinf(turn);
}

static void to_body(const rb_look *look, const vec3 ellipsoid, const float *centre, vec3 out) {
    const float c = cosf(look->alpha), s = sinf(look->alpha);
    out[0] = c * ellipsoid[0] + s * ellipsoid[1] + centre[0];
    out[1] = -s * ellipsoid[0] + c * ellipsoid[1] + centre[1];
    out[2] = ellipsoid[2] + centre[2];
}

static void celt_mesh(const rb_look *look, rb_mesh_data *m) {
    static const float zero[3] = {0.0f, 0.0f, 0.0f};
    const float *a = look->a;
    const float tip = a[1] * a[1] / a[0]; /* radius of the rim at the ends */
    const float h = fminf(0.16f * a[2], 0.6f * fminf(tip, a[0] * a[0] / a[1]));
    for (int row = 0; row <= SHELL_ROWS + EDGE_ROWS + 2; row++) {
        for (int i = 0; i <= AROUND; i++) {
            vec3 p, n, position, normal;
            celt_ring(look, row, h, two_pi * (float)i / AROUND, p, n);
            to_body(look, p, look->k, position);
            to_body(look, n, zero, normal);
            const bool edge = row >= SHELL_ROWS && row <= SHELL_ROWS + EDGE_ROWS;
            add(m, position, normal, (vec3){p[0] / a[0], p[1] / a[1], edge ? 1.0f : 0.0f});
        }
        if (row > 0)
            join(m, AROUND);
    }
}

/* A point of a profile: along the axis, from the axis, and the normal's two parts. */
typedef struct profile {
    float s, r, ns, nr;
} profile;

/* Adds the surface of a profile turned about an axis from a base point. */
static void turn_profile(rb_mesh_data *m, const profile *rows, int count, const vec3 base,
                         const vec3 axis, int around, float pattern_scale) {
    vec3 x, y;
    glm_vec3_ortho((float *)axis, x);
    if (fabsf(axis[2]) > 0.99f)
        glm_vec3_copy((vec3){1.0f, 0.0f, 0.0f}, x);
    glm_vec3_normalize(x);
    glm_vec3_cross((float *)axis, x, y);
    for (int row = 0; row < count; row++) {
        for (int i = 0; i <= around; i++) {
            const float t = two_pi * (float)i / (float)around;
            vec3 p, n;
            for (int k = 0; k < 3; k++) {
                const float out = cosf(t) * x[k] + sinf(t) * y[k];
                p[k] = base[k] + rows[row].s * axis[k] + rows[row].r * out;
                n[k] = rows[row].ns * axis[k] + rows[row].nr * out;
            }
            const vec3 quarters = {cosf(t), sinf(t), 0.0f}, plain = {1.0f, -1.0f, 0.0f};
            add(m, p, n, pattern_scale > 0.0f ? quarters : plain);
        }
        if (row > 0)
            join(m, around);
    }
}

static void cylinder(rb_mesh_data *m, const vec3 from, const vec3 axis, float length,
                     float radius) {
    const float b = 0.18f * radius; /* bevel */
    const profile rows[] = {
        {0, 0, -1, 0},
        {0, radius - b, -1, 0},
        {b, radius, 0, 1},
        {length - b, radius, 0, 1},
        {length, radius - b, 1, 0},
        {length, 0, 1, 0},
    };
    turn_profile(m, rows, 6, from, axis, SMALL_AROUND, 0.0f);
}

/* The experiment's rod with its two masses, lying skew on the lid (drawn, not measured: K15's
   inertia is given, the rod's own dimensions are not). */
static void rod_mesh(const rb_look *look, rb_mesh_data *m) {
    const float angle = 0.62f * look->rod, half = 0.55f * look->a[0];
    const float radius = 0.11f * look->a[1], mass = 0.30f * look->a[1];
    const vec3 axis = {cosf(angle), sinf(angle), 0.0f};
    const float z = look->k[2] + mass;
    vec3 from = {look->k[0] - half * axis[0], look->k[1] - half * axis[1], z};
    cylinder(m, from, axis, 2.0f * half, radius);
    cylinder(m, look->k, (vec3){0.0f, 0.0f, 1.0f}, mass, 1.5f * radius); /* carries the rod */
    for (int end = 0; end < 2; end++) {
        const float s = end ? half - 1.6f * mass : -half + 0.2f * mass;
        const vec3 at = {look->k[0] + s * axis[0], look->k[1] + s * axis[1], z};
        cylinder(m, at, axis, 1.4f * mass, mass);
    }
}

/* The top: large sphere up to where both spheres touch the floor at once, hollowed around a stem
   with the small sphere on it. */
static void top_mesh(const rb_look *look, rb_mesh_data *m) {
    enum { BALL = 20, CAP = 8, RIM = 5, BOWL = 7 };
    profile rows[BALL + CAP + RIM + BOWL + 8];
    int count = 0;
    const float R = look->a[0], r = look->a[1], gap = fmaxf(look->stem - look->k[2], 1e-6f);
    const bool stem = r > 1e-3f * R;
    /* Both touch when the axis leans by acos(-(R - r)/gap) from upright. */
    const float last = stem ? acosf(fminf(fmaxf(-(R - r) / gap, -0.999f), 0.5f)) : 0.5f * two_pi;
    for (int i = 0; i <= BALL; i++) {
        const float f = last * (float)i / BALL;
        rows[count++] = (profile){-R * cosf(f), R * sinf(f), -cosf(f), sinf(f)};
    }
    if (!stem) {
        turn_profile(m, rows, count, look->k, (vec3){0.0f, 0.0f, 1.0f}, 64, 1.0f);
        return;
    }
    const float rim = R * sinf(last), top = -R * cosf(last);
    /* The stem is thinner than the small sphere; where that sinks into the dish there is none. */
    const float thin = 0.62f * r, dish = fmaxf(top - 0.65f * (rim - thin), -0.5f * R);
    const bool sunk = gap - dish < 0.9f * r;
    const float start = sunk ? acosf(fminf(fmaxf((gap - dish) / r, -0.9f), 1.0f)) : asinf(0.62f);
    const float foot = sunk ? r * sinf(start) : thin;
    /* A rounded rim. */
    const float fillet = 0.05f * R;
    const vec2 out = {-cosf(last), sinf(last)};
    for (int i = 1; i <= RIM; i++) {
        const float turn = last + (float)i / RIM * (0.75f * two_pi - last);
        rows[count++] = (profile){top + fillet * (-cosf(turn) - out[0]),
                                  rim + fillet * (sinf(turn) - out[1]), -cosf(turn), sinf(turn)};
    }
    const int rim_row = count - 1;
    /* A bowl: a quarter of an ellipse from the rim down to the stem. */
    const float edge = rows[count - 1].s, wide = rows[count - 1].r - foot, deep = edge - dish;
    for (int i = 1; i <= BOWL && wide > 0.0f && deep > 0.0f; i++) {
        const float f = 0.25f * two_pi * (float)i / BOWL;
        rows[count++] = (profile){edge - deep * sinf(f), foot + wide * cosf(f), sinf(f) / deep,
                                  -cosf(f) / wide};
    }
    const int foot_row = count - 1;
    if (!sunk) {
        rows[count++] = (profile){dish + 0.15f * r, foot, 0.0f, 1.0f};
        rows[count++] = (profile){gap - r * cosf(start), foot, 0.0f, 1.0f};
    }
    for (int i = 0; i <= CAP; i++) {
        const float f = start + (0.5f * two_pi - start) * (float)i / CAP;
        rows[count++] = (profile){gap - r * cosf(f), r * sinf(f), -cosf(f), sinf(f)};
    }
    /* What lies behind first, as soft edges let through what was drawn before: bowl, stem, ball. */
    const vec3 up = {0.0f, 0.0f, 1.0f};
    turn_profile(m, rows + rim_row, foot_row - rim_row + 1, look->k, up, 64, 1.0f);
    turn_profile(m, rows + foot_row, count - foot_row, look->k, up, 64, 1.0f);
    turn_profile(m, rows, rim_row + 1, look->k, up, 64, 1.0f);
}

void rb_look_mesh(const rb_look *look, rb_mesh_data *out) {
    out->vertex_count = out->index_count = 0;
    if (look->kind == RB_LOOK_CELT) {
        celt_mesh(look, out);
        if (look->rod != 0.0f)
            rod_mesh(look, out);
    } else if (look->kind == RB_LOOK_TOP) {
        top_mesh(look, out);
    } else {
        rb_ball_mesh(out);
        for (int i = 0; i < out->vertex_count; i++)
            glm_vec3_scale(out->vertices[i].position, look->a[0], out->vertices[i].position);
    }
}

void rb_ball_mesh(rb_mesh_data *out) {
    enum { ROWS = 24 };
    profile rows[ROWS + 1];
    for (int i = 0; i <= ROWS; i++) {
        const float f = 0.5f * two_pi * (float)i / ROWS;
        rows[i] = (profile){-cosf(f), sinf(f), -cosf(f), sinf(f)};
    }
    out->vertex_count = out->index_count = 0;
    turn_profile(out, rows, ROWS + 1, (vec3){0.0f, 0.0f, 0.0f}, (vec3){0.0f, 0.0f, 1.0f}, 40, 1.0f);
}

void rb_arrow_mesh(rb_mesh_data *out) {
    enum { BENDS = 32, ROUND = 16 };
    out->vertex_count = out->index_count = 0;
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
    for (int i = 0; i < 5; i++)
        memcpy(rows[count++], rest[i], sizeof rest[i]);
    for (int row = 0; row < count; row++) {
        for (int i = 0; i <= ROUND; i++) {
            const float t = two_pi * (float)i / ROUND;
            add(out, (vec3){cosf(t), sinf(t), rows[row][2]}, (vec3){0, 0, 1},
                (vec3){rows[row][0], rows[row][1], 0});
            rb_vertex *v = &out->vertices[out->vertex_count - 1];
            v->normal[0] = rows[row][3];
            v->normal[1] = rows[row][4];
            v->normal[2] = 0.0f;
        }
        if (row > 0)
            join(out, ROUND);
    }
}
