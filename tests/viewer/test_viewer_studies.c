/* The Studies page in the frames of the window: filled while time continues, read with the mouse, a case
   started by a click, a part refined by a drag, files, a fit, a band. */
#include <math.h>
#include <unistd.h>

#include "base/colours.h"
#include "drive_app.h"
#include "mouse_inline.h"
#include "viewer/gui/gui.h"

/* Moves to a share of the plot: 0, 0 is its lower left corner. */
static void point(rb_app *app, double x, double y) {
    Rectangle area = app->plots.study.area;
    mouse.pointer = (rb_pointer){
        .x = area.x + (float)x * area.width, .y = area.y + (float)(1 - y) * area.height, .here = true};
    drive_frames(app, 2);
}

/* ---- tests -------------------------------------------------------------------------------------- */

static rb_app *open_short(const char *way) {
    rb_app *app = drive_open("k11-fig5", "--size", "1280x720", way, NULL);
    drive_act(app, "set t_end=0.05; study map omega1=-1:1:5 omega2=-2:2:4 omega3_final");
    return app;
}

static double start_value(const rb_app *app, const char *name) {
    const rb_scene *scene = &app->session.runs[0].applied;
    return scene->values[RB_SECTION_START][rb_param_find(rb_scene_table(scene, RB_SECTION_START), name)];
}

/* Every cell has the colour of its value. */
static void check_colours(const rb_app *app) {
    const rb_survey *map = app->studies.survey;
    const rb_study_view *view = &app->plots.study;
    rb_colours colours = rb_colours_between(map->low[0], map->high[0]);
    assert_true(view->texture.id != 0 && view->width == 5 && view->height == 4);
    for (int job = 0; job < 20; job++) {
        Color c = view->pixels[job % 4 * 5 + job / 4];
        uint32_t expected = rb_colour(&colours, rb_survey_value(map, job, 0));
        assert_int_equal((uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b, expected);
    }
}

static void a_map_fills_and_is_used(void **state) {
    (void)state;
    for (int threaded = 0; threaded < 2; threaded++) {
        rb_app *app = open_short(threaded ? NULL : "--threadless");
        assert_int_equal(app->plots.page, RB_PAGE_STUDIES);
        drive_until(app, !rb_studies_run(&app->studies));
        drive_until(app, rb_session_time(&app->session) > 0); /* the run continues beside it */
        const rb_survey *map = app->studies.survey;
        assert_int_equal(map->done_count, 20);
        drive_frames(app, 2);

        check_colours(app);

        /* A click on the last column, second row: omega1 = 1, omega2 = -2/3. */
        point(app, 0.9, 0.375);
        button(app, true);
        button(app, false);
        drive_until(app, drive_settled(app));
        assert_near(start_value(app, "omega1"), 1, 0);
        assert_near(start_value(app, "omega2"), -2.0 / 3, 1e-15);
        assert_true(rb_session_undo(&app->session));

        /* A drag over the upper right quarter. */
        point(app, 0.5, 0.5);
        button(app, true);
        point(app, 0.99, 0.99);
        button(app, false);
        const rb_survey *part = app->studies.survey;
        assert_ptr_not_equal(part, map);
        assert_near(rb_survey_x(part)->from, 0, 0.02); /* a pixel or two of 250 */
        assert_near(rb_survey_x(part)->to, 1, 0);
        assert_near(rb_survey_y(part)->from, 0, 0.04);
        assert_near(rb_survey_y(part)->to, 2, 0);
        drive_until(app, !rb_studies_run(&app->studies));
        drive_act(app, "study back");
        assert_ptr_equal(app->studies.survey, map);
        mouse.pointer.here = false;
        drive_close(app);
    }
}

static void files_and_refusals(void **state) {
    (void)state;
    char csv[64], png[64], line[200];
    rb_error err = {""};
    snprintf(csv, sizeof csv, "studies.%ld.csv", (long)getpid());
    snprintf(png, sizeof png, "studies.%ld.png", (long)getpid());
    rb_app *app = open_short(NULL);
    drive_until(app, !rb_studies_run(&app->studies));
    snprintf(line, sizeof line, "study csv %s; study png %s", csv, png);
    drive_act(app, line);
    drive_until(app, !app->plots.study.alone);
    Image picture = LoadImage(png);
    assert_true(picture.width == 1280 && picture.height == 720);
    UnloadImage(picture);
    rb_app_open_file(app, csv); /* dropped on the window */
    assert_string_equal(app->studies.survey->file, csv);
    assert_int_equal(app->studies.survey->done_count, 20);
    drive_frames(app, 2);
    assert_int_equal(rb_action_try(app, "study start 5 5", &err), RB_ERR_INPUT);
    assert_contains(err.text, "within the ranges");
    assert_int_equal(rb_action_try(app, "study map omega1=0:1:3", &err), RB_ERR_INPUT);
    assert_contains(err.text, "OUTCOME");
    assert_int_equal(rb_action_try(app, "study load /no/such.csv", &err), RB_ERR_INPUT);
    assert_contains(err.text, "/no/such.csv");
    assert_int_equal(rb_action_try(app, "study take", &err), RB_ERR_INPUT);
    assert_int_equal(rb_action_try(app, "ensemble beauty=5%", &err), RB_ERR_INPUT);
    assert_contains(err.text, "beauty");
    assert_string_equal(app->studies.survey->file, csv); /* all of that left what there was */
    unlink(csv);
    unlink(png);
    drive_close(app);
}

/* The form as a definition: the same study again, here and in rbsim. */
static void a_saved_definition_gives_the_study_again(void **state) {
    (void)state;
    char json[64], line[200];
    rb_error err = {""};
    rb_app *app = open_short(NULL);
    drive_until(app, !rb_studies_run(&app->studies));
    snprintf(json, sizeof json, "studies.%ld.json", (long)getpid());
    snprintf(line, sizeof line, "study save %s; study load %s", json, json);
    drive_act(app, line);
    rb_study_spec saved;
    assert_int_equal(rb_study_spec_read_file(json, &saved, &err), RB_OK);
    unlink(json);
    assert_int_equal(saved.sweep.axis_count, 2);
    assert_string_equal(app->studies.survey->file, "");
    drive_until(app, !rb_studies_run(&app->studies));
    assert_int_equal(app->studies.survey->done_count, 20);
    drive_act(app, "study compute");
    assert_int_equal(app->studies.survey->count, 20);
    drive_until(app, !rb_studies_run(&app->studies));
    drive_close(app);
}

/* Tracked points are shown in the world, a fit uses them, and its result runs. */
static void measured_points_are_fitted(void **state) {
    (void)state;
    char csv[64], line[200];
    snprintf(csv, sizeof csv, "studies.%ld.csv", (long)getpid());
    rb_scene scene;
    rb_tracker camera = rb_tracker_default();
    assert_int_equal(rb_library_open("k15-d1", &scene, NULL), RB_OK);
    FILE *out = fopen(csv, "w");
    assert_non_null(out);
    fputs("t,x1,y1,x2,y2,x3,y3\n", out);
    for (int i = 0; i <= 10; i++) {
        rb_run_result r;
        double xy[6];
        assert_int_equal(rb_run(&scene, 0.02 * i, NULL, &r, NULL), RB_OK);
        rb_tracker_see(&camera, &scene, &r.last, 0, 0, xy);
        fprintf(out, "%g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", r.last.t, xy[0], xy[1], xy[2], xy[3], xy[4],
                xy[5]);
    }
    fclose(out);
    double mu = scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    rb_app *app = drive_open("k15-d1", "--size", "1280x720", NULL);
    snprintf(line, sizeof line, "set t_end=0.3; data %s; set mu=0.3; study fit free=mu %s", csv, csv);
    drive_act(app, line);
    double xy[2 * RB_OVERLAY_POINTS];
    assert_int_equal(rb_overlay_tracked(&app->plots.overlay, 0.101, xy), 3);
    assert_int_equal(rb_overlay_tracked(&app->plots.overlay, 5, xy), 0);
    assert_string_equal(app->studies.form.data, csv);
    drive_until(app, !rb_studies_run(&app->studies));
    assert_near(app->studies.fitting->best.values[0], mu, 0.01 * mu); /* 1 % */
    assert_true(app->studies.fitting->best.low[0] < app->studies.fitting->best.high[0]);
    drive_act(app, "study take");
    drive_until(app, drive_settled(app));
    assert_near(app->session.runs[0].applied.values[RB_SECTION_CONTACT][RB_CONTACT_MU], mu, 0.01 * mu);
    unlink(csv);
    drive_close(app);
}

/* Curves for laws, with a plot for each outcome: hovered, started by a click, saved; other kinds open too. */
static void curves_for_laws(void **state) {
    (void)state;
    char svg[64], json[64], line[300];
    rb_error err = {""};
    rb_app *app = drive_open("k11-fig5", "--size", "1280x960", NULL);
    drive_act(app,
              "study sweep mu=0.2:0.4:3 law=exact-circle,k11-p1 omega3_final,N_max until=0.05; study wait");
    drive_until(app, !rb_studies_run(&app->studies));
    drive_frames(app, 3);
    const rb_survey *s = app->studies.survey;
    assert_true(s->kind == RB_SURVEY_SWEEP && s->done_count == 6);
    assert_int_equal(app->studies.form.laws.count, 2);
    assert_int_equal(app->studies.form.spec.sweep.value_count, 2);
    assert_true(app->studies.form.until == 0.05);
    point(app, 0.5, 0.5);
    drive_frames(app, 2);
    assert_int_equal(app->plots.study.hovered, 1);
    drive_act(app, "study start 0.4 2");
    drive_until(app, drive_settled(app));
    assert_string_equal(app->session.runs[0].applied.friction->id, "k11-p1");
    mouse.pointer.here = false;
    snprintf(svg, sizeof svg, "curves.%ld.svg", (long)getpid());
    snprintf(json, sizeof json, "ensemble.%ld.json", (long)getpid());
    snprintf(line, sizeof line, "study svg %s", svg);
    drive_act(app, line);
    assert_int_equal(access(svg, R_OK), 0);
    unlink(svg);
    drive_act(app, "study map mu=0.2:0.4:2 omega2=0:1:2 omega3_final,N_max until=0.02; study show N_max");
    drive_until(app, !rb_studies_run(&app->studies));
    assert_int_equal(app->studies.survey->shown, 1);
    assert_int_equal(rb_action_try(app, "study show W_lost", &err), RB_ERR_INPUT);

    /* An ensemble as a definition: saved by the form, opened again. */
    app->studies.form.kind = RB_STUDY_ENSEMBLE;
    snprintf(app->studies.form.vary, sizeof app->studies.form.vary, "mu=10%%");
    app->studies.form.runs = 4;
    snprintf(line, sizeof line, "set t_end=0.05; study save %s; study load %s", json, json);
    drive_act(app, line);
    drive_until(app, !rb_studies_run(&app->studies));
    assert_int_equal(app->studies.form.kind, RB_STUDY_ENSEMBLE);
    assert_int_equal(app->studies.band->done_count, 5);
    assert_contains(app->studies.form.vary, "mu=0.0");
    unlink(json);
    drive_close(app);
}

/* Quitting while everything is computed does not wait; a band is visible while it grows. */
static void quitting_in_the_middle(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "640x360", NULL);
    drive_act(app, "page plots; ensemble mu=5% omega2=0.1 runs=2000");
    drive_until(app, app->studies.band->done_count > 1);
    assert_int_equal(app->plots.page, RB_PAGE_PLOTS);
    drive_frames(app, 20);
    assert_non_null(rb_band_of(app->studies.band, &app->session.runs[0].applied, rb_signal_find("omega3")));
    drive_act(app, "study map omega1=-1:1:400 omega2=-1:1:400 omega3_final");
    drive_frames(app, 5);
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_fills_and_is_used),
        cmocka_unit_test(files_and_refusals),
        cmocka_unit_test(a_saved_definition_gives_the_study_again),
        cmocka_unit_test(measured_points_are_fitted),
        cmocka_unit_test(curves_for_laws),
        cmocka_unit_test(quitting_in_the_middle),
    };
    return cmocka_run_group_tests_name("viewer studies", tests, NULL, NULL);
}
