/* The parts behind a canvas: PDF, pixels and PNG, the stroke font. canvas.c calls them. */
#ifndef RB_PLOT_CANVAS_FORMATS_H
#define RB_PLOT_CANVAS_FORMATS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "plot/canvas.h"

/* The PDF form of a canvas: one page of vector paths and text in the standard fonts Helvetica and
   Symbol, which every reader has. canvas.c calls it. */

void rb_pdf_begin(rb_canvas *canvas);
void rb_pdf_end(rb_canvas *canvas);
void rb_pdf_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour);
void rb_pdf_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour, int dash);
/* The colour is mixed with white according to the opacity; areas are drawn first. */
void rb_pdf_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity);
void rb_pdf_dots(rb_canvas *canvas, const double *points, int count, double radius, uint32_t colour);
void rb_pdf_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                 uint32_t colour, const char *text);

/* The PNG form of a canvas: pixels in memory. canvas.c calls it. */

void rb_pixels_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour);
void rb_pixels_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour,
                    int dash);
void rb_pixels_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity);
void rb_pixels_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                    uint32_t colour, const char *text);

/* A font made of pen strokes, for PNG pictures. */

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

/* Writes an RGB picture, 3 bytes per pixel, rows from the top. False when out of memory; write errors
   show when the file is closed. */
bool rb_png_write(FILE *out, int width, int height, const unsigned char *rgb);

#endif
