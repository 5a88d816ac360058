/* Mass properties against closed forms: solids, sums, places, meshes in every file format, scenes; and input
   that is refused. */
#include <math.h>
#include <unistd.h>

#include "base/zip.h"
#include "math/vec.h"
#include "support.h"

#define EXACT 1e-12 /* relative: rounding of a few operations; 1e-10 is required */

static rb_mass mass_of(const char *solids) {
    char text[4096];
    rb_mass mass;
    rb_error err = {""};
    snprintf(text, sizeof text, "{\"format\": \"rattleback-mass\", \"version\": 1, \"solids\": [%s]}",
             solids);
    if (rb_mass_read_text(text, "solids", &mass, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return mass;
}

static void refused(const char *solids, const char *part) {
    char text[4096];
    rb_mass mass;
    rb_error err = {""};
    snprintf(text, sizeof text, "{\"format\": \"rattleback-mass\", \"version\": 1, \"solids\": [%s]}",
             solids);
    assert_true(rb_mass_read_text(text, "solids", &mass, &err) != RB_OK);
    assert_contains(err.text, part);
}

static void assert_mass(const rb_mass *m, double mass, rb_vec3 centre, const double inertia[6], double size) {
    static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    assert_near(m->mass, mass, EXACT * mass);
    assert_near(m->centre.x, centre.x, EXACT * size);
    assert_near(m->centre.y, centre.y, EXACT * size);
    assert_near(m->centre.z, centre.z, EXACT * size);
    for (int i = 0; i < 6; i++) {
        assert_near(m->inertia.m[at[i][0]][at[i][1]], inertia[i], EXACT * mass * size * size);
        assert_near(m->inertia.m[at[i][1]][at[i][0]], inertia[i], EXACT * mass * size * size);
    }
}

/* ---- single solids ------------------------------------------------------------------------------------ */

static void single_solids(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double mass, z, I[3];
    } rows[] = {
        {"{\"solid\": \"sphere\", \"radius\": 0.5, \"mass\": 2}", 2, 0, {0.2, 0.2, 0.2}},
        {"{\"solid\": \"sphere\", \"radius\": 0.5, \"density\": 3}",
         M_PI / 2,
         0,
         {M_PI / 20, M_PI / 20, M_PI / 20}},
        {"{\"solid\": \"box\", \"l1\": 1, \"l2\": 2, \"l3\": 3, \"density\": 2}", 12, 0, {13, 10, 5}},
        {"{\"solid\": \"cylinder\", \"radius\": 0.2, \"height\": 0.6, \"mass\": 1}",
         1,
         0,
         {0.04, 0.04, 0.02}},
        {"{\"solid\": \"tube\", \"outer\": 0.4, \"inner\": 0.2, \"height\": 0.6, \"mass\": 1}",
         1,
         0,
         {0.08, 0.08, 0.1}},
        {"{\"solid\": \"ellipsoid\", \"a1\": 3, \"a2\": 2, \"a3\": 1, \"mass\": 5}", 5, 0, {5, 10, 13}},
        /* about the centre of the ellipsoid as the whole one, minus m (3 c/8)^2 across */
        {"{\"solid\": \"half-ellipsoid\", \"a1\": 3, \"a2\": 2, \"a3\": 1, \"mass\": 5}",
         5,
         -0.375,
         {5 - 5 * 0.140625, 10 - 5 * 0.140625, 13}},
        {"{\"solid\": \"cap\", \"radius\": 1, \"height\": 1, \"density\": 1}",
         2 * M_PI / 3,
         -0.375,
         {2 * M_PI / 3 * (0.4 - 0.140625), 2 * M_PI / 3 * (0.4 - 0.140625), 2 * M_PI / 3 * 0.4}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_mass m = mass_of(rows[i].text);
        const double I[6] = {rows[i].I[0], rows[i].I[1], rows[i].I[2], 0, 0, 0};
        assert_mass(&m, rows[i].mass, rb_v3(0, 0, rows[i].z), I, 3);
    }
}

/* A cap of height h: V = pi h^2 (3R - h)/3, centroid 3 (2R - h)^2 / (4 (3R - h)) from the centre of the
   sphere, moment about the axis pi h^3 (20 R^2 - 15 R h + 3 h^2)/30. */
static void cap_by_the_textbook(void **state) {
    (void)state;
    for (double h = 1e-3; h < 0.2; h *= 3) {
        double R = 0.1, V = M_PI * h * h * (3 * R - h) / 3;
        char text[160];
        snprintf(text, sizeof text,
                 "{\"solid\": \"cap\", \"radius\": 0.1, \"height\": %.17g, \"density\": 1000}", h);
        rb_mass m = mass_of(text);
        assert_near(m.mass, 1000 * V, 1e-12 * m.mass);
        assert_near(m.centre.z, R - h - 3 * (2 * R - h) * (2 * R - h) / (4 * (3 * R - h)), 1e-14);
        assert_near(m.inertia.m[2][2], 1000 * M_PI * h * h * h * (20 * R * R - 15 * R * h + 3 * h * h) / 30,
                    1e-12 * m.inertia.m[2][2]);
    }
}

/* Midpoint sums over the ellipsoid, the plane oblique: independent of the closed form, to 1e-4. */
static void cut_ellipsoid_against_sums(void **state) {
    (void)state;
    rb_mass m = mass_of(
        "{\"solid\": \"cut-ellipsoid\", \"a1\": 1, \"a2\": 0.7, \"a3\": 0.4, \"n1\": 0.3, \"n2\": -0.2, "
        "\"n3\": 0.8, \"d\": 0.1, \"density\": 1}");
    double norm = sqrt(0.09 + 0.04 + 0.64), sum[10] = {0};
    enum { N = 120 };
    for (int i = 0; i < N * N * N; i++) {
        const int at[3] = {i % N, i / N % N, i / N / N};
        double u = (2 * at[0] + 1.0) / N - 1, v = (2 * at[1] + 1.0) / N - 1, w = (2 * at[2] + 1.0) / N - 1;
        double x = u, y = 0.7 * v, z = 0.4 * w, dV = 0.28 * 8 / N / N / N;
        if (u * u + v * v + w * w <= 1 && 0.3 * x - 0.2 * y + 0.8 * z <= 0.1 * norm) {
            const double f[10] = {1,      x,      y,     z, y * y + z * z, x * x + z * z, x * x + y * y,
                                  -x * y, -x * z, -y * z};
            for (int k = 0; k < 10; k++) {
                sum[k] += f[k] * dV;
            }
        }
    }
    double M = sum[0], c[3] = {sum[1] / M, sum[2] / M, sum[3] / M};
    const double off[6] = {c[1] * c[1] + c[2] * c[2],
                           c[0] * c[0] + c[2] * c[2],
                           c[0] * c[0] + c[1] * c[1],
                           -c[0] * c[1],
                           -c[0] * c[2],
                           -c[1] * c[2]};
    const double found[6] = {m.inertia.m[0][0], m.inertia.m[1][1], m.inertia.m[2][2],
                             m.inertia.m[0][1], m.inertia.m[0][2], m.inertia.m[1][2]};
    assert_near(m.mass, M, 1e-3 * M); /* boundary cells: measured 3e-4 */
    assert_near(m.centre.x, c[0], 1e-3);
    assert_near(m.centre.y, c[1], 1e-3);
    assert_near(m.centre.z, c[2], 1e-3);
    for (int k = 0; k < 6; k++) {
        assert_near(found[k], sum[4 + k] - M * off[k], 1e-3 * M);
    }
}

/* Both parts of a cut make the whole: mass, centre and inertia, for planes of any direction. */
static void parts_make_the_whole(void **state) {
    (void)state;
    rb_test_rng rng = rb_test_seeded(5);
    for (int i = 0; i < 50; i++) {
        rb_vec3 n = rb_test_direction(&rng);
        double d = rb_test_real(&rng, -0.39, 0.39);
        char text[512];
        snprintf(text, sizeof text,
                 "{\"solid\": \"cut-ellipsoid\", \"a1\": 1, \"a2\": 0.7, \"a3\": 0.4, \"n1\": %.17g, \"n2\": "
                 "%.17g, "
                 "\"n3\": %.17g, \"d\": %.17g, \"density\": 2}, {\"solid\": \"cut-ellipsoid\", \"a1\": 1, "
                 "\"a2\": 0.7, "
                 "\"a3\": 0.4, \"n1\": %.17g, \"n2\": %.17g, \"n3\": %.17g, \"d\": %.17g, \"density\": 2}",
                 n.x, n.y, n.z, d, -n.x, -n.y, -n.z, -d);
        rb_mass m = mass_of(text);
        double M = 2 * 4 * M_PI / 3 * 0.28;
        const double I[6] = {M * (0.49 + 0.16) / 5, M * (1 + 0.16) / 5, M * (1 + 0.49) / 5, 0, 0, 0};
        assert_mass(&m, M, rb_v3(0, 0, 0), I, 1);
    }
}

/* ---- lists ----------------------------------------------------------------------------------------------
 */

/* A hollow sphere, by subtraction; far from the origin nothing is lost but the digits of the place itself. */
static void subtraction(void **state) {
    (void)state;
    rb_mass m = mass_of("{\"solid\": \"sphere\", \"radius\": 0.2, \"density\": 100, \"place\": [7, 8, 9]},"
                        "{\"solid\": \"sphere\", \"radius\": 0.1, \"density\": 100, \"place\": [7, 8, 9], "
                        "\"subtract\": true}");
    double M = 400 * M_PI / 3 * (0.008 - 0.001), I = 0.4 * 400 * M_PI / 3 * (0.00032 - 0.00001);
    assert_mass(&m, M, rb_v3(7, 8, 9), (const double[6]){I, I, I, 0, 0, 0}, 1);
}

/* Two points: I = m1 m2/(m1 + m2) d^2 across, 0 along. */
static void points(void **state) {
    (void)state;
    rb_mass m = mass_of(
        "{\"solid\": \"point\", \"mass\": 1}, {\"solid\": \"point\", \"mass\": 3, \"place\": [0, 2, 0]}");
    assert_mass(&m, 4, rb_v3(0, 1.5, 0), (const double[6]){3, 0, 3, 0, 0, 0}, 2);
}

/* A box turned by an angle about z: its long axis, and skew, turn by that angle. */
static void orientation(void **state) {
    (void)state;
    static const double angles[] = {0, 0.3, -0.3, 1.5, -1.5, 3, 1e-6};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "{\"solid\": \"box\", \"l1\": 3, \"l2\": 2, \"l3\": 1, \"density\": 2, \"axis\": [0, 0, 5], "
                 "\"angle\": %g}",
                 angles[i]);
        rb_mass m = mass_of(text);
        double c = cos(angles[i]), s = sin(angles[i]);
        const double I[6] = {5 * c * c + 10 * s * s, 5 * s * s + 10 * c * c, 13, -5 * c * s, 0, 0};
        assert_mass(&m, 12, rb_v3(0, 0, 0), I, 3);
        assert_near(m.skew, remainder(angles[i], M_PI), 1e-14);
        assert_near(m.principal[0], 5, 1e-13);
        assert_near(m.principal[1], 10, 1e-13);
        assert_near(m.principal[2], 13, 1e-13);
        for (int k = 0; k < 3; k++) { /* the axes of the moments */
            rb_vec3 a = rb_v3(m.axes.m[0][k], m.axes.m[1][k], m.axes.m[2][k]);
            assert_near(rb_norm(rb_sub(rb_mul(&m.inertia, a), rb_scale(m.principal[k], a))), 0, 1e-13);
        }
    }
}

static void refusals(void **state) {
    (void)state;
    refused("", "at least one solid");
    refused("{\"solid\": \"blob\"}", "expected one of ellipsoid, half-ellipsoid");
    refused("{\"solid\": \"sphere\", \"radius\": 0, \"density\": 1}", "solids[0]: radius");
    refused("{\"solid\": \"sphere\", \"radius\": 1}", "either density");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"density\": -2}", "density: expected");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"mass\": 0}", "mass: expected more than 0");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"mass\": 1, \"colour\": 2}", "colour: unknown field");
    refused("{\"solid\": \"point\", \"density\": 1}", "expected mass, kg");
    refused("{\"solid\": \"tube\", \"outer\": 1, \"inner\": 1, \"height\": 1, \"mass\": 1}", "inner");
    refused("{\"solid\": \"cap\", \"radius\": 1, \"height\": 3, \"mass\": 1}", "height");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"mass\": 1, \"axis\": [0, 0, 0]}", "axis");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"mass\": 1, \"place\": [0, 0]}",
            "place: expected a list of three");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"mass\": 1, \"subtract\": 1}", "subtract");
    refused("{\"solid\": \"sphere\", \"radius\": 1, \"mass\": 1, \"subtract\": true}", "positive mass");
    refused("{\"solid\": \"sphere\", \"radius\": 0.1, \"mass\": 2}, {\"solid\": \"sphere\", \"radius\": 1, "
            "\"mass\": 1, "
            "\"subtract\": true}",
            "more is subtracted");
    refused("{\"solid\": \"mesh\", \"density\": 1, \"file\": \"box.txt\"}", "box.txt");
}

/* ---- meshes ---------------------------------------------------------------------------------------------
 */

static char folder[] = "/tmp/rattleback-mass-XXXXXX";

static const char *put(const char *name, const void *data, size_t size) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
    return path;
}

/* A box of 10 x 20 x 30 mm from the origin on. */
static const float corners[8][3] = {{0, 0, 0},  {0, 0, 30},  {0, 20, 0},  {0, 20, 30},
                                    {10, 0, 0}, {10, 0, 30}, {10, 20, 0}, {10, 20, 30}};
static int sides[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};

static void assert_box(const char *path, double unit) {
    rb_mass m;
    rb_error err = {""};
    if (rb_mass_read_file(path, 1000, unit, &m, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    double k = unit > 0 ? unit / 1e-3 : 1, M = 6e-3 * k * k * k, I = M / 12 * 1e-4 * k * k;
    const double inertia[6] = {I * 13, I * 10, I * 5, 0, 0, 0};
    assert_mass(&m, M, rb_v3(0.005 * k, 0.01 * k, 0.015 * k), inertia, 0.03 * k);
}

static size_t obj_of(char *text, size_t size, int faces[6][4], double shift) {
    size_t used = 0;
    for (int i = 0; i < 8; i++) {
        used += (size_t)snprintf(text + used, size - used, "v %g %g %g\n", (double)corners[i][0] + shift,
                                 (double)corners[i][1] + shift, (double)corners[i][2] + shift);
    }
    for (int i = 0; i < 6; i++) {
        used += (size_t)snprintf(text + used, size - used, "f %d/1 %d//2 %d %d\n", faces[i][0] + 1,
                                 faces[i][1] + 1, faces[i][2] + 1, faces[i][3] + 1);
    }
    return used;
}

static void stl_and_obj(void **state) {
    (void)state;
    char text[8192];
    unsigned char binary[84 + 12 * 50] = {0};
    size_t used = (size_t)snprintf(text, sizeof text, "solid box\n");
    binary[80] = 12;
    for (int i = 0; i < 12; i++) {
        const int *q = sides[i / 2];
        const int t[3] = {q[0], q[1 + i % 2], q[2 + i % 2]};
        for (int k = 0; k < 3; k++) {
            const float *p = corners[t[k]];
            memcpy(binary + 84 + 50 * i + 12 + 12 * k, p, 12); /* little-endian machines run this test */
            used += (size_t)snprintf(text + used, sizeof text - used, "%svertex %g %g %g\n%s",
                                     k == 0 ? "facet normal 0 0 0\nouter loop\n" : "", (double)p[0],
                                     (double)p[1], (double)p[2], k == 2 ? "endloop\nendfacet\n" : "");
        }
    }
    assert_box(put("text.stl", text, used), 0);
    assert_box(put("binary.stl", binary, sizeof binary), 0.01);
    assert_box(put("box.obj", text, obj_of(text, sizeof text, sides, 0)), 0);
}

static void assert_refused(const char *path, const char *part) {
    rb_mass m;
    rb_error err = {""};
    assert_int_equal(rb_mass_read_file(path, 1000, 0, &m, &err), RB_ERR_INPUT);
    assert_contains(err.text, part);
}

/* Two boxes that overlap, without a common point, are closed but cross each other. */
static void bad_meshes(void **state) {
    (void)state;
    char text[8192];
    int faces[6][4];
    memcpy(faces, sides, sizeof faces);
    faces[0][1] = 2, faces[0][3] = 1;
    assert_refused(put("turned.obj", text, obj_of(text, sizeof text, faces, 0)), "not oriented alike");
    for (int i = 0; i < 6; i++) {
        faces[i][0] = sides[i][0], faces[i][1] = sides[i][3], faces[i][2] = sides[i][2],
        faces[i][3] = sides[i][1];
    }
    assert_refused(put("inside.obj", text, obj_of(text, sizeof text, faces, 0)), "counter-clockwise");
    size_t used = obj_of(text, sizeof text, sides, 0);
    assert_refused(put("open.obj", text, used - strlen("f 2/1 6//2 8 4\n")), "the mesh is open");
    size_t second = obj_of(text + used, sizeof text - used, sides, 5);
    for (char *f = text + used; (f = strchr(f, 'f')) != NULL;
         f++) { /* indices of the second box: from the end */
        int a, b, c, d;
        assert_int_equal(sscanf(f, "f %d/1 %d//2 %d %d", &a, &b, &c, &d), 4);
        char line[64];
        snprintf(line, sizeof line, "f -%d -%d -%d -%d", 9 - a, 9 - b, 9 - c, 9 - d);
        memset(f, ' ', strcspn(f, "\n"));
        memcpy(f, line, strlen(line));
    }
    assert_refused(put("crossing.obj", text, used + second), "cross itself");
    assert_refused(put("points.obj", "v 1 2 3\nf 1 2 3\n", 16), "indices of the 1 points");
    assert_refused(put("words.stl", "solid x\nvertex a b c\n", 21), "three numbers");
    assert_refused(put("empty.stl", "solid x\nendsolid\n", 17), "no triangles");
    assert_refused(put("other.ply", "ply", 3), ".stl, .obj or .3mf");
}

/* The same box as object 1, turned by 90 degrees about z as a component, moved by an item; deflated. Written
   by Python's zipfile. */
static const unsigned char box_3mf[] = {
    0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0xe6, 0x14, 0x72, 0x5d, 0x2b, 0x84, 0x26,
    0x12, 0x06, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x13, 0x00, 0x00, 0x00, 0x5b, 0x43, 0x6f, 0x6e,
    0x74, 0x65, 0x6e, 0x74, 0x5f, 0x54, 0x79, 0x70, 0x65, 0x73, 0x5d, 0x2e, 0x78, 0x6d, 0x6c, 0xb3, 0xa9,
    0xd0, 0xb7, 0x03, 0x00, 0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0xe6, 0x14, 0x72,
    0x5d, 0x6e, 0x3d, 0xe2, 0x72, 0x51, 0x01, 0x00, 0x00, 0x08, 0x04, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00,
    0x33, 0x44, 0x2f, 0x33, 0x64, 0x6d, 0x6f, 0x64, 0x65, 0x6c, 0x2e, 0x6d, 0x6f, 0x64, 0x65, 0x6c, 0x85,
    0x93, 0xff, 0x6e, 0x83, 0x20, 0x10, 0x80, 0x5f, 0xe5, 0xc6, 0xff, 0x16, 0xc1, 0xda, 0x25, 0x0b, 0xda,
    0x67, 0xb1, 0x48, 0x5b, 0x16, 0x81, 0x06, 0xd0, 0xb8, 0x3d, 0xfd, 0x50, 0x9a, 0x4e, 0xe3, 0x8f, 0xc6,
    0x04, 0x48, 0x3e, 0xef, 0xbe, 0x03, 0x0e, 0x76, 0xee, 0x55, 0x03, 0x9d, 0xb0, 0x4e, 0x1a, 0x5d, 0x20,
    0x72, 0x48, 0xd1, 0xb9, 0x64, 0x1f, 0x49, 0x02, 0x15, 0x5c, 0x4c, 0x0f, 0x49, 0x52, 0x32, 0x65, 0x6a,
    0xd1, 0x40, 0xab, 0xa5, 0x2f, 0x90, 0x92, 0x4d, 0x23, 0x95, 0xf0, 0xc2, 0x22, 0x08, 0x91, 0xda, 0x15,
    0xe8, 0xee, 0xfd, 0xe3, 0x0b, 0x63, 0xc7, 0xef, 0x42, 0x55, 0xee, 0xa0, 0x24, 0xb7, 0xc6, 0x99, 0xab,
    0x3f, 0x70, 0xa3, 0x70, 0x56, 0xab, 0x4a, 0xb7, 0xd7, 0x8a, 0xfb, 0xd6, 0x4a, 0x7d, 0xc3, 0xdc, 0x58,
    0x81, 0x69, 0x4a, 0x72, 0x9c, 0x52, 0x54, 0x32, 0x2b, 0x9c, 0x69, 0x2d, 0x17, 0xae, 0x64, 0xe6, 0xf2,
    0x2d, 0xb8, 0x07, 0x59, 0x87, 0x2a, 0x02, 0x51, 0xc2, 0xdd, 0x4b, 0x16, 0x0a, 0xf3, 0x72, 0xc4, 0xc3,
    0x4a, 0xf4, 0xd0, 0x17, 0x28, 0x45, 0xf0, 0x33, 0x8e, 0xbf, 0xc3, 0x88, 0xb7, 0x50, 0xb6, 0xca, 0xe8,
    0x4e, 0x1c, 0x5d, 0x0f, 0x24, 0x3b, 0x42, 0xb2, 0x67, 0x24, 0x7b, 0x4a, 0xb2, 0xe2, 0xc4, 0xff, 0xdb,
    0xf5, 0x56, 0x56, 0xfa, 0xd6, 0x4c, 0x97, 0xd0, 0x91, 0xd1, 0xd4, 0xd1, 0xe1, 0x84, 0xa0, 0xcb, 0x42,
    0xd8, 0x10, 0xb5, 0xc6, 0xb3, 0xc8, 0xe9, 0x82, 0x1f, 0x23, 0x3f, 0x45, 0xfe, 0xb9, 0xc5, 0x3f, 0x23,
    0xcf, 0xb7, 0xf2, 0x1f, 0xdf, 0xf0, 0x3c, 0x72, 0xb2, 0xe0, 0x74, 0x56, 0xdf, 0xd2, 0x4f, 0x67, 0xfe,
    0xd3, 0x56, 0x7e, 0xfa, 0x86, 0x3f, 0xf7, 0x77, 0x5c, 0x70, 0x32, 0xab, 0x6f, 0xe9, 0x27, 0x33, 0xff,
    0x78, 0xbe, 0x78, 0x72, 0x17, 0x38, 0xb6, 0x25, 0x8e, 0xcd, 0x3a, 0x6b, 0xda, 0xa1, 0x9d, 0x43, 0xc7,
    0x3f, 0x8c, 0x16, 0xda, 0xbb, 0xc9, 0x1a, 0xe2, 0x4f, 0xb1, 0xb1, 0xc1, 0xdb, 0x4a, 0xbb, 0xab, 0xb1,
    0x2a, 0xd4, 0x0a, 0x04, 0x52, 0x48, 0x86, 0x21, 0x7e, 0x04, 0xf2, 0x61, 0x1e, 0xa5, 0xd3, 0x54, 0x2f,
    0x1d, 0x9e, 0xbc, 0x97, 0x4b, 0x2b, 0x9b, 0xba, 0x64, 0xd2, 0x0b, 0x35, 0x31, 0xd0, 0x99, 0x81, 0xbc,
    0x12, 0x4f, 0xe7, 0x71, 0xd7, 0xf8, 0x19, 0x8f, 0xc7, 0xd7, 0x5d, 0xfe, 0x01, 0x50, 0x4b, 0x01, 0x02,
    0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0xe6, 0x14, 0x72, 0x5d, 0x2b, 0x84, 0x26, 0x12, 0x06,
    0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x13, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x5b, 0x43, 0x6f, 0x6e, 0x74, 0x65, 0x6e, 0x74, 0x5f,
    0x54, 0x79, 0x70, 0x65, 0x73, 0x5d, 0x2e, 0x78, 0x6d, 0x6c, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14,
    0x00, 0x00, 0x00, 0x08, 0x00, 0xe6, 0x14, 0x72, 0x5d, 0x6e, 0x3d, 0xe2, 0x72, 0x51, 0x01, 0x00, 0x00,
    0x08, 0x04, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80,
    0x01, 0x37, 0x00, 0x00, 0x00, 0x33, 0x44, 0x2f, 0x33, 0x64, 0x6d, 0x6f, 0x64, 0x65, 0x6c, 0x2e, 0x6d,
    0x6f, 0x64, 0x65, 0x6c, 0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x02, 0x00, 0x7f,
    0x00, 0x00, 0x00, 0xb6, 0x01, 0x00, 0x00, 0x00, 0x00};

static void three_mf(void **state) {
    (void)state;
    rb_mass m;
    rb_error err = {""};
    if (rb_mass_read_file(put("box.3mf", box_3mf, sizeof box_3mf), 1000, 0, &m, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    double I = 6e-3 / 12 * 1e-4; /* turned: 20 x 10 x 30 mm; x from 5 - 20 to 5, z from 7 to 37 mm */
    assert_mass(&m, 6e-3, rb_v3(-0.005, 0.005, 0.022), (const double[6]){I * 10, I * 13, I * 5, 0, 0, 0},
                0.03);
}

/* Damaged archives are refused, never read beyond their end: every truncation, and single bytes changed. */
static void damaged_archives(void **state) {
    (void)state;
    unsigned char data[sizeof box_3mf];
    char *text = NULL;
    for (size_t n = 0; n < sizeof box_3mf; n++) {
        unsigned char *exact = malloc(n + 1);
        memcpy(exact, box_3mf, n);
        assert_int_equal(rb_zip_extract(exact, n, ".model", "test", &text, NULL), RB_ERR_INPUT);
        free(exact);
    }
    rb_test_rng rng = rb_test_seeded(11);
    for (int i = 0; i < 3000; i++) {
        memcpy(data, box_3mf, sizeof data);
        data[rb_test_int(&rng, sizeof data)] ^= (unsigned char)(1 + rb_test_int(&rng, 255));
        if (rb_zip_extract(data, sizeof data, ".model", "test", &text, NULL) == RB_OK) {
            assert_contains(text, "</model>"); /* a byte that does not matter */
            free(text);
        }
    }
}

/* ---- scenes ---------------------------------------------------------------------------------------------
 */

/* A stone from solids: its parameters are those of the solids, in a file that is written with numbers. */
static void scene_from_solids(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-ah", NULL), built;
    char *text = rb_scene_to_text(&scene), *from = strstr(text, "\"m\": "), *look = strstr(text, "\"look\"");
    assert_non_null(from);
    assert_non_null(look);
    char whole[8192];
    static const char *const solids = "\"mass\": {\"solids\": [{\"solid\": \"half-ellipsoid\", \"a1\": 0.11, "
                                      "\"a2\": 0.025, \"a3\": 0.025, \"density\": "
                                      "3000}, {\"solid\": \"point\", \"mass\": 0.02, \"place\": [0.05, 0.01, "
                                      "0]}]}, \"a1\": 0.11, \"a2\": 0.025, "
                                      "\"a3\": 0.025, ";
    snprintf(whole, sizeof whole, "%.*s%s%s", (int)(from - text), text, solids, look);
    rb_error err = {""};
    if (rb_scene_read_text(whole, "scene.json", &built, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    rb_mass m, expected = mass_of(
                   "{\"solid\": \"half-ellipsoid\", \"a1\": 0.11, \"a2\": 0.025, \"a3\": 0.025, \"density\": "
                   "3000}, {\"solid\": \"point\", \"mass\": 0.02, \"place\": [0.05, 0.01, 0]}");
    assert_int_equal(rb_mass_of_scene(&built, &m, &err), RB_OK);
    for (int i = 0; i < 17; i++) {
        assert_near(rb_mass_number(&m, i), rb_mass_number(&expected, i), 1e-14);
    }
    assert_true(fabs(m.skew) > 1e-3);
    snprintf(whole, sizeof whole, "%.*s%s\"B1\": 1, %s", (int)(from - text), text, solids, look);
    assert_int_equal(rb_scene_read_text(whole, "scene.json", &built, &err), RB_ERR_INPUT);
    assert_contains(err.text, "body: B1: expected none");
    free(text);
    assert_int_equal(rb_mass_open("kane-levinson", 1, 0, &m, NULL), RB_OK);
    assert_near(m.skew, atan2(-4e-5, 1.4e-3) / 2, 1e-15); /* tan 2 xi = 2 B12/(B2 - B1), B12 = -2e-5 */
    assert_int_equal(rb_mass_open("disk-k12", 1, 0, &m, &err), RB_ERR_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_solids),
        cmocka_unit_test(cap_by_the_textbook),
        cmocka_unit_test(cut_ellipsoid_against_sums),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(subtraction),
        cmocka_unit_test(points),
        cmocka_unit_test(orientation),
        cmocka_unit_test(refusals),
        cmocka_unit_test(stl_and_obj),
        cmocka_unit_test(bad_meshes),
        cmocka_unit_test(three_mf),
        cmocka_unit_test(damaged_archives),
        cmocka_unit_test(scene_from_solids),
    };
    assert_non_null(mkdtemp(folder));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const names[] = {"text.stl",   "binary.stl", "box.obj",    "turned.obj",
                                        "inside.obj", "open.obj",   "points.obj", "crossing.obj",
                                        "words.stl",  "empty.stl",  "other.ply",  "box.3mf"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
    return failed;
}
