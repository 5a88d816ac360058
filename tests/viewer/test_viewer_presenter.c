/* Presenter mode: sizes in pixels; slow motion around events, with the same results; keys of a
   presentation remote. */
#include <cimgui.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "app/appearance/appearance.h"
#include "drive_app.h"
#include "viewer/gui/gui.h"
#include "viewer/world/world_parts.h"

static const char picture[] = "presenter.png";

static float distance(Color a, Color b) {
    float r = (float)a.r - (float)b.r, g = (float)a.g - (float)b.g, blue = (float)a.b - (float)b.b;
    return sqrtf(r * r + g * g + blue * blue);
}

/* ---- sizes -------------------------------------------------------------------------------------- */

/* Height of a line of text: rows with ink, from the first one to the first without. */
static int line_height(const Image *image, Rectangle area) {
    int rows = 0;
    for (int y = (int)area.y; y < (int)(area.y + area.height); y++) {
        bool ink = false;
        for (int x = (int)area.x; x < (int)(area.x + area.width) && !ink; x++) {
            ink = distance(GetImageColor(*image, x, y), rb_color(RB_COLOR_INK)) < 60;
        }
        if (!ink && rows > 0) {
            return rows;
        }
        rows += ink;
    }
    return rows;
}

/* Thickness of the first curve: rows with its colour in a column, median over all columns. */
static int curve_height(const Image *image, Rectangle area) {
    enum { MOST = 100 };
    int columns[MOST + 1] = {0}, count = 0, middle = 0;
    Color color = rb_color(RB_COLOR_OMEGA);
    for (int x = (int)area.x; x < (int)(area.x + area.width); x++) {
        int height = 0;
        for (int y = (int)area.y; y < (int)(area.y + area.height); y++) {
            height += distance(GetImageColor(*image, x, y), color) < 110;
        }
        columns[height < MOST ? height : MOST]++;
        count += height > 0;
    }
    for (int below = 0; middle < MOST && 2 * below <= count;) {
        below += columns[++middle];
    }
    return middle;
}

/* In the units of a window 1080 px high. */
static void check_size(int width, int height) {
    char size[32];
    double unit = height / 1080.0;
    snprintf(size, sizeof size, "%dx%d", width, height);
    rb_app *app = drive_open("toy-plastic", "--size", size, "--screenshot", picture, NULL);
    drive_act(app, "style plain; presenter on; plot-set omega3; until 0.4");
    while (rb_session_until_waits(&app->session)) {
        rb_session_update(&app->session, 1.0 / 30);
    }
    drive_act(app, "picture presenter.png");
    for (int i = 0; i < 8; i++) {
        rb_app_frame(app, 0);
    }
    Image image = LoadImage(picture);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    Rectangle world = app->ui.rects.world, plot = app->ui.rects.right;
    assert_near(world.width / (float)width, 0.7, 0.01);
    assert_near(plot.width / (float)width, 0.3, 0.01);
    assert_near(world.height, height, 0);
    Rectangle corner = {world.x, world.y, 0.5f * world.width, 0.25f * world.height};
    int caption = line_height(&image, corner);
    int curve = curve_height(&image, plot);
    double label = app->world->labels.pixels, axis = rb_imgui_font(RB_FONT_BODY)->FontSize;
    double line = rb_imgui_font(RB_FONT_CAPTION)->FontSize;
    printf("%s: caption %d px (line %.0f), labels %.0f, axes %.0f, curve %d\n", size, caption, line, label,
           axis, curve);
    assert_true(caption >= 40 * unit - 1 && caption <= 60 * unit);
    assert_true(line >= 40 * unit);
    assert_true(label >= 28 * unit && label <= 40 * unit);
    assert_true(axis >= 28 * unit && axis <= 40 * unit);
    assert_true(curve >= 4 * unit - 0.5 && curve <= 8 * unit);
    UnloadImage(image);
    remove(picture);
    drive_close(app);
}

static void everything_is_read_from_the_back_row(void **state) {
    (void)state;
    check_size(1280, 720);
    check_size(1920, 1080);
    check_size(3840, 2160);
}

/* ---- slow motion -------------------------------------------------------------------------------- */

static void time_slows_down_for_a_reversal(void **state) {
    (void)state;
    rb_app *app = drive_open("long-wood", "--size", "160x90", "--screenshot", picture, NULL);
    rb_simulation *sim = rb_test_simulation(&app->session.runs[0].scene);
    rb_test_run_until(sim, 1.3);
    drive_act(app, "presenter on");
    rb_session_play_until(&app->session, 1.3);
    double slowest = 1, at = 0, fastest = 0;
    for (int i = 0; i < 2000 && rb_session_until_waits(&app->session); i++) {
        rb_app_frame(app, 1.0 / 30);
        double t = rb_session_time(&app->session);
        at = app->session.speed < slowest ? t : at;
        slowest = fmin(slowest, app->session.speed);
        fastest = t > 1.0 ? fmax(fastest, app->session.speed) : fastest;
    }
    double reversal = rb_session_summary(&app->session, 0)->first_reversal_time;
    assert_near(rb_session_time(&app->session), 1.3, 1e-9);
    assert_near(slowest, 0.15, 1e-12);
    assert_true(at < reversal);
    assert_true(fastest > 0.9); /* and back */
    assert_true(rb_session_summary(&app->session, 0)->state_hash == rb_simulation_hash(sim));
    drive_act(app, "presenter off");
    assert_near(app->session.speed, 1, 0);
    rb_simulation_destroy(sim);
    drive_close(app);
}

static void tops_begin_slowly(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", "--speed", "1", NULL);
    drive_act(app, "presenter on");
    assert_near(app->session.speed, 1, 0);
    drive_act(app, "scene tippetop-wood");
    drive_frames(app, 1);
    assert_true(app->session.speed >= 0.1 && app->session.speed <= 0.2);
    drive_act(app, "speed 0.4"); /* a lecturer may want another */
    drive_frames(app, 3);
    assert_near(app->session.speed, 0.4, 0);
    drive_act(app, "scene toy-plastic");
    drive_frames(app, 1);
    assert_near(app->session.speed, 1, 0);
    drive_act(app, "scene disk-k12; presenter off");
    assert_near(app->session.speed, rb_appearance_pace(app->session.runs[0].scene.body), 0);
    drive_close(app);
}

/* Rotation during the exposure of a frame is blurred accordingly, so there is no strobe effect. */
static void a_top_is_blurred_by_the_exposure(void **state) {
    (void)state;
    rb_app *app = drive_open("tippetop-wood", "--size", "160x90", "--screenshot", picture, NULL);
    drive_act(app, "presenter on");
    rb_session_play(&app->session);
    for (int i = 0; i < 60; i++) {
        rb_app_frame(app, 1.0 / 50);
    }
    double spin_now = fabs(app->session.shown[0]->omega.z);
    assert_true(spin_now > 100);
    assert_near(app->world_runs[0].sweep, spin_now * 0.15 / 50, 1e-3 * spin_now * 0.15 / 50);
    drive_act(app, "play off");
    rb_app_frame(app, 1.0 / 50);
    rb_app_frame(app, 1.0 / 50);
    assert_near(app->world_runs[0].sweep, 0, 0);
    drive_act(app, "scene toy-plastic; play on"); /* its outline turns as well */
    rb_app_frame(app, 1.0 / 50);
    rb_app_frame(app, 1.0 / 50);
    assert_near(app->world_runs[0].sweep, 0, 0);
    drive_close(app);
}

/* ---- steps and keys ----------------------------------------------------------------------------- */

static void press(rb_app *app, ImGuiKey key) {
    ImGuiIO_AddKeyEvent(igGetIO(), key, true);
    drive_frames(app, 1);
    ImGuiIO_AddKeyEvent(igGetIO(), key, false);
    drive_frames(app, 1);
    drive_until(app, drive_settled(app));
}

static double spin(const rb_app *app) {
    int row = rb_param_find(app->session.runs[0].scene.body->start, "omega3");
    return app->session.runs[0].applied.values[RB_SECTION_START][row];
}

static void a_clicker_leads_through_the_starts(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "320x180", NULL);
    press(app, ImGuiKey_F7);
    assert_true(app->presenter.on);
    assert_near(spin(app), 10, 0);
    press(app, ImGuiKey_PageDown); /* the second start, not the next scene */
    assert_string_equal(app->session.runs[0].preset.id, "toy-plastic");
    assert_near(spin(app), -10, 0);
    press(app, ImGuiKey_PageUp);
    assert_near(spin(app), 10, 0);
    press(app, ImGuiKey_PageUp); /* the last scene of its group */
    assert_string_equal(app->session.runs[0].preset.id, "disk-k12");
    drive_act(app, "scene toy-plastic; start 3");
    drive_until(app, drive_settled(app));
    press(app, ImGuiKey_PageDown);
    assert_string_equal(app->session.runs[0].preset.id, "tippetop-wood");
    press(app, ImGuiKey_F7);
    press(app, ImGuiKey_PageDown); /* without presenter mode the key is what it was */
    assert_string_equal(app->session.runs[0].preset.id, "toy-plastic");
    drive_close(app);
}

static void a_lecturer_has_keys(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", NULL);
    rb_error err = {""};
    assert_int_equal(rb_action_try(app, "present next", &err), RB_ERR_INPUT);
    assert_non_null(strstr(err.text, "presenter on"));
    drive_act(app, "presenter on");
    float arrows = app->style.arrow_scale;
    uint64_t start = app->session.frame->start;
    press(app, ImGuiKey_Period);
    assert_true(app->session.frame->start != start); /* once more */
    assert_near(app->style.arrow_scale, arrows, 0);
    press(app, ImGuiKey_M);
    assert_true(rb_view_microscope_large(app));
    assert_near(app->ui.rects.world.width, 640, 0); /* over all of it */
    press(app, ImGuiKey_M);
    assert_false(rb_view_microscope_shown(app));
    press(app, ImGuiKey_P);
    assert_near(app->ui.rects.world.width, 640, 0);
    press(app, ImGuiKey_P);
    assert_near(app->ui.rects.world.width, 448, 0);
    press(app, ImGuiKey_B);
    drive_act(app, "picture presenter.png");
    drive_frames(app, 2);
    Image image = LoadImage(picture);
    for (int i = 0; i < 640; i++) {
        assert_near(distance(GetImageColor(image, i, (i * 7) % 360), BLACK), 0, 0);
    }
    UnloadImage(image);
    remove(picture);
    press(app, ImGuiKey_Escape);
    assert_false(app->presenter.blank);
    press(app, ImGuiKey_Escape);
    assert_false(app->presenter.on);
    drive_close(app);
}

/* The same keys lead through a lesson; its card is a band with large text. */
static void a_lesson_is_presented(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "1280x720", NULL);
    drive_act(app, "style plain; presenter on; lesson other-way 1");
    drive_until(app, !rb_lesson_player_busy(&app->player) && drive_settled(app));
    drive_frames(app, 2);
    assert_non_null(rb_lesson_current(&app->player));
    assert_true(app->ui.rects.card.height > 30 && app->ui.rects.card.width == 1280);
    assert_near(app->ui.rects.world.y, app->ui.rects.card.height, 0);
    int steps = rb_lesson_current(&app->player)->step_count, asked = 0;
    for (int i = 0; i < 2 * steps && app->player.step + 1 < steps; i++) {
        int step = app->player.step;
        rb_lesson_view view = rb_lesson_view_of(app);
        bool asks = view.lesson->steps[step].question.choice_count > 0 && view.answer < 0 && !view.watched;
        press(app, ImGuiKey_PageDown);
        drive_until(app, !rb_lesson_player_busy(&app->player) && drive_settled(app));
        assert_int_equal(app->player.step, asks ? step : step + 1); /* first the answer is seen */
        asked += asks;
    }
    assert_int_equal(app->player.step, steps - 1);
    assert_true(asked > 0);
    press(app, ImGuiKey_PageUp);
    drive_until(app, !rb_lesson_player_busy(&app->player) && drive_settled(app));
    assert_int_equal(app->player.step, steps - 2);
    drive_close(app);
}

/* ---- pictures to show --------------------------------------------------------------------------- */

/* A still differs from the paper around it. */
static bool still_is_drawn(const Image *image, int index) {
    Color middle = GetImageColor(*image, 640 + 1280 * index, 700);
    return distance(middle, rb_color(RB_COLOR_PANEL)) > 20;
}

static void a_poster_leaves_everything_as_it_was(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "320x180", NULL);
    drive_act(app, "style plain; poster presenter.png");
    drive_until(app, !app->poster.under_way);
    Image image = LoadImage(picture);
    assert_int_equal(image.width, 3840);
    assert_int_equal(image.height, 2160);
    assert_true(line_height(&image, (Rectangle){0, 0, 1300, 160}) >= 70); /* the title */
    assert_true(curve_height(&image, (Rectangle){60, 1296, 2000, 800}) >= 8);
    assert_true(line_height(&image, (Rectangle){2270, 1300, 1500, 800}) >= 25); /* parameters */
    assert_true(still_is_drawn(&image, 0) && still_is_drawn(&image, 1) && still_is_drawn(&image, 2));
    UnloadImage(image);
    remove(picture);
    assert_true(app->poster.qr.size > 0 && strncmp(app->poster.link, "?scene=toy-plastic", 18) == 0);
    drive_frames(app, 2);
    assert_false(app->presenter.on);
    assert_near(app->ui.rects.world.x + app->ui.rects.world.width + app->ui.rects.right.width, 320, 1);
    drive_until(app, rb_session_playing(&app->session));
    drive_close(app);
}

static void a_clip_ends_by_itself(void **state) {
    (void)state;
    rb_error err = {""};
    rb_app *app = drive_open("toy-plastic", "--size", "320x180", "--speed", "0.5", NULL);
    assert_int_equal(rb_action_try(app, "clip 11", &err), RB_ERR_INPUT);
    assert_non_null(strstr(err.text, "10"));
    if (rb_action_try(app, "clip 0.5 presenter.gif", &err) != RB_OK) {
        assert_non_null(strstr(err.text, "ffmpeg is not installed"));
        drive_close(app);
        return;
    }
    assert_int_equal(rb_action_try(app, "poster", &err), RB_ERR_INPUT);
    double begun = rb_session_time(&app->session);
    drive_until(app, app->capture.video == NULL);
    assert_int_equal(app->capture.frames, 10); /* half a second at 20 frames a second */
    assert_near(rb_session_time(&app->session) - begun, 0.225, 0.06); /* at half the speed */
    drive_until(app, rb_session_playing(&app->session));
    assert_int_equal(access("presenter.gif", F_OK), 0);
    remove("presenter.gif");
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    drive_draws = true;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_read_from_the_back_row),
        cmocka_unit_test(time_slows_down_for_a_reversal),
        cmocka_unit_test(tops_begin_slowly),
        cmocka_unit_test(a_top_is_blurred_by_the_exposure),
        cmocka_unit_test(a_clicker_leads_through_the_starts),
        cmocka_unit_test(a_lecturer_has_keys),
        cmocka_unit_test(a_lesson_is_presented),
        cmocka_unit_test(a_poster_leaves_everything_as_it_was),
        cmocka_unit_test(a_clip_ends_by_itself),
    };
    return cmocka_run_group_tests_name("viewer presenter", tests, NULL, NULL);
}
