/* Actions on the program itself: each has its effect, impossible ones say why, and random input does not
   crash the window. */
#include <math.h>
#include <unistd.h>

#include "app/actions/grammar.h"
#include "drive_app.h"
#include "viewer/actions/actions.h"

/* Tests that write files use their own folder. */
static int enter_folder(void **state) {
    (void)state;
    return system("rm -rf actions && mkdir actions") == 0 && chdir("actions") == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    return chdir("..");
}

static void act(rb_app *app, const char *line) {
    rb_error err = {""};
    if (rb_action_try(app, line, &err) != RB_OK) {
        fail_msg("%s: %s", line, err.text);
    }
    drive_frames(app, 1);
}

static void refuse(rb_app *app, const char *line, const char *message) {
    rb_error err = {""};
    assert_true(rb_action_try(app, line, &err) != RB_OK);
    if (strstr(err.text, message) == NULL) {
        fail_msg("%s: expected \"%s\", got \"%s\"", line, message, err.text);
    }
    drive_frames(app, 1);
}

static double value(const rb_app *app, int run, rb_section section, const char *name) {
    const rb_scene *scene = &app->session.runs[run].scene;
    int row = rb_param_find(rb_scene_table(scene, section), name);
    assert_true(row >= 0);
    return scene->values[section][row];
}

static void settle(rb_app *app) {
    drive_until(app, drive_settled(app));
}

/* ---- effects ------------------------------------------------------------------------------------- */

static void scenes_laws_and_parameters(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    const rb_session_run *run = &app->session.runs[0];
    act(app, "law k11-p1");
    assert_string_equal(run->scene.friction->id, "k11-p1");
    assert_true(rb_action_on(app, "law k11-p1") && !rb_action_on(app, "law k11-p2"));
    act(app, "rolling none");
    assert_string_equal(run->scene.rolling->id, "none");
    act(app, "set mu=0.3 start.omega3=-4");
    assert_true(value(app, 0, RB_SECTION_CONTACT, "mu") == 0.3);
    assert_true(rb_session_restart_pending(&app->session));
    act(app, "restart");
    settle(app);
    assert_false(rb_session_restart_pending(&app->session));
    act(app, "undo");
    assert_true(value(app, 0, RB_SECTION_CONTACT, "mu") == 0.5);
    act(app, "redo");
    assert_true(value(app, 0, RB_SECTION_CONTACT, "mu") == 0.3);
    act(app, "preset");
    assert_true(value(app, 0, RB_SECTION_START, "omega3") == 4);
    act(app, "start Only a tap");
    assert_true(value(app, 0, RB_SECTION_START, "omega3") == 0);
    act(app, "start 1");
    act(app, "variant mirrored");
    assert_true(value(app, 0, RB_SECTION_BODY, "alpha") == 0.3);
    act(app, "save 'a stone.json'");
    act(app, "scene tippetop-ka09");
    settle(app);
    assert_string_equal(run->scene.id, "tippetop-ka09");
    refuse(app, "variant mirrored", "its own mirror image");
    act(app, "open 'a stone.json'");
    assert_true(value(app, 0, RB_SECTION_BODY, "alpha") == 0.3);
    refuse(app, "open nothing.json", "nothing.json");
    refuse(app, "save nowhere/x.json", "nowhere/x.json");
    refuse(app, "scene k11-fgi5", "expected the id of a scene (perhaps k11-fig");
    refuse(app, "law glue", "expected the id of a friction law");
    refuse(app, "set mu=-1", "mu");
    refuse(app, "set b=0.3", "circular patch");
    refuse(app, "set mu", "expected NAME=VALUE");
    refuse(app, "start 17", "start");
    assert_true(value(app, 0, RB_SECTION_CONTACT, "mu") == 0.5);
    drive_close(app);
}

static void comparisons(void **state) {
    (void)state;
    static const char *const kinds[] = {"opposite-spin", "mirrored",         "no-friction",
                                        "half-mu",       "law exact-circle", "copy"};
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    rb_session *session = &app->session;
    for (int i = 0; i < 6; i++) {
        char line[64];
        snprintf(line, sizeof line, "compare %s", kinds[i]);
        act(app, line);
        assert_int_equal(session->count, i + 2);
    }
    settle(app);
    assert_int_equal(app->ui.layout, RB_LAYOUT_GRID);
    assert_true(value(app, 1, RB_SECTION_START, "omega3") == -4);
    assert_true(value(app, 2, RB_SECTION_BODY, "alpha") == 0.3);
    assert_true(value(app, 3, RB_SECTION_CONTACT, "mu") == 0);
    assert_true(value(app, 4, RB_SECTION_CONTACT, "mu") == 0.25);
    assert_string_equal(session->runs[5].scene.friction->id, "exact-circle");
    act(app, "set omega3=5"); /* the opposite spin and the copy have their own */
    const double spins[] = {5, -4, 5, 5, 5, 5, 4};
    for (int i = 0; i < 7; i++) {
        assert_true(value(app, i, RB_SECTION_START, "omega3") == spins[i]);
    }
    act(app, "run 7");
    act(app, "own-start off");
    act(app, "set omega3=6");
    assert_true(value(app, 0, RB_SECTION_START, "omega3") == 6);
    act(app, "reference 2");
    assert_int_equal(session->reference, 1);
    act(app, "link on");
    assert_true(session->link);
    act(app, "layout overlay");
    assert_int_equal(app->ui.layout, RB_LAYOUT_OVERLAY);
    act(app, "remove 7");
    settle(app);
    assert_int_equal(session->count, 6);
    refuse(app, "run 7", "expected a whole number from 1 to 6");
    refuse(app, "compare upside-down", "expected law, opposite-spin, mirrored");
    refuse(app, "compare copy exact-circle", "expected nothing after it");
    refuse(app, "compare law glue", "friction law");
    refuse(app, "compare law exact-ellipse-x", "friction law");
    act(app, "single");
    settle(app);
    assert_int_equal(session->count, 1);
    refuse(app, "run 2", "only one run");
    refuse(app, "layout grid", "only one run");
    act(app, "all-laws");
    settle(app);
    refuse(app, "add; add", "");
    drive_close(app);
}

static void time_and_its_record(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", "--speed", "10", NULL);
    rb_session *session = &app->session;
    act(app, "play off");
    settle(app);
    act(app, "restart");
    settle(app);
    act(app, "until 0.4");
    drive_until(app, !rb_session_until_waits(session));
    assert_near(rb_session_time(session), 0.4, 1e-9);
    assert_false(rb_session_playing(session));
    refuse(app, "until 0.2", "expected a time after the one shown, 0.4 s");
    act(app, "step 10");
    drive_until(app, rb_session_time(session) > 0.4095);
    assert_near(rb_session_time(session), 0.41, 1e-9);
    act(app, "seek 0.1");
    assert_near(rb_session_time(session), 0.1, 0.005);
    act(app, "jump 0.2");
    assert_near(rb_session_time(session), 0.3, 0.005);
    act(app, "step -2");
    assert_true(rb_session_time(session) < 0.3);
    refuse(app, "seek 9", "\"until 9\" would play up to it");
    act(app, "seek begin");
    assert_true(rb_session_time(session) == 0);
    act(app, "seek live");
    assert_near(rb_session_time(session), 0.41, 1e-9);
    act(app, "speed 0.5");
    act(app, "speed x4");
    assert_near(session->speed, 2, 1e-12);
    act(app, "speed slower");
    assert_near(session->speed, 1.5, 1e-12);
    act(app, "speed 0.631"); /* to the next round number */
    act(app, "speed faster");
    assert_near(session->speed, 0.7, 1e-12);
    act(app, "speed faster");
    assert_near(session->speed, 1, 1e-12);
    refuse(app, "speed 0", "expected a number from 0.001 to 10");
    refuse(app, "speed xyz", "as in x2");
    refuse(app, "flick 1 2", "three numbers");
    refuse(app, "flick 1 2 nan", "three numbers");
    act(app, "play off");
    settle(app);
    double before = session->frame->runs[0].omega.z;
    act(app, "flick '0 0 5'");
    drive_until(app, session->frame->runs[0].omega.z > before + 3);
    drive_close(app);
}

static void camera_and_show(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    act(app, "look 30 20 0.5");
    assert_near((double)app->camera.yaw, 0.5236, 1e-4);
    assert_near((double)app->camera.distance, 0.5, 1e-6);
    act(app, "camera top");
    assert_near((double)app->camera.pitch, 1.5708, 1e-4);
    act(app, "orbit down");
    assert_true(app->camera.pitch < 1.5f);
    act(app, "zoom in");
    assert_true(app->camera.distance < 0.5f);
    act(app, "follow off");
    assert_false(app->camera.follow);
    refuse(app, "look 30 95", "expected a number from 1 to 90");
    act(app, "show all off");
    assert_int_equal(app->style.show, 0);
    act(app, "show weight");
    act(app, "show grid on");
    assert_int_equal(app->style.show, RB_SHOW_WEIGHT | RB_SHOW_GRID);
    assert_true(rb_action_on(app, "weight") && !rb_action_on(app, "show omega"));
    refuse(app, "show wieght", "expected all, forces, weight");
    act(app, "arrows 2");
    act(app, "arrows shorter");
    assert_near((double)app->style.arrow_scale, 1.6, 1e-6);
    act(app, "log-arrows on");
    act(app, "trails 5");
    assert_true(app->style.arrow_log && app->style.trail_seconds == 5.0f);
    app->pace.saving = RB_SAVING_STYLE;
    act(app, "style auto"); /* frame times are measured again */
    assert_int_equal(app->pace.saving, RB_SAVING_NONE);
    act(app, "style plain");
    assert_true(app->config.style == RB_STYLE_PLAIN && rb_action_on(app, "style plain"));
    act(app, "style"); /* the next one */
    assert_int_equal(app->config.style, RB_STYLE_AUTO);
    act(app, "material metal");
    assert_true(app->config.material == RB_MATERIAL_METAL && rb_action_on(app, "material metal"));
    refuse(app, "material marble", "expected auto, stone, beech, acrylic, metal or plastic");
    drive_close(app);
}

static void check_plots(const rb_app *app, const char *const *names, int count) {
    assert_int_equal(app->plots.count, count);
    for (int i = 0; i < count; i++) {
        char text[96];
        rb_plot_text(&app->plots.items[i], text, sizeof text);
        assert_string_equal(text, names[i]);
    }
}

static void plots_by_name(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "320x180", NULL);
    act(app, "right off");
    act(app, "plot-set omega3,N omega2:omega1 energy");
    check_plots(app, (const char *[]){"omega3,N", "omega2:omega1", "energy"}, 3);
    assert_true(app->ui.right && app->plots.page == RB_PAGE_PLOTS);
    act(app, "plot energy"); /* there already */
    act(app, "plot F1,F2 1");
    act(app, "plot L_n");
    check_plots(app, (const char *[]){"F1,F2", "omega2:omega1", "energy", "L_n"}, 4);
    assert_true(rb_action_on(app, "plot energy") && !rb_action_on(app, "plot N"));
    act(app, "unplot energy");
    act(app, "unplot 1");
    check_plots(app, (const char *[]){"omega2:omega1", "L_n"}, 2);
    act(app, "plot-time 2");
    assert_true(app->plots.window == 2);
    act(app, "plot-csv 2");
    refuse(app, "plot-csv 3", "expected a whole number from 1 to 2");
    refuse(app, "plot omega9", "expected names of signals");
    refuse(app, "plot t", "expected names of signals");
    refuse(app, "plot jellett", "expected a signal of a celt");
    refuse(app, "plot N,F1,F2,L_n,omega3", "at most 4 signals");
    refuse(app, "plot a:b:c", "names of signals");
    refuse(app, "plot-set omega3 nothing", "names of signals");
    refuse(app, "unplot N", "a plot that is there");
    check_plots(app, (const char *[]){"omega2:omega1", "L_n"}, 2);
    act(app, "unplot all");
    refuse(app, "plot-png", "There is no plot");
    act(app, "plot-set default");
    assert_true(app->plots.count > 1);
    act(app, "page laws");
    assert_int_equal(app->plots.page, RB_PAGE_LAWS);
    drive_close(app);
}

static void window_and_files(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    act(app, "hide on");
    act(app, "left on");
    assert_true(app->ui.left && !app->ui.hidden);
    act(app, "microscope off");
    act(app, "explain off");
    act(app, "help on");
    assert_true(!app->ui.microscope && !app->ui.explain && app->ui.help);
    act(app, "close");
    assert_false(app->ui.help);
    act(app, "theme dark");
    assert_int_equal(rb_theme_current(), RB_THEME_DARK);
    act(app, "theme");
    assert_true(rb_action_on(app, "theme light"));
    act(app, "text-size 1.5");
    act(app, "text-size smaller");
    assert_near(app->config.ui_scale, 1.5 / 1.1, 1e-9);
    refuse(app, "text-size 9", "expected a number from 0.5 to 3");
    act(app, "picture 'a picture.png'");
    drive_frames(app, 2);
    assert_true(FileExists("a picture.png"));
    act(app, "quit");
    assert_true(app->quit);
    drive_close(app);
}

/* A path that cannot be opened stays in its page, to be corrected. */
static void a_wrong_path_keeps_its_page(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    act(app, "open");
    assert_true(app->ui.files);
    refuse(app, "open nowhere.json", "nowhere.json");
    assert_true(app->ui.files);
    act(app, "save here.json");
    assert_false(app->ui.files);
    act(app, "open");
    act(app, "open here.json");
    assert_false(app->ui.files);
    drive_close(app);
}

/* The remaining run keeps its record, and its plot shows it. */
static void the_end_of_a_comparison_keeps_the_run(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    const rb_session *session = &app->session;
    drive_act(app, "compare law k11-p2; plot-set diff:omega3");
    settle(app);
    act(app, "until 0.3");
    drive_until(app, drive_settled(app) && !rb_session_until_waits(session));
    assert_true(app->plots.items[0].differs);
    drive_act(app, "run 2; single");
    settle(app);
    assert_true(session->count == 1 && strcmp(session->runs[0].scene.friction->id, "k11-p2") == 0);
    assert_near(rb_session_time(session), 0.3, 1e-9);
    assert_true(session->history.runs[0].count > 10 && rb_history_begin(&session->history) == 0);
    assert_false(app->plots.items[0].differs);
    drive_close(app);
}

static void every_shortcut(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const char *id = rb_shortcut_at(i)->id;
        if (strcmp(id, "record") != 0 && strcmp(id, "full-screen") != 0) {
            drive_act(app, id);
            drive_frames(app, 1);
        }
    }
    assert_true(app->quit);
    drive_close(app);
}

/* ---- random input -------------------------------------------------------------------------------- */

enum { LINES = RB_SHORT ? 200 : 1500 };

static const char *random_value(rb_test_rng *rng) {
    static const char *const values[] = {
        "0",
        "1",
        "2",
        "8",
        "0.3",
        "-1",
        "1e9",
        "x2",
        "nan",
        "exact-circle",
        "k11-p2",
        "k15-a1",
        "no-slip",
        "none",
        "k11",
        "rigid",
        "opposite-spin",
        "mirrored",
        "copy",
        "half-mu",
        "law",
        "mu=0.3",
        "omega3=-4",
        "step=1e-5",
        "alpha=0",
        "b=0.5",
        "friction.set=B",
        "omega3,N",
        "omega2:omega1",
        "energy",
        "jellett",
        "weight",
        "all",
        "k11-fig5",
        "tippetop-ka09",
        "kane-levinson",
        "'a b'",
        "",
        "µ",
        "off",
        "on",
        "grid",
    };
    return values[rb_test_int(rng, (int)(sizeof values / sizeof values[0]))];
}

/* A word of the usage, or some value. */
static void add_word(rb_test_rng *rng, const char *usage, char *line, size_t size) {
    size_t used = strlen(line);
    const char *start = usage;
    for (int skip = rb_test_int(rng, 4); skip > 0 && strpbrk(start, "|") != NULL; skip--) {
        start = strpbrk(start, "|") + 1;
    }
    start += strspn(start, "[ ");
    bool literal = *start >= 'a' && *start <= 'z' && rb_test_int(rng, 3) > 0;
    int length = (int)strcspn(start, "|] ");
    snprintf(line + used, size - used, " %.*s", literal ? length : 99, literal ? start : random_value(rng));
}

static void random_line(rb_test_rng *rng, char *line, size_t size) {
    static const char *const left_out[] = {"record", "clip", "poster", "full-screen", "quit", "save", "csv"};
    const rb_action *action = NULL;
    do {
        action = rb_action_at(rb_test_int(rng, rb_action_count()));
        for (size_t i = 0; action != NULL && i < sizeof left_out / sizeof left_out[0]; i++) {
            action = strcmp(action->id, left_out[i]) == 0 ? NULL : action;
        }
    } while (action == NULL);
    snprintf(line, size, "%s", action->id);
    int words = action->usage[0] != '\0';
    for (const char *c = action->usage; *c != '\0'; c++) {
        words += *c == ' ' && rb_test_int(rng, 2) == 0;
    }
    words = rb_test_int(rng, 8) == 0 ? rb_test_int(rng, 5) : words;
    for (int i = 0; i < words; i++) {
        add_word(rng, action->usage, line, size);
    }
}

static void check_sound(const rb_app *app, const char *line) {
    const rb_session *session = &app->session;
    bool sound = session->count >= 1 && session->count <= RB_RUNS_MAX && session->selected >= 0 &&
                 session->selected < session->count && session->reference < session->count &&
                 app->plots.count >= 0 && app->plots.count <= RB_PLOTS_MAX &&
                 session->speed >= RB_SPEED_MIN && session->speed <= RB_SPEED_MAX &&
                 isfinite(app->camera.distance) && isfinite(app->camera.yaw);
    for (int i = 0; sound && i < session->count; i++) {
        sound = rb_scene_check(&session->runs[i].applied, line, NULL) == RB_OK;
    }
    if (!sound) {
        fail_msg("%s: left something unsound", line);
    }
}

static void random_lines_do_not_crash(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    rb_test_rng rng = {10};
    int done = 0;
    for (int i = 0; i < LINES; i++) {
        char line[256];
        rb_error err = {""};
        random_line(&rng, line, sizeof line);
        rb_status status = rb_action_try(app, line, &err);
        assert_true((status == RB_OK) == (err.text[0] == '\0'));
        done += status == RB_OK;
        check_sound(app, line);
        drive_frames(app, 1);
        if (i % 50 == 49) {
            settle(app);
        }
    }
    print_message("%d of %d lines were done\n", done, LINES);
    assert_true(done > LINES / 4 && done < LINES);
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scenes_laws_and_parameters, enter_folder, leave_folder),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(time_and_its_record),
        cmocka_unit_test(camera_and_show),
        cmocka_unit_test_setup_teardown(plots_by_name, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(window_and_files, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_path_keeps_its_page, enter_folder, leave_folder),
        cmocka_unit_test(the_end_of_a_comparison_keeps_the_run),
        cmocka_unit_test_setup_teardown(every_shortcut, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(random_lines_do_not_crash, enter_folder, leave_folder),
    };
    return cmocka_run_group_tests_name("viewer actions", tests, NULL, NULL);
}
