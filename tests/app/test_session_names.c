/* What runs are called, and what is told of them: names by differences, the caption, flicks and edits
   on the timeline, a flick done again. */
#include <math.h>

#include "session.h"

static void set(rb_scene *scene, const char *assignment) {
    rb_error err = {""};
    if (rb_scene_assign(scene, assignment, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static void variant(rb_scene *scene, const char *id) {
    assert_int_equal(rb_scene_apply_variant(scene, rb_variant_find(id), NULL), RB_OK);
}

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

#define NAMES(scenes, ...)                                                                         \
    expect_names(scenes, (int)(sizeof(scenes) / sizeof(scenes)[0]),                                \
                 (const char *const[]){__VA_ARGS__})

static void runs_are_named_by_what_differs(void **state) {
    (void)state;
    const rb_scene tanh = scene_with("k11-tanh"), exact = scene_with("exact-circle");
    rb_scene one[] = {tanh};
    NAMES(one, "tanh, circle");
    rb_scene alike[] = {tanh, tanh};
    NAMES(alike, "tanh, circle", "tanh, circle");
    rb_scene laws[] = {tanh, exact};
    NAMES(laws, "tanh, circle", "Exact, circle");
    set(&laws[1], "mu=0.05");
    NAMES(laws, "tanh, circle, μ 0.5", "Exact, circle, μ 0.05");
    rb_scene spins[] = {tanh, tanh};
    variant(&spins[1], "opposite-spin");
    NAMES(spins, "spin +4", "spin −4");
    rb_scene mirrors[] = {tanh, tanh, tanh};
    variant(&mirrors[1], "mirrored");
    variant(&mirrors[2], "mirrored");
    set(&mirrors[2], "omega2=0.5");
    NAMES(mirrors, "not mirrored, ω₂ 1", "mirrored", "mirrored, ω₂ 0.5");
    rb_scene kinds[] = {tanh, tanh, tanh, tanh};
    variant(&kinds[1], "opposite-spin");
    variant(&kinds[2], "no-friction");
    NAMES(kinds, "spin +4, μ 0.5", "spin −4", "μ 0", "spin +4, μ 0.5");
    rb_scene sizes[] = {tanh, tanh};
    set(&sizes[1], "contact.a=1e-3");
    NAMES(sizes, "a 0.6 mm", "a 1 mm");
    set(&sizes[1], "contact.torque=false");
    NAMES(sizes, "a 0.6 mm, torque on", "a 1 mm, torque off");
    rb_scene many[] = {tanh, exact};
    set(&many[1], "omega1=1");
    set(&many[1], "omega2=2");
    set(&many[1], "omega3=3");
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

static void files_are_named_likewise(void **state) {
    (void)state;
    rb_scene scenes[] = {scene_with("k11-tanh"), scene_with("exact-circle")};
    set(&scenes[1], "mu=0.05");
    set(&scenes[1], "omega3=-4");
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

/* ---------------------------------------------------------------- the caption */

static const char *events_of(const rb_session *session, int run) {
    static char text[160];
    rb_story story = rb_session_story(session, run);
    return rb_story_events(&story, text, sizeof text);
}

static const char *question_of(const rb_session *session, int run) {
    static char text[600];
    rb_story story = rb_session_story(session, run);
    return rb_story_question(&story, text, sizeof text);
}

static void until(rb_session *session, double t) {
    rb_session_play_until(session, t);
    do {
        rb_session_update(session, 1.0 / 60);
    } while (rb_session_until_waits(session));
}

/* What each run does, not what one expects of its scene; only what has happened by then. */
static void the_caption_tells_what_the_run_does(void **state) {
    (void)state;
    rb_scene scenes[2] = {scene_with("k11-tanh"), scene_with("k11-tanh")};
    variant(&scenes[1], "opposite-spin");
    set(&scenes[0], "step=5e-5"); /* quick, and no worse in two digits */
    set(&scenes[1], "step=5e-5");
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, scenes, 2, (rb_session_options){0}, NULL), RB_OK);
    until(session, 0.3);
    assert_string_equal(question_of(session, 0),
                        "Spun at +4 rad/s, anticlockwise: does it turn back?");
    assert_string_equal(question_of(session, 1), "Spun at −4 rad/s, clockwise: does it turn back?");
    assert_string_equal(events_of(session, 0), "not reversed so far");
    until(session, 1.0);
    assert_string_equal(events_of(session, 0), "0.71 s: the spin has reversed");
    assert_string_equal(events_of(session, 1), "not reversed so far");
    rb_session_scrub(session, 0.5);
    frames(session, 2);
    assert_string_equal(events_of(session, 0), "not reversed so far");
    rb_session_go_live(session);
    until(session, 10.5);
    assert_non_null(strstr(events_of(session, 0), "0.71 s: the spin has reversed; "));
    assert_non_null(strstr(events_of(session, 0), " s: at rest"));
    assert_non_null(strstr(events_of(session, 1), " s: at rest; it did not reverse"));
    end(session);
}

/* What lies still was not rocked. */
static void the_caption_of_a_still_start(void **state) {
    (void)state;
    rb_scene scene = scene_with("k11-tanh");
    set(&scene, "omega1=0");
    set(&scene, "omega2=0");
    set(&scene, "omega3=0");
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    until(session, 0.1);
    assert_string_equal(question_of(session, 0), "It lies still: spin it or tap it.");
    end(session);
    set(&scene, "omega2=0.1");
    session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    until(session, 0.1);
    assert_string_equal(question_of(session, 0),
                        "Rocked, without spin: does that set it spinning?");
    end(session);
}

/* Rocking sets a stone spinning by swings to both sides: no spin was there that could have reversed. */
static void a_tap_is_told_as_one(void **state) {
    (void)state;
    rb_scene scene = scene_with("k11-tanh");
    set(&scene, "omega1=0");
    set(&scene, "omega2=3");
    set(&scene, "omega3=0");
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    until(session, 0.01);
    assert_string_equal(events_of(session, 0), "hardly any spin");
    until(session, 1.0);
    assert_true(rb_session_now(session, 0)->omega.z < -0.2);
    assert_string_equal(events_of(session, 0), "it spins, clockwise");
    rb_story story = rb_session_story(session, 0);
    assert_true(rb_story_mere_swing(&story, 0.02));
    assert_false(rb_story_mere_swing(&story, 0.7)); /* by then it did spin */
    until(session, 20);
    assert_non_null(strstr(events_of(session, 0), " s: at rest"));
    assert_null(strstr(events_of(session, 0), "reverse"));
    end(session);
    scene = scene_with("k11-tanh");
    session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    until(session, 0.02);
    story = rb_session_story(session, 0);
    assert_false(rb_story_mere_swing(&story, 0.02)); /* it was spun */
    end(session);
}

/* A hand that turns the spin round is no reversal; turning back from there is one. */
static void a_story_begins_with_the_hand(void **state) {
    (void)state;
    rb_session *session = begin(1);
    rb_session_flick(session, rb_v3(0, 0, -8)); /* its own way, before anything happened */
    until(session, 1.5);
    assert_string_equal(question_of(session, 0), "Spun by hand at 0.00 s: does it turn back?");
    assert_string_equal(events_of(session, 0), "not reversed so far");
    rb_session_flick(session, rb_scale(-1, rb_session_now(session, 0)->omega));
    rb_session_flick(session, rb_v3(0, 1, 4)); /* and the wrong way again */
    frames(session, 2);
    until(session, 3.5);
    assert_non_null(strstr(question_of(session, 0), "Spun by hand at 1.5"));
    assert_non_null(strstr(events_of(session, 0), "the spin has reversed"));
    assert_int_equal(rb_session_summary(session, 0)->reversal_count, 1);
    end(session);
}

/* ---------------------------------------------------------------- what hands did */

static void flicks_and_edits_are_kept_with_their_time(void **state) {
    (void)state;
    rb_session *session = begin(2);
    until(session, 0.25);
    assert_int_equal(session->doings.count, 0);
    rb_session_flick(session, rb_v3(0.5, 0, -2));
    frames(session, 4);
    assert_false(rb_session_until_waits(session)); /* it goes on, and nobody waits for the past */
    const rb_doings *doings = &session->doings;
    assert_int_equal(doings->count, 1);
    assert_true(doings->items[0].kind == RB_DOING_FLICK && doings->items[0].t == 0.25);
    until(session, 1);
    const char *mu = "mu=0.3", *more = "mu=0.2";
    assert_int_equal(rb_session_assign(session, 1, &mu, 1, NULL), RB_OK);
    frames(session, 2);
    assert_int_equal(rb_session_assign(session, 1, &more, 1, NULL), RB_OK); /* the same pull */
    frames(session, 2);
    assert_int_equal(doings->count, 2);
    assert_true(doings->items[1].kind == RB_DOING_EDIT && doings->items[1].t == 1);
    assert_string_equal(doings->items[1].text, "μ 0.2");
    assert_true(doings->items[1].id == session->runs[1].id);
    /* Going on from before it undoes it; a restart forgets all. */
    rb_session_scrub(session, 0.5);
    frames(session, 1);
    rb_session_play(session);
    frames(session, 2);
    assert_int_equal(doings->count, 1);
    rb_session_restart(session);
    frames(session, 2);
    assert_int_equal(doings->count, 0);
    end(session);
}

/* From the recorded command alone, to the bit; and the spin given is the one foreseen. */
static void a_flick_is_done_again_to_the_bit(void **state) {
    (void)state;
    rb_session *session = begin(1);
    until(session, 0.4);
    rb_vec3 given = {0.1234567890123, -0.7, 5.4321e-1};
    const rb_vec3 before = rb_session_now(session, 0)->omega;
    rb_vec3 foreseen = rb_add(before, given);
    rb_session_flick(session, given);
    rb_session_pause(session);
    frames(session, 1);
    assert_true(rb_norm(rb_sub(rb_session_now(session, 0)->omega, foreseen)) < 1e-9);
    until(session, 1.5);
    uint64_t hash = rb_session_summary(session, 0)->state_hash;
    assert_int_equal(session->doings.count, 1);
    char line[200];
    rb_doing_line(&session->doings.items[0], line, sizeof line);
    end(session);

    double t = 0;
    rb_vec3 read = {0, 0, 0};
    assert_int_equal(sscanf(line, "until %lf; flick %lf %lf %lf", &t, &read.x, &read.y, &read.z),
                     4);
    session = begin(1);
    until(session, t);
    rb_session_flick(session, read);
    rb_session_pause(session);
    frames(session, 1);
    until(session, 1.5);
    assert_true(rb_session_summary(session, 0)->state_hash == hash);
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_named_by_what_differs),
        cmocka_unit_test(files_are_named_likewise),
        cmocka_unit_test(the_caption_tells_what_the_run_does),
        cmocka_unit_test(the_caption_of_a_still_start),
        cmocka_unit_test(a_tap_is_told_as_one),
        cmocka_unit_test(a_story_begins_with_the_hand),
        cmocka_unit_test(flicks_and_edits_are_kept_with_their_time),
        cmocka_unit_test(a_flick_is_done_again_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
