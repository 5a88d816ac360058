#include "viewer/platform/video.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/platform/desktop/process.h"
#include "viewer/platform/picture_file.h"

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
    if (video->ffmpeg.id > 0) {
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

/* The kinds of video by the ending of the name. ffmpeg is told which, and guesses nothing. */
static const struct {
    const char *ending, *format;
} formats[] = {
    {".mp4", "mp4"}, {".m4v", "mp4"}, {".mov", "mov"}, {".mkv", "matroska"}, {".webm", "webm"}};
enum { format_count = sizeof formats / sizeof formats[0] };

/* NULL and the reason in err where the name tells no kind of video. */
static const char *format_of(const char *path, rb_error *err) {
    for (int i = 0; i < format_count; i++) {
        if (IsFileExtension(path, formats[i].ending)) {
            return formats[i].format;
        }
    }
    rb_fail(
        err, RB_ERR_INPUT,
        "%s: expected a name that ends in .mp4, .m4v, .mov, .mkv or .webm, or in / for a folder "
        "of PNG frames",
        path);
    return NULL;
}

/* ffmpeg would find out too, but tells its reason to the terminal only. *made: it is new. */
static rb_status try_file(const char *path, bool *made, rb_error *err) {
    *made = access(path, F_OK) != 0;
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
    }
    close(file);
    return RB_OK;
}

/* A fragment per second, so that a video that is cut short can still be played. */
static rb_status start_ffmpeg(rb_video *video, const char *program, const char *format, int fps,
                              rb_error *err) {
    bool made = false;
    if (try_file(video->target, &made, err) != RB_OK) {
        return RB_ERR_IO;
    }
    /* A name is a name: "file:" keeps "x:y.mp4" from being a protocol and "-y.mp4" an option. */
    char name[sizeof video->target + 8];
    snprintf(name, sizeof name, "file:%s", video->target);
    char size[32];
    char rate[16];
    snprintf(size, sizeof size, "%dx%d", video->width, video->height);
    snprintf(rate, sizeof rate, "%d", fps);
    const char *arguments[] = {
        program,
        "-y",
        "-loglevel",
        "error",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgba",
        "-s",
        size,
        "-r",
        rate,
        "-i",
        "-",
        "-vf",
        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
        "-pix_fmt",
        "yuv420p",
        "-crf",
        "18",
        "-g",
        rate,
        "-flush_packets",
        "1",
        "-movflags",
        "+frag_keyframe+empty_moov+default_base_moof",
        "-f",
        format,
        name,
        NULL,
    };
    rb_status status = rb_process_start(&video->ffmpeg, arguments, err);
    if (status != RB_OK && made) {
        remove(video->target);
    }
    return status;
}

static rb_status start_frames(rb_video *video, const char *path, rb_error *err) {
    size_t length = strlen(path);
    bool folder = length > 0 && path[length - 1] == '/';
    snprintf(video->target, sizeof video->target, "%.*s%s", (int)(folder ? length - 1 : length),
             path, folder ? "" : "-frames");
    if (mkdir(video->target, 0755) != 0 && errno != EEXIST) {
        return rb_fail(err, RB_ERR_IO, "%s: the folder cannot be made: %s", video->target,
                       strerror(errno));
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- interface */

rb_status rb_video_open(const char *path, int width, int height, int fps, rb_video **out,
                        rb_error *err) {
    bool folder = path[0] != '\0' && path[strlen(path) - 1] == '/';
    const char *format = folder ? NULL : format_of(path, err);
    if (!folder && format == NULL) {
        return RB_ERR_INPUT;
    }
    rb_video *video = calloc(1, sizeof *video);
    if (video == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "video: out of memory");
    }
    video->width = width;
    video->height = height;
    char program[1024];
    bool encoded = format != NULL && rb_process_find("ffmpeg", program, sizeof program);
    snprintf(video->target, sizeof video->target, "%s", path);
    rb_status status =
        encoded ? start_ffmpeg(video, program, format, fps, err) : start_frames(video, path, err);
    if (status == RB_OK) {
        pthread_mutex_init(&video->lock, NULL);
        pthread_cond_init(&video->changed, NULL);
        if (pthread_create(&video->thread, NULL, writer, video) != 0) {
            status = rb_fail(err, RB_ERR_MEMORY, "video: the writing thread did not start");
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

const char *rb_video_target(const rb_video *video) {
    return video->target;
}

bool rb_video_is_one_file(const rb_video *video) {
    return video->ffmpeg.id > 0;
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
    bool encoded = video->ffmpeg.id > 0;
    bool whole = !encoded || rb_process_finish(&video->ffmpeg);
    rb_status status = RB_OK;
    if (video->failed || !whole) {
        status = rb_fail(err, RB_ERR_IO, "%s: the video broke off (%s)", video->target,
                         encoded ? "ffmpeg gave up; is the disk full?" : "disk full?");
    }
    pthread_mutex_destroy(&video->lock);
    pthread_cond_destroy(&video->changed);
    free(video);
    return status;
}
