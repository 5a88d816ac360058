/* Actions on scenes: opening, laws, parameters, starts, undo. */
#include <stdio.h>

#include "viewer/actions/groups.h"

/* ---------------------------------------------------------------- scenes and files */

rb_status rb_do_search(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->ui.library = rb_arg_switch(args, 0, app->ui.library);
    app->ui.focus_search = app->ui.library;
    return RB_OK;
}

bool rb_is_searching(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.library;
}

static rb_status no_such_scene(const rb_library *library, const rb_args *args, rb_error *err) {
    const char *names[RB_LIBRARY_MAX];
    char near[160], expected[220];
    for (int i = 0; i < library->count; i++) {
        names[i] = library->scenes[i].id;
    }
    rb_nearest_names(rb_arg(args, 0), names, library->count, near, sizeof near);
    snprintf(expected, sizeof expected, "the id of a scene (%s%s)",
             near[0] != '\0' ? "perhaps " : "\"rbsim scenes\" lists them", near);
    return rb_arg_refuse(args, 0, expected, err);
}

rb_status rb_do_scene(rb_app *app, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    if (args->choice[0] == NEXT || args->choice[0] == PREVIOUS) {
        rb_app_open_next(app, args->choice[0] == NEXT ? 1 : -1);
        return RB_OK;
    }
    const rb_scene *scene = rb_library_find(app->library, rb_arg(args, 0));
    if (scene == NULL) {
        return no_such_scene(app->library, args, err);
    }
    rb_app_open(app, scene);
    return RB_OK;
}

rb_status rb_do_open(rb_app *app, const rb_args *args, rb_error *err) {
    if (args->count == 0) {
        app->ui.files = !app->ui.files;
        return RB_OK;
    }
    unsigned problems = app->messages.problems;
    rb_app_open_file(app, rb_arg(args, 0));
    return rb_problem_since(app, problems, err);
}

rb_status rb_do_save(rb_app *app, const rb_args *args, rb_error *err) {
    unsigned problems = app->messages.problems;
    rb_export_scene(&app->session, &app->messages, args->count > 0 ? rb_arg(args, 0) : NULL);
    return rb_problem_since(app, problems, err);
}

/* ---------------------------------------------------------------- laws and parameters */

static rb_status next_law(rb_app *app, int direction) {
    rb_session *session = &app->session;
    const rb_scene *scene = &session->runs[session->selected].scene;
    int count = rb_friction_law_count();
    int at = 0;
    while (at < count && rb_friction_law_at(at) != scene->friction) {
        at++;
    }
    for (int i = 1; i <= count; i++) {
        const rb_friction_law *law = rb_friction_law_at((at + i * direction + count * i) % count);
        if (rb_scene_law_fits(scene, law, NULL) == RB_OK) {
            rb_session_remember(session);
            rb_session_set_law(session, session->selected, law);
            rb_tell(app, "Law: %s", law->name);
            break;
        }
    }
    return RB_OK;
}

static rb_status assign(rb_app *app, const char *what, const char *value, rb_error *err) {
    char text[RB_LINE_MAX + 16];
    snprintf(text, sizeof text, "%s%s", what, value);
    const char *one = text;
    return rb_session_assign(&app->session, app->session.selected, &one, 1, err);
}

rb_status rb_do_law(rb_app *app, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    if (args->choice[0] == NEXT || args->choice[0] == PREVIOUS) {
        return next_law(app, args->choice[0] == NEXT ? 1 : -1);
    }
    return assign(app, "friction=", rb_arg(args, 0), err);
}

rb_status rb_do_rolling(rb_app *app, const rb_args *args, rb_error *err) {
    return assign(app, "rolling=", rb_arg(args, 0), err);
}

rb_status rb_do_normal(rb_app *app, const rb_args *args, rb_error *err) {
    return assign(app, "normal=", rb_arg(args, 0), err);
}

static const rb_scene *selected(const rb_app *app) {
    return &app->session.runs[app->session.selected].scene;
}

bool rb_is_law(const rb_app *app, const rb_args *args) {
    return rb_friction_law_find(rb_arg(args, 0)) == selected(app)->friction;
}

bool rb_is_rolling(const rb_app *app, const rb_args *args) {
    return rb_rolling_law_find(rb_arg(args, 0)) == selected(app)->rolling;
}

bool rb_is_normal(const rb_app *app, const rb_args *args) {
    return rb_normal_law_find(rb_arg(args, 0)) == selected(app)->normal;
}

rb_status rb_do_set(rb_app *app, const rb_args *args, rb_error *err) {
    const char *words[RB_ARGS_MAX];
    for (int i = 0; i < args->count; i++) {
        words[i] = rb_arg(args, i);
    }
    return rb_session_assign(&app->session, app->session.selected, words, args->count, err);
}

/* ---------------------------------------------------------------- starts and variants */

rb_status rb_do_start(rb_app *app, const rb_args *args, rb_error *err) {
    char which[96];
    rb_arg_rest(args, 0, which, sizeof which);
    rb_status status = rb_session_use_start(&app->session, app->session.selected, which, err);
    return status == RB_OK ? rb_do_restart(app, args, err) : status;
}

rb_status rb_do_variant(rb_app *app, const rb_args *args, rb_error *err) {
    const rb_variant *variant = NULL;
    rb_status status = rb_arg_variant(args, 0, "", &variant, err);
    if (status == RB_OK) {
        status = rb_session_apply_variant(&app->session, app->session.selected, variant, err);
    }
    return status == RB_OK ? rb_do_restart(app, args, err) : status;
}

/* ---------------------------------------------------------------- undo */

rb_status rb_do_undo(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    return rb_session_undo(&app->session) ? RB_OK : rb_fail(err, RB_ERR_INPUT, "Nothing to undo");
}

rb_status rb_do_redo(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    return rb_session_redo(&app->session) ? RB_OK : rb_fail(err, RB_ERR_INPUT, "Nothing to redo");
}

rb_status rb_do_preset(rb_app *app, const rb_args *args, rb_error *err) {
    rb_session *session = &app->session;
    rb_session_remember(session);
    for (int i = 0; i < session->count; i++) {
        session->runs[i].scene = session->runs[i].preset;
        rb_session_scene_edited(session, i);
    }
    return rb_do_restart(app, args, err);
}
