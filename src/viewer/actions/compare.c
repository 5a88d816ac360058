/* Actions on compared runs. */
#include "app/language/language.h"
#include "viewer/actions/groups.h"

rb_status rb_do_compare(rb_app *app, const rb_args *args, rb_error *err) {
    bool first = app->session.count == 1 && app->ui.layout == RB_LAYOUT_SINGLE;
    rb_status status = rb_session_do_compare(&app->session, args, err);
    if (status == RB_OK && first) {
        app->ui.layout = RB_LAYOUT_GRID;
    }
    if (status == RB_OK) {
        rb_play_on(app);
    }
    return status;
}

rb_status rb_do_all_laws(rb_app *app, const rb_args *args, rb_error *err) {
    rb_status status = rb_session_do_all_laws(&app->session, args, err);
    app->ui.layout = RB_LAYOUT_GRID;
    rb_play_on(app);
    return status;
}

rb_status rb_do_single(rb_app *app, const rb_args *args, rb_error *err) {
    app->ui.layout = RB_LAYOUT_SINGLE;
    return rb_session_do_single(&app->session, args, err);
}

rb_status rb_do_remove(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_session_do_remove(&app->session, args, err);
}

rb_status rb_do_run(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_session_do_run(&app->session, args, err);
}

rb_status rb_do_reference(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_session_do_reference(&app->session, args, err);
}

static bool names_run(const rb_app *app, const rb_args *args, int run) {
    int named = -1;
    return rb_arg_run(&app->session, args, &named, NULL) == RB_OK && named == run;
}

bool rb_is_selected(const rb_app *app, const rb_args *args) {
    return names_run(app, args, app->session.selected);
}

bool rb_is_reference(const rb_app *app, const rb_args *args) {
    return names_run(app, args, app->session.reference);
}

rb_status rb_do_layout(rb_app *app, const rb_args *args, rb_error *err) {
    rb_status status = rb_session_require_several(&app->session, err);
    if (status != RB_OK) {
        return status;
    }
    app->ui.layout = args->count > 0 ? (rb_layout_mode)args->choice[0]
                                     : (rb_layout_mode)((app->ui.layout + 1) % RB_LAYOUT_COUNT);
    return RB_OK;
}

bool rb_is_layout(const rb_app *app, const rb_args *args) {
    return args->count > 0 && (int)app->ui.layout == args->choice[0];
}

rb_status rb_do_link(rb_app *app, const rb_args *args, rb_error *err) {
    rb_status status = rb_session_do_link(&app->session, args, err);
    rb_show_message(app, "%s",
                    app->session.link ? rb_tr("Edits go to: all runs")
                                      : rb_tr("Edits go to: the selected run"));
    return status;
}

rb_status rb_do_own_start(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_session_do_own_start(&app->session, args, err);
}

bool rb_is_own_start(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->session.runs[app->session.selected].own_start;
}

bool rb_is_linked(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->session.link;
}
