/* The window in other languages: how a language is chosen, and that longer texts fit. */
#include "drive_app.h"

#include <string.h>

#include "app/language/language.h"
#include "viewer/gui/gui.h"

static const char *caption_of(const rb_app *app) {
    static char text[400];
    rb_caption caption = rb_session_caption(&app->session, 0);
    return rb_caption_question(&caption, text, sizeof text);
}

static void can_be_switched(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", NULL);
    drive_frames(app, 2);
    assert_string_equal(caption_of(app), "Spun at +10 rad/s, anticlockwise: will it reverse?");
    drive_act(app, "language de");
    drive_frames(app, 2);
    assert_string_equal(caption_of(app), "Angedreht mit +10 rad/s, gegen den Uhrzeigersinn: kehrt er um?");
    assert_string_equal(app->config.language, "de"); /* saved */
    assert_true(rb_action_on(app, "language de") && !rb_action_on(app, "language en"));
    drive_act(app, "language"); /* the next */
    assert_string_equal(rb_language_now()->code, "es");
    drive_act(app, "language; language");
    assert_string_equal(rb_language_now()->code, "en"); /* not the one for tests */
    drive_frames(app, 2);
    assert_string_equal(caption_of(app), "Spun at +10 rad/s, anticlockwise: will it reverse?");
    drive_close(app);
}

/* Is lang=code, or no language for "", in the link that "copy link" would copy? */
static bool link_has(const rb_app *app, const char *code) {
    rb_link_pen pen;
    rb_error err;
    bool elsewhere;
    assert_int_equal(rb_app_link(app, &pen, &elsewhere, &err), RB_OK);
    const char *part = strstr(pen.text, "lang=");
    return code[0] == '\0' ? part == NULL : part != NULL && strncmp(part + 5, code, 2) == 0;
}

/* A link's language is not saved, but stays in links; the menu's is saved. */
static void of_a_link_is_not_saved(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", NULL);
    drive_frames(app, 2);
    assert_true(link_has(app, ""));
    drive_act(app, "open-link '?scene=toy-plastic&lang=de'");
    drive_until(app, !rb_app_follow_link(app) && drive_settled(app));
    assert_string_equal(rb_language_now()->code, "de");
    assert_string_equal(app->config.language, "");
    assert_true(link_has(app, "de"));
    drive_act(app, "open-link '?lesson=spin-it&lang=en'");
    drive_until(app, !rb_app_follow_link(app) && drive_settled(app));
    assert_string_equal(rb_language_now()->code, "en");
    assert_true(link_has(app, "en")); /* chosen by a link, so the reader of the next one sees it too */
    drive_act(app, "language pl");
    assert_string_equal(app->config.language, "pl");
    assert_true(link_has(app, "pl"));
    drive_act(app, "language en");
    assert_true(link_has(app, ""));
    drive_close(app);
}

static void comes_from_option_and_link(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--lang", "pl", NULL);
    drive_frames(app, 2);
    assert_non_null(strstr(caption_of(app), "czy zawróci?"));
    drive_act(app, "open-link '?scene=toy-plastic&lang=es'");
    drive_until(app, !rb_app_follow_link(app) && drive_settled(app));
    assert_non_null(strstr(caption_of(app), "¿se invertirá el giro?"));
    drive_close(app);
    assert_string_equal(rb_language_now()->code, "en");
}

/* Is anything wider than its panel? */
static void fits(const char *panel, const char *size) {
    const ImGuiWindow *window = igFindWindowByName(panel);
    if (window == NULL || !window->Active) {
        return;
    }
    float room = window->Size.x - 2 * window->WindowPadding.x - window->ScrollbarSizes.x;
    if (window->ContentSize.x > room + 1) {
        print_message("%s in %s, %s: %g px in %g\n", panel, rb_language_now()->name, size,
                      (double)window->ContentSize.x, (double)room);
    }
    assert_true(window->ContentSize.x <= room + 1);
}

static void has_room(const char *size, const char *lines) {
    static const char *const panels[] = {"##top", "##bottom", "##left", "##right", "##timeline"};
    rb_app *app = drive_open("toy-plastic", "--size", size, NULL);
    drive_frames(app, 2);
    for (int i = 0; i < rb_language_count(); i++) {
        rb_ui_run(&app->ui, "language %s", rb_language_at(i)->code);
        drive_act(app, lines);
        drive_frames(app, 4);
        for (size_t k = 0; k < sizeof panels / sizeof panels[0]; k++) {
            fits(panels[k], size);
        }
        drive_act(app, "single");
    }
    drive_close(app);
}

static void longer_texts_fit(void **state) {
    (void)state;
    static const char *const sizes[] = {"1280x720", "1024x768", "390x844", "844x390"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        has_room(sizes[i], "left on; parameters basic; page plots");
        has_room(sizes[i], "left on; parameters all; compare opposite-spin");
        has_room(sizes[i], "page laws; left on");
        has_room(sizes[i], "page studies; left on");
    }
}

/* Names of runs follow the language; in files and messages to other programs they stay English. */
static void names_runs(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--lang", "de", NULL);
    drive_act(app, "compare mirrored");
    drive_frames(app, 2);
    assert_string_equal(rb_session_label(&app->session, 1), "gespiegelt");
    assert_string_equal(rb_session_run_name(&app->session, 1), "mirrored");
    drive_act(app, "language en");
    drive_frames(app, 2);
    assert_string_equal(rb_session_label(&app->session, 1), "mirrored");
    drive_close(app);
}

/* Every lesson in every language, each step drawn, on a phone: its buttons stay inside. */
static void lessons_have_room(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "390x844", NULL);
    for (int i = 0; i < rb_language_count(); i++) {
        rb_ui_run(&app->ui, "language %s", rb_language_at(i)->code);
        drive_act(app, "lesson spin-it");
        for (int step = 0; step < 5; step++) {
            drive_until(app, drive_settled(app));
            drive_frames(app, 2);
            fits("##lesson", "390x844");
            fits("##bottom", "390x844");
            drive_act(app, "lesson next");
        }
        drive_act(app, "lesson leave");
    }
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(can_be_switched),
        cmocka_unit_test(of_a_link_is_not_saved),
        cmocka_unit_test(comes_from_option_and_link),
        cmocka_unit_test(longer_texts_fit),
        cmocka_unit_test(names_runs),
        cmocka_unit_test(lessons_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
