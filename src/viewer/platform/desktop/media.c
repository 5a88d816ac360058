#include "viewer/platform/media.h"

#include <errno.h>
#include <pthread.h>
#include <raylib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "film/process.h"
#include "viewer/platform/files.h"

/* ---------------------------------------------------------------- sound */

static struct {
    AudioStream stream;
    bool tried; /* to open a device */
    bool open;
} sound;

static void ignore_message(const char *file, int line, const char *function, int err, const char *format,
                           ...) {
    (void)file, (void)line, (void)function, (void)err, (void)format;
}

/* ALSA, which raylib loads at run time, writes many lines to stderr where there is no sound card. */
static void silence_alsa(void) {
    void *found = rb_library_symbol("libasound.so.2", "snd_lib_error_set_handler");
    int (*set_handler)(void (*)(const char *, int, const char *, int, const char *, ...)) = NULL;
    if (found != NULL) {
        memcpy(&set_handler, &found, sizeof set_handler); /* C has no cast for it */
        set_handler(ignore_message);
    }
}

void rb_sound_open(int rate) {
    if (sound.tried) {
        return;
    }
    sound.tried = true;
    SetTraceLogLevel(LOG_NONE); /* a missing device is no error */
    silence_alsa();
    InitAudioDevice();
    SetTraceLogLevel(LOG_WARNING);
    if (!IsAudioDeviceReady()) {
        return;
    }
    SetAudioStreamBufferSizeDefault(RB_SOUND_BLOCK);
    sound.stream = LoadAudioStream((unsigned)rate, 32, 1);
    PlayAudioStream(sound.stream);
    sound.open = true;
}

bool rb_sound_has_room(void) {
    return sound.open && IsAudioStreamProcessed(sound.stream);
}

void rb_sound_play(const float samples[RB_SOUND_BLOCK]) {
    UpdateAudioStream(sound.stream, samples, RB_SOUND_BLOCK);
}

void rb_sound_close(void) {
    if (sound.open) {
        UnloadAudioStream(sound.stream);
        CloseAudioDevice();
    }
    sound.tried = sound.open = false;
}

/* ---------------------------------------------------------------- video */

enum { queue_length = 4 };

struct rb_video {
    char target[1100];
    int width, height;
    rb_process ffmpeg; /* none where PNG frames are written */
    long written;
    bool failed;

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Image queue[queue_length];
    int first, count;
    bool closing;
};

/* ---------------------------------------------------------------- the writing thread */

static bool write_frame(rb_video *video, Image *image) {
    if (image->width != video->width || image->height != video->height) {
        ImageResizeCanvas(image, video->width, video->height, 0, 0, BLACK);
    }
    if (video->ffmpeg.id != 0) {
        size_t size = 4 * (size_t)video->width * (size_t)video->height;
        return rb_process_write(&video->ffmpeg, image->data, size);
    }
    char path[1200];
    snprintf(path, sizeof path, "%s/%06ld.png", video->target, video->written + 1);
    rb_error err;
    return rb_picture_write(*image, path, &err) == RB_OK;
}

static void *writer(void *argument) {
    rb_video *video = argument;
    pthread_mutex_lock(&video->lock);
    for (;;) {
        while (video->count == 0 && !video->closing) {
            pthread_cond_wait(&video->changed, &video->lock);
        }
        if (video->count == 0) {
            break;
        }
        Image image = video->queue[video->first];
        pthread_mutex_unlock(&video->lock);
        bool good = write_frame(video, &image);
        UnloadImage(image);
        pthread_mutex_lock(&video->lock);
        video->failed = video->failed || !good;
        video->written += good ? 1 : 0;
        video->first = (video->first + 1) % queue_length;
        video->count--;
        pthread_cond_broadcast(&video->changed);
    }
    pthread_mutex_unlock(&video->lock);
    return NULL;
}

/* ---------------------------------------------------------------- ffmpeg */

/* Large enough for a slide; the GIF encoder keeps all frames in memory until the palette is known. */
#define CLIP_SIZE "scale=w='min(800,iw)':h=-2:flags=lanczos"

/* Formats by extension, with ffmpeg's arguments. A video has one fragment per second, so that a truncated
   file can still be played. */
#define VIDEO(ending, format)                                                                                \
    {                                                                                                        \
        ending, format, false, {                                                                             \
            "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-crf", "18", "-flush_packets",   \
                "1", "-movflags", "+frag_keyframe+empty_moov+default_base_moof"                              \
        }                                                                                                    \
    }
enum { SETTINGS = 12 };
static const struct rb_video_format {
    const char *ending, *format;
    bool clip;
    const char *settings[SETTINGS];
} formats[] = {
    VIDEO(".mp4", "mp4"),
    VIDEO(".m4v", "mp4"),
    VIDEO(".mov", "mov"),
    VIDEO(".mkv", "matroska"),
    VIDEO(".webm", "webm"),
    {".gif",
     "gif",
     true,
     {"-vf",
      CLIP_SIZE ",split[a][b];[a]palettegen=stats_mode=diff[p];"
                "[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
      "-loop", "0"}},
    {".webp",
     "webp",
     true,
     {"-vf", CLIP_SIZE, "-c:v", "libwebp_anim", "-q:v", "70", "-compression_level", "5", "-loop", "0"}},
};
enum { format_count = sizeof formats / sizeof formats[0] };

/* NULL and an error when the extension is unknown. */
static const struct rb_video_format *format_of(const char *path, bool clip, rb_error *err) {
    for (int i = 0; i < format_count; i++) {
        if (formats[i].clip == clip && IsFileExtension(path, formats[i].ending)) {
            return &formats[i];
        }
    }
    rb_fail(err, RB_ERR_INPUT,
            clip ? "%s: expected a name that ends in .gif or .webp"
                 : "%s: expected a name that ends in .mp4, .m4v, .mov, .mkv or .webm, or in / for a "
                   "folder of PNG frames",
            path);
    return NULL;
}

/* Checks that the file can be written: ffmpeg reports the reason to the terminal only. *made: the file is
   new. */
static rb_status try_file(const char *path, bool *made, rb_error *err) {
    *made = !rb_path_exists(path);
    int file = rb_handle_open(path, RB_OPEN_WRITE | RB_OPEN_CREATE);
    if (file < 0) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
    }
    rb_handle_close(file);
    return RB_OK;
}

static rb_status start_ffmpeg(rb_video *video, const char *program, const struct rb_video_format *format,
                              int fps, rb_error *err) {
    bool made = false;
    if (try_file(video->target, &made, err) != RB_OK) {
        return RB_ERR_IO;
    }
    /* "file:" keeps "x:y.mp4" from being read as a protocol and "-y.mp4" as an option. */
    char name[sizeof video->target + 8];
    snprintf(name, sizeof name, "file:%s", video->target);
    char size[32];
    char rate[16];
    snprintf(size, sizeof size, "%dx%d", video->width, video->height);
    snprintf(rate, sizeof rate, "%d", fps);
    const char *const input[] = {"-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgba",
                                 "-s", size,        "-r",    rate, "-i",       "-"};
    const char *const output[] = {"-g", rate, "-f", format->format, name};
    const char *arguments[40] = {program};
    int count = 1;
    for (size_t i = 0; i < sizeof input / sizeof input[0]; i++) {
        arguments[count++] = input[i];
    }
    for (int i = 0; i < SETTINGS && format->settings[i] != NULL; i++) {
        arguments[count++] = format->settings[i];
    }
    for (size_t i = 0; i < sizeof output / sizeof output[0]; i++) {
        arguments[count++] = output[i];
    }
    rb_status status = rb_process_start(&video->ffmpeg, arguments, err);
    if (status != RB_OK && made) {
        rb_file_remove(video->target);
    }
    return status;
}

/* Does the path name a folder? */
static bool ends_in_separator(const char *path) {
    return path[0] != '\0' && rb_path_name(path)[0] == '\0';
}

static rb_status start_frames(rb_video *video, const char *path, rb_error *err) {
    size_t length = strlen(path);
    bool folder = ends_in_separator(path);
    snprintf(video->target, sizeof video->target, "%.*s%s", (int)(folder ? length - 1 : length), path,
             folder ? "" : "-frames");
    if (rb_folder_create(video->target, false) != 0 && errno != EEXIST) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot create the folder: %s", video->target, strerror(errno));
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- interface */

const char *rb_video_extension(void) {
    return ".mp4";
}

static rb_status open_video(const char *path, int width, int height, int fps, bool clip, rb_video **out,
                            rb_error *err) {
    bool folder = !clip && ends_in_separator(path);
    const struct rb_video_format *format = folder ? NULL : format_of(path, clip, err);
    if (!folder && format == NULL) {
        return RB_ERR_INPUT;
    }
    char program[1024];
    bool encoded = format != NULL && rb_process_find("ffmpeg", program, sizeof program);
    if (clip && !encoded) {
        return rb_fail(err, RB_ERR_IO, "%s: clips need ffmpeg, which is not installed", path);
    }
    rb_video *video = calloc(1, sizeof *video);
    if (video == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "video: out of memory");
    }
    video->width = width;
    video->height = height;
    snprintf(video->target, sizeof video->target, "%s", path);
    rb_status status =
        encoded ? start_ffmpeg(video, program, format, fps, err) : start_frames(video, path, err);
    if (status == RB_OK) {
        pthread_mutex_init(&video->lock, NULL);
        pthread_cond_init(&video->changed, NULL);
        if (pthread_create(&video->thread, NULL, writer, video) != 0) {
            status = rb_fail(err, RB_ERR_MEMORY, "video: cannot start the writing thread");
            if (encoded) {
                rb_process_finish(&video->ffmpeg);
            }
        }
    }
    if (status != RB_OK) {
        free(video);
        return status;
    }
    *out = video;
    return RB_OK;
}

rb_status rb_video_open(const char *path, int width, int height, int fps, rb_video **out, rb_error *err) {
    return open_video(path, width, height, fps, false, out, err);
}

rb_status rb_clip_open(const char *path, int width, int height, int fps, rb_video **out, rb_error *err) {
    return open_video(path, width, height, fps, true, out, err);
}

const char *rb_video_target(const rb_video *video) {
    return video->target;
}

bool rb_video_is_one_file(const rb_video *video) {
    return video->ffmpeg.id != 0;
}

bool rb_video_ready(rb_video *video) {
    pthread_mutex_lock(&video->lock);
    bool ready = video->count < queue_length;
    pthread_mutex_unlock(&video->lock);
    return ready;
}

void rb_video_push(rb_video *video, Image image) {
    pthread_mutex_lock(&video->lock);
    while (video->count == queue_length) {
        pthread_cond_wait(&video->changed, &video->lock);
    }
    video->queue[(video->first + video->count++) % queue_length] = image;
    pthread_cond_broadcast(&video->changed);
    pthread_mutex_unlock(&video->lock);
}

bool rb_video_failed(rb_video *video) {
    pthread_mutex_lock(&video->lock);
    bool failed = video->failed;
    pthread_mutex_unlock(&video->lock);
    return failed;
}

rb_status rb_video_close(rb_video *video, rb_error *err) {
    pthread_mutex_lock(&video->lock);
    video->closing = true;
    pthread_cond_broadcast(&video->changed);
    pthread_mutex_unlock(&video->lock);
    pthread_join(video->thread, NULL);
    bool encoded = video->ffmpeg.id != 0;
    bool whole = !encoded || rb_process_finish(&video->ffmpeg);
    rb_status status = RB_OK;
    if (video->failed || !whole) {
        status = rb_fail(err, RB_ERR_IO, "%s: the video is incomplete (%s)", video->target,
                         encoded ? "ffmpeg failed; is the disk full?" : "disk full?");
    }
    pthread_mutex_destroy(&video->lock);
    pthread_cond_destroy(&video->changed);
    free(video);
    return status;
}
