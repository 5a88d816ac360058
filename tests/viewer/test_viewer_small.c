/* Small screens: layout at the sizes of phones and tablets, large enough for fingers; drawers instead of
   panels. */
#include "drive_app.h"
#include "viewer/gui/gui.h"
#include "viewer/layout.h"
#include "viewer/platform/window.h"

static const struct {
    float width, height;
} phones[] = {{390, 844}, {844, 390}, {768, 1024}, {640, 360}, {320, 568}};

enum { PHONES = sizeof phones / sizeof phones[0] };

static bool apart(Rectangle a, Rectangle b) {
    return a.width <= 0 || b.width <= 0 || a.height <= 0 || b.height <= 0 || !CheckCollisionRecs(a, b);
}

static void stands_well(const rb_rects *r, const rb_small_screen *s) {
    const Rectangle all[] = {r->top, r->bottom, r->timeline, r->world, r->right, r->runs};
    enum { COUNT = sizeof all / sizeof all[0] };
    float covered = 0;
    for (int i = 0; i < COUNT; i++) {
        assert_true(all[i].x >= 0 && all[i].x + all[i].width <= s->width);
        assert_true(all[i].y >= 0 && all[i].y + all[i].height <= s->height + 0.01f);
        covered += all[i].width * all[i].height;
        for (int k = 0; k < i; k++) {
            assert_true(apart(all[i], all[k]));
        }
    }
    assert_near((double)(covered / (s->width * s->height)), 1, 1e-4); /* and nothing is left over */
    assert_true(r->top.height >= s->target && r->timeline.height >= s->target);
    assert_true(r->bottom.height == 0 || r->bottom.height >= s->target);
    assert_true(r->world.height >= 0.25f * s->height && r->world.width >= 0.5f * s->width);
    /* The drawer covers the world only partly. */
    assert_true(r->left.width < 0.9f * s->width);
    assert_true(r->left.width == 0 || (r->left.y == r->world.y && r->left.height == r->world.height));
}

static void nothing_overlaps(void **state) {
    (void)state;
    for (int i = 0; i < PHONES; i++) {
        assert_true(rb_layout_is_small(phones[i].width, phones[i].height, 16));
        for (int k = 0; k < 6; k++) {
            rb_small_screen s = {.width = phones[i].width,
                                 .height = phones[i].height,
                                 .em = 16,
                                 .target = RB_TARGET,
                                 .drawer = (rb_drawer)(k % 3),
                                 .several = k > 2};
            rb_rects r = rb_layout_small(&s);
            stands_well(&r, &s);
            assert_true((r.right.height > 0) == (s.drawer == RB_DRAWER_RIGHT));
            assert_true((r.left.width > 0) == (s.drawer == RB_DRAWER_LEFT));
        }
    }
    assert_false(rb_layout_is_small(1280, 720, 16));
    assert_false(rb_layout_is_small(1024, 768, 16));
    assert_true(rb_layout_is_small(1280, 2000, 32)); /* 40 em at twice the size */
    assert_false(rb_layout_is_small(200, 150, 16));  /* no room for fingers */
}

static void fingers_hit_what_they_mean(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "390x844", NULL);
    drive_frames(app, 2);
    assert_true(app->ui.small && rb_gui_fingers());
    assert_true(igGetFrameHeight() >= RB_TARGET && rb_gui_target() >= RB_TARGET);
    Rectangle closed = app->ui.rects.world;
    assert_true(closed.width == 390 && closed.height > 500);
    drive_act(app, "right on");
    drive_frames(app, 2);
    assert_true(app->ui.drawer == RB_DRAWER_RIGHT && app->ui.rects.right.width == 390);
    assert_true(app->ui.rects.world.height < 0.6f * closed.height);
    drive_act(app, "left on"); /* one at a time */
    drive_frames(app, 2);
    assert_true(app->ui.drawer == RB_DRAWER_LEFT && app->ui.rects.right.width == 0);
    drive_act(app, "close");
    drive_frames(app, 2);
    assert_true(app->ui.drawer == RB_DRAWER_NONE);
    drive_act(app, "page laws; compare opposite-spin");
    drive_frames(app, 3);
    assert_true(app->ui.drawer == RB_DRAWER_RIGHT && app->ui.rects.runs.height > 0);
    assert_true(app->ui.left && app->ui.right); /* what a wide window has is another matter */
    drive_close(app);
}

static bool within(Rectangle inner, Rectangle outer) {
    return inner.x >= outer.x && inner.y >= outer.y &&
           inner.x + inner.width <= outer.x + outer.width + 0.01f &&
           inner.y + inner.height <= outer.y + outer.height + 0.01f;
}

/* The number fits its cell: smaller, without its unit, or omitted. */
static void spin_numbers_stay_in_their_cells(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "390x844", "--compare",
                             "exact-circle,exact-ellipse,k11-p1,k11-p2,k11-tanh,coulomb,ak18,"
                             "ka09-pade",
                             NULL);
    drive_act(app, "play off; right on; show spin on");
    drive_frames(app, 3);
    Rectangle cells[RB_RUNS_MAX];
    assert_int_equal(rb_view_cells(app, cells), 8);
    int seen = 0;
    for (float share = 0.05f; share <= 1; share += 0.05f) {
        for (int run = 0; run < 8; run++) {
            Rectangle room = cells[run];
            room.height *= share;
            room.width *= 1.05f - share;
            Rectangle at = rb_spin_view_area(app, run, room, false);
            assert_true(at.height == 0 || within(at, room));
            assert_true(at.height == 0 || at.height >= 0.8f * igGetFontSize());
            seen += at.height > 0;
        }
    }
    assert_true(seen > 0);
    Rectangle wide = {0, 0, 1000, 100};
    assert_near((double)rb_spin_view_area(app, 0, wide, false).height, 1.35 * (double)igGetFontSize(), 1e-3);
    drive_close(app);
}

/* A page can still be closed after the screen was rotated or became smaller. */
static void pages_stay_within_a_window_that_shrinks(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "1280x720", NULL);
    drive_act(app, "help");
    drive_frames(app, 3);
    SetWindowSize(640, 400);
    drive_until(app, rb_window_width() == 640 && rb_window_height() == 400);
    drive_frames(app, 3);
    const ImGuiWindow *page = igFindWindowByName("Keys and mouse");
    Rectangle at = {page->Pos.x, page->Pos.y, page->Size.x, page->Size.y};
    assert_true(within(at, (Rectangle){0, 0, 640, 400}));
    drive_close(app);
}

/* ---------------------------------------------------------------- lessons */

/* No picture is taken: off-screen, time is set by commands. */
static rb_app *open_off_screen(const char *size) {
    return drive_open("--size", size, "--screenshot", "unused.png", "--fps", "30", NULL);
}

static bool is_seen(const rb_app *app, const char *name) {
    for (int i = 0; i < app->ui.place_count; i++) {
        if (strcmp(app->ui.places[i].name, name) == 0) {
            return app->ui.places[i].visible;
        }
    }
    return false;
}

static void expect_seen(const rb_app *app, const char *name, const char *lesson, int step) {
    if (!is_seen(app, name)) {
        fail_msg("%s, step %d: %s is not in view", lesson, step, name);
    }
}

/* All answers of a question that waits, without scrolling, and the way on. */
static void answers_are_in_view(void **state) {
    (void)state;
    static const char *const sizes[] = {"320x568", "390x844", "844x390"};
    for (int i = 0; i < (RB_SHORT ? 1 : 3); i++) {
        rb_app *app = open_off_screen(sizes[i]);
        drive_act(app, "presenter on");
        for (int k = 0; k < app->player.lessons.count; k++) {
            const rb_lesson *lesson = &app->player.lessons.items[k];
            for (int step = 0; step < lesson->step_count; step++) {
                char line[96];
                int choices = lesson->steps[step].question.choice_count;
                if (choices == 0) {
                    continue;
                }
                snprintf(line, sizeof line, "lesson %s %d", lesson->id, step + 1);
                drive_do(app, line);
                drive_settle(app);
                drive_act(app, "play off");
                drive_frames(app, 4); /* the card takes the height that it needs */
                for (int choice = 1; choice <= choices; choice++) {
                    snprintf(line, sizeof line, "choice.%d", choice);
                    expect_seen(app, line, lesson->id, step + 1);
                }
                expect_seen(app, "next", lesson->id, step + 1);
            }
        }
        drive_close(app);
    }
}

/* The drawer opens at the parameter that a task asks for; a small frame of a page has buttons. */
static void tasks_show_their_parameter(void **state) {
    (void)state;
    rb_app *app = open_off_screen("390x844");
    drive_do(app, "lesson why-one-way 4");
    drive_settle(app);
    drive_act(app, "play off; left on");
    drive_frames(app, 4);
    expect_seen(app, "body.alpha", "why-one-way", 4);
    drive_close(app);
    app = open_off_screen("320x240");
    drive_act(app, "presenter on");
    drive_do(app, "lesson why-one-way 1");
    drive_settle(app);
    drive_frames(app, 2);
    expect_seen(app, "next", "why-one-way", 1);
    assert_true(app->ui.rects.bottom.height >= RB_TARGET);
    drive_close(app);
}

static void a_wide_window_has_panels(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "1280x720", NULL);
    drive_frames(app, 2);
    assert_true(!app->ui.small && igGetFrameHeight() < RB_TARGET);
    assert_true(app->ui.rects.left.width > 0 && app->ui.rects.right.width > 0);
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_overlaps),
        cmocka_unit_test(fingers_hit_what_they_mean),
        cmocka_unit_test(spin_numbers_stay_in_their_cells),
        cmocka_unit_test(pages_stay_within_a_window_that_shrinks),
        cmocka_unit_test(answers_are_in_view),
        cmocka_unit_test(tasks_show_their_parameter),
        cmocka_unit_test(a_wide_window_has_panels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
