/* Areas are filled row by row, lines by each pixel's distance from them, text is drawn with a stroke
   font. */
#include "plot/canvas_formats.h"

#include <math.h>
#include <stdlib.h>

static void blend(rb_canvas *canvas, int x, int y, uint32_t colour, double share) {
    int w = canvas->width * RB_CANVAS_SCALE, h = canvas->height * RB_CANVAS_SCALE;
    if (x < 0 || y < 0 || x >= w || y >= h || !(share > 0)) {
        return;
    }
    unsigned char *pixel = canvas->pixels + 3 * ((size_t)y * (size_t)w + (size_t)x);
    for (int i = 0; i < 3; i++) {
        double wanted = (double)((colour >> (16 - 8 * i)) & 0xFF);
        pixel[i] = (unsigned char)lround(pixel[i] + fmin(share, 1) * (wanted - pixel[i]));
    }
}

void rb_pixels_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour) {
    int x0 = (int)lround(x * RB_CANVAS_SCALE), x1 = (int)lround((x + w) * RB_CANVAS_SCALE);
    int y0 = (int)lround(y * RB_CANVAS_SCALE), y1 = (int)lround((y + h) * RB_CANVAS_SCALE);
    for (int j = y0; j < y1; j++) {
        for (int i = x0; i < x1; i++) {
            blend(canvas, i, j, colour, 1);
        }
    }
}

/* From the middle of a pixel to the segment. */
static double distance(double px, double py, const double *a, const double *b) {
    double dx = b[0] - a[0], dy = b[1] - a[1], length = dx * dx + dy * dy;
    double t = length > 0 ? ((px - a[0]) * dx + (py - a[1]) * dy) / length : 0;
    t = fmin(1, fmax(0, t));
    return hypot(px - a[0] - t * dx, py - a[1] - t * dy);
}

/* A segment; points in pixels. */
static void draw_segment(rb_canvas *canvas, const double *a, const double *b, double half, uint32_t colour) {
    double w = canvas->width * RB_CANVAS_SCALE, h = canvas->height * RB_CANVAS_SCALE;
    int x0 = (int)fmax(0, fmin(a[0], b[0]) - half - 1);
    int x1 = (int)fmin(w - 1, fmax(a[0], b[0]) + half + 1);
    int y0 = (int)fmax(0, fmin(a[1], b[1]) - half - 1);
    int y1 = (int)fmin(h - 1, fmax(a[1], b[1]) + half + 1);
    for (int y = y0; y <= y1; y++) {
        for (int x = x0; x <= x1; x++) {
            double off = distance(x + 0.5, y + 0.5, a, b);
            blend(canvas, x, y, colour, fmin(1, half + 0.5 - off));
        }
    }
}

/* Lengths of dash, gap, dash, gap in units of the sheet. */
static const double dashes[RB_CANVAS_DASHES][4] = {{0}, {7, 4, 7, 4}, {2, 4, 2, 4}, {9, 4, 2, 4}};

/* The visible parts of a segment of a dashed line; *phase is the length drawn so far. */
static void draw_dashes(rb_canvas *canvas, const double *a, const double *b, double half, uint32_t colour,
                        const double *pattern, double *phase) {
    double length = hypot(b[0] - a[0], b[1] - a[1]) / RB_CANVAS_SCALE, at = 0;
    double period = pattern[0] + pattern[1] + pattern[2] + pattern[3];
    while (at < length) {
        double within = fmod(*phase, period);
        int part = 0;
        while (part < 3 && within >= pattern[part]) {
            within -= pattern[part++];
        }
        double step = fmin(fmax(pattern[part] - within, 1e-6), length - at);
        if (part % 2 == 0) {
            double s = at / length, e = (at + step) / length;
            double from[2] = {a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])};
            double to[2] = {a[0] + e * (b[0] - a[0]), a[1] + e * (b[1] - a[1])};
            draw_segment(canvas, from, to, half, colour);
        }
        at += step;
        *phase += step;
    }
}

void rb_pixels_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour,
                    int dash) {
    double half = width * RB_CANVAS_SCALE / 2, phase = 0;
    for (int i = 0; i + 1 < count; i++) {
        double a[2] = {points[2 * i] * RB_CANVAS_SCALE, points[2 * i + 1] * RB_CANVAS_SCALE};
        double b[2] = {points[2 * i + 2] * RB_CANVAS_SCALE, points[2 * i + 3] * RB_CANVAS_SCALE};
        if (!isfinite(a[0] + a[1] + b[0] + b[1])) {
            continue;
        }
        if (dash == 0) {
            draw_segment(canvas, a, b, half, colour);
        } else {
            draw_dashes(canvas, a, b, half, colour, dashes[dash], &phase);
        }
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the polygon's edges cross a height, from the left; how many do. */
static int crossings(const double *points, int count, double y, double *x) {
    int found = 0;
    for (int i = 0, k = count - 1; i < count; k = i++) {
        const double *a = points + 2 * i, *b = points + 2 * k;
        if ((a[1] > y) != (b[1] > y)) {
            x[found++] = (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0];
        }
    }
    qsort(x, (size_t)found, sizeof *x, compare);
    return found;
}

void rb_pixels_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity) {
    double *x = malloc((size_t)(count + 1) * sizeof *x);
    for (int row = 0; x != NULL && row < canvas->height * RB_CANVAS_SCALE; row++) {
        int found = crossings(points, count, (row + 0.5) / RB_CANVAS_SCALE, x);
        for (int k = 0; k + 1 < found; k += 2) {
            int from = (int)ceil(x[k] * RB_CANVAS_SCALE - 0.5);
            int to = (int)ceil(x[k + 1] * RB_CANVAS_SCALE - 0.5);
            for (int i = from; i < to; i++) {
                blend(canvas, i, row, colour, opacity);
            }
        }
    }
    free(x);
}

static double grid(char c) {
    return c >= 'a' ? 'a' - 1 - c : c - '0';
}

/* A glyph whose baseline starts at (x, y); unit: the size of its grid. */
static void draw_glyph(rb_canvas *canvas, const rb_glyph *glyph, double x, double y, double unit, bool turned,
                       uint32_t colour) {
    const char *at = glyph->strokes;
    double last[2] = {0, 0};
    bool begun = false;
    for (; *at != '\0'; at++) {
        if (*at == ' ') {
            begun = false;
            continue;
        }
        double gx = unit * grid(at[0]), gy = unit * grid(at[1]);
        double now[2] = {turned ? x - gy : x + gx, turned ? y - gx : y - gy};
        if (begun) {
            rb_pixels_line(canvas, (double[]){last[0], last[1], now[0], now[1]}, 2, 1.05 * unit, colour, 0);
        }
        last[0] = now[0];
        last[1] = now[1];
        begun = true;
        at++;
    }
}

void rb_pixels_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                    uint32_t colour, const char *text) {
    double unit = size * 0.0875; /* capitals are 0.7 of the size high */
    double width = unit * rb_stroke_width(text);
    double begin = anchor == RB_ANCHOR_START ? 0 : anchor == RB_ANCHOR_MIDDLE ? width / 2 : width;
    x -= turned ? 0 : begin;
    y += turned ? begin : 0;
    double scale = 1, rise = 0;
    for (uint32_t code; (code = rb_stroke_next(&text)) != 0;) {
        const rb_glyph *glyph = rb_stroke_glyph(rb_stroke_small(code, &scale, &rise));
        double up = unit * rise;
        draw_glyph(canvas, glyph, turned ? x - up : x, turned ? y : y - up, unit * scale, turned, colour);
        double step = unit * scale * glyph->advance;
        x += turned ? 0 : step;
        y -= turned ? step : 0;
    }
}
