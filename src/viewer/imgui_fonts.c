/* See imgui_fonts.h. */
#include "viewer/imgui_fonts.h"

#include <math.h>
#include <raylib.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Pairs of first and last code point; zero ends the list. */
static const ImWchar glyph_ranges[] = {
    0x0020, 0x017f, /* Latin with its accents */
    0x0370, 0x03ff, /* Greek */
    0x2010, 0x2044, /* dashes, quotes, dots, primes */
    0x2070, 0x209c, /* superscripts and subscripts */
    0x2100, 0x214f, /* letter-like signs */
    0x2190, 0x21ff, /* arrows */
    0x2200, 0x22ff, /* mathematical operators */
    0x2300, 0x23ff, /* technical signs */
    0x25a0, 0x25ff, /* geometric shapes */
    0x2600, 0x2671, /* miscellaneous signs */
    0x2713, 0x2718, /* ticks and crosses */
    0,
};

static const char *const folders[] = {
    "/usr/share/fonts/truetype/dejavu",   /* Debian, Ubuntu */
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

enum { MAX_NAMES = 4, FOLDERS = sizeof folders / sizeof folders[0] };

/* By falling preference; DejaVu first because it has every sign the panels use. */
static const struct {
    const char *names[MAX_NAMES];
    float size; /* relative to body text */
} wanted[RB_FONT_COUNT] = {
    [RB_FONT_BODY] = {{"DejaVuSans.ttf", "Inter-Regular.otf", "NotoSans-Regular.ttf", "Arial.ttf"},
                      1.0f},
    [RB_FONT_HEADING] = {{"DejaVuSans-Bold.ttf", "Inter-Bold.otf", "NotoSans-Bold.ttf",
                          "Arial Bold.ttf"},
                         1.2f},
    [RB_FONT_MONO] = {{"DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf", "Menlo.ttc",
                       "consola.ttf"},
                      1.0f},
};

static bool find_file(const char *name, char *path, size_t size) {
    for (int i = 0; i < FOLDERS; i++) {
        snprintf(path, size, "%s/%s", folders[i], name);
        if (FileExists(path)) {
            return true;
        }
    }
    return false;
}

static bool find_font(rb_font font, char *path, size_t size) {
    const char *chosen = getenv("RATTLEBACK_FONT");
    if (font == RB_FONT_BODY && chosen && FileExists(chosen)) {
        snprintf(path, size, "%s", chosen);
        return true;
    }
    for (int i = 0; i < MAX_NAMES; i++) {
        if (wanted[font].names[i] && find_file(wanted[font].names[i], path, size)) {
            return true;
        }
    }
    return false;
}

static ImFont *add_font(ImFontAtlas *atlas, rb_font font, float pixels) {
    char path[512];
    ImFontConfig *config = ImFontConfig_ImFontConfig();
    config->OversampleH = 2;
    config->OversampleV = 1;
    config->PixelSnapH = true; /* whole-pixel advances keep small text crisp */
    ImFont *added = NULL;
    if (find_font(font, path, sizeof path)) {
        added = ImFontAtlas_AddFontFromFileTTF(atlas, path, pixels, config, glyph_ranges);
    }
    if (!added && font == RB_FONT_BODY) {
        config->SizePixels = pixels;
        added = ImFontAtlas_AddFontDefault(atlas, config);
    }
    ImFontConfig_destroy(config);
    return added;
}

void rb_imgui_build_fonts(float size, float scale, ImFont *fonts[RB_FONT_COUNT]) {
    ImFontAtlas *atlas = igGetIO()->Fonts;
    ImFontAtlas_Clear(atlas);
    for (rb_font font = RB_FONT_BODY; font < RB_FONT_COUNT; font++) {
        fonts[font] = add_font(atlas, font, roundf(size * scale * wanted[font].size));
        if (!fonts[font]) {
            fonts[font] = fonts[RB_FONT_BODY];
        }
    }
    igGetIO()->FontDefault = fonts[RB_FONT_BODY];
}
