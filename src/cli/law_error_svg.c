#include "cli/law_error_svg.h"

#include <math.h>
#include <string.h>

#include "cli/svg_text.h"

enum { WIDTH = 900, HEIGHT = 620, LEFT = 80, RIGHT = 30, TOP = 60, BOTTOM = 60 };

/* Cost: 5 ns … 3 µs, logarithmic. Error: logarithmic too, but the decades of the approximants
   (1e-2.5 … 1) take three quarters of the height; below 1e-12 everything stands on the edge. */
static const double X_FROM = 0.7, X_TO = 3.5, Y_FROM = -12.6, Y_BREAK = -2.5, Y_TO = 0.15;

static double x_of(double ns) {
    double t = (log10(ns) - X_FROM) / (X_TO - X_FROM);
    return LEFT + fmin(1, fmax(0, t)) * (WIDTH - LEFT - RIGHT);
}

static double y_of(double error) {
    double e = fmin(Y_TO, log10(fmax(error, 1e-12)));
    double t = e > Y_BREAK ? 0.25 + 0.75 * (e - Y_BREAK) / (Y_TO - Y_BREAK)
                           : 0.25 * (e - Y_FROM) / (Y_BREAK - Y_FROM);
    return HEIGHT - BOTTOM - t * (HEIGHT - TOP - BOTTOM);
}

/* Families by the beginning of the id; the rest are grey. */
static const struct {
    const char *prefix, *name, *colour;
} families[] = {
    {"exact", "exact", "#b3261e"}, {"k11", "K11", "#1f6fb2"},   {"k12", "K12", "#2a8a4a"},
    {"k15", "K15", "#a15c00"},     {"ak18", "AK18", "#7a3fa0"}, {"ka09", "KA09", "#00808a"},
    {"", "others", "#666666"},
};
enum { FAMILIES = sizeof families / sizeof families[0] };

static int family_of(const char *name) {
    int i = 0;
    while (strncmp(name, families[i].prefix, strlen(families[i].prefix)) != 0) {
        i++;
    }
    return i;
}

static void write_grid(FILE *out) {
    for (int e = 1; e <= 3; e++) {
        double x = x_of(pow(10, e));
        fprintf(out,
                "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' class='grid'/>"
                "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n",
                x, TOP, x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 18, pow(10, e));
    }
    static const double errors[] = {1e-12, 1e-9, 1e-6, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        double y = y_of(errors[i]);
        fprintf(out,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' class='grid'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%s%g</text>\n",
                LEFT, y, WIDTH - RIGHT, y, LEFT - 8, y + 4, i == 0 ? "≤ " : "", errors[i]);
    }
    fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>time per evaluation, ns</text>\n",
            (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 18);
    fprintf(out,
            "<text transform='translate(20 %d) rotate(-90)' text-anchor='middle'>largest error of "
            "force or torque</text>\n",
            (HEIGHT + TOP - BOTTOM) / 2);
}

/* A box that labels must not cover: another label or a dot. */
typedef struct box {
    double x, y, w, h; /* left, top, width, height */
} box;

static bool is_free(const box *boxes, int count, box b) {
    if (b.x < LEFT || b.x + b.w > WIDTH - 4 || b.y < TOP - 8 || b.y + b.h > HEIGHT - BOTTOM) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (b.x < boxes[i].x + boxes[i].w && boxes[i].x < b.x + b.w &&
            b.y < boxes[i].y + boxes[i].h && boxes[i].y < b.y + b.h) {
            return false;
        }
    }
    return true;
}

/* The first free place for a label around a dot: right, left, then on wider and wider rings. */
static box place(const box *boxes, int count, double x, double y, const char *text) {
    double w = 5.4 * (double)strlen(text) + 2, h = 11;
    for (int ring = 0; ring < 14; ring++) {
        for (int k = 0; k < 16; k++) {
            double angle = (k % 2 == 0 ? k / 2 : -(k + 1) / 2) * 0.3926990816987241;
            double r = 8 + 7 * ring, c = cos(angle);
            box b = {x + r * c -
                         (c > 0.3    ? 0
                          : c < -0.3 ? w
                                     : w / 2),
                     y + r * sin(angle) - h / 2, w, h};
            if (is_free(boxes, count, b)) {
                return b;
            }
        }
    }
    return (box){x + 8, y - h / 2, w, h};
}

/* Variants that differ in rolling only have the same friction: one dot. */
static bool is_repeated(const rb_law_error_row *rows, int i) {
    for (int k = 0; k < i; k++) {
        const rb_law_error *a = &rows[k].around, *b = &rows[i].around;
        if (rows[k].friction.law->evaluate == rows[i].friction.law->evaluate && a->max_T > 0 &&
            a->max_T == b->max_T && a->rms_T == b->rms_T && a->rms_M == b->rms_M) {
            return true;
        }
    }
    return false;
}

static void write_laws(FILE *out, const rb_law_error_row *rows, int count) {
    box boxes[2 * RB_LAW_ERROR_ROWS];
    int used = 0;
    for (int i = 0; i < count; i++) {
        double x = x_of(rows[i].ns), y = y_of(fmax(rows[i].around.max_T, rows[i].around.max_M));
        boxes[used++] = (box){x - 5, y - 5, 10, 10};
    }
    for (int i = 0; i < count; i++) {
        if (is_repeated(rows, i)) {
            continue;
        }
        double x = boxes[i].x + 5, y = boxes[i].y + 5;
        const char *colour = families[family_of(rows[i].name)].colour;
        box b = place(boxes, used, x, y, rows[i].name);
        boxes[used++] = b;
        double end = fmin(fmax(x, b.x), b.x + b.w);
        fprintf(out,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='0.5'/>"
                "<circle cx='%.1f' cy='%.1f' r='4.5' fill='%s'/>"
                "<text x='%.1f' y='%.1f' class='law' fill='%s'>",
                x, y, end, b.y + b.h / 2, colour, x, y, colour, b.x + 1, b.y + 9, colour);
        rb_svg_text(out, rows[i].name);
        fputs("</text>\n", out);
    }
}

void rb_law_error_svg(FILE *out, const rb_law_error_case *c, const rb_law_error_row *rows,
                      int count) {
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
            "font-size='12'>\n<style>.grid{stroke:#ddd}.law{font-size:10px}</style>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n"
            "<text x='%d' y='28' font-size='17'>Friction laws: accuracy against cost</text>\n"
            "<text x='%d' y='46'>b = %g, distortion (%g, %g), all directions of sliding</text>\n",
            WIDTH, HEIGHT, LEFT, LEFT, c->patch.b, c->d_c, c->d_s);
    write_grid(out);
    for (int i = 0; i < FAMILIES; i++) {
        fprintf(out, "<circle cx='%d' cy='36' r='5' fill='%s'/><text x='%d' y='40'>%s</text>\n",
                480 + 58 * i, families[i].colour, 488 + 58 * i, families[i].name);
    }
    write_laws(out, rows, count);
    fprintf(out, "</svg>\n");
}
