#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---------------------------------------------------------------- reading */

static const char *kind_of(mode_t mode) {
    return S_ISDIR(mode) ? "a directory" : S_ISFIFO(mode) ? "a pipe" : "a device";
}

FILE *rb_file_open(const char *path, rb_error *err) {
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (handle < 0) {
        rb_fail(err, RB_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    struct stat info;
    FILE *file = NULL;
    if (fstat(handle, &info) != 0) {
        rb_fail(err, RB_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
    } else if (!S_ISREG(info.st_mode)) {
        rb_fail(err, RB_ERR_IO, "%s: expected a plain file, got %s", path, kind_of(info.st_mode));
    } else if ((file = fdopen(handle, "rb")) == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    if (file == NULL) {
        close(handle);
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

/* ---------------------------------------------------------------- names */

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

char *rb_file_sibling(const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    size_t head = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t size = head + strlen(name) + 1;
    char *out = malloc(size);
    if (out != NULL) {
        snprintf(out, size, "%.*s%s", (int)head, path, name);
    }
    return out;
}

/* Resolves links at the end of a path, whether the target exists or not; NULL and errno if out of memory
   or if links form a cycle. */
static char *resolve_links(const char *path) {
    char *name = copy_text(path);
    for (int links = 0; name != NULL; links++) {
        char to[PATH_MAX];
        ssize_t length = readlink(name, to, sizeof to - 1);
        if (length < 0) {
            return name;
        }
        to[length] = '\0';
        char *next = links < 40 ? to[0] == '/' ? copy_text(to) : rb_file_sibling(name, to) : NULL;
        errno = next == NULL && links >= 40 ? ELOOP : errno;
        free(name);
        name = next;
    }
    return NULL;
}

static bool same_inode(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Stats the folder of a path; *name: the name in it. */
static bool stat_folder(const char *path, struct stat *info, const char **name) {
    const char *slash = strrchr(path, '/');
    char *folder = rb_file_sibling(path, ".");
    bool found = folder != NULL && stat(folder, info) == 0;
    free(folder);
    *name = slash != NULL ? slash + 1 : path;
    return found;
}

bool rb_file_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    bool is_a = stat(a, &of_a) == 0, is_b = stat(b, &of_b) == 0;
    if (is_a != is_b) {
        return false;
    }
    if (is_a) {
        return same_inode(&of_a, &of_b) && !S_ISCHR(of_a.st_mode) && !S_ISBLK(of_a.st_mode);
    }
    char *last_a = resolve_links(a), *last_b = resolve_links(b);
    const char *name_a = NULL, *name_b = NULL;
    bool same = last_a != NULL && last_b != NULL && stat_folder(last_a, &of_a, &name_a) &&
                stat_folder(last_b, &of_b, &name_b) && same_inode(&of_a, &of_b) &&
                strcmp(name_a, name_b) == 0;
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
        close(file->folder);
    }
    free(file->path);
    free(file->target);
    free(file->part);
    free(file);
}

/* Is it standard output or error? A shell redirection and our writing must use the same file. */
static bool is_standard_stream(const struct stat *info) {
    struct stat open_one;
    return (fstat(STDOUT_FILENO, &open_one) == 0 && same_inode(info, &open_one)) ||
           (fstat(STDERR_FILENO, &open_one) == 0 && same_inode(info, &open_one));
}

/* Can the target be replaced by a new file? If not it is written in place. */
static bool can_be_replaced(const rb_file *file, const struct stat *old, bool exists) {
    struct stat behind;
    return !exists || (S_ISREG(old->st_mode) && !is_standard_stream(old) &&
                       stat(file->target, &behind) == 0 && same_inode(old, &behind));
}

/* Creates a new file beside the target. Existing files and links with a candidate name are not changed. */
static int open_part(rb_file *file, mode_t mode) {
    for (int attempt = 0; attempt < 100; attempt++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        char name[64];
        snprintf(name, sizeof name, ".rattleback-%lx-%lx%x.part", (unsigned long)getpid(),
                 (unsigned long)now.tv_nsec, (unsigned)attempt);
        free(file->part);
        file->part = rb_file_sibling(file->target, name);
        if (file->part == NULL) {
            errno = ENOMEM;
            return -1;
        }
        int handle = open(file->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (handle >= 0 || errno != EEXIST) {
            return handle;
        }
    }
    return -1;
}

/* Gives the new file the owner of the old one, if permitted, and no wider permissions. */
static int keep_owner_and_mode(int handle, const struct stat *old) {
    struct stat now;
    if (fstat(handle, &now) != 0) {
        return errno;
    }
    mode_t mode = old->st_mode & 07777;
    if ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
        fchown(handle, old->st_uid, old->st_gid) != 0) {
        mode &= 0777;
    }
    return fchmod(handle, mode) == 0 ? 0 : errno;
}

static int open_target(rb_file *file) {
    struct stat old;
    bool exists = stat(file->path, &old) == 0;
    if (!can_be_replaced(file, &old, exists)) {
        return open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
    if (exists && access(file->path, W_OK) != 0) {
        return -1; /* a new file could replace it, but it is write-protected */
    }
    int handle = open_part(file, exists ? 0600 : 0666);
    int reason = handle < 0 ? errno : exists ? keep_owner_and_mode(handle, &old) : 0;
    char *folder = reason == 0 ? rb_file_sibling(file->target, ".") : NULL;
    if (folder != NULL) {
        file->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        free(folder);
        return handle;
    }
    if (handle >= 0) {
        close(handle);
        remove(file->part);
    }
    errno = reason != 0 ? reason : ENOMEM;
    return -1;
}

rb_status rb_file_create(const char *path, rb_file **out, rb_error *err) {
    errno = ENOMEM;
    rb_file *file = calloc(1, sizeof *file);
    if (file != NULL) {
        file->folder = -1;
        file->path = copy_text(path);
        file->target = file->path != NULL ? resolve_links(path) : NULL;
    }
    int handle = file != NULL && file->target != NULL ? open_target(file) : -1;
    if (handle >= 0 && (file->stream = fdopen(handle, "wb")) != NULL) {
        *out = file;
        return RB_OK;
    }
    int reason = errno;
    if (handle >= 0) {
        close(handle);
        if (file->part != NULL) {
            remove(file->part);
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

/* Syncs to the disk: 0 or the errno. Handles without a disk return EINVAL or similar. */
static int sync_handle(int handle) {
    return fsync(handle) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

static int close_stream(FILE *stream, int known) {
    bool lost = ferror(stream) != 0;
    errno = known;
    lost = fflush(stream) != 0 || lost;
    int reason = !lost ? 0 : errno != 0 ? errno : EIO;
    if (reason == 0) {
        reason = sync_handle(fileno(stream));
    }
    if (fclose(stream) != 0 && reason == 0) {
        reason = errno;
    }
    return reason;
}

rb_status rb_file_commit(rb_file *file, rb_error *err) {
    int reason = close_stream(file->stream, file->reason);
    if (file->part != NULL) {
        if (reason == 0 && rename(file->part, file->target) != 0) {
            reason = errno;
        }
        if (reason != 0) {
            remove(file->part);
        } else if (file->folder >= 0) {
            reason = sync_handle(file->folder); /* writes the name to the disk as well */
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
        remove(file->part);
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
