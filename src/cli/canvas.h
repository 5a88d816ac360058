/* A sheet to draw charts on, as SVG or as a PNG of pixels: the same calls, the same picture. Lengths
   are in units of the sheet, y down; colours are 0xRRGGBB. */
#ifndef RB_CLI_CANVAS_H
#define RB_CLI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rb_canvas {
    int width, height;
    FILE *out;
    unsigned char *pixels; /* NULL: SVG */
} rb_canvas;

enum { RB_CANVAS_SCALE = 2 }; /* pixels to a unit */

/* Begins a white sheet; false when out of memory. */
bool rb_canvas_begin(rb_canvas *canvas, FILE *out, bool png, int width, int height);
/* Ends it; false when out of memory. */
bool rb_canvas_end(rb_canvas *canvas);

void rb_canvas_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour);
/* A line through points x0, y0, x1, y1, ... */
void rb_canvas_line(rb_canvas *canvas, const double *points, int count, double width,
                    uint32_t colour);
/* The area inside them, as opaque as told (0 to 1). */
void rb_canvas_area(rb_canvas *canvas, const double *points, int count, uint32_t colour,
                    double opacity);
void rb_canvas_dot(rb_canvas *canvas, double x, double y, double radius, uint32_t colour);

typedef enum rb_anchor { RB_ANCHOR_START, RB_ANCHOR_MIDDLE, RB_ANCHOR_END } rb_anchor;
/* Text whose line begins, has its middle or ends at the point; upwards if turned. */
void rb_canvas_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor,
                    bool turned, const char *text);

#endif
