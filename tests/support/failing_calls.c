#include "failing_calls.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const call_names[RB_CALL_COUNT] = {
    "an allocation", "open",   "fstat",  "fdopen", "fsync", "rename",        "fchmod",
    "fchown",        "access", "ferror", "fclose", "write", "pthread_create"};

static rb_call failing = RB_CALL_COUNT;
static int countdown;    /* calls until the one that fails */
static int repeat;       /* further calls that fail after it */
static int other_reason; /* 0: the usual one */
static bool hit;
static atomic_long living; /* allocations of our code that are not freed */

static bool fails(rb_call which, int usual) {
    if (which != failing || countdown + repeat <= 0 || --countdown > 0) {
        return false;
    }
    hit = true;
    errno = other_reason != 0 ? other_reason : usual;
    return true;
}

void rb_failing_begin(rb_call which, int n, int more, int reason) {
    hit = false;
    countdown = n;
    repeat = more;
    other_reason = reason;
    failing = which;
}

bool rb_failing_end(void) {
    failing = RB_CALL_COUNT;
    return hit;
}

/* ---- what fails ------------------------------------------------------------------------------- */

/* The linker redirects the calls of our own code to these. */
#define WRAP(type, name, parameters)                                                                         \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters

WRAP(void *, malloc, (size_t size)) {
    void *memory = fails(RB_CALL_MEMORY, ENOMEM) ? NULL : __real_malloc(size);
    living += memory != NULL;
    return memory;
}

WRAP(void *, calloc, (size_t count, size_t size)) {
    void *memory = fails(RB_CALL_MEMORY, ENOMEM) ? NULL : __real_calloc(count, size);
    living += memory != NULL;
    return memory;
}

WRAP(void *, realloc, (void *old, size_t size)) {
    void *memory = fails(RB_CALL_MEMORY, ENOMEM) ? NULL : __real_realloc(old, size);
    living += memory != NULL && old == NULL;
    return memory;
}

WRAP(void *, aligned_alloc, (size_t alignment, size_t size)) {
    void *memory = fails(RB_CALL_MEMORY, ENOMEM) ? NULL : __real_aligned_alloc(alignment, size);
    living += memory != NULL;
    return memory;
}

/* The system allocates the text, our code frees it. */
WRAP(FILE *, open_memstream, (char **text, size_t *size)) {
    FILE *stream = fails(RB_CALL_MEMORY, ENOMEM) ? NULL : __real_open_memstream(text, size);
    living += stream != NULL;
    return stream;
}

WRAP(void, free, (void *memory)) {
    living -= memory != NULL;
    __real_free(memory);
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(RB_CALL_OPEN, EMFILE) ? -1 : __real_open(path, flags, mode);
}

WRAP(int, fstat, (int handle, struct stat *info)) {
    return fails(RB_CALL_FSTAT, EIO) ? -1 : __real_fstat(handle, info);
}

WRAP(FILE *, fdopen, (int handle, const char *mode)) {
    return fails(RB_CALL_FDOPEN, ENOMEM) ? NULL : __real_fdopen(handle, mode);
}

WRAP(int, fsync, (int handle)) {
    return fails(RB_CALL_FSYNC, EIO) ? -1 : __real_fsync(handle);
}

WRAP(int, rename, (const char *from, const char *to)) {
    return fails(RB_CALL_RENAME, EACCES) ? -1 : __real_rename(from, to);
}

WRAP(int, fchmod, (int handle, mode_t mode)) {
    return fails(RB_CALL_FCHMOD, EPERM) ? -1 : __real_fchmod(handle, mode);
}

WRAP(int, fchown, (int handle, uid_t user, gid_t group)) {
    return fails(RB_CALL_FCHOWN, EPERM) ? -1 : __real_fchown(handle, user, group);
}

WRAP(int, access, (const char *path, int how)) {
    return fails(RB_CALL_ACCESS, EACCES) ? -1 : __real_access(path, how);
}

WRAP(int, ferror, (FILE * file)) {
    return fails(RB_CALL_FERROR, EIO) ? 1 : __real_ferror(file);
}

/* The file is closed even if it fails. */
WRAP(int, fclose, (FILE * file)) {
    int status = __real_fclose(file);
    return fails(RB_CALL_FCLOSE, EDQUOT) ? EOF : status;
}

WRAP(ssize_t, write, (int handle, const void *data, size_t size)) {
    return fails(RB_CALL_WRITE, ENOSPC) ? -1 : __real_write(handle, data, size);
}

WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)) {
    return fails(RB_CALL_THREAD, EAGAIN) ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

/* ---- required behaviour ----------------------------------------------------------------------- */

char rb_failing_folder[64], rb_failing_file[128];
double rb_failing_result;

static int open_files(void) {
    int count = 0;
    for (int handle = 0; handle < 256; handle++) {
        count += fcntl(handle, F_GETFD) >= 0;
    }
    return count;
}

/* Number of entries of the folder; a temporary file would be one more. */
static int entries(void) {
    int count = 0;
    DIR *open_folder = opendir(rb_failing_folder);
    assert_non_null(open_folder);
    while (readdir(open_folder) != NULL) {
        count++;
    }
    closedir(open_folder);
    return count;
}

void rb_failing_put_old(void) {
    FILE *file = fopen(rb_failing_file, "w");
    assert_non_null(file);
    fputs("old", file);
    fclose(file);
}

bool rb_failing_still_old(void) {
    char text[8] = "";
    FILE *file = fopen(rb_failing_file, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strcmp(text, "old") == 0;
}

/* Returns true if there was an n-th call. */
static bool fail_nth(const rb_operation *o, double expected, rb_call which, int n, int *errors) {
    rb_failing_put_old();
    int files = open_files(), names = entries();
    long alive = living;
    rb_error err = {""};
    rb_failing_begin(which, n, 0, 0);
    rb_status status = o->run(&err);
    bool failed = rb_failing_end();
    char where[128];
    snprintf(where, sizeof where, "%s, %d. call of %s", o->name, n, call_names[which]);
    if (open_files() != files || entries() != names || living != alive) {
        fail_msg("%s: left behind %d open files, %d names, %ld allocations", where, open_files() - files,
                 entries() - names, living - alive);
    }
    if (status != RB_OK && (!failed || err.text[0] == '\0')) {
        fail_msg("%s: status %d, \"%s\"", where, status, err.text);
    }
    if (status == RB_OK && rb_failing_result != expected && !isnan(expected)) {
        fail_msg("%s: no error, but %.17g instead of %.17g", where, rb_failing_result, expected);
    }
    /* If syncing the folder fails, the new name already exists. */
    if (o->writes && status != RB_OK && which != RB_CALL_FSYNC && !rb_failing_still_old()) {
        fail_msg("%s: reported, but the old file is gone", where);
    }
    *errors += status != RB_OK;
    return failed;
}

void rb_fail_every_call_once(const rb_operation *operations, size_t count) {
    const int stride = RB_SHORT ? 3 : 1;
    int calls = 0, errors = 0;
    for (size_t i = 0; i < count; i++) {
        rb_error err = {""};
        rb_failing_result = NAN;
        if (operations[i].run(&err) != RB_OK) {
            fail_msg("%s: %s", operations[i].name, err.text);
        }
        double expected = rb_failing_result;
        for (int which = 0; which < RB_CALL_COUNT; which++) {
            for (int n = 1; fail_nth(&operations[i], expected, (rb_call)which, n, &errors); n += stride) {
                calls++;
            }
        }
    }
    print_message("%d calls failed, %d of them were errors\n", calls, errors);
    assert_true(calls > 50 / stride);
    assert_true(errors > calls / 2);
}

int rb_failing_make_folder(void **state) {
    (void)state;
    cJSON_Hooks hooks = {__wrap_malloc, __wrap_free};
    cJSON_InitHooks(&hooks); /* its allocations fail, too */
    snprintf(rb_failing_folder, sizeof rb_failing_folder, "/tmp/rattleback-test-XXXXXX");
    assert_non_null(mkdtemp(rb_failing_folder));
    snprintf(rb_failing_file, sizeof rb_failing_file, "%s/file", rb_failing_folder);
    rb_failing_put_old();
    return 0;
}

int rb_failing_remove_folder(void **state) {
    (void)state;
    unlink(rb_failing_file);
    return rmdir(rb_failing_folder); /* fails if anything else was left there */
}
