#include "drive_app.h"

#include <unistd.h>

#include "app/actions/grammar.h"
#include "viewer/actions/actions.h"

enum { ARGUMENTS_MAX = 16, CANNOT_BE_DONE = 77 };

#ifdef RB_TEST_SHORT
/* A driver that is unloaded before the end leaves leaks without a name, which suppressions cannot match;
   so under sanitizers nothing is unloaded. */
int dlclose(void *handle) {
    return handle == NULL;
}
#endif

bool drive_draws;

void drive_begin(char **argv) {
    if (getenv("RB_TEST_AGAIN") == NULL) {
        setenv("RB_TEST_AGAIN", "1", 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        if (RB_UNDER_TSAN) { /* threads of the driver are not checked */
            setenv("LP_NUM_THREADS", "0", 1);
            setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
        }
        /* A server that restarts after its last window would reject a window that opens meanwhile. */
        execlp("xvfb-run", "xvfb-run", "-a", "-s", "-screen 0 1280x720x24 -noreset", argv[0], (char *)NULL);
        fprintf(stderr, "xvfb-run is not installed\n");
        exit(CANNOT_BE_DONE);
    }
    if (getenv("RB_TEST_ONLY") != NULL) { /* a pattern, to select tests */
        cmocka_set_test_filter(getenv("RB_TEST_ONLY"));
    }
}

rb_app *drive_open(const char *argument, ...) {
    char *argv[ARGUMENTS_MAX] = {"rattleback", "--fresh"};
    int argc = 2;
    va_list arguments;
    va_start(arguments, argument);
    for (; argument != NULL; argument = va_arg(arguments, const char *)) {
        assert_true(argc < ARGUMENTS_MAX);
        argv[argc++] = (char *)argument;
    }
    va_end(arguments);
    rb_options options;
    rb_error err = {""};
    if (rb_options_parse(argc, argv, &options, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    rb_app *app = malloc(sizeof *app);
    assert_non_null(app);
    if (rb_app_create(app, &options, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    app->perf.gl = drive_draws ? RB_GL_PLAIN : RB_GL_MUTED;
    if (app->offscreen) {
        return app;
    }
    app->config.style = RB_STYLE_PLAIN; /* the full one has pictures and test_viewer_world_gl */
    SetTargetFPS(0);                    /* as fast as it goes */
    if (!app->link.under_way) {
        rb_session_play(&app->session);
    }
    drive_until(app, drive_settled(app));
    return app;
}

void drive_close(rb_app *app) {
    rb_gl_meter_set(RB_GL_PLAIN); /* the next window loads the functions of OpenGL again */
    rb_app_destroy(app);
    free(app);
}

void drive_frames(rb_app *app, int count) {
    for (int i = 0; i < count; i++) {
        rb_app_frame(app, (double)GetFrameTime());
    }
}

void drive_act(rb_app *app, const char *lines) {
    char line[RB_LINE_MAX];
    while (rb_action_next(&lines, line)) {
        rb_error err = {""};
        rb_args args;
        if (rb_action_parse(line, &args, &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
        rb_action_run(app, line);
        drive_frames(app, 1);
    }
}

bool drive_settled(const rb_app *app) {
    const rb_session *session = &app->session;
    return rb_session_settled(session) && session->shown_count == session->count;
}

void drive_do(rb_app *app, const char *line) {
    rb_error err = {""};
    if (rb_action_try(app, line, &err) != RB_OK) {
        fail_msg("%s: %s", line, err.text);
    }
}

void drive_settle(rb_app *app) {
    for (int i = 0; i < 5000 && (rb_script_waits(app) || !drive_settled(app)); i++) {
        if (rb_session_until_waits(&app->session)) { /* no interaction meanwhile */
            rb_session_update(&app->session, 1.0 / 30);
        } else {
            rb_app_frame(app, 0);
        }
    }
    assert_false(rb_script_waits(app));
}
