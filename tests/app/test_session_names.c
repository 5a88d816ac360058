/* Names of runs, recorded flicks and edits. */
#include <math.h>

#include "math/vec.h"
#include "session.h"

static void expect_names(const rb_scene *scenes, int count, const char *const *names) {
    const rb_scene *all[RB_RUNS_MAX];
    for (int i = 0; i < count; i++) {
        all[i] = &scenes[i];
    }
    for (int i = 0; i < count; i++) {
        char name[RB_RUN_NAME_MAX];
        rb_run_name(all, count, i, name, sizeof name);
        assert_string_equal(name, names[i]);
    }
}

#define NAMES(scenes, ...)                                                                                   \
    expect_names(scenes, (int)(sizeof(scenes) / sizeof(scenes)[0]), (const char *const[]){__VA_ARGS__})

static void runs_are_named_by_what_differs(void **state) {
    (void)state;
    const rb_scene tanh = scene_with("k11-tanh"), exact = scene_with("exact-circle");
    rb_scene one[] = {tanh};
    NAMES(one, "tanh, circle");
    rb_scene alike[] = {tanh, tanh};
    NAMES(alike, "tanh, circle", "tanh, circle");
    rb_scene laws[] = {tanh, exact};
    NAMES(laws, "tanh, circle", "Exact, circle");
    rb_test_assign(&laws[1], "mu=0.05");
    NAMES(laws, "tanh, circle, μ 0.5", "Exact, circle, μ 0.05");
    rb_scene spins[] = {tanh, tanh};
    apply_variant(&spins[1], "opposite-spin");
    NAMES(spins, "spin +4", "spin −4");
    rb_scene mirrors[] = {tanh, tanh, tanh};
    apply_variant(&mirrors[1], "mirrored");
    apply_variant(&mirrors[2], "mirrored");
    rb_test_assign(&mirrors[2], "omega2=0.5");
    NAMES(mirrors, "not mirrored, ω₂ 1", "mirrored", "mirrored, ω₂ 0.5");
    rb_scene kinds[] = {tanh, tanh, tanh, tanh};
    apply_variant(&kinds[1], "opposite-spin");
    apply_variant(&kinds[2], "no-friction");
    NAMES(kinds, "spin +4, μ 0.5", "spin −4", "μ 0", "spin +4, μ 0.5");
    rb_scene sizes[] = {tanh, tanh};
    rb_test_assign(&sizes[1], "contact.a=1e-3");
    NAMES(sizes, "a 0.6 mm", "a 1 mm");
    rb_test_assign(&sizes[1], "contact.torque=false");
    NAMES(sizes, "a 0.6 mm, torque on", "a 1 mm, torque off");
    rb_scene many[] = {tanh, exact};
    rb_test_assign(&many[1], "omega1=1");
    rb_test_assign(&many[1], "omega2=2");
    rb_test_assign(&many[1], "omega3=3");
    NAMES(many, "tanh, circle, ω₁ 0, ω₂ 1, …", "Exact, circle, ω₁ 1, ω₂ 2, …");
    /* Parameters of a law are compared within that law only. */
    rb_scene own[] = {tanh, tanh, exact};
    rb_param_table table = rb_scene_table(&tanh, RB_SECTION_FRICTION);
    assert_true(table.count > 0);
    own[1].values[RB_SECTION_FRICTION][0] *= 2;
    char name[RB_RUN_NAME_MAX];
    const rb_scene *all[] = {&own[0], &own[1], &own[2]};
    rb_run_name(all, 3, 2, name, sizeof name);
    assert_string_equal(name, "Exact, circle");
    rb_run_name(all, 3, 1, name, sizeof name);
    assert_null(strstr(name, "tanh"));
}

static void files_are_named_the_same_way(void **state) {
    (void)state;
    rb_scene scenes[] = {scene_with("k11-tanh"), scene_with("exact-circle")};
    rb_test_assign(&scenes[1], "mu=0.05");
    rb_test_assign(&scenes[1], "omega3=-4");
    const rb_scene *all[] = {&scenes[0], &scenes[1]};
    char name[RB_RUN_NAME_MAX];
    rb_run_file_name(all, 2, 1, name, sizeof name);
    assert_string_equal(name, "exact-circle-omega3=-4-mu=0.05");
    rb_run_file_name(all, 1, 0, name, sizeof name);
    assert_string_equal(name, "k11-tanh");
    /* Whatever the buffer. */
    char small[8];
    rb_run_name(all, 2, 1, small, sizeof small);
    assert_true(strlen(small) < sizeof small);
}

/* ---------------------------------------------------------------- flicks and edits */

static void flicks_and_edits_are_kept_with_their_time(void **state) {
    (void)state;
    rb_session *session = begin(2);
    play_until(session, 0.25);
    assert_int_equal(session->user_events.count, 0);
    rb_session_flick(session, rb_v3(0.5, 0, -2));
    frames(session, 4);
    assert_false(rb_session_until_waits(session)); /* it continues, and no one waits for the past */
    const rb_user_events *user_events = &session->user_events;
    assert_int_equal(user_events->count, 1);
    assert_true(user_events->items[0].kind == RB_USER_EVENT_FLICK && user_events->items[0].t == 0.25);
    play_until(session, 1);
    const char *mu = "mu=0.3", *more = "mu=0.2";
    assert_int_equal(rb_session_assign(session, 1, &mu, 1, NULL), RB_OK);
    frames(session, 2);
    assert_int_equal(rb_session_assign(session, 1, &more, 1, NULL), RB_OK); /* the same pull */
    frames(session, 2);
    assert_int_equal(user_events->count, 2);
    assert_true(user_events->items[1].kind == RB_USER_EVENT_EDIT && user_events->items[1].t == 1);
    assert_string_equal(user_events->items[1].text, "μ 0.2");
    assert_true(user_events->items[1].id == session->runs[1].id);
    /* Continuing from an earlier time removes it; a restart removes all. */
    rb_session_scrub(session, 0.5);
    frames(session, 1);
    rb_session_play(session);
    frames(session, 2);
    assert_int_equal(user_events->count, 1);
    rb_session_restart(session);
    frames(session, 2);
    assert_int_equal(user_events->count, 0);
    end(session);
}

/* From the recorded command alone, to the bit; the resulting spin is the predicted one. */
static void a_flick_is_done_again_to_the_bit(void **state) {
    (void)state;
    rb_session *session = begin(1);
    play_until(session, 0.4);
    rb_vec3 given = {0.1234567890123, -0.7, 5.4321e-1};
    const rb_vec3 before = rb_session_now(session, 0)->omega;
    rb_vec3 foreseen = rb_add(before, given);
    rb_session_flick(session, given);
    rb_session_pause(session);
    frames(session, 1);
    assert_true(rb_norm(rb_sub(rb_session_now(session, 0)->omega, foreseen)) < 1e-9);
    play_until(session, 1.5);
    uint64_t hash = rb_session_summary(session, 0)->state_hash;
    assert_int_equal(session->user_events.count, 1);
    char line[200];
    rb_user_event_line(&session->user_events.items[0], line, sizeof line);
    end(session);

    double t = 0;
    rb_vec3 read = {0, 0, 0};
    assert_int_equal(sscanf(line, "until %lf; flick %lf %lf %lf", &t, &read.x, &read.y, &read.z), 4);
    session = begin(1);
    play_until(session, t);
    rb_session_flick(session, read);
    rb_session_pause(session);
    frames(session, 1);
    play_until(session, 1.5);
    assert_true(rb_session_summary(session, 0)->state_hash == hash);
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_named_by_what_differs),
        cmocka_unit_test(files_are_named_the_same_way),
        cmocka_unit_test(flicks_and_edits_are_kept_with_their_time),
        cmocka_unit_test(a_flick_is_done_again_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
