/* The program with a window. */
#include <stdio.h>
#include <stdlib.h>

#include "app/actions/grammar.h"
#include "viewer/app.h"
#include "viewer/offscreen.h"
#include "viewer/platform/loop.h"
#include "viewer/platform/window.h"
#include "viewer/remote.h"

enum { exit_usage = 2 };

static bool turn(void *context) {
    return rb_app_turn(context);
}

/* The exit status: 128 + N after signal N; lost output is no success. */
static int finish(int code) {
    bool lost = ferror(stdout) != 0;
    lost = fflush(stdout) != 0 || lost;
    if (lost) {
        fputs("rattleback: standard output: not everything could be written\n", stderr);
    }
    if (rb_loop_end_signal() != 0) {
        return 128 + rb_loop_end_signal();
    }
    return code == 0 && lost ? 1 : code;
}

static int end(void *context) {
    bool whole = rb_app_destroy(context);
    free(context);
    return finish(whole ? 0 : 1);
}

/* ---------------------------------------------------------------- where the platform calls back */

static void leave(void *context) {
    rb_app_remember(context);
}

static void regain(void *context) {
    rb_app_regain(context);
}

static rb_status act(void *context, const char *line, rb_error *err) {
    return rb_action_try(context, line, err);
}

static char *tell(void *context) {
    return rb_remote_tell(context);
}

int main(int argc, char **argv) {
    rb_options options;
    rb_error err;
    if (rb_options_parse(argc, argv, &options, &err) != RB_OK) {
        fprintf(stderr, "rattleback: %s\n", err.text);
        return exit_usage;
    }
    if (options.help) {
        fputs(rb_options_help(), stdout);
        return finish(0);
    }
    if (options.actions || options.actions_table) {
        rb_actions_list(stdout, options.actions_table);
        return finish(0);
    }
    if (options.version) {
        printf("rattleback %s\n", rb_version());
        return finish(0);
    }
    rb_loop_catch_signals(); /* before there is anything to save or to finish */
    rb_app *app = malloc(sizeof *app);
    if (app == NULL) {
        fprintf(stderr, "rattleback: out of memory\n");
        return 1;
    }
    rb_status status = rb_app_create(app, &options, &err);
    if (status != RB_OK) {
        fprintf(stderr, "rattleback: %s\n", err.text);
        free(app);
        return status == RB_ERR_INPUT ? exit_usage : 1;
    }
    if (app->offscreen) {
        int code = rb_offscreen_run(app);
        int ended = end(app);
        return code != 0 && rb_loop_end_signal() == 0 ? code : ended;
    }
    const rb_followed_link *link =
        &app->link; /* one without runs leaves the demonstration as it is */
    bool brings = link->under_way && (link->link.run_count > 0 || link->link.pauses);
    if (!brings && !rb_window_prefers_still()) {
        rb_session_play(&app->session);
    }
    return rb_loop_run(&(rb_loop){turn, end, leave, regain, act, tell, app});
}
