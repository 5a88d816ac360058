/* First contact with the window: caption, messages, R, comparing, recording; one frame at a time. */
#include <math.h>
#include <unistd.h>

#include "drive_app.h"
#include "math/pi.h"
#include "math/vec.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"

/* ---------------------------------------------------------------- time */

static void a_fresh_start_is_slow(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", NULL);
    assert_true(app->session.speed == 0.25);
    drive_close(app);
    app = drive_open("k11-fig5", "--speed", "2", NULL);
    assert_true(app->session.speed == 2);
    drive_close(app);
}

static void restart_plays(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--speed", "1", NULL);
    drive_act(app, "play off");
    drive_until(app, drive_settled(app) && !rb_session_playing(&app->session));
    drive_act(app, "restart");
    drive_until(app, drive_settled(app) && rb_session_playing(&app->session));
    drive_until(app, rb_session_time(&app->session) > 0.3);
    drive_close(app);
}

/* The digits of the achieved speed never overlap the time. */
static void the_achieved_speed_leaves_the_time_alone(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--speed", "1", NULL);
    drive_until(app, rb_session_playing(&app->session) && drive_settled(app));
    const rb_frame *before = app->session.frame;
    static rb_frame frame;
    frame = *before;
    app->session.frame = &frame;
    for (int i = 0; i <= 400; i++) {
        char text[32];
        frame.real_time_factor = 1e-4 * pow(10, i / 80.0); /* up to ten */
        rb_top_pace(&app->ui, &app->session, text, sizeof text);
        assert_true(rb_text_width(text) <= rb_text_width(RB_PACE_WIDEST) + 1);
    }
    app->session.frame = before;
    drive_close(app);
}

static void filming_is_not_paused(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--speed", "1", NULL);
    char text[32];
    drive_act(app, "play off");
    drive_until(app, !rb_session_playing(&app->session) && drive_settled(app));
    assert_string_equal(rb_top_pace(&app->ui, &app->session, text, sizeof text), "paused");
    app->ui.video_frames = 3; /* as while a video is made: its runs are paused between frames */
    assert_string_equal(rb_top_pace(&app->ui, &app->session, text, sizeof text), "filming");
    rb_session_scrub(&app->session, 0); /* the video waits */
    assert_string_equal(rb_top_pace(&app->ui, &app->session, text, sizeof text), "paused");
    drive_close(app);
}

/* ---------------------------------------------------------------- comparing */

static void comparing_gives_the_microscope_back(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", NULL);
    const char *const ends[] = {"single", "remove 2", "undo", "scene k11-fig4"};
    for (int i = 0; i < 4; i++) {
        assert_true(app->ui.microscope);
        drive_act(app, "compare opposite-spin");
        drive_until(app, app->session.shown_count == 2);
        assert_false(app->ui.microscope);
        drive_act(app, ends[i]);
        drive_until(app, drive_settled(app) && app->session.count == 1);
        drive_frames(app, 1);
    }
    drive_act(app, "microscope off; compare half-mu; microscope on; single");
    drive_frames(app, 2);
    assert_false(app->ui.microscope); /* as it was left */
    drive_close(app);
}

/* One line of the menu compares +4 and -4 and plays, whatever was linked before. */
static void both_spins_in_one_line(void **state) {
    (void)state;
    for (int linked = 0; linked < 2; linked++) {
        rb_app *app = drive_open("k15-a0", "--speed", "1", NULL);
        drive_act(app, linked != 0 ? "link on; play off" : "link off; play off");
        drive_act(app, "compare opposite-spin");
        drive_until(app, app->session.shown_count == 2 && rb_session_playing(&app->session));
        double first = app->session.drawn[0].values[RB_SECTION_START][2];
        assert_true(first != 0 && app->session.drawn[1].values[RB_SECTION_START][2] == -first);
        assert_true(app->session.runs[1].own_start);
        assert_int_equal(app->ui.layout, RB_LAYOUT_GRID);
        drive_close(app);
    }
}

/* ---------------------------------------------------------------- words */

static bool apart(Rectangle a, Rectangle b) {
    return !CheckCollisionRecs(a, b);
}

static Rectangle message_area(void) {
    const ImGuiWindow *window = igFindWindowByName("##messages");
    assert_non_null(window);
    return (Rectangle){window->Pos.x, window->Pos.y, window->Size.x, window->Size.y};
}

static void messages_leave_the_caption_alone(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", NULL);
    rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "Something long enough to be seen");
    drive_frames(app, 3);
    Rectangle caption = rb_caption_area(app);
    assert_true(caption.height > 0);
    assert_true(apart(caption, message_area()));
    drive_act(app, "text-size 2");
    drive_frames(app, 3);
    assert_true(apart(rb_caption_area(app), message_area()));
    drive_close(app);
}

static void files_are_reported_with_their_folder(void **state) {
    (void)state;
    char text[2 * RB_PATH_MAX], here[RB_PATH_MAX], expected[2 * RB_PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "a.png in %s", here);
    assert_string_equal(rb_path_describe("a.png", text, sizeof text), expected);
    assert_string_equal(rb_path_describe("/b.csv", text, sizeof text), "b.csv in /");
    assert_string_equal(rb_path_describe("no-such-folder/b.csv", text, sizeof text), "no-such-folder/b.csv");
    rb_app *app = drive_open("k11-fig5", NULL);
    drive_act(app, "save hands-scene.json");
    drive_frames(app, 1);
    remove("hands-scene.json");
    snprintf(expected, sizeof expected, "hands-scene.json in %s", here);
    bool reported = false;
    for (int i = 0; i < app->messages.count; i++) {
        reported = reported || strstr(app->messages.items[i].text, expected) != NULL;
    }
    assert_true(reported);
    drive_close(app);
}

/* ---------------------------------------------------------------- the hand */

/* The pixel of a point of the body, grabbed as by the mouse. */
static Vector2 take_at(rb_app *app, rb_vec3 in_body) {
    const rb_snapshot *s = app->session.shown[0];
    const rb_mat3 turn = rb_quat_matrix(s->q);
    rb_vec3 point = rb_add(s->r_C, rb_mul(&turn, in_body));
    Vector2 pixel = {0};
    rb_camera camera = rb_view_camera(app, 0);
    assert_true(rb_world_pixel(&camera, app->ui.rects.world, point, &pixel));
    rb_hand_grab(app, 0, point, pixel);
    return pixel;
}

/* Waits until time stops, without a frame, in which the program would check the button. */
static void wait_for_pause(rb_app *app) {
    for (int i = 0; i < 10000 && (!drive_settled(app) || app->session.frame->playing); i++) {
        rb_session_update(&app->session, 0.001);
        WaitTime(0.001);
    }
    assert_false(rb_session_playing(&app->session));
}

/* Releases and stops time at the same instant: the state is the one just after the flick. A thread could
   make a tick in between, so these tests use none. */
static const rb_snapshot *after_the_hand(rb_app *app) {
    rb_hand_release(app, true);
    rb_session_pause(&app->session);
    drive_until(app, drive_settled(app));
    return rb_session_now(&app->session, 0);
}

static void the_hand_gives_what_it_shows(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--speed", "1", "--threadless", NULL);
    for (int sense = -1; sense <= 1; sense += 2) {
        drive_act(app, "restart");
        drive_until(app, drive_settled(app) && rb_session_time(&app->session) > 0.2);
        Vector2 from = take_at(app, rb_v3(0.01, -0.01, 0.004));
        wait_for_pause(app);
        double t = rb_session_now(&app->session, 0)->t;
        double most = 0;
        for (int i = 1; i <= 10; i++) { /* along and across the arm, for any direction */
            rb_hand_move(app, (Vector2){from.x + (float)(8 * sense * i), from.y}, 0.02);
            most = fmax(most, fabs(app->hand.given.z));
            rb_hand_move(app, (Vector2){from.x, from.y + (float)(8 * sense * i)}, 0.02);
            most = fmax(most, fabs(app->hand.given.z));
        }
        rb_hand_move(app, (Vector2){from.x + (float)(60 * sense), from.y + 40}, 0.02);
        assert_true(app->hand.moved && most > 1);
        rb_vec3 foreseen = app->hand.foreseen;
        const rb_snapshot *now = after_the_hand(app);
        assert_true(now->t == t); /* time was stopped */
        assert_true(rb_norm(rb_sub(now->omega, foreseen)) < 1e-9);
        assert_int_equal(app->session.user_events.count, 1);
        assert_true(app->session.user_events.items[0].t == t);
    }
    drive_close(app);
}

static void pressing_an_end_taps_it(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--speed", "1", "--threadless", NULL);
    drive_until(app, rb_session_time(&app->session) > 0.1);
    Vector2 at = take_at(app, rb_v3(0.07, -0.02, 0.002));
    wait_for_pause(app);
    rb_hand_move(app, at, 0.5);
    assert_false(app->hand.moved);
    rb_vec3 given = app->hand.given, foreseen = app->hand.foreseen;
    assert_true(rb_norm(given) > 1 && fabs(given.z) < 0.3 * rb_norm(given));
    assert_true(rb_norm(rb_sub(after_the_hand(app)->omega, foreseen)) < 1e-9);
    /* A press in the middle has no effect, and time continues. */
    drive_act(app, "play on");
    drive_until(app, drive_settled(app) && rb_session_playing(&app->session));
    at = take_at(app, rb_v3(0, 0, 0.002));
    rb_hand_move(app, at, 0.5);
    rb_hand_release(app, true);
    drive_until(app, drive_settled(app) && rb_session_playing(&app->session));
    assert_int_equal(app->session.user_events.count, 1);
    drive_close(app);
}

/* Mirrored as an edit, and back. */
static void the_mirror_is_undone(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", NULL);
    const double *alpha = &app->session.drawn[0].values[RB_SECTION_BODY][4];
    double before = *alpha;
    drive_act(app, "show cause; variant mirrored");
    drive_until(app, drive_settled(app) && *alpha == -before);
    drive_act(app, "undo");
    drive_until(app, drive_settled(app) && *alpha == before);
    /* The cause is seen from above; without it the previous view returns. */
    assert_near(app->camera.pitch, RB_PI / 2, 1e-6);
    const rb_camera usual = rb_camera_for(&app->session.drawn[0]);
    drive_act(app, "show cause off");
    assert_near(app->camera.pitch, usual.pitch, 1e-6);
    assert_near(app->camera.distance, usual.distance, 1e-6);
    drive_close(app);
}

/* Eight cells of a small window: names and numbers stand above the bodies, not over them. */
static void names_leave_the_bodies_alone(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "1280x720", NULL);
    drive_act(app, "all-laws");
    drive_until(app, drive_settled(app) && app->session.shown_count == 8);
    drive_frames(app, 2);
    Rectangle cells[RB_RUNS_MAX];
    assert_int_equal(rb_view_cells(app, cells), 8);
    for (int i = 0; i < 8; i++) {
        rb_camera camera = rb_view_camera(app, i);
        Vector2 at;
        assert_true(rb_world_pixel(&camera, cells[i], app->session.shown[i]->r_C, &at));
        assert_true(CheckCollisionPointRec(at, cells[i]));
        /* A name and a spin take 3.9 em, and the body is 3 em high. */
        assert_true(at.y > cells[i].y + rb_em(6));
    }
    drive_close(app);
}

/* A near miss is a hit; further away it is none. */
static void a_near_miss_grabs_the_body(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "1280x720", NULL);
    drive_act(app, "play off");
    drive_until(app, drive_settled(app) && !rb_session_playing(&app->session));
    drive_frames(app, 2);
    rb_camera camera = rb_view_camera(app, 0);
    rb_vec3 point;
    Vector2 at;
    assert_true(rb_world_pixel(&camera, app->ui.rects.world, app->session.shown[0]->r_C, &at));
    while (rb_world_pick(app->world, &camera, app->ui.rects.world, app->world_runs, 1, at, &point) == 0) {
        at.y += 1; /* down to its edge */
    }
    assert_int_equal(rb_hand_body_at(app, (Vector2){at.x, at.y + 5}, &point), 0);
    assert_int_equal(rb_hand_body_at(app, (Vector2){at.x, at.y + 25}, &point), -1);
    drive_close(app);
}

/* Both ends of the stone, in a world turned by an angle: not below text or microscope. */
static void check_ends(const rb_app *app, const rb_camera *camera, double yaw) {
    const rb_snapshot *s = app->session.shown[0];
    const rb_mat3 turn = rb_quat_matrix(s->q);
    rb_body_look look;
    rb_scene_look(&app->session.runs[0].scene, &look);
    for (int end = -1; end <= 1; end += 2) {
        const rb_vec3 tip = rb_scale(end, rb_mul(&turn, look.tip));
        const rb_vec3 turned = {cos(yaw) * tip.x - sin(yaw) * tip.y, sin(yaw) * tip.x + cos(yaw) * tip.y,
                                tip.z};
        Vector2 at;
        assert_true(rb_world_pixel(camera, app->ui.rects.world, rb_add(s->r_C, turned), &at));
        if (!CheckCollisionPointRec(at, app->ui.rects.world) ||
            CheckCollisionPointRec(at, rb_view_microscope_area(app)) ||
            CheckCollisionPointRec(at, rb_caption_area(app))) {
            fail_msg("at %g s, turned by %g rad, an end is at %g, %g", s->t, yaw, (double)at.x, (double)at.y);
        }
    }
}

/* The whole stone of the demonstration is visible between caption and microscope, for any rocking and
   heading. */
static void the_microscope_leaves_the_body_alone(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "1280x720", "--speed", "10", NULL);
    drive_act(app, "until 6");
    drive_until(app, drive_settled(app) && !rb_session_playing(&app->session));
    for (int i = 0; i <= 60; i++) {
        char line[32];
        snprintf(line, sizeof line, "seek %g", 0.1 * i);
        drive_act(app, line);
        drive_frames(app, 1);
        assert_true(rb_view_microscope_shown(app));
        const rb_camera camera = rb_view_camera(app, 0);
        for (int j = 0; j < 24; j++) {
            check_ends(app, &camera, j * RB_PI / 12);
        }
    }
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fresh_start_is_slow),
        cmocka_unit_test(restart_plays),
        cmocka_unit_test(the_achieved_speed_leaves_the_time_alone),
        cmocka_unit_test(filming_is_not_paused),
        cmocka_unit_test(comparing_gives_the_microscope_back),
        cmocka_unit_test(both_spins_in_one_line),
        cmocka_unit_test(messages_leave_the_caption_alone),
        cmocka_unit_test(files_are_reported_with_their_folder),
        cmocka_unit_test(the_hand_gives_what_it_shows),
        cmocka_unit_test(pressing_an_end_taps_it),
        cmocka_unit_test(the_mirror_is_undone),
        cmocka_unit_test(names_leave_the_bodies_alone),
        cmocka_unit_test(the_microscope_leaves_the_body_alone),
        cmocka_unit_test(a_near_miss_grabs_the_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
