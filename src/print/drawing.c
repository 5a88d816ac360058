/* A drawing of a stone to print, one page of A4: top and side view to scale with dimensions in millimetres,
   weights, and what to expect of it. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "math/pi.h"
#include "plot/canvas.h"
#include "print/print.h"

#define POINTS_PER_MM (72 / 25.4)
enum { PAGE_WIDTH = 842, PAGE_HEIGHT = 595, CORNERS = 96 }; /* A4 across, points */
#define THIN 0.6
#define THICK 1.4
#define DIMENSION_COLOUR 0x0072B2
#define AXIS_COLOUR 0xD55E00

/* A view: its middle on the page, points, and points per metre. */
typedef struct view {
    rb_canvas *canvas;
    double x, y, scale;
} view;

RB_PRINTF(5, 6)
static void label(view *v, double x, double y, rb_anchor anchor, const char *format, ...) {
    char text[160];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    rb_canvas_text(v->canvas, x, y, 11, anchor, false, RB_CANVAS_INK, text);
}

static void segment(view *v, double x0, double y0, double x1, double y1, double width, uint32_t colour,
                    int dash) {
    const double points[] = {x0, y0, x1, y1};
    rb_canvas_dashed_line(v->canvas, points, 2, width, colour, dash);
}

/* An arc of an ellipse about (x, y) of the view, m, from angle 0 to `end`. */
static void ellipse(view *v, double x, double y, double a, double b, double end) {
    double points[2 * (CORNERS + 1)];
    for (int i = 0; i <= CORNERS; i++) {
        points[2 * i] = v->x + v->scale * (x + a * cos(end * i / CORNERS));
        points[2 * i + 1] = v->y - v->scale * (y + b * sin(end * i / CORNERS));
    }
    rb_canvas_line(v->canvas, points, CORNERS + 1, THICK, RB_CANVAS_INK);
}

/* A dimension line across from x0 to x1, points, with ticks at its ends; `length` in m. */
static void across(view *v, double x0, double x1, double y, double length) {
    segment(v, x0, y, x1, y, THIN, DIMENSION_COLOUR, 0);
    segment(v, x0, y - 4, x0, y + 4, THIN, DIMENSION_COLOUR, 0);
    segment(v, x1, y - 4, x1, y + 4, THIN, DIMENSION_COLOUR, 0);
    label(v, (x0 + x1) / 2, y - 4, RB_ANCHOR_MIDDLE, "%.4g", 1e3 * length);
}

/* The same upwards; the number is to the right. */
static void upwards(view *v, double x, double y0, double y1, double length) {
    segment(v, x, y0, x, y1, THIN, DIMENSION_COLOUR, 0);
    segment(v, x - 4, y0, x + 4, y0, THIN, DIMENSION_COLOUR, 0);
    segment(v, x - 4, y1, x + 4, y1, THIN, DIMENSION_COLOUR, 0);
    label(v, x + 7, (y0 + y1) / 2 + 4, RB_ANCHOR_START, "%.4g", 1e3 * length);
}

/* The largest x and y of the outline. */
static void outline_size(const rb_stone_design *d, double *length, double *width) {
    *length = *width = 0;
    for (int i = 0; i < CORNERS; i++) {
        double x = 0, y = 0, area;
        rb_stone_top(d, 1, 2 * RB_PI * i / CORNERS, &x, &y, &area);
        *length = fmax(*length, fabs(x));
        *width = fmax(*width, fabs(y));
    }
}

static void outline(view *v, const rb_stone_design *d) {
    double points[2 * (CORNERS + 1)];
    for (int i = 0; i <= CORNERS; i++) {
        double x = 0, y = 0, area;
        rb_stone_top(d, 1, 2 * RB_PI * i / CORNERS, &x, &y, &area);
        points[2 * i] = v->x + v->scale * x;
        points[2 * i + 1] = v->y - v->scale * y;
    }
    rb_canvas_line(v->canvas, points, CORNERS + 1, THICK, RB_CANVAS_INK);
}

static double hole_radius(const rb_stone_design *d, const rb_stone_weight *w) {
    return w->v[RB_WEIGHT_RADIUS] + (w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE ? 0 : d->v[RB_STONE_CLEARANCE]);
}

/* From above: outline, holes, and the axis of inertia along the stone. */
static void draw_top(view *v, const rb_stone_design *d, double skew) {
    double s = v->scale, length, width;
    outline_size(d, &length, &width);
    double w = s * length, h = s * width;
    outline(v, d);
    segment(v, v->x - w - 8, v->y, v->x + w + 8, v->y, THIN, RB_CANVAS_INK, 1);
    segment(v, v->x, v->y - h - 8, v->x, v->y + h + 8, THIN, RB_CANVAS_INK, 1);
    double c = 1.05 * w * cos(skew), q = 1.05 * w * sin(skew);
    segment(v, v->x - c, v->y + q, v->x + c, v->y - q, THIN, AXIS_COLOUR, 2);
    across(v, v->x - w, v->x + w, v->y - h - 34, 2 * length);
    upwards(v, v->x + w + 24, v->y + h, v->y - h, 2 * width);
    for (int i = 0; i < d->weight_count; i++) {
        const double *value = d->weights[i].v;
        double r = hole_radius(d, &d->weights[i]), x = v->x + s * value[RB_WEIGHT_X],
               y = v->y - s * value[RB_WEIGHT_Y];
        ellipse(v, value[RB_WEIGHT_X], value[RB_WEIGHT_Y], r, r, 2 * RB_PI);
        if (i == 0) {
            segment(v, x, y, x, v->y + h + 26, THIN, DIMENSION_COLOUR, 0);
            across(v, v->x, x, v->y + h + 26, value[RB_WEIGHT_X]);
        }
        label(v, x + s * r + 5, y - s * r - 3, RB_ANCHOR_START, "%d: y = %.4g", i + 1,
              1e3 * value[RB_WEIGHT_Y]);
    }
}

/* From the side: the flat top, the underside along the middle, and the depths of the holes. */
static void draw_side(view *v, const rb_stone_design *d) {
    double s = v->scale, points[2 * (CORNERS + 1)], x, y, area, z;
    rb_vec3 normal;
    double w = 0;
    for (int i = 0; i <= CORNERS; i++) { /* from one end to the other */
        double share = cos(RB_PI * i / CORNERS);
        z = 0, x = 0;
        rb_stone_top(d, fabs(share), share > 0 ? 0 : RB_PI, &x, &y, &area);
        rb_stone_underside(d, x, y, &z, &normal);
        points[2 * i] = v->x + s * x;
        points[2 * i + 1] = v->y - s * fmin(z, 0);
        w = fmax(w, s * fabs(x));
    }
    rb_canvas_line(v->canvas, points, CORNERS + 1, THICK, RB_CANVAS_INK);
    const double top[] = {points[0],           points[1], points[0],           v->y,
                          points[2 * CORNERS], v->y,      points[2 * CORNERS], points[2 * CORNERS + 1]};
    rb_canvas_line(v->canvas, top, 4, THICK, RB_CANVAS_INK);
    upwards(v, v->x + w + 24, v->y + s * d->v[RB_STONE_A3], v->y, d->v[RB_STONE_A3]);
    for (int i = 0; i < d->weight_count; i++) {
        const double *value = d->weights[i].v;
        double r = s * hole_radius(d, &d->weights[i]), at = v->x + s * value[RB_WEIGHT_X],
               deep = v->y + s * value[RB_WEIGHT_DEPTH];
        const double hole[] = {at - r, v->y, at - r, deep, at + r, deep, at + r, v->y};
        rb_canvas_dashed_line(v->canvas, hole, 4, THIN, RB_CANVAS_INK, 1);
        if (i == 0 && value[RB_WEIGHT_DEPTH] > 0) {
            upwards(v, at + r + 8, deep, v->y, value[RB_WEIGHT_DEPTH]);
        }
    }
}

/* "1, 2: cylinder, diameter 6, height 6, steel": weights of one kind share a line. Returns the next y. */
static double write_weights(view *v, const rb_stone_design *d, double y) {
    for (int i = 0; i < d->weight_count; i++) {
        const double *a = d->weights[i].v;
        char numbers[80] = "", kind[120];
        bool first = true;
        for (int j = 0; j < d->weight_count; j++) {
            const double *b = d->weights[j].v;
            bool same = a[RB_WEIGHT_SHAPE] == b[RB_WEIGHT_SHAPE];
            for (int k = RB_WEIGHT_RADIUS; k < RB_WEIGHT_VALUES; k++) {
                same = same && a[k] == b[k];
            }
            first = first && !(same && j < i);
            size_t used = strlen(numbers);
            if (same) {
                snprintf(numbers + used, sizeof numbers - used, "%s%d", used > 0 ? ", " : "", j + 1);
            }
        }
        if (!first) {
            continue;
        }
        const rb_weight_material *material = rb_weight_material_of(a[RB_WEIGHT_DENSITY]);
        if (a[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE) {
            snprintf(kind, sizeof kind, "empty hole");
        } else if (a[RB_WEIGHT_SHAPE] == RB_WEIGHT_SPHERE) {
            snprintf(kind, sizeof kind, "sphere, diameter %.4g", 2e3 * a[RB_WEIGHT_RADIUS]);
        } else {
            snprintf(kind, sizeof kind, "cylinder, diameter %.4g, height %.4g", 2e3 * a[RB_WEIGHT_RADIUS],
                     1e3 * a[RB_WEIGHT_HEIGHT]);
        }
        label(v, v->x, y += 15, RB_ANCHOR_START, "Weight %s: %s, %.5g kg/m³%s%s; hole of %.4g x %.4g.",
              numbers, kind, a[RB_WEIGHT_DENSITY], material != NULL ? ", " : "",
              material != NULL ? material->name : "", 2e3 * hole_radius(d, &d->weights[i]),
              1e3 * a[RB_WEIGHT_DEPTH]);
    }
    return y;
}

/* Returns the y of the last line. */
static double write_notes(view *v, const rb_stone_design *d, const rb_stone_prediction *p, double mass,
                          double skew) {
    double y = v->y;
    label(v, v->x, y, RB_ANCHOR_START,
          "Print: %.4g kg/m³, flat side down; sand the underside. %.4g g with weights.",
          d->v[RB_STONE_DENSITY], 1e3 * mass);
    if (d->v[RB_STONE_SHELL] > 0 && d->v[RB_STONE_INFILL] < 1) {
        label(v, v->x, y += 15, RB_ANCHOR_START, "Walls, top and bottom of %.3g mm, infill %.3g %%.",
              1e3 * d->v[RB_STONE_SHELL], 100 * d->v[RB_STONE_INFILL]);
    }
    y = write_weights(v, d, y);
    label(v, v->x, y += 15, RB_ANCHOR_START,
          "Skew: %.3g degrees between the axis of inertia (orange) and the long axis.", skew * 180 / RB_PI);
    label(v, v->x, y += 15, RB_ANCHOR_START,
          "Spun %s, seen from above, at %.3g rad/s:", p->spin > 0 ? "anticlockwise" : "clockwise",
          fabs(p->spin));
    for (int i = 0; i < RB_STONE_TABLES; i++) {
        if (isfinite(p->reversal[i])) {
            label(v, v->x, y += 15, RB_ANCHOR_START,
                  "    on a table with friction %.3g: first reversal after %.3g s.", p->mu[i],
                  p->reversal[i]);
        } else {
            label(v, v->x, y += 15, RB_ANCHOR_START, "    on a table with friction %.3g: no reversal.",
                  p->mu[i]);
        }
    }
    return y;
}

/* The largest usual scale at which both views fit, points per metre. */
static double choose_scale(const rb_stone_design *d, double *ratio) {
    static const double usual[] = {10, 5, 2, 1, 0.5, 0.2, 0.1};
    const int count = sizeof usual / sizeof usual[0];
    double scale = 0, length, width, depth = d->v[RB_STONE_A3];
    outline_size(d, &length, &width);
    for (int i = 0; i < count; i++) {
        *ratio = usual[i];
        scale = 1e3 * POINTS_PER_MM * usual[i];
        if (scale * 2 * length < PAGE_WIDTH - 180 && scale * (2 * width + depth) < 230) {
            return scale;
        }
    }
    *ratio = 0; /* not to scale */
    return fmin((PAGE_WIDTH - 180) / (2 * length), 230 / (2 * width + depth));
}

bool rb_stone_draw(FILE *out, rb_picture_format format, const char *name, const rb_stone_design *d,
                   const rb_mass *mass, const rb_stone_prediction *prediction, const rb_stone_band *band) {
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, format, PAGE_WIDTH, PAGE_HEIGHT)) {
        return false;
    }
    double ratio, scale = choose_scale(d, &ratio), middle = PAGE_WIDTH / 2.0 - 20, length, width;
    outline_size(d, &length, &width);
    view top = {&canvas, middle, 110 + scale * width, scale};
    view side = {&canvas, middle, top.y + scale * width + 70, scale};
    view notes = {&canvas, 60, side.y + scale * d->v[RB_STONE_A3] + 40, scale};
    char title[120];
    snprintf(title, sizeof title, "%.60s: a rattleback to print", name);
    rb_canvas_text(&canvas, 60, 40, 16, RB_ANCHOR_START, false, RB_CANVAS_INK, title);
    if (ratio > 0) {
        label(&notes, 60, 58, RB_ANCHOR_START,
              ratio >= 1 ? "Lengths in mm, scale %.0f : 1 on A4" : "Lengths in mm, scale 1 : %.0f on A4",
              ratio >= 1 ? ratio : 1 / ratio);
    } else {
        label(&notes, 60, 58, RB_ANCHOR_START, "Lengths in mm, not to scale");
    }
    draw_top(&top, d, mass->skew);
    draw_side(&side, d);
    double y = write_notes(&notes, d, prediction, mass->mass, mass->skew);
    if (band != NULL && band->count > 0) {
        label(&notes, notes.x, y + 15, RB_ANCHOR_START,
              "Printed copies: %.3g %% reverse; 5 to 95 %% of them after %.3g to %.3g s.", 100 * band->share,
              band->low, band->high);
    }
    return rb_canvas_end(&canvas);
}
