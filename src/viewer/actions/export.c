/* Actions that write: pictures, videos, data. */
#include <stdlib.h>

#include "app/language/language.h"
#include "base/file.h"
#include "viewer/actions/groups.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/files.h"
#include "viewer/platform/window.h"

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

rb_status rb_do_poster(rb_app *app, const rb_args *args, rb_error *err) {
    if (app->capture.video != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "poster: not while a video is being recorded");
    }
    rb_poster_begin(app, file_of(args));
    return RB_OK;
}

rb_status rb_do_clip(rb_app *app, const rb_args *args, rb_error *err) {
    double seconds = 5;
    unsigned problems = app->messages.problems;
    if (args->count > 0 && rb_arg_number(args, 0, 0.1, RB_CLIP_LONGEST, &seconds, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    if (app->capture.video != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "clip: not while a video is being recorded");
    }
    rb_capture_clip(&app->capture, &app->session, &app->messages, seconds,
                    args->count > 1 ? rb_arg(args, 1) : NULL);
    return rb_problem_since(app, problems, err);
}

bool rb_is_clip(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->capture.frames_wanted > 0;
}

rb_status rb_do_record(rb_app *app, const rb_args *args, rb_error *err) {
    unsigned problems = app->messages.problems;
    bool begun = app->capture.video == NULL;
    rb_capture_record(&app->capture, &app->session, &app->messages, file_of(args));
    /* Without ffmpeg frames are written as PNG files: this is reported as a problem but is not a failure. */
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

rb_status rb_write_named(rb_app *app, const char *path, const char *stem, const char *ending,
                         rb_app_writer *write, rb_error *err) {
    char name[RB_PATH_MAX], place[2 * RB_PATH_MAX];
    if (path != NULL) {
        snprintf(name, sizeof name, "%s", path);
    } else {
        rb_path_new(name, sizeof name, stem, ending);
    }
    rb_file *file = NULL;
    rb_status status = rb_file_create(name, &file, err);
    if (status == RB_OK && !write(rb_file_stream(file), app)) {
        rb_file_discard(file);
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", name);
    }
    status = status == RB_OK ? rb_file_commit(file, err) : status;
    if (status == RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("Saved: %s"),
                        rb_path_describe(name, place, sizeof place));
        rb_files_offer_download(name);
    }
    return status;
}

static bool write_runs_table(FILE *out, const rb_app *app) {
    rb_export_head(out, &app->session);
    rb_runs_write(&app->session, out, ',');
    return true;
}

rb_status rb_do_table_csv(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_write_named(app, args->count > 0 ? rb_arg(args, 0) : NULL, "rattleback-table", ".csv",
                          write_runs_table, err);
}

rb_status rb_do_copy_table(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    rb_text_stream text;
    bool complete = rb_text_open(&text);
    if (complete) {
        rb_runs_write(&app->session, text.stream, '\t');
        complete = rb_text_close(&text);
    }
    if (!complete) {
        return rb_fail(err, RB_ERR_MEMORY, "The table cannot be copied: out of memory");
    }
    rb_clipboard_set(text.text);
    free(text.text);
    rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("The table is on the clipboard"));
    return RB_OK;
}
