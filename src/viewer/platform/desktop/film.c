/* Reads a film: ffmpeg decodes it in its own process, and a thread stores the frames from a pipe, so that any
   moment can be shown at once. Frames are scaled to fit into a fixed amount of memory. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "viewer/platform/desktop/process.h"
#include "viewer/platform/media.h"

enum {
    LONGEST = 60,               /* s: the rest of the film is not read */
    FASTEST = 120,              /* frames per second kept */
    WIDEST = 1280,              /* px */
    MEMORY = 256 * 1024 * 1024, /* bytes for all frames */
    PATIENCE = 20 * 1000        /* ms without data, after which ffmpeg is stopped */
};

struct rb_film {
    int width, height, capacity; /* px, px, frames */
    double rate;                 /* frames per second */
    size_t frame_size;           /* bytes: 8-bit YUV, chroma at half size */
    unsigned char *frames;
    atomic_int count; /* read so far */
    atomic_bool ended;
    rb_process process;
    pthread_t thread;
};

/* ---------------------------------------------------------------- what the file is */

typedef struct film_facts {
    int width, height;
    double rate, length;
} film_facts;

/* Reads up to size bytes; fewer at the end of the data, -1 when nothing came in time. */
static long read_all(int pipe, unsigned char *data, size_t size) {
    size_t used = 0;
    while (used < size) {
        struct pollfd ready = {.fd = pipe, .events = POLLIN};
        int polled = poll(&ready, 1, PATIENCE);
        if (polled == 0 || (polled < 0 && errno != EINTR)) {
            return -1;
        }
        long got = polled > 0 ? read(pipe, data + used, size - used) : 0;
        if (polled > 0 && got == 0) {
            break;
        }
        if (got < 0 && errno != EINTR) {
            return -1;
        }
        used += got > 0 ? (size_t)got : 0;
    }
    return (long)used;
}

static double number_after(const char *text, const char *name) {
    const char *at = strstr(text, name);
    int over = 0, under = 0;
    if (at == NULL) {
        return 0;
    }
    at += strlen(name);
    if (sscanf(at, "%d/%d", &over, &under) == 2) {
        return under > 0 ? (double)over / under : 0;
    }
    return strtod(at, NULL);
}

static rb_status probe(const char *source, const char *path, film_facts *facts, rb_error *err) {
    char program[512], text[512];
    if (!rb_process_find("ffprobe", program, sizeof program)) {
        return rb_fail(err, RB_ERR_IO, "film: needs ffmpeg, which is not installed (Debian: ffmpeg)");
    }
    const char *const arguments[] = {program,
                                     "-v",
                                     "quiet",
                                     "-protocol_whitelist",
                                     "file",
                                     "-select_streams",
                                     "v:0",
                                     "-show_entries",
                                     "stream=width,height,avg_frame_rate:format=duration",
                                     "-of",
                                     "default=noprint_wrappers=1",
                                     source,
                                     NULL};
    rb_process process;
    rb_status status = rb_process_start_reader(&process, arguments, err);
    if (status != RB_OK) {
        return status;
    }
    long length = read_all(process.pipe, (unsigned char *)text, sizeof text - 1);
    rb_process_kill(&process);
    text[length > 0 ? length : 0] = '\0';
    *facts = (film_facts){(int)number_after(text, "width="), (int)number_after(text, "height="),
                          number_after(text, "avg_frame_rate="), number_after(text, "duration=")};
    bool usable = facts->width >= 16 && facts->height >= 16 && facts->width <= 16384 &&
                  facts->height <= 16384 && facts->rate > 0.1 && facts->length > 0;
    return usable ? RB_OK
                  : rb_fail(err, RB_ERR_INPUT,
                            "film: %s: expected a video that ffmpeg can read, of known length", path);
}

/* ---------------------------------------------------------------- frames */

/* Size and rate at which all frames fit into memory. */
static void choose_size(rb_film *film, const film_facts *facts) {
    double length = facts->length < LONGEST ? facts->length : LONGEST;
    film->rate = facts->rate < FASTEST ? facts->rate : FASTEST;
    film->capacity = (int)(length * film->rate) + 2;
    double scale = facts->width > WIDEST ? (double)WIDEST / facts->width : 1;
    film->width = (int)(scale * facts->width) & ~1;
    film->height = (int)(scale * facts->height) & ~1;
    while (1.5 * film->width * film->height * film->capacity > MEMORY && film->width > 64) {
        film->width = (int)(0.9 * film->width) & ~1;
        film->height = (int)((double)film->width * facts->height / facts->width) & ~1;
    }
    film->height = film->height < 16 ? 16 : film->height;
    film->frame_size = (size_t)film->width * (size_t)film->height * 3 / 2;
}

static void *read_frames(void *context) {
    rb_film *film = context;
    while (film->count < film->capacity) {
        unsigned char *frame = film->frames + (size_t)film->count * film->frame_size;
        if (read_all(film->process.pipe, frame, film->frame_size) != (long)film->frame_size) {
            break;
        }
        film->count++;
    }
    film->ended = true;
    return NULL;
}

static rb_status start(rb_film *film, const char *source, rb_error *err) {
    char program[512], filter[200], length[16];
    if (!rb_process_find("ffmpeg", program, sizeof program)) {
        return rb_fail(err, RB_ERR_IO, "film: needs ffmpeg, which is not installed (Debian: ffmpeg)");
    }
    /* Films of telephones may be turned: they are fitted into the frame with bars. */
    snprintf(filter, sizeof filter,
             "fps=%.6g,scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:(ow-iw)/2:(oh-ih)/2",
             film->rate, film->width, film->height, film->width, film->height);
    snprintf(length, sizeof length, "%d", LONGEST);
    const char *const arguments[] = {program,     "-v",  "quiet",    "-nostdin", "-protocol_whitelist",
                                     "file,pipe", "-t",  length,     "-i",       source,
                                     "-an",       "-sn", "-vf",      filter,     "-pix_fmt",
                                     "yuv420p",   "-f",  "rawvideo", "pipe:1",   NULL};
    rb_status status = rb_process_start_reader(&film->process, arguments, err);
    if (status == RB_OK && pthread_create(&film->thread, NULL, read_frames, film) != 0) {
        rb_process_kill(&film->process);
        return rb_fail(err, RB_ERR_MEMORY, "film: no thread could be started");
    }
    return status;
}

rb_status rb_film_open(const char *path, rb_film **out, rb_error *err) {
    char source[RB_FILM_PATH_MAX + 8];
    film_facts facts = {0};
    FILE *file = rb_file_open(path, err); /* no pipes, devices or addresses */
    *out = NULL;
    if (file == NULL) {
        return RB_ERR_IO;
    }
    fclose(file);
    snprintf(source, sizeof source, "file:%s", path);
    rb_status status = probe(source, path, &facts, err);
    rb_film *film = status == RB_OK ? calloc(1, sizeof *film) : NULL;
    if (status != RB_OK) {
        return status;
    }
    if (film != NULL) {
        choose_size(film, &facts);
        film->frames = malloc(film->frame_size * (size_t)film->capacity);
    }
    if (film == NULL || film->frames == NULL) {
        free(film);
        return rb_fail(err, RB_ERR_MEMORY, "film: %s: out of memory", path);
    }
    status = start(film, source, err);
    if (status != RB_OK) {
        free(film->frames);
        free(film);
        return status;
    }
    *out = film;
    return RB_OK;
}

void rb_film_close(rb_film *film) {
    if (film == NULL) {
        return;
    }
    kill((pid_t)film->process.id, SIGKILL); /* then the thread reads the end of the data */
    pthread_join(film->thread, NULL);
    rb_process_kill(&film->process);
    free(film->frames);
    free(film);
}

int rb_film_width(const rb_film *film) {
    return film->width;
}

int rb_film_height(const rb_film *film) {
    return film->height;
}

double rb_film_length(const rb_film *film) {
    return film->count / film->rate;
}

bool rb_film_loading(const rb_film *film) {
    return !film->ended;
}

int rb_film_frame_at(const rb_film *film, double t) {
    int index = (int)(t * film->rate + 1e-6);
    return t < 0 || index >= film->count ? -1 : index;
}

static unsigned char clamp(int value) {
    return (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* BT.601, video range. */
void rb_film_image(const rb_film *film, int index, Color *pixels) {
    const unsigned char *luma = film->frames + (size_t)index * film->frame_size;
    const unsigned char *blue = luma + (size_t)film->width * (size_t)film->height;
    const unsigned char *red = blue + (size_t)(film->width / 2) * (size_t)(film->height / 2);
    for (int y = 0; y < film->height; y++) {
        for (int x = 0; x < film->width; x++) {
            int half = y / 2 * (film->width / 2) + x / 2;
            int c = 298 * (luma[y * film->width + x] - 16) + 128, d = blue[half] - 128, e = red[half] - 128;
            *pixels++ = (Color){clamp((c + 409 * e) >> 8), clamp((c - 100 * d - 208 * e) >> 8),
                                clamp((c + 516 * d) >> 8), 255};
        }
    }
}
