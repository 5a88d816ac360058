/* The bytes are the journal of a study. A line that begins with '~' gets its checksum, and '#' becomes the
   right first line, so that the code after these checks is reached. Messages name the file; every row is
   counted once, and nothing is written outside of the rows of the study. */
#include "analysis/study_private.h"
#include "base/file.h"
#include "fuzz.h"

enum { JOBS = 5, WIDTH = 2, LINE = 128 };

static const rb_study study = {
    .definition = "fuzz", .title = "a study", .job_count = JOBS, .width = WIDTH, .chunk = 1};

/* The line with its checksum. */
static char *sign(char *to, const char *line, size_t length) {
    memmove(to, line, length);
    return to + length + sprintf(to + length, " %08x", (unsigned)rb_crc32(0, to, length));
}

static char *first_line(char *to) {
    char line[LINE];
    int length = snprintf(line, sizeof line, "rattleback-journal 2 %s %d %d %016llx %s", rb_version(), JOBS,
                          WIDTH, (unsigned long long)rb_fnv(RB_FNV_BEGIN, "fuzz", 4), study.title);
    return sign(to, line, (size_t)length);
}

/* The text with checksums inserted; *length: its size. */
static char *with_checksums(const uint8_t *data, size_t size, size_t *length) {
    char *text = fuzz_text(data, size), *out = malloc(LINE * (size + 1)), *to = out;
    if (out == NULL) {
        abort();
    }
    for (const char *at = text; at < text + size;) {
        size_t rest = (size_t)(text + size - at);
        const char *end = memchr(at, '\n', rest);
        size_t line = end != NULL ? (size_t)(end - at) : rest;
        if (line == 1 && *at == '#') {
            to = first_line(to);
        } else if (*at == '~') {
            to = sign(to, at + 1, line - 1);
        } else {
            memcpy(to, at, line);
            to += line;
        }
        if (end != NULL) {
            *to++ = '\n';
        }
        at += line + 1;
    }
    free(text);
    *length = (size_t)(to - out);
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t length = 0;
    char *text = with_checksums(data, size, &length);
    FILE *in = length > 0 ? fmemopen(text, length, "r") : NULL;
    if (in == NULL) {
        free(text);
        return 0;
    }
    double *rows =
        calloc((size_t)JOBS * WIDTH, sizeof *rows); /* of exact size: writing outside is detected */
    unsigned char *done = calloc(JOBS, 1);
    int64_t count = 0;
    rb_error err = {""};
    rb_status status = rb_journal_read_stream(in, "fuzz", &study, rows, done, &count, &err);
    int64_t sum = 0;
    for (int i = 0; i < JOBS; i++) {
        fuzz_require(done[i] <= 1, "job %d is done %d times", i, done[i]);
        sum += done[i];
    }
    fuzz_require(sum == count, "%d jobs counted, %d done", (int)count, (int)sum);
    if (status != RB_OK) {
        fuzz_require(count == 0, "refused, but %d jobs taken over", (int)count);
        fuzz_require(strstr(err.text, "fuzz") != NULL, "\"%s\" names no file", err.text);
    }
    fclose(in);
    free(rows);
    free(done);
    free(text);
    return 0;
}
