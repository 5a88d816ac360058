#include "viewer/platform/files.h"

#include <emscripten.h>
#include <stdio.h>
#include <unistd.h>

#include "viewer/platform/paths.h"
#include "viewer/platform/web/web.h"

static char dropped[RB_PATH_MAX]; /* the first one */
static int count;

EMSCRIPTEN_KEEPALIVE void rb_web_dropped(const char *path) {
    if (count++ == 0) {
        snprintf(dropped, sizeof dropped, "%s", path);
    }
}

int rb_files_dropped(char *path, size_t size) {
    int now = count;
    if (now > 0) {
        snprintf(path, size, "%s", dropped);
    }
    count = 0;
    return now;
}

bool rb_files_can_choose(void) {
    return true;
}

void rb_files_choose(void) {
    rb_js_choose_file();
}

/* The copy in the page's memory has served. */
void rb_files_hand_over(const char *path) {
    rb_js_download(path);
    unlink(path);
}
