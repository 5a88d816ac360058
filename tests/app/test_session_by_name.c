/* Edits by name, own starts, variants, playing up to a time. */
#include <math.h>

#include "session.h"

static double start_value(const rb_session *session, int run, const char *name) {
    const rb_scene *scene = &session->runs[run].scene;
    int row = rb_param_find(rb_scene_table(scene, RB_SECTION_START), name);
    assert_true(row >= 0);
    return scene->values[RB_SECTION_START][row];
}

static void set(rb_session *session, int run, const char *assignment) {
    rb_error err = {""};
    if (rb_session_assign(session, run, &assignment, 1, &err) != RB_OK) {
        fail_msg("%s: %s", assignment, err.text);
    }
}

static void compare(rb_session *session, const char *variant) {
    assert_int_equal(rb_session_compare_variant(session, rb_variant_find(variant), NULL), RB_OK);
}

/* Runs with their own start keep it; the others share theirs. */
static void runs_keep_their_own_starts(void **state) {
    (void)state;
    rb_session *session = begin(2);
    compare(session, "opposite-spin");
    compare(session, "half-mu");
    frames(session, 6);
    assert_int_equal(session->shown_count, 4);
    assert_int_equal(session->selected, 0);
    assert_true(start_value(session, 2, "omega3") == -4);
    assert_true(session->frame->runs[0].omega.z > 0 && session->frame->runs[2].omega.z < 0);
    set(session, 0, "omega3=5");
    assert_true(start_value(session, 1, "omega3") == 5 && start_value(session, 3, "omega3") == 5);
    assert_true(start_value(session, 2, "omega3") == -4);
    set(session, 2, "omega3=-6");
    assert_true(start_value(session, 2, "omega3") == -6 && start_value(session, 0, "omega3") == 5);
    session->link = true;
    set(session, 2, "omega2=0.5");
    for (int i = 0; i < 4; i++) {
        assert_true(start_value(session, i, "omega2") == 0.5);
    }
    session->link = false;
    /* Undo and redo restore that it has its own start. */
    rb_session_remove(session, 2);
    frames(session, 6);
    assert_int_equal(session->count, 3);
    compare(session, "copy");
    frames(session, 6);
    assert_true(session->runs[3].own_start);
    assert_true(rb_session_undo(session));
    frames(session, 6);
    assert_int_equal(session->count, 3);
    assert_true(rb_session_redo(session));
    frames(session, 6);
    assert_true(session->runs[3].own_start && !session->runs[2].own_start);
    set(session, 3, "omega3=9");
    assert_true(start_value(session, 0, "omega3") == 5);
    /* Scenes that differ in their starts keep them. */
    rb_scene scenes[2] = {scene_with("k11-p2"), scene_with("k11-p2")};
    rb_test_assign(&scenes[1], "omega3=-4");
    rb_session_replace(session, scenes, 2);
    assert_true(!session->runs[0].own_start && session->runs[1].own_start);
    end(session);
}

static void variants_that_make_no_sense_add_nothing(void **state) {
    (void)state;
    rb_session *session = begin(1);
    set(session, 0, "mu=0");
    rb_error err = {""};
    assert_int_equal(rb_session_compare_variant(session, rb_variant_find("no-friction"), &err), RB_ERR_INPUT);
    assert_non_null(strstr(err.text, "has none"));
    assert_int_equal(session->count, 1);
    while (session->count < RB_RUNS_MAX) {
        compare(session, "copy");
    }
    assert_int_equal(rb_session_compare_variant(session, rb_variant_find("copy"), &err), RB_ERR_INPUT);
    assert_non_null(strstr(err.text, "At most 8 runs"));
    assert_true(rb_session_undo(session));
    assert_int_equal(session->count, RB_RUNS_MAX - 1);
    end(session);
}

/* Several edits at once, or none; laws as well; some wait for a restart; undone as one. */
static void edits_by_name(void **state) {
    (void)state;
    rb_session *session = begin(2);
    frames(session, 6);
    const char *good[] = {"mu=0.3", "contact.torque=false", "omega3=-4"};
    rb_error err = {""};
    assert_int_equal(rb_session_assign(session, 0, good, 3, &err), RB_OK);
    assert_true(session->runs[0].applied.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.3);
    assert_true(session->runs[0].applied.values[RB_SECTION_CONTACT][RB_CONTACT_TORQUE] == 0);
    assert_true(session->runs[1].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.5);
    assert_true(start_value(session, 1, "omega3") == -4);
    assert_true(rb_session_restart_pending(session));
    frames(session, 3);
    assert_true(session->frame->runs[0].omega.z > 0);

    const char *bad[] = {"mu=0.1", "mu=-1"};
    const char *unsound[] = {"mu=0.1", "b=0.5"}; /* a circular law on an ellipse */
    assert_int_equal(rb_session_assign(session, 0, bad, 2, &err), RB_ERR_INPUT);
    assert_int_equal(rb_session_assign(session, 0, unsound, 2, &err), RB_ERR_INPUT);
    assert_true(session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.3);
    assert_true(session->runs[0].problem.text[0] == '\0');

    assert_true(rb_session_undo(session));
    assert_true(session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.5);
    assert_true(start_value(session, 0, "omega3") == 4 && start_value(session, 1, "omega3") == 4);
    assert_false(rb_session_restart_pending(session));
    assert_false(rb_session_undo(session)); /* a rejected edit is not stored for undo */

    set(session, 0, "friction=k11-p1");
    assert_string_equal(session->runs[0].applied.friction->id, "k11-p1");
    assert_string_equal(session->runs[0].preset.friction->id, "k11-p1");
    assert_string_equal(session->runs[1].scene.friction->id, "k11-tanh");
    set(session, 0, "rolling=none");
    assert_string_equal(session->runs[0].preset.rolling->id, "none");
    session->link = true;
    set(session, 1, "contact.mu=0.7");
    assert_true(session->runs[0].applied.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.7);
    end(session);
}

static void starts_and_variants_are_edits(void **state) {
    (void)state;
    rb_session *session = begin(1);
    rb_scene scene = scene_with("k11-p2");
    scene.start_count = 1;
    snprintf(scene.starts[0].name, sizeof scene.starts[0].name, "Only a tap");
    memcpy(scene.starts[0].values, scene.values[RB_SECTION_START], sizeof scene.starts[0].values);
    scene.starts[0].values[2] = 0;
    rb_session_open(session, &scene);
    rb_error err = {""};
    assert_int_equal(rb_session_use_start(session, 0, "Only a tap", &err), RB_OK);
    assert_true(start_value(session, 0, "omega3") == 0);
    assert_int_equal(rb_session_use_start(session, 0, "2", &err), RB_ERR_INPUT);
    assert_true(rb_session_undo(session));
    const rb_variant *mirrored = rb_variant_find("mirrored");
    double alpha = session->runs[0].scene.values[RB_SECTION_BODY][4];
    assert_true(alpha != 0);
    assert_int_equal(rb_session_apply_variant(session, 0, mirrored, &err), RB_OK);
    assert_true(session->runs[0].scene.values[RB_SECTION_BODY][4] == -alpha);
    assert_true(session->runs[0].preset.values[RB_SECTION_BODY][4] == alpha);
    assert_true(rb_session_undo(session));
    assert_true(session->runs[0].scene.values[RB_SECTION_BODY][4] == alpha);
    end(session);
}

static void plays_until_a_time(void **state) {
    (void)state;
    rb_session *session = begin(1);
    rb_session_play_until(session, 0.25);
    assert_true(rb_session_until_waits(session));
    frames(session, 5);
    assert_true(rb_session_until_waits(session));
    frames(session, 20);
    assert_false(rb_session_until_waits(session));
    assert_false(rb_session_playing(session));
    assert_true(fabs(rb_session_time(session) - 0.25) < 1e-9);
    rb_session_scrub(session, 0.1); /* from the past, up to a time before the old end */
    rb_session_play_until(session, 0.2);
    frames(session, 20);
    assert_true(fabs(rb_session_time(session) - 0.2) < 1e-9);
    rb_session_play(session);
    frames(session, 5);
    assert_true(rb_session_playing(session) && !rb_session_until_waits(session));
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_keep_their_own_starts),
        cmocka_unit_test(variants_that_make_no_sense_add_nothing),
        cmocka_unit_test(edits_by_name),
        cmocka_unit_test(starts_and_variants_are_edits),
        cmocka_unit_test(plays_until_a_time),
    };
    return cmocka_run_group_tests_name("session by name", tests, NULL, NULL);
}
