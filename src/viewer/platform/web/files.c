#include "viewer/platform/files.h"

#include <emscripten.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/language/language.h"
#include "viewer/platform/web/web.h"

/* ---------------------------------------------------------------- files in and out */

static char dropped[RB_PATH_MAX]; /* the first one */
static int dropped_count;

EMSCRIPTEN_KEEPALIVE void rb_web_dropped(const char *path) {
    rb_web_wake();
    if (dropped_count++ == 0) {
        snprintf(dropped, sizeof dropped, "%s", path);
    }
}

int rb_files_dropped(char *path, size_t size) {
    int now = dropped_count;
    if (now > 0) {
        snprintf(path, size, "%s", dropped);
    }
    dropped_count = 0;
    return now;
}

bool rb_files_can_choose(void) {
    return true;
}

bool rb_folder_read(rb_folder *folder, const char *path) {
    (void)folder;
    (void)path;
    return false; /* the browser's dialog chooses files */
}

void rb_files_choose(void) {
    rb_js_choose_file();
}

/* Deletes the copy in the page's memory, which is no longer needed. */
void rb_files_offer_download(const char *path) {
    rb_js_download(path);
    unlink(path);
}

const char *rb_path_describe(const char *path, char *text, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(text, size, rb_tr("%s, in your downloads"), slash != NULL ? slash + 1 : path);
    return text;
}

/* ---------------------------------------------------------------- languages */

void rb_files_prepare_languages(void) {
    rb_language_fetch_with(rb_js_catalogue);
}

/* A catalogue that rb_js_catalogue could not return at once has arrived. */
EMSCRIPTEN_KEEPALIVE void rb_web_catalogue(const char *code, const char *text) {
    rb_error err;
    int problems;
    if (rb_language_read(code, text, code, &problems, &err) != RB_OK) {
        fprintf(stderr, "rattleback: %s\n", err.text);
    }
    rb_web_wake();
}

/* ---------------------------------------------------------------- settings */

/* Settings are in the browser's localStorage, which private windows may refuse. */

char *rb_settings_read(void) {
    return rb_js_stored();
}

rb_status rb_settings_write(const char *text, rb_error *err) {
    (void)err; /* a browser that refuses to store is not an error */
    rb_js_store(text);
    return RB_OK;
}

/* ---------------------------------------------------------------- fonts */

/* The page brings its own fonts, reduced to the glyphs in use (site.cmake). */

bool rb_font_file(rb_font font, char *path, size_t size) {
    static const char *const names[RB_FONT_COUNT + 1][2] = {
        [RB_FONT_BODY] = {"OpenSans-Regular.ttf", "DejaVuSans.ttf"},
        [RB_FONT_HEADING] = {"OpenSans-Semibold.ttf", "DejaVuSans-Bold.ttf"},
        [RB_FONT_MONO] = {"DejaVuSansMono.ttf", "DejaVuSans.ttf"},
        [RB_FONT_CAPTION] = {"OpenSans-Regular.ttf", "DejaVuSans.ttf"},
        [RB_FONT_SYMBOLS] = {"DejaVuSans.ttf", "DejaVuSans.ttf"},
    };
    for (int i = 0; i < 2; i++) {
        snprintf(path, size, "/fonts/%s", names[font][i]);
        if (rb_path_exists(path)) {
            return true;
        }
    }
    return false;
}
