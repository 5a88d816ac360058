#include "viewer/platform/paths.h"

#include <stdio.h>
#include <string.h>

const char *rb_path_told(const char *path, char *text, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(text, size, "%s, a download of your browser", slash != NULL ? slash + 1 : path);
    return text;
}
