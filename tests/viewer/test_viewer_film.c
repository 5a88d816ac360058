/* A film as a measurement in the window: dots are set, tracked in the background, corrected; the run's stone
   is fitted to them and drawn over the film. */
#include <math.h>
#include <unistd.h>

#include "../film/render.h"
#include "drive_app.h"
#include "viewer/actions/actions.h"

enum { FRAMES = 60 };

static void expect_refused(rb_app *app, const char *line, const char *why) {
    rb_error err = {""};
    assert_true(rb_action_try(app, line, &err) != RB_OK);
    assert_contains(err.text, why);
}

/* Clicks near the dots of the first frame. */
static void set_dots(rb_app *app, const char *dots) {
    char line[80];
    drive_do(app, "film dots");
    for (int i = 0; i < 3; i++) {
        double u = 0, v = 0;
        int used = 0;
        assert_int_equal(sscanf(dots, "%lf %lf%n", &u, &v, &used), 2);
        dots += used + (dots[used] == ',');
        snprintf(line, sizeof line, "film dot %g %g", u, v);
        drive_do(app, line);
    }
    drive_do(app, "film dots ready");
}

static void track(rb_app *app) {
    drive_do(app, "film track");
    drive_until(app, !rb_film_lab_runs(app));
}

/* The stone of render.c spins evenly, as the model's does without friction and skew. */
static void a_film_is_tracked_and_fitted(void **state) {
    (void)state;
    char dots[120];
    film_scene scene = film_default();
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", "--screenshot", "film.png", NULL);
    rb_film_lab *lab = &app->film_lab;
    expect_refused(app, "film track", "expected a film");
    if (!film_write("lab.mp4", &scene, FRAMES, dots, sizeof dots)) {
        drive_close(app);
        skip();
    }
    drive_act(app,
              "law none; rolling none; set B12=0; set omega3=7; set omega2=0; restart; film open lab.mp4");
    expect_refused(app, "film track", "expected two or more dots");
    expect_refused(app, "film fit", "track the dots first");
    expect_refused(app, "film correct 1 1 5 5", "film: ");
    set_dots(app, dots);
    drive_do(app, "film distance 0.072");
    track(app);
    assert_string_equal(lab->problem, "");
    assert_int_equal(lab->track.points.frames, FRAMES);
    assert_int_equal(lab->track.lost + lab->track.wrong_distance, 0);
    assert_int_equal(access(lab->table, R_OK), 0);
    remove(lab->table);
    /* A correction by hand is used, wrong as it is, and the check of the distances finds it. */
    const rb_dot_place *place = &lab->track.points.places[3 * 20 + 1];
    char line[80];
    snprintf(line, sizeof line, "film correct 20 2 %.2f %.2f", place->u + 9, place->v);
    drive_do(app, line);
    track(app);
    assert_int_equal(lab->track.points.places[3 * 20 + 1].problem, RB_DOT_DISTANCE);
    remove(lab->table);
    set_dots(app, dots); /* again, without corrections */
    track(app);
    drive_do(app, "film fit");
    drive_do(app, "study wait");
    drive_settle(app);
    const rb_fitting *fitting = app->studies.fitting;
    assert_non_null(fitting);
    assert_below(sqrt(fitting->best.F), 3e-4); /* m: 0.3 px */
    drive_act(app, "study take; until 0.5");
    drive_settle(app);
    drive_frames(app, 2);
    assert_near(app->session.shown[0]->omega.z, scene.spin, 0.02);
    /* What is not a dot: the reason is shown, what was tracked before stays. */
    remove(lab->table);
    set_dots(app, "5 5, 30 5, 60 5");
    track(app);
    assert_contains(lab->problem, "no coloured dot at");
    assert_int_equal(lab->track.points.frames, FRAMES);
    drive_do(app, "film track");
    drive_do(app, "film cancel");
    drive_until(app, !rb_film_lab_runs(app));
    drive_do(app, "film off");
    assert_int_equal(lab->track.points.frames, 0);
    drive_close(app);
    remove("lab.mp4");
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_film_is_tracked_and_fitted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
