/* To be preloaded: studies find one core, and start one thread by default. Where branches
   are counted without locks (./run coverage) no two threads may count at once. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <stddef.h>
#include <unistd.h>

long sysconf(int name) {
    static long (*real)(int);
    if (name == _SC_NPROCESSORS_ONLN) {
        return 1;
    }
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "sysconf");
    }
    return real(name);
}
