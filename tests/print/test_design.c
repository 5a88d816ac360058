/* Designs of stones: shapes and mass properties against closed forms, files, messages. */
#include <math.h>
#include <string.h>

#include "bodies/surface.h"
#include "math/pi.h"
#include "print/print.h"
#include "support.h"

static rb_stone_design template_of(const char *name) {
    rb_stone_design d;
    assert_true(rb_stone_template(name, &d));
    return d;
}

static rb_moments print_of(const rb_stone_design *d) {
    rb_error err = {""};
    rb_moments m = {0};
    if (rb_stone_print_moments(d, &m, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return m;
}

static rb_moments solid(const char *id, const double *values) {
    for (int i = 0; i < rb_solid_kind_count; i++) {
        if (strcmp(rb_solid_kinds[i].id, id) == 0) {
            return rb_solid_kinds[i].moments(values);
        }
    }
    fail_msg("no solid %s", id);
    return (rb_moments){0};
}

static void assert_same(const rb_moments *a, const rb_moments *b, double density, double tolerance) {
    double size = cbrt(b->mass), trace = b->second.m[0][0] + b->second.m[1][1] + b->second.m[2][2];
    assert_near(a->mass / (density * b->mass), 1, tolerance);
    assert_near(a->centre.x / size, b->centre.x / size, tolerance);
    assert_near(a->centre.z / size, b->centre.z / size, tolerance);
    for (int k = 0; k < 9; k++) {
        assert_near(a->second.m[k / 3][k % 3] / (density * trace), b->second.m[k / 3][k % 3] / trace,
                    tolerance);
    }
}

/* Three ways to a half ellipsoid: the ellipsoid; a superellipsoid of exponent 2; two equal halves. */
static void half_ellipsoids_have_their_closed_form(void **state) {
    (void)state;
    rb_stone_design d = template_of("half-ellipsoid");
    const double a[3] = {0.05, 0.01, 0.01};
    rb_moments expected = solid("half-ellipsoid", a), m = print_of(&d);
    assert_same(&m, &expected, 1050, 1e-13);
    d.v[RB_STONE_SURFACE] = RB_SURFACE_SUPERELLIPSOID;
    m = print_of(&d);
    assert_same(&m, &expected, 1050, 1e-8); /* close to the rim the search for the normal loses digits */
    d.v[RB_STONE_SURFACE] = RB_SURFACE_HALVES;
    m = print_of(&d);
    assert_same(&m, &expected, 1050, 1e-8);
}

/* Different halves, hardly rounded: two quarters of ellipsoids. */
static void halves_are_two_quarters(void **state) {
    (void)state;
    rb_stone_design d = template_of("half-ellipsoid");
    d.v[RB_STONE_SURFACE] = RB_SURFACE_HALVES;
    d.v[RB_STONE_A1_BACK] = 0.07;
    d.v[RB_STONE_JOINT] = 1e-3;
    rb_moments m = print_of(&d);
    double front = RB_PI / 3 * 0.05 * 1e-4, back = RB_PI / 3 * 0.07 * 1e-4;
    assert_near(m.mass / (1050 * (front + back)), 1, 1e-3);
    assert_near(m.centre.x, 3.0 / 8 * (0.05 * front - 0.07 * back) / (front + back), 2e-5);
    assert_near(m.centre.z, -3.0 / 8 * 0.01, 1e-5);
}

/* Paraboloids are polynomials: integrals over the disk in closed form. */
static void paraboloids_have_their_closed_form(void **state) {
    (void)state;
    rb_stone_design d = template_of("half-ellipsoid");
    d.v[RB_STONE_SURFACE] = RB_SURFACE_PARABOLOID;
    rb_moments m = print_of(&d);
    assert_near(m.mass / (1050 * RB_PI * 0.05 * 1e-4), 1, 1e-13);
    assert_near(m.centre.z, -0.01 / 3, 1e-15);
    /* A boat: integral over u, v of l w (1 - u^2) a3 (1 - x^2/2a1^2 - y^2/2a2^2), y = w v (1 - u^2). */
    d.v[RB_STONE_BODY] = RB_STONE_BOAT;
    double l = 0.04, w = 0.008, p = l * l / 0.0025, q = w * w / 1e-4;
    double volume = 0.01 * l * w * (3 * RB_PI / 4 - 0.5 * (p * RB_PI / 8 + q * 21 * RB_PI / 128));
    m = print_of(&d);
    assert_near(m.mass / (1050 * volume), 1, 1e-13);
    /* A bent bar: its product of inertia, integral of x y (-z), y = w v + b u^3. */
    d.v[RB_STONE_BODY] = RB_STONE_BAR;
    double b = d.v[RB_STONE_BEND] = 0.003;
    double plain = l * b * RB_PI / 8, by_x = l * l * l * b * 5 * RB_PI / 64;
    double by_y = l * (3 * w * w * b * RB_PI / 64 + b * b * b * 21 * RB_PI / 512);
    double xy = 0.01 * l * w * (plain - by_x / (2 * 0.0025) - by_y / (2 * 1e-4));
    m = print_of(&d);
    assert_near(m.second.m[0][1] / (1050 * xy), 1, 1e-12);
}

/* A shell with infill: the cavity is a smaller ellipsoid, cut by a plane. */
static void shells_are_lighter_by_their_cavity(void **state) {
    (void)state;
    rb_stone_design d = template_of("half-ellipsoid");
    d.v[RB_STONE_SHELL] = 0.0012;
    d.v[RB_STONE_INFILL] = 0.2;
    const double whole[3] = {0.05, 0.01, 0.01}, cavity[7] = {0.0488, 0.0088, 0.0088, 0, 0, 1, -0.0012};
    rb_moments parts[2] = {solid("half-ellipsoid", whole), solid("cut-ellipsoid", cavity)};
    parts[1].mass *= -0.8;
    for (int k = 0; k < 9; k++) {
        parts[1].second.m[k / 3][k % 3] *= -0.8;
    }
    rb_moments expected = rb_moments_sum(parts, 2), m = print_of(&d);
    assert_same(&m, &expected, 1050, 1e-9); /* the rim of the cavity is found to 1e-9 */
    /* A hole through solid and infill, with walls of its own. */
    rb_mass with, without;
    d.v[RB_STONE_INFILL] = 0.2;
    d.weight_count = 1;
    d.weights[0].v[RB_WEIGHT_SHAPE] = RB_WEIGHT_HOLE;
    assert_int_equal(rb_stone_mass_with(&d, &m, &with, NULL), RB_OK);
    d.weight_count = 0;
    assert_int_equal(rb_stone_mass_with(&d, &m, &without, NULL), RB_OK);
    double hole = RB_PI * 9e-6 * 0.002, walls = RB_PI * 4.2e-3 * 4.2e-3 * 0.002;
    assert_near(with.mass, without.mass - 1050 * hole + 1050 * 0.8 * walls, 1e-15);
}

/* The underside of every kind, at a point: its normal gives this point back. */
static void the_underside_has_its_normal(void **state) {
    (void)state;
    for (int kind = 0; kind < rb_surface_count(); kind++) {
        rb_stone_design d = template_of("spoon");
        d.v[RB_STONE_SURFACE] = kind;
        d.v[RB_STONE_EXPONENT] = 2.5;
        rb_surface_values values = rb_stone_surface_values(&d);
        for (int i = 0; i < 20; i++) {
            double x = 0.05 * cos(i), y = 0.006 * sin(3 * i), z;
            rb_vec3 normal;
            assert_true(rb_stone_underside(&d, x, y, &z, &normal));
            const double n[3] = {normal.x, normal.y, normal.z};
            rb_surface_point at;
            assert_int_equal(rb_surface_find_point(rb_surface_at(kind), &values, n, &at, NULL), RB_OK);
            assert_near(at.x[0], x, 1e-9);
            assert_near(at.x[1], y, 1e-9);
            assert_near(at.x[2], z, 1e-9);
        }
    }
}

/* Meshes of all templates are closed, and have the volume of the design. */
static void meshes_have_the_volume_of_their_design(void **state) {
    (void)state;
    for (int i = 0; i < rb_stone_template_count(); i++) {
        rb_stone_design d = template_of(rb_stone_template_name(i));
        rb_error err = {""};
        rb_mesh mesh;
        if (d.v[RB_STONE_BODY] == RB_STONE_MESH) {
            continue;
        }
        if (rb_stone_mesh(&d, 256, &mesh, &err) != RB_OK) {
            fail_msg("%s: %s", d.name, err.text);
        }
        double volume = rb_mesh_moments(&mesh).mass;
        rb_mesh_free(&mesh);
        for (int k = 0; k < d.weight_count; k++) {
            d.weights[k].v[RB_WEIGHT_SHAPE] = RB_WEIGHT_HOLE;
            d.weights[k].v[RB_WEIGHT_RADIUS] += d.v[RB_STONE_CLEARANCE];
        }
        rb_mass mass;
        assert_int_equal(rb_stone_mass(&d, &mass, &err), RB_OK);
        assert_near(1050 * volume / mass.mass, 1, 1e-3); /* second order in 2 pi/256: 6e-4 */
    }
}

/* What is written is read back as the same numbers. */
static void files_keep_the_design(void **state) {
    (void)state;
    rb_stone_design d = template_of("spoon"), back;
    rb_error err = {""};
    d.weights[0].v[RB_WEIGHT_SHAPE] = RB_WEIGHT_SPHERE;
    d.v[RB_STONE_SHELL] = 1.0 / 3e3;
    char *text = rb_stone_write_text(&d);
    assert_int_equal(rb_stone_read_text(text, "spoon.json", &back, &err), RB_OK);
    assert_memory_equal(d.v, back.v, sizeof d.v);
    assert_int_equal(back.weight_count, 2);
    assert_memory_equal(d.weights, back.weights, sizeof d.weights);
    assert_string_equal(back.name, "spoon");
    free(text);
    /* Twice the mirror image is the same, and the mirror image has the opposite skew. */
    rb_stone_design mirrored = d;
    rb_mass a, b;
    rb_stone_mirror(&mirrored);
    assert_int_equal(rb_stone_mass(&d, &a, &err), RB_OK);
    assert_int_equal(rb_stone_mass(&mirrored, &b, &err), RB_OK);
    assert_near(b.skew, -a.skew, 1e-12);
    rb_stone_mirror(&mirrored);
    assert_memory_equal(d.weights, mirrored.weights, sizeof d.weights);
}

static void refused(const char *fields, const char *expected) {
    char text[600];
    rb_error err = {""};
    rb_stone_design d;
    snprintf(text, sizeof text, "{\"format\": \"rattleback-stone\", \"version\": 1%s}", fields);
    rb_status status = rb_stone_read_text(text, "x.json", &d, &err);
    status = status == RB_OK ? rb_stone_check(&d, &err) : status;
    assert_int_equal(status, RB_ERR_INPUT);
    assert_contains(err.text, expected);
}

static void mistakes_are_named(void **state) {
    (void)state;
    refused(", \"a9\": 1", "a9");
    refused(", \"a1\": -1", "a1");
    refused(", \"a1\": \"big\"", "a1: expected a number, got text");
    refused(", \"body\": \"cube\"",
            "body: expected \"whole\", \"boat\", \"bent-bar\", \"spoon\", \"mesh\", got \"cube\"");
    refused(", \"body\": \"mesh\"", "mesh: expected a file");
    refused(", \"weights\": [{\"material\": \"cheese\"}]", "weights[0]: material: expected steel");
    refused(", \"weights\": [{\"material\": \"lead\", \"density\": 1}]",
            "either material or density, got both");
    refused(", \"weights\": [3]", "weights[0]: expected an object, got a number");
    refused(", \"weights\": [{\"x\": 0.045}]",
            "weights[0]: a hole of 6.2 x 2 mm at (45, 0) mm leaves less than 1 mm");
    refused(", \"weights\": [{}, {\"x\": 0.004}]", "weights[0] and weights[1]: the holes overlap");
    refused(", \"weights\": [{\"shape\": \"hole\", \"depth\": 0}]",
            "weights[0].depth: expected more than 0 for a hole");
    refused(", \"shell\": 0.02",
            "shell: expected less than half the thickness of the stone, 10 mm, got 20 mm");
    refused(", \"body\": \"boat\", \"length\": 0.06", "expected an outline within the underside");
}

/* A pebble: the mesh of a half ellipsoid, turned and moved, gives its semi-axes and its place back. */
static void a_mesh_gives_its_underside(void **state) {
    (void)state;
    rb_stone_design d = template_of("half-ellipsoid"), pebble = template_of("pebble");
    rb_error err = {""};
    rb_mesh mesh;
    d.weight_count = 0;
    d.v[RB_STONE_A2] = 0.02;
    assert_int_equal(rb_stone_mesh(&d, 128, &mesh, &err), RB_OK);
    for (size_t i = 0; i < mesh.point_count; i++) {
        rb_vec3 p = mesh.points[i];
        mesh.points[i] =
            rb_v3(cos(0.3) * p.x - sin(0.3) * p.y + 0.01, sin(0.3) * p.x + cos(0.3) * p.y - 0.02, p.z + 0.1);
    }
    char path[200];
    snprintf(path, sizeof path, "%s", rb_test_path("pebble.stl"));
    FILE *out = fopen(path, "wb");
    rb_mesh_write_stl(&mesh, "pebble", out);
    fclose(out);
    rb_mesh_free(&mesh);
    snprintf(pebble.mesh, sizeof pebble.mesh, "%s", path);
    assert_int_equal(rb_stone_fit_mesh(&pebble, &err), RB_OK);
    assert_near(pebble.v[RB_STONE_A1], 0.05, 1e-6); /* coordinates in the file have 24 bits */
    assert_near(pebble.v[RB_STONE_A2], 0.02, 1e-6);
    assert_near(pebble.v[RB_STONE_A3], 0.01, 1e-6);
    assert_near(remainder(pebble.v[RB_STONE_TURN] + 0.3, RB_PI), 0, 1e-5);
    rb_mass mass;
    assert_int_equal(rb_stone_mass(&pebble, &mass, &err), RB_OK);
    assert_near(mass.centre.x, 0, 1e-6);
    assert_near(mass.centre.y, 0, 1e-6);
    assert_near(mass.centre.z, -0.00375, 1e-5);
    assert_near(mass.skew, 0, 1e-5);
    pebble.weights[pebble.weight_count++] = rb_stone_usual_weight(0.03, 0);
    assert_int_equal(rb_stone_check(&pebble, &err), RB_ERR_INPUT);
    assert_contains(err.text, "weights[0].depth: expected 0: holes are not cut into a mesh");
    /* The same mesh with a hole in its surface. */
    rb_mesh torn;
    assert_int_equal(rb_mesh_read(path, 0, &torn, &err), RB_OK);
    torn.triangle_count--;
    out = fopen(path, "wb");
    rb_mesh_write_stl(&torn, "torn", out);
    fclose(out);
    rb_mesh_free(&torn);
    assert_int_equal(rb_stone_fit_mesh(&pebble, &err), RB_ERR_INPUT);
    assert_contains(err.text, "pebble.stl");
    assert_contains(err.text, "closed");
    remove(path);
    snprintf(pebble.mesh, sizeof pebble.mesh, "%s", rb_test_path("none.stl"));
    assert_int_not_equal(rb_stone_fit_mesh(&pebble, &err), RB_OK);
    assert_contains(err.text, "none.stl");
}

int main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_ellipsoids_have_their_closed_form),
        cmocka_unit_test(halves_are_two_quarters),
        cmocka_unit_test(paraboloids_have_their_closed_form),
        cmocka_unit_test(shells_are_lighter_by_their_cavity),
        cmocka_unit_test(the_underside_has_its_normal),
        cmocka_unit_test(meshes_have_the_volume_of_their_design),
        cmocka_unit_test(files_keep_the_design),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(a_mesh_gives_its_underside),
    };
    return cmocka_run_group_tests_name("design", tests, rb_test_make_folder, rb_test_remove_folder);
}
