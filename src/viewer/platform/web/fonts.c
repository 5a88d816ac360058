/* The page brings its own fonts, cut down to the signs that are used (site.cmake). */
#include "viewer/platform/fonts.h"

#include <stdio.h>

#include "viewer/platform/paths.h"

bool rb_font_file(rb_font font, char *path, size_t size) {
    static const char *const names[RB_FONT_COUNT + 1][2] = {
        [RB_FONT_BODY] = {"OpenSans-Regular.ttf", "DejaVuSans.ttf"},
        [RB_FONT_HEADING] = {"OpenSans-Semibold.ttf", "DejaVuSans-Bold.ttf"},
        [RB_FONT_MONO] = {"DejaVuSansMono.ttf", "DejaVuSans.ttf"},
        [RB_FONT_CAPTION] = {"OpenSans-Regular.ttf", "DejaVuSans.ttf"},
        [RB_FONT_SIGNS] = {"DejaVuSans.ttf", "DejaVuSans.ttf"},
    };
    for (int i = 0; i < 2; i++) {
        snprintf(path, size, "/fonts/%s", names[font][i]);
        if (rb_path_exists(path)) {
            return true;
        }
    }
    return false;
}
