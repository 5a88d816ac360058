#include "viewer/world/draw_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/platform/fonts.h"

static const struct {
    int first, last;
} ranges[] = {
    {0x20, 0x7e},     {0xa0, 0xff},     {0x391, 0x3a1},   {0x3a3, 0x3c9},   {0x1d62, 0x1d63},
    {0x2013, 0x2014}, {0x2018, 0x201d}, {0x2026, 0x2026}, {0x2032, 0x2033}, {0x2070, 0x2071},
    {0x2074, 0x208e}, {0x2090, 0x209c}, {0x2190, 0x2193}, {0x21ba, 0x21bb}, {0x2202, 0x2202},
    {0x2212, 0x2212}, {0x221a, 0x221e}, {0x2248, 0x2248}, {0x2260, 0x2265}, {0x25cb, 0x25cf},
};

static int all_codepoints(int points[RB_TEXT_GLYPHS]) {
    int count = 0;
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++)
        for (int c = ranges[r].first; c <= ranges[r].last && count < RB_TEXT_GLYPHS; c++)
            points[count++] = c;
    return count;
}

/* Measures the glyphs once, at a size where whole pixels are fine enough. */
static void measure_glyphs(rb_text *text) {
    enum { LARGE = 96 };
    int size = 0, found = 0, points[RB_TEXT_GLYPHS];
    const int count = all_codepoints(points);
    unsigned char *data = LoadFileData(text->file, &size);
    GlyphInfo *glyphs =
        data ? LoadFontData(data, size, LARGE, points, count, FONT_DEFAULT, &found) : NULL;
    for (int i = 0; glyphs && i < found && i < RB_TEXT_GLYPHS; i++) {
        text->codepoints[i] = glyphs[i].value;
        text->advances[i] = (float)glyphs[i].advanceX / LARGE;
        text->glyph_count = i + 1;
    }
    if (glyphs)
        UnloadFontData(glyphs, found);
    if (data)
        UnloadFileData(data);
}

void rb_text_create(rb_text *text) {
    memset(text, 0, sizeof *text);
    if (rb_font_file(RB_FONT_BODY, text->file, sizeof text->file))
        measure_glyphs(text);
    else
        text->file[0] = '\0';
}

void rb_text_free(rb_text *text) {
    for (int i = 0; i < RB_TEXT_SIZES; i++)
        if (text->pixels[i] && text->file[0])
            UnloadFont(text->fonts[i]);
    memset(text, 0, sizeof *text);
}

int rb_text_pixels(float size, float ui_scale) {
    const float scale = isfinite(ui_scale) && ui_scale > 0.0f ? ui_scale : 1.0f;
    return (int)fminf(fmaxf(roundf(size * scale), 8.0f), 96.0f);
}

static Font load(const rb_text *text, int pixels) {
    int points[RB_TEXT_GLYPHS];
    const int count = all_codepoints(points);
    Font font = LoadFontEx(text->file, pixels, points, count);
    SetTextureFilter(font.texture, TEXTURE_FILTER_POINT);
    return font;
}

/* The font of a size; the one not used for longest gives way. */
static const Font *font_of(rb_text *text, int pixels) {
    int oldest = 0;
    for (int i = 0; i < RB_TEXT_SIZES; i++) {
        if (text->pixels[i] == pixels) {
            text->used[i] = ++text->clock;
            return &text->fonts[i];
        }
        if (text->used[i] < text->used[oldest])
            oldest = i;
    }
    if (text->pixels[oldest] && text->file[0])
        UnloadFont(text->fonts[oldest]);
    text->fonts[oldest] = text->file[0] ? load(text, pixels) : GetFontDefault();
    text->pixels[oldest] = pixels;
    text->used[oldest] = ++text->clock;
    return &text->fonts[oldest];
}

/* Whole pixels, so that glyphs stay crisp. */
static float advance(const rb_text *text, const Font *font, int codepoint, int pixels) {
    if (codepoint == 0xa0) /* raylib gives a space that must not break no width */
        codepoint = ' ';
    for (int i = 0; i < text->glyph_count; i++)
        if (text->codepoints[i] == codepoint)
            return roundf(text->advances[i] * (float)pixels);
    const int index = GetGlyphIndex(*font, codepoint);
    const float scale = (float)pixels / (float)font->baseSize;
    const int own = font->glyphs[index].advanceX;
    return roundf(scale * (own ? (float)own : font->recs[index].width));
}

Vector2 rb_text_measure(rb_text *text, const char *string, int pixels) {
    const Font *font = font_of(text, pixels);
    Vector2 size = {0.0f, (float)pixels};
    for (int at = 0, bytes = 0; string[at]; at += bytes)
        size.x += advance(text, font, GetCodepointNext(&string[at], &bytes), pixels);
    return size;
}

void rb_text_draw(rb_text *text, const char *string, float x, float y, int pixels, Color color) {
    if (!isfinite(x) || !isfinite(y))
        return;
    const Font *font = font_of(text, pixels);
    Vector2 pen = {roundf(x), roundf(y)};
    for (int at = 0, bytes = 0; string[at]; at += bytes) {
        const int codepoint = GetCodepointNext(&string[at], &bytes);
        if (codepoint != ' ' && codepoint != 0xa0)
            DrawTextCodepoint(*font, codepoint, pen, (float)pixels, color);
        pen.x += advance(text, font, codepoint, pixels);
    }
}

void rb_text_draw_edged(rb_text *text, const char *string, float x, float y, int pixels,
                        Color color, Color edge) {
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                rb_text_draw(text, string, x + (float)dx, y + (float)dy, pixels, edge);
    rb_text_draw(text, string, x, y, pixels, color);
}

/* Three significant digits. */
static int decimals_of(double magnitude) {
    int decimals = 2;
    for (double limit = 9.995; decimals > 0 && magnitude >= limit; limit *= 10.0)
        decimals--;
    for (double limit = 0.9995; decimals < 3 && magnitude < limit; limit *= 0.1)
        decimals++;
    return decimals;
}

void rb_format_value(char *out, size_t size, double value, double typical, const char *unit) {
    static const struct {
        double factor;
        const char *sign;
    } prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"}, {1.0, ""},
                    {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
    const bool plain = strncmp(unit, "rad", 3) == 0; /* reads badly with a prefix */
    const double scale = isfinite(typical) && typical > 0.0 ? typical : fabs(value);
    if (!isfinite(value)) {
        snprintf(out, size, "– %s", unit);
        return;
    }
    size_t i = plain ? 3 : 0;
    while (!plain && i < 6 && scale < 0.9995 * prefixes[i].factor)
        i++;
    if (!plain && scale == 0.0)
        i = 3;
    while (i > 0 && !plain && fabs(value) >= 999.5 * prefixes[i].factor)
        i--;
    const double shown = fabs(value) / prefixes[i].factor;
    if (shown < 0.5e-3) {
        snprintf(out, size, "0 %s%s", prefixes[i].sign, unit);
        return;
    }
    snprintf(out, size, "%s%.*f %s%s", value < 0.0 ? "−" : "", decimals_of(shown), shown,
             prefixes[i].sign, unit);
}
