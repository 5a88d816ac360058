/* One frame of the program, and one iteration of the main loop. */
#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "base/system.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/media.h"
#include "viewer/platform/window.h"

/* Text grows with the window in a few steps, readable on a projector. */
static float window_scale(const rb_app *app) {
    if (app->presenter.on) {
        float zoom =
            rb_presenter_zoom((float)rb_window_width(), (float)rb_window_height()) / rb_imgui_screen_scale();
        return app->ui.small ? fmaxf(zoom, 1) : zoom;
    }
    if (app->ui.small) {
        return 1; /* a phone, or a small window */
    }
    float size =
        fminf((float)rb_window_width() / 1280, (float)rb_window_height() / 720) / rb_imgui_screen_scale();
    if (size < 0.8f) {
        return 0.8125f;
    }
    return size < 1.4f ? 0.9375f : size < 1.9f ? 1.125f : size < 2.8f ? 1.5f : 2.0f;
}

static void begin_gui(rb_app *app) {
    float before = rb_imgui_scale();
    float chosen = (float)app->config.ui_scale;
    bool before_fingers = rb_gui_fingers();
    rb_layout_choose(app);
    bool fingers = app->ui.small || rb_window_has_fingers();
    /* At least 100 % for an audience. */
    chosen = app->presenter.on ? fmaxf(chosen, 1) : chosen;
    rb_imgui_set_zoom(window_scale(app) * chosen);
    rb_imgui_begin();
    if (app->style_dirty || rb_imgui_scale() != before || fingers != before_fingers) {
        rb_gui_style(fingers);
        app->style_dirty = false;
    }
}

static void draw_lesson(rb_app *app) {
    rb_lesson_view lesson = rb_lesson_view_of(app);
    const rb_lesson_step *step = rb_lesson_current_step(&app->player);
    app->ui.asked = step != NULL && step->task.text[0] != '\0' ? step->task.done : NULL;
    if (lesson.lesson != NULL && app->ui.rects.card.height > 0) {
        rb_lesson_draw(&app->ui, &lesson);
    }
}

static void draw_fixed_panels(rb_app *app) {
    rb_ui *ui = &app->ui;
    rb_session *session = &app->session;
    if (ui->small) {
        rb_small_bars_draw(ui, session);
    } else {
        rb_top_draw(ui, session);
    }
    draw_lesson(app);
    if (rb_ui_left(ui)) {
        rb_look look = {.style = &app->style,
                        .theory = &app->plots.theory.shown,
                        .follow = &app->camera.follow,
                        .text_size = app->config.ui_scale};
        rb_params_draw(ui, session, &look);
    } else {
        ui->asked_seen = NULL;
    }
    if (rb_ui_right(ui)) {
        rb_right_draw(ui, session, &app->plots, &app->studies, &app->workshop);
    }
    if (session->count > 1 && ui->rects.runs.height > 0) {
        rb_runs_draw(ui, session);
    }
    rb_timeline_draw(ui, session);
    if (!ui->small) {
        rb_layout_splitters(app);
    }
}

static void draw_pages(rb_app *app) {
    rb_ui *ui = &app->ui;
    if (ui->help) {
        rb_help_draw(ui);
    }
    if (ui->library) {
        rb_library_draw(ui, &(rb_scene_list){app->library, &app->thumbnails, app->session.runs[0].preset.id});
    }
    if (ui->lesson_list) {
        rb_lessons_draw(ui, &app->player.lessons, app->player.progress.marks);
    }
    if (app->running_order.page) {
        rb_running_order_draw(app);
    }
    if (ui->glossary) {
        rb_glossary_draw(ui);
    }
    if (ui->welcome) {
        rb_welcome_draw(ui);
    }
    if (ui->files) {
        rb_files_draw(ui);
    }
    if (ui->perf) {
        rb_perf_draw(&app->perf, &app->session, ui->rects.world);
    }
}

static void draw_panels(rb_app *app, double dt) {
    app->ui.place_count = 0;
    app->ui.video_frames = app->capture.video != NULL ? app->capture.frames : -1;
    if (app->plots.alone >= 0) {
        rb_plots_draw_alone(&app->plots, &app->session);
        return;
    }
    if (app->poster.under_way) {
        rb_poster_draw(app);
        return;
    }
    if (app->plots.study.alone) {
        rb_study_view_draw_alone(&app->plots.study, app->studies.survey);
        return;
    }
    if (app->presenter.on) {
        rb_presenter_draw(app);
        if (app->ui.small) {
            draw_lesson(app);
        }
        if (app->ui.small && !app->ui.hidden) {
            rb_small_presenter_draw(&app->ui, &app->session);
        } else if (app->ui.rects.bottom.height > 0) {
            rb_lesson_view lesson = rb_lesson_view_of(app);
            rb_lesson_way_draw(&app->ui, &lesson);
        }
    } else if (!app->ui.hidden) {
        draw_fixed_panels(app);
    }
    rb_film_view_draw(app);
    rb_view_microscope(app);
    rb_view_overlays(app);
    draw_pages(app);
    rb_toolbox_draw(app);
    rb_messages_draw(&app->messages, rb_view_below_text(app), dt);
    rb_quit_draw(&app->ui);
    if (app->plots.csv_wanted >= 0) {
        rb_app_export_plot(app, app->plots.csv_wanted);
        app->plots.csv_wanted = -1;
    }
}

/* Reports a run that ended; the others continue. */
static void report_ends(rb_app *app) {
    for (int i = 0; i < app->session.shown_count; i++) {
        const rb_snapshot *now = rb_session_now(&app->session, i);
        rb_phase phase = now->phase;
        if (phase != app->reported[i] && rb_phase_frozen(phase)) {
            const char *ended = phase == RB_PHASE_DIVERGED
                                    ? rb_tr("%s diverged at t = %.4g s: its last valid state is kept. A "
                                            "smaller step h or an implicit solver may help")
                                    : rb_tr("%s lifted off at t = %.4g s: the normal force reached zero, "
                                            "and a rigid floor cannot pull");
            rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, ended, rb_session_label(&app->session, i),
                            now->t);
        }
        app->reported[i] = phase;
    }
}

static void update_session(rb_app *app, double dt) {
    app->session.filming = app->capture.video != NULL;
    rb_presenter_update(app, dt);
    rb_capture_advance(&app->capture, &app->session, &app->messages, app->ui.quitting);
    if (rb_session_update(&app->session, dt)) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", app->session.frame->error.text);
    }
    rb_studies_update(&app->studies, &app->messages, dt);
    rb_film_lab_update(app);
    app->plots.band = app->studies.band;
    report_ends(app);
    rb_sound_update(app);
    rb_export_csv_update(&app->csv, &app->session, &app->messages, app->frames % 60 == 0);
}

/* The question about quitting and a plot drawn alone are not part of a video. */
static void save_frame(rb_app *app) {
    bool hold = app->ui.quitting || app->plots.alone >= 0 || app->plots.study.alone;
    rb_capture_frame(&app->capture, &app->session, &app->messages, hold);
    if (rb_plots_alone_done(&app->plots)) {
        rb_capture_plot(&app->capture, &app->messages, "");
    }
    if (rb_study_view_alone_done(&app->plots.study)) {
        rb_capture_plot(&app->capture, &app->messages, app->plots.study.file);
    }
}

void rb_app_frame(rb_app *app, double dt) {
    if (app->ui.perf && app->perf.gl == RB_GL_PLAIN) {
        app->perf.gl = RB_GL_TIMED;
    }
    rb_perf_begin(&app->perf, dt);
    rb_window_begin_frame();
    begin_gui(app);
    app->capture.bare_frame = app->capture.bare && app->capture.picture[0] != '\0';
    app->frame_time += dt > 0 ? 0.2 * (dt - app->frame_time) : 0;
    rb_input_update(app, dt);
    update_session(app, dt);
    rb_lesson_player_update(app);
    rb_running_order_update(app);
    rb_layout_update(app); /* after panels were opened or closed */
    rb_perf_end(&app->perf, RB_STAGE_INPUT);
    rb_view_collect(app); /* also used for picking when nothing is drawn */
    bool blank = app->presenter.on && app->presenter.blank;
    rb_pixels_skip(rb_capture_is_settling(&app->capture) && app->plots.alone < 0 && !app->plots.study.alone);
    bool number = false;
    if (blank) {
        ClearBackground(BLACK);
    } else if (!(number = rb_toolbox_draw_number(app))) {
        rb_view_draw(app);
    }
    rb_perf_end(&app->perf, RB_STAGE_WORLD);
    if (app->capture.bare_frame && !blank) {
        rb_view_names(app);
    } else if (number) {
        app->ui.place_count = 0;
        rb_toolbox_draw(app);
    } else if (app->session.shown_count > 0 && !blank) {
        draw_panels(app, dt);
    }
    igRender();
    rb_perf_end(&app->perf, RB_STAGE_PANELS);
    rb_imgui_end();
    rb_pixels_skip(false);
    save_frame(app);
    rb_window_end_frame();
    rb_perf_end(&app->perf, RB_STAGE_RASTER);
    rb_poster_update(app);
    rb_lecturer_frame(app);
    app->frames++;
    rb_state_trace_frame(app);
    rb_idle_update(app, dt);
}

/* Follows a link, then runs the lines of --press, one per frame. */
static void run_script(rb_app *app) {
    rb_error err;
    if (rb_app_follow_link(app)) {
        return;
    }
    if (app->script.rest != NULL && rb_script_update(app, &app->script, &err) != RB_OK) {
        fprintf(stderr, "rattleback: --press: %s\n", err.text);
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "--press: %s", err.text);
    }
}

/* The window is minimised. Samples are still taken, so that history and files have no gap. */
static void sleep_minimized(rb_app *app) {
    const double nap = 1.0 / 30;
    update_session(app, nap);
    app->frames++;
    rb_state_trace_frame(app);
    rb_loop_sleep(nap);
}

void rb_app_record_frame_time(rb_app *app, double dt) {
    bool watched = app->config.style == RB_STYLE_AUTO && app->capture.video == NULL;
    if (watched && rb_pace_frame(&app->pace, dt) && app->pace.saving == RB_SAVING_STYLE) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO,
                        rb_tr("Drawing is slow on this machine: switched to the plain style (View, style)"));
    }
}

/* Saves the size of the normal window. */
static void save_window_size(rb_config *config) {
    if (rb_window_full_screen() || rb_window_minimized()) {
        return;
    }
    config->maximized = rb_window_maximized();
    if (!config->maximized) {
        config->width = rb_window_width();
        config->height = rb_window_height();
    }
}

bool rb_app_iterate(rb_app *app) {
    const double glance = 0.25; /* s; a longer gap (minimised, suspended) counts as this */
    if (rb_interrupted()) {
        app->quit = true; /* without the question about a video */
        return false;
    }
    if (rb_window_should_close()) {
        rb_app_quit(app);
    }
    save_window_size(&app->config);
    if (rb_window_minimized() && app->capture.video == NULL) {
        sleep_minimized(app);
    } else {
        double dt = fmin(rb_clock_frame(), glance);
        rb_app_record_frame_time(app, dt);
        rb_app_frame(app, dt);
        run_script(app);
    }
    return !app->quit;
}

/* ---------------------------------------------------------------- sound */

/* The rattle and the motion, both off by default. */

void rb_sound_update(rb_app *app) {
    bool rattle = app->config.sound != 0, motion = app->config.sonify != 0;
    if ((!rattle && !motion) || app->offscreen) {
        rb_sound_close();
        return;
    }
    rb_sound_open(RB_SOUND_RATE);
    while (rb_sound_has_room()) {
        float samples[RB_SOUND_BLOCK] = {0}, more[RB_SOUND_BLOCK] = {0};
        if (rattle) {
            rb_contact_sound_fill(&app->contact_sound, &app->session, samples, RB_SOUND_BLOCK);
        }
        if (motion) {
            rb_motion_sound_fill(&app->motion_sound, &app->session, more, RB_SOUND_BLOCK);
        }
        for (int i = 0; i < RB_SOUND_BLOCK; i++) {
            samples[i] = rattle && motion ? (samples[i] + more[i]) / 2 : samples[i] + more[i];
        }
        rb_sound_play(samples);
    }
}
