#include "plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/pi.h"

/* ---------------------------------------------------------------- labels */

enum { LABEL_SIZE = 10, LABEL_HEIGHT = 11 };

/* A box that labels must not cover: another label or a dot. */
typedef struct box {
    double x, y, w, h; /* left, top, width, height */
} box;

typedef struct boxes {
    box *items;
    int count;
    box frame;
} boxes;

static bool is_free(const boxes *all, box b) {
    const box *f = &all->frame;
    if (b.x < f->x || b.x + b.w > f->x + f->w || b.y < f->y || b.y + b.h > f->y + f->h) {
        return false;
    }
    for (int i = 0; i < all->count; i++) {
        const box *o = &all->items[i];
        if (b.x < o->x + o->w && o->x < b.x + b.w && b.y < o->y + o->h && o->y < b.y + b.h) {
            return false;
        }
    }
    return true;
}

/* The first free place around a dot: right, left, then on wider and wider rings. */
static box place(const boxes *all, double x, double y, const char *text) {
    double w = rb_canvas_text_width(text, LABEL_SIZE) + 3;
    for (int ring = 0; ring < 14; ring++) {
        for (int k = 0; k < 16; k++) {
            double angle = (k % 2 == 0 ? k / 2 : -(k + 1) / 2) * (RB_PI / 8);
            double r = 8 + 7 * ring, c = cos(angle), at = x + r * c;
            at -= c > 0.3 ? 0 : c < -0.3 ? w : w / 2;
            box b = {at, y + r * sin(angle) - LABEL_HEIGHT / 2.0, w, LABEL_HEIGHT};
            if (is_free(all, b)) {
                return b;
            }
        }
    }
    return (box){x + 8, y - LABEL_HEIGHT / 2.0, w, LABEL_HEIGHT};
}

static double abscissa(const rb_curve *c, int i) {
    return c->x != NULL ? c->x[i] : c->x0 + i * c->dx;
}

static void draw_label(const rb_chart *chart, boxes *all, const rb_curve *c, int index, uint32_t colour) {
    double x = rb_chart_x(chart, abscissa(c, index)), y = rb_chart_y(chart, c->y[index]);
    box b = place(all, x, y, c->labels[index]);
    all->items[all->count++] = b;
    double end = fmin(fmax(x, b.x), b.x + b.w);
    rb_canvas_line(chart->canvas, (double[]){x, y, end, b.y + LABEL_HEIGHT / 2.0}, 2, 0.5, colour);
    rb_canvas_text(chart->canvas, b.x + 1, b.y + 9, LABEL_SIZE, RB_ANCHOR_START, false, colour,
                   c->labels[index]);
}

/* Draws the labels of dots so that they cover neither dots nor each other. False when out of memory. */
static bool draw_labels(const rb_chart *chart, const rb_plot *plot) {
    int count = 0;
    for (int k = 0; k < plot->curve_count; k++) {
        count += plot->curves[k].labels != NULL ? plot->curves[k].count : 0;
    }
    if (count == 0) {
        return true;
    }
    double left = rb_chart_x(chart, chart->x.from), top = rb_chart_y(chart, chart->y.to);
    boxes all = {
        .frame = {left, top, rb_chart_x(chart, chart->x.to) - left, rb_chart_y(chart, chart->y.from) - top}};
    all.items = calloc(2 * (size_t)count, sizeof *all.items);
    if (all.items == NULL) {
        return false;
    }
    for (int k = 0; k < plot->curve_count; k++) {
        const rb_curve *c = &plot->curves[k];
        for (int i = 0; c->labels != NULL && i < c->count; i++) {
            double x = rb_chart_x(chart, abscissa(c, i)), y = rb_chart_y(chart, c->y[i]);
            all.items[all.count++] = (box){x - 5, y - 5, 10, 10};
        }
    }
    for (int k = 0; k < plot->curve_count; k++) {
        const rb_curve *c = &plot->curves[k];
        for (int i = 0; c->labels != NULL && i < c->count; i++) {
            draw_label(chart, &all, c, i, rb_line_colour(c->style > 0 ? c->style - 1 : k));
        }
    }
    free(all.items);
    return true;
}

/* ---------------------------------------------------------------- plots */

enum {
    WIDTH = 960, /* of a sheet with one plot */
    HEIGHT = 560,
    PANEL_WIDTH = 520,
    PANEL_HEIGHT = 340,
    HEAD = 58, /* title of a sheet */
    LEGEND_LINE = 30
};

static bool fits(const rb_chart_axis *axis, double value) {
    return isfinite(value) && (!axis->logarithmic || value > 0);
}

static void include(rb_chart_axis *axis, double value) {
    axis->from = fmin(axis->from, value);
    axis->to = fmax(axis->to, value);
}

/* Computes missing ranges from the data. Bars start at zero. */
static void find_ranges(const rb_plot *plot, rb_chart *chart) {
    bool own_x = plot->x.from == plot->x.to, own_y = plot->y.from == plot->y.to;
    rb_chart_axis x = plot->x, y = plot->y;
    x.from = y.from = INFINITY;
    x.to = y.to = -INFINITY;
    for (int k = 0; k < plot->curve_count; k++) {
        const rb_curve *c = &plot->curves[k];
        for (int i = 0; i < c->count; i++) {
            double at = abscissa(c, i);
            if (fits(&x, at) && fits(&y, c->y[i])) {
                include(&x, at);
                include(&y, c->y[i]);
                if (c->mark == RB_MARK_BARS && !y.logarithmic) {
                    include(&y, 0);
                }
            }
        }
    }
    if (!(x.from <= x.to)) { /* no data */
        x.from = y.from = plot->x.logarithmic ? 1 : 0;
        x.to = y.to = plot->x.logarithmic ? 10 : 1;
    }
    if (own_x) {
        chart->x.from = x.from;
        chart->x.to = x.to;
        rb_chart_round(&chart->x);
    }
    if (own_y) {
        chart->y.from = y.from;
        chart->y.to = y.to;
        rb_chart_round(&chart->y);
    }
    if (plot->x.names != NULL) {
        chart->x.from = -0.6;
        chart->x.to = plot->x.name_count - 0.4;
    }
}

/* ---------------------------------------------------------------- curves */

static bool is_inside(const rb_chart *chart, double x, double y) {
    double u = (rb_chart_x(chart, x) - rb_chart_x(chart, chart->x.from)) /
               (rb_chart_x(chart, chart->x.to) - rb_chart_x(chart, chart->x.from));
    double v = (rb_chart_y(chart, y) - rb_chart_y(chart, chart->y.from)) /
               (rb_chart_y(chart, chart->y.to) - rb_chart_y(chart, chart->y.from));
    return u >= -1e-6 && u <= 1 + 1e-6 && v >= -1e-6 && v <= 1 + 1e-6;
}

typedef struct pen {
    uint32_t colour;
    int dash;
} pen;

static pen pen_of(const rb_curve *c, int index) {
    int style = c->style > 0 ? c->style - 1 : index;
    return (pen){rb_line_colour(style), c->solid ? 0 : (style / 8 + style) % RB_CANVAS_DASHES};
}

/* Pieces of the line inside the frame; points has room for all. */
static void draw_line(const rb_chart *chart, const rb_curve *c, pen p, double *points) {
    int used = 0;
    for (int i = 0; i <= c->count; i++) {
        double x = i < c->count ? abscissa(c, i) : NAN, y = i < c->count ? c->y[i] : NAN;
        if (fits(&chart->x, x) && fits(&chart->y, y) && is_inside(chart, x, y)) {
            points[2 * used] = rb_chart_x(chart, x);
            points[2 * used + 1] = rb_chart_y(chart, y);
            used++;
        } else {
            if (used > 1) {
                rb_canvas_dashed_line(chart->canvas, points, used, c->size > 0 ? c->size : 1.8, p.colour,
                                      p.dash);
            }
            used = 0;
        }
    }
}

static void draw_dots(const rb_chart *chart, const rb_curve *c, pen p, double *points) {
    int used = 0;
    for (int i = 0; i < c->count; i++) {
        double x = abscissa(c, i), y = c->y[i];
        if (fits(&chart->x, x) && fits(&chart->y, y) && is_inside(chart, x, y)) {
            points[2 * used] = rb_chart_x(chart, x);
            points[2 * used + 1] = rb_chart_y(chart, y);
            used++;
        }
    }
    rb_canvas_dots(chart->canvas, points, used, c->size > 0 ? c->size : 3, p.colour);
}

/* Bars of several curves stand side by side; each has its value above it. */
static void draw_bars(const rb_chart *chart, const rb_plot *plot, int index, pen p) {
    const rb_curve *c = &plot->curves[index];
    double step = rb_chart_x(chart, 1) - rb_chart_x(chart, 0);
    double w = 0.7 * step / plot->curve_count;
    double bottom = rb_chart_y(chart, chart->y.logarithmic ? chart->y.from : 0);
    for (int i = 0; i < c->count; i++) {
        if (!fits(&chart->y, c->y[i])) {
            continue;
        }
        double x = rb_chart_x(chart, abscissa(c, i)) - 0.35 * step + index * w;
        double y = rb_chart_y(chart, c->y[i]);
        char text[32];
        rb_canvas_rect(chart->canvas, x, y, 0.92 * w, bottom - y, p.colour);
        snprintf(text, sizeof text, "%.3g", c->y[i]);
        rb_canvas_text(chart->canvas, x + 0.46 * w, y - 4, fmin(12, 0.42 * w + 4), RB_ANCHOR_MIDDLE, false,
                       RB_CANVAS_INK, text);
    }
}

static bool draw_curves(const rb_chart *chart, const rb_plot *plot) {
    for (int k = 0; k < plot->curve_count; k++) {
        const rb_curve *c = &plot->curves[k];
        pen p = pen_of(c, k);
        if (c->mark == RB_MARK_BARS) {
            draw_bars(chart, plot, k, p);
            continue;
        }
        double *points = malloc(2 * sizeof *points * (size_t)(c->count + 1));
        if (points == NULL) {
            return false;
        }
        if (c->mark == RB_MARK_DOTS) {
            draw_dots(chart, c, p, points);
        } else {
            draw_line(chart, c, p, points);
        }
        free(points);
    }
    return true;
}

/* ---------------------------------------------------------------- legend */

static double legend_width(const rb_plot *plot, double size) {
    double widest = 0;
    for (int k = 0; k < plot->curve_count; k++) {
        const char *name = plot->curves[k].name;
        widest = fmax(widest, name != NULL ? rb_canvas_text_width(name, size) : 0);
    }
    return widest > 0 ? widest + LEGEND_LINE + 26 : 0;
}

static void draw_legend(const rb_chart *chart, const rb_plot *plot) {
    double size = rb_chart_text_size(chart) - 1;
    double left = rb_chart_x(chart, chart->x.to) + 12 + (chart->colours != NULL ? 90 : 0);
    double y = rb_chart_y(chart, chart->y.to) + 10;
    for (int k = 0; k < plot->curve_count; k++) {
        const rb_curve *c = &plot->curves[k];
        if (c->name == NULL) {
            continue;
        }
        pen p = pen_of(c, k);
        if (c->mark == RB_MARK_LINE) {
            const double at[] = {left, y, left + LEGEND_LINE, y};
            rb_canvas_dashed_line(chart->canvas, at, 2, 2.5, p.colour, p.dash);
        } else {
            rb_canvas_dot(chart->canvas, left + LEGEND_LINE / 2.0, y, 4, p.colour);
        }
        rb_canvas_text(chart->canvas, left + LEGEND_LINE + 8, y + size / 3, size, RB_ANCHOR_START, false,
                       RB_CANVAS_INK, c->name);
        y += 1.4 * size;
    }
}

/* ---------------------------------------------------------------- whole plots */

static bool draw_plot(rb_canvas *canvas, const rb_plot *plot, const rb_chart *place) {
    rb_chart chart = *place;
    rb_colours colours;
    chart.title = plot->title;
    chart.subtitle = plot->subtitle;
    chart.x = plot->x;
    chart.y = plot->y;
    chart.canvas = canvas;
    find_ranges(plot, &chart);
    const rb_field *field = &plot->field;
    if (field->values != NULL) {
        colours = rb_colours_of(field->values, (long long)field->columns * field->rows, 1);
        chart.colours = &colours;
        chart.colour_label = field->label;
    }
    chart.grid = field->values == NULL;
    chart.legend_room = legend_width(plot, rb_chart_text_size(&chart) - 1);
    chart.tick_room = rb_chart_tick_room(&chart);
    rb_chart_begin(&chart);
    if (field->values != NULL) {
        rb_chart_cells(&chart, field->values, field->columns, field->rows, 1);
    }
    if (!draw_curves(&chart, plot) || !draw_labels(&chart, plot)) {
        return false;
    }
    draw_legend(&chart, plot);
    rb_chart_end(&chart);
    return true;
}

bool rb_plot_write(FILE *out, rb_picture_format format, const rb_plot *plot) {
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, format, WIDTH, HEIGHT)) {
        return false;
    }
    bool ok = draw_plot(&canvas, plot, &(rb_chart){.width = WIDTH, .height = HEIGHT});
    return rb_canvas_end(&canvas) && ok;
}

bool rb_sheet_write(FILE *out, rb_picture_format format, const rb_sheet *sheet) {
    if (sheet->plot_count == 1) {
        rb_plot plot = sheet->plots[0];
        plot.title = sheet->title;
        plot.subtitle = sheet->subtitle;
        return rb_plot_write(out, format, &plot);
    }
    int columns = sheet->columns > 0 ? sheet->columns : 1;
    int rows = (sheet->plot_count + columns - 1) / columns;
    double panel = columns > 1 ? PANEL_WIDTH : WIDTH;
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, format, (int)(columns * panel), HEAD + rows * PANEL_HEIGHT)) {
        return false;
    }
    rb_canvas_text(&canvas, 20, 26, 20, RB_ANCHOR_START, false, RB_CANVAS_INK, sheet->title);
    if (sheet->subtitle != NULL) {
        rb_canvas_text(&canvas, 20, 46, 14, RB_ANCHOR_START, false, RB_CANVAS_INK, sheet->subtitle);
    }
    bool ok = true;
    for (int i = 0; i < sheet->plot_count && ok; i++) {
        int row = i / columns;
        rb_chart place = {.left = panel * (i % columns),
                          .top = HEAD + PANEL_HEIGHT * row,
                          .width = panel,
                          .height = PANEL_HEIGHT,
                          .panel = true};
        ok = draw_plot(&canvas, &sheet->plots[i], &place);
    }
    return rb_canvas_end(&canvas) && ok;
}
