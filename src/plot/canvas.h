/* A sheet to draw charts on. The same calls write SVG, PNG or PDF. Lengths are in units of the sheet
   (PDF: points of 1/72 inch), y points down, colours are 0xRRGGBB. */
#ifndef RB_PLOT_CANVAS_H
#define RB_PLOT_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum rb_picture_format { RB_PICTURE_SVG, RB_PICTURE_PNG, RB_PICTURE_PDF } rb_picture_format;

typedef struct rb_canvas {
    rb_picture_format format;
    int width, height;
    FILE *out;
    unsigned char *pixels; /* PNG only */
    long long written;     /* PDF only: bytes so far */
} rb_canvas;

enum { RB_CANVAS_SCALE = 2 }; /* pixels per unit of a PNG */

/* Starts a white sheet; false when out of memory. */
bool rb_canvas_begin(rb_canvas *canvas, FILE *out, rb_picture_format format, int width, int height);
/* Completes the file; false when out of memory. Write errors show when the file is closed. */
bool rb_canvas_end(rb_canvas *canvas);

void rb_canvas_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour);
/* A line through the points x0, y0, x1, y1, ... */
void rb_canvas_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour);
/* The same with a dash pattern; 0 is solid, up to RB_CANVAS_DASHES - 1. */
enum { RB_CANVAS_DASHES = 4 };
void rb_canvas_dashed_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour,
                           int dash);
/* The polygon, filled; opacity 0 to 1. */
void rb_canvas_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity);
void rb_canvas_dot(rb_canvas *canvas, double x, double y, double radius, uint32_t colour);
/* Many dots of one size and colour, compact in the file. */
void rb_canvas_dots(rb_canvas *canvas, const double *points, int count, double radius, uint32_t colour);

typedef enum rb_anchor { RB_ANCHOR_START, RB_ANCHOR_MIDDLE, RB_ANCHOR_END } rb_anchor;
/* A line of UTF-8 text that starts, is centred or ends at the point; turned: reads upwards. */
void rb_canvas_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                    uint32_t colour, const char *text);

/* Width of a text at this size, as the PDF sets it (Helvetica). */
double rb_canvas_text_width(const char *text, double size);

#define RB_CANVAS_INK 0x202020 /* colour of text */

/* Writes text for an SVG: characters special to XML are escaped, and what XML forbids (control
   characters, bytes that are no UTF-8) becomes a replacement character. Used for every text
   that comes from a scene or a law. */
void rb_svg_text(FILE *out, const char *text);

#endif
