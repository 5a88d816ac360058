/* The program with a window. */
#include <stdio.h>
#include <stdlib.h>

#include "app/actions/grammar.h"
#include "base/system.h"
#include "viewer/app.h"
#include "viewer/offscreen.h"
#include "viewer/platform/window.h"
#include "viewer/remote.h"

enum { exit_usage = 2 };

static bool iterate(void *context) {
    return rb_app_iterate(context);
}

/* The exit status: 128 + N after signal N; lost output is no success. */
static int finish(int code) {
    bool lost = ferror(stdout) != 0;
    lost = fflush(stdout) != 0 || lost;
    if (lost) {
        fputs("rattleback: standard output: not everything could be written\n", stderr);
    }
    return rb_exit_interrupted(code == 0 && lost ? 1 : code);
}

static int end(void *context) {
    bool whole = rb_app_destroy(context);
    free(context);
    return finish(whole ? 0 : 1);
}

static bool is_idle(void *context) {
    return rb_app_is_idle(context);
}

static void wake(void *context) {
    rb_app_wake(context);
}

/* ---------------------------------------------------------------- called by a browser */

static void on_hide(void *context) {
    rb_app_save_settings(context);
}

static void on_context_lost(void *context) {
    rb_app_on_context_lost(context);
}

static void on_context_restored(void *context) {
    rb_app_on_context_restored(context);
}

static rb_status run_action(void *context, const char *line, rb_error *err) {
    return rb_action_try(context, line, err);
}

static char *state_json(void *context) {
    return rb_remote_state_json(context);
}

static char *controls_json(void *context) {
    return rb_remote_controls_json(context);
}

static char *events_json(void *context) {
    return rb_remote_events_json(context);
}

int main(int argc, char **argv) {
    rb_options options;
    rb_error err;
    rb_prepare_streams();
    argv = rb_arguments(&argc, argv);
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
    rb_catch_interrupts(true); /* before there is anything to save or to finish */
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
        return code != 0 && !rb_interrupted() ? code : ended;
    }
    /* A link without runs leaves the demonstration as it is. */
    const rb_followed_link *link = &app->link;
    bool has_runs = link->under_way && (link->link.run_count > 0 || link->link.pauses);
    if (!has_runs && !rb_window_prefers_reduced_motion()) {
        rb_session_play(&app->session);
    }
    return rb_loop_run(&(rb_loop){iterate, end, is_idle, wake, on_hide, on_context_lost, on_context_restored,
                                  run_action, state_json, controls_json, events_json, app});
}
