/* The journal of a study, and differences between the definitions of two studies. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "analysis/study_private.h"
#include "base/file.h"
#include "base/system.h"
#include "base/text.h"

/* ---------------------------------------------------------------- definitions */

enum { SHOWN = 3, PATH = 96 };

typedef struct report {
    char *text;
    size_t size, used;
    int count;
} report;

static void value_text(const cJSON *item, char *text, size_t size) {
    if (item == NULL) {
        snprintf(text, size, "nothing");
    } else if (cJSON_IsNumber(item)) {
        rb_format(text, size, "%.9g", item->valuedouble);
    } else if (cJSON_IsString(item)) {
        snprintf(text, size, "\"%.40s\"", item->valuestring);
    } else {
        snprintf(text, size, "%s",
                 cJSON_IsBool(item)    ? (cJSON_IsTrue(item) ? "true" : "false")
                 : cJSON_IsArray(item) ? "a list"
                                       : "an object");
    }
}

static void add(report *r, const char *path, const cJSON *found, const cJSON *wanted) {
    char a[64], b[64];
    value_text(found, a, sizeof a);
    value_text(wanted, b, sizeof b);
    if (r->count < SHOWN && r->used < r->size) {
        r->used += (size_t)snprintf(r->text + r->used, r->size - r->used, "%s%s: %s there, %s here",
                                    r->count > 0 ? "; " : "", path[0] == '.' ? path + 1 : path, a, b);
    } else if (r->count == SHOWN && r->used < r->size) {
        r->used += (size_t)snprintf(r->text + r->used, r->size - r->used, "; and more");
    }
    r->count++;
}

/* Same type and, for a plain value, the same value. */
static bool is_same(const cJSON *a, const cJSON *b) {
    return a != NULL && b != NULL && (a->type & 0xff) == (b->type & 0xff) &&
           (!cJSON_IsNumber(a) || a->valuedouble == b->valuedouble) &&
           (!cJSON_IsString(a) || strcmp(a->valuestring, b->valuestring) == 0);
}

/* A field of an object, or an item of a list. */
static const cJSON *child_of(const cJSON *parent, const cJSON *like, int index) {
    return cJSON_IsArray(parent) ? cJSON_GetArrayItem(parent, index)
                                 : cJSON_GetObjectItemCaseSensitive(parent, like->string);
}

static void compare(report *r, const char *path, const cJSON *found, const cJSON *wanted, int depth) {
    if (!is_same(found, wanted)) {
        add(r, path, found, wanted);
        return;
    }
    for (int side = 0; depth < 8 && side < 2; side++) { /* then what only the second one has */
        const cJSON *parent = side == 0 ? found : wanted, *other = side == 0 ? wanted : found;
        int index = 0;
        for (const cJSON *item = parent->child; item != NULL; item = item->next, index++) {
            char place[PATH];
            const cJSON *mate = child_of(other, item, index);
            if (cJSON_IsArray(parent)) {
                snprintf(place, sizeof place, "%.80s[%d]", path, index);
            } else {
                snprintf(place, sizeof place, "%.60s.%.30s", path, item->string);
            }
            if (side == 0) {
                compare(r, place, item, mate, depth + 1);
            } else if (mate == NULL) {
                add(r, place, NULL, item);
            }
        }
    }
}

void rb_definitions_differ(const char *found, const char *wanted, char *text, size_t size) {
    report r = {text, size, 0, 0};
    rb_locale locale = rb_locale_begin();
    cJSON *a = cJSON_Parse(found), *b = cJSON_Parse(wanted);
    rb_locale_end(locale);
    text[0] = '\0';
    if (a != NULL && b != NULL) {
        compare(&r, "", a, b, 0);
    }
    cJSON_Delete(a);
    cJSON_Delete(b);
}

/* ---------------------------------------------------------------- lines */

#define MAGIC "rattleback-journal 2"
#define MAGIC_ANY "rattleback-journal "
#define DEFINITION "definition "
enum { HEAD = 512, WORD = 17, TAIL = 16 };

/* Appends " checksum\n" to the line. */
static size_t end_line(char *line, size_t used, size_t size) {
    uint32_t crc = rb_crc32(0, line, used);
    return used + (size_t)snprintf(line + used, size - used, " %08" PRIx32 "\n", crc);
}

/* Removes the checksum; false if it does not match the line. */
static bool check_line(char *line) {
    char *last = strrchr(line, ' ');
    if (last == NULL || strlen(last) != 10 || last[9] != '\n') {
        return false;
    }
    char expected[WORD];
    snprintf(expected, sizeof expected, " %08" PRIx32 "\n", rb_crc32(0, line, (size_t)(last - line)));
    bool good = strcmp(last, expected) == 0;
    *last = '\0';
    return good;
}

/* The first line without its checksum: format, version, jobs, width, hash of the definition, title. */
static void head_of(const rb_study *study, char *line, size_t size) {
    uint64_t hash = rb_fnv(RB_FNV_BEGIN, study->definition, strlen(study->definition));
    snprintf(line, size, MAGIC " %s %" PRId64 " %d %016" PRIx64 " %.300s", rb_version(), study->job_count,
             study->width, hash, study->title);
    for (char *c = line; *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }
}

/* A word of the head behind the format, from 0: version, jobs, width, hash, title. */
static const char *word_of(const char *head, int index) {
    const char *word = head + sizeof MAGIC;
    for (; index > 0 && word != NULL; index--) {
        word = strchr(word, ' ');
        word = word != NULL ? word + 1 : NULL;
    }
    return word != NULL ? word : "?";
}

/* The second line: the definition of the study that the journal belongs to; NULL: there is none. */
static char *read_definition(FILE *in, char **room) {
    size_t size = 0;
    if (!rb_file_line(in, room, &size) || !check_line(*room) ||
        strncmp(*room, DEFINITION, strlen(DEFINITION)) != 0) {
        return NULL;
    }
    return *room + strlen(DEFINITION);
}

/* Rejects the journal of another study; the message says what differs, if both definitions show it. */
static rb_status reject_other(FILE *in, const char *path, const char *title, const rb_study *study,
                              rb_error *err) {
    char *room = NULL, differences[320] = "";
    const char *found = read_definition(in, &room);
    if (found != NULL) {
        rb_definitions_differ(found, study->definition, differences, sizeof differences);
    }
    rb_status status =
        differences[0] != '\0'
            ? rb_fail(err, RB_ERR_INPUT,
                      "%s: the journal belongs to another study: %s; give that definition, or "
                      "remove the file",
                      path, differences)
            : rb_fail(err, RB_ERR_INPUT,
                      "%s: the journal belongs to another study: %.200s; remove the file, or name "
                      "another one (--journal)",
                      path, title);
    free(room);
    return status;
}

static rb_status check_head(FILE *in, const char *path, const rb_study *study, rb_error *err) {
    char found[HEAD + TAIL], expected[HEAD];
    head_of(study, expected, sizeof expected);
    if (fgets(found, sizeof found, in) == NULL || strncmp(found, MAGIC_ANY, strlen(MAGIC_ANY)) != 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected the journal of a study, got something else", path);
    }
    if (strncmp(found, MAGIC " ", sizeof MAGIC) != 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: a journal in the format of another version of rbsim, which cannot be "
                       "continued; finish it with that version, or remove the file",
                       path);
    }
    if (!check_line(found)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: the first line is damaged; remove the file", path);
    }
    if (strncmp(found, expected, (size_t)(word_of(expected, 4) - expected)) == 0) {
        return RB_OK; /* the title does not identify a study */
    }
    const char *version = word_of(found, 0), *own = rb_version();
    size_t length = strcspn(version, " ");
    if (length != strlen(own) || strncmp(version, own, length) != 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a journal of version %s, found one of version %.*s",
                       path, own, (int)(length < 20 ? length : 20), version);
    }
    return reject_other(in, path, word_of(found, 4), study, err);
}

/* Reads "job hex hex ...": the row of a job; false if it is not a row of this study. */
static bool read_row(const char *line, const rb_study *study, double *rows, int64_t *job) {
    char *end = NULL;
    errno = 0;
    long long number = strtoll(line, &end, 10);
    if (end == line || errno != 0 || number < 0 || number >= study->job_count ||
        strlen(end) != (size_t)study->width * WORD) {
        return false;
    }
    double *row = rows + number * study->width;
    for (int i = 0; i < study->width; i++) {
        char *stop = NULL;
        uint64_t bits = strtoull(end + 1, &stop, 16);
        if (*end != ' ' || stop != end + WORD) {
            return false;
        }
        memcpy(&row[i], &bits, sizeof bits);
        end = stop;
    }
    *job = number;
    return true;
}

rb_status rb_journal_read_stream(FILE *in, const char *path, const rb_study *study, double *rows,
                                 unsigned char *done, int64_t *count, rb_error *err) {
    size_t size = (size_t)study->width * WORD + 64;
    char *line = malloc(size);
    if (line == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = check_head(in, path, study, err);
    while (status == RB_OK && fgets(line, (int)size, in) != NULL) {
        int64_t job = -1;
        if (check_line(line) && read_row(line, study, rows, &job)) {
            *count += done[job] == 0;
            done[job] = 1;
        }
    }
    if (status == RB_OK && ferror(in)) {
        status = rb_fail(err, RB_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
    }
    free(line);
    return status;
}

rb_status rb_journal_read(const char *path, const rb_study *study, double *rows, unsigned char *done,
                          int64_t *count, rb_error *err) {
    rb_path_info info;
    if (path == NULL) {
        return RB_OK;
    }
    bool exists = rb_path_stat(path, &info);
    /* Empty: the process was killed right after it had created the file. */
    if (exists ? info.kind == RB_PATH_FILE && info.size == 0 : errno == ENOENT) {
        return RB_OK;
    }
    FILE *in = rb_file_open(path, err);
    if (in == NULL) {
        return RB_ERR_IO;
    }
    rb_status status = rb_journal_read_stream(in, path, study, rows, done, count, err);
    fclose(in);
    return status;
}

static rb_status write_all(const rb_journal *journal, const char *text, size_t size, rb_error *err) {
    if (!rb_handle_write(journal->handle, text, size)) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", journal->path, strerror(errno));
    }
    return RB_OK;
}

/* Terminates a truncated line, so that the next one is complete; an empty line is harmless. */
static rb_status terminate_last_line(const rb_journal *journal, long long end, rb_error *err) {
    return rb_handle_byte(journal->handle, end - 1) == '\n' ? RB_OK : write_all(journal, "\n", 1, err);
}

/* Writes the first two lines in one call. */
static rb_status write_head(const rb_journal *journal, const rb_study *study, rb_error *err) {
    size_t size = HEAD + 2 * TAIL + sizeof DEFINITION + strlen(study->definition);
    char *text = malloc(size);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", journal->path);
    }
    head_of(study, text, HEAD);
    size_t used = end_line(text, strlen(text), size);
    char *line = text + used;
    snprintf(line, size - used, DEFINITION "%s", study->definition);
    for (char *c = line; *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }
    used += end_line(line, strlen(line), size - used);
    rb_status status = write_all(journal, text, used, err);
    free(text);
    return status;
}

rb_status rb_journal_open(rb_journal *journal, const char *path, const rb_study *study, bool exists,
                          rb_error *err) {
    *journal = (rb_journal){-1, path};
    if (path == NULL) {
        return RB_OK;
    }
    journal->handle = rb_handle_open(path, RB_OPEN_APPEND | (exists ? 0 : RB_OPEN_NEW));
    if (journal->handle < 0) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
    }
    if (!rb_handle_lock(journal->handle)) {
        rb_journal_close(journal);
        return rb_fail(err, RB_ERR_IO, "%s: another process works on this study", path);
    }
    rb_path_info info;
    if (rb_handle_stat(journal->handle, &info) && info.size > 0) {
        return terminate_last_line(journal, info.size, err);
    }
    rb_status status = write_head(journal, study, err);
    if (status != RB_OK) { /* a truncated first line is useless */
        rb_journal_close(journal);
        rb_file_remove(path);
    }
    return status;
}

rb_status rb_journal_add(const rb_journal *journal, int64_t first, int count, int width, const double *rows,
                         rb_error *err) {
    if (journal->handle < 0) {
        return RB_OK;
    }
    size_t most = (size_t)width * WORD + 48, used = 0;
    char *text = malloc(most * (size_t)count);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", journal->path);
    }
    for (int i = 0; i < count; i++) {
        char *line = text + used;
        size_t length = (size_t)snprintf(line, most, "%" PRId64, first + i);
        for (int k = 0; k < width; k++) {
            uint64_t bits;
            memcpy(&bits, &rows[(size_t)i * (size_t)width + (size_t)k], sizeof bits);
            length += (size_t)snprintf(line + length, most - length, " %016" PRIx64, bits);
        }
        used += end_line(line, length, most);
    }
    rb_status status = write_all(journal, text, used, err);
    free(text);
    return status;
}

void rb_journal_close(rb_journal *journal) {
    if (journal->handle >= 0) {
        rb_handle_sync(journal->handle);
        rb_handle_close(journal->handle);
    }
    journal->handle = -1;
}
