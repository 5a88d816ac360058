/* A film beside the world: a thread stores the frames that ffmpeg decodes (film/reader.h), so that any moment
   can be shown at once. Frames are scaled to fit into a fixed amount of memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "film/reader.h"
#include "viewer/platform/media.h"

enum {
    LONGEST = 60,              /* s: the rest of the film is not read */
    FASTEST = 120,             /* frames per second kept */
    WIDEST = 1280,             /* px */
    MEMORY = 256 * 1024 * 1024 /* bytes for all frames */
};

struct rb_film {
    int full_width;              /* px, of the file */
    int width, height, capacity; /* px, px, frames */
    double rate;                 /* frames per second */
    size_t frame_size;           /* bytes: 8-bit YUV, chroma at half size */
    unsigned char *frames;
    atomic_int count; /* read so far */
    atomic_bool ended;
    rb_film_reader reader;
    pthread_t thread;
};

/* Size and rate at which all frames fit into memory. */
static void choose_size(rb_film *film, const rb_film_facts *facts) {
    double length = facts->length < LONGEST ? facts->length : LONGEST;
    film->rate = facts->rate < FASTEST ? facts->rate : FASTEST;
    film->capacity = (int)(length * film->rate) + 2;
    film->full_width = facts->width;
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
        if (!rb_film_reader_next(&film->reader, frame)) {
            break;
        }
        film->count++;
    }
    film->ended = true;
    return NULL;
}

static rb_status start(rb_film *film, const char *path, rb_error *err) {
    rb_status status =
        rb_film_reader_start(&film->reader, path, film->width, film->height, film->rate, LONGEST, err);
    if (status == RB_OK && pthread_create(&film->thread, NULL, read_frames, film) != 0) {
        rb_film_reader_stop(&film->reader);
        return rb_fail(err, RB_ERR_MEMORY, "film: no thread could be started");
    }
    return status;
}

rb_status rb_film_open(const char *path, rb_film **out, rb_error *err) {
    rb_film_facts facts = {0};
    *out = NULL;
    rb_status status = rb_film_probe(path, &facts, err);
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
    status = start(film, path, err);
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
    rb_process_stop(&film->reader.process); /* then the thread reads the end of the data */
    pthread_join(film->thread, NULL);
    rb_film_reader_stop(&film->reader);
    free(film->frames);
    free(film);
}

int rb_film_width(const rb_film *film) {
    return film->width;
}

int rb_film_height(const rb_film *film) {
    return film->height;
}

int rb_film_full_width(const rb_film *film) {
    return film->full_width;
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
