#define _GNU_SOURCE      /* dladdr */
#define _DARWIN_C_SOURCE /* the same */
#include "base/system.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

/* ---------------------------------------------------------------- clocks and threads */

static double read_clock(clockid_t which) {
    struct timespec now = {0};
    clock_gettime(which, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double rb_wall_clock(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double rb_core_clock(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void rb_local_time(const char *format, char *text, size_t size) {
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts) == NULL || strftime(text, size, format, &parts) == 0) {
        text[0] = '\0';
    }
}

void rb_thread_lower_priority(void) {
    /* Applies to a thread on Linux; a failure is harmless. Not the lowest priority: on a busy machine the
       thread would never finish. */
    setpriority(PRIO_PROCESS, 0, 5);
}

int rb_core_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
}

/* ---------------------------------------------------------------- programs */

void rb_prepare_streams(void) {
    for (int handle = 0; handle <= STDERR_FILENO; handle++) {
        if (fcntl(handle, F_GETFD) < 0 && errno == EBADF) {
            /* Opened in the wrong direction: reading or writing fails, as it should. */
            open("/dev/null", handle == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    signal(SIGPIPE, SIG_IGN);
}

/* On Windows it changes argc. */
char **rb_arguments(int *argc, char **argv) { /* NOLINT(readability-non-const-parameter) */
    (void)argc;
    return argv;
}

bool rb_stdout_reader_closed(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

bool rb_stderr_is_terminal(void) {
    return isatty(STDERR_FILENO);
}

static volatile sig_atomic_t caught; /* the number of the signal, or 0 */

static void on_signal(int number) {
    caught = number;
}

void rb_catch_interrupts(bool restart_calls) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
            continue;
        }
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        action.sa_flags = (int)(SA_RESETHAND | (restart_calls ? SA_RESTART : 0));
        sigaction(signals[i], &action, NULL);
    }
}

bool rb_interrupted(void) {
    return caught != 0;
}

int rb_exit_interrupted(int exit_code) {
    return caught != 0 ? 128 + caught : exit_code;
}

/* Formats a path; false if it is too long. */
static bool join(char *path, size_t size, const char *folder, const char *rest) {
    int length = snprintf(path, size, "%s%s", folder, rest);
    return length > 0 && (size_t)length < size;
}

void *rb_library_symbol(const char *library, const char *name) {
    void *loaded = dlopen(library, RTLD_LAZY);
    return loaded != NULL ? dlsym(loaded, name) : NULL;
}

bool rb_environment(const char *name, char *value, size_t size) {
    const char *found = getenv(name);
    snprintf(value, size, "%s", found != NULL ? found : "");
    return value[0] != '\0';
}

bool rb_code_file(char *path, size_t size) {
    static const char here = 0;
    Dl_info info;
    /* A name without '/' is the program's name as it was typed. */
    if (dladdr(&here, &info) != 0 && info.dli_fname != NULL && strchr(info.dli_fname, '/') != NULL) {
        char *whole = realpath(info.dli_fname, NULL);
        bool fits = whole != NULL && join(path, size, whole, "");
        free(whole);
        if (fits) {
            return true;
        }
    }
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    return true;
}

bool rb_settings_folder(char *path, size_t size) {
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    if (base != NULL && base[0] == '/') {
        return join(path, size, base, "");
    }
    return home != NULL && home[0] == '/' && join(path, size, home, "/.config");
}

unsigned long rb_process_number(void) {
    return (unsigned long)getpid();
}

/* ---------------------------------------------------------------- locale (base/text.h) */

/* newlocale returns a constant object for "C" on every known system: it does not allocate and does not
   fail. If it fails, the thread keeps its locale. */
rb_locale rb_locale_begin(void) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (rb_locale){plain != (locale_t)0 ? uselocale(plain) : (locale_t)0};
}

void rb_locale_end(rb_locale locale) {
    locale_t former = locale.former;
    if (former != (locale_t)0) {
        locale_t plain = uselocale(former);
        if (plain != former) {
            freelocale(plain);
        }
    }
}

/* ---------------------------------------------------------------- memory */

void *rb_aligned_alloc(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}

void rb_aligned_free(void *memory) {
    free(memory);
}

bool rb_text_open(rb_text_stream *text) {
    *text = (rb_text_stream){0};
    text->stream = open_memstream(&text->text, &text->size);
    return text->stream != NULL;
}

bool rb_text_close(rb_text_stream *text) {
    bool complete = ferror(text->stream) == 0;
    /* fclose may succeed without memory. */
    complete = fclose(text->stream) == 0 && complete && text->text != NULL;
    if (!complete) {
        free(text->text);
        text->text = NULL;
    }
    text->stream = NULL;
    return complete;
}

/* ---------------------------------------------------------------- paths */

const char *rb_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool rb_path_is_absolute(const char *path) {
    return path[0] == '/';
}

char *rb_path_resolve(const char *path) {
    return realpath(path, NULL);
}

bool rb_path_exists(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0;
}

static void set_info(rb_path_info *info, const struct stat *found) {
    mode_t mode = found->st_mode;
    *info = (rb_path_info){S_ISREG(mode)    ? RB_PATH_FILE
                           : S_ISDIR(mode)  ? RB_PATH_FOLDER
                           : S_ISFIFO(mode) ? RB_PATH_PIPE
                                            : RB_PATH_DEVICE,
                           (long long)found->st_size, (unsigned long long)found->st_dev,
                           (unsigned long long)found->st_ino};
}

bool rb_path_stat(const char *path, rb_path_info *info) {
    struct stat found;
    if (stat(path, &found) != 0) {
        return false;
    }
    set_info(info, &found);
    return true;
}

/* ---------------------------------------------------------------- files */

int rb_handle_open(const char *path, int how) {
    int flags = O_CLOEXEC | (how & RB_OPEN_APPEND  ? O_RDWR | O_APPEND
                             : how & RB_OPEN_WRITE ? O_WRONLY
                                                   : O_RDONLY | O_NONBLOCK | O_NOCTTY);
    flags |= how & RB_OPEN_CREATE ? O_CREAT : 0;
    flags |= how & RB_OPEN_NEW ? O_CREAT | O_EXCL | O_NOFOLLOW : 0;
    flags |= how & RB_OPEN_TRUNCATE ? O_TRUNC : 0;
    return open(path, flags, how & RB_OPEN_PRIVATE ? 0600 : 0666);
}

bool rb_handle_stat(int handle, rb_path_info *info) {
    struct stat found;
    if (fstat(handle, &found) != 0) {
        return false;
    }
    set_info(info, &found);
    return true;
}

int rb_handle_copy_permissions(int handle, const char *path) {
    struct stat old, now;
    if (stat(path, &old) != 0 || fstat(handle, &now) != 0) {
        return errno;
    }
    mode_t mode = old.st_mode & 07777;
    if ((now.st_uid != old.st_uid || now.st_gid != old.st_gid) &&
        fchown(handle, old.st_uid, old.st_gid) != 0) {
        mode &= 0777;
    }
    return fchmod(handle, mode) == 0 ? 0 : errno;
}

bool rb_handle_lock(int handle) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(handle, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool rb_handle_write(int handle, const void *data, size_t size) {
    const char *next = data;
    while (size > 0) {
        ssize_t written = write(handle, next, size);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        size -= written > 0 ? (size_t)written : 0;
        next += written > 0 ? written : 0;
    }
    return true;
}

int rb_handle_byte(int handle, long long offset) {
    unsigned char byte = 0;
    return pread(handle, &byte, 1, (off_t)offset) == 1 ? byte : -1;
}

int rb_handle_sync(int handle) {
    return fsync(handle) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

FILE *rb_handle_stream(int handle, const char *mode) {
    return fdopen(handle, mode);
}

int rb_stream_handle(FILE *stream) {
    return fileno(stream);
}

void rb_handle_close(int handle) {
    close(handle);
}

FILE *rb_stream_open(const char *path, const char *mode) {
    return fopen(path, mode);
}

char *rb_link_target(const char *path) {
    char *name = rb_file_sibling("", path);
    for (int links = 0; name != NULL; links++) {
        char to[PATH_MAX];
        ssize_t length = readlink(name, to, sizeof to - 1);
        if (length < 0) {
            return name;
        }
        to[length] = '\0';
        char *next = links < 40 ? rb_file_sibling(name, to) : NULL;
        errno = next == NULL && links >= 40 ? ELOOP : errno;
        free(name);
        name = next;
    }
    return NULL;
}

bool rb_file_is_writable(const char *path) {
    return access(path, W_OK) == 0;
}

int rb_file_rename(const char *from, const char *to) {
    return rename(from, to);
}

int rb_file_remove(const char *path) {
    return unlink(path);
}

int rb_folder_handle(const char *folder) {
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int rb_folder_create(const char *path, bool is_private) {
    return mkdir(path, is_private ? 0700 : 0777);
}

rb_folder_list *rb_folder_open(const char *path) {
    return (rb_folder_list *)opendir(path);
}

const char *rb_folder_next(rb_folder_list *list) {
    for (struct dirent *entry; (entry = readdir((DIR *)list)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            return entry->d_name;
        }
    }
    return NULL;
}

void rb_folder_close(rb_folder_list *list) {
    closedir((DIR *)list);
}
