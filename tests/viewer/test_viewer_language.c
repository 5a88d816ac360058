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
    }
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(can_be_switched),
        cmocka_unit_test(comes_from_option_and_link),
        cmocka_unit_test(longer_texts_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
