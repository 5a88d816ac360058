/* Variants of a scene: what each changes, what it keeps, where it does not apply, and how the changed
   scene behaves. */
#include <math.h>

#include "sim/scene_private.h"
#include "support.h"

static rb_status apply(rb_scene *scene, const char *id, rb_error *err) {
    const rb_variant *variant = rb_variant_find(id);
    assert_non_null(variant);
    return rb_scene_apply_variant(scene, variant, err);
}

static double value(const rb_scene *scene, rb_section section, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, section), name);
    assert_true(index >= 0);
    return scene->values[section][index];
}

/* Returns the number of values that differ. */
static int differences(const rb_scene *a, const rb_scene *b) {
    int count = 0;
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        for (int i = 0; i < rb_scene_table(a, (rb_section)s).count; i++) {
            count += a->values[s][i] != b->values[s][i];
        }
    }
    return count;
}

static void the_table_is_sound(void **state) {
    (void)state;
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    assert_int_equal(rb_library_load(library, NULL, NULL), RB_OK);
    assert_true(library->count > 10);
    for (int v = 0; v < rb_variant_count(); v++) {
        const rb_variant *variant = rb_variant_at(v);
        assert_ptr_equal(rb_variant_find(variant->id), variant);
        assert_true(variant->name[0] != '\0' && variant->help[0] != '\0');
        for (int i = 0; i < library->count; i++) {
            rb_scene scene = library->scenes[i];
            rb_error err = {""};
            if (rb_scene_apply_variant(&scene, variant, &err) == RB_OK) {
                assert_int_equal(rb_scene_check(&scene, scene.id, &err), RB_OK);
            } else { /* rejected with its name and a reason, nothing changed */
                assert_contains(err.text, ": ");
                assert_int_equal(differences(&scene, &library->scenes[i]), 0);
            }
        }
    }
    assert_null(rb_variant_find("opposite"));
    free(library);
}

static void each_changes_what_it_says(void **state) {
    (void)state;
    const rb_scene scene = rb_test_scene("k11-fig6", "B12=1e-5", "k2=1e-3", NULL);
    rb_scene other = scene;
    assert_int_equal(apply(&other, "opposite-spin", NULL), RB_OK);
    assert_int_equal(differences(&scene, &other), 1);
    assert_true(value(&other, RB_SECTION_START, "omega3") == -2);
    other = scene;
    assert_int_equal(apply(&other, "mirrored", NULL), RB_OK);
    assert_int_equal(differences(&scene, &other), 3);
    assert_true(value(&other, RB_SECTION_BODY, "alpha") == 0.3);
    assert_true(value(&other, RB_SECTION_BODY, "B12") == -1e-5);
    assert_true(value(&other, RB_SECTION_BODY, "k2") == -1e-3);
    assert_false(signbit(value(&other, RB_SECTION_BODY, "B23")));
    other = scene;
    assert_int_equal(apply(&other, "no-friction", NULL), RB_OK);
    assert_int_equal(differences(&scene, &other), 1);
    assert_true(value(&other, RB_SECTION_CONTACT, "mu") == 0);
    other = scene;
    assert_int_equal(apply(&other, "half-mu", NULL), RB_OK);
    assert_true(value(&other, RB_SECTION_CONTACT, "mu") == 0.25);
    other = scene;
    assert_int_equal(apply(&other, "copy", NULL), RB_OK);
    assert_memory_equal(&other, &scene, sizeof scene);
    other = scene;
    assert_int_equal(apply(&other, "mirror-image", NULL), RB_OK);
    assert_int_equal(apply(&other, "mirror-image", NULL), RB_OK);
    assert_memory_equal(&other, &scene, sizeof scene); /* mirrored twice is unchanged */
}

static void refuses(const char *id, rb_scene scene, const char *reason) {
    rb_error err = {""};
    rb_scene before = scene;
    assert_int_equal(apply(&scene, id, &err), RB_ERR_INPUT);
    assert_contains(err.text, reason);
    assert_memory_equal(&scene, &before, sizeof scene);
}

static void inapplicable_variants_are_rejected(void **state) {
    (void)state;
    refuses("mirrored", rb_test_scene("tippetop-ka09", NULL), "its own mirror image");
    refuses("mirrored", rb_test_scene("k11-fig5", "alpha=0", NULL), "its own mirror image");
    refuses("opposite-spin", rb_test_scene("k11-fig5", "omega3=0", NULL), "without spin");
    refuses("no-friction", rb_test_scene("kane-levinson", NULL), "never slips");
    refuses("half-mu", rb_test_scene("k11-fig5", "mu=0", NULL), "has none");
}

/* K11's stone prefers one sense: spun the other way it does not reverse, and its mirror image does, at the
   same time. A change of sign causes no rounding: the same bits. */
static void the_mirrored_stone_prefers_the_other_sense(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip(); /* a reversal takes too long here */
    }
    const rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_scene opposite = scene, mirrored = scene, both = scene;
    apply(&opposite, "opposite-spin", NULL);
    apply(&mirrored, "mirrored", NULL);
    both = opposite;
    apply(&both, "mirrored", NULL);
    double turned = rb_test_summary(&scene, 2).first_reversal_time;
    assert_true(turned > 0.1);
    assert_true(isnan(rb_test_summary(&opposite, 2).first_reversal_time));
    assert_true(isnan(rb_test_summary(&mirrored, 2).first_reversal_time));
    assert_true(rb_test_summary(&both, 2).first_reversal_time == turned);
}

/* A mirrored top: reflection at x1 = 0 changes the signs of omega2 and omega3, and no heights. A change of
   sign causes no rounding. */
static void a_top_in_a_mirror(void **state) {
    (void)state;
    const double until = RB_SHORT ? 0.02 : 0.3;
    rb_scene scene = rb_test_scene("tippetop-ka09", "omega1=2", "omega2=3", NULL);
    rb_scene image = scene;
    assert_int_equal(apply(&image, "mirror-image", NULL), RB_OK);
    rb_simulation *left = rb_test_simulation(&scene);
    rb_simulation *right = rb_test_simulation(&image);
    for (int i = 0; i <= 10; i++) {
        rb_snapshot a, b;
        rb_test_run_until(left, until * i / 10);
        rb_test_run_until(right, until * i / 10);
        rb_simulation_snapshot(left, &a);
        rb_simulation_snapshot(right, &b);
        assert_true(b.omega.x == a.omega.x && b.omega.y == -a.omega.y && b.omega.z == -a.omega.z);
        assert_true(b.r_C.x == -a.r_C.x && b.r_C.y == a.r_C.y && b.r_C.z == a.r_C.z);
        assert_true(b.E == a.E);
    }
    rb_simulation_destroy(left);
    rb_simulation_destroy(right);
}

/* Has the user changed the method, step or tick? */
static void own_solvers_are_recognised(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "mu=0.1", NULL);
    assert_false(rb_scene_has_own_solver(&scene));
    scene = rb_test_scene("k11-fig5", "method=rodas", NULL);
    assert_true(rb_scene_has_own_solver(&scene));
    scene = rb_test_scene("k11-fig5", "step=5e-5", "tick=0.002", NULL);
    assert_true(rb_scene_has_own_solver(&scene));
    snprintf(scene.id, sizeof scene.id, "unknown");
    assert_false(rb_scene_has_own_solver(&scene));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(each_changes_what_it_says),
        cmocka_unit_test(inapplicable_variants_are_rejected),
        cmocka_unit_test(the_mirrored_stone_prefers_the_other_sense),
        cmocka_unit_test(a_top_in_a_mirror),
        cmocka_unit_test(own_solvers_are_recognised),
    };
    return cmocka_run_group_tests_name("variants of a scene", tests, NULL, NULL);
}
