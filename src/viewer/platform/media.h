/* Sound output, video files, and films to compare with. */
#ifndef RB_VIEWER_PLATFORM_MEDIA_H
#define RB_VIEWER_PLATFORM_MEDIA_H

#include <rattleback/status.h>
#include <raylib.h>
#include <stdbool.h>

/* ---------------------------------------------------------------- sound */

#define RB_SOUND_BLOCK 1024 /* samples at a time */

/* Opens one channel at this sample rate, Hz. Does nothing when it is open, or when an earlier call
   found no device. */
void rb_sound_open(int rate);
/* Is there room for RB_SOUND_BLOCK more samples? False while closed or without a device. */
bool rb_sound_has_room(void);
void rb_sound_play(const float samples[RB_SOUND_BLOCK]);
void rb_sound_close(void); /* the next rb_sound_open looks for a device again */

/* ---------------------------------------------------------------- video */

/* On a desktop a thread passes the frames to ffmpeg, or writes each as a PNG where there is no ffmpeg;
   frames that were written survive a crash. In a browser the browser's encoder makes the video, which
   becomes a download when it is closed. */
typedef struct rb_video rb_video;

const char *rb_video_extension(void); /* of a default name: ".mp4" */

/* width, height: of every frame, px. The path's extension gives the format (.mp4, .mkv, ...). Without
   ffmpeg, or for a path that ends in '/', PNG frames go into a folder; rb_video_target names it. */
rb_status rb_video_open(const char *path, int width, int height, int fps, rb_video **out, rb_error *err);
/* A short clip for slides, .gif or .webp, scaled down. Needs ffmpeg. */
rb_status rb_clip_open(const char *path, int width, int height, int fps, rb_video **out, rb_error *err);
const char *rb_video_target(const rb_video *video);
bool rb_video_is_one_file(const rb_video *video); /* false: PNG frames */
/* Is there room for one more frame? Never blocks. */
bool rb_video_ready(rb_video *video);
/* Takes ownership of the image (RGBA) and fits it to the video's size; blocks only if not ready. */
void rb_video_push(rb_video *video, Image image);
/* Has writing failed? Then the video should be closed. */
bool rb_video_failed(rb_video *video);
/* Waits until all frames are written. */
rb_status rb_video_close(rb_video *video, rb_error *err);

/* ---------------------------------------------------------------- films */

/* A film to compare with, decoded by ffmpeg in its own process; at most the first 60 s, scaled to fit into
   256 MiB. Not in a browser. */
typedef struct rb_film rb_film;

/* Frames arrive afterwards. Fails without ffmpeg and for a file that it cannot read. */
rb_status rb_film_open(const char *path, rb_film **out, rb_error *err);
void rb_film_close(rb_film *film); /* also stops ffmpeg; NULL is allowed */
int rb_film_width(const rb_film *film);
int rb_film_height(const rb_film *film);
int rb_film_full_width(const rb_film *film); /* of the file, px: frames may be smaller */
double rb_film_length(const rb_film *film);  /* s that were read so far */
bool rb_film_loading(const rb_film *film);   /* more will be read */
/* The frame shown at this time of the film, s; -1: none. */
int rb_film_frame_at(const rb_film *film, double t);
/* Converts a frame to width * height pixels. */
void rb_film_image(const rb_film *film, int index, Color *pixels);

#endif
