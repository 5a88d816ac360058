#include "viewer/capture/capture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/platform/picture_file.h"
#include "viewer/platform/window.h"

void rb_capture_picture(rb_app *app, const char *path, bool bare) {
    rb_capture *capture = &app->capture;
    if (path != NULL) {
        snprintf(capture->picture, sizeof capture->picture, "%s", path);
    } else {
        rb_path_new(capture->picture, sizeof capture->picture, "rattleback", ".png");
    }
    capture->bare = bare;
}

static void save_picture(rb_app *app, Image image, const char *path) {
    rb_error err;
    bool written = rb_picture_write(image, path, &err) == RB_OK;
    app->capture.lost = !written;
    if (!written) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    } else if (!app->offscreen) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, "Picture saved: %s", path);
    }
    if (app->offscreen && !written) {
        fprintf(stderr, "rattleback: %s\n", err.text);
    }
}

/* ---------------------------------------------------------------- film */

static void start_film(rb_app *app, const char *path) {
    rb_capture *capture = &app->capture;
    char name[RB_PATH_MAX];
    rb_error err;
    if (path != NULL) {
        snprintf(name, sizeof name, "%s", path);
    } else {
        rb_path_new(name, sizeof name, "rattleback", ".mp4");
    }
    capture->fps = app->offscreen ? app->options.fps : 60;
    if (rb_video_open(name, rb_window_pixels_x(), rb_window_pixels_y(), capture->fps,
                      &capture->video, &err) != RB_OK) {
        capture->video = NULL;
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
        return;
    }
    rb_session_pause(&app->session);
    rb_session_go_live(&app->session);
    capture->frames = 0;
    capture->waiting = false;
    capture->generation = app->session.frame->generation - 1; /* base is taken when it starts */
    if (!rb_video_is_film(capture->video)) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM,
                        "ffmpeg is not installed: PNG frames go to %s",
                        rb_video_target(capture->video));
    }
}

static void end_film(rb_app *app) {
    rb_capture *capture = &app->capture;
    char target[1100];
    rb_error err;
    snprintf(target, sizeof target, "%s", rb_video_target(capture->video));
    rb_status status = rb_video_close(capture->video, &err);
    capture->video = NULL;
    if (status != RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    } else {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, "%ld frames saved: %s", capture->frames,
                        target);
    }
}

void rb_capture_record(rb_app *app, const char *path) {
    if (app->capture.video == NULL) {
        start_film(app, path);
    } else {
        end_film(app);
    }
}

static double tick_length(const rb_session *session) {
    return session->runs[0].applied.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
}

void rb_capture_advance(rb_app *app) {
    rb_capture *capture = &app->capture;
    rb_session *session = &app->session;
    if (capture->video == NULL || app->ui.quitting || session->scrubbing || capture->waiting ||
        !rb_session_settled(session)) {
        return;
    }
    if (rb_video_failed(capture->video)) {
        end_film(app); /* told at once: nobody plays on for a film that is lost */
        return;
    }
    if (session->frame->playing) { /* a scene was opened, the body flicked: the film goes on */
        rb_session_pause(session);
        return;
    }
    if (!rb_video_ready(capture->video)) {
        if (!app->offscreen) {
            return; /* the disk is behind: this frame is drawn once more, the film misses nothing */
        }
    }
    if (capture->generation != session->frame->generation) {
        capture->generation = session->frame->generation;
        capture->base_tick = session->frame->tick;
        capture->target = session->frame->tick;
        capture->waiting = true; /* the first frame is the present */
        return;
    }
    /* Film frame k shows the tick nearest to k speed / fps: exact times, no sum of roundings. */
    double per_frame = session->speed / capture->fps / tick_length(session);
    uint64_t next = capture->base_tick + (uint64_t)llround((double)capture->frames * per_frame);
    if (next > capture->target) {
        rb_session_advance(session, (int)(next - capture->target));
    }
    capture->target = next > capture->target ? next : capture->target;
    capture->waiting = true;
}

/* ---------------------------------------------------------------- every frame */

/* Frames until a plot has fitted its axes to the size of the window. */
static const int plot_settles = 3;

static void save_plot(rb_app *app) {
    rb_capture *capture = &app->capture;
    char name[RB_PATH_MAX];
    rb_path_new(name, sizeof name, "rattleback-plot", ".png");
    Image image = LoadImageFromScreen();
    save_picture(app, image, name);
    UnloadImage(image);
    capture->plot_wanted = -1;
    capture->plot_frames = 0;
}

void rb_capture_frame(rb_app *app) {
    rb_capture *capture = &app->capture;
    const rb_session *session = &app->session;
    /* The question about quitting is no part of the film, nor is a plot alone, nor a look back:
       the film waits. */
    bool due = capture->video != NULL && !app->ui.quitting && !session->scrubbing &&
               capture->plot_wanted < 0 && capture->waiting && rb_session_settled(session) &&
               session->frame->tick >= capture->target;
    if (due) {
        rb_video_push(capture->video, LoadImageFromScreen());
        capture->frames++;
        capture->waiting = false;
    }
    if (capture->picture[0] != '\0' && capture->bare == capture->bare_frame) {
        Image image = LoadImageFromScreen();
        save_picture(app, image, capture->picture);
        UnloadImage(image);
        capture->picture[0] = '\0';
        capture->bare = false;
    }
    if (capture->plot_wanted >= 0 && ++capture->plot_frames > plot_settles) {
        save_plot(app);
    }
}

void rb_capture_close(rb_app *app) {
    if (app->capture.video != NULL) {
        end_film(app);
    }
}
