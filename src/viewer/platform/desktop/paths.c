#include "viewer/platform/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *rb_path_told(const char *path, char *text, size_t size) {
    char folder[RB_PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    if (slash != NULL) {
        int length = slash == path ? 1 : (int)(slash - path);
        snprintf(folder, sizeof folder, "%.*s", length, path);
    }
    char *whole = realpath(folder, NULL);
    snprintf(text, size, "%s%s%s", whole != NULL ? name : path, whole != NULL ? " in " : "",
             whole != NULL ? whole : "");
    free(whole);
    return text;
}
