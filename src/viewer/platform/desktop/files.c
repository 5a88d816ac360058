#include "viewer/platform/files.h"

#include <dirent.h>
#include <raylib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

/* ---------------------------------------------------------------- files in and out */

int rb_files_dropped(char *path, size_t size) {
    if (!IsFileDropped()) {
        return 0;
    }
    FilePathList list = LoadDroppedFiles();
    int count = (int)list.count;
    if (count > 0) {
        snprintf(path, size, "%s", list.paths[0]);
    }
    UnloadDroppedFiles(list);
    return count;
}

bool rb_files_can_choose(void) {
    return false;
}

void rb_files_choose(void) {}

void rb_files_offer_download(const char *path) {
    (void)path;
}

static bool is_ours(const char *name) {
    return IsFileExtension(name, ".json") || IsFileExtension(name, ".csv");
}

static int by_kind_and_name(const void *a, const void *b) {
    const rb_folder_entry *x = a, *y = b;
    return x->is_folder != y->is_folder ? (x->is_folder ? -1 : 1) : strcmp(x->name, y->name);
}

bool rb_folder_read(rb_folder *folder, const char *path) {
    char *whole = realpath(path, NULL);
    DIR *dir = whole != NULL && strlen(whole) < sizeof folder->path ? opendir(whole) : NULL;
    if (dir == NULL) {
        free(whole);
        return false;
    }
    snprintf(folder->path, sizeof folder->path, "%s", whole);
    folder->count = 0;
    const int room = (int)(sizeof folder->entries / sizeof folder->entries[0]);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL && folder->count < room;) {
        char file[2 * RB_PATH_MAX];
        struct stat info;
        snprintf(file, sizeof file, "%s/%s", whole, entry->d_name);
        size_t length = strlen(entry->d_name);
        bool known =
            entry->d_name[0] != '.' && length < sizeof folder->entries[0].name && stat(file, &info) == 0;
        bool is_folder = known && S_ISDIR(info.st_mode);
        if (is_folder || (known && S_ISREG(info.st_mode) && is_ours(entry->d_name))) {
            memcpy(folder->entries[folder->count].name, entry->d_name, length + 1);
            folder->entries[folder->count++].is_folder = is_folder;
        }
    }
    closedir(dir);
    free(whole);
    qsort(folder->entries, (size_t)folder->count, sizeof folder->entries[0], by_kind_and_name);
    return true;
}

const char *rb_path_describe(const char *path, char *text, size_t size) {
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

/* ---------------------------------------------------------------- settings */

/* $XDG_CONFIG_HOME/rattleback/viewer.conf, or the same under ~/.config. */

enum { longest = 65536 }; /* bytes; the settings have less than 2000 */

/* False without a home folder: settings are not kept then. */
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

/* Creates the missing folders of the path. */
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

/* ---------------------------------------------------------------- fonts */

static const char *const folders[] = {
    "/usr/share/fonts/truetype/open-sans", /* Debian, Ubuntu */
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/open-sans",         /* Fedora */
    "/usr/share/fonts/TTF",               /* Arch */
    "/usr/share/fonts/dejavu-sans-fonts", /* Fedora */
    "/usr/share/fonts/dejavu-sans-mono-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/truetype",
    "/usr/share/fonts/truetype/inter",
    "/usr/share/fonts/opentype/inter",
    "/usr/share/fonts/truetype/noto",
    "/usr/local/share/fonts",
    "/run/current-system/sw/share/X11/fonts", /* NixOS */
    "/Library/Fonts",
    "/System/Library/Fonts/Supplemental",
    "C:/Windows/Fonts",
};

enum { MAX_NAMES = 5, FOLDERS = sizeof folders / sizeof folders[0] };

/* In order of preference: a humanist face with digits of equal width, then DejaVu, which has every
   symbol in use. */
static const char *const wanted[RB_FONT_COUNT + 1][MAX_NAMES] = {
    [RB_FONT_BODY] = {"OpenSans-Regular.ttf", "DejaVuSans.ttf", "Inter-Regular.otf", "NotoSans-Regular.ttf",
                      "Arial.ttf"},
    [RB_FONT_HEADING] = {"OpenSans-Semibold.ttf", "DejaVuSans-Bold.ttf", "Inter-Bold.otf",
                         "NotoSans-Bold.ttf", "Arial Bold.ttf"},
    [RB_FONT_MONO] = {"DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf", "Menlo.ttc", "consola.ttf"},
    [RB_FONT_SYMBOLS] = {"DejaVuSans.ttf"},
};

static bool find_file(const char *name, char *path, size_t size) {
    for (int i = 0; i < FOLDERS; i++) {
        snprintf(path, size, "%s/%s", folders[i], name);
        if (rb_path_exists(path)) {
            return true;
        }
    }
    return false;
}

bool rb_font_file(rb_font font, char *path, size_t size) {
    font = font == RB_FONT_CAPTION ? RB_FONT_BODY : font;
    const char *chosen = getenv("RATTLEBACK_FONT");
    if (font == RB_FONT_BODY && chosen && rb_path_exists(chosen)) {
        snprintf(path, size, "%s", chosen);
        return true;
    }
    for (int i = 0; i < MAX_NAMES; i++) {
        if (wanted[font][i] && find_file(wanted[font][i], path, size)) {
            return true;
        }
    }
    return false;
}
