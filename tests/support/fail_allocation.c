/* To be preloaded: the allocation with the number RB_TEST_FAIL_AT (from 1) fails, and at the end of main
   the number of allocations is written to the file RB_TEST_COUNT. Needs glibc. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_long allocations;
static long fail_at;

/* Allocations after main, such as coverage counters, are neither counted nor refused. */
static void end(void) {
    const char *path = getenv("RB_TEST_COUNT");
    long count = atomic_load(&allocations);
    fail_at = 0;
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fprintf(file, "%ld\n", count);
        fclose(file);
    }
}

static int fails(void) {
    if (fail_at <= 0) {
        return 0;
    }
    long number = atomic_fetch_add(&allocations, 1) + 1;
    if (number == 1) {
        atexit(end); /* runs before the handlers registered so far */
    }
    if (number == fail_at) {
        errno = ENOMEM;
        return 1;
    }
    return 0;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size) {
    return fails() ? NULL : __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size) {
    return fails() ? NULL : __libc_realloc(ptr, size);
}

/* Counting starts with the program, not with libraries loaded before it. */
__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("RB_TEST_FAIL_AT");
    fail_at = number != NULL ? strtol(number, NULL, 10) : 0;
}
