/* A link restores the state: the opened program gives the same link, and the same bits at the same time. */
#include <math.h>

#include "drive_app.h"
#include "viewer/platform/window.h"

static void link_of(const rb_app *app, rb_link_pen *pen) {
    rb_error err = {""};
    bool elsewhere = false;
    if (rb_app_link(app, pen, &elsewhere, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

/* Frames with everything that belongs to an iteration of the main loop. */
static void follow(rb_app *app) {
    drive_until(app, !rb_app_follow_link(app) && drive_settled(app));
    drive_frames(app, 2);
}

static rb_app *open_link(const char *link) {
    rb_app *app = drive_open("--link", link, "--size", "1280x720", NULL);
    follow(app);
    return app;
}

/* The state hashes when all runs have been stopped at the same time. */
static void hashes_at(rb_app *app, double t, uint64_t *hashes) {
    rb_session *session = &app->session;
    if (rb_session_time(session) < t) {
        rb_session_play_until(session, t);
        drive_until(app, !rb_session_until_waits(session) && drive_settled(app));
    }
    for (int i = 0; i < session->count; i++) {
        assert_near(rb_session_now(session, i)->t, t, 1e-9); /* a whole number of ticks */
        hashes[i] = rb_session_summary(session, i)->state_hash;
    }
}

static void come_back(rb_app *app, double t) {
    rb_link_pen pen, again;
    uint64_t before[RB_RUNS_MAX], after[RB_RUNS_MAX];
    link_of(app, &pen);
    int count = app->session.count;
    hashes_at(app, t, before);
    drive_close(app);
    app = open_link(pen.text);
    assert_int_equal(app->messages.problems, 0);
    if (app->link.link.pauses) { /* what plays has no fixed moment */
        link_of(app, &again);
        assert_string_equal(again.text, pen.text);
    }
    assert_int_equal(app->session.count, count);
    hashes_at(app, t, after);
    assert_memory_equal(before, after, (size_t)count * sizeof before[0]);
    drive_close(app);
}

static void a_comparison_comes_back(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "1280x720", NULL);
    drive_act(app, "play off; compare law k11-p1; compare opposite-spin; run 2; set mu=0.05; "
                   "link on; set omega3=7; restart; play off; speed 0.5; layout overlay; "
                   "look 30 20 0.5; plot-set omega3,N energy; page studies; reference 2; "
                   "show omega on; show labels off; microscope on; style plain; material metal; "
                   "seek begin");
    drive_until(app, drive_settled(app));
    rb_link_pen pen;
    link_of(app, &pen);
    assert_non_null(strstr(pen.text, "?scene=k11-fig5&compare=k11-tanh,k11-p1,"));
    assert_non_null(strstr(pen.text, "&set2=mu:0.05"));
    assert_non_null(strstr(pen.text, "&look=30.0,20.0,0.5&"));
    assert_non_null(strstr(pen.text, "&plots=omega3,N;energy&page=studies&"));
    assert_non_null(strstr(pen.text, "&style=plain&material=metal&"));
    come_back(app, 0.8);
}

/* Flicks are repeated at the same instants, and the time shown is the same. */
static void flicks_and_the_moment_come_back(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "1280x720", NULL);
    drive_act(app, "play off; restart; play off; seek begin");
    drive_until(app, drive_settled(app));
    rb_session *session = &app->session;
    rb_session_go_live(session);
    double times[] = {0.25, 0.6};
    for (int i = 0; i < 2; i++) {
        rb_session_play_until(session, times[i] + rb_session_time(session));
        drive_until(app, !rb_session_until_waits(session));
        rb_session_flick(session, (rb_vec3){0.1, -0.3, 1.0 / 3 + i});
        rb_session_pause(session);
        drive_until(app, drive_settled(app));
    }
    rb_session_play_until(session, rb_session_time(session) + 0.4);
    drive_until(app, !rb_session_until_waits(session) && drive_settled(app));
    rb_link_pen pen;
    link_of(app, &pen);
    assert_non_null(strstr(pen.text, "&flick="));
    come_back(app, rb_session_time(session));
}

static void keys_copy_and_open_links(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig6", NULL);
    drive_act(app, "set mu=0.2; copy-link; scene toy-plastic");
    assert_non_null(strstr(rb_clipboard_get(), "?scene=k11-fig6&set=mu:0.2"));
    drive_act(app, "open-link");
    follow(app);
    assert_string_equal(app->session.runs[0].preset.id, "k11-fig6");
    assert_true(rb_session_playing(&app->session));
    drive_act(app, "open-link '?scene=k11-fig5&t=0.5&speed=0.1'");
    follow(app);
    assert_near(rb_session_time(&app->session), 0.5, 1e-9);
    assert_false(rb_session_playing(&app->session));
    assert_near(app->session.speed, 0.1, 0);
    /* Opening another scene stops following the link. */
    drive_act(app, "open-link '?scene=k11-fig5&t=3000'; scene toy-plastic");
    drive_frames(app, 3);
    assert_false(rb_app_follow_link(app));
    assert_near(app->session.speed, 0.1, 0);
    drive_close(app);
}

/* What the page of an iframe asks for: the lesson's own scene comes first, then the rest holds. */
static void lessons_come_back(void **state) {
    (void)state;
    rb_app *app = drive_open("--link", "?lesson=why-one-way&step=2&presenter", "--size", "640x360", NULL);
    follow(app);
    assert_int_equal(app->messages.problems, 0);
    assert_string_equal(rb_lesson_current(&app->player)->id, "why-one-way");
    assert_int_equal(app->player.step, 1);
    assert_true(app->presenter.on && app->ui.small);
    assert_true(app->ui.rects.card.width > 200 && app->ui.rects.world.width > 200);
    rb_link_pen pen;
    link_of(app, &pen);
    assert_string_equal(pen.text, "?lesson=why-one-way&step=2&presenter");
    drive_close(app);
    app = open_link("?lesson=why-no-way&set=mu:0.2");
    assert_true(app->messages.problems >= 1);
    drive_close(app);
}

/* The nearest valid state, and a message in the window that names the part. */
static void bad_links_are_reported(void **state) {
    (void)state;
    rb_app *app = open_link("?scene=k11-fig5&set=mu:0.2,weight:3&layout=overlay&quit&t=0.1");
    assert_string_equal(app->session.runs[0].scene.id, "k11-fig5");
    assert_int_equal(app->messages.problems, 3); /* one run has no layout */
    assert_false(app->quit);
    char all[4000] = "";
    for (int i = 0; i < app->messages.count; i++) {
        strncat(all, app->messages.items[i].text, sizeof all - strlen(all) - 1);
    }
    assert_contains(all, "link: set: weight: no parameter");
    assert_contains(all, "link: quit: unknown part of a link");
    assert_contains(all, "link: layout: ");
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comparison_comes_back),  cmocka_unit_test(flicks_and_the_moment_come_back),
        cmocka_unit_test(keys_copy_and_open_links), cmocka_unit_test(lessons_come_back),
        cmocka_unit_test(bad_links_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
