/* To be preloaded: studies find one core, and start one thread by default. Coverage counters have no locks
   (./run coverage), so two threads must not count at once. */
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
