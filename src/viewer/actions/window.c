/* Actions on the window: panels, pages, appearance, quitting. */
#include "viewer/platform/window.h"
#include "app/language/language.h"
#include "base/text.h"
#include "viewer/actions/groups.h"
#include "viewer/gui/gui.h"

/* ---------------------------------------------------------------- what is open */

static rb_status flip(const rb_args *args, bool *value) {
    *value = rb_arg_switch(args, 0, *value);
    return RB_OK;
}

/* A panel that is requested while all are hidden shows them again. */
static rb_status flip_panel(rb_app *app, const rb_args *args, bool now, void (*show)(rb_ui *ui, bool shown)) {
    bool wanted = rb_arg_switch(args, 0, now && !app->ui.hidden);
    show(&app->ui, wanted);
    app->ui.hidden = app->ui.hidden && !wanted;
    return RB_OK;
}

rb_status rb_do_help(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip(args, &app->ui.help);
}

rb_status rb_do_hide(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip(args, &app->ui.hidden);
}

rb_status rb_do_left(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip_panel(app, args, rb_ui_left(&app->ui), rb_ui_show_left);
}

rb_status rb_do_parameters(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    enum { BASIC, ALL };
    app->ui.all_parameters = args->count > 0 ? args->choice[0] == ALL : !app->ui.all_parameters;
    return RB_OK;
}

bool rb_is_parameters(const rb_app *app, const rb_args *args) {
    return args->count > 0 && app->ui.all_parameters == (args->choice[0] == 1);
}

rb_status rb_do_right(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip_panel(app, args, rb_ui_right(&app->ui), rb_ui_show_right);
}

rb_status rb_do_microscope(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip(args, &app->ui.microscope);
}

rb_status rb_do_contact(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->ui.contact = args->choice[0] - 1;
    return RB_OK;
}

bool rb_is_contact(const rb_app *app, const rb_args *args) {
    return args->count > 0 && app->ui.contact == args->choice[0] - 1;
}

rb_status rb_do_enlarge(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->ui.enlarged = rb_arg_switch(args, 0, app->ui.enlarged && app->ui.microscope);
    app->ui.microscope = app->ui.microscope || app->ui.enlarged;
    return RB_OK;
}

bool rb_is_enlarged(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.enlarged && app->ui.microscope;
}

rb_status rb_do_presenter(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    rb_presenter_set(app, rb_arg_switch(args, 0, app->presenter.on));
    return RB_OK;
}

bool rb_is_presenter(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->presenter.on;
}

rb_status rb_do_present(rb_app *app, const rb_args *args, rb_error *err) {
    enum { NEXT, BACK, REPLAY, BLACK_OUT, MICROSCOPE };
    rb_presenter *presenter = &app->presenter;
    if (!presenter->on) {
        return rb_fail(err, RB_ERR_INPUT, "present: expected presenter mode (\"presenter on\" begins it)");
    }
    switch (args->choice[0]) {
    case NEXT: rb_presenter_step(app, 1); break;
    case BACK: rb_presenter_step(app, -1); break;
    case REPLAY: rb_presenter_replay(app); break;
    case BLACK_OUT: presenter->blank = !presenter->blank; break;
    case MICROSCOPE:
        app->ui.enlarged = !rb_view_microscope_large(app);
        app->ui.microscope = app->ui.microscope || app->ui.enlarged;
        break;
    default: presenter->plot = !presenter->plot; break;
    }
    return RB_OK;
}

rb_status rb_do_notes(rb_app *app, const rb_args *args, rb_error *err) {
    if (rb_arg_switch(args, 0, app->lecturer.on)) {
        return rb_lecturer_open(app, err);
    }
    rb_lecturer_close(app);
    return RB_OK;
}

bool rb_is_notes(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->lecturer.on;
}

rb_status rb_do_replay_event(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    return rb_presenter_replay_event(app, err);
}

/* "20,35.5": per cent of the window's width and height. */
static rb_status read_point(const rb_args *args, int index, Vector2 *point, rb_error *err) {
    char *end = NULL;
    const char *text = rb_arg(args, index);
    double x = rb_number_read(text, &end), y = -1;
    if (end != text && *end == ',') {
        text = end + 1;
        y = rb_number_read(text, &end);
    }
    if (end == text || *end != '\0' || !(x >= 0 && x <= 100 && y >= 0 && y <= 100)) {
        return rb_arg_refuse(args, index, "a point X,Y in per cent of the window, each from 0 to 100", err);
    }
    *point = (Vector2){(float)(0.01 * x), (float)(0.01 * y)};
    return RB_OK;
}

rb_status rb_do_draw(rb_app *app, const rb_args *args, rb_error *err) {
    Vector2 points[RB_ARGS_MAX] = {{0}};
    rb_drawing_tool tool = args->count > 0                    ? (rb_drawing_tool)args->choice[0]
                           : app->toolbox.tool == RB_DRAW_OFF ? RB_DRAW_PEN
                                                              : RB_DRAW_OFF;
    for (int i = 1; i < args->count; i++) {
        if (tool == RB_DRAW_OFF || tool == RB_DRAW_CLEAR) {
            return rb_arg_refuse(args, i, "no points after off and clear", err);
        }
        if (read_point(args, i, &points[i], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
    }
    rb_toolbox_choose(app, tool);
    for (int i = 1; i < args->count; i++) {
        if (i == 1) {
            rb_toolbox_begin_stroke(app, points[i]);
        } else if (app->toolbox.drawing) {
            rb_toolbox_extend_stroke(app, points[i]);
        }
    }
    app->toolbox.drawing = false;
    return RB_OK;
}

bool rb_is_drawing(const rb_app *app, const rb_args *args) {
    rb_drawing_tool tool = app->toolbox.tool;
    return args->count > 0 ? tool == (rb_drawing_tool)args->choice[0] : tool != RB_DRAW_OFF;
}

rb_status rb_do_number(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip(args, &app->toolbox.number);
}

bool rb_is_number(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->toolbox.number;
}

rb_status rb_do_spin_unit(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    enum { RAD, TURNS };
    app->session.turns = args->count > 0 ? args->choice[0] == TURNS : !app->session.turns;
    return RB_OK;
}

bool rb_is_spin_unit(const rb_app *app, const rb_args *args) {
    return args->count > 0 && app->session.turns == (args->choice[0] == 1);
}

rb_status rb_do_sound(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->config.sound = rb_arg_switch(args, 0, app->config.sound != 0);
    return RB_OK;
}

rb_status rb_do_sonify(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->config.sonify = rb_arg_switch(args, 0, app->config.sonify != 0);
    return RB_OK;
}

rb_status rb_do_report_frames(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->seen.frames = rb_arg_switch(args, 0, app->seen.frames);
    return RB_OK;
}

rb_status rb_do_explain(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip(args, &app->ui.explain);
}

rb_status rb_do_perf(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    return flip(args, &app->ui.perf);
}

bool rb_is_help(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.help;
}

bool rb_is_hidden(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.hidden;
}

bool rb_is_left(const rb_app *app, const rb_args *args) {
    (void)args;
    return rb_ui_left(&app->ui);
}

bool rb_is_right(const rb_app *app, const rb_args *args) {
    (void)args;
    return rb_ui_right(&app->ui);
}

bool rb_is_microscope(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.microscope;
}

bool rb_is_sound(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->config.sound != 0;
}

bool rb_reports_frames(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->seen.frames;
}

bool rb_is_sonified(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->config.sonify != 0;
}

bool rb_is_explained(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.explain;
}

bool rb_is_perf(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.perf;
}

/* ---------------------------------------------------------------- look */

rb_status rb_do_theme(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    enum { LIGHT };
    bool light = rb_theme_current() == RB_THEME_LIGHT;
    light = args->count > 0 ? args->choice[0] == LIGHT : !light;
    rb_app_set_theme(app, light ? RB_THEME_LIGHT : RB_THEME_DARK);
    return RB_OK;
}

bool rb_is_theme(const rb_app *app, const rb_args *args) {
    (void)app;
    bool light = rb_theme_current() == RB_THEME_LIGHT;
    return args->count > 0 && light == (args->choice[0] == 0);
}

rb_status rb_do_language(rb_app *app, const rb_args *args, rb_error *err) {
    int real = rb_language_count() - 1, next = 0;
    while (next < real && rb_language_at(next) != rb_language_now()) {
        next++;
    }
    next = args->count > 0 ? args->choice[0] : (next + 1) % real;
    return rb_app_set_language(app, rb_language_at(next)->code, err);
}

bool rb_is_language(const rb_app *app, const rb_args *args) {
    (void)app;
    return args->count > 0 && rb_language_now() == rb_language_at(args->choice[0]);
}

rb_status rb_do_text_size(rb_app *app, const rb_args *args, rb_error *err) {
    enum { LARGER, SMALLER };
    double size = app->config.ui_scale;
    if (args->choice[0] == LARGER || args->choice[0] == SMALLER) {
        size *= args->choice[0] == LARGER ? 1.1 : 1 / 1.1;
    } else if (rb_arg_number(args, 0, 0.5, 3, &size, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_app_set_scale(app, size);
    return RB_OK;
}

bool rb_is_full_screen(const rb_app *app, const rb_args *args) {
    (void)app;
    (void)args;
    return rb_window_full_screen();
}

rb_status rb_do_full_screen(rb_app *app, const rb_args *args, rb_error *err) {
    bool now = rb_is_full_screen(app, args);
    if (app->offscreen) {
        return rb_fail(err, RB_ERR_INPUT, "full-screen: expected a window, this is a picture");
    }
    if (rb_arg_switch(args, 0, now) != now) {
        rb_window_toggle_full_screen();
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- end */

rb_status rb_do_close(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_ui *ui = &app->ui;
    if (igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopup)) {
        igClosePopupToLevel(0, true);
    } else if (app->presenter.blank) {
        app->presenter.blank = false;
    } else if (app->toolbox.qr_on || app->toolbox.number) {
        app->toolbox.qr_on = app->toolbox.number = false;
    } else if (app->toolbox.tool != RB_DRAW_OFF) {
        rb_toolbox_choose(app, RB_DRAW_OFF);
    } else if (ui->help || ui->library || ui->files || ui->lesson_list || ui->glossary ||
               app->running_order.page) {
        app->running_order.page = false;
        ui->help = ui->library = ui->files = ui->lesson_list = ui->glossary = false;
    } else if (ui->small && ui->drawer != RB_DRAWER_NONE) {
        ui->drawer = RB_DRAWER_NONE;
    } else if (rb_view_microscope_large(app)) {
        ui->enlarged = false;
    } else if (app->session.scrubbing) {
        rb_session_go_live(&app->session);
    } else if (app->presenter.on) {
        rb_presenter_set(app, false);
    } else {
        ui->hidden = false;
    }
    return RB_OK;
}

rb_status rb_do_quit(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_app_quit(app);
    return RB_OK;
}
