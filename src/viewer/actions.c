#include "viewer/actions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"

/* What a key did, where nothing else shows it. */
#define tell(app, ...) rb_messages_add(&(app)->messages, RB_LEVEL_INFO, __VA_ARGS__)

/* ---------------------------------------------------------------- time */

static void play_pause(rb_app *app, int argument) {
    (void)argument;
    if (app->capture.video != NULL) {
        rb_capture_record(app, NULL); /* time belongs to the film; pausing ends it */
    } else if (rb_session_playing(&app->session)) {
        rb_session_pause(&app->session);
    } else {
        rb_session_play(&app->session);
    }
}

static bool is_playing(const rb_app *app, int argument) {
    (void)argument;
    return rb_session_playing(&app->session);
}

static void step(rb_app *app, int direction) {
    if (rb_session_playing(&app->session)) {
        rb_session_pause(&app->session);
    }
    rb_session_step(&app->session, direction);
}

static void jump(rb_app *app, int seconds) {
    rb_session_scrub(&app->session, rb_session_time(&app->session) + seconds);
}

static void to_end(rb_app *app, int which) {
    if (which == 0) {
        rb_session_scrub(&app->session, rb_history_begin(&app->session.history));
    } else {
        rb_session_go_live(&app->session);
    }
}

static void restart(rb_app *app, int argument) {
    (void)argument;
    rb_session_restart(&app->session);
    app->plots.follow = true;
}

static void change_speed(rb_app *app, int direction) {
    double factor = direction > 0 ? pow(10, 0.1) : pow(10, -0.1);
    rb_session_set_speed(&app->session, direction == 0 ? 1 : app->session.speed * factor);
    if (app->ui.hidden) {
        tell(app, "Speed %.3g×", app->session.speed);
    }
}

/* ---------------------------------------------------------------- scenes, laws, edits */

static void next_law(rb_app *app, int direction) {
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
            tell(app, "Law: %s", law->name);
            return;
        }
    }
}

static void undo(rb_app *app, int direction) {
    bool done = direction < 0 ? rb_session_undo(&app->session) : rb_session_redo(&app->session);
    if (!done) {
        tell(app, "Nothing to %s", direction < 0 ? "undo" : "redo");
    }
}

static void back_to_preset(rb_app *app, int argument) {
    (void)argument;
    rb_session *session = &app->session;
    rb_session_remember(session);
    for (int i = 0; i < session->count; i++) {
        session->runs[i].scene = session->runs[i].preset;
        rb_session_scene_edited(session, i);
    }
    rb_session_restart(session);
}

static void open_search(rb_app *app, int argument) {
    (void)argument;
    app->ui.library = !app->ui.library;
    app->ui.focus_search = app->ui.library;
}

static void open_files(rb_app *app, int argument) {
    (void)argument;
    app->ui.files = !app->ui.files;
}

/* ---------------------------------------------------------------- comparison */

static void add_run(rb_app *app, int argument) {
    (void)argument;
    rb_app_compare_add(app, NULL);
}

static void all_laws(rb_app *app, int argument) {
    (void)argument;
    rb_app_compare_all(app);
}

static void end_comparison(rb_app *app, int argument) {
    (void)argument;
    rb_app_compare_end(app);
}

static const char only_run[] = "There is one run only: C adds another";

static void remove_run(rb_app *app, int argument) {
    (void)argument;
    if (app->session.count > 1) {
        rb_session_remember(&app->session);
        rb_session_remove(&app->session, app->session.selected);
    } else {
        tell(app, "%s", only_run);
    }
}

static void next_layout(rb_app *app, int argument) {
    (void)argument;
    if (app->session.count > 1) {
        app->ui.layout = (rb_layout_mode)((app->ui.layout + 1) % RB_LAYOUT_COUNT);
    } else {
        tell(app, "%s", only_run);
    }
}

static void select_run(rb_app *app, int run) {
    if (run < app->session.count) {
        app->session.selected = run;
    }
}

static void link_edits(rb_app *app, int argument) {
    (void)argument;
    app->session.link = !app->session.link;
    tell(app, "Edits go to: %s", app->session.link ? "all runs" : "the selected run");
}

static bool is_linked(const rb_app *app, int argument) {
    (void)argument;
    return app->session.link;
}

/* ---------------------------------------------------------------- camera and world */

static void camera_view(rb_app *app, int view) {
    if (view == RB_VIEW_DEFAULT) {
        app->camera = rb_camera_for(&app->session.runs[app->session.selected].scene);
    } else {
        rb_camera_set_view(&app->camera, (rb_camera_view)view);
    }
}

static void camera_follow(rb_app *app, int argument) {
    (void)argument;
    app->camera.follow = !app->camera.follow;
    tell(app, "Camera: it %s", app->camera.follow ? "follows the body" : "stays where it is");
}

static bool is_following(const rb_app *app, int argument) {
    (void)argument;
    return app->camera.follow;
}

static void camera_orbit(rb_app *app, int direction) {
    static const float moves[4][2] = {{-24, 0}, {24, 0}, {0, -24}, {0, 24}};
    rb_camera_orbit(&app->camera, moves[direction][0], moves[direction][1]);
}

static void camera_zoom(rb_app *app, int direction) {
    rb_camera_zoom(&app->camera, (float)direction);
}

static void toggle_show(rb_app *app, int bit) {
    app->style.show ^= (unsigned)bit;
}

static bool is_shown(const rb_app *app, int bit) {
    return (app->style.show & (unsigned)bit) != 0;
}

static void arrow_length(rb_app *app, int direction) {
    float factor = direction > 0 ? 1.25f : 0.8f;
    app->style.arrow_scale = fminf(fmaxf(app->style.arrow_scale * factor, 0.1f), 10.0f);
}

static void arrow_log(rb_app *app, int argument) {
    (void)argument;
    app->style.arrow_log = !app->style.arrow_log;
}

static bool is_log(const rb_app *app, int argument) {
    (void)argument;
    return app->style.arrow_log;
}

/* ---------------------------------------------------------------- window */

typedef enum rb_switch {
    SWITCH_HIDE,
    SWITCH_LEFT,
    SWITCH_RIGHT,
    SWITCH_MICROSCOPE,
    SWITCH_HELP,
    SWITCH_PERF
} rb_switch;

static bool *switch_of(rb_app *app, int which) {
    switch (which) {
    case SWITCH_HIDE: return &app->ui.hidden;
    case SWITCH_LEFT: return &app->ui.left;
    case SWITCH_RIGHT: return &app->ui.right;
    case SWITCH_MICROSCOPE: return &app->ui.microscope;
    case SWITCH_HELP: return &app->ui.help;
    default: return &app->ui.perf;
    }
}

static void flip(rb_app *app, int which) {
    bool *value = switch_of(app, which);
    bool unseen = app->ui.hidden && (which == SWITCH_LEFT || which == SWITCH_RIGHT);
    *value = unseen || !*value; /* asked for while all are hidden, a panel comes with the others */
    app->ui.hidden = app->ui.hidden && !unseen;
}

static bool is_flipped(const rb_app *app, int which) {
    const rb_ui *ui = &app->ui;
    const bool values[] = {ui->hidden, ui->left, ui->right, ui->microscope, ui->help, ui->perf};
    return values[which];
}

static void page(rb_app *app, int which) {
    app->ui.right = true;
    app->ui.hidden = false;
    app->plots.page = which;
}

static bool is_page(const rb_app *app, int which) {
    return app->plots.page == which;
}

static void theory(rb_app *app, int argument) {
    (void)argument;
    app->theory.shown = !app->theory.shown;
}

static bool is_theory(const rb_app *app, int argument) {
    (void)argument;
    return app->theory.shown;
}

static void theme(rb_app *app, int argument) {
    (void)argument;
    rb_app_set_theme(app, rb_theme_current() == RB_THEME_DARK ? RB_THEME_LIGHT : RB_THEME_DARK);
}

static void ui_scale(rb_app *app, int direction) {
    double factor = direction > 0 ? 1.1 : 1 / 1.1;
    rb_app_set_scale(app, direction == 0 ? 1 : app->config.ui_scale * factor);
}

static void full_screen(rb_app *app, int argument) {
    (void)argument;
    if (!app->offscreen) {
        rb_window_toggle_full_screen();
    }
}

static void close_things(rb_app *app, int argument) {
    (void)argument;
    rb_ui *ui = &app->ui;
    if (igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopup)) {
        igClosePopupToLevel(0, true);
    } else if (ui->help || ui->library || ui->files) {
        ui->help = ui->library = ui->files = false;
    } else if (app->session.scrubbing) {
        rb_session_go_live(&app->session);
    } else {
        ui->hidden = false;
    }
}

static void quit(rb_app *app, int argument) {
    (void)argument;
    rb_app_quit(app);
}

/* ---------------------------------------------------------------- out */

static void picture(rb_app *app, int bare) {
    rb_capture_picture(app, NULL, bare != 0);
}

static void record(rb_app *app, int argument) {
    (void)argument;
    rb_capture_record(app, NULL);
}

static bool is_recording(const rb_app *app, int argument) {
    (void)argument;
    return app->capture.video != NULL;
}

static void csv(rb_app *app, int argument) {
    (void)argument;
    rb_export_csv(app);
}

static bool is_logging(const rb_app *app, int argument) {
    (void)argument;
    return app->csv.count > 0;
}

static void plot_out(rb_app *app, int picture) {
    rb_plots_update(app);
    if (app->plots.count == 0) {
        tell(app, "There is no plot: + plot adds one");
    } else if (picture) {
        app->capture.plot_wanted = 0;
    } else {
        rb_export_plot_csv(app, 0);
    }
}

static void copy_state(rb_app *app, int argument) {
    (void)argument;
    rb_export_state(app);
}

static void save_scene(rb_app *app, int argument) {
    (void)argument;
    rb_export_scene(app, NULL);
}

/* ---------------------------------------------------------------- the table */

#define CTRL ImGuiMod_Ctrl
#define SHIFT ImGuiMod_Shift
#define ALT ImGuiMod_Alt

static const rb_action actions[] = {
    {"play", "Time", "Play or pause", ImGuiKey_Space, 0, play_pause, 0, false, is_playing},
    {"step", "Time", "One step forward", ImGuiKey_RightArrow, 0, step, 1, true, NULL},
    {"back", "Time", "One step back", ImGuiKey_LeftArrow, 0, step, -1, true, NULL},
    {"jump", "Time", "One second forward", ImGuiKey_RightArrow, SHIFT, jump, 1, true, NULL},
    {"jump-back", "Time", "One second back", ImGuiKey_LeftArrow, SHIFT, jump, -1, true, NULL},
    {"begin", "Time", "To the beginning", ImGuiKey_Home, 0, to_end, 0, false, NULL},
    {"live", "Time", "To the present", ImGuiKey_End, 0, to_end, 1, false, NULL},
    {"restart", "Time", "Restart with the edits", ImGuiKey_R, 0, restart, 0, false, NULL},
    {"slower", "Time", "Slower", ImGuiKey_LeftBracket, 0, change_speed, -1, true, NULL},
    {"faster", "Time", "Faster", ImGuiKey_RightBracket, 0, change_speed, 1, true, NULL},
    {"real-time", "Time", "Real time", ImGuiKey_Backslash, 0, change_speed, 0, false, NULL},

    {"search", "Scene", "Choose a scene", ImGuiKey_F, CTRL, open_search, 0, false, NULL},
    {"next-scene", "Scene", "Next scene", ImGuiKey_PageDown, 0, rb_app_open_next, 1, false, NULL},
    {"last-scene", "Scene", "Previous scene", ImGuiKey_PageUp, 0, rb_app_open_next, -1, false,
     NULL},
    {"next-law", "Scene", "Next law", ImGuiKey_L, 0, next_law, 1, false, NULL},
    {"last-law", "Scene", "Previous law", ImGuiKey_L, SHIFT, next_law, -1, false, NULL},
    {"undo", "Scene", "Undo", ImGuiKey_Z, CTRL, undo, -1, true, NULL},
    {"redo", "Scene", "Redo", ImGuiKey_Z, CTRL | SHIFT, undo, 1, true, NULL},
    {"preset", "Scene", "Back to the preset", ImGuiKey_Backspace, CTRL, back_to_preset, 0, false,
     NULL},
    {"open", "Scene", "Open or save a file", ImGuiKey_O, CTRL, open_files, 0, false, NULL},
    {"save", "Scene", "Save as a new file", ImGuiKey_S, CTRL, save_scene, 0, false, NULL},

    {"add", "Compare", "Add a run", ImGuiKey_C, 0, add_run, 0, false, NULL},
    {"all-laws", "Compare", "All laws that fit", ImGuiKey_K, CTRL, all_laws, 0, false, NULL},
    {"remove", "Compare", "Remove this run", ImGuiKey_X, 0, remove_run, 0, false, NULL},
    {"single", "Compare", "End the comparison", ImGuiKey_C, SHIFT, end_comparison, 0, false, NULL},
    {"layout", "Compare", "Single, grid or overlay", ImGuiKey_V, 0, next_layout, 0, false, NULL},
    {"link", "Compare", "Edits go to all runs", ImGuiKey_E, 0, link_edits, 0, false, is_linked},
    {"run1", "Compare", "Select run 1", ImGuiKey_1, 0, select_run, 0, false, NULL},
    {"run2", "Compare", "Select run 2", ImGuiKey_2, 0, select_run, 1, false, NULL},
    {"run3", "Compare", "Select run 3", ImGuiKey_3, 0, select_run, 2, false, NULL},
    {"run4", "Compare", "Select run 4", ImGuiKey_4, 0, select_run, 3, false, NULL},
    {"run5", "Compare", "Select run 5", ImGuiKey_5, 0, select_run, 4, false, NULL},
    {"run6", "Compare", "Select run 6", ImGuiKey_6, 0, select_run, 5, false, NULL},
    {"run7", "Compare", "Select run 7", ImGuiKey_7, 0, select_run, 6, false, NULL},
    {"run8", "Compare", "Select run 8", ImGuiKey_8, 0, select_run, 7, false, NULL},

    {"view", "Camera", "Default view", ImGuiKey_F2, 0, camera_view, RB_VIEW_DEFAULT, false, NULL},
    {"top", "Camera", "From the top", ImGuiKey_F3, 0, camera_view, RB_VIEW_TOP, false, NULL},
    {"side", "Camera", "From the side", ImGuiKey_F4, 0, camera_view, RB_VIEW_SIDE, false, NULL},
    {"front", "Camera", "From the front", ImGuiKey_F5, 0, camera_view, RB_VIEW_FRONT, false, NULL},
    {"follow", "Camera", "Follow the body", ImGuiKey_F, 0, camera_follow, 0, false, is_following},
    {"orbit-left", "Camera", "Orbit left", ImGuiKey_LeftArrow, CTRL, camera_orbit, 0, true, NULL},
    {"orbit-right", "Camera", "Orbit right", ImGuiKey_RightArrow, CTRL, camera_orbit, 1, true,
     NULL},
    {"orbit-up", "Camera", "Orbit up", ImGuiKey_UpArrow, CTRL, camera_orbit, 3, true, NULL},
    {"orbit-down", "Camera", "Orbit down", ImGuiKey_DownArrow, CTRL, camera_orbit, 2, true, NULL},
    {"zoom-in", "Camera", "Closer", ImGuiKey_UpArrow, 0, camera_zoom, 1, true, NULL},
    {"zoom-out", "Camera", "Farther", ImGuiKey_DownArrow, 0, camera_zoom, -1, true, NULL},

    {"weight", "Show", "Weight", ImGuiKey_W, ALT, toggle_show, RB_SHOW_WEIGHT, false, is_shown},
    {"normal", "Show", "Normal force", ImGuiKey_N, ALT, toggle_show, RB_SHOW_NORMAL, false,
     is_shown},
    {"friction", "Show", "Friction force", ImGuiKey_F, ALT, toggle_show, RB_SHOW_FRICTION, false,
     is_shown},
    {"drill", "Show", "Drilling torque", ImGuiKey_D, ALT, toggle_show, RB_SHOW_DRILL, false,
     is_shown},
    {"roll", "Show", "Rolling torque", ImGuiKey_R, ALT, toggle_show, RB_SHOW_ROLL, false, is_shown},
    {"omega", "Show", "Angular velocity", ImGuiKey_O, ALT, toggle_show, RB_SHOW_OMEGA, false,
     is_shown},
    {"momentum", "Show", "Angular momentum", ImGuiKey_L, ALT, toggle_show, RB_SHOW_MOMENTUM, false,
     is_shown},
    {"sliding", "Show", "Sliding velocity", ImGuiKey_S, ALT, toggle_show, RB_SHOW_SLIDING, false,
     is_shown},
    {"rolling", "Show", "Rolling velocity", ImGuiKey_V, ALT, toggle_show, RB_SHOW_ROLLING, false,
     is_shown},
    {"centre", "Show", "Mass centre", ImGuiKey_C, ALT, toggle_show, RB_SHOW_MASS_CENTRE, false,
     is_shown},
    {"axes", "Show", "Body axes", ImGuiKey_A, ALT, toggle_show, RB_SHOW_BODY_AXES, false, is_shown},
    {"inertia", "Show", "Inertia ellipsoid", ImGuiKey_I, ALT, toggle_show, RB_SHOW_INERTIA, false,
     is_shown},
    {"trail-floor", "Show", "Trail on the floor", ImGuiKey_1, ALT, toggle_show, RB_SHOW_TRAIL_FLOOR,
     false, is_shown},
    {"trail-body", "Show", "Trail on the body", ImGuiKey_2, ALT, toggle_show, RB_SHOW_TRAIL_BODY,
     false, is_shown},
    {"trail-centre", "Show", "Trail of the mass centre", ImGuiKey_3, ALT, toggle_show,
     RB_SHOW_TRAIL_CENTRE, false, is_shown},
    {"trail-tip", "Show", "Trail of the axis tip", ImGuiKey_4, ALT, toggle_show, RB_SHOW_TRAIL_TIP,
     false, is_shown},
    {"labels", "Show", "Labels with values", ImGuiKey_T, ALT, toggle_show, RB_SHOW_LABELS, false,
     is_shown},
    {"shadow", "Show", "Shadow", ImGuiKey_H, ALT, toggle_show, RB_SHOW_SHADOW, false, is_shown},
    {"grid", "Show", "Grid", ImGuiKey_G, ALT, toggle_show, RB_SHOW_GRID, false, is_shown},
    {"spheres", "Show", "Contact spheres (tops)", ImGuiKey_B, ALT, toggle_show, RB_SHOW_SPHERES,
     false, is_shown},
    {"longer", "Show", "Longer arrows", ImGuiKey_Period, 0, arrow_length, 1, true, NULL},
    {"shorter", "Show", "Shorter arrows", ImGuiKey_Comma, 0, arrow_length, -1, true, NULL},
    {"log-arrows", "Show", "Logarithmic arrows", ImGuiKey_Slash, 0, arrow_log, 0, false, is_log},

    {"help", "Window", "All keys", ImGuiKey_F1, 0, flip, SWITCH_HELP, false, is_flipped},
    {"hide", "Window", "Hide all panels", ImGuiKey_Tab, 0, flip, SWITCH_HIDE, false, is_flipped},
    {"left", "Window", "Parameters", ImGuiKey_P, 0, flip, SWITCH_LEFT, false, is_flipped},
    {"right", "Window", "Plots and laws", ImGuiKey_G, 0, flip, SWITCH_RIGHT, false, is_flipped},
    {"plots", "Window", "Page of plots", ImGuiKey_O, 0, page, 0, false, is_page},
    {"laws", "Window", "Page of the law view", ImGuiKey_W, 0, page, 1, false, is_page},
    {"microscope", "Window", "Contact microscope", ImGuiKey_M, 0, flip, SWITCH_MICROSCOPE, false,
     is_flipped},
    {"theory", "Window", "Theory in the plots", ImGuiKey_Y, 0, theory, 0, false, is_theory},
    {"theme", "Window", "Light or dark", ImGuiKey_T, 0, theme, 0, false, NULL},
    {"bigger", "Window", "Larger text", ImGuiKey_Equal, CTRL, ui_scale, 1, true, NULL},
    {"smaller", "Window", "Smaller text", ImGuiKey_Minus, CTRL, ui_scale, -1, true, NULL},
    {"normal-size", "Window", "Text at 100 %", ImGuiKey_0, CTRL, ui_scale, 0, false, NULL},
    {"full-screen", "Window", "Full screen", ImGuiKey_F11, 0, full_screen, 0, false, NULL},
    {"perf", "Window", "Performance", ImGuiKey_F10, 0, flip, SWITCH_PERF, false, is_flipped},
    {"close", "Window", "Close, back to the present", ImGuiKey_Escape, 0, close_things, 0, false,
     NULL},
    {"quit", "Window", "Quit", ImGuiKey_Q, CTRL, quit, 0, false, NULL},

    {"picture", "Out", "Picture with panels", ImGuiKey_F8, 0, picture, 0, false, NULL},
    {"bare-picture", "Out", "Picture of the world only", ImGuiKey_F8, SHIFT, picture, 1, false,
     NULL},
    {"record", "Out", "Start or end a film", ImGuiKey_F9, 0, record, 0, false, is_recording},
    {"csv", "Out", "All recorded data as CSV", ImGuiKey_E, CTRL, csv, 0, false, is_logging},
    {"plot-csv", "Out", "First plot as CSV", ImGuiKey_E, CTRL | SHIFT, plot_out, 0, false, NULL},
    {"plot-png", "Out", "First plot as PNG", ImGuiKey_P, CTRL | SHIFT, plot_out, 1, false, NULL},
    {"copy", "Out", "Copy the state as JSON", ImGuiKey_C, CTRL | SHIFT, copy_state, 0, false, NULL},
};

int rb_action_count(void) {
    return (int)(sizeof actions / sizeof actions[0]);
}

const rb_action *rb_action_at(int index) {
    return &actions[index];
}
