/* Actions that write: pictures, videos, data. */
#include "viewer/actions/groups.h"

static const char *file_of(const rb_args *args) {
    return args->count > 0 ? rb_arg(args, 0) : NULL;
}

rb_status rb_problem_since(const rb_app *app, unsigned problems, rb_error *err) {
    const rb_messages *messages = &app->messages;
    for (int i = messages->count - 1; messages->problems != problems && i >= 0; i--) {
        if (messages->items[i].level == RB_LEVEL_PROBLEM) {
            return rb_fail(err, RB_ERR_IO, "%s", messages->items[i].text);
        }
    }
    return RB_OK;
}

rb_status rb_do_picture(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    rb_capture_picture(&app->capture, file_of(args), false);
    return RB_OK;
}

rb_status rb_do_bare_picture(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    rb_capture_picture(&app->capture, file_of(args), true);
    return RB_OK;
}

rb_status rb_do_record(rb_app *app, const rb_args *args, rb_error *err) {
    unsigned problems = app->messages.problems;
    bool begun = app->capture.video == NULL;
    rb_capture_record(&app->capture, &app->session, &app->messages, file_of(args));
    /* That frames go to PNG files for want of ffmpeg is a problem to be told, but no failure. */
    return begun && app->capture.video != NULL ? RB_OK : rb_problem_since(app, problems, err);
}

bool rb_is_recording(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->capture.video != NULL;
}

rb_status rb_do_csv(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    unsigned problems = app->messages.problems;
    rb_export_csv(&app->csv, &app->session, &app->messages);
    return rb_problem_since(app, problems, err);
}

bool rb_is_logging(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->csv.count > 0;
}

rb_status rb_do_copy(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_export_state(&app->session, &app->messages);
    return RB_OK;
}
