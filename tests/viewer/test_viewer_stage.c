/* The lecturer's tools: replay of an event, drawing on the picture, the large number, its unit, forces, QR
   code; the running order of a lecture; a film beside the world; the
   lecturer's own window. */
#include <cimgui.h>
#include <math.h>
#include <unistd.h>

#include "app/session/units.h"
#include "drive_app.h"
#include "viewer/actions/actions.h"

static const char picture[] = "stage.png";

static void expect_refused(rb_app *app, const char *line, const char *why) {
    rb_error err = {""};
    assert_true(rb_action_try(app, line, &err) != RB_OK);
    assert_contains(err.text, why);
}

/* The record is shown, nothing is computed again, and afterwards the run continues. */
static void the_last_reversal_is_replayed(void **state) {
    (void)state;
    rb_app *app = drive_open("long-wood", "--size", "160x90", "--screenshot", picture, NULL);
    expect_refused(app, "replay-event", "no reversal is recorded");
    drive_act(app, "presenter on; speed 10; until 1.5");
    drive_settle(app);
    uint64_t hash = rb_session_summary(&app->session, 0)->state_hash;
    double reversal = rb_session_summary(&app->session, 0)->first_reversal_time;
    assert_true(reversal < 1.5);
    drive_do(app, "replay-event");
    assert_true(app->session.scrubbing);
    assert_near(app->session.scrub_t, reversal - 0.5, 1e-9);
    double before = app->session.scrub_t;
    rb_app_frame(app, 0.1);
    assert_near(app->session.scrub_t, before + 0.1 * 0.15, 1e-9);
    for (int i = 0; i < 100 && app->presenter.replay.on; i++) {
        rb_app_frame(app, 0.1);
    }
    assert_false(app->session.scrubbing);
    assert_near(rb_session_time(&app->session), 1.5, 1e-9);
    assert_true(rb_session_summary(&app->session, 0)->state_hash == hash);
    drive_do(app, "replay-event");
    drive_do(app, "seek begin"); /* the user goes elsewhere: the replay ends */
    rb_app_frame(app, 0.1);
    assert_false(app->presenter.replay.on);
    assert_near(app->session.scrub_t, rb_history_begin(&app->session.history), 0);
    drive_close(app);
}

static void strokes_stop_time_and_can_be_erased(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "320x180", NULL);
    drive_act(app, "style plain; presenter on");
    drive_until(app, rb_session_playing(&app->session));
    drive_do(app, "draw pen 20,20 30,20 30,40");
    drive_until(app, !rb_session_playing(&app->session));
    drive_do(app, "draw arrow 60,60 70,80");
    assert_int_equal(app->toolbox.stroke_count, 2);
    assert_int_equal(app->toolbox.strokes[0].count, 3);
    assert_true(app->toolbox.strokes[1].arrow);
    expect_refused(app, "draw pen 20", "expected a point X,Y in per cent");
    expect_refused(app, "draw pen 20,130", "got \"20,130\"");
    expect_refused(app, "draw off 20,30", "no points after off and clear");
    drive_do(app, "draw erase 25,20"); /* between two points of the first stroke */
    assert_int_equal(app->toolbox.stroke_count, 1);
    assert_true(app->toolbox.strokes[0].arrow);
    drive_do(app, "draw clear");
    assert_int_equal(app->toolbox.stroke_count, 0);
    for (int i = 0; i < RB_STROKES_MAX + 3; i++) {
        drive_do(app, "draw pen 1,1 2,2");
    }
    assert_int_equal(app->toolbox.stroke_count, RB_STROKES_MAX);
    drive_do(app, "close"); /* Escape: the drawing is removed, time continues */
    assert_int_equal(app->toolbox.tool, RB_DRAW_OFF);
    assert_int_equal(app->toolbox.stroke_count, 0);
    assert_true(app->presenter.on);
    drive_until(app, rb_session_playing(&app->session));
    drive_close(app);
}

static void one_number_fills_the_window(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", "--screenshot", picture, NULL);
    char text[40];
    Color ink;
    drive_act(app, "presenter on; number on; picture stage.png");
    drive_until(app, app->capture.picture[0] == '\0');
    Image image = LoadImage(picture);
    Color paper = GetImageColor(image, 4, 4);
    int first = image.height, last = 0;
    for (int y = 0; y < image.height; y++) {
        for (int x = 0; x < image.width; x++) {
            Color c = GetImageColor(image, x, y);
            if (abs(c.r - paper.r) + abs(c.g - paper.g) + abs(c.b - paper.b) > 200) {
                first = y < first ? y : first;
                last = y;
            }
        }
    }
    assert_true(last - first > 0.35 * image.height); /* digits and unit */
    UnloadImage(image);
    remove(picture);
    assert_true(rb_spin_view_number(app, text, sizeof text, &ink));
    assert_string_equal(text, "+10.0");
    drive_do(app, "spin-unit turns");
    assert_true(rb_spin_view_number(app, text, sizeof text, &ink));
    assert_string_equal(text, "+1.59"); /* 10 / 2π */
    char question[300];
    rb_caption caption = rb_session_caption(&app->session, 0);
    assert_contains(rb_caption_question(&caption, question, sizeof question), "+1.59 turns/s");
    drive_do(app, "spin-unit");
    assert_string_equal(rb_spin_unit(app->session.turns).name, "rad/s");
    drive_do(app, "close");
    assert_false(app->toolbox.number);
    drive_close(app);
}

static void forces_are_hidden_and_shown_again(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", "--screenshot", picture, NULL);
    drive_act(app, "show all off; show weight on; show roll on; show spin on");
    unsigned before = app->style.show;
    drive_do(app, "show forces");
    assert_int_equal(app->style.show, before & ~(unsigned)(RB_SHOW_WEIGHT | RB_SHOW_ROLL));
    assert_false(rb_action_on(app, "show forces"));
    drive_do(app, "show forces");
    assert_int_equal(app->style.show, before);
    assert_true(rb_action_on(app, "show forces"));
    drive_close(app);
}

/* The picture of the window has the code of the link; zbarimg reads it. */
static void the_code_has_the_link(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", "--screenshot", picture, NULL);
    expect_refused(app, "site example.org", "an address like https://");
    expect_refused(app, "site https://example.org/?a=1", "without ? and #");
    drive_act(app, "site https://example.org/celt/; set mu=0.25; restart; theme dark; presenter on");
    drive_settle(app);
    drive_do(app, "qr on");
    assert_contains(app->toolbox.qr_text, "https://example.org/celt/?scene=toy-plastic");
    assert_contains(app->toolbox.qr_text, "set=mu:0.25");
    if (system("command -v zbarimg >/dev/null 2>&1") == 0) {
        char found[RB_QR_TEXT_MAX + 2] = "";
        drive_act(app, "picture stage.png");
        drive_until(app, app->capture.picture[0] == '\0');
        FILE *in = popen("zbarimg -q --raw stage.png 2>/dev/null", "r");
        assert_non_null(in);
        assert_non_null(fgets(found, sizeof found, in));
        assert_int_equal(pclose(in), 0);
        found[strcspn(found, "\n")] = '\0';
        assert_string_equal(found, app->toolbox.qr_text);
        remove(picture);
    }
    drive_do(app, "close");
    assert_false(app->toolbox.qr_on);
    drive_do(app, "site off");
    drive_do(app, "qr on");
    assert_int_equal(app->toolbox.qr_text[0], '?');
    drive_close(app);
}

/* ---- running order ------------------------------------------------------------------------------ */

static void write_order(const char *items) {
    FILE *out = fopen("order.json", "w");
    assert_non_null(out);
    fprintf(out, "{\"format\":\"rattleback-order\",\"version\":1,\"name\":\"L\",\"items\":[%s]}", items);
    assert_int_equal(fclose(out), 0);
}

static void press_page(rb_app *app, ImGuiKey key) {
    ImGuiIO_AddKeyEvent(igGetIO(), key, true);
    drive_frames(app, 1);
    ImGuiIO_AddKeyEvent(igGetIO(), key, false);
    drive_frames(app, 1);
    drive_until(app, drive_settled(app) && !rb_lesson_player_busy(&app->player));
}

static const char *scene_of(const rb_app *app) {
    return app->session.runs[0].preset.id;
}

/* A scene, a start, a single step and a whole lesson; Page Down stays within the list. */
static void page_down_follows_the_running_order(void **state) {
    (void)state;
    write_order("{\"title\":\"A\",\"do\":[\"scene long-wood\",\"start 'Only a tap'\"],\"notes\":\"Tap it.\"},"
                "{\"title\":\"B\",\"do\":[\"lesson other-way 4\"]},"
                "{\"title\":\"C\",\"do\":[\"lesson jellett\"]}");
    rb_app *app = drive_open("--order", "order.json", "--size", "160x90", NULL);
    drive_act(app, "presenter on");
    assert_string_equal(scene_of(app), "long-wood");
    assert_near(app->session.runs[0].scene.values[RB_SECTION_START][2], 0, 0); /* no spin */
    press_page(app, ImGuiKey_PageUp);
    assert_int_equal(app->running_order.at, 0);
    press_page(app, ImGuiKey_PageDown);
    assert_string_equal(rb_lesson_current(&app->player)->id, "other-way");
    assert_int_equal(app->player.step, 3);
    press_page(app, ImGuiKey_PageDown); /* one step only, then the next item from its first step */
    assert_string_equal(rb_lesson_current(&app->player)->id, "jellett");
    assert_int_equal(app->player.step, 0);
    for (int i = 0; i < 12; i++) {
        press_page(app, ImGuiKey_PageDown);
    }
    assert_string_equal(rb_lesson_current(&app->player)->id, "jellett"); /* stays at the last step */
    assert_int_equal(app->player.step, rb_lesson_current(&app->player)->step_count - 1);
    drive_act(app, "presenter off; order go 1");
    drive_until(app, drive_settled(app));
    assert_null(rb_lesson_current(&app->player));
    assert_string_equal(scene_of(app), "long-wood");
    press_page(app, ImGuiKey_PageDown); /* outside presenter mode, too */
    assert_int_equal(app->running_order.at, 1);
    drive_act(app, "order off; scene toy-plastic; scene next");
    assert_string_not_equal(scene_of(app), "toy-plastic");
    drive_close(app);
    remove("order.json");
}

/* Made in the window: added, moved, removed, saved, and opened again with the same items. */
static void a_running_order_is_made_in_the_window(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", "--screenshot", picture, NULL);
    const rb_order *order = &app->running_order.order;
    expect_refused(app, "order save", "expected at least one item");
    expect_refused(app, "order next", "expected a running order");
    drive_act(app, "set mu=0.25; restart; order add; lesson energy 2");
    drive_settle(app);
    drive_act(app, "order add; lesson leave; scene long-wood; order add");
    assert_int_equal(order->count, 3);
    assert_contains(order->items[0].lines, "set=mu:0.25");
    assert_string_equal(order->items[1].lines, "lesson energy\n");
    assert_string_equal(order->items[2].title, "Long wooden stone");
    drive_act(app, "order up 3; order down 1; order remove 3");
    assert_int_equal(order->count, 2);
    assert_string_equal(order->items[0].title, "Long wooden stone");
    expect_refused(app, "order go 7", "from 1 to 2");
    expect_refused(app, "order open nowhere.json", "nowhere.json");
    rb_order *before = malloc(sizeof *before);
    assert_non_null(before);
    *before = *order;
    drive_act(app, "order save order.json; order off; order open order.json; order list");
    drive_settle(app);
    assert_int_equal(order->count, 2);
    assert_memory_equal(before->items, order->items, 2 * sizeof order->items[0]);
    assert_string_equal(scene_of(app), "long-wood");
    free(before);
    drive_close(app);
    remove("order.json");
}

static void broken_running_orders_say_where(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"1", "order.json: items[1]: expected an object, got a number"},
        {"{\"title\":\"A\"}", "items[1]: do: missing, expected a list"},
        {"{\"title\":\"A\",\"do\":[]}", "items[1]: do: expected at least one action"},
        {"{\"title\":\"A\",\"do\":[\"scene long-wood\"],\"note\":\"\"}", "items[1]: note: unknown field"},
        {"{\"title\":\"A\",\"do\":[\"scene long-food\"]}",
         "items[1]: do: \"scene long-food\": scene: expected"},
        {"{\"title\":\"A\",\"do\":[\"scene long-wood\",\"start 9\"]}", "\"start 9\""},
        {"{\"title\":\"A\",\"do\":[\"lesson spin-it 9\"]}",
         "\"lesson spin-it 9\": lesson: expected a whole number"},
        {"{\"title\":\"A\",\"do\":[\"lesson spun\"]}", "expected the id of a lesson"},
        {"{\"title\":\"A\",\"do\":[\"open none.json\"]}", "none.json"},
        {"{\"title\":\"A\",\"do\":[\"quit\"]}", "quit: expected an action that a lesson may use"},
    };
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", "--screenshot", picture, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_order(cases[i][0]);
        expect_refused(app, "order open order.json", cases[i][1]);
        assert_int_equal(app->running_order.order.count, 0);
    }
    drive_close(app);
    remove("order.json");
}

/* ---- film --------------------------------------------------------------------------------------- */

/* Two seconds at 20 frames per second; frame n has the brightness 16 + 4 n. */
static bool make_film(void) {
    return system(
               "ffmpeg -v quiet -y -f lavfi -i \"nullsrc=s=64x48:r=20:d=2,geq=lum='16+4*N':cb=128:cr=128\" "
               "-c:v ffv1 -pix_fmt yuv420p film.mkv 2>/dev/null") == 0;
}

/* The frame in the texture, by its brightness. */
static int frame_shown(const rb_app *app) {
    return (int)lround((double)app->film.pixels[0].r * 256 / 298 / 4);
}

static void a_film_follows_the_run(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", "--screenshot", picture, NULL);
    if (!make_film()) {
        skip();
    }
    expect_refused(app, "film offset 1", "expected a film");
    drive_act(app, "film open film.mkv; film beside; speed 10; until 1");
    drive_settle(app);
    drive_frames(app, 1);
    assert_false(rb_film_loading(app->film.film));
    assert_near(rb_film_length(app->film.film), 2, 1e-9);
    assert_int_equal(frame_shown(app), 20);
    Rectangle world = app->ui.rects.world, film = app->ui.rects.film;
    assert_true(film.width > 100 && film.x >= world.x + world.width - 1);
    drive_act(app, "seek 0.5");
    drive_frames(app, 1);
    assert_int_equal(frame_shown(app), 10); /* the past, too */
    drive_act(app, "film offset 0.25");
    drive_frames(app, 1);
    assert_int_equal(frame_shown(app), 15);
    drive_act(app, "film rate 2; film under");
    drive_frames(app, 2);
    assert_int_equal(frame_shown(app), 25);
    assert_true(app->ui.rects.film.y >= app->ui.rects.world.y + app->ui.rects.world.height - 1);
    drive_act(app, "film offset -5");
    drive_frames(app, 1);
    assert_int_equal(rb_film_frame_at(app->film.film, rb_film_view_time(app)), -1);
    expect_refused(app, "film rate 0", "expected a number");
    drive_act(app, "film off");
    drive_frames(app, 1);
    assert_near(app->ui.rects.film.width, 0, 0);
    drive_close(app);
    remove("film.mkv");
}

static void expect_no_film(rb_app *app, const char *line, const char *why) {
    rb_error err = {""};
    assert_true(rb_action_try(app, line, &err) != RB_OK);
    assert_contains(err.text, why);
    assert_null(app->film.film);
}

static void a_film_that_cannot_be_read_says_why(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", "--screenshot", picture, NULL);
    expect_no_film(app, "film open nowhere.mp4", "nowhere.mp4");
    expect_no_film(app, "film open /dev/zero", "/dev/zero");
    write_order("");
    expect_no_film(app, "film open order.json", "order.json: expected a video that ffmpeg can read");
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    expect_no_film(app, "film open order.json", "needs ffmpeg, which is not installed");
    assert_int_equal(setenv("PATH", path, 1), 0);
    remove("order.json");
    drive_close(app);
}

/* ---- lecturer's window -------------------------------------------------------------------------- */

static void the_lecturer_sees_notes_and_what_comes_next(void **state) {
    (void)state;
    write_order("{\"title\":\"A\",\"do\":[\"scene long-wood\"],\"notes\":\"Pass it around.\"},"
                "{\"title\":\"B\",\"do\":[\"lesson energy\"]}");
    rb_app *app = drive_open("toy-plastic", "--size", "320x180", NULL);
    drive_act(app, "style plain; notes on; presenter on");
    drive_frames(app, 3);
    assert_true(app->lecturer.on && app->lecturer.drawn > 0);
    rb_lecture_step step = rb_lecturer_step(app);
    assert_string_equal(step.title, "Toy-shop stone");
    assert_contains(step.next, "starts");
    drive_act(app, "order open order.json");
    drive_until(app, drive_settled(app));
    step = rb_lecturer_step(app);
    assert_string_equal(step.title, "1 of 2: A");
    assert_contains(step.notes, "Pass it around.");
    assert_string_equal(step.next, "B");
    drive_act(app, "order next");
    drive_until(app, drive_settled(app) && !rb_lesson_player_busy(&app->player));
    step = rb_lecturer_step(app);
    assert_contains(step.title, "2 of 2: B · Follow the energy, 1 of 5: At the start");
    assert_string_equal(step.next, "The reversal");
    drive_act(app, "order off; lesson friction 1");
    drive_until(app, drive_settled(app) && !rb_lesson_player_busy(&app->player));
    step = rb_lecturer_step(app);
    assert_contains(step.notes, "Question: What does its spin do?");
    assert_string_equal(step.next, "let the run answer");
    drive_frames(app, 3); /* the first window is drawn as before */
    drive_until(app, rb_ui_place(&app->ui, "notes.next").x > 0);
    drive_act(app, "notes off; notes on; notes off");
    assert_false(app->lecturer.on);
    drive_frames(app, 2);
    drive_close(app);
    app = drive_open("toy-plastic", "--size", "160x90", "--screenshot", picture, NULL);
    expect_refused(app, "notes on", "expected a window");
    drive_close(app);
    remove("order.json");
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    drive_draws = true;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_reversal_is_replayed),
        cmocka_unit_test(strokes_stop_time_and_can_be_erased),
        cmocka_unit_test(one_number_fills_the_window),
        cmocka_unit_test(forces_are_hidden_and_shown_again),
        cmocka_unit_test(the_code_has_the_link),
        cmocka_unit_test(page_down_follows_the_running_order),
        cmocka_unit_test(a_running_order_is_made_in_the_window),
        cmocka_unit_test(broken_running_orders_say_where),
        cmocka_unit_test(a_film_follows_the_run),
        cmocka_unit_test(a_film_that_cannot_be_read_says_why),
        cmocka_unit_test(the_lecturer_sees_notes_and_what_comes_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
