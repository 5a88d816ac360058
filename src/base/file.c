#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"

/* ---------------------------------------------------------------- reading */

FILE *rb_file_open(const char *path, rb_error *err) {
    static const char *const kinds[] = {"a file", "a directory", "a pipe", "a device"};
    int handle = rb_handle_open(path, RB_OPEN_READ);
    if (handle < 0) {
        rb_fail(err, RB_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    rb_path_info info;
    FILE *file = NULL;
    if (!rb_handle_stat(handle, &info)) {
        rb_fail(err, RB_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
    } else if (info.kind != RB_PATH_FILE) {
        rb_fail(err, RB_ERR_IO, "%s: expected a plain file, got %s", path, kinds[info.kind]);
    } else if ((file = rb_handle_stream(handle, "rb")) == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    if (file == NULL) {
        rb_handle_close(handle);
    }
    return file;
}

/* Reads up to `most` + 1 bytes into a growing buffer; NULL when out of memory. */
static char *read_stream(FILE *file, size_t most, size_t *size) {
    char *text = NULL;
    *size = 0;
    for (size_t room = 1 << 16;; room *= 2) {
        char *larger = realloc(text, room + 1);
        if (larger == NULL) {
            free(text);
            return NULL;
        }
        text = larger;
        *size += fread(text + *size, 1, room - *size, file);
        if (*size < room || *size > most) {
            text[*size] = '\0';
            return text;
        }
    }
}

rb_status rb_file_read(const char *path, const char *what, size_t most, char **out, size_t *size,
                       rb_error *err) {
    *out = NULL;
    FILE *file = rb_file_open(path, err);
    if (file == NULL) {
        return RB_ERR_IO;
    }
    char *text = read_stream(file, most, size);
    bool failed = ferror(file) != 0;
    int reason = errno;
    fclose(file);
    if (text != NULL && !failed && *size <= most) {
        *out = text;
        return RB_OK;
    }
    free(text);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    if (failed) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be read: %s", path, strerror(reason));
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: expected %s of at most %zu MiB", path, what, most >> 20);
}

bool rb_file_line(FILE *in, char **line, size_t *room) {
    size_t used = 0;
    for (;;) {
        if (used + 1 >= *room) {
            size_t more = *room > 0 ? 2 * *room : 256;
            char *larger = realloc(*line, more);
            if (larger == NULL) {
                return false;
            }
            *line = larger;
            *room = more;
        }
        if (fgets(*line + used, (int)(*room - used), in) == NULL) {
            return used > 0 && ferror(in) == 0;
        }
        used += strlen(*line + used);
        if (used > 0 && (*line)[used - 1] == '\n') {
            return true;
        }
    }
}

/* ---------------------------------------------------------------- names */

char *rb_file_sibling(const char *path, const char *name) {
    size_t head = rb_path_is_absolute(name) ? 0 : (size_t)(rb_path_name(path) - path);
    size_t size = head + strlen(name) + 1;
    char *out = malloc(size);
    if (out != NULL) {
        memcpy(out, path, head);
        memcpy(out + head, name, size - head);
    }
    return out;
}

static bool same_file(const rb_path_info *a, const rb_path_info *b) {
    return a->volume == b->volume && a->number == b->number;
}

/* Stats the folder of a path. */
static bool stat_folder(const char *path, rb_path_info *info) {
    char *folder = rb_file_sibling(path, ".");
    bool found = folder != NULL && rb_path_stat(folder, info);
    free(folder);
    return found;
}

bool rb_file_same(const char *a, const char *b) {
    rb_path_info of_a, of_b;
    bool is_a = rb_path_stat(a, &of_a), is_b = rb_path_stat(b, &of_b);
    if (is_a != is_b) {
        return false;
    }
    if (is_a) {
        return same_file(&of_a, &of_b) && of_a.kind != RB_PATH_DEVICE;
    }
    char *last_a = rb_link_target(a), *last_b = rb_link_target(b);
    bool same = last_a != NULL && last_b != NULL && stat_folder(last_a, &of_a) &&
                stat_folder(last_b, &of_b) && same_file(&of_a, &of_b) &&
                strcmp(rb_path_name(last_a), rb_path_name(last_b)) == 0;
    free(last_a);
    free(last_b);
    return same;
}

/* ---------------------------------------------------------------- writing */

struct rb_file {
    FILE *stream;
    char *path;   /* as given, for messages */
    char *target; /* links resolved */
    char *part;   /* temporary file that is written first; NULL: writes in place */
    int folder;   /* folder of both, to be synced; -1 if it cannot be opened */
    int reason;   /* errno of a failed write, if known; a stream reports only the failure */
};

static void free_file(rb_file *file) {
    if (file->folder >= 0) {
        rb_handle_close(file->folder);
    }
    free(file->path);
    free(file->target);
    free(file->part);
    free(file);
}

/* Is it standard output or error? A shell redirection and our writing must use the same file. */
static bool is_standard_stream(const rb_path_info *info) {
    rb_path_info open_one;
    return (rb_handle_stat(rb_stream_handle(stdout), &open_one) && same_file(info, &open_one)) ||
           (rb_handle_stat(rb_stream_handle(stderr), &open_one) && same_file(info, &open_one));
}

/* Can the target be replaced by a new file? If not it is written in place. */
static bool can_be_replaced(const rb_file *file, const rb_path_info *old) {
    rb_path_info behind;
    return old->kind == RB_PATH_FILE && !is_standard_stream(old) && rb_path_stat(file->target, &behind) &&
           same_file(old, &behind);
}

/* Creates a new file beside the target. Existing files and links with a candidate name are not changed. */
static int open_part(rb_file *file, int how) {
    for (int attempt = 0; attempt < 100; attempt++) {
        unsigned long long now = (unsigned long long)(1e9 * rb_wall_clock());
        char name[64];
        snprintf(name, sizeof name, ".rattleback-%lx-%llx%x.part", rb_process_number(), now & 0xffffffff,
                 (unsigned)attempt);
        free(file->part);
        file->part = rb_file_sibling(file->target, name);
        if (file->part == NULL) {
            errno = ENOMEM;
            return -1;
        }
        int handle = rb_handle_open(file->part, RB_OPEN_WRITE | RB_OPEN_NEW | how);
        if (handle >= 0 || errno != EEXIST) {
            return handle;
        }
    }
    return -1;
}

static int open_target(rb_file *file) {
    rb_path_info old;
    bool exists = rb_path_stat(file->path, &old);
    if (exists && !can_be_replaced(file, &old)) {
        return rb_handle_open(file->path, RB_OPEN_WRITE | RB_OPEN_CREATE | RB_OPEN_TRUNCATE);
    }
    if (exists && !rb_file_is_writable(file->path)) {
        return -1; /* a new file could replace it, but it is write-protected */
    }
    int handle = open_part(file, exists ? RB_OPEN_PRIVATE : 0);
    int reason = handle < 0 ? errno : exists ? rb_handle_copy_permissions(handle, file->path) : 0;
    char *folder = reason == 0 ? rb_file_sibling(file->target, ".") : NULL;
    if (folder != NULL) {
        file->folder = rb_folder_handle(folder);
        free(folder);
        return handle;
    }
    if (handle >= 0) {
        rb_handle_close(handle);
        rb_file_remove(file->part);
    }
    errno = reason != 0 ? reason : ENOMEM;
    return -1;
}

rb_status rb_file_create(const char *path, rb_file **out, rb_error *err) {
    errno = ENOMEM;
    rb_file *file = calloc(1, sizeof *file);
    if (file != NULL) {
        file->folder = -1;
        file->path = rb_file_sibling("", path);
        file->target = file->path != NULL ? rb_link_target(path) : NULL;
    }
    int handle = file != NULL && file->target != NULL ? open_target(file) : -1;
    if (handle >= 0 && (file->stream = rb_handle_stream(handle, "wb")) != NULL) {
        *out = file;
        return RB_OK;
    }
    int reason = errno;
    if (handle >= 0) {
        rb_handle_close(handle);
        if (file->part != NULL) {
            rb_file_remove(file->part);
        }
    }
    if (file != NULL) {
        free_file(file);
    }
    rb_status status = reason == ENOMEM ? RB_ERR_MEMORY : RB_ERR_IO;
    rb_fail(err, status, "%s: cannot be written: %s", path, strerror(reason));
    return status;
}

FILE *rb_file_stream(const rb_file *file) {
    return file->stream;
}

static int close_stream(FILE *stream, int known) {
    bool lost = ferror(stream) != 0;
    errno = known;
    lost = fflush(stream) != 0 || lost;
    int reason = !lost ? 0 : errno != 0 ? errno : EIO;
    if (reason == 0) {
        reason = rb_handle_sync(rb_stream_handle(stream));
    }
    if (fclose(stream) != 0 && reason == 0) {
        reason = errno;
    }
    return reason;
}

rb_status rb_file_commit(rb_file *file, rb_error *err) {
    int reason = close_stream(file->stream, file->reason);
    if (file->part != NULL) {
        if (reason == 0 && rb_file_rename(file->part, file->target) != 0) {
            reason = errno;
        }
        if (reason != 0) {
            rb_file_remove(file->part);
        } else if (file->folder >= 0) {
            reason = rb_handle_sync(file->folder); /* writes the name to the disk as well */
        }
    }
    rb_status status = RB_OK;
    if (reason != 0) {
        status = rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", file->path, strerror(reason));
    }
    free_file(file);
    return status;
}

void rb_file_discard(rb_file *file) {
    if (file == NULL) {
        return;
    }
    fclose(file->stream);
    if (file->part != NULL) {
        rb_file_remove(file->part);
    }
    free_file(file);
}

rb_status rb_file_write(const char *path, const void *data, size_t size, rb_error *err) {
    rb_file *file = NULL;
    rb_status status = rb_file_create(path, &file, err);
    if (status != RB_OK) {
        return status;
    }
    errno = 0;
    if (fwrite(data, 1, size, file->stream) != size) {
        file->reason = errno;
    }
    return rb_file_commit(file, err);
}

uint32_t rb_crc32(uint32_t crc, const void *data, size_t size) {
    const unsigned char *bytes = data;
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ (UINT32_C(0xEDB88320) & (0U - (crc & 1U)));
        }
    }
    return ~crc;
}

uint64_t rb_fnv(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    }
    return hash;
}
