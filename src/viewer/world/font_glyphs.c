#include "viewer/world/font_glyphs.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "viewer/platform/files.h"

enum { PADDING = 4, SIZE_MAX_PX = 160 };

static GlyphInfo *load_file(const char *path, int pixels, const int *points, int count,
                            int *found) {
    int size = 0;
    *found = 0;
    unsigned char *data = LoadFileData(path, &size);
    SetTraceLogLevel(LOG_ERROR); /* that glyphs are lacking is known */
    GlyphInfo *glyphs =
        data ? LoadFontData(data, size, pixels, points, count, FONT_DEFAULT, found) : NULL;
    SetTraceLogLevel(LOG_WARNING);
    if (data)
        UnloadFileData(data);
    return glyphs;
}

static const GlyphInfo *find(const GlyphInfo *glyphs, int count, int point) {
    for (int i = 0; i < count; i++)
        if (glyphs[i].value == point)
            return &glyphs[i];
    return NULL;
}

/* Where the letters stand, from the top of the line: H ends there. */
static int baseline(const GlyphInfo *glyphs, int count) {
    const GlyphInfo *h = find(glyphs, count, 'H');
    return h ? h->offsetY + h->image.height : 0;
}

/* All of the first, and of the second what it lacks, on the line of the second. */
static GlyphInfo *join(GlyphInfo *letters, int *count, GlyphInfo *signs, int sign_count) {
    GlyphInfo *all = MemAlloc((unsigned)((size_t)(*count + sign_count) * sizeof *all));
    if (!all) {
        UnloadFontData(signs, sign_count);
        return letters;
    }
    const int shift = baseline(signs, sign_count) - baseline(letters, *count);
    memcpy(all, letters, (size_t)*count * sizeof *all);
    for (int i = 0; i < *count; i++)
        all[i].offsetY += shift;
    int kept = *count;
    for (int i = 0; i < sign_count; i++) {
        if (find(letters, *count, signs[i].value))
            UnloadImage(signs[i].image);
        else
            all[kept++] = signs[i];
    }
    MemFree(letters);
    MemFree(signs);
    *count = kept;
    return all;
}

GlyphInfo *rb_glyphs_load(int pixels, const int *points, int count, int *found) {
    char path[512], more[512];
    *found = 0;
    if (!rb_font_file(RB_FONT_BODY, path, sizeof path))
        return NULL;
    const int size = (int)fminf(roundf(rb_font_scale(path) * (float)pixels), SIZE_MAX_PX);
    GlyphInfo *letters = load_file(path, size, points, count, found);
    if (!letters || rb_font_scale(path) == 1.0f ||
        !rb_font_file(RB_FONT_SYMBOLS, more, sizeof more))
        return letters;
    int sign_count = 0;
    GlyphInfo *signs = load_file(more, pixels, points, count, &sign_count);
    return signs ? join(letters, found, signs, sign_count) : letters;
}

Font rb_glyphs_font(int pixels, const int *points, int count) {
    Font font = {.baseSize = pixels, .glyphPadding = PADDING};
    font.glyphs = rb_glyphs_load(pixels, points, count, &font.glyphCount);
    if (!font.glyphs)
        return (Font){0};
    /* The letters may be higher than the line. */
    Image atlas = GenImageFontAtlas(font.glyphs, &font.recs, font.glyphCount,
                                    (int)(1.3f * (float)pixels), PADDING, 0);
    font.texture = LoadTextureFromImage(atlas);
    UnloadImage(atlas);
    return font;
}
