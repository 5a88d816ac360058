/* Text in the world and in the microscope: the panels' font, drawn at whole pixels in its true size
   so that it is crisp; and numbers with three significant digits and a unit. */
#ifndef RB_VIEWER_WORLD_DRAW_TEXT_H
#define RB_VIEWER_WORLD_DRAW_TEXT_H

#include <raylib.h>
#include <stdbool.h>
#include <stddef.h>

#define RB_TEXT_SIZES 8
#define RB_TEXT_GLYPHS 400
#define RB_TEXT_LINE 160 /* bytes of a line of wrapped text */

typedef struct rb_text {
    Font fonts[RB_TEXT_SIZES];
    int pixels[RB_TEXT_SIZES]; /* 0: free */
    unsigned long used[RB_TEXT_SIZES];
    unsigned long clock;
    /* Advance of each glyph in ems: raylib truncates it to whole pixels, which crowds small text. */
    int codepoints[RB_TEXT_GLYPHS];
    float advances[RB_TEXT_GLYPHS];
    int glyph_count; /* 0: raylib's own font, without Greek */
} rb_text;

void rb_text_create(rb_text *text);
void rb_text_free(rb_text *text);

/* Pixels of a text's height for a size in points of the interface (16: body text). */
int rb_text_pixels(float size, float ui_scale);
Vector2 rb_text_measure(rb_text *text, const char *string, int pixels);
/* Draws with its upper left corner at the whole pixel nearest to (x, y). */
void rb_text_draw(rb_text *text, const char *string, float x, float y, int pixels, Color color);
/* With a thin outline of another colour, readable on any background. */
void rb_text_draw_edged(rb_text *text, const char *string, float x, float y, int pixels, Color color,
                        Color edge);

/* Wraps words at a width; returns the number of lines. */
int rb_text_wrap(rb_text *text, const char *string, float width, int pixels, char lines[][RB_TEXT_LINE],
                 int most);

/* "2.45 N", "0.315 mN m", "0 N": three significant digits (at most three decimals), the true minus
   sign, and the SI prefix that suits a typical value, so that it stays constant; typical 0: the prefix
   of the value itself. */
void rb_format_value(char *out, size_t size, double value, double typical, const char *unit);

/* ---------------------------------------------------------------- glyphs */

/* Glyphs of the text in the world: letters from the body font, symbols that it lacks from the symbol
   font, on one baseline. */

/* For lines of this height, px; returns the glyphs that were found, NULL if there is no font. Free with
   UnloadFontData. */
GlyphInfo *rb_glyphs_load(int pixels, const int *points, int count, int *found);
/* The same as a Font, to be freed with UnloadFont. Without glyphs: there is no font. */
Font rb_glyphs_font(int pixels, const int *points, int count);

#endif
