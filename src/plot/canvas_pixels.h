/* The PNG form of a canvas: pixels in memory. canvas.c calls it. */
#ifndef RB_PLOT_CANVAS_PIXELS_H
#define RB_PLOT_CANVAS_PIXELS_H

#include "plot/canvas.h"

void rb_pixels_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour);
void rb_pixels_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour,
                    int dash);
void rb_pixels_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity);
void rb_pixels_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                    uint32_t colour, const char *text);

#endif
