/* A user-defined body (tests/own_body) in the viewer: opened from a file, recorded, plotted,
   marked on the timeline, compared and drawn. The viewer knows its row and nothing else. */
#include <math.h>
#include <raylib.h>
#include <rlgl.h>
#include <unistd.h>

#include "drive_app.h"
#include "math/vec.h"
#include "own_body/pendulum.h"
#include "own_body/pendulum_look.h"
#include "viewer/world/body_view.h"
#include "viewer/world/draw_gl.h"

static const char *const PATH = "own-body-test.json";

static rb_app *open_pendulum(void) {
    rb_scene scene = rb_default_scene();
    rb_error err = {""};
    rb_scene_set_body(&scene, pendulum_body());
    snprintf(scene.id, sizeof scene.id, "own-body-test");
    if (rb_scene_write_file(&scene, PATH, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    rb_app *app = drive_open(PATH, "--size", "640x480", NULL);
    unlink(PATH);
    return app;
}

static double now(const rb_app *app) {
    return app->session.frame->runs[0].t;
}

/* ---- recorded and plotted ----------------------------------------------------------------------- */

static void check_plots(rb_app *app) {
    const rb_plots *plots = &app->plots;
    assert_ptr_equal(plots->body, pendulum_body());
    assert_int_equal(plots->count, 3);
    assert_int_equal(plots->items[0].signals[0], rb_signal_of(pendulum_body(), "phi"));
    assert_int_equal(plots->items[1].count, 2);
    assert_int_equal(plots->items[1].signals[1], rb_signal_of(pendulum_body(), "tension"));
    assert_int_equal(plots->items[2].kind, RB_PLOT_ENERGY);
    rb_session *session = &app->session;
    const rb_column *phi =
        rb_series_column(&session->series, &session->history, 0, plots->items[0].signals[0]);
    assert_non_null(phi);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < phi->count; i++) {
        low = fmin(low, phi->values[i]);
        high = fmax(high, phi->values[i]);
    }
    assert_near(low, 0, 0.1); /* it comes to the wall, and never beyond */
    assert_true(low > -1e-9);
    assert_near(high, 0.8, 1e-9);
    /* The stack of its energies keeps its height, except for what integration leaves. */
    int count = rb_energy_stack(&app->plots, &session->series, &session->history, 0);
    assert_true(count > 20);
    const double *top = plots->stack[pendulum_body()->energy_count];
    for (int k = 0; k < count; k++) {
        assert_near(top[k], top[0], 1e-6 * top[0]);
    }
}

static void recorded_plotted_and_marked(void **state) {
    (void)state;
    rb_app *app = open_pendulum();
    rb_session *session = &app->session;
    drive_until(app, now(app) > 0.6);
    rb_session_pause(session);
    drive_frames(app, 2);
    drive_until(app, drive_settled(app));
    assert_ptr_equal(session->runs[0].applied.body, pendulum_body());
    assert_true(session->history.runs[0].count > 50);
    check_plots(app);

    rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
    rb_caption caption = rb_session_caption(session, 0);
    int count = rb_caption_marks(&caption, marks);
    assert_true(count >= 3);
    assert_string_equal(marks[0].name, "strikes the wall");
    assert_string_equal(marks[1].name, "turns");

    /* Friction does not affect it: another law gives the same motion. */
    assert_int_equal(rb_session_compare_add(session, NULL, NULL), RB_OK);
    rb_session_play(session);
    drive_until(app, session->shown_count == 2 && now(app) > 0.3);
    assert_true(session->compare.largest[1] == 0);
    drive_act(app, "theory"); /* there is none of it, and nothing happens */
    drive_frames(app, 3);
    drive_close(app);
}

/* ---- drawn -------------------------------------------------------------------------------------- */

static const Rectangle area = {0, 0, 640, 480};

typedef struct scene_at {
    rb_scene scene;
    rb_snapshot snapshot;
    rb_camera camera;
} scene_at;

static void swing_to(scene_at *at, double t) {
    rb_simulation *sim = rb_test_simulation(&at->scene);
    rb_test_run_until(sim, t);
    rb_simulation_snapshot(sim, &at->snapshot);
    rb_simulation_destroy(sim);
    at->camera = rb_camera_for(&at->scene);
    rb_camera_set_view(&at->camera, RB_VIEW_SIDE);
    at->camera.follow = false;
}

static Image picture(rb_app *app, const scene_at *at, bool with) {
    rb_world_style style = rb_world_style_default();
    rb_world_run run = {.scene = &at->scene, .snapshot = &at->snapshot, .color = WHITE};
    style.show = 0;
    style.clock = 0;
    BeginDrawing();
    ClearBackground(BLACK);
    rb_world_draw(app->world, &at->camera, area, &run, with, &style);
    rlDrawRenderBatchActive();
    Image image = LoadImageFromScreen();
    EndDrawing();
    return image;
}

/* Is anything drawn over this point of the world? */
static bool covered(Image with, Image without, const scene_at *at, rb_vec3 point) {
    rb_view view;
    Vector2 pixel;
    assert_true(rb_view_make(&view, &at->camera, area));
    assert_true(rb_view_project(&view, point, &pixel));
    const Color a = GetImageColor(with, (int)pixel.x, (int)pixel.y);
    const Color b = GetImageColor(without, (int)pixel.x, (int)pixel.y);
    return abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 30;
}

static void drawn_where_it_is(void **state) {
    (void)state;
    rb_app *app = open_pendulum();
    static scene_at at;
    at.scene = rb_default_scene();
    rb_scene_set_body(&at.scene, pendulum_body());
    double l = 0.1, far = l * sin(0.8), height = 2 * l - l * cos(0.8);
    const rb_vec3 out = rb_v3(far, 0, height), home = rb_v3(0, 0, l);
    const rb_vec3 rod = rb_v3(far / 2, 0, 2 * l - l * cos(0.8) / 2);
    const rb_vec3 wall = rb_v3(-0.28 * l, 0, 0.3 * l);
    for (int i = 0; i < 2; i++) { /* release, and at the wall after a quarter of its period */
        swing_to(&at, i == 0 ? 0 : 0.165);
        Image with = picture(app, &at, true), without = picture(app, &at, false);
        assert_true(covered(with, without, &at, wall));
        assert_true(covered(with, without, &at, out) == (i == 0));
        assert_true(covered(with, without, &at, rod) == (i == 0));
        assert_true(covered(with, without, &at, home) == (i == 1));
        /* The spring reaches from the wall to the bob: seen somewhere across it. */
        bool spring = false;
        for (int k = 0; k < 20; k++) {
            for (int up = -10; up <= 10; up++) {
                rb_vec3 across = rb_v3((0.2 + 0.02 * k) * far, 0, height + 0.01 * l * up);
                spring = spring || covered(with, without, &at, across);
            }
        }
        assert_true(spring == (i == 0));
        UnloadImage(with);
        UnloadImage(without);
    }
    /* Under the mouse it is there as well. */
    rb_view view;
    Vector2 pixel;
    swing_to(&at, 0);
    rb_world_run run = {.scene = &at.scene, .snapshot = &at.snapshot, .color = WHITE};
    assert_true(rb_view_make(&view, &at.camera, area));
    assert_true(rb_view_project(&view, out, &pixel));
    assert_int_equal(rb_world_pick(app->world, &at.camera, area, &run, 1, pixel, NULL), 0);
    drive_close(app);
}

/* A bearing, whose state is large: drawn, its ball and contact chosen, scrubbed and continued from the past.
 */
static void a_bearing_is_drawn_and_scrubbed(void **state) {
    (void)state;
    rb_app *app = drive_open("bearing-skidding", "--size", "640x360", NULL);
    drive_do(app, "set n=3");
    drive_do(app, "restart");
    drive_do(app, "until 0.002");
    drive_until(app, !rb_session_until_waits(&app->session) && drive_settled(app));
    assert_near(rb_session_time(&app->session), 0.002, 1e-9);
    drive_do(app, "set shown=2");
    drive_do(app, "contact second");
    drive_do(app, "law-view csv l.csv"); /* of the chosen contact, not of the one with the larger load */
    const rb_contact_state *contacts = app->session.shown[0]->contact;
    assert_true(contacts[0].patch.b != contacts[1].patch.b);
    assert_near(app->plots.laws.curves[0].at.patch.b, contacts[1].patch.b, 1e-12);
    drive_do(app, "contact first");
    drive_do(app, "law-view csv l.csv");
    assert_near(app->plots.laws.curves[0].at.patch.b, contacts[0].patch.b, 1e-12);
    drive_do(app, "seek 0.001");
    drive_frames(app, 3);
    assert_true(app->session.scrubbing);
    assert_near(app->session.shown[0]->t, 0.001, 1e-9);
    drive_do(app, "until 0.0014"); /* continues from there */
    drive_until(app, !rb_session_until_waits(&app->session) && drive_settled(app));
    assert_false(app->session.scrubbing);
    assert_near(rb_session_time(&app->session), 0.0014, 1e-9);
    assert_near(rb_history_end(&app->session.history), 0.0014, 1e-9);
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    drive_draws = true;
    pendulum_register();
    if (!pendulum_show()) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_plotted_and_marked),
        cmocka_unit_test(drawn_where_it_is),
        cmocka_unit_test(a_bearing_is_drawn_and_scrubbed),
    };
    return cmocka_run_group_tests_name("viewer own body", tests, NULL, NULL);
}
