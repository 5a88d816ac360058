/* Comparison of laws: the reference, differences, files of table and law view, laws that feed energy; own
   scene files. */
#include <math.h>
#include <unistd.h>

#include "drive_app.h"
#include "viewer/panels/panels.h"

static int enter_folder(void **state) {
    (void)state;
    return system("rm -rf compare && mkdir compare") == 0 && chdir("compare") == 0 ? 0 : -1;
}

static const rb_runs_column *runs_column(const rb_app *app, const char *name, rb_runs_column *columns) {
    int count = rb_runs_columns(&app->session, true, columns);
    for (int i = 0; i < count; i++) {
        if (strcmp(columns[i].name, name) == 0) {
            return &columns[i];
        }
    }
    fail_msg("no column %s", name);
    return NULL;
}

/* The table of runs and the law view as files. */
static void files_of_a_comparison(rb_app *app) {
    drive_act(app, "table-csv t.csv");
    drive_act(app, "law-view csv l.csv");
    drive_act(app, "law-view svg l.svg");
    drive_act(app, "law-view limit");
    drive_frames(app, 2);
    assert_int_equal(app->plots.laws.tab, RB_LAW_LIMIT_TAB);
    static const char *const texts[][2] = {{"t.csv", "\n# units: "},
                                           {"t.csv", "\n# friction k11-p2"},
                                           {"l.csv", "\nangle,exact_T,exact_M,run1_T,"},
                                           {"l.svg", ">T − exact T</text>"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *text = LoadFileText(texts[i][0]);
        assert_non_null(text);
        assert_contains(text, texts[i][1]);
        UnloadFileText(text);
    }
    unlink("t.csv");
    unlink("l.csv");
    unlink("l.svg");
}

/* The exact law is the reference unless another run is chosen; times of reversal are compared with its. */
static void exact_is_the_reference(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    rb_session *session = &app->session;
    rb_runs_column columns[RB_RUNS_COLUMNS];
    drive_act(app, "law k11-p1");
    drive_act(app, "compare law k11-p2");
    drive_until(app, drive_settled(app));
    assert_int_equal(session->reference, 0);
    drive_act(app, "compare law exact-circle");
    drive_until(app, drive_settled(app));
    assert_int_equal(session->reference, 2);
    drive_act(app, "until 1");
    drive_until(app, rb_session_time(session) >= 1);
    double exact = rb_session_summary(session, 2)->first_reversal_time;
    double own = rb_session_summary(session, 0)->first_reversal_time;
    const rb_runs_column *late = runs_column(app, "difference_first_reversal_time", columns);
    assert_near(rb_runs_value(session, 0, late), own - exact, 1e-15);
    assert_true(isnan(rb_runs_value(session, 2, late)) && fabs(own - exact) > 1e-4);
    files_of_a_comparison(app);
    drive_act(app, "reference 1");
    drive_act(app, "remove 2");
    drive_until(app, drive_settled(app));
    assert_int_equal(session->reference, 0);
    drive_close(app);
}

/* A rolling law that drives the stone: the amount is shown with the run. */
static void fed_energy_is_shown(void **state) {
    (void)state;
    char text[32];
    rb_app *app = drive_open("ak18-b", "--size", "160x90", NULL);
    const rb_session *session = &app->session;
    assert_false(rb_energy_fed_text(session->drawn[0].body, session->shown[0], text, sizeof text));
    assert_string_equal(text, "");
    drive_act(app, "set rolling.b4=500");
    drive_act(app, "restart");
    drive_until(app, drive_settled(app));
    drive_until(app, rb_session_time(session) > 0.02);
    assert_true(rb_energy_fed_text(session->drawn[0].body, session->shown[0], text, sizeof text));
    assert_contains(text, "law feeds ");
    assert_true(rb_outcome_value(rb_outcome_find("energy_fed"), rb_session_summary(session, 0)) > 0);
    drive_close(app);
}

static const char *saved_name(const char *path) {
    static rb_scene scene;
    return rb_scene_read_file(path, &scene, NULL) == RB_OK ? scene.name : NULL;
}

/* Own scenes: saved, listed, renamed, copied, deleted; a folder is listed. */
static void own_scene_files(void **state) {
    (void)state;
    rb_error err = {""};
    rb_app *app = drive_open("k11-fig5", "--size", "640x360", NULL);
    drive_act(app, "save first.json");
    assert_contains(app->ui.recent, "/first.json");
    drive_act(app, "file rename first.json 'My own Stone'");
    assert_int_not_equal(access("first.json", F_OK), 0);
    assert_string_equal(saved_name("my-own-stone.json"), "My own Stone");
    drive_act(app, "file duplicate my-own-stone.json");
    assert_string_equal(saved_name("my-own-stone-copy.json"), "My own Stone copy");
    assert_int_equal(rb_action_try(app, "file duplicate my-own-stone.json", &err), RB_ERR_INPUT);
    assert_contains(err.text, "already");
    drive_act(app, "search on");
    drive_frames(app, 2);
    drive_act(app, "search off; open .");
    drive_frames(app, 2);
    assert_true(app->ui.files && app->ui.folder.count >= 2);
    assert_string_equal(app->ui.folder.entries[0].name, "my-own-stone-copy.json");
    assert_true(rb_ui_place(&app->ui, "file.my-own-stone.json").y > 0);
    drive_act(app, "open my-own-stone.json");
    drive_until(app, drive_settled(app));
    assert_string_equal(app->session.runs[0].scene.id, "my-own-stone");
    drive_act(app, "file delete my-own-stone-copy.json");
    assert_int_not_equal(access("my-own-stone-copy.json", F_OK), 0);
    assert_null(strstr(app->ui.recent, "copy"));
    assert_int_equal(rb_action_try(app, "file delete compare", &err), RB_ERR_IO);
    drive_act(app, "file delete my-own-stone.json");
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_is_the_reference),
        cmocka_unit_test(fed_energy_is_shown),
        cmocka_unit_test(own_scene_files),
    };
    return cmocka_run_group_tests_name("viewer compare", tests, enter_folder, NULL);
}
