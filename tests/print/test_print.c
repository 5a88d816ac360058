/* Stones to print: the place of their weights, their meshes against closed forms, files read back. */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "cli.h"
#include "math/pi.h"
#include "print/print.h"
#include "support.h"

static rb_stone_design toy(void) {
    rb_stone_design d;
    assert_true(rb_stone_template("half-ellipsoid", &d));
    return d;
}

static void set(rb_stone_design *d, const char *line) {
    char name[64];
    rb_error err = {""};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, "="), line);
    if (rb_stone_set(d, name, strchr(line, '=') + 1, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static void weights_turn_the_axes_of_inertia(void **state) {
    (void)state;
    rb_error err = {""};
    const double wanted[] = {0.03, -0.01, 0};
    for (int i = 0; i < 3; i++) {
        rb_stone_design d = toy();
        rb_mass mass;
        assert_int_equal(rb_stone_find_place(&d, wanted[i], &err), RB_OK);
        assert_int_equal(rb_stone_mass(&d, &mass, &err), RB_OK);
        assert_near(mass.skew, wanted[i], 1e-10);
        assert_near(mass.centre.x, 0, 1e-15); /* the weights balance each other */
        /* The product of inertia is that of two weights less that of the holes, in closed form. */
        double weight = RB_PI * 0.003 * 0.003 * 0.006 * 7850, hole = RB_PI * 0.0031 * 0.0031 * 0.002 * 1050;
        assert_near(mass.inertia.m[0][1], -2 * (weight - hole) * 0.03 * d.weights[0].v[RB_WEIGHT_Y], 1e-18);
    }
    rb_stone_design light = toy();
    set(&light, "weights[0].density=2000");
    set(&light, "weights[1].density=2000");
    assert_int_equal(rb_stone_find_place(&light, 0.03, &err), RB_ERR_INPUT);
    assert_contains(err.text, "use heavier weights");
    rb_stone_design deep = toy();
    set(&deep, "weights[1].depth=0.0095");
    assert_int_equal(rb_stone_check(&deep, &err), RB_ERR_INPUT);
    assert_contains(err.text,
                    "weights[1]: a hole of 6.2 x 9.5 mm at (-30, 3.5) mm leaves less than 1 mm of wall");
    rb_stone_design close = toy();
    set(&close, "weights[0].x=0.002");
    set(&close, "weights[1].x=-0.002");
    rb_stone_move_weights(&close, 0);
    assert_int_equal(rb_stone_check(&close, &err), RB_ERR_INPUT);
    assert_contains(err.text, "overlap");
}

/* The volume of the mesh against that of the solids: corners lie on the true surface, so the difference is of
   second order in the angle between corners, and falls to a quarter when their number is doubled. */
static void meshes_have_the_moments_of_the_solids(void **state) {
    (void)state;
    rb_error err = {""};
    for (int holes = 0; holes < 2; holes++) {
        rb_stone_design d = toy();
        d.weight_count *= holes;
        rb_stone_move_weights(&d, 0.003);
        double volume = 2 * RB_PI / 3 * 0.05 * 0.01 * 0.01 - holes * 2 * RB_PI * 0.0031 * 0.0031 * 0.002;
        double largest = 0;
        for (int sides = 64; sides <= 256; sides *= 2) {
            rb_mesh mesh;
            assert_int_equal(rb_stone_mesh(&d, sides, &mesh, &err),
                             RB_OK); /* closed, oriented, not crossing */
            rb_moments m = rb_mesh_moments(&mesh);
            double off = fabs(m.mass / volume - 1);
            assert_below(off, 0.5 * (2 * RB_PI / sides) * (2 * RB_PI / sides));
            assert_true(sides == 64 || holes > 0 || fabs(largest / off - 4) < 0.1);
            assert_near(m.centre.x, 0, 1e-9);
            largest = off;
            rb_mesh_free(&mesh);
        }
    }
}

/* Both files, read back by rbsim mass, have the same moments: coordinates of an STL have 24 bits. */
static void files_are_read_back(void **state) {
    (void)state;
    char stl[200], mf3[200], scene[200], solids[200];
    snprintf(stl, sizeof stl, "%s", rb_test_path("stone.stl"));
    snprintf(mf3, sizeof mf3, "%s", rb_test_path("stone.3mf"));
    snprintf(scene, sizeof scene, "%s", rb_test_path("stone.json"));
    snprintf(solids, sizeof solids, "%s", rb_test_path("solids.json"));
    cJSON *summary = cli_parse(OUTPUT("print", "toy-plastic", "--sides", "64", "--stl", stl, "--3mf", mf3,
                                      "--scene", scene, "--solids", solids, "--summary", "-"));
    double skew = cli_number(summary, "skew"), printed = 1050 * cli_number(summary, "mesh_volume");
    assert_near(skew, -2 * RB_PI / 180, 1e-5); /* of the scene, whose numbers are rounded */
    assert_true(cli_number(summary, "reversals") >= 1);
    rb_mass a, b, c;
    assert_int_equal(rb_mass_read_file(stl, 1050, 0, &a, NULL), RB_OK);
    assert_int_equal(rb_mass_read_file(mf3, 1050, 0, &b, NULL), RB_OK);
    assert_int_equal(rb_mass_read_file(solids, 0, 0, &c, NULL), RB_OK);
    assert_near(a.mass / printed, 1, 1e-6);
    assert_near(b.mass / printed, 1, 1e-7);
    assert_near(a.inertia.m[1][1] / b.inertia.m[1][1], 1, 1e-6);
    assert_near(c.skew, skew, 1e-12);
    /* The scene with the printed stone has its mass. */
    rb_mass of_scene;
    rb_scene stone;
    assert_int_equal(rb_library_open(scene, &stone, NULL), RB_OK);
    assert_int_equal(rb_mass_of_scene(&stone, &of_scene, NULL), RB_OK);
    assert_near(of_scene.mass / c.mass, 1, 1e-12);
    assert_near(of_scene.skew, skew, 1e-9);
    cJSON_Delete(summary);
    REFUSED(2, "expected a celt with an ellipsoid", "print", "tippetop-ka09");
    REFUSED(2, "use heavier weights", "print", "k15-d1");
    remove(stl), remove(mf3), remove(scene), remove(solids);
}

/* The latest first reversal on the tables; INFINITY: none on one of them. */
static double latest_reversal(const rb_stone_design *design, const rb_scene *scene) {
    double latest = 0;
    for (int i = 0; i < 3; i++) {
        rb_scene stone;
        rb_run_result result;
        assert_int_equal(rb_stone_scene(design, scene, &stone, NULL), RB_OK);
        stone.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 0.7 + 0.3 * i;
        assert_int_equal(rb_run(&stone, 6, NULL, &result, NULL), RB_OK);
        latest =
            fmax(latest, result.summary.reversal_count > 0 ? result.summary.first_reversal_time : INFINITY);
    }
    return latest;
}

/* The skew that is found is enough on every table, and 0.03 degrees less is not (the search closes in to
 * 0.01). */
static void a_behaviour_gives_the_skew(void **state) {
    (void)state;
    rb_scene scene;
    rb_error err = {""};
    rb_stone_design d = toy();
    assert_int_equal(rb_library_open("toy-plastic", &scene, NULL), RB_OK);
    const rb_stone_wish wish = {.within = 3, .spread = 0.3};
    assert_int_equal(rb_stone_fulfil(&d, &scene, -1, &wish, &err), RB_OK);
    rb_mass mass;
    assert_int_equal(rb_stone_mass(&d, &mass, &err), RB_OK);
    assert_true(mass.skew < 0);
    assert_true(latest_reversal(&d, &scene) <= 3);
    assert_int_equal(rb_stone_find_place(&d, mass.skew + 0.03 * RB_PI / 180, &err), RB_OK);
    assert_true(latest_reversal(&d, &scene) > 3);
    /* A mirrored stone spun the other way does the same. */
    rb_stone_design mirrored = toy();
    int spin = rb_param_find(rb_scene_table(&scene, RB_SECTION_START), "omega3");
    assert_int_equal(rb_stone_find_place(&mirrored, -mass.skew, &err), RB_OK);
    rb_stone_prediction one, other;
    assert_int_equal(rb_stone_find_place(&d, mass.skew, &err), RB_OK);
    assert_int_equal(rb_stone_predict(&d, &scene, 5, 0.3, false, &one, &err), RB_OK);
    scene.values[RB_SECTION_START][spin] *= -1;
    assert_int_equal(rb_stone_predict(&mirrored, &scene, 5, 0.3, false, &other, &err), RB_OK);
    assert_near(other.spin, -one.spin, 0);
    assert_near(other.reversal[1] / one.reversal[1], 1, 0.05); /* its rocking starts with the other sign */
}

static void drawings_have_dimensions_and_numbers(void **state) {
    (void)state;
    char path[200];
    snprintf(path, sizeof path, "%s", rb_test_path("drawing.svg"));
    cJSON *summary = cli_parse(OUTPUT("print", "toy-plastic", "--reverse-within", "3", "--drawing", path,
                                      "--ensemble", "2", "--summary", "-"));
    cJSON *tables = cJSON_GetObjectItem(summary, "tables");
    assert_int_equal(cJSON_GetArraySize(tables), 3);
    double first = cli_number(cJSON_GetArrayItem(tables, 0), "first_reversal_time");
    assert_true(first <= 3);
    char expected[80], *text = NULL;
    size_t size;
    assert_int_equal(rb_file_read(path, "drawing", 1 << 20, &text, &size, NULL), RB_OK);
    snprintf(expected, sizeof expected, "friction 0.21: first reversal after %.3g s", first);
    assert_contains(text, expected);
    cJSON *copies = cJSON_GetObjectItem(summary, "copies");
    assert_near(cli_number(copies, "runs"), 9, 0); /* the stone and two copies, on three tables */
    snprintf(expected, sizeof expected, "5 to 95 %% of them after %.3g to %.3g s", cli_number(copies, "low"),
             cli_number(copies, "high"));
    assert_contains(text, expected);
    assert_contains(text, ">100<");
    assert_contains(text, "scale 2 : 1");
    free(text);
    cJSON_Delete(summary);
    remove(path);
    REFUSED(2, "--drawing: expected a file ending in .pdf, .svg or .png", "print", "toy-plastic", "--drawing",
            "a.txt");
    REFUSED(2, "makes it reverse within 0.1 s", "print", "toy-plastic", "--reverse-within", "0.1");
    REFUSED(2, "--skew: expected either --skew or --reverse-within", "print", "toy-plastic",
            "--reverse-within", "3", "--skew", "2");
    REFUSED(2, "weights: expected weights", "print", "toy-plastic", "--reverse-within", "3",
            "--weight-diameter", "0");
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_turn_the_axes_of_inertia),
        cmocka_unit_test(meshes_have_the_moments_of_the_solids),
        cmocka_unit_test(files_are_read_back),
        cmocka_unit_test(a_behaviour_gives_the_skew),
        cmocka_unit_test(drawings_have_dimensions_and_numbers),
    };
    return cmocka_run_group_tests_name("print", tests, rb_test_make_folder, rb_test_remove_folder);
}
