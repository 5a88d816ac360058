/* Lessons in the window: every step shows the runs that its claims were checked with, every question has
   the stated answer, every task can be solved; leaving a lesson and returning loses nothing. And the
   glossary explains everything that the world can show. */
#include "app/actions/grammar.h"
#include "app/appearance/appearance.h"
#include "app/lesson/glossary.h"
#include "app/lesson/lesson.h"
#include "drive_app.h"
#include "viewer/actions/actions.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

static rb_app *open_app(void) {
    /* No picture is taken: off-screen, time is set by commands. */
    return drive_open("--size", "160x90", "--screenshot", "unused.png", "--fps", "30", NULL);
}

static void play_to(rb_app *app, double t) {
    char line[64];
    if (t > rb_session_time(&app->session)) {
        drive_do(app, "speed 10");
        snprintf(line, sizeof line, "until %.9g", t);
        drive_do(app, line);
        drive_settle(app);
        rb_app_frame(app, 0);
    }
}

static void expect_runs(const rb_app *app, const rb_lesson_runs *runs, const char *where) {
    const rb_session *session = &app->session;
    bool same = session->count == rb_lesson_runs_count(runs) && session->selected == runs->session->selected;
    for (int i = 0; same && i < rb_lesson_runs_count(runs); i++) {
        same = rb_scene_same(&session->runs[i].applied, &runs->session->runs[i].scene);
    }
    if (!same) {
        fail_msg("%s: the window shows other runs than were checked", where);
    }
}

/* Answers with the first choice, and lets the runs decide. */
static void answer(rb_app *app, const rb_lesson_step *step, rb_lesson_runs *runs, const char *where) {
    int done = 0;
    assert_int_equal(rb_lesson_runs_do_all(runs, step->question.then, &done, NULL), RB_OK);
    drive_do(app, "lesson answer 1");
    drive_settle(app);
    expect_runs(app, runs, where);
    if (RB_SHORT) {
        return;
    }
    play_to(app, step->question.at);
    rb_lesson_view view = rb_lesson_view_of(app);
    assert_int_equal(view.answer, 0);
    if (view.right < 0) {
        fail_msg("%s: the question is not decided at %g s", where, step->question.at);
    }
}

static void solve(rb_app *app, const rb_lesson_step *step, const char *where) {
    assert_false(rb_lesson_view_of(app).task_done);
    drive_do(app, "lesson solve");
    drive_settle(app);
    play_to(app, step->task.at);
    if (!rb_lesson_view_of(app).task_done) {
        fail_msg("%s: the task is not done by %g s", where, step->task.at);
    }
}

static void play_step(rb_app *app, int lesson, int step, rb_lesson_runs *runs) {
    const rb_lesson *l = &app->player.lessons.items[lesson];
    const rb_lesson_step *s = &l->steps[step];
    char line[160], where[96];
    int done = 0;
    snprintf(where, sizeof where, "%s, step %d", l->id, step + 1);
    snprintf(line, sizeof line, "lesson %s %d", l->id, step + 1);
    unsigned problems = app->messages.problems;
    drive_do(app, line);
    drive_settle(app);
    assert_int_equal(rb_lesson_runs_do_all(runs, s->lines, &done, NULL), RB_OK);
    if (app->messages.problems != problems) {
        fail_msg("%s: %s", where, app->messages.items[app->messages.count - 1].text);
    }
    expect_runs(app, runs, where);
    if (s->question.choice_count > 0) {
        answer(app, s, runs, where);
    }
    if (s->task.text[0] != '\0' && !RB_SHORT) {
        solve(app, s, where);
    }
    rb_app_frame(app, 0); /* the card is drawn with all of it */
}

static void every_step_shows_what_was_checked(void **state) {
    (void)state;
    rb_app *app = open_app();
    rb_lesson_runs *runs = calloc(1, sizeof *runs);
    assert_non_null(runs);
    runs->library = app->library;
    assert_true(app->player.lessons.count >= 12);
    for (int i = 0; i < app->player.lessons.count; i++) {
        for (int k = 0; k < app->player.lessons.items[i].step_count; k++) {
            play_step(app, i, k, runs);
        }
    }
    rb_lesson_runs_clear(runs);
    free(runs);
    drive_close(app);
}

/* The run of a step stops at the moment of which its text speaks, and can be continued. */
static void runs_stop_where_the_text_says(void **state) {
    (void)state;
    rb_app *app = drive_open("--size", "160x90", NULL);
    drive_act(app, "lesson energy 2; speed 10");
    drive_until(app, drive_settled(app) && !rb_session_playing(&app->session));
    double stop = rb_lesson_current_step(&app->player)->stop;
    assert_near(stop, 0.7, 0);
    assert_near(rb_session_time(&app->session), stop, 1e-9);
    drive_act(app, "play on");
    drive_until(app, rb_session_time(&app->session) > stop + 0.1);
    drive_close(app);
}

static void leaving_and_coming_back_loses_nothing(void **state) {
    (void)state;
    rb_app *app = open_app();
    bool left = app->ui.left;
    drive_do(app, "lesson spin-it 2");
    drive_settle(app);
    assert_false(app->ui.left); /* as the step has it */
    drive_do(app, "lesson answer 1");
    drive_do(app, "set mu=0.25");
    drive_settle(app);
    drive_do(app, "lesson leave");
    assert_null(rb_lesson_current(&app->player));
    assert_true(app->ui.left == left);
    drive_do(app, "lesson spin-it");
    drive_settle(app);
    assert_int_equal(app->player.step, 1);
    assert_int_equal(rb_lesson_view_of(app).answer, 0);
    assert_true(app->session.runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.25);
    /* Also after a restart of the program. */
    rb_lesson_player_save(app);
    assert_string_equal(app->config.lesson, "spin-it");
    assert_contains(app->config.lessons, "spin-it:2:.a...");
    rb_lessons_free(&app->player.lessons);
    memset(&app->player, 0, sizeof app->player);
    rb_lesson_player_init(app);
    drive_settle(app);
    assert_string_equal(rb_lesson_current(&app->player)->id, "spin-it");
    assert_int_equal(app->player.step, 1);
    assert_int_equal(rb_lesson_view_of(app).answer, 0);
    drive_close(app);
}

/* Scene, speed, plots, tabs: all as before, except for a scene that the user opened meanwhile. */
static void leaving_restores_what_was_before(void **state) {
    (void)state;
    rb_app *app = drive_open("disk-k12", "--size", "160x90", "--screenshot", "unused.png", NULL);
    drive_do(app, "speed 2.5");
    drive_do(app, "plot-set x");
    drive_do(app, "parameters all");
    drive_do(app, "right off");
    drive_settle(app);
    unsigned show = app->style.show;
    drive_do(app, "lesson friction 3");
    drive_settle(app);
    assert_string_equal(app->session.runs[0].preset.id, "k11-fig5");
    drive_do(app, "parameters basic");
    drive_do(app, "lesson leave");
    drive_settle(app);
    assert_string_equal(app->session.runs[0].preset.id, "disk-k12");
    assert_near(app->session.speed, 2.5, 1e-12);
    assert_true(app->plots.count == 1 && app->plots.items[0].signals[0] == rb_signal_find("x"));
    assert_true(app->ui.all_parameters && !app->ui.right && app->style.show == show);
    drive_do(app, "lesson spin-it 1");
    drive_settle(app);
    drive_do(app, "scene long-wood");
    drive_settle(app);
    drive_do(app, "lesson leave");
    drive_settle(app);
    assert_string_equal(app->session.runs[0].preset.id, "long-wood");
    assert_near(app->session.speed, 2.5 / rb_appearance_pace(rb_library_find(app->library, "disk-k12")->body),
                1e-12);
    drive_close(app);
}

/* Without an answer the run decides as well, and nothing is recorded as one. */
static void watching_is_no_answer(void **state) {
    (void)state;
    rb_app *app = open_app();
    drive_do(app, "lesson spin-it 2");
    drive_settle(app);
    drive_do(app, "presenter on");
    drive_do(app, "present next");
    drive_settle(app);
    play_to(app, app->player.lessons.items[app->player.lesson].steps[1].question.at);
    rb_lesson_view view = rb_lesson_view_of(app);
    assert_true(view.watched && view.answer < 0 && view.right >= 0);
    assert_int_equal(view.marks[1], RB_STEP_NEW);
    drive_do(app, "present next");
    drive_settle(app);
    view = rb_lesson_view_of(app);
    assert_int_equal(view.step, 2);
    assert_int_equal(view.marks[1], RB_STEP_DONE);
    drive_close(app);
}

static void refuse(rb_app *app, const char *line, const char *message) {
    rb_error err = {""};
    assert_true(rb_action_try(app, line, &err) != RB_OK);
    assert_contains(err.text, message);
}

static void navigation_through_a_lesson(void **state) {
    (void)state;
    rb_app *app = open_app();
    refuse(app, "lesson next", "no lesson is open");
    refuse(app, "lesson spinit", "perhaps spin-it");
    refuse(app, "lesson spin-it 17", "whole number from 1 to 16");
    refuse(app, "lesson spin-it 9", "expected a step from 1 to 5, got 9");
    refuse(app, "lesson next 2", "expected nothing after it");
    refuse(app, "glossary flubber", "expected a word or symbol of the glossary");
    drive_do(app, "lesson list");
    rb_app_frame(app, 0);
    drive_do(app, "lesson spin-it");
    drive_settle(app);
    assert_false(app->ui.lesson_list);
    refuse(app, "lesson back", "first step");
    refuse(app, "lesson answer 1", "expected a number from 1 to 0");
    refuse(app, "lesson solve", "sets no task");
    for (int i = 1; i < 5; i++) {
        drive_do(app, "lesson next");
        drive_settle(app);
        assert_int_equal(app->player.step, i);
    }
    drive_do(app, "lesson back");
    drive_settle(app);
    assert_int_equal(app->session.count, 2); /* step 4 compares */
    drive_do(app, "lesson next");
    drive_settle(app);
    drive_do(app, "lesson next"); /* over */
    assert_null(rb_lesson_current(&app->player));
    assert_true(app->ui.lesson_list);
    assert_true(strchr(app->player.progress.marks[0], '.') == NULL);
    drive_do(app, "glossary drilling torque");
    assert_string_equal(rb_glossary_at(app->ui.glossary_term)->word, "drilling torque");
    rb_app_frame(app, 0);
    drive_do(app, "welcome on");
    rb_app_frame(app, 0);
    drive_do(app, "welcome off");
    assert_int_equal(app->config.welcome, 0);
    drive_close(app);
}

/* Step 4 compares two runs: their table must not move the Next button. */
static void the_buttons_of_the_card_stay(void **state) {
    (void)state;
    rb_app *app = drive_open("--size", "1280x720", "--screenshot", "unused.png", NULL);
    const rb_rects *r = &app->ui.rects;
    float bottom = 0;
    for (int step = 1; step <= 5; step++) {
        char line[64];
        snprintf(line, sizeof line, "lesson spin-it %d", step);
        drive_do(app, line);
        drive_settle(app);
        drive_frames(app, 2);
        assert_true(step == 1 || r->card.y + r->card.height == bottom);
        bottom = r->card.y + r->card.height;
        assert_true(bottom == r->timeline.y);
        assert_true(r->runs.height == 0 ||
                    (r->runs.x == r->card.width && r->runs.x + r->runs.width == r->top.width));
        assert_true((r->runs.height > 0) == (step == 4));
    }
    drive_do(app, "lesson spin-it 4");
    drive_settle(app);
    drive_do(app, "left on"); /* with the parameters below it the card is low, and the table wide */
    drive_frames(app, 2);
    assert_true(r->runs.x == 0 && r->runs.width == r->top.width);
    assert_true(r->card.y + r->card.height <= r->left.y && r->left.y < r->runs.y);
    drive_close(app);
}

/* Jellett's quantity changes in its twelfth digit: an axis fitted to that would exaggerate it. */
static void constants_are_drawn_as_flat_lines(void **state) {
    (void)state;
    rb_app *app = drive_open("--size", "1280x720", "--screenshot", "unused.png", NULL);
    drive_do(app, "lesson jellett 1");
    drive_settle(app);
    play_to(app, 1);
    for (int i = 0; i < 4; i++) { /* axes are fitted a frame later */
        rb_app_frame(app, 0);
    }
    double jellett = rb_session_now(&app->session, 0)->jellett;
    const ImVector_ImPlotPlot *plots = &ImPlot_GetCurrentContext()->Plots.Buf;
    int found = 0;
    for (int i = 0; i < plots->Size; i++) {
        ImPlotRange range = plots->Data[i].Axes[ImAxis_Y1].Range;
        if (range.Min < jellett && jellett < range.Max && range.Max < 1e-4) {
            assert_true(range.Max - range.Min > 0.5e-4 * jellett);
            found++;
        }
    }
    assert_int_equal(found, 1);
    drive_close(app);
}

/* Everything that can be shown or hidden has a glossary entry, and every live example can be run. */
static void the_glossary_has_what_the_world_shows(void **state) {
    (void)state;
    for (int i = 0; i < rb_show_item_count(); i++) {
        if (!rb_glossary_knows(rb_show_item_at(i)->name)) {
            fail_msg("the glossary does not know \"%s\"", rb_show_item_at(i)->name);
        }
    }
    for (int i = 0; i < rb_glossary_count(); i++) {
        const rb_term *term = rb_glossary_at(i);
        rb_error err = {""};
        if (rb_actions_check(term->line, &err) != RB_OK) {
            fail_msg("%s: %s", term->word, err.text);
        }
        bool shown = term->show[0] == '\0';
        for (int k = 0; !shown && k < rb_show_item_count(); k++) {
            shown = strcmp(rb_show_item_at(k)->id, term->show) == 0;
        }
        assert_true(shown);
    }
}

/* Those that a sentence does not make plain; drawn on a sheet that does not push the rest away. */
static void some_words_have_pictures(void **state) {
    (void)state;
    static const char *const words[] = {"contact patch", "drilling torque",    "limit curve",
                                        "skew",          "rolling resistance", "centre of rotation",
                                        "pressure",      "Jellett's quantity"};
    rb_app *app = drive_open("--size", "1280x720", "--screenshot", "unused.png", NULL);
    assert_false(rb_term_has_picture("spin"));
    app->ui.glossary = true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        app->ui.glossary_term = rb_glossary_find("spin");
        drive_frames(app, 2);
        int without = igGetIO()->MetricsRenderVertices;
        app->ui.glossary_term = rb_glossary_find(words[i]);
        assert_true(app->ui.glossary_term >= 0 && rb_term_has_picture(words[i]));
        drive_frames(app, 2);
        if (igGetIO()->MetricsRenderVertices < without + 60) {
            fail_msg("%s: nothing is drawn", words[i]);
        }
    }
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_shows_what_was_checked),
        cmocka_unit_test(runs_stop_where_the_text_says),
        cmocka_unit_test(leaving_and_coming_back_loses_nothing),
        cmocka_unit_test(leaving_restores_what_was_before),
        cmocka_unit_test(watching_is_no_answer),
        cmocka_unit_test(navigation_through_a_lesson),
        cmocka_unit_test(the_buttons_of_the_card_stay),
        cmocka_unit_test(constants_are_drawn_as_flat_lines),
        cmocka_unit_test(the_glossary_has_what_the_world_shows),
        cmocka_unit_test(some_words_have_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
