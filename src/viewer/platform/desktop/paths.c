#include "viewer/platform/paths.h"

#include <stdio.h>
#include <unistd.h>

#include "viewer/platform/clock.h"

bool rb_path_exists(const char *path) {
    return access(path, F_OK) == 0;
}

void rb_path_new(char *path, size_t size, const char *stem, const char *ending) {
    char stamp[32];
    rb_clock_stamp(stamp, sizeof stamp);
    snprintf(path, size, "%s-%s%s", stem, stamp, ending);
    for (int i = 2; rb_path_exists(path) && i < 100; i++) {
        snprintf(path, size, "%s-%s-%d%s", stem, stamp, i, ending);
    }
}
