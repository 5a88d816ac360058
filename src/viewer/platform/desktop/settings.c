/* $XDG_CONFIG_HOME/rattleback/viewer.conf, or the same under ~/.config. */
#include "viewer/platform/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "viewer/platform/paths.h"

enum { longest = 65536 }; /* ours is below a thousand bytes */

/* False where nothing can be kept: without a home there is no place that would be found again. */
static bool settings_path(char *path, size_t size) {
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    int length = 0;
    if (base != NULL && base[0] == '/') {
        length = snprintf(path, size, "%s/rattleback/viewer.conf", base);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, size, "%s/.config/rattleback/viewer.conf", home);
    }
    return length > 0 && (size_t)length < size;
}

char *rb_settings_read(void) {
    char path[RB_PATH_MAX];
    FILE *file = settings_path(path, sizeof path) ? rb_file_open(path, NULL) : NULL;
    if (file == NULL) {
        return NULL;
    }
    char *text = malloc(longest);
    size_t size = text != NULL ? fread(text, 1, longest - 1, file) : 0;
    fclose(file);
    if (text != NULL) {
        text[size] = '\0';
    }
    return text;
}

/* Makes every missing folder above the file. */
static void make_folders(const char *path) {
    char folder[RB_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
}

rb_status rb_settings_write(const char *text, rb_error *err) {
    char path[RB_PATH_MAX];
    if (!settings_path(path, sizeof path)) {
        return RB_OK;
    }
    make_folders(path);
    return rb_file_write(path, text, strlen(text), err);
}
