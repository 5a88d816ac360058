#include "viewer/world/draw_text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "viewer/platform/files.h"

static const struct {
    int first, last;
} ranges[] = {
    {0x20, 0x7e},     {0xa0, 0xff},     {0x104, 0x107},   {0x118, 0x119},   {0x141, 0x144},
    {0x15a, 0x15b},   {0x179, 0x17c},   {0x391, 0x3a1},   {0x3a3, 0x3c9},   {0x1d62, 0x1d63},
    {0x2013, 0x2014}, {0x2018, 0x201e}, {0x2026, 0x2026}, {0x2032, 0x2033}, {0x2070, 0x2071},
    {0x2074, 0x208e}, {0x2090, 0x209c}, {0x2190, 0x2193}, {0x21ba, 0x21bb}, {0x2202, 0x2202},
    {0x2212, 0x2212}, {0x221a, 0x221e}, {0x2248, 0x2248}, {0x2260, 0x2265}, {0x25cb, 0x25cf},
};

static int all_codepoints(int points[RB_TEXT_GLYPHS]) {
    int count = 0;
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        for (int c = ranges[r].first; c <= ranges[r].last && count < RB_TEXT_GLYPHS; c++) {
            points[count++] = c;
        }
    }
    return count;
}

/* Measures the glyphs once, at a size where rounding to pixels does not matter. */
void rb_text_create(rb_text *text) {
    enum { LARGE = 96 };
    int found = 0, points[RB_TEXT_GLYPHS];
    const int count = all_codepoints(points);
    memset(text, 0, sizeof *text);
    GlyphInfo *glyphs = rb_glyphs_load(LARGE, points, count, &found);
    for (int i = 0; glyphs && i < found && i < RB_TEXT_GLYPHS; i++) {
        text->codepoints[i] = glyphs[i].value;
        text->advances[i] = (float)glyphs[i].advanceX / LARGE;
        text->glyph_count = i + 1;
    }
    if (glyphs) {
        UnloadFontData(glyphs, found);
    }
}

void rb_text_free(rb_text *text) {
    for (int i = 0; i < RB_TEXT_SIZES; i++) {
        if (text->pixels[i] && text->glyph_count) {
            UnloadFont(text->fonts[i]);
        }
    }
    memset(text, 0, sizeof *text);
}

int rb_text_pixels(float size, float ui_scale) {
    const float scale = isfinite(ui_scale) && ui_scale > 0.0f ? ui_scale : 1.0f;
    return (int)fminf(fmaxf(roundf(size * scale), 8.0f), 96.0f);
}

static Font load(int pixels) {
    int points[RB_TEXT_GLYPHS];
    const int count = all_codepoints(points);
    Font font = rb_glyphs_font(pixels, points, count);
    SetTextureFilter(font.texture, TEXTURE_FILTER_POINT);
    return font;
}

/* The font of a size. A new size replaces the least recently used one. */
static const Font *font_of(rb_text *text, int pixels) {
    int oldest = 0;
    for (int i = 0; i < RB_TEXT_SIZES; i++) {
        if (text->pixels[i] == pixels) {
            text->used[i] = ++text->clock;
            return &text->fonts[i];
        }
        if (text->used[i] < text->used[oldest]) {
            oldest = i;
        }
    }
    if (text->pixels[oldest] && text->glyph_count) {
        UnloadFont(text->fonts[oldest]);
    }
    text->fonts[oldest] = text->glyph_count ? load(pixels) : GetFontDefault();
    text->pixels[oldest] = pixels;
    text->used[oldest] = ++text->clock;
    return &text->fonts[oldest];
}

/* Whole pixels, so that glyphs stay crisp. Loads a font only for glyphs that were not measured, so that
   layouts can be computed without a window. */
static float advance(rb_text *text, int codepoint, int pixels) {
    if (codepoint == 0xa0) { /* raylib gives a no-break space no width */
        codepoint = ' ';
    }
    for (int i = 0; i < text->glyph_count; i++) {
        if (text->codepoints[i] == codepoint) {
            return roundf(text->advances[i] * (float)pixels);
        }
    }
    const Font *font = font_of(text, pixels);
    const int index = GetGlyphIndex(*font, codepoint);
    const float scale = (float)pixels / (float)font->baseSize;
    const int own = font->glyphs[index].advanceX;
    return roundf(scale * (own ? (float)own : font->recs[index].width));
}

Vector2 rb_text_measure(rb_text *text, const char *string, int pixels) {
    Vector2 size = {0.0f, (float)pixels};
    for (int at = 0, bytes = 0; string[at]; at += bytes) {
        size.x += advance(text, GetCodepointNext(&string[at], &bytes), pixels);
    }
    return size;
}

void rb_text_draw(rb_text *text, const char *string, float x, float y, int pixels, Color color) {
    if (!isfinite(x) || !isfinite(y)) {
        return;
    }
    const Font *font = font_of(text, pixels);
    Vector2 pen = {roundf(x), roundf(y)};
    for (int at = 0, bytes = 0; string[at]; at += bytes) {
        const int codepoint = GetCodepointNext(&string[at], &bytes);
        if (codepoint != ' ' && codepoint != 0xa0) {
            DrawTextCodepoint(*font, codepoint, pen, (float)pixels, color);
        }
        pen.x += advance(text, codepoint, pixels);
    }
}

void rb_text_draw_edged(rb_text *text, const char *string, float x, float y, int pixels, Color color,
                        Color edge) {
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx || dy) {
                rb_text_draw(text, string, x + (float)dx, y + (float)dy, pixels, edge);
            }
        }
    }
    rb_text_draw(text, string, x, y, pixels, color);
}

/* The number of bytes of the next line: as many words as fit, at least one. */
static size_t line_length(rb_text *text, const char *string, float width, int pixels) {
    char line[RB_TEXT_LINE];
    size_t fits = 0;
    for (size_t taken = 0;; taken++) {
        taken += strcspn(string + taken, " ");
        if (taken >= sizeof line) {
            break;
        }
        memcpy(line, string, taken);
        line[taken] = '\0';
        if (fits && rb_text_measure(text, line, pixels).x > width) {
            break;
        }
        fits = taken;
        if (!string[taken]) {
            break;
        }
    }
    return fits;
}

int rb_text_wrap(rb_text *text, const char *string, float width, int pixels, char lines[][RB_TEXT_LINE],
                 int most) {
    int count = 0;
    while (*string && count < most) {
        const size_t length = line_length(text, string, width, pixels);
        if (length == 0) {
            break;
        }
        memcpy(lines[count], string, length);
        lines[count++][length] = '\0';
        string += length;
        string += strspn(string, " ");
    }
    return count;
}

/* Three significant digits. */
static int decimals_of(double magnitude) {
    int decimals = 2;
    for (double limit = 9.995; decimals > 0 && magnitude >= limit; limit *= 10.0) {
        decimals--;
    }
    for (double limit = 0.9995; decimals < 3 && magnitude < limit; limit *= 0.1) {
        decimals++;
    }
    return decimals;
}

void rb_format_value(char *out, size_t size, double value, double typical, const char *unit) {
    static const struct {
        double factor;
        const char *sign;
    } prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
    /* no prefix for rad, or without a unit */
    const bool plain = strncmp(unit, "rad", 3) == 0 || unit[0] == '\0';
    const char *gap = unit[0] != '\0' ? " " : "";
    const double scale = isfinite(typical) && typical > 0.0 ? typical : fabs(value);
    if (!isfinite(value)) {
        snprintf(out, size, "–%s%s", gap, unit);
        return;
    }
    size_t i = plain ? 3 : 0;
    while (!plain && i < 6 && scale < 0.9995 * prefixes[i].factor) {
        i++;
    }
    if (!plain && scale == 0.0) {
        i = 3;
    }
    while (i > 0 && !plain && fabs(value) >= 999.5 * prefixes[i].factor) {
        i--;
    }
    const double shown = fabs(value) / prefixes[i].factor;
    if (shown < 0.5e-3) {
        snprintf(out, size, "0%s%s%s", gap, prefixes[i].sign, unit);
        return;
    }
    snprintf(out, size, "%s%.*f%s%s%s", value < 0.0 ? "−" : "", decimals_of(shown), shown, gap,
             prefixes[i].sign, unit);
}

/* ---------------------------------------------------------------- glyphs */

enum { PADDING = 4, SIZE_MAX_PX = 160 };

static GlyphInfo *load_file(const char *path, int pixels, const int *points, int count, int *found) {
    int size = 0;
    *found = 0;
    unsigned char *data = LoadFileData(path, &size);
    SetTraceLogLevel(LOG_ERROR); /* missing glyphs are expected */
    GlyphInfo *glyphs = data ? LoadFontData(data, size, pixels, points, count, FONT_DEFAULT, found) : NULL;
    SetTraceLogLevel(LOG_WARNING);
    if (data) {
        UnloadFileData(data);
    }
    return glyphs;
}

static const GlyphInfo *find(const GlyphInfo *glyphs, int count, int point) {
    for (int i = 0; i < count; i++) {
        if (glyphs[i].value == point) {
            return &glyphs[i];
        }
    }
    return NULL;
}

/* The baseline from the top of the line: where H ends. */
static int baseline(const GlyphInfo *glyphs, int count) {
    const GlyphInfo *h = find(glyphs, count, 'H');
    return h ? h->offsetY + h->image.height : 0;
}

/* All glyphs of the first font, and from the second what the first lacks, on the second's baseline. */
static GlyphInfo *join(GlyphInfo *letters, int *count, GlyphInfo *signs, int sign_count) {
    GlyphInfo *all = MemAlloc((unsigned)((size_t)(*count + sign_count) * sizeof *all));
    if (!all) {
        UnloadFontData(signs, sign_count);
        return letters;
    }
    const int shift = baseline(signs, sign_count) - baseline(letters, *count);
    memcpy(all, letters, (size_t)*count * sizeof *all);
    for (int i = 0; i < *count; i++) {
        all[i].offsetY += shift;
    }
    int kept = *count;
    for (int i = 0; i < sign_count; i++) {
        if (find(letters, *count, signs[i].value)) {
            UnloadImage(signs[i].image);
        } else {
            all[kept++] = signs[i];
        }
    }
    MemFree(letters);
    MemFree(signs);
    *count = kept;
    return all;
}

GlyphInfo *rb_glyphs_load(int pixels, const int *points, int count, int *found) {
    char path[512], more[512];
    *found = 0;
    if (!rb_font_file(RB_FONT_BODY, path, sizeof path)) {
        return NULL;
    }
    const int size = (int)fminf(roundf(rb_font_scale(path) * (float)pixels), SIZE_MAX_PX);
    GlyphInfo *letters = load_file(path, size, points, count, found);
    if (!letters || rb_font_scale(path) == 1.0f || !rb_font_file(RB_FONT_SYMBOLS, more, sizeof more)) {
        return letters;
    }
    int sign_count = 0;
    GlyphInfo *signs = load_file(more, pixels, points, count, &sign_count);
    return signs ? join(letters, found, signs, sign_count) : letters;
}

Font rb_glyphs_font(int pixels, const int *points, int count) {
    Font font = {.baseSize = pixels, .glyphPadding = PADDING};
    font.glyphs = rb_glyphs_load(pixels, points, count, &font.glyphCount);
    if (!font.glyphs) {
        return (Font){0};
    }
    /* The letters may be higher than the line. */
    Image atlas =
        GenImageFontAtlas(font.glyphs, &font.recs, font.glyphCount, (int)(1.3f * (float)pixels), PADDING, 0);
    font.texture = LoadTextureFromImage(atlas);
    UnloadImage(atlas);
    return font;
}
