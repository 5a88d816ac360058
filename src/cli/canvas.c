#include "cli/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "cli/canvas_pixels.h"
#include "cli/png.h"
#include "cli/svg_text.h"

bool rb_canvas_begin(rb_canvas *canvas, FILE *out, bool png, int width, int height) {
    *canvas = (rb_canvas){width, height, out, NULL};
    if (png) {
        size_t size = 3 * (size_t)(width * RB_CANVAS_SCALE) * (size_t)(height * RB_CANVAS_SCALE);
        canvas->pixels = malloc(size);
        if (canvas->pixels != NULL) {
            memset(canvas->pixels, 0xFF, size);
        }
        return canvas->pixels != NULL;
    }
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
            "font-family='sans-serif'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
            width, height);
    return true;
}

bool rb_canvas_end(rb_canvas *canvas) {
    if (canvas->pixels == NULL) {
        fputs("</svg>\n", canvas->out);
        return true;
    }
    bool written = rb_png_write(canvas->out, canvas->width * RB_CANVAS_SCALE,
                                canvas->height * RB_CANVAS_SCALE, canvas->pixels);
    free(canvas->pixels);
    canvas->pixels = NULL;
    return written;
}

void rb_canvas_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour) {
    if (canvas->pixels != NULL) {
        rb_pixels_rect(canvas, x, y, w, h, colour);
        return;
    }
    fprintf(canvas->out,
            "<rect x='%.2f' y='%.2f' width='%.2f' height='%.2f' fill='#%06X' "
            "shape-rendering='crispEdges'/>\n",
            x, y, w, h, (unsigned)colour);
}

static void write_points(FILE *out, const double *points, int count) {
    for (int i = 0; i < count; i++) {
        fprintf(out, "%.2f,%.2f ", points[2 * i], points[2 * i + 1]);
    }
}

void rb_canvas_line(rb_canvas *canvas, const double *points, int count, double width,
                    uint32_t colour) {
    if (canvas->pixels != NULL) {
        rb_pixels_line(canvas, points, count, width, colour);
        return;
    }
    fprintf(canvas->out,
            "<polyline fill='none' stroke='#%06X' stroke-width='%g' stroke-linejoin='round' "
            "stroke-linecap='round' points='",
            (unsigned)colour, width);
    write_points(canvas->out, points, count);
    fputs("'/>\n", canvas->out);
}

void rb_canvas_area(rb_canvas *canvas, const double *points, int count, uint32_t colour,
                    double opacity) {
    if (canvas->pixels != NULL) {
        rb_pixels_area(canvas, points, count, colour, opacity);
        return;
    }
    fprintf(canvas->out, "<polygon fill='#%06X' fill-opacity='%g' points='", (unsigned)colour,
            opacity);
    write_points(canvas->out, points, count);
    fputs("'/>\n", canvas->out);
}

void rb_canvas_dot(rb_canvas *canvas, double x, double y, double radius, uint32_t colour) {
    if (canvas->pixels != NULL) {
        rb_pixels_line(canvas, (double[]){x, y, x, y}, 2, 2 * radius, colour);
        return;
    }
    fprintf(canvas->out, "<circle cx='%.2f' cy='%.2f' r='%g' fill='#%06X'/>\n", x, y, radius,
            (unsigned)colour);
}

void rb_canvas_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor,
                    bool turned, const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    if (canvas->pixels != NULL) {
        rb_pixels_text(canvas, x, y, size, anchor, turned, text);
        return;
    }
    fprintf(canvas->out,
            "<text transform='translate(%.2f %.2f)%s' font-size='%g' "
            "text-anchor='%s'>",
            x, y, turned ? " rotate(-90)" : "", size, anchors[anchor]);
    rb_svg_text(canvas->out, text);
    fputs("</text>\n", canvas->out);
}
