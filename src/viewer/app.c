/* Creation and destruction of the program, and functions for panels and keys. */
#include "viewer/app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/actions/grammar.h"
#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "viewer/actions/actions.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/input.h"
#include "viewer/platform/media.h"
#include "viewer/platform/window.h"

static const char demonstration[] = "toy-plastic";

/* ---------------------------------------------------------------- scenes to begin with */

static void load_library(rb_app *app) {
    rb_error err;
    if (rb_library_load(app->library, NULL, &err) != RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}

/* From the command line, else the saved one, else the demonstration. */
static rb_status first_scene(rb_app *app, rb_scene *scene, rb_error *err) {
    if (app->options.scene[0] != '\0') {
        /* A file that cannot be opened is no usage error, as in rbsim. */
        return rb_library_open(app->options.scene, scene, err) == RB_OK ? RB_OK : RB_ERR_IO;
    }
    const rb_scene *known = rb_library_find(app->library, app->config.scene);
    if (known == NULL || app->options.link != NULL) {
        known = rb_library_find(app->library, demonstration);
    }
    *scene = known != NULL ? *known : rb_default_scene();
    return RB_OK;
}

static rb_status with_law(rb_scene *scene, const char *id, rb_error *err) {
    const rb_friction_law *law = rb_friction_law_find(id);
    rb_status status = rb_scene_law_fits(scene, law, err);
    if (status == RB_OK) {
        rb_scene_set_friction(scene, law);
    }
    return status;
}

static rb_status first_scenes(rb_app *app, rb_scene *scenes, int *count, rb_error *err) {
    const rb_options *o = &app->options;
    rb_status status = first_scene(app, &scenes[0], err);
    if (status == RB_OK && o->law[0] != '\0') {
        status = with_law(&scenes[0], o->law, err);
    }
    *count = 1;
    for (int i = 0; status == RB_OK && i < o->compare_count; i++) {
        scenes[i] = scenes[0];
        status = with_law(&scenes[i], o->compare[i], err);
        *count = i + 1;
    }
    return status;
}

/* ---------------------------------------------------------------- a life */

/* The first demonstration is slow: in real time the stone would reverse too soon. */
static const double first_speed = 0.25;

static void run_line(void *self, const char *line) {
    rb_action_run(self, line);
}

static bool line_is_on(const void *self, const char *line) {
    return rb_action_on(self, line);
}

static void show_message(void *self, const char *text) {
    rb_app *app = self;
    rb_messages_add(&app->messages, RB_LEVEL_INFO, "%s", text);
}

/* Saved speeds are multiples of the body's usual one: a disk's time has other units. */
static double pace_of(const rb_body_kind *body) {
    return rb_appearance_pace(body);
}

static void apply_settings(rb_app *app) {
    const rb_config *c = &app->config;
    const rb_options *o = &app->options;
    app->style = rb_world_style_default();
    app->style.show = c->show;
    app->style.arrow_scale = (float)c->arrow_scale;
    app->style.arrow_log = c->arrow_log != 0;
    app->style.trail_seconds = (float)c->trail_seconds;
    app->capture.offscreen = app->offscreen;
    app->capture.fps = app->offscreen ? o->fps : 60;
    app->ui = (rb_ui){.program = {app, run_line, line_is_on, show_message},
                      .still = app->offscreen,
                      .video_frames = -1,
                      .hidden = o->hide_ui,
                      .left = c->left != 0,
                      .right = c->right != 0,
                      .all_parameters = c->all_parameters != 0,
                      .contact = -1,
                      .scenes = app->library,
                      .microscope = c->microscope != 0,
                      .left_width = (float)c->left_width,
                      .right_width = (float)c->right_width,
                      .explain = true};
    memcpy(app->ui.recent, c->recent, sizeof app->ui.recent);
    app->presenter.plot = true;
    if (o->ui_scale > 0) {
        app->config.ui_scale = o->ui_scale;
    }
    rb_layout_choose(app);
    rb_plots_default(&app->plots, app->session.runs[0].scene.body);
    app->plots.page = strcmp(o->panel, "laws") == 0       ? RB_PAGE_LAWS
                      : strcmp(o->panel, "studies") == 0  ? RB_PAGE_STUDIES
                      : strcmp(o->panel, "workshop") == 0 ? RB_PAGE_WORKSHOP
                                                          : RB_PAGE_PLOTS;
    app->plots.still = app->offscreen;
    app->session.at_rest = (rb_at_rest)c->at_rest;
    app->session.turns = c->turns != 0;
    app->ui.layout = app->session.count > 1 ? RB_LAYOUT_GRID : RB_LAYOUT_SINGLE;
    if (strcmp(o->layout, "overlay") == 0) {
        app->ui.layout = RB_LAYOUT_OVERLAY;
    } else if (strcmp(o->layout, "single") == 0) {
        app->ui.layout = RB_LAYOUT_SINGLE;
    }
    rb_app_set_theme(app, o->theme >= 0 ? (rb_theme)o->theme : (rb_theme)c->theme);
    app->camera = rb_camera_for(&app->session.runs[0].scene);
    bool newcomer = c->first_start && (o->scene[0] == '\0' || o->fresh) && !app->offscreen;
    double pace = pace_of(app->session.runs[0].scene.body);
    app->hand.shown = newcomer && !rb_window_prefers_reduced_motion() ? RB_HAND_SHOWN : 0;
    /* The link "?presenter" of a small screen carries no state. */
    bool sent = o->link != NULL && strcmp(o->link, "?presenter") != 0;
    app->ui.welcome = c->welcome != 0 && !app->offscreen && o->scene[0] == '\0' && o->press == NULL && !sent;
    rb_session_set_speed(&app->session, o->speed > 0 ? o->speed
                                        : newcomer   ? first_speed * pace
                                                     : c->speed * pace);
    rb_presenter_set(app, c->presenter != 0 && !newcomer);
    if (o->view[0] != '\0' && strcmp(o->view, "default") != 0) {
        rb_action_run(app, o->view);
    }
}

static rb_status open_window(const rb_app *app, rb_error *err) {
    static const float body_text = 16.0f; /* px at 100 % */
    const rb_options *o = &app->options;
    bool exact = o->size_given || app->offscreen;
    rb_window_options window = {.title = "Rattleback",
                                .width = exact ? o->width : app->config.width,
                                .height = exact ? o->height : app->config.height,
                                .exact = exact,
                                .first = app->config.first_start,
                                .maximized = app->config.maximized != 0,
                                .offscreen = app->offscreen};
    rb_status status = rb_window_open(&window, err);
    if (status != RB_OK) {
        return status;
    }
    /* A picture must not depend on the screen. */
    if (!rb_imgui_init(body_text, !app->offscreen)) {
        rb_window_close();
        return rb_fail(err, RB_ERR_IO, "no OpenGL 3.3: the graphics driver is too old");
    }
    if (app->offscreen) {
        igGetIO()->ConfigFlags |= ImGuiConfigFlags_NoMouse; /* independent of the pointer's position */
    }
    return RB_OK;
}

static void show_title(const rb_scene *scene) {
    char title[200];
    snprintf(title, sizeof title, "Rattleback: %s", rb_tr(scene->name));
    rb_window_title(title);
}

/* The given language, the saved one, or that of the system. A picture does not depend on the system. */
static rb_status first_language(const rb_app *app, rb_error *err) {
    rb_files_prepare_languages();
    const char *given = app->options.language, *saved = app->config.language;
    if (given[0] != '\0') {
        return rb_language_use(given, err);
    }
    if (rb_language_use(saved[0] != '\0' ? saved
                        : app->offscreen ? "en"
                                         : rb_language_of_system()->code,
                        err) != RB_OK) {
        fprintf(stderr, "rattleback: %s\n", err->text); /* English is left */
    }
    return RB_OK;
}

rb_status rb_app_create(rb_app *app, const rb_options *options, rb_error *err) {
    memset(app, 0, sizeof *app);
    app->options = *options;
    app->offscreen = rb_options_offscreen(options);
    app->script.rest = options->press;
    rb_spare_keys_show(rb_input_reserved_keys()[0] != '\0');
    app->config = rb_config_default();
    if (!app->offscreen && !options->fresh) {
        rb_config_load(&app->config);
    }
    if (app->config.first_start && !app->offscreen && rb_window_prefers_dark()) {
        app->config.theme = (int)RB_THEME_DARK;
    }
    rb_status status = first_language(app, err);
    if (status != RB_OK) {
        return status;
    }
    app->library = calloc(1, sizeof *app->library);
    if (app->library == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "scenes: out of memory");
    }
    load_library(app);
    rb_scene scenes[RB_RUNS_MAX];
    int count = 0;
    status = first_scenes(app, scenes, &count, err);
    if (status == RB_OK) {
        bool interactive = !app->offscreen || options->bench;
        rb_session_options how = {.interactive = interactive,
                                  .threaded = interactive && !options->threadless && rb_loop_has_threads()};
        status = rb_session_create(&app->session, scenes, count, how, err);
        app->studies.threaded = !options->threadless && rb_loop_has_threads();
    }
    status = status == RB_OK ? rb_workshop_create(&app->workshop, err) : status;
    if (status == RB_OK) {
        status = open_window(app, err);
    }
    if (status != RB_OK) {
        rb_workshop_destroy(&app->workshop);
        rb_session_destroy(&app->session);
        free(app->library);
        return status;
    }
    app->world = rb_world_create(&app->world_problem);
    show_title(&scenes[0]);
    apply_settings(app);
    rb_lesson_player_init(app);
    rb_contact_sound_init(&app->contact_sound);
    rb_motion_sound_init(&app->motion_sound);
    if (options->link != NULL) {
        rb_app_open_link(app, options->link);
    }
    if (options->order != NULL && (status = rb_running_order_open(app, options->order, err)) != RB_OK) {
        rb_app_destroy(app);
    }
    return status;
}

void rb_app_save_settings(rb_app *app) {
    rb_config *c = &app->config;
    rb_error err;
    if (app->offscreen || app->options.fresh) {
        return;
    }
    rb_lesson_player_save(app);
    rb_lesson_player_suspend(app, true);
    const rb_lesson_player_desk *desk = &app->player.desk;
    c->theme = (int)rb_theme_current();
    double speed = rb_presenter_usual_speed(app);
    c->presenter = app->presenter.on;
    c->speed = c->first_start && speed == first_speed ? 1 : speed;
    snprintf(c->scene, sizeof c->scene, "%s",
             desk->kept ? desk->runs.scenes[0].id : app->session.runs[0].preset.id);
    c->show = app->style.show;
    c->arrow_scale = (double)app->style.arrow_scale;
    c->arrow_log = app->style.arrow_log;
    c->trail_seconds = (double)app->style.trail_seconds;
    c->left = app->ui.left;
    c->right = app->ui.right;
    c->all_parameters = app->ui.all_parameters;
    memcpy(c->recent, app->ui.recent, sizeof c->recent);
    c->microscope = app->ui.comparing ? app->ui.microscope_alone : app->ui.microscope;
    c->at_rest = (int)app->session.at_rest;
    c->turns = app->session.turns;
    c->left_width = (double)app->ui.left_width;
    c->right_width = (double)app->ui.right_width;
    rb_lesson_player_suspend(app, false);
    if (rb_config_save(c, &err) != RB_OK) {
        fprintf(stderr, "rattleback: %s\n", err.text);
    }
}

/* Finishes videos and data files. Errors go to stderr, because the window closes. */
static bool close_files(rb_app *app) {
    rb_messages *messages = &app->messages;
    messages->count = 0;
    unsigned before = messages->problems;
    rb_capture_close(&app->capture, messages);
    rb_export_csv_close(&app->csv, &app->session, messages);
    for (int i = 0; i < messages->count; i++) {
        if (messages->items[i].level == RB_LEVEL_PROBLEM) {
            fprintf(stderr, "rattleback: %s\n", messages->items[i].text);
        }
    }
    return messages->problems == before;
}

void rb_app_on_context_lost(rb_app *app) {
    rb_thumbnails_free(&app->thumbnails);
    rb_toolbox_free(app);
    rb_film_view_free_texture(app);
    rb_study_view_free(&app->plots.study);
    if (app->world != NULL) {
        rb_world_destroy(app->world);
        app->world = NULL;
    }
    rb_imgui_on_context_lost();
    rb_window_on_context_lost();
}

void rb_app_on_context_restored(rb_app *app) {
    rb_window_on_context_restored();
    rb_imgui_on_context_restored();
    app->world = rb_world_create(&app->world_problem);
}

bool rb_app_destroy(rb_app *app) {
    rb_state_trace_end(app);
    rb_app_save_settings(app);
    bool whole = close_files(app);
    if (app->world != NULL) {
        rb_world_destroy(app->world);
    }
    rb_toolbox_free(app);
    rb_film_view_close(app);
    rb_film_lab_close(app);
    rb_lecturer_close(app);
    rb_prediction_destroy(&app->presenter.prediction);
    rb_samples_free();
    rb_study_view_free(&app->plots.study);
    rb_sound_close();
    rb_imgui_shutdown();
    rb_window_close();
    rb_studies_destroy(&app->studies);
    rb_workshop_destroy(&app->workshop);
    rb_session_destroy(&app->session);
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        rb_trail_points_destroy(&app->trail_points[i]);
    }
    rb_overlay_clear(&app->plots.overlay);
    rb_lessons_free(&app->player.lessons);
    free(app->library);
    rb_languages_free();
    return whole;
}

/* ---------------------------------------------------------------- what panels and keys call */

void rb_app_begin(rb_app *app, const rb_scene *scenes, int count) {
    if (!rb_lesson_player_busy(&app->player)) { /* else the lesson of the link opens it */
        rb_app_leave_link(app);
    }
    double speed = app->session.speed / pace_of(app->session.runs[0].scene.body);
    rb_session_remember(&app->session);
    rb_session_replace(&app->session, scenes, count);
    rb_session_set_speed(&app->session, speed * pace_of(scenes[0].body));
    app->camera = rb_camera_for(&scenes[0]);
    app->ui.layout = count > 1 ? RB_LAYOUT_GRID : RB_LAYOUT_SINGLE;
    app->plots.follow = true;
    app->hand.active = false;
    show_title(&scenes[0]);
}

void rb_app_close_cards(rb_app *app) {
    rb_ui *ui = &app->ui;
    ui->help = ui->library = ui->files = ui->lesson_list = ui->glossary = ui->welcome = false;
    app->hand.shown = 0;
    app->running_order.page = false;
    rb_gui_close_popups();
}

void rb_app_open(rb_app *app, const rb_scene *scene) {
    rb_app_begin(app, scene, 1);
    rb_session_play(&app->session);
}

void rb_app_open_next(rb_app *app, int direction) {
    const rb_library *library = app->library;
    if (library->count == 0) {
        return;
    }
    int at = -1;
    for (int i = 0; i < library->count; i++) {
        if (strcmp(library->scenes[i].id, app->session.runs[0].preset.id) == 0) {
            at = i;
        }
    }
    int next = at < 0 ? 0 : (at + direction + library->count) % library->count;
    rb_app_open(app, &library->scenes[next]);
}

/* By its ending. */
static bool is_film(const char *path) {
    static const char *const endings[] = {".mp4", ".mov", ".mkv", ".webm", ".avi"};
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending != NULL && i < sizeof endings / sizeof endings[0]; i++) {
        if (strcasecmp(ending, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

void rb_app_open_file(rb_app *app, const char *path) {
    const char *ending = strrchr(path, '.');
    if (rb_stone_is_file(path)) {
        rb_ui_run_on(&app->ui, "workshop open", path);
        return;
    }
    if (ending != NULL && (strcmp(ending, ".csv") == 0 || strcmp(ending, ".CSV") == 0)) {
        rb_ui_run_on(&app->ui, rb_survey_is_file(path) ? "study load" : "data", path);
        return;
    }
    if (is_film(path)) {
        rb_ui_run_on(&app->ui, "film open", path);
        return;
    }
    rb_scene scene;
    rb_error err;
    rb_study_spec *study = calloc(1, sizeof *study);
    bool is_study = study != NULL && rb_study_spec_read_file(path, study, NULL) == RB_OK;
    free(study);
    if (is_study) {
        rb_ui_run_on(&app->ui, "study load", path);
    } else if (rb_scene_read_file(path, &scene, &err) == RB_OK) {
        rb_app_open(app, &scene);
        rb_recent_add(app->ui.recent, path);
        rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("Opened %s"), path);
    } else {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}

void rb_app_set_theme(rb_app *app, rb_theme theme) {
    rb_theme_use(theme);
    app->style_dirty = true;
}

rb_status rb_app_set_language(rb_app *app, const char *code, rb_error *err) {
    rb_status status = rb_language_use(code, err);
    if (status == RB_OK) {
        bool usual = strcmp(code, rb_language_of_system()->code) == 0;
        snprintf(app->config.language, sizeof app->config.language, "%s", usual ? "" : code);
        app->link.gave_language = false;
    }
    return status;
}

void rb_app_set_scale(rb_app *app, double scale) {
    app->config.ui_scale = fmin(fmax(scale, 0.5), 3);
    rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("Text size %.0f %%"), 100 * app->config.ui_scale);
}

void rb_app_export_plot(rb_app *app, int index) {
    int signals[RB_PLOT_SIGNALS_MAX];
    int count = rb_plot_signals(&app->plots, index, signals);
    rb_export_signals(&app->session, &app->messages, signals, count, app->plots.t0, app->plots.t1);
}

void rb_app_quit(rb_app *app) {
    if (app->capture.video == NULL || app->ui.quitting) {
        app->quit = true;
        return;
    }
    app->ui.quitting = true;
    if (rb_window_minimized()) {
        rb_window_restore(); /* so that the question is visible */
    }
}
