/* The large number of the spin, which flashes at a reversal, and the cost of a right-hand side, which is
   shown once it is known. */
#include <math.h>

#include "drive_app.h"
#include "viewer/panels/panels.h"

/* Calls of rb_scene_look, which the linker leads here. */
static int looks;
void __real_rb_scene_look(const rb_scene *scene, rb_body_look *out);
void __wrap_rb_scene_look(const rb_scene *scene, rb_body_look *out);
void __wrap_rb_scene_look(const rb_scene *scene, rb_body_look *out) {
    looks++;
    __real_rb_scene_look(scene, out);
}

static rb_app *open_app(const char *start) {
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", "--screenshot", "unused.png", NULL);
    drive_act(app, start);
    rb_session_play_until(&app->session, 3);
    do {
        rb_session_update(&app->session, 1.0 / 30);
    } while (rb_session_until_waits(&app->session));
    return app;
}

static float flash_at(rb_app *app, double t) {
    rb_session_scrub(&app->session, t);
    drive_frames(app, 2);
    return rb_spin_view_flash(app, 0);
}

/* At the reversal, then fading: by e every quarter of a second of the run, and over after one. The moment
   shown is at most 1/60 s from the requested one: 7 % of the fading. */
static void it_flashes_when_it_turns(void **state) {
    (void)state;
    rb_app *app = open_app("start 1");
    double turn = rb_session_summary(&app->session, 0)->first_reversal_time;
    assert_true(turn > 1.7 && turn < 1.9);
    for (double t = 0.1; t < turn - 0.05; t += 0.4) {
        assert_true(flash_at(app, t) == 0);
    }
    assert_true(flash_at(app, turn + 0.02) > 0.8f);
    float before = 1;
    for (double age = 0.05; age < 0.95; age += 0.2) {
        float flash = flash_at(app, turn + age);
        assert_true(flash < before);
        assert_near((double)flash, exp(-age / 0.25), 0.07);
        before = flash;
    }
    assert_true(flash_at(app, turn + 1.1) == 0);
    assert_true(flash_at(app, turn - 0.05) == 0); /* back before it */
    drive_close(app);
}

/* Coming to rest is not a reversal, though the last spin may have either sign; it is not shown. */
static void it_does_not_flash_at_rest(void **state) {
    (void)state;
    rb_app *app = open_app("start 1");
    rb_session_play_until(&app->session, 12);
    do {
        rb_session_update(&app->session, 1.0 / 30);
    } while (rb_session_until_waits(&app->session));
    double rest = rb_session_now(&app->session, 0)->t;
    assert_int_equal(rb_session_now(&app->session, 0)->phase, RB_PHASE_AT_REST);
    for (double t = rest - 1.5; t <= rest; t += 0.1) {
        assert_true(flash_at(app, t) == 0);
    }
    drive_close(app);
}

/* In the preferred direction nothing reverses; nor does the tiny oscillation of a stone that only rocks. */
static void it_does_not_flash_otherwise(void **state) {
    (void)state;
    rb_app *app = open_app("start 2");
    for (double t = 0; t < 3; t += 0.4) {
        assert_true(flash_at(app, t) == 0);
    }
    drive_act(app, "set omega1=2 omega2=0 omega3=0");
    drive_act(app, "restart");
    rb_session_play_until(&app->session, 0.8);
    do {
        rb_session_update(&app->session, 1.0 / 30);
    } while (rb_session_until_waits(&app->session));
    int turns = 0;
    double last = 0;
    for (double t = 0; t < 0.8; t += 0.02) {
        assert_true(flash_at(app, t) == 0);
        double spin = app->session.shown[0]->omega.z;
        turns += spin * last < 0;
        last = spin;
    }
    assert_true(turns > 0);
    drive_close(app);
}

static const rb_runs_column *cost_column(const rb_runs_column *columns, int count) {
    for (int i = 0; i < count; i++) {
        if (columns[i].kind == RB_COLUMN_COST) {
            return &columns[i];
        }
    }
    return NULL;
}

/* With too few quiet ticks there is no value; pictures and files that must be reproducible do not contain
   it, because it depends on the machine. */
static void the_cost_is_reported_when_it_is_known(void **state) {
    (void)state;
    rb_app *app = open_app("compare opposite-spin");
    rb_runs_column columns[RB_RUNS_COLUMNS];
    int count = rb_runs_columns(&app->session, true, columns);
    assert_null(cost_column(columns, count));
    count = rb_runs_columns(&app->session, false, columns);
    const rb_runs_column *cost = cost_column(columns, count);
    assert_non_null(cost);
    char text[32];
    app->session.readout.at[1].rhs_seconds = 0;
    assert_true(isnan(rb_runs_value(&app->session, 1, cost)));
    rb_runs_cell(&app->session, 1, cost, text, sizeof text);
    assert_string_equal(text, "–");
    app->session.readout.at[1].rhs_seconds = 3.11e-6;
    rb_runs_cell(&app->session, 1, cost, text, sizeof text);
    assert_string_equal(text, "3.1");
    drive_close(app);
}

/* What a body looks like is computed when its scene changes, not in every frame. */
static void a_look_is_computed_once_per_change(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", "--screenshot", "unused.png", NULL);
    drive_act(app, "show all on; compare opposite-spin; single");
    drive_settle(app);
    drive_frames(app, 2);
    looks = 0;
    drive_frames(app, 10);
    assert_int_equal(looks, 0);
    drive_act(app, "set m=0.02; restart");
    drive_settle(app);
    drive_frames(app, 10);
    assert_int_equal(looks, 1);
    drive_close(app);
}

/* Paused, nothing changes in the picture: then the page stops drawing. */
static void a_paused_window_becomes_idle(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", "--screenshot", "unused.png", NULL);
    drive_act(app, "play on");
    drive_frames(app, 60); /* the camera follows the stone */
    assert_true(rb_session_time(&app->session) > 0);
    drive_act(app, "restart; play off");
    drive_settle(app);
    drive_until(app, rb_app_is_idle(app)); /* after two seconds */
    drive_act(app, "play on");
    drive_frames(app, 2);
    assert_false(rb_app_is_idle(app));
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_flashes_when_it_turns),
        cmocka_unit_test(it_does_not_flash_at_rest),
        cmocka_unit_test(it_does_not_flash_otherwise),
        cmocka_unit_test(the_cost_is_reported_when_it_is_known),
        cmocka_unit_test(a_paused_window_becomes_idle),
        cmocka_unit_test(a_look_is_computed_once_per_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
