#include "viewer/platform/fonts.h"

#include <stdio.h>
#include <stdlib.h>

#include "viewer/platform/paths.h"

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

/* By falling preference: a humanist face whose digits are all of one width, then DejaVu, which has
   every sign we write. */
static const char *const wanted[RB_FONT_COUNT + 1][MAX_NAMES] = {
    [RB_FONT_BODY] = {"OpenSans-Regular.ttf", "DejaVuSans.ttf", "Inter-Regular.otf",
                      "NotoSans-Regular.ttf", "Arial.ttf"},
    [RB_FONT_HEADING] = {"OpenSans-Semibold.ttf", "DejaVuSans-Bold.ttf", "Inter-Bold.otf",
                         "NotoSans-Bold.ttf", "Arial Bold.ttf"},
    [RB_FONT_MONO] = {"DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf", "Menlo.ttc", "consola.ttf"},
    [RB_FONT_SIGNS] = {"DejaVuSans.ttf"},
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
