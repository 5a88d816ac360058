#include "plot/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/status.h>

#include "plot/canvas_formats.h"

bool rb_canvas_begin(rb_canvas *canvas, FILE *out, rb_picture_format format, int width, int height) {
    *canvas = (rb_canvas){.format = format, .width = width, .height = height, .out = out};
    if (format == RB_PICTURE_PNG) {
        size_t size = 3 * (size_t)(width * RB_CANVAS_SCALE) * (size_t)(height * RB_CANVAS_SCALE);
        canvas->pixels = malloc(size);
        if (canvas->pixels != NULL) {
            memset(canvas->pixels, 0xFF, size);
        }
        return canvas->pixels != NULL;
    }
    if (format == RB_PICTURE_PDF) {
        rb_pdf_begin(canvas);
        return true;
    }
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
            "font-family='sans-serif'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
            width, height);
    return true;
}

bool rb_canvas_end(rb_canvas *canvas) {
    if (canvas->format == RB_PICTURE_SVG) {
        fputs("</svg>\n", canvas->out);
        return true;
    }
    if (canvas->format == RB_PICTURE_PDF) {
        rb_pdf_end(canvas);
        return true;
    }
    bool written = rb_png_write(canvas->out, canvas->width * RB_CANVAS_SCALE,
                                canvas->height * RB_CANVAS_SCALE, canvas->pixels);
    free(canvas->pixels);
    canvas->pixels = NULL;
    return written;
}

void rb_canvas_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour) {
    if (canvas->format == RB_PICTURE_PNG) {
        rb_pixels_rect(canvas, x, y, w, h, colour);
    } else if (canvas->format == RB_PICTURE_PDF) {
        rb_pdf_rect(canvas, x, y, w, h, colour);
    } else {
        fprintf(canvas->out,
                "<rect x='%.2f' y='%.2f' width='%.2f' height='%.2f' fill='#%06X' "
                "shape-rendering='crispEdges'/>\n",
                x, y, w, h, (unsigned)colour);
    }
}

static void write_points(FILE *out, const double *points, int count) {
    for (int i = 0; i < count; i++) {
        fprintf(out, "%.2f,%.2f ", points[2 * i], points[2 * i + 1]);
    }
}

void rb_canvas_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour) {
    rb_canvas_dashed_line(canvas, points, count, width, colour, 0);
}

void rb_canvas_dashed_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour,
                           int dash) {
    static const char *const patterns[RB_CANVAS_DASHES] = {
        "", " stroke-dasharray='7 4'", " stroke-dasharray='2 4'", " stroke-dasharray='9 4 2 4'"};
    if (canvas->format == RB_PICTURE_PNG) {
        rb_pixels_line(canvas, points, count, width, colour, dash);
    } else if (canvas->format == RB_PICTURE_PDF) {
        rb_pdf_line(canvas, points, count, width, colour, dash);
    } else {
        fprintf(canvas->out,
                "<polyline fill='none' stroke='#%06X' stroke-width='%g' stroke-linejoin='round' "
                "stroke-linecap='%s'%s points='",
                (unsigned)colour, width, dash == 0 ? "round" : "butt", patterns[dash]);
        write_points(canvas->out, points, count);
        fputs("'/>\n", canvas->out);
    }
}

void rb_canvas_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity) {
    if (canvas->format == RB_PICTURE_PNG) {
        rb_pixels_area(canvas, points, count, colour, opacity);
    } else if (canvas->format == RB_PICTURE_PDF) {
        rb_pdf_area(canvas, points, count, colour, opacity);
    } else {
        fprintf(canvas->out, "<polygon fill='#%06X' fill-opacity='%g' points='", (unsigned)colour, opacity);
        write_points(canvas->out, points, count);
        fputs("'/>\n", canvas->out);
    }
}

void rb_canvas_dot(rb_canvas *canvas, double x, double y, double radius, uint32_t colour) {
    if (canvas->format == RB_PICTURE_SVG) {
        fprintf(canvas->out, "<circle cx='%.2f' cy='%.2f' r='%g' fill='#%06X'/>\n", x, y, radius,
                (unsigned)colour);
    } else {
        rb_canvas_dots(canvas, (double[]){x, y}, 1, radius, colour);
    }
}

void rb_canvas_dots(rb_canvas *canvas, const double *points, int count, double radius, uint32_t colour) {
    if (canvas->format == RB_PICTURE_PDF) {
        rb_pdf_dots(canvas, points, count, radius, colour);
        return;
    }
    if (canvas->format == RB_PICTURE_PNG) {
        for (int i = 0; i < count; i++) {
            double x = points[2 * i], y = points[2 * i + 1];
            rb_pixels_line(canvas, (double[]){x, y, x, y}, 2, 2 * radius, colour, 0);
        }
        return;
    }
    fprintf(canvas->out, "<path fill='none' stroke='#%06X' stroke-width='%g' stroke-linecap='round' d='",
            (unsigned)colour, 2 * radius);
    for (int i = 0; i < count; i++) {
        fprintf(canvas->out, "M%.2f,%.2fh0", points[2 * i], points[2 * i + 1]);
    }
    fputs("'/>\n", canvas->out);
}

void rb_canvas_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                    uint32_t colour, const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    if (canvas->format == RB_PICTURE_PNG) {
        rb_pixels_text(canvas, x, y, size, anchor, turned, colour, text);
        return;
    }
    if (canvas->format == RB_PICTURE_PDF) {
        rb_pdf_text(canvas, x, y, size, anchor, turned, colour, text);
        return;
    }
    fprintf(canvas->out,
            "<text transform='translate(%.2f %.2f)%s' font-size='%g' fill='#%06X' "
            "text-anchor='%s'>",
            x, y, turned ? " rotate(-90)" : "", size, (unsigned)colour, anchors[anchor]);
    rb_svg_text(canvas->out, text);
    fputs("</text>\n", canvas->out);
}

void rb_svg_text(FILE *out, const char *text) {
    static const char special[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    while (*text != '\0') {
        const char *found = strchr(special, *text);
        size_t length = rb_printable(text);
        if (found != NULL) {
            fputs(names[found - special], out);
        } else if (length == 0) {
            fputs("\xef\xbf\xbd", out); /* U+FFFD */
        } else {
            fwrite(text, 1, length, out);
        }
        text += length > 0 ? length : 1;
    }
}
