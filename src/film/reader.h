/* Reads films: ffmpeg decodes them in its own process, because they may come from strangers. Not in a
   browser. */
#ifndef RB_FILM_READER_H
#define RB_FILM_READER_H

#include <rattleback/status.h>

#include "film/process.h"

#define RB_FILM_PATH_MAX 1024
#define RB_FILM_SIDE_MAX 8192 /* px */

typedef struct rb_film_facts {
    int width, height;   /* px, as it is shown: turned if the film says so */
    double rate, length; /* frames per second, s */
} rb_film_facts;

/* Fails without ffmpeg, and for files that it cannot read. */
rb_status rb_film_probe(const char *path, rb_film_facts *facts, rb_error *err);

/* The time stamps of the frames as the file has them, s, increasing from 0. The caller frees *t. */
rb_status rb_film_times(const char *path, double **t, int *count, rb_error *err);

typedef struct rb_film_reader {
    rb_process process;
    size_t frame_size; /* bytes: 8-bit YUV, chroma at half the width and height */
} rb_film_reader;

/* Starts decoding the first `seconds` of a film, at this size. rate: frames per second; 0: every frame of
   the file, once. */
rb_status rb_film_reader_start(rb_film_reader *reader, const char *path, int width, int height, double rate,
                               int seconds, rb_error *err);
/* Reads the next frame; false at the end, or if nothing came for 20 s. */
bool rb_film_reader_next(rb_film_reader *reader, unsigned char *planes);
void rb_film_reader_stop(rb_film_reader *reader);

#endif
