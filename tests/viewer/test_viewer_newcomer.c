/* The first steps of a newcomer, at the sizes of a laptop and a projector and in both themes: the first
   card, then the lessons on what happens, the other direction, why, and the energy. Every card is inside
   the window, and no text is cut. */
#include "drive_app.h"
#include "viewer/actions/actions.h"
#include "viewer/gui/gui.h"

static const char *const way[] = {"spin-it", "other-way", "why-one-way", "energy"};

enum { LESSONS = sizeof way / sizeof way[0] };

static bool within(Rectangle inner, Rectangle outer) {
    return inner.x >= outer.x && inner.y >= outer.y &&
           inner.x + inner.width <= outer.x + outer.width + 0.01f &&
           inner.y + inner.height <= outer.y + outer.height + 0.01f;
}

static void expect_whole_card(rb_app *app, Rectangle screen, const char *where) {
    static const char *const themes[] = {"theme dark", "theme light"};
    for (int i = 0; i < 2; i++) {
        drive_do(app, themes[i]);
        drive_frames(app, 3);
        const rb_ui *ui = &app->ui;
        if (!within(ui->rects.card, screen)) {
            fail_msg("%s: the card leaves the window", where);
        }
        if (ui->card_needed > ui->rects.card.height + 0.5f) {
            fail_msg("%s: %.0f px of its text are out of sight", where,
                     (double)(ui->card_needed - ui->rects.card.height));
        }
        assert_true(CheckCollisionPointRec(rb_ui_place(ui, "next"), ui->rects.card));
        Rectangle caption = rb_caption_area(app);
        assert_true(caption.height == 0 || within(caption, ui->rects.world));
    }
}

/* Asks a question about a stone at its start. Then the run decides it, and the explanation is shown. */
static void ask(rb_app *app, const rb_lesson_step *step, Rectangle screen, const char *where) {
    char line[48];
    assert_false(rb_session_playing(&app->session));
    assert_true(rb_session_time(&app->session) == 0 || strstr(step->lines, "until") != NULL);
    assert_true(CheckCollisionPointRec(rb_ui_place(&app->ui, "choice.1"), app->ui.rects.card));
    drive_do(app, "lesson answer 1");
    drive_settle(app);
    drive_do(app, "speed 10");
    drive_settle(app);
    snprintf(line, sizeof line, "until %.9g", step->question.at);
    drive_do(app, line);
    drive_settle(app);
    drive_frames(app, 1);
    assert_true(rb_lesson_view_of(app).right >= 0);
    expect_whole_card(app, screen, where);
}

/* The card of the first start is in the world and does not cover the body. */
static void expect_free_body(const rb_app *app) {
    Rectangle cells[RB_RUNS_MAX];
    Vector2 at;
    rb_camera camera = rb_view_camera(app, 0);
    rb_view_cells(app, cells);
    assert_true(rb_world_pixel(&camera, cells[0], app->session.shown[0]->r_C, &at));
    assert_true(within(app->ui.welcome_area, app->ui.rects.world));
    assert_true(CheckCollisionPointRec(at, app->ui.rects.world));
    assert_false(CheckCollisionPointRec(at, app->ui.welcome_area));
}

static void go_the_way(int width, int height) {
    char size[32], line[160];
    snprintf(size, sizeof size, "%dx%d", width, height);
    Rectangle screen = {0, 0, (float)width, (float)height};
    rb_app *app = drive_open("--size", size, "--screenshot", "unused.png", NULL);
    drive_do(app, "style plain");
    drive_do(app, "welcome on");
    drive_frames(app, 3);
    expect_free_body(app);
    assert_true(CheckCollisionPointRec(rb_ui_place(&app->ui, "begin"), app->ui.welcome_area));
    drive_do(app, "welcome off");
    for (int i = 0; i < (RB_SHORT ? 1 : LESSONS); i++) {
        snprintf(line, sizeof line, "lesson %s 1", way[i]);
        drive_do(app, line);
        drive_settle(app);
        const rb_lesson *lesson = rb_lesson_current(&app->player);
        for (int k = 0; k < lesson->step_count; k++) {
            snprintf(line, sizeof line, "%s, step %d, %s", lesson->id, k + 1, size);
            drive_frames(app, 2);
            expect_whole_card(app, screen, line);
            if (lesson->steps[k].question.choice_count > 0) {
                ask(app, &lesson->steps[k], screen, line);
            }
            drive_do(app, "lesson next");
            drive_settle(app);
        }
        assert_null(rb_lesson_current(&app->player));
        drive_frames(app, 2);
        const ImGuiWindow *list = igFindWindowByName("Lessons");
        assert_true(within((Rectangle){list->Pos.x, list->Pos.y, list->Size.x, list->Size.y}, screen));
        drive_do(app, "close");
    }
    drive_close(app);
}

static void on_a_laptop(void **state) {
    (void)state;
    go_the_way(1280, 720);
}

static void on_a_projector(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip(); /* the same code as on a laptop; large software-rendered frames take minutes there */
    }
    go_the_way(1920, 1080);
}

/* A presented lesson on a phone shows the plot of its text, and keeps its card with any drawer. */
static void on_a_phone(void **state) {
    (void)state;
    static const char *const sizes[] = {"390x844", "844x390"};
    for (int i = 0; i < 2; i++) {
        rb_app *app = drive_open("--size", sizes[i], "--screenshot", "unused.png", NULL);
        drive_do(app, "style plain");
        drive_do(app, "presenter on");
        drive_do(app, "welcome on");
        drive_frames(app, 4);
        expect_free_body(app);
        drive_do(app, "welcome off");
        drive_do(app, "lesson spin-it 5");
        drive_settle(app);
        drive_frames(app, 3);
        const rb_rects *r = &app->ui.rects;
        assert_true(app->ui.small);
        assert_true(r->right.height > 100 && r->world.height > 100 && r->card.height > 100);
        assert_false(CheckCollisionRecs(r->right, r->world));
        assert_false(CheckCollisionRecs(r->right, r->card));
        drive_do(app, "lesson why-one-way 4");
        drive_settle(app);
        drive_frames(app, 3);
        assert_true(r->card.height > 100 && r->right.height == 0);
        /* The result of a question is scrolled into view. */
        drive_do(app, "lesson spin-it 2");
        drive_settle(app);
        drive_frames(app, 3);
        float choice = rb_ui_place(&app->ui, "choice.1").y;
        assert_true(choice > r->card.y);
        drive_do(app, "lesson answer 1");
        drive_settle(app);
        drive_do(app, "until 4");
        drive_settle(app);
        drive_frames(app, 4);
        assert_true(rb_lesson_view_of(app).right >= 0);
        assert_true(rb_ui_place(&app->ui, "choice.1").y < choice);
        drive_close(app);
    }
}

/* A step that asks for an edit shows the parameters and its text completely. */
static void a_drawer_leaves_the_card(void **state) {
    (void)state;
    static const char *const sizes[] = {"390x844", "844x390"};
    for (int i = 0; i < 2; i++) {
        rb_app *app = drive_open("--size", sizes[i], "--screenshot", "unused.png", NULL);
        drive_do(app, "style plain");
        drive_do(app, "lesson why-one-way 4");
        drive_settle(app);
        drive_frames(app, 3);
        const rb_rects *r = &app->ui.rects;
        assert_true(app->ui.drawer == RB_DRAWER_LEFT && r->left.width > 100);
        assert_true(r->card.height > 100 && r->card.width > 200 && r->left.height > 200);
        assert_false(CheckCollisionRecs(r->left, r->card));
        drive_close(app);
    }
}

/* The cards for newcomers are closed in presenter mode and in lessons. */
static void presenter_and_lessons_close_every_card(void **state) {
    (void)state;
    static const char *const lines[] = {"presenter on", "lesson spin-it 1"};
    for (int i = 0; i < 2; i++) {
        rb_app *app = drive_open("k11-fig5", "--size", "640x360", NULL);
        drive_act(app, "welcome on; help on; hand on");
        assert_true(app->ui.welcome && app->ui.help && app->hand.shown > 0);
        drive_act(app, lines[i]);
        assert_false(app->ui.welcome || app->ui.help || app->hand.shown > 0);
        drive_close(app);
    }
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_laptop),
        cmocka_unit_test(on_a_projector),
        cmocka_unit_test(on_a_phone),
        cmocka_unit_test(a_drawer_leaves_the_card),
        cmocka_unit_test(presenter_and_lessons_close_every_card),
    };
    return cmocka_run_group_tests_name("viewer newcomer", tests, NULL, NULL);
}
