#include "viewer/capture/capture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "viewer/platform/files.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/window.h"

void rb_capture_picture(rb_capture *capture, const char *path, bool bare) {
    if (path != NULL) {
        snprintf(capture->picture, sizeof capture->picture, "%s", path);
    } else {
        rb_path_new(capture->picture, sizeof capture->picture, "rattleback", ".png");
    }
    capture->bare = bare;
    /* Panels need a frame or two to find their size; in a window they have been drawn before. */
    capture->settling = capture->offscreen ? 4 : 0;
}

static void save_picture(rb_capture *capture, rb_messages *messages, Image image, const char *path) {
    rb_error err;
    bool written = rb_picture_write(image, path, &err) == RB_OK;
    capture->lost = !written;
    if (!written) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", err.text);
    } else if (!capture->offscreen) {
        char place[2 * RB_PATH_MAX];
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("Picture saved: %s"),
                        rb_path_describe(path, place, sizeof place));
        rb_files_offer_download(path);
    }
    if (capture->offscreen && !written) {
        fprintf(stderr, "rattleback: %s\n", err.text);
    }
}

/* ---------------------------------------------------------------- video */

static void start_video(rb_capture *capture, rb_session *session, rb_messages *messages, const char *path) {
    char name[RB_PATH_MAX];
    rb_error err;
    bool clip = capture->frames_wanted > 0;
    if (path != NULL) {
        snprintf(name, sizeof name, "%s", path);
    } else {
        rb_path_new(name, sizeof name, "rattleback", clip ? ".gif" : rb_video_extension());
    }
    if ((clip ? rb_clip_open : rb_video_open)(name, rb_window_pixels_x(), rb_window_pixels_y(),
                                              clip ? RB_CLIP_RATE : capture->fps, &capture->video,
                                              &err) != RB_OK) {
        capture->video = NULL;
        capture->frames_wanted = 0;
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", err.text);
        return;
    }
    rb_session_pause(session);
    rb_session_go_live(session);
    capture->frames = 0;
    capture->waiting = false;
    capture->per_frame = 0;
    if (!rb_video_is_one_file(capture->video)) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, rb_tr("ffmpeg is not installed: PNG frames go to %s"),
                        rb_video_target(capture->video));
    }
}

static void end_video(rb_capture *capture, rb_messages *messages) {
    char target[1100];
    rb_error err;
    snprintf(target, sizeof target, "%s", rb_video_target(capture->video));
    rb_status status = rb_video_close(capture->video, &err);
    capture->video = NULL;
    capture->frames_wanted = 0;
    capture->lost = status != RB_OK;
    if (status != RB_OK) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", err.text);
    } else {
        char place[2 * RB_PATH_MAX];
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("%ld frames saved: %s"), capture->frames,
                        rb_path_describe(target, place, sizeof place));
    }
}

void rb_capture_record(rb_capture *capture, rb_session *session, rb_messages *messages, const char *path) {
    if (capture->video == NULL) {
        start_video(capture, session, messages, path);
    } else {
        end_video(capture, messages);
    }
}

void rb_capture_clip(rb_capture *capture, rb_session *session, rb_messages *messages, double seconds,
                     const char *path) {
    capture->play_on = rb_session_playing(session);
    capture->warming = capture->offscreen ? 4 : 0; /* as for a picture */
    capture->frames_wanted = (long)fmax(1, ceil(seconds * RB_CLIP_RATE));
    start_video(capture, session, messages, path);
}

bool rb_capture_is_settling(const rb_capture *capture) {
    return capture->offscreen && capture->video == NULL && capture->picture[0] != '\0' &&
           capture->settling > 0;
}

int rb_capture_rate(const rb_capture *capture) {
    return capture->frames_wanted > 0 ? RB_CLIP_RATE : capture->fps;
}

static void begin_counting(rb_capture *capture, long frame, uint64_t tick, double per_frame) {
    capture->base_frame = frame;
    capture->base_tick = tick;
    capture->per_frame = per_frame;
}

/* The tick of the next video frame, nearest to its time; rounding errors do not accumulate. */
static uint64_t next_tick(rb_capture *capture, const rb_session *session) {
    const rb_frame *frame = session->frame;
    double per_frame = session->speed / rb_capture_rate(capture) / frame->tick_length;
    if (capture->per_frame == 0 || capture->start != frame->start) { /* starts with the present */
        begin_counting(capture, capture->frames, frame->tick, per_frame);
        capture->start = frame->start;
        capture->target = frame->tick;
    } else if (capture->per_frame != per_frame) { /* faster or slower from the last frame on */
        begin_counting(capture, capture->frames - 1, capture->target, per_frame);
    }
    double since = (double)(capture->frames - capture->base_frame);
    return capture->base_tick + (uint64_t)llround(since * capture->per_frame);
}

void rb_capture_advance(rb_capture *capture, rb_session *session, rb_messages *messages, bool hold) {
    if (capture->start != session->frame->start) {
        capture->waiting = false; /* that tick no longer exists */
    }
    if (capture->video == NULL || hold || session->scrubbing || capture->waiting ||
        !rb_session_settled(session)) {
        return;
    }
    bool whole = capture->frames_wanted > 0 && capture->frames >= capture->frames_wanted;
    if (whole && capture->play_on) {
        rb_session_play(session);
    }
    if (whole || rb_video_failed(capture->video)) {
        end_video(capture, messages); /* report a failed video at once */
        return;
    }
    if (session->frame->playing) { /* a scene was opened or the body pushed: the video continues */
        rb_session_pause(session);
        return;
    }
    if (!rb_video_ready(capture->video)) {
        if (!capture->offscreen) {
            return; /* the disk is slow: this frame is drawn again, no video frame is lost */
        }
    }
    if (capture->warming > 0) {
        capture->warming--;
        return;
    }
    uint64_t next = next_tick(capture, session);
    if (next > capture->target) {
        rb_session_advance(session, (int)(next - capture->target));
    }
    capture->target = next > capture->target ? next : capture->target;
    capture->waiting = true;
}

/* ---------------------------------------------------------------- every frame */

void rb_capture_plot(rb_capture *capture, rb_messages *messages, const char *file) {
    char name[RB_PATH_MAX];
    if (file[0] != '\0') {
        snprintf(name, sizeof name, "%s", file);
    } else {
        rb_path_new(name, sizeof name, "rattleback-plot", ".png");
    }
    Image image = rb_canvas_image();
    save_picture(capture, messages, image, name);
    UnloadImage(image);
}

void rb_capture_frame(rb_capture *capture, const rb_session *session, rb_messages *messages, bool hold) {
    /* Looking at the past is not part of the video either. */
    bool due = capture->video != NULL && !hold && !session->scrubbing && capture->waiting &&
               rb_session_settled(session) && session->frame->tick >= capture->target;
    if (due) {
        rb_video_push(capture->video, rb_canvas_image());
        capture->frames++;
        capture->waiting = false;
    }
    if (capture->picture[0] != '\0' && capture->bare == capture->bare_frame && capture->settling-- <= 0) {
        Image image = rb_canvas_image();
        save_picture(capture, messages, image, capture->picture);
        UnloadImage(image);
        capture->picture[0] = '\0';
        capture->bare = false;
    }
}

void rb_capture_close(rb_capture *capture, rb_messages *messages) {
    if (capture->video != NULL) {
        end_video(capture, messages);
    }
}
