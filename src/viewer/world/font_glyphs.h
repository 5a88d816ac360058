/* The glyphs of the text in the world: letters from the body font, and from the font of signs what it
   lacks, on one line. */
#ifndef RB_VIEWER_WORLD_FONT_GLYPHS_H
#define RB_VIEWER_WORLD_FONT_GLYPHS_H

#include <raylib.h>

/* For lines of so many pixels; returns those that were found, NULL: there is no font. Free with
   UnloadFontData. */
GlyphInfo *rb_glyphs_load(int pixels, const int *points, int count, int *found);
/* The same as a font whose UnloadFont frees all of it. No glyphs: there is no font. */
Font rb_glyphs_font(int pixels, const int *points, int count);

#endif
