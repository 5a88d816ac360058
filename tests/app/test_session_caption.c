/* Captions, marks of the timeline, notes on scenes. */
#include <math.h>

#include "app/session/scene_notes.h"
#include "math/vec.h"
#include "session.h"

static const char *answer_of(const rb_session *session, int run) {
    static char text[160];
    rb_caption caption = rb_session_caption(session, run);
    return rb_caption_answer(&caption, text, sizeof text);
}

static const char *question_of(const rb_session *session, int run) {
    static char text[600];
    rb_caption caption = rb_session_caption(session, run);
    return rb_caption_question(&caption, text, sizeof text);
}

/* The caption states what the run does, not what is expected of its scene; only events up to the moment
   shown. */
static void the_caption_says_what_the_run_does(void **state) {
    (void)state;
    rb_scene scenes[2] = {scene_with("k11-tanh"), scene_with("k11-tanh")};
    apply_variant(&scenes[1], "opposite-spin");
    rb_test_assign(&scenes[0], "step=5e-5"); /* quick, and no worse in two digits */
    rb_test_assign(&scenes[1], "step=5e-5");
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, scenes, 2, (rb_session_options){0}, NULL), RB_OK);
    play_until(session, 0.3);
    assert_string_equal(question_of(session, 0), "Spun at +4 rad/s, anticlockwise: will it reverse?");
    assert_string_equal(question_of(session, 1), "Spun at −4 rad/s, clockwise: will it reverse?");
    assert_string_equal(answer_of(session, 0), "No reversal yet");
    play_until(session, 1.0);
    assert_string_equal(answer_of(session, 0), "Yes: it reversed at 0.71 s");
    assert_string_equal(answer_of(session, 1), "No reversal yet");
    rb_session_scrub(session, 0.5);
    frames(session, 2);
    assert_string_equal(answer_of(session, 0), "No reversal yet");
    rb_session_go_live(session);
    play_until(session, 10.5);
    assert_contains(answer_of(session, 0), "Yes: it reversed at 0.71 s; at rest since ");
    assert_contains(answer_of(session, 1), "No: it did not reverse; at rest since ");
    /* One definition of rest: caption, timeline and table show the same number. */
    const rb_outcome *rest = rb_outcome_find("rest_time_0p1");
    assert_non_null(rest);
    for (int run = 0; run < 2; run++) {
        rb_caption caption = rb_session_caption(session, run);
        rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
        int count = rb_caption_marks(&caption, marks);
        double t = rb_outcome_value(rest, rb_session_summary(session, run));
        assert_true(t > 5 && rb_caption_rest_time(&caption) == t);
        assert_string_equal(marks[count - 1].name, "rest");
        assert_true(marks[count - 1].t == t);
    }
    end(session);
}

/* What lies still was not rocked. */
static void the_caption_of_a_still_start(void **state) {
    (void)state;
    rb_scene scene = scene_with("k11-tanh");
    rb_test_assign(&scene, "omega1=0");
    rb_test_assign(&scene, "omega2=0");
    rb_test_assign(&scene, "omega3=0");
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    play_until(session, 0.1);
    assert_string_equal(question_of(session, 0), "It lies still: spin it or tap it.");
    end(session);
    rb_test_assign(&scene, "omega2=0.1");
    session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    play_until(session, 0.1);
    assert_string_equal(question_of(session, 0), "Rocked, without spin: does that set it spinning?");
    end(session);
}

/* Rocking sets a stone spinning by swings to both sides. There was no spin before, so nothing reverses. */
static void the_caption_answers_whether_a_tap_sets_it_spinning(void **state) {
    (void)state;
    rb_scene scene = scene_with("k11-tanh");
    rb_test_assign(&scene, "omega1=0");
    rb_test_assign(&scene, "omega2=3");
    rb_test_assign(&scene, "omega3=0");
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    play_until(session, 0.01);
    assert_string_equal(answer_of(session, 0), "Not yet: hardly any spin");
    play_until(session, 1.0);
    assert_true(rb_session_now(session, 0)->omega.z < -0.2);
    assert_string_equal(answer_of(session, 0), "Yes: it spins clockwise");
    play_until(session, 20);
    assert_contains(answer_of(session, 0), "Yes: it spun clockwise, at up to ");
    assert_contains(answer_of(session, 0), " rad/s; at rest since ");
    assert_null(strstr(answer_of(session, 0), "reverse"));
    end(session);
    scene = scene_with("k11-tanh");
    session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    play_until(session, 0.02);
    rb_caption caption = rb_session_caption(session, 0);
    assert_true(rb_caption_was_spun(&caption));
    end(session);
}

/* A flick that changes the sign of the spin is not a reversal; reversing from there is one. */
static void the_caption_restarts_with_a_flick(void **state) {
    (void)state;
    rb_session *session = begin(1);
    rb_session_flick(session, rb_v3(0, 0, -8)); /* clockwise, before anything happened */
    play_until(session, 1.5);
    assert_string_equal(question_of(session, 0), "Spun by hand at 0.00 s: will it reverse?");
    assert_string_equal(answer_of(session, 0), "No reversal yet");
    rb_session_flick(session, rb_scale(-1, rb_session_now(session, 0)->omega));
    rb_session_flick(session, rb_v3(0, 1, 4)); /* and anticlockwise again */
    frames(session, 2);
    play_until(session, 3.5);
    assert_non_null(strstr(question_of(session, 0), "Spun by hand at 1.5"));
    assert_contains(answer_of(session, 0), "Yes: it reversed at ");
    assert_int_equal(rb_session_summary(session, 0)->reversal_count, 1);
    end(session);
}

/* ---- the timeline ---------------------------------------------------------------------------- */

/* Every reversal of the event log is marked and counted, and none besides: a stone whose spin changes its
   sign only while it stops, at less than 0.1 rad/s, has not reversed. */
static void caption_and_summary_agree_on_reversals(void **state) {
    (void)state;
    static const struct {
        const char *omega2;
        int reversals;
    } cases[] = {{"start.omega2=0.9", 0}, {"start.omega2=1.1", 1}};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = scene_with("k11-tanh");
        static const char *const sets[] = {"contact.torque=false", "start.omega1=0", "start.omega3=0.3",
                                           "solver.method=auto"};
        for (int k = 0; k < 4; k++) {
            rb_test_assign(&scene, sets[k]);
        }
        rb_test_assign(&scene, cases[i].omega2);
        rb_simulation *sim;
        assert_int_equal(rb_simulation_create(&scene, &sim, NULL), RB_OK);
        while (rb_simulation_time(sim) < 8) {
            rb_simulation_step(sim);
        }
        rb_snapshot shown;
        rb_summary summary;
        rb_simulation_snapshot(sim, &shown);
        rb_simulation_summary(sim, &summary);
        rb_simulation_destroy(sim);
        char text[160];
        rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
        rb_caption caption = {
            .scene = &scene, .shown = &shown, .summary = &summary, .peak_spin = (double)NAN};
        assert_int_equal(summary.reversal_count, cases[i].reversals);
        assert_int_equal(rb_caption_marks(&caption, marks), cases[i].reversals);
        assert_contains(rb_caption_answer(&caption, text, sizeof text),
                        cases[i].reversals > 0 ? "it reversed at" : "No reversal yet");
    }
}

/* Two seconds after its start the top of KA09 stands on its stem. */
static void a_top_is_marked_as_inverted_and_never_as_reversed(void **state) {
    (void)state;
    rb_scene scene;
    rb_simulation *sim;
    rb_summary summary;
    rb_snapshot now;
    char text[160];
    rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
    assert_int_equal(rb_library_open("tippetop-ka09", &scene, NULL), RB_OK);
    assert_int_equal(rb_simulation_create(&scene, &sim, NULL), RB_OK);
    while (rb_simulation_time(sim) < 2.0) {
        rb_simulation_step(sim);
    }
    rb_simulation_summary(sim, &summary);
    rb_simulation_snapshot(sim, &now);
    rb_simulation_destroy(sim);
    assert_true(isnan(summary.first_reversal_time) && isnan(summary.extreme_after_reversal));
    for (int i = 0; i < summary.event_count; i++) {
        assert_int_not_equal(summary.events[i].kind, RB_EVENT_REVERSAL);
    }
    assert_true(summary.event_count > 2); /* touches, which have lanes */
    rb_caption caption = {.scene = &scene, .shown = &now, .summary = &summary};
    assert_int_equal(rb_caption_marks(&caption, marks), 2);
    assert_string_equal(marks[0].name, "stem touches");
    assert_near(marks[0].t, 1.74358, 1e-4);
    assert_string_equal(marks[1].name, "inverted");
    assert_near(marks[1].t, 1.79567, 1e-4);
    assert_string_equal(rb_caption_answer(&caption, text, sizeof text),
                        "Yes: it has stood on its stem since 1.80 s");
    caption.airborne = 0.4;
    assert_contains(rb_caption_answer(&caption, text, sizeof text),
                    ". It hops: off the floor 40 % of the time");
}

/* The wooden toy turns over without losing contact, and without hard impacts. */
static void the_wooden_top_does_not_hop(void **state) {
    (void)state;
    rb_scene scene;
    rb_simulation *sim;
    rb_snapshot now;
    rb_summary summary;
    assert_int_equal(rb_library_open("tippetop-wood", &scene, NULL), RB_OK);
    rb_test_assign(&scene, "method=auto");
    rb_test_assign(&scene, "tick=2.5e-4");
    assert_int_equal(rb_simulation_create(&scene, &sim, NULL), RB_OK);
    const double weight = 0.0107 * 9.81, settled = 0.005; /* s; it starts just above the soft floor */
    while (rb_simulation_time(sim) < 2.5) {
        rb_simulation_tick(sim);
        rb_simulation_snapshot(sim, &now);
        double N = now.contact[0].N + now.contact[1].N;
        assert_true(now.t < settled || N > 0);
        assert_below(N, 7 * weight);
    }
    rb_simulation_summary(sim, &summary);
    assert_true(summary.inverted);
    rb_simulation_destroy(sim);
}

/* On a hard floor the same top hops, and the caption says so. */
static void hops_are_captioned(void **state) {
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        rb_scene scene;
        assert_int_equal(rb_library_open("tippetop-wood", &scene, NULL), RB_OK);
        rb_test_assign(&scene, "method=auto");
        if (hard) {
            rb_test_assign(&scene, "E_star=1e9");
            rb_test_assign(&scene, "chi=0.1");
            rb_test_assign(&scene, "start.height=0.002");
        }
        rb_session *session = calloc(1, sizeof *session);
        assert_non_null(session);
        assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
        bool hops = false;
        for (double t = 0.2; t < (hard ? 0.5 : 2.5); t += 0.2) {
            play_until(session, t);
            hops = hops || strstr(answer_of(session, 0), "It hops") != NULL;
        }
        assert_int_equal(hops, hard);
        if (!hard) {
            assert_contains(answer_of(session, 0), "Yes: it has stood on its stem since 1.69 s");
        }
        end(session);
    }
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* Labels of starts follow the scene: mirrored, the other direction is the preferred one. */
static void labels_of_starts_follow_the_scene(void **state) {
    (void)state;
    rb_library *library = rb_library_create(NULL, NULL);
    assert_non_null(library);
    char text[128];
    int noted = 0;
    for (int i = 0; i < library->count; i++) {
        rb_scene scene = library->scenes[i], mirrored = scene;
        /* as runs show: test_celt, test_simulation_k11; borisov-mamaev: the sign of its skew */
        bool positive = strncmp(scene.id, "k15", 3) == 0 || strncmp(scene.id, "ak18", 4) == 0 ||
                        strcmp(scene.id, "borisov-mamaev") == 0;
        bool celt = rb_body_has(scene.body, RB_TRAIT_REVERSES);
        bool skew = celt && strcmp(scene.id, "bent-stone") != 0;
        int preferred = !skew ? 0 : positive ? 1 : -1;
        assert_int_equal(rb_preferred_sense(&scene), preferred);
        if (!skew) { /* nor has it a mirrored variant */
            continue;
        }
        apply_variant(&mirrored, "mirrored");
        assert_int_equal(rb_preferred_sense(&mirrored), -preferred);
        for (int k = 0; k < scene.start_count; k++) {
            const rb_start *start = &scene.starts[k];
            double spin = start->values[rb_param_find(scene.body->start, "omega3")];
            const char *with = "\nin its preferred direction";
            const char *against = "\nagainst its preferred direction";
            rb_start_label(&scene, start, text, sizeof text);
            assert_true((strstr(text, with) != NULL) == (spin * preferred > 0));
            assert_true((strstr(text, against) != NULL) == (spin * preferred < 0));
            rb_start_label(&mirrored, start, text, sizeof text);
            assert_true((strstr(text, with) != NULL) == (spin * preferred < 0));
            /* The names themselves claim no outcome. */
            assert_null(strstr(start->name, "revers"));
            assert_null(strstr(start->name, " way"));
            noted += spin != 0;
        }
    }
    assert_true(noted >= 60);
    rb_library_destroy(library);
}

/* A predicted time is shown only where the theory of small rocking can say it. */
static void theory_says_where_it_does_not_apply(void **state) {
    (void)state;
    rb_scene scene = scene_with("k11-tanh");
    rb_theory theory;
    bool applies = true;
    char text[64];
    assert_int_equal(rb_theory_of(&scene, &theory, NULL), RB_OK);
    assert_string_equal(rb_theory_note(&theory, &applies, text, sizeof text),
                        "theory: wobble too large to predict the time");
    assert_false(applies);
    theory.validity = 0.1;
    assert_string_equal(rb_theory_note(&theory, &applies, text, sizeof text), "theory, rough: 0.373 s");
    assert_true(applies);
    theory.validity = 0.05;
    assert_string_equal(rb_theory_note(&theory, &applies, text, sizeof text), "theory: 0.373 s");
    theory.t_reversal = (double)NAN;
    assert_string_equal(rb_theory_note(&theory, &applies, text, sizeof text), "");
    assert_false(applies);
}

static void edits_take_effect_when_they_say(void **state) {
    (void)state;
    rb_session *session = begin(1);
    play_until(session, 0.5);
    assert_string_equal(rb_edit_note(session, false), "Takes effect at once.");
    assert_contains(rb_edit_note(session, true), "on restart");
    rb_session_scrub(session, 0.2);
    frames(session, 1);
    assert_contains(rb_edit_note(session, false), "when you press play");
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_caption_says_what_the_run_does),
        cmocka_unit_test(the_caption_of_a_still_start),
        cmocka_unit_test(the_caption_answers_whether_a_tap_sets_it_spinning),
        cmocka_unit_test(the_caption_restarts_with_a_flick),
        cmocka_unit_test(caption_and_summary_agree_on_reversals),
        cmocka_unit_test(a_top_is_marked_as_inverted_and_never_as_reversed),
        cmocka_unit_test(the_wooden_top_does_not_hop),
        cmocka_unit_test(hops_are_captioned),
        cmocka_unit_test(labels_of_starts_follow_the_scene),
        cmocka_unit_test(theory_says_where_it_does_not_apply),
        cmocka_unit_test(edits_take_effect_when_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
