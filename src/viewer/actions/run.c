/* Runs a line of text: parses it and calls the handler of its action. */
#include "viewer/actions/actions.h"

#include "viewer/actions/groups.h"

static const struct {
    rb_status (*run)(rb_app *app, const rb_args *args, rb_error *err);
    rb_action_is *on;
} handlers[] = {
#define ACTION(id, group, usage, help, run, on) {rb_do_##run, on},
#include "app/actions/table.inc"
#undef ACTION
};

rb_status rb_action_try(rb_app *app, const char *line, rb_error *err) {
    rb_args args;
    rb_status status = rb_action_parse(line, &args, err);
    return status == RB_OK ? handlers[args.action].run(app, &args, err) : status;
}

void rb_action_run(rb_app *app, const char *line) {
    rb_error err;
    rb_status status = rb_action_try(app, line, &err);
    if (status != RB_OK) {
        rb_level level = status == RB_ERR_INPUT ? RB_LEVEL_INFO : RB_LEVEL_PROBLEM;
        rb_messages_add(&app->messages, level, "%s", err.text);
    }
}

bool rb_action_on(const rb_app *app, const char *line) {
    rb_args args;
    return rb_action_parse(line, &args, NULL) == RB_OK && handlers[args.action].on != NULL &&
           handlers[args.action].on(app, &args);
}

/* ---------------------------------------------------------------- scripts */

bool rb_app_waits(const rb_app *app) {
    return !rb_session_idle(&app->session) || rb_session_until_waits(&app->session) ||
           app->capture.picture[0] != '\0' || app->poster.under_way || app->capture.frames_wanted > 0 ||
           app->plots.alone >= 0 || app->plots.study.alone || app->studies.waiting ||
           (app->film.film != NULL && rb_film_loading(app->film.film)) || rb_film_lab_runs(app);
}

/* The lines of a lesson also count as pending. */
bool rb_script_waits(const rb_app *app) {
    return rb_app_waits(app) || rb_lesson_player_busy(&app->player);
}

rb_status rb_script_line(rb_app *app, rb_script *script, rb_error *err) {
    char line[RB_LINE_MAX];
    if (!rb_action_next(&script->rest, line)) {
        script->rest = NULL;
        return RB_OK;
    }
    rb_status status = rb_action_try(app, line, err);
    if (status != RB_OK) {
        script->rest = NULL;
    }
    return status;
}

rb_status rb_script_update(rb_app *app, rb_script *script, rb_error *err) {
    return script->rest == NULL || rb_script_waits(app) ? RB_OK : rb_script_line(app, script, err);
}
