#include "viewer/platform/media.h"
#include "viewer/platform/film_track.h"

#include <stdio.h>
#include <stdlib.h>

#include "viewer/platform/web/web.h"

/* ---------------------------------------------------------------- sound */

void rb_sound_open(int rate) {
    rb_js_sound_open(rate);
}

bool rb_sound_has_room(void) {
    return rb_js_sound_wants() != 0;
}

void rb_sound_play(const float samples[RB_SOUND_BLOCK]) {
    rb_js_sound_play(samples, RB_SOUND_BLOCK);
}

void rb_sound_close(void) {
    rb_js_sound_close();
}

/* ---------------------------------------------------------------- video */

/* WebM, written with the browser's encoder (page/film.js). Every frame has its exact time, however long it
   took to draw. */

struct rb_video {
    char target[1100];
    int width, height;
};

const char *rb_video_extension(void) {
    return ".webm";
}

rb_status rb_video_open(const char *path, int width, int height, int fps, rb_video **out, rb_error *err) {
    if (!IsFileExtension(path, ".webm")) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a name that ends in .webm", path);
    }
    if (!rb_js_film_possible()) {
        return rb_fail(err, RB_ERR_IO,
                       "video: this browser has no video encoder for pages (WebCodecs); use the "
                       "desktop program to make videos");
    }
    rb_video *video = calloc(1, sizeof *video);
    if (video == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "video: out of memory");
    }
    snprintf(video->target, sizeof video->target, "%s", path);
    video->width = width & ~1; /* colours are stored per 2 x 2 pixels */
    video->height = height & ~1;
    rb_js_film_open(video->width, video->height, fps);
    *out = video;
    return RB_OK;
}

rb_status rb_clip_open(const char *path, int width, int height, int fps, rb_video **out, rb_error *err) {
    (void)width, (void)height, (void)fps, (void)out;
    return rb_fail(err, RB_ERR_IO,
                   "%s: browsers cannot write GIF; record a video, or use the desktop program", path);
}

const char *rb_video_target(const rb_video *video) {
    return video->target;
}

bool rb_video_is_one_file(const rb_video *video) {
    (void)video;
    return true;
}

bool rb_video_ready(rb_video *video) {
    (void)video;
    return rb_js_film_ready() != 0;
}

void rb_video_push(rb_video *video, Image image) {
    if (image.width != video->width || image.height != video->height) {
        ImageResizeCanvas(&image, video->width, video->height, 0, 0, BLACK);
    }
    rb_js_film_push(image.data, video->width, video->height);
    UnloadImage(image);
}

bool rb_video_failed(rb_video *video) {
    (void)video;
    return rb_js_film_failed() != 0;
}

rb_status rb_video_close(rb_video *video, rb_error *err) {
    bool failed = rb_js_film_failed() != 0;
    rb_js_film_close(video->target);
    rb_status status =
        failed ? rb_fail(err, RB_ERR_IO, "%s: the browser's encoder failed", video->target) : RB_OK;
    free(video);
    return status;
}

/* ---------------------------------------------------------------- films */

rb_status rb_film_open(const char *path, rb_film **out, rb_error *err) {
    (void)path;
    *out = NULL;
    return rb_fail(err, RB_ERR_INPUT, "film: not in a browser: it needs ffmpeg");
}

/* There are no films to ask about. */
void rb_film_close(rb_film *film) {
    (void)film;
}

int rb_film_width(const rb_film *film) {
    (void)film;
    return 1;
}

int rb_film_height(const rb_film *film) {
    (void)film;
    return 1;
}

int rb_film_full_width(const rb_film *film) {
    (void)film;
    return 1;
}

double rb_film_length(const rb_film *film) {
    (void)film;
    return 0;
}

bool rb_film_loading(const rb_film *film) {
    (void)film;
    return false;
}

int rb_film_frame_at(const rb_film *film, double t) {
    (void)film;
    (void)t;
    return -1;
}

void rb_film_image(const rb_film *film, int index, Color *pixels) {
    (void)film;
    (void)index;
    (void)pixels;
}

/* ---------------------------------------------------------------- tracking: there are no films */

rb_status rb_film_tracking_begin(const rb_film_request *request, rb_film_tracking **out, rb_error *err) {
    (void)request;
    *out = NULL;
    return rb_fail(err, RB_ERR_INPUT, "film: not in a browser: it needs ffmpeg");
}

double rb_film_tracking_share(const rb_film_tracking *k) {
    (void)k;
    return 0;
}

bool rb_film_tracking_ended(const rb_film_tracking *k) {
    (void)k;
    return true;
}

void rb_film_tracking_cancel(rb_film_tracking *k) {
    (void)k;
}

rb_status rb_film_tracking_end(rb_film_tracking *k, rb_film_track *track, rb_error *err) {
    (void)k;
    *track = (rb_film_track){0};
    return rb_fail(err, RB_ERR_INPUT, "film: not in a browser: it needs ffmpeg");
}
