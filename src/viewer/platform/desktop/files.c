#include "viewer/platform/files.h"

#include <raylib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"

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
    char *whole = rb_path_resolve(path);
    rb_folder_list *list =
        whole != NULL && strlen(whole) < sizeof folder->path ? rb_folder_open(whole) : NULL;
    if (list == NULL) {
        free(whole);
        return false;
    }
    snprintf(folder->path, sizeof folder->path, "%s", whole);
    folder->count = 0;
    const int room = (int)(sizeof folder->entries / sizeof folder->entries[0]);
    for (const char *name; (name = rb_folder_next(list)) != NULL && folder->count < room;) {
        char file[2 * RB_PATH_MAX];
        rb_path_info info;
        snprintf(file, sizeof file, "%s/%s", whole, name);
        size_t length = strlen(name);
        bool known = name[0] != '.' && length < sizeof folder->entries[0].name && rb_path_stat(file, &info);
        bool is_folder = known && info.kind == RB_PATH_FOLDER;
        if (is_folder || (known && info.kind == RB_PATH_FILE && is_ours(name))) {
            memcpy(folder->entries[folder->count].name, name, length + 1);
            folder->entries[folder->count++].is_folder = is_folder;
        }
    }
    rb_folder_close(list);
    free(whole);
    qsort(folder->entries, (size_t)folder->count, sizeof folder->entries[0], by_kind_and_name);
    return true;
}

const char *rb_path_describe(const char *path, char *text, size_t size) {
    char folder[RB_PATH_MAX] = ".";
    const char *name = rb_path_name(path);
    if (name != path) {
        snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path); /* resolving drops the separator */
    }
    char *whole = rb_path_resolve(folder);
    snprintf(text, size, "%s%s%s", whole != NULL ? name : path, whole != NULL ? " in " : "",
             whole != NULL ? whole : "");
    free(whole);
    return text;
}

void rb_files_prepare_languages(void) {}

/* ---------------------------------------------------------------- settings */

/* rattleback/viewer.conf in $XDG_CONFIG_HOME or ~/.config, on Windows in %APPDATA%. */

enum { longest = 65536 }; /* bytes; the settings have less than 2000 */

/* False without a home folder: settings are not kept then. */
static bool settings_path(char *path, size_t size) {
    char folder[RB_PATH_MAX];
    int length = rb_settings_folder(folder, sizeof folder)
                     ? snprintf(path, size, "%s/rattleback/viewer.conf", folder)
                     : 0;
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
        rb_folder_create(folder, true);
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

/* PREFIX/share/rattleback/fonts, if the program is PREFIX/bin/rattleback: fonts that come with it. */
static bool find_own(const char *name, char *path, size_t size) {
    char program[RB_PATH_MAX];
    if (!rb_code_file(program, sizeof program)) {
        return false;
    }
    char *file = strrchr(program, '/');
    snprintf(path, size, "%.*s/../share/rattleback/fonts/%s", file != NULL ? (int)(file - program) : 0,
             program, name);
    return rb_path_exists(path);
}

static bool find_file(const char *name, char *path, size_t size) {
    if (find_own(name, path, size)) {
        return true;
    }
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
    if (font == RB_FONT_BODY && rb_environment("RATTLEBACK_FONT", path, size) && rb_path_exists(path)) {
        return true;
    }
    for (int i = 0; i < MAX_NAMES; i++) {
        if (wanted[font][i] && find_file(wanted[font][i], path, size)) {
            return true;
        }
    }
    return false;
}
