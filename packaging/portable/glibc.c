/* For the preset "portable": functions that newer versions of glibc moved or replaced, bound to the versions
   that glibc 2.27 has (2018: Ubuntu 18.04, Debian 10). A reference without a version in our objects and in
   static libraries finds these hidden functions before those of glibc. tools/artefacts.py reports symbols
   that are missing here. */
#define _GNU_SOURCE /* Dl_info */
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#define LINUX_STAT 1 /* the layout of struct stat */
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#define LINUX_STAT 0
#else
#error "packaging/portable/glibc.c: expected x86_64 or aarch64"
#endif

#ifndef __clang__ /* gcc does not expect that the value of pthread_setspecific is passed on */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): glibc has names of its own */
#define HIDDEN __attribute__((visibility("hidden")))

/* Declares old_NAME, the first version of NAME. */
#define OLD(type, name, parameters)                                                                          \
    type old_##name parameters;                                                                              \
    __asm__(".symver old_" #name ", " #name "@" FIRST)

/* And defines NAME as a call of it. */
#define BIND(type, name, parameters, arguments)                                                              \
    OLD(type, name, parameters);                                                                             \
    HIDDEN type name parameters;                                                                             \
    type name parameters {                                                                                   \
        return old_##name arguments;                                                                         \
    }

/* 2.34: moved from libpthread and libdl, which programs for older versions still have to load. */
BIND(int, pthread_create, (pthread_t * thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg),
     (thread, attr, start, arg))
BIND(int, pthread_join, (pthread_t thread, void **result), (thread, result))
BIND(int, pthread_once, (pthread_once_t * once, void (*init)(void)), (once, init))
BIND(int, pthread_attr_setstacksize, (pthread_attr_t * attr, size_t size), (attr, size))
BIND(int, pthread_key_create, (pthread_key_t * key, void (*destroy)(void *)), (key, destroy))
BIND(int, __pthread_key_create, (pthread_key_t * key, void (*destroy)(void *)), (key, destroy))
BIND(int, pthread_key_delete, (pthread_key_t key), (key))
BIND(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))
BIND(void *, pthread_getspecific, (pthread_key_t key), (key))
BIND(void *, dlopen, (const char *name, int flags), (name, flags))
BIND(void *, dlsym, (void *library, const char *name), (library, name))
BIND(int, dlclose, (void *library), (library))
BIND(int, dladdr, (const void *address, Dl_info *info), (address, info))

/* 2.35: rounded differently. Physics does not use it (docs/threads.md). */
BIND(double, hypot, (double x, double y), (x, y))
BIND(float, hypotf, (float x, float y), (x, y))

/* 2.29: no longer sets errno through another function. */
BIND(double, exp, (double x), (x))
BIND(double, log, (double x), (x))
BIND(double, log2, (double x), (x))
BIND(double, pow, (double x, double y), (x, y))

/* 2.33: no longer calls with the layout as an argument. */
OLD(int, __xstat, (int layout, const char *path, struct stat *result));
OLD(int, __lxstat, (int layout, const char *path, struct stat *result));
OLD(int, __fxstat, (int layout, int file, struct stat *result));
HIDDEN int stat(const char *path, struct stat *result) {
    return old___xstat(LINUX_STAT, path, result);
}
HIDDEN int lstat(const char *path, struct stat *result) {
    return old___lxstat(LINUX_STAT, path, result);
}
HIDDEN int fstat(int file, struct stat *result) {
    return old___fxstat(LINUX_STAT, file, result);
}

/* 2.32: lets libstdc++ count without atomic operations while there is one thread; 0 is always correct. */
HIDDEN extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
