/* Public functions with incomplete scenes and missing arguments: an error or an empty result, never a
   crash. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

/* Scenes that lack something. */
static int half_filled(rb_scene scenes[8]) {
    for (int i = 0; i < 8; i++) {
        scenes[i] = rb_default_scene();
    }
    static rb_body_kind empty; /* without functions */
    empty = rb_default_body_kind();
    empty.id = "empty";
    scenes[0] = (rb_scene){.id = ""};
    scenes[1].body = NULL;
    scenes[2].normal = NULL;
    scenes[3].friction = NULL;
    scenes[4].rolling = NULL;
    scenes[5].body = &empty;
    scenes[6].start_count = 1000000;
    scenes[7].start_count = -1;
    return 8;
}

static bool observe(void *context, const rb_moment *moment) {
    (void)context;
    (void)moment;
    return true;
}

/* All functions that run a scene reject it, with a message. */
static void refused(const rb_scene *scene) {
    rb_error err = {""};
    assert_int_equal(rb_scene_check(scene, "it", &err), RB_ERR_INPUT);
    assert_contains(err.text, "it: ");
    assert_int_equal(rb_scene_check(scene, "it", NULL), RB_ERR_INPUT);
    rb_simulation *sim = NULL;
    assert_int_equal(rb_simulation_create(scene, &sim, &err), RB_ERR_INPUT);
    assert_null(sim);
    rb_observer observer = rb_default_observer();
    observer.every = 0.1;
    observer.observe = observe;
    assert_int_equal(rb_run(scene, 1, &observer, NULL, &err), RB_ERR_INPUT);
    rb_batch batch = rb_default_batch(1);
    rb_summary summary;
    assert_int_equal(rb_run_batch(scene, 1, &batch, &summary, &err), RB_ERR_INPUT);
    rb_runner *runner = NULL;
    rb_runner_options options = rb_default_runner_options();
    assert_int_equal(rb_runner_create(scene, options, &runner, &err), RB_ERR_INPUT);
    assert_null(rb_record(scene, 1, 0.1, NULL, &err));
    assert_null(rb_scene_to_text(scene));
    assert_int_equal(rb_scene_write_file(scene, "not-written.json", &err), RB_ERR_INPUT);
    assert_false(rb_scene_advice(scene, &err));
    assert_int_equal(rb_scene_law_fits(scene, rb_friction_law_at(0), &err), RB_ERR_INPUT);
}

static void half_filled_scenes(void **state) {
    (void)state;
    rb_scene scenes[8], whole = rb_default_scene();
    int count = half_filled(scenes);
    rb_simulation *sim = rb_test_simulation(&whole);
    for (int i = 0; i < count; i++) {
        rb_scene *scene = &scenes[i];
        refused(scene);
        rb_error err = {""};
        assert_true(rb_simulation_edit(sim, scene, &err) != RB_OK);
        assert_true(rb_simulation_reset(sim, scene, &err) != RB_OK);
        assert_true(rb_simulation_tick(sim)); /* unchanged */
        for (int s = 0; s < RB_SECTION_COUNT; s++) {
            rb_scene_table(scene, (rb_section)s);
        }
        rb_scene_string(scene, "body");
        rb_scene_string(scene, "law");
        rb_scene_string(scene, "colour");
        rb_scene_string(scene, NULL);
        rb_scene_live_part(scene, &whole);
        rb_scene_live_part(&whole, scene);
        static const char *const names[] = {"mu",           "contact.mu",  "phi",    "friction",
                                            "friction.set", "rolling.set", "nothing"};
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            rb_section section = RB_SECTION_COUNT;
            int index = 0;
            rb_scene copy = *scene;
            rb_scene_find(scene, names[k], &section, &index, &err);
            rb_scene_set(&copy, names[k], "A", &err);
        }
        rb_scene copy = *scene;
        rb_scene_set_friction(&copy, rb_friction_law_at(1));
        rb_scene_set_friction(&copy, NULL);
        rb_scene_set_rolling(&copy, rb_rolling_law_at(0));
        rb_scene_set_rolling(&copy, NULL);
        rb_scene_set_normal(&copy, rb_normal_law_at(0));
        rb_scene_set_normal(&copy, NULL);
        rb_scene_set_body(&copy, NULL);
        rb_scene_set_body(&copy, rb_body_kind_at(0));
        assert_int_equal(copy.start_count, 0);
    }
    rb_simulation_destroy(sim);
    refused(NULL);
}

/* Indices beyond the ends of tables give NULL or nothing. */
static void indices_and_names(void **state) {
    (void)state;
    static const int wrong[] = {-1, 1000000};
    for (int i = 0; i < 2; i++) {
        assert_null(rb_body_kind_at(wrong[i]));
        assert_null(rb_friction_law_at(wrong[i]));
        assert_null(rb_rolling_law_at(wrong[i]));
        assert_null(rb_normal_law_at(wrong[i]));
        assert_null(rb_outcome_at(wrong[i]));
        assert_null(rb_outcome_name(wrong[i]));
        assert_null(rb_signal_at(wrong[i]));
        assert_null(rb_friction_law_string(wrong[i], "id"));
    }
    assert_null(rb_body_kind_find(NULL));
    assert_null(rb_friction_law_find(NULL));
    assert_null(rb_rolling_law_find(NULL));
    assert_null(rb_normal_law_find(NULL));
    assert_null(rb_outcome_find(NULL));
    assert_int_equal(rb_signal_find(NULL), -1);
    assert_null(rb_body_event_name(NULL, 0));
    rb_simulation_destroy(NULL);
    rb_runner_destroy(NULL);
    rb_recording_destroy(NULL);
    rb_library_destroy(NULL);
    rb_scene_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_filled_scenes),
        cmocka_unit_test(indices_and_names),
    };
    return cmocka_run_group_tests_name("robustness", tests, NULL, NULL);
}
