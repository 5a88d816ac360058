/* The PDF form of a canvas: one page of vector paths and text in the standard fonts Helvetica and
   Symbol, which every reader has. canvas.c calls it. */
#ifndef RB_PLOT_CANVAS_PDF_H
#define RB_PLOT_CANVAS_PDF_H

#include "plot/canvas.h"

void rb_pdf_begin(rb_canvas *canvas);
void rb_pdf_end(rb_canvas *canvas);
void rb_pdf_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour);
void rb_pdf_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour, int dash);
/* The colour is mixed with white according to the opacity; areas are drawn first. */
void rb_pdf_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity);
void rb_pdf_dots(rb_canvas *canvas, const double *points, int count, double radius, uint32_t colour);
void rb_pdf_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                 uint32_t colour, const char *text);

#endif
