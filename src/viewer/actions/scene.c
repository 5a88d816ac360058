/* Actions on scenes: opening, laws, parameters, starts, undo. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "base/system.h"
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

rb_status rb_do_scene(rb_app *app, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    if (args->choice[0] == NEXT || args->choice[0] == PREVIOUS) {
        int direction = args->choice[0] == NEXT ? 1 : -1;
        if (app->running_order.order.count > 0) {
            return rb_running_order_step(app, direction, err);
        }
        rb_app_open_next(app, direction);
        return RB_OK;
    }
    const rb_scene *scene = NULL;
    rb_status status = rb_arg_scene(app->library, args, &scene, err);
    if (status == RB_OK) {
        rb_app_open(app, scene);
    }
    return status;
}

/* The page for files stays open, with the path to be corrected, if the file could not be used. */
static rb_status close_files_page(rb_app *app, rb_status status) {
    app->ui.focus_path = app->ui.files && status != RB_OK;
    app->ui.files = app->ui.files && status != RB_OK;
    return status;
}

rb_status rb_do_open(rb_app *app, const rb_args *args, rb_error *err) {
    if (args->count == 0) {
        app->ui.files = !app->ui.files;
        rb_folder_read(&app->ui.folder, app->ui.folder.path[0] != '\0' ? app->ui.folder.path : ".");
        return RB_OK;
    }
    if (rb_folder_read(&app->ui.folder, rb_arg(args, 0))) {
        app->ui.files = true;
        return RB_OK;
    }
    unsigned problems = app->messages.problems;
    rb_app_open_file(app, rb_arg(args, 0));
    return close_files_page(app, rb_problem_since(app, problems, err));
}

rb_status rb_do_save(rb_app *app, const rb_args *args, rb_error *err) {
    unsigned problems = app->messages.problems;
    char path[RB_PATH_MAX] = "";
    rb_export_scene(&app->session, &app->messages, args->count > 0 ? rb_arg(args, 0) : NULL, path);
    if (path[0] != '\0') {
        rb_recent_add(app->ui.recent, path);
    }
    return close_files_page(app, rb_problem_since(app, problems, err));
}

/* ---------------------------------------------------------------- own scene files */

/* "My stone 2" becomes "my-stone-2". */
static void id_of(const char *name, char *id, size_t size) {
    size_t used = 0;
    for (; *name != '\0' && used + 1 < size; name++) {
        bool plain = isalnum((unsigned char)*name) || strchr("._", *name) != NULL;
        if (plain) {
            id[used++] = (char)tolower((unsigned char)*name);
        } else if (used > 0 && id[used - 1] != '-') {
            id[used++] = '-';
        }
    }
    id[used] = '\0';
}

/* Writes the scene under another name beside a file; nothing is replaced. */
static rb_status write_beside(rb_app *app, rb_scene *scene, const char *path, const char *name,
                              rb_error *err) {
    char made[RB_PATH_MAX];
    snprintf(scene->name, sizeof scene->name, "%s", name);
    id_of(name, scene->id, sizeof scene->id);
    snprintf(made, sizeof made, "%.*s%s.json", (int)(rb_path_name(path) - path), path, scene->id);
    if (rb_path_exists(made)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: there is such a file already", made);
    }
    rb_status status = rb_scene_check_id(scene->id, name, err);
    status = status == RB_OK ? rb_scene_write_file(scene, made, err) : status;
    if (status == RB_OK) {
        rb_recent_add(app->ui.recent, made);
        rb_show_message(app, rb_tr("Saved: %s"), made);
    }
    return status;
}

rb_status rb_do_file(rb_app *app, const rb_args *args, rb_error *err) {
    enum { RENAME, DUPLICATE, DELETE, FORGET };
    const char *path = rb_arg(args, 1);
    int what = args->choice[0];
    rb_scene scene;
    char name[128];
    if (what == FORGET) {
        rb_recent_remove(app->ui.recent, path);
        return RB_OK;
    }
    rb_status status = rb_scene_read_file(path, &scene, err); /* nothing but scenes is changed */
    if (status == RB_OK && what == RENAME && args->count < 3) {
        status = rb_fail(err, RB_ERR_INPUT, "file rename: expected FILE and NAME");
    }
    if (status != RB_OK) {
        return status;
    }
    if (what == DUPLICATE) {
        snprintf(name, sizeof name, "%.90s copy", scene.name);
        return write_beside(app, &scene, path, name, err);
    }
    if (what == RENAME) {
        status = write_beside(app, &scene, path, rb_arg(args, 2), err);
    }
    if (status == RB_OK && remove(path) != 0) {
        status = rb_fail(err, RB_ERR_IO, "%s: cannot be deleted: %s", path, strerror(errno));
    }
    if (status == RB_OK) {
        rb_recent_remove(app->ui.recent, path);
    }
    if (status == RB_OK && what == DELETE) {
        rb_show_message(app, rb_tr("Deleted: %s"), path);
    }
    return status;
}

/* ---------------------------------------------------------------- laws and parameters */

static const rb_scene *selected(const rb_app *app) {
    return &app->session.runs[app->session.selected].scene;
}

rb_status rb_do_law(rb_app *app, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    rb_status status = rb_session_do_law(&app->session, args, err);
    if (status == RB_OK && (args->choice[0] == NEXT || args->choice[0] == PREVIOUS)) {
        rb_show_message(app, rb_tr("Law: %s"), rb_tr(selected(app)->friction->name));
    }
    return status;
}

rb_status rb_do_rolling(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_session_do_rolling(&app->session, args, err);
}

rb_status rb_do_normal(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_session_do_normal(&app->session, args, err);
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
    return rb_session_do_set(&app->session, args, err);
}

/* ---------------------------------------------------------------- starts and variants */

rb_status rb_do_start(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_after_restart(app, rb_session_do_start(&app->session, args, err));
}

rb_status rb_do_variant(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_after_restart(app, rb_session_do_variant(&app->session, args, err));
}

rb_status rb_do_preset(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_after_restart(app, rb_session_do_preset(&app->session, args, err));
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
