#include "print/lettering.h"

#include <math.h>
#include <string.h>

#include "math/pi.h"
#include "plot/canvas_formats.h"

/* Units of the font: capitals are 8 high; letters go down to -2. */
static const double capital = 8, below = 3, above = 10, arrow_width = 11, half_pen = 0.62;
enum { CELLS = 2 }; /* per unit */

/* ---------------------------------------------------------------- strokes */

static double distance_to(double x, double y, const double a[2], const double b[2]) {
    double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
    double t = square > 0 ? fmin(fmax(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0), 1) : 0;
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/* Inks the cells near a segment; units of the font, (0, 0) is the beginning of the baseline. */
static void draw_segment(rb_lettering_grid *g, const double a[2], const double b[2]) {
    for (int i = 1; i + 1 < g->columns; i++) {
        double x = (i + 0.5) / CELLS - 1;
        for (int j = 1; j + 1 < g->rows && x > fmin(a[0], b[0]) - 1 && x < fmax(a[0], b[0]) + 1; j++) {
            double y = (j + 0.5) / CELLS - below;
            g->ink[i][j] = g->ink[i][j] || distance_to(x, y, a, b) < half_pen;
        }
    }
}

static double coordinate(char c) {
    return c == 'a' ? -1 : c == 'b' ? -2 : c - '0';
}

static void draw_glyph(rb_lettering_grid *g, const rb_glyph *glyph, double x, double y, double scale) {
    double last[2] = {0, 0};
    bool down = false;
    for (const char *at = glyph->strokes; at[0] != '\0';) {
        if (at[0] == ' ') {
            down = false;
            at++;
            continue;
        }
        const double point[2] = {x + scale * coordinate(at[0]), y + scale * coordinate(at[1])};
        draw_segment(g, down ? last : point, point);
        memcpy(last, point, sizeof last);
        down = true;
        at += 2;
    }
}

static void draw_text(rb_lettering_grid *g, double x, const char *text) {
    double scale = 1, rise = 0;
    for (uint32_t code; (code = rb_stroke_next(&text)) != 0;) {
        const rb_glyph *glyph = rb_stroke_glyph(rb_stroke_small(code, &scale, &rise));
        draw_glyph(g, glyph, x, rise, scale);
        x += scale * glyph->advance;
    }
}

/* Three quarters of a circle with a head. */
static void draw_arrow(rb_lettering_grid *g, int direction) {
    enum { STEPS = 24 };
    const double middle[2] = {4.5, 4}, radius = 3.8;
    double last[2] = {middle[0] + radius, middle[1]};
    for (int i = 1; i <= STEPS; i++) {
        double angle = direction * 1.5 * RB_PI * i / STEPS;
        const double point[2] = {middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)};
        draw_segment(g, last, point);
        memcpy(last, point, sizeof last);
    }
    /* The end is below the middle (anticlockwise) or above it, and points to +x. */
    for (int side = -1; side <= 1; side += 2) {
        const double barb[2] = {last[0] - 1.8, last[1] + 1.8 * side};
        draw_segment(g, last, barb);
    }
}

/* Two cells that touch at a corner only would share an edge of four triangles: one of their neighbours is
 * inked. */
static void join_corners(rb_lettering_grid *g) {
    for (bool again = true; again;) {
        again = false;
        for (int i = 1; i + 2 < g->columns; i++) {
            for (int j = 1; j + 2 < g->rows; j++) {
                bool a = g->ink[i][j], b = g->ink[i + 1][j], c = g->ink[i][j + 1], d = g->ink[i + 1][j + 1];
                if ((a && d && !b && !c) || (b && c && !a && !d)) {
                    g->ink[i][j] = g->ink[i + 1][j] = true;
                    again = true;
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- place */

/* Is the rectangle on the top, with walls to the underside and to the holes? */
static bool fits(const rb_stone_design *d, const rb_lettering_grid *g) {
    double width = g->columns * g->cell, height = g->rows * g->cell, wall = d->v[RB_STONE_WALL];
    double depth = fmax(g->depth, 0) + wall;
    for (int i = 0; i <= 40; i++) {
        double x = g->x + width * i / 40;
        if (!rb_stone_has_circle(d, x, g->y, wall / 2, depth) ||
            !rb_stone_has_circle(d, x, g->y + height, wall / 2, depth)) {
            return false;
        }
    }
    for (int i = 0; i < d->weight_count; i++) {
        const double *v = d->weights[i].v;
        double dx = fmax(fmax(g->x - v[RB_WEIGHT_X], v[RB_WEIGHT_X] - g->x - width), 0);
        double dy = fmax(fmax(g->y - v[RB_WEIGHT_Y], v[RB_WEIGHT_Y] - g->y - height), 0);
        if (hypot(dx, dy) < v[RB_WEIGHT_RADIUS] + d->v[RB_STONE_CLEARANCE] + wall) {
            return false;
        }
    }
    return true;
}

static void place(rb_lettering_grid *g, double height) {
    g->cell = height / capital / CELLS;
    g->x = -g->columns * g->cell / 2;
    g->y = -g->rows * g->cell / 2;
}

rb_status rb_lettering_make(const rb_stone_design *d, const rb_stone_lettering *l, rb_lettering_grid *g,
                            rb_error *err) {
    static const double largest = 6e-3, smallest = 2e-3, step = 0.25e-3; /* m */
    double begin = l->arrow != 0 ? arrow_width : 0;
    double width = begin + rb_stroke_width(l->text) + 2;
    memset(g, 0, sizeof *g);
    g->columns = (int)ceil(width * CELLS) + CELLS;
    g->rows = (int)((above + below) * CELLS);
    g->depth = l->depth;
    if (g->columns > RB_LETTERING_COLUMNS) {
        return rb_fail(err, RB_ERR_INPUT, "stone: text: expected about 30 characters at most, got \"%s\"",
                       l->text);
    }
    double height = l->height > 0 ? l->height : largest;
    for (place(g, height); l->height == 0 && height > smallest && !fits(d, g); place(g, height)) {
        height -= step;
    }
    if (!fits(d, g)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "stone: text: \"%s\" does not fit between the holes of the flat top at a height of "
                       "%.3g mm; use a "
                       "shorter text",
                       l->text, 1e3 * height);
    }
    if (l->arrow != 0) {
        draw_arrow(g, l->arrow);
    }
    draw_text(g, begin, l->text);
    join_corners(g);
    return RB_OK;
}

/* ---------------------------------------------------------------- surface */

/* Indices of the corners of cells, on the top and on the floor of the letters; -1: none yet. */
typedef struct lattice {
    const rb_lettering_grid *grid;
    rb_mesh *mesh;
    int64_t at[2][RB_LETTERING_COLUMNS + 1][RB_LETTERING_ROWS + 1];
    bool ok;
} lattice;

static size_t corner(lattice *l, bool sunk, int i, int j) {
    const rb_lettering_grid *g = l->grid;
    int64_t *at = &l->at[sunk][i][j];
    if (*at < 0) {
        *at = (int64_t)l->mesh->point_count;
        l->ok = l->ok && rb_mesh_add_point(
                             l->mesh, rb_v3(g->x + i * g->cell, g->y + j * g->cell, sunk ? -g->depth : 0));
    }
    return (size_t)*at;
}

static void add_square(lattice *l, size_t a, size_t b, size_t c, size_t d) {
    l->ok = l->ok && rb_mesh_add_triangle(l->mesh, a, b, c) && rb_mesh_add_triangle(l->mesh, a, c, d);
}

/* A wall over the edge from (i, j) to (k, m), which has ink to its left. */
static void add_wall(lattice *l, int i, int j, int k, int m) {
    add_square(l, corner(l, true, i, j), corner(l, false, i, j), corner(l, false, k, m),
               corner(l, true, k, m));
}

static void add_cell(lattice *l, int i, int j) {
    const rb_lettering_grid *g = l->grid;
    bool ink = g->ink[i][j];
    add_square(l, corner(l, ink, i, j), corner(l, ink, i + 1, j), corner(l, ink, i + 1, j + 1),
               corner(l, ink, i, j + 1));
    if (!ink) {
        return;
    }
    if (!g->ink[i][j - 1]) {
        add_wall(l, i, j, i + 1, j);
    }
    if (!g->ink[i + 1][j]) {
        add_wall(l, i + 1, j, i + 1, j + 1);
    }
    if (!g->ink[i][j + 1]) {
        add_wall(l, i + 1, j + 1, i, j + 1);
    }
    if (!g->ink[i - 1][j]) {
        add_wall(l, i, j + 1, i, j);
    }
}

bool rb_lettering_add(const rb_lettering_grid *g, rb_mesh *mesh, uint32_t rim[RB_LETTERING_RIM], int *count) {
    lattice l = {.grid = g, .mesh = mesh, .ok = true};
    memset(l.at, 0xFF, sizeof l.at);
    for (int i = 0; i < g->columns && l.ok; i++) {
        for (int j = 0; j < g->rows && l.ok; j++) {
            add_cell(&l, i, j);
        }
    }
    int n = 0;
    for (int j = 0; j < g->rows; j++) {
        rim[n++] = (uint32_t)corner(&l, false, 0, j);
    }
    for (int i = 0; i < g->columns; i++) {
        rim[n++] = (uint32_t)corner(&l, false, i, g->rows);
    }
    for (int j = g->rows; j > 0; j--) {
        rim[n++] = (uint32_t)corner(&l, false, g->columns, j);
    }
    for (int i = g->columns; i > 0; i--) {
        rim[n++] = (uint32_t)corner(&l, false, i, 0);
    }
    *count = n;
    return l.ok;
}
