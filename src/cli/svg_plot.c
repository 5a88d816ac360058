#include "cli/svg_plot.h"

#include <math.h>

#include "cli/svg_text.h"

enum { WIDTH = 960, HEIGHT = 540, LEFT = 70, RIGHT = 190, TOP = 64, BOTTOM = 56 };

/* Okabe and Ito's colours with dashes as a second cue. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#000000", "#7A7A00"};
static const char *const dashes[] = {"", "7 3", "2 3", "9 3 2 3"};

typedef struct range {
    double from, to, step; /* step between grid lines */
} range;

/* A round number of grid lines, about six. */
static range nice_range(double from, double to) {
    if (!(to > from)) {
        to = from + 1;
    }
    double raw = (to - from) / 6, power = pow(10, floor(log10(raw)));
    double step = raw / power < 1.5 ? power : raw / power < 3.5 ? 2 * power : 5 * power;
    return (range){floor(from / step) * step, ceil(to / step) * step, step};
}

static double x_of(const range *r, double x) {
    return LEFT + (x - r->from) / (r->to - r->from) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const range *r, double y) {
    return HEIGHT - BOTTOM - (y - r->from) / (r->to - r->from) * (HEIGHT - TOP - BOTTOM);
}

static double abscissa(const rb_svg_curve *c, int i) {
    return c->x != NULL ? c->x[i] : c->x0 + i * c->dx;
}

static void find_ranges(const rb_svg_plot *plot, range *x, range *y) {
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    for (int k = 0; k < plot->curve_count; k++) {
        const rb_svg_curve *c = &plot->curves[k];
        for (int i = 0; i < c->count; i++) {
            x0 = fmin(x0, abscissa(c, i));
            x1 = fmax(x1, abscissa(c, i));
            y0 = fmin(y0, c->y[i]);
            y1 = fmax(y1, c->y[i]);
        }
    }
    *x = nice_range(x0, x1);
    *y = nice_range(y0, y1);
}

/* The grid line at a value, and its number with a true minus sign. */
static double grid_value(const range *r, int i) {
    double at = r->from + i * r->step;
    return fabs(at) < 1e-9 * r->step ? 0 : at;
}

static const char *minus_of(double at) {
    return at < 0 ? "\u2212" : "";
}

static void write_axes(FILE *out, const rb_svg_plot *plot, const range *x, const range *y) {
    int columns = (int)round((x->to - x->from) / x->step);
    int rows = (int)round((y->to - y->from) / y->step);
    for (int i = 0; i <= columns; i++) {
        double at = grid_value(x, i), where = x_of(x, at);
        fprintf(out,
                "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' class='%s'/>"
                "<text x='%.1f' y='%d' text-anchor='middle'>%s%.6g</text>\n",
                where, TOP, where, HEIGHT - BOTTOM, i == 0 ? "axis" : "grid", where,
                HEIGHT - BOTTOM + 18, minus_of(at), fabs(at));
    }
    for (int i = 0; i <= rows; i++) {
        double at = grid_value(y, i), where = y_of(y, at);
        fprintf(out,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' class='%s'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%s%.6g</text>\n",
                LEFT, where, WIDTH - RIGHT, where, at == 0 ? "axis" : "grid", LEFT - 8, where + 4,
                minus_of(at), fabs(at));
    }
    fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>", (WIDTH + LEFT - RIGHT) / 2,
            HEIGHT - 14);
    rb_svg_text(out, plot->x_label);
    fprintf(out, "</text>\n<text transform='translate(20 %d) rotate(-90)' text-anchor='middle'>",
            (HEIGHT + TOP - BOTTOM) / 2);
    rb_svg_text(out, plot->y_label);
    fputs("</text>\n", out);
}

static void write_dots(FILE *out, const rb_svg_curve *c, int index, const range *x,
                       const range *y) {
    const char *colour = colours[index % 8];
    for (int i = 0; i < c->count; i++) {
        fprintf(out, "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'/>\n", x_of(x, abscissa(c, i)),
                y_of(y, c->y[i]), colour);
    }
    int legend = TOP + 10 + 18 * index;
    fprintf(out, "<circle cx='%d' cy='%d' r='4' fill='%s'/><text x='%d' y='%d'>",
            WIDTH - RIGHT + 32, legend, colour, WIDTH - RIGHT + 58, legend + 4);
    rb_svg_text(out, c->name);
    fputs("</text>\n", out);
}

static void write_curve(FILE *out, const rb_svg_curve *c, int index, const range *x,
                        const range *y) {
    const char *colour = colours[index % 8], *dash = dashes[(index / 8 + index) % 4];
    if (c->dots) {
        write_dots(out, c, index, x, y);
        return;
    }
    fprintf(out,
            "<polyline fill='none' stroke='%s' stroke-width='1.8' stroke-linejoin='round' "
            "stroke-dasharray='%s' "
            "points='",
            colour, dash);
    for (int i = 0; i < c->count; i++) {
        fprintf(out, "%.1f,%.1f ", x_of(x, abscissa(c, i)), y_of(y, c->y[i]));
    }
    int legend = TOP + 10 + 18 * index;
    fprintf(out,
            "'/>\n<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='%s' stroke-width='2.5' "
            "stroke-dasharray='%s'/><text x='%d' y='%d'>",
            WIDTH - RIGHT + 14, legend, WIDTH - RIGHT + 50, legend, colour, dash,
            WIDTH - RIGHT + 58, legend + 4);
    rb_svg_text(out, c->name);
    fputs("</text>\n", out);
}

void rb_svg_plot_write(FILE *out, const rb_svg_plot *plot) {
    range x, y;
    find_ranges(plot, &x, &y);
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
            "font-size='13'>\n<style>.grid{stroke:#ddd}.axis{stroke:#888}</style>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n"
            "<text x='%d' y='28' font-size='18'>",
            WIDTH, HEIGHT, LEFT);
    rb_svg_text(out, plot->title);
    fprintf(out, "</text>\n<text x='%d' y='48'>", LEFT);
    rb_svg_text(out, plot->subtitle);
    fputs("</text>\n", out);
    write_axes(out, plot, &x, &y);
    for (int k = 0; k < plot->curve_count; k++) {
        write_curve(out, &plot->curves[k], k, &x, &y);
    }
    fprintf(out, "</svg>\n");
}
