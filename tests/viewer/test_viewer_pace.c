/* If frames take too long, the window switches to simpler drawing, reports it, and switches back on
   request. Frame times are set by the test, not measured. */
#include "drive_app.h"

static int reported(const rb_app *app) {
    int count = 0;
    for (int i = 0; i < app->messages.count; i++) {
        count += strstr(app->messages.items[i].text, "plain style") != NULL;
    }
    return count;
}

static void frames_of(rb_app *app, int count, double dt) {
    for (int i = 0; i < count; i++) {
        rb_app_record_frame_time(app, dt);
        if (i % 20 == 0) {
            rb_app_frame(app, 0); /* whichever way, it can be drawn */
        }
    }
}

static rb_saving saving_of(const rb_app *app) {
    return rb_style_saving((rb_style)app->config.style, &app->pace);
}

static void slow_frames_are_drawn_plainly(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", NULL);
    drive_act(app, "style auto");
    frames_of(app, 200, 1.0 / 35); /* fast enough */
    assert_int_equal(saving_of(app), RB_SAVING_NONE);
    frames_of(app, 70, 1.0 / 20); /* first fewer samples, which is hardly visible */
    assert_int_equal(saving_of(app), RB_SAVING_SAMPLES);
    assert_int_equal(reported(app), 0);
    frames_of(app, 70, 1.0 / 20);
    assert_int_equal(saving_of(app), RB_SAVING_STYLE);
    assert_int_equal(reported(app), 1);
    drive_act(app, "style full"); /* as requested, however slow */
    frames_of(app, 140, 1.0 / 20);
    assert_int_equal(saving_of(app), RB_SAVING_NONE);
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_frames_are_drawn_plainly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
