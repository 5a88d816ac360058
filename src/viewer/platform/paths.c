#include "viewer/platform/paths.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

bool rb_path_exists(const char *path) {
    return access(path, F_OK) == 0;
}

/* The local date and time: "2026-11-16-051429". */
static void stamp(char *text, size_t size) {
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts) == NULL || strftime(text, size, "%Y-%m-%d-%H%M%S", &parts) == 0) {
        text[0] = '\0';
    }
}

void rb_path_new(char *path, size_t size, const char *stem, const char *ending) {
    char now[32];
    stamp(now, sizeof now);
    snprintf(path, size, "%s-%s%s", stem, now, ending);
    for (int i = 2; rb_path_exists(path) && i < 100; i++) {
        snprintf(path, size, "%s-%s-%d%s", stem, now, i, ending);
    }
}
