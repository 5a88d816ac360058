/* Variants of a scene: what each changes, what it keeps, where it does not apply, and how the changed
   scene behaves. */
#include <math.h>

#include "sim/scene_options.h"
#include "sim/variant.h"
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

/* ---- a scene as options of rbsim --------------------------------------------------------------- */

/* Takes the options, word by word, as rbsim does. */
static rb_scene from_options(char *text) {
    rb_scene scene;
    char *rest = NULL, *word = strtok_r(text, " ", &rest);
    assert_int_equal(rb_library_open(word, &scene, NULL), RB_OK);
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        int i = 0;
        while (strcmp(rb_scene_option_at(i)->option, word) != 0) {
            assert_true(++i < rb_scene_option_count());
        }
        rb_error err = {""};
        if (rb_scene_take_option(&scene, rb_scene_option_at(i), strtok_r(NULL, " ", &rest), &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
    }
    return scene;
}

/* Any change of a scene is restored from its options, to the last bit. */
static void options_make_the_scene_again(void **state) {
    (void)state;
    char text[2000];
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    assert_true(rb_scene_write_options(&scene, text, sizeof text));
    assert_string_equal(text, "k11-fig5");
    assert_false(rb_scene_has_own_solver(&scene));
    scene = rb_test_scene("k11-fig5", "mu=0.1", "method=rodas", NULL);
    assert_true(rb_scene_has_own_solver(&scene));
    assert_true(rb_scene_write_options(&scene, text, sizeof text));
    assert_string_equal(text, "k11-fig5 --set contact.mu=0.1 --set solver.method=rodas");
    static const char *const changes[][2] = {
        {"step=5e-5", "tick=0.002"},
        {"omega3=0.30000000000000004", "mu=0.33333333333333331"},
    };
    for (int i = 0; i < 2; i++) {
        scene = rb_test_scene("k11-fig5", changes[i][0], changes[i][1], NULL);
        rb_scene_set_friction(&scene, rb_friction_law_find("exact-circle"));
        rb_scene_set_rolling(&scene, rb_rolling_law_find("none"));
        rb_scene_set_normal(&scene, rb_normal_law_find("rigid"));
        assert_true(rb_scene_has_own_solver(&scene) == (i == 0));
        assert_true(rb_scene_write_options(&scene, text, sizeof text));
        assert_contains(text, "k11-fig5 --law exact-circle --rolling none");
        rb_scene again = from_options(text);
        assert_true(again.friction == scene.friction && again.rolling == scene.rolling);
        assert_int_equal(differences(&again, &scene), 0);
    }
    assert_false(rb_scene_write_options(&scene, text, 40)); /* no room: nothing is truncated */
    scene.body = rb_body_kind_find("disk");
    assert_false(rb_scene_write_options(&scene, text, sizeof text));
    snprintf(scene.id, sizeof scene.id, "unknown");
    assert_false(rb_scene_write_options(&scene, text, sizeof text));
    assert_false(rb_scene_has_own_solver(&scene));
}

/* Laws of the floor and switches are written as well. */
static void options_of_every_kind(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "tippetop-ka09", "disk-k12", "ak18-a"};
    for (int i = 0; i < 4; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        int changed = 0;
        for (int s = 0; s < RB_SECTION_COUNT; s++) {
            rb_param_table table = rb_scene_table(&scene, (rb_section)s);
            for (int k = 0; k < table.count; k++) {
                if (table.rows[k].flags & RB_PARAM_BOOL) {
                    scene.values[s][k] = 1 - scene.values[s][k];
                    changed++;
                }
            }
        }
        char text[2000];
        const char *normal = scene.normal->rigid ? "hertz" : "rigid";
        rb_scene_set_normal(&scene, rb_normal_law_find(normal));
        assert_true(rb_scene_write_options(&scene, text, sizeof text));
        char expected[80];
        snprintf(expected, sizeof expected, "%s --normal %s", ids[i], normal);
        assert_contains(text, expected);
        assert_true(changed == 0 || strstr(text, "=true") != NULL || strstr(text, "=false") != NULL);
        rb_scene again = from_options(text);
        assert_int_equal(differences(&again, &scene), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(each_changes_what_it_says),
        cmocka_unit_test(inapplicable_variants_are_rejected),
        cmocka_unit_test(the_mirrored_stone_prefers_the_other_sense),
        cmocka_unit_test(a_top_in_a_mirror),
        cmocka_unit_test(options_make_the_scene_again),
        cmocka_unit_test(options_of_every_kind),
    };
    return cmocka_run_group_tests_name("variants of a scene", tests, NULL, NULL);
}
