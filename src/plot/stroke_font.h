/* A font made of pen strokes, for PNG pictures. */
#ifndef RB_PLOT_STROKE_FONT_H
#define RB_PLOT_STROKE_FONT_H

#include <stdint.h>

/* Strokes are points "xy" with blanks between strokes: x and y are digits, the letters a and b are
   -1 and -2; the baseline is y 0, capitals reach 8, small letters 6. */
typedef struct rb_glyph {
    uint32_t code; /* Unicode */
    int advance;   /* to the next glyph */
    const char *strokes;
} rb_glyph;

/* The glyph of a character; a box if the font has none. */
const rb_glyph *rb_stroke_glyph(uint32_t code);

/* Sub- and superscript digits are drawn as small digits. Returns the character to draw and sets scale
   and rise; else 1 and 0. */
uint32_t rb_stroke_small(uint32_t code, double *scale, double *rise);

/* The next character of UTF-8, moving text past it; 0 at its end. */
uint32_t rb_stroke_next(const char **text);

/* Width of a text in units of the grid. */
double rb_stroke_width(const char *text);

#endif
