/* The Workshop in the frames of the window: weights dragged with the mouse, edits undone, a stone spun, a
   search, files written and opened. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "drive_app.h"
#include "mouse_inline.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"

static void point(rb_app *app, float x, float y) {
    mouse.pointer = (rb_pointer){.x = x, .y = y, .here = true};
    drive_frames(app, 2);
}

/* ---- tests -------------------------------------------------------------------------------------- */

static double at(const rb_app *app, int weight, int value) {
    return app->workshop.design.weights[weight].v[value];
}

static void weights_are_dragged(void **state) {
    (void)state;
    rb_app *app = drive_open("--fresh", "--size", "1280x720", "--panel", "workshop", NULL);
    drive_frames(app, 4);
    Vector2 first = rb_ui_place(&app->ui, "workshop.weight1"),
            other = rb_ui_place(&app->ui, "workshop.weight2");
    assert_true(first.x > other.x);
    double scale = (first.x - other.x) / 0.06, x = at(app, 0, RB_WEIGHT_X),
           y = at(app, 0, RB_WEIGHT_Y); /* px per m */
    point(app, first.x, first.y);
    button(app, true);
    assert_int_equal(app->workshop.selected, 0);
    for (int i = 1; i <= 4; i++) {
        point(app, first.x - 10.0f * (float)i, first.y - 2.0f * (float)i);
    }
    button(app, false);
    /* By 40 px to the left and 8 up, to a pixel and whole tenths of a millimetre, and the opposite weight
     * with it. */
    assert_near(at(app, 0, RB_WEIGHT_X), x - 40 / scale, 1 / scale + 5e-5);
    assert_near(at(app, 0, RB_WEIGHT_Y), y + 8 / scale, 1 / scale + 5e-5);
    assert_near(at(app, 1, RB_WEIGHT_X), -at(app, 0, RB_WEIGHT_X), 1e-12);
    assert_near(at(app, 1, RB_WEIGHT_Y), -at(app, 0, RB_WEIGHT_Y), 1e-12);
    drive_do(app, "workshop undo"); /* the whole drag */
    assert_near(at(app, 0, RB_WEIGHT_X), x, 0);
    assert_near(at(app, 1, RB_WEIGHT_Y), -y, 0);
    drive_close(app);
}

/* Every action, and what it refuses. */
static void actions_change_the_design(void **state) {
    (void)state;
    rb_app *app = drive_open("--fresh", "--size", "1280x720", NULL);
    rb_workshop *w = &app->workshop;
    rb_error err;
    drive_act(app, "workshop template boat; workshop set a1=0.065 weights[0].density=brass");
    drive_frames(app, 2);
    assert_int_equal(app->plots.page, RB_PAGE_WORKSHOP);
    assert_near(w->design.v[RB_STONE_A1], 0.065, 0);
    assert_near(at(app, 0, RB_WEIGHT_DENSITY), 8500, 0);
    drive_act(
        app, "workshop weight 0.01 0.002; workshop move 3 0.012 0.001; workshop select 2; workshop remove 1");
    assert_int_equal(w->design.weight_count, 2);
    assert_near(at(app, 1, RB_WEIGHT_X), 0.012, 0);
    drive_do(app, "workshop mirror");
    assert_near(at(app, 1, RB_WEIGHT_Y), -0.001, 0);
    drive_act(app, "workshop undo; workshop redo");
    const char *const wrong[][2] = {{"workshop template cube", "expected half-ellipsoid, spoon"},
                                    {"workshop template pebble none.stl", "none.stl"},
                                    {"workshop set a1=-1", "a1"},
                                    {"workshop set a1", "NAME=VALUE"},
                                    {"workshop weight 1", "X Y in m"},
                                    {"workshop move 7 0 0", "7"},
                                    {"workshop ask tomorrow", "within, most, both"},
                                    {"workshop ask within=0", "within"},
                                    {"workshop open none.json", "none.json"},
                                    {"workshop print stone.obj", "FILE.3mf or FILE.stl"},
                                    {"workshop drawing stone.txt", "FILE.pdf"},
                                    {"workshop take", "no stone was found"},
                                    {"workshop chart", "there is no search"},
                                    {"workshop redo", "nothing to redo"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rb_stone_design before = w->design;
        assert_int_not_equal(rb_action_try(app, wrong[i][0], &err), RB_OK);
        assert_contains(err.text, wrong[i][1]);
        assert_memory_equal(&w->design, &before, sizeof before);
    }
    drive_do(app, "workshop set weights[0].x=0.064");
    assert_int_not_equal(rb_action_try(app, "workshop spin 10", &err), RB_OK);
    assert_contains(err.text, "weights[0]: a hole of");
    drive_close(app);
}

/* "Spin it" runs the design: its mass, and the reversal of the toy stone. */
static void the_stone_is_spun(void **state) {
    (void)state;
    rb_app *app = drive_open("--fresh", "--size", "1280x720", NULL);
    drive_act(app, "workshop template half-ellipsoid; workshop spin 10");
    drive_settle(app);
    const rb_scene *scene = &app->session.runs[0].scene;
    rb_mass mass;
    assert_int_equal(rb_mass_of_scene(scene, &mass, NULL), RB_OK);
    assert_near(mass.mass, app->workshop.facts.mass.mass, 0);
    assert_string_equal(scene->name, "half-ellipsoid");
    drive_until(app, rb_session_time(&app->session) > 3);
    assert_true(rb_session_summary(&app->session, 0)->reversal_count > 0);
    drive_close(app);
}

static void files_are_written_and_opened(void **state) {
    (void)state;
    char stone[200], mesh[200], drawing[200], chart[200], line[300];
    const struct {
        const char *action, *file;
        char *path;
    } files[] = {
        {"save", "stone.json", stone}, {"print", "stone.3mf", mesh}, {"drawing", "stone.svg", drawing}};
    rb_app *app = drive_open("--fresh", "--size", "1280x720", NULL);
    drive_do(app, "workshop template half-ellipsoid");
    for (int i = 0; i < 3; i++) {
        snprintf(files[i].path, 200, "%s", rb_test_path(files[i].file));
        snprintf(line, sizeof line, "workshop %s '%s'", files[i].action, files[i].path);
        drive_do(app, line);
    }
    /* Under the thread sanitizer only the threads of a search matter: it is short and finds nothing. */
    drive_do(app, RB_UNDER_TSAN ? "workshop ask within=0.1" : "workshop ask within=2.1");
    rb_stone_design before = app->workshop.design, found;
    drive_until(app, !rb_studies_run(&app->studies));
    assert_int_equal(rb_asking_design(app->studies.asking, &found), !RB_UNDER_TSAN);
    snprintf(chart, sizeof chart, "%s", rb_test_path("chart.svg"));
    snprintf(line, sizeof line, "workshop chart '%s'", chart);
    drive_do(app, line);
    if (!RB_UNDER_TSAN) {
        drive_do(app, "workshop take");
        assert_memory_equal(app->workshop.design.weights, found.weights, sizeof found.weights);
    }
    drive_frames(app, 3);         /* with the curve */
    rb_app_open_file(app, stone); /* as if it was dropped on the window */
    assert_memory_equal(app->workshop.design.weights, before.weights, sizeof before.weights);
    rb_mass printed;
    assert_int_equal(rb_mass_read_file(mesh, 1050, 0, &printed, NULL), RB_OK);
    assert_true(printed.mass > 0.0105 && printed.mass < 0.0110);
    assert_int_equal(access(drawing, R_OK) | access(chart, R_OK), 0);
    drive_close(app);
    remove(stone), remove(mesh), remove(drawing), remove(chart);
}

/* The page on a phone: everything is drawn, nothing beside it fails. */
static void a_phone_has_the_page(void **state) {
    (void)state;
    rb_app *app = drive_open("--fresh", "--size", "390x844", NULL);
    drive_act(app, "workshop template spoon; workshop select 1");
    drive_frames(app, 3);
    Vector2 stone = rb_ui_place(&app->ui, "workshop.stone");
    assert_true(stone.x > 0 && stone.x < 390 && stone.y > 390 && stone.y < 844);
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_dragged),  cmocka_unit_test(actions_change_the_design),
        cmocka_unit_test(the_stone_is_spun),    cmocka_unit_test(files_are_written_and_opened),
        cmocka_unit_test(a_phone_has_the_page),
    };
    return cmocka_run_group_tests_name("the workshop", tests, rb_test_make_folder, rb_test_remove_folder);
}
