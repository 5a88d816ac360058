/* Font files and glyph ranges of the panels. */
#include "viewer/gui/imgui_layer.h"

#include <math.h>
#include <stddef.h>

/* Pairs of first and last code point; zero ends the list. */
static const ImWchar glyph_ranges[] = {
    0x0020, 0x017f, /* Latin with its accents */
    0x0370, 0x03ff, /* Greek */
    0x1d62, 0x1d6a, /* subscript letters: ᵢ ᵣ ᵤ ᵥ and Greek */
    0x2010, 0x2044, /* dashes, quotes, dots, primes */
    0x2070, 0x209c, /* superscripts and subscripts */
    0x2100, 0x214f, /* letter-like symbols */
    0x2190, 0x21ff, /* arrows */
    0x2200, 0x22ff, /* mathematical operators */
    0x2300, 0x23ff, /* technical symbols */
    0x25a0, 0x25ff, /* geometric shapes */
    0x2600, 0x2671, /* miscellaneous symbols */
    0x2713, 0x2718, /* ticks and crosses */
    0,
};

/* For sentences only: large glyphs need much texture memory. */
static const ImWchar caption_ranges[] = {
    0x0020, 0x017f, 0x0370, 0x03ff, 0x1d62, 0x1d6a, 0x2010, 0x2044, 0x2070, 0x209c,
    0x2190, 0x2193, 0x21bb, 0x21bb, 0x2202, 0x2265, 0x2713, 0x2717, 0,
};

/* Shapes, which text fonts lack. */
static const ImWchar shape_ranges[] = {0x25a0, 0x25ff, 0};

/* Relative to body text. */
static const float sizes[RB_FONT_COUNT] = {
    [RB_FONT_BODY] = 1.0f,
    [RB_FONT_HEADING] = 1.2f,
    [RB_FONT_MONO] = 1.0f,
    [RB_FONT_CAPTION] = RB_CAPTION_SIZE,
};

static ImFont *add_file(ImFontAtlas *atlas, const char *path, float pixels, bool merge,
                        const ImWchar *ranges) {
    ImFontConfig *config = ImFontConfig_ImFontConfig();
    config->OversampleH = pixels < 32 ? 2 : 1; /* not needed for large letters */
    config->OversampleV = 1;
    config->PixelSnapH = true; /* whole-pixel advances keep small text crisp */
    config->MergeMode = merge;
    ImFont *added = ImFontAtlas_AddFontFromFileTTF(atlas, path, pixels, config, ranges);
    ImFontConfig_destroy(config);
    return added;
}

/* The first file of a font determines its line height. The symbol font comes first, so that the height
   does not depend on the text font; it also supplies the glyphs that the text font lacks. */
static ImFont *add_font(ImFontAtlas *atlas, rb_font font, float pixels) {
    char path[512], signs[512];
    const ImWchar *ranges = font == RB_FONT_CAPTION ? caption_ranges : glyph_ranges;
    bool has_signs = rb_font_file(RB_FONT_SYMBOLS, signs, sizeof signs);
    if (!rb_font_file(font, path, sizeof path)) {
        return NULL;
    }
    if (!has_signs || rb_font_scale(path) == 1.0f) {
        return add_file(atlas, path, pixels, false, ranges);
    }
    ImFont *added = add_file(atlas, signs, pixels, false, shape_ranges);
    if (added != NULL) {
        add_file(atlas, path, roundf(rb_font_scale(path) * pixels), true, ranges);
        add_file(atlas, signs, pixels, true, ranges);
    }
    return added;
}

void rb_imgui_build_fonts(float size, float scale, ImFont *fonts[RB_FONT_COUNT]) {
    ImFontAtlas *atlas = igGetIO()->Fonts;
    ImFontAtlas_Clear(atlas);
    for (rb_font font = RB_FONT_BODY; font < RB_FONT_COUNT; font++) {
        fonts[font] = add_font(atlas, font, roundf(size * scale * sizes[font]));
        if (!fonts[font] && font == RB_FONT_BODY) {
            ImFontConfig *config = ImFontConfig_ImFontConfig();
            config->SizePixels = roundf(size * scale);
            fonts[font] = ImFontAtlas_AddFontDefault(atlas, config);
            ImFontConfig_destroy(config);
        } else if (!fonts[font]) {
            fonts[font] = fonts[RB_FONT_BODY];
        }
    }
    igGetIO()->FontDefault = fonts[RB_FONT_BODY];
}
