#include "film/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

enum {
    PATIENCE = 20 * 1000,        /* ms without data, after which ffmpeg is stopped */
    TIMES_MAX = 16 * 1024 * 1024 /* bytes of time stamps */
};
static const char *const largest_block = "600000000"; /* bytes that the decoder may allocate at once */

static rb_status find_program(const char *name, char *program, size_t size, rb_error *err) {
    return rb_process_find(name, program, size)
               ? RB_OK
               : rb_fail(err, RB_ERR_IO, "film: needs ffmpeg, which is not installed (Debian: ffmpeg)");
}

/* The path for ffmpeg. Refuses pipes, devices and addresses. */
static rb_status source_of(const char *path, char *source, size_t size, rb_error *err) {
    FILE *file = rb_file_open(path, err);
    if (file == NULL) {
        return RB_ERR_IO;
    }
    fclose(file);
    int length = snprintf(source, size, "file:%s", path);
    return length < (int)size ? RB_OK : rb_fail(err, RB_ERR_INPUT, "film: the path is too long");
}

/* ---------------------------------------------------------------- what the file is */

/* Reads what ffprobe prints for the first video stream. */
static rb_status ask(const char *path, const char *entries, const char *format, char *text, size_t size,
                     rb_error *err) {
    char program[512], source[RB_FILM_PATH_MAX + 8];
    rb_status status = source_of(path, source, sizeof source, err);
    status = status == RB_OK ? find_program("ffprobe", program, sizeof program, err) : status;
    if (status != RB_OK) {
        return status;
    }
    const char *const arguments[] = {program,       "-v",
                                     "quiet",       "-max_alloc",
                                     largest_block, "-protocol_whitelist",
                                     "file",        "-select_streams",
                                     "v:0",         "-show_entries",
                                     entries,       "-of",
                                     format,        source,
                                     NULL};
    rb_process process;
    status = rb_process_start_reader(&process, arguments, err);
    if (status == RB_OK) {
        long length = rb_process_read(&process, text, size - 1, PATIENCE);
        rb_process_kill(&process);
        text[length > 0 ? length : 0] = '\0';
    }
    return status;
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
    return rb_number_read(at, NULL);
}

rb_status rb_film_probe(const char *path, rb_film_facts *facts, rb_error *err) {
    char text[2048];
    rb_status status =
        ask(path,
            "stream=width,height,avg_frame_rate:format=duration:stream_side_data=rotation:stream_tags=rotate",
            "default=noprint_wrappers=1", text, sizeof text, err);
    if (status != RB_OK) {
        return status;
    }
    *facts = (rb_film_facts){(int)number_after(text, "width="), (int)number_after(text, "height="),
                             number_after(text, "avg_frame_rate="), number_after(text, "duration=")};
    double turn = number_after(text, "rotation=") + number_after(text, "rotate=");
    if (fabs(remainder(turn, 180)) > 45) {
        int width = facts->width;
        facts->width = facts->height;
        facts->height = width;
    }
    bool usable = facts->width >= 16 && facts->height >= 16 && facts->width <= RB_FILM_SIDE_MAX &&
                  facts->height <= RB_FILM_SIDE_MAX && facts->rate > 0.1 && facts->length > 0;
    return usable ? RB_OK
                  : rb_fail(err, RB_ERR_INPUT,
                            "film: %s: expected a video that ffmpeg can read, of known length (\"ffmpeg -i "
                            "FILE new.mp4\" may repair it)",
                            path);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

rb_status rb_film_times(const char *path, double **t, int *count, rb_error *err) {
    char *text = malloc(TIMES_MAX);
    double *times = NULL;
    *t = NULL;
    *count = 0;
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "film: %s: out of memory", path);
    }
    rb_status status = ask(path, "packet=pts_time", "csv=p=0", text, TIMES_MAX, err);
    if (status == RB_OK) {
        int lines = 0, room = 1;
        for (const char *at = text; *at != '\0'; at++) {
            room += *at == '\n';
        }
        times = malloc((size_t)room * sizeof *times);
        for (const char *at = text; times != NULL && *at != '\0' && lines < room;) {
            char *end;
            double value = rb_number_read(at, &end);
            if (end == at) {
                break; /* "N/A" */
            }
            times[lines++] = value;
            at = end + strcspn(end, "\n");
            at += *at == '\n';
        }
        *count = lines;
        status = times != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "film: %s: out of memory", path);
    }
    free(text);
    if (status == RB_OK && *count > 0) { /* packets are stored in the order of decoding */
        qsort(times, (size_t)*count, sizeof *times, by_value);
        for (int i = *count - 1; i >= 0; i--) {
            times[i] -= times[0];
        }
    }
    *t = times;
    return status;
}

/* ---------------------------------------------------------------- frames */

rb_status rb_film_reader_start(rb_film_reader *reader, const char *path, int width, int height, double rate,
                               int seconds, rb_error *err) {
    char program[512], source[RB_FILM_PATH_MAX + 8], filter[240] = "", length[16];
    *reader = (rb_film_reader){.frame_size = (size_t)width * (size_t)height * 3 / 2};
    rb_status status = source_of(path, source, sizeof source, err);
    status = status == RB_OK ? find_program("ffmpeg", program, sizeof program, err) : status;
    if (status != RB_OK) {
        return status;
    }
    if (rate > 0) {
        rb_format(filter, sizeof filter, "fps=%.6g,", rate);
    }
    /* A film that changes its size is fitted into the frame with bars. */
    size_t used = strlen(filter);
    snprintf(filter + used, sizeof filter - used,
             "scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:(ow-iw)/2:(oh-ih)/2", width, height,
             width, height);
    snprintf(length, sizeof length, "%d", seconds);
    const char *const arguments[] = {program,
                                     "-v",
                                     "quiet",
                                     "-nostdin",
                                     "-protocol_whitelist",
                                     "file,pipe",
                                     "-max_alloc",
                                     largest_block,
                                     "-t",
                                     length,
                                     "-i",
                                     source,
                                     "-an",
                                     "-sn",
                                     "-vf",
                                     filter,
                                     "-vsync",
                                     rate > 0 ? "1" : "0",
                                     "-pix_fmt",
                                     "yuv420p",
                                     "-f",
                                     "rawvideo",
                                     "pipe:1",
                                     NULL};
    return rb_process_start_reader(&reader->process, arguments, err);
}

bool rb_film_reader_next(rb_film_reader *reader, unsigned char *planes) {
    return rb_process_read(&reader->process, planes, reader->frame_size, PATIENCE) ==
           (long)reader->frame_size;
}

void rb_film_reader_stop(rb_film_reader *reader) {
    rb_process_kill(&reader->process);
}
