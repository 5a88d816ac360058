#include "plot/plot_labels.h"

#include <math.h>
#include <stdlib.h>

#include "math/pi.h"

enum { SIZE = 10, HEIGHT = 11 };

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
    double w = rb_canvas_text_width(text, SIZE) + 3;
    for (int ring = 0; ring < 14; ring++) {
        for (int k = 0; k < 16; k++) {
            double angle = (k % 2 == 0 ? k / 2 : -(k + 1) / 2) * (RB_PI / 8);
            double r = 8 + 7 * ring, c = cos(angle), at = x + r * c;
            at -= c > 0.3 ? 0 : c < -0.3 ? w : w / 2;
            box b = {at, y + r * sin(angle) - HEIGHT / 2.0, w, HEIGHT};
            if (is_free(all, b)) {
                return b;
            }
        }
    }
    return (box){x + 8, y - HEIGHT / 2.0, w, HEIGHT};
}

static double abscissa(const rb_curve *c, int i) {
    return c->x != NULL ? c->x[i] : c->x0 + i * c->dx;
}

static void draw_label(const rb_chart *chart, boxes *all, const rb_curve *c, int index, uint32_t colour) {
    double x = rb_chart_x(chart, abscissa(c, index)), y = rb_chart_y(chart, c->y[index]);
    box b = place(all, x, y, c->labels[index]);
    all->items[all->count++] = b;
    double end = fmin(fmax(x, b.x), b.x + b.w);
    rb_canvas_line(chart->canvas, (double[]){x, y, end, b.y + HEIGHT / 2.0}, 2, 0.5, colour);
    rb_canvas_text(chart->canvas, b.x + 1, b.y + 9, SIZE, RB_ANCHOR_START, false, colour, c->labels[index]);
}

bool rb_plot_labels(const rb_chart *chart, const rb_plot *plot) {
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
