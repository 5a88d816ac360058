#include "plot/study_picture.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/basins.h"
#include "analysis/stability.h"
#include "plot/plot.h"

#define LIMIT_CURVE 0x000000

/* ---------------------------------------------------------------- maps */

/* Names of the values of a list, one cell each. */
typedef struct cell_names {
    char text[RB_AXIS_LIST][24];
    const char *names[RB_AXIS_LIST];
} cell_names;

static rb_chart_axis list_axis(const rb_axis *axis, const char *label, cell_names *cells) {
    for (int i = 0; i < axis->count; i++) {
        double value = rb_axis_value(axis, i);
        if (axis->is_law) {
            snprintf(cells->text[i], sizeof cells->text[i], "%s", rb_friction_law_at((int)value)->id);
        } else {
            snprintf(cells->text[i], sizeof cells->text[i], "%.6g", value);
        }
        cells->names[i] = cells->text[i];
    }
    return (rb_chart_axis){.from = -0.5,
                           .to = axis->count - 0.5,
                           .label = label,
                           .names = cells->names,
                           .name_count = axis->count};
}

/* An axis of the chart, from half a cell before the first value to half a cell behind the last. */
static rb_chart_axis chart_axis(const rb_axis *axis, const char *label, cell_names *cells) {
    if (axis->is_list) {
        return list_axis(axis, label, cells);
    }
    double count = fmax(1, axis->count - 1) * 2;
    if (axis->logarithmic) {
        double ratio = axis->to / axis->from, half = ratio > 1 ? pow(ratio, 1 / count) : 2;
        return (rb_chart_axis){
            .from = axis->from / half, .to = axis->to * half, .logarithmic = true, .label = label};
    }
    double half = (axis->to - axis->from) / count;
    if (!(half > 0)) { /* one value only */
        half = fmax(fabs(axis->from) / 2, 0.5);
    }
    return (rb_chart_axis){.from = axis->from - half, .to = axis->to + half, .label = label};
}

static void value_label(const rb_outcome *value, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", value->symbol, value->unit[0] != '\0' ? ", " : "", value->unit);
}

/* The theory at a point between the cells of a map. */
static double theory_at(const rb_sweep *sweep, double x, double y) {
    rb_scene scene = sweep->scene;
    rb_axis_set(&sweep->axes[0], &scene, x);
    rb_axis_set(&sweep->axes[1], &scene, y);
    return rb_wobble_theory(&scene);
}

/* A corner of a triangle of neighbouring cells. */
typedef struct corner {
    double x, y;
    bool grows;
} corner;

/* The point between two corners where the growth changes its sign. */
static corner find_limit(const rb_sweep *sweep, corner a, corner b) {
    enum { HALVINGS = 8 };
    for (int i = 0; i < HALVINGS; i++) {
        corner middle = {.x = (a.x + b.x) / 2, .y = (a.y + b.y) / 2};
        middle.grows = theory_at(sweep, middle.x, middle.y) > 0;
        *(middle.grows == a.grows ? &a : &b) = middle;
    }
    return a;
}

static void draw_limit_in(const rb_chart *chart, const rb_sweep *sweep, const corner corners[3]) {
    double ends[6];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const corner *a = &corners[i], *b = &corners[(i + 1) % 3];
        if (a->grows != b->grows) {
            corner limit = find_limit(sweep, *a, *b);
            ends[count++] = rb_chart_x(chart, limit.x);
            ends[count++] = rb_chart_y(chart, limit.y);
        }
    }
    if (count == 4) {
        rb_canvas_line(chart->canvas, ends, 2, 2.5, LIMIT_CURVE);
    }
}

/* The curve on which the growth by theory, a value of a map of two ranges, changes its sign. */
static void draw_limit(const rb_chart *chart, const rb_sweep *sweep, const double *rows) {
    static const int triangles[2][3] = {{0, 1, 3}, {0, 3, 2}};
    int width = rb_sweep_width(sweep), columns = sweep->axes[0].count, lines = sweep->axes[1].count;
    for (int i = 0; i < 2 * (columns - 1) * (lines - 1); i++) {
        corner corners[3];
        bool known = true;
        for (int k = 0; k < 3; k++) {
            int which = triangles[i & 1][k];
            int column = i / 2 / (lines - 1) + (which & 1), line = i / 2 % (lines - 1) + (which >> 1);
            double value = rows[((int64_t)column * lines + line) * width];
            known = known && isfinite(value);
            corners[k] = (corner){rb_axis_value(&sweep->axes[0], column),
                                  rb_axis_value(&sweep->axes[1], line), value > 0};
        }
        if (known) {
            draw_limit_in(chart, sweep, corners);
        }
    }
}

/* Which value is the growth by theory, whose zeros are drawn over the simulated one? -1: none. */
static int theory_of(const rb_sweep *sweep, const rb_outcome *value) {
    for (int k = 0; value == &rb_outcome_wobble_growth && k < sweep->value_count; k++) {
        if (sweep->values[k] == &rb_outcome_wobble_theory && !sweep->axes[0].is_list &&
            !sweep->axes[1].is_list) {
            return k;
        }
    }
    return -1;
}

/* A map of the value of this index. */
static bool draw_map(FILE *out, rb_picture_format format, const rb_sweep *sweep, const double *all,
                     int index) {
    const rb_outcome *value = sweep->values[index];
    const double *rows = all + index;
    int theory = theory_of(sweep, value);
    char x_label[160], y_label[160], colour_label[96], subtitle[256];
    rb_axis_label(&sweep->axes[0], x_label, sizeof x_label);
    rb_axis_label(&sweep->axes[1], y_label, sizeof y_label);
    value_label(value, colour_label, sizeof colour_label);
    if (theory >= 0) {
        snprintf(subtitle, sizeof subtitle, "Growth of a small wobble about steady spin");
    } else {
        snprintf(subtitle, sizeof subtitle, "%s: %s", sweep->scene.source, value->help);
    }
    cell_names cells[2];
    rb_colours colours = rb_colours_of(rows, rb_sweep_count(sweep), rb_sweep_width(sweep));
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, format, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        return false;
    }
    rb_chart chart = {.title = sweep->scene.name,
                      .subtitle = subtitle,
                      .x = chart_axis(&sweep->axes[0], x_label, &cells[0]),
                      .y = chart_axis(&sweep->axes[1], y_label, &cells[1]),
                      .colours = &colours,
                      .colour_label = colour_label,
                      .canvas = &canvas};
    rb_chart_begin(&chart);
    rb_chart_cells(&chart, rows, sweep->axes[0].count, sweep->axes[1].count, rb_sweep_width(sweep));
    if (theory >= 0) {
        draw_limit(&chart, sweep, all + theory);
        rb_chart_legend(&chart, 0, LIMIT_CURVE, "theory: limit of stability");
    }
    rb_chart_end(&chart);
    return rb_canvas_end(&canvas);
}

/* ---------------------------------------------------------------- curves */

enum { CURVES_MAX = 16 };

/* The axis along x of a picture of curves; -1: it is a map. */
static int curve_axis(const rb_sweep *sweep) {
    const rb_axis *axes = sweep->axes;
    if (sweep->axis_count == 1) {
        return axes[0].is_list ? -1 : 0;
    }
    int x = axes[0].is_list ? 1 : 0;
    return axes[0].is_list != axes[1].is_list && axes[1 - x].count <= CURVES_MAX ? x : -1;
}

bool rb_sweep_has_picture(const rb_sweep *sweep) {
    bool grid = sweep->random_count == 0 && sweep->axis_count >= 1 && sweep->axis_count <= 2;
    return grid && (sweep->axis_count == 2 || curve_axis(sweep) == 0);
}

/* Curves of one outcome: x, then y of each curve. Fills `curves` and returns their number. */
static int fill_curves(const rb_sweep *sweep, rb_study_rows found, int value, int along,
                       const cell_names *names, double *room, rb_curve *curves) {
    const rb_axis *x = &sweep->axes[along];
    const rb_axis *list = sweep->axis_count == 2 ? &sweep->axes[1 - along] : NULL;
    int count = list != NULL ? list->count : 1, width = rb_sweep_width(sweep);
    for (int i = 0; i < x->count; i++) {
        room[i] = rb_axis_value(x, i);
    }
    for (int c = 0; c < count; c++) {
        double *y = room + (ptrdiff_t)(c + 1) * x->count;
        for (int i = 0; i < x->count; i++) {
            int64_t job = along == 0 ? (int64_t)i * count + c : (int64_t)c * x->count + i;
            y[i] = found.done[job] ? found.rows[job * width + value] : NAN;
        }
        curves[c] =
            (rb_curve){.name = list != NULL ? names->names[c] : NULL, .x = room, .y = y, .count = x->count};
    }
    return count;
}

static bool draw_curves(FILE *out, rb_picture_format format, const rb_sweep *sweep, rb_study_rows found,
                        int along) {
    int panels = sweep->value_count;
    const rb_axis *x = &sweep->axes[along];
    const rb_axis *list = sweep->axis_count == 2 ? &sweep->axes[1 - along] : NULL;
    int each = (list != NULL ? list->count : 1) + 1;
    double *room = calloc((size_t)panels * (size_t)each * (size_t)x->count, sizeof *room);
    rb_curve(*curves)[CURVES_MAX] = calloc((size_t)panels, sizeof *curves);
    rb_plot plots[RB_SWEEP_VALUES];
    cell_names names;
    char x_label[160], labels[RB_SWEEP_VALUES][96], subtitle[256];
    rb_axis_label(x, x_label, sizeof x_label);
    if (list != NULL) {
        list_axis(list, "", &names);
    }
    bool ok = room != NULL && curves != NULL;
    for (int k = 0; ok && k < panels; k++) {
        int count =
            fill_curves(sweep, found, k, along, &names, room + (ptrdiff_t)k * each * x->count, curves[k]);
        value_label(sweep->values[k], labels[k], sizeof labels[k]);
        plots[k] =
            (rb_plot){.title = sweep->values[k]->help,
                      .x = {.from = x->from, .to = x->to, .logarithmic = x->logarithmic, .label = x_label},
                      .y = {.label = labels[k]},
                      .curves = curves[k],
                      .curve_count = count};
    }
    snprintf(subtitle, sizeof subtitle, "%s: %s", sweep->scene.source, sweep->values[0]->help);
    if (ok && panels == 1) {
        plots[0].title = sweep->scene.name;
        plots[0].subtitle = subtitle;
        ok = rb_plot_write(out, format, &plots[0]);
    } else if (ok) {
        rb_sheet sheet = {sweep->scene.name, sweep->scene.source, plots, panels, 1};
        ok = rb_sheet_write(out, format, &sheet);
    }
    free(room);
    free(curves);
    return ok;
}

bool rb_sweep_picture(FILE *out, rb_picture_format format, const rb_study_spec *spec, rb_study_rows found,
                      int value) {
    const rb_sweep *sweep = &spec->sweep;
    int along = curve_axis(sweep);
    return along >= 0 ? draw_curves(out, format, sweep, found, along)
                      : draw_map(out, format, sweep, found.rows, value);
}

/* ---------------------------------------------------------------- bifurcation diagrams */

/* A short red bar at the lower edge: a column in which no point was found. */
static void mark_empty(const rb_chart *chart, double x, int columns) {
    double bottom = rb_chart_y(chart, chart->y.from), top = rb_chart_y(chart, chart->y.to);
    double left = rb_chart_x(chart, chart->x.from), right = rb_chart_x(chart, chart->x.to);
    double half = fmax(1, (right - left) / columns) / 2, height = (bottom - top) / 40;
    double from = fmax(left, x - half), to = fmin(right, x + half);
    rb_canvas_rect(chart->canvas, from, bottom - height, to - from, height, 0xc03020);
}

static uint32_t branch_colour(const rb_study_spec *d, int branch) {
    return rb_bifurcation_branches(d) == 1 ? 0x103060 : rb_line_colour(branch);
}

static void draw_points(const rb_chart *chart, const rb_study_spec *d, rb_study_rows found) {
    const rb_axis *axis = &d->sweep.axes[0];
    double radius = axis->count > 300 ? 0.45 : axis->count > 60 ? 0.8 : 1.4;
    for (int column = 0; column < axis->count; column++) {
        double x = rb_chart_x(chart, rb_axis_value(axis, column));
        for (int branch = 0; branch < rb_bifurcation_branches(d); branch++) {
            const double *row = rb_bifurcation_column(d, found.rows, found.done, column, branch);
            int count = row != NULL ? (int)row[RB_COLUMN_FOUND] : 0;
            for (int i = 0; i < count; i++) {
                double y = rb_chart_y(chart, row[RB_COLUMN_POINTS + 2 * i]);
                rb_canvas_dot(chart->canvas, x, y, radius, branch_colour(d, branch));
            }
            if (row != NULL && count == 0) {
                mark_empty(chart, x, axis->count);
            }
        }
    }
}

/* The range of the points over all columns; of none, a range around 0. */
static void find_range(rb_chart *chart, const rb_study_spec *d, rb_study_rows found) {
    for (int column = 0; column < rb_bifurcation_columns(d); column++) {
        for (int branch = 0; branch < rb_bifurcation_branches(d); branch++) {
            const double *row = rb_bifurcation_column(d, found.rows, found.done, column, branch);
            int count = row != NULL ? (int)row[RB_COLUMN_FOUND] : 0;
            for (int i = 0; i < count; i++) {
                chart->y.from = fmin(chart->y.from, row[RB_COLUMN_POINTS + 2 * i]);
                chart->y.to = fmax(chart->y.to, row[RB_COLUMN_POINTS + 2 * i]);
            }
        }
    }
    if (!(chart->y.from <= chart->y.to)) {
        chart->y.from = chart->y.to = 0;
    }
    rb_chart_widen(&chart->y);
}

bool rb_bifurcation_picture(FILE *out, rb_picture_format format, const rb_study_spec *d,
                            rb_study_rows found) {
    const rb_axis *axis = &d->sweep.axes[0];
    const rb_scene *scene = &d->sweep.scene;
    char x_label[160], subtitle[160];
    int empty = rb_bifurcation_empty(d, found.rows, found.done);
    rb_axis_label(axis, x_label, sizeof x_label);
    snprintf(subtitle, sizeof subtitle, "%.60s: %d points a column after %d", scene->source, d->points,
             d->transient);
    if (empty > 0) {
        snprintf(subtitle, sizeof subtitle,
                 "%d points a column after %d; marked red: %d of %d columns, which are empty", d->points,
                 d->transient, empty, rb_bifurcation_columns(d) * rb_bifurcation_branches(d));
    }
    rb_chart chart = {
        .title = scene->name,
        .subtitle = subtitle,
        .x = {.from = axis->from, .to = axis->to, .logarithmic = axis->logarithmic, .label = x_label},
        .y = {.from = INFINITY, .to = -INFINITY, .label = rb_map_signals(scene->body)[0]}};
    find_range(&chart, d, found);
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, format, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        return false;
    }
    chart.canvas = &canvas;
    rb_chart_begin(&chart);
    draw_points(&chart, d, found);
    rb_chart_end(&chart);
    return rb_canvas_end(&canvas);
}

/* ---------------------------------------------------------------- basins */

uint32_t rb_attractor_colour(int attractor) {
    return attractor >= 0 ? rb_line_colour(attractor) : 0xb4b4b4;
}

/* Cells of equal size: rows of the study run upwards. Neighbours overlap, so that no gap shows. */
static void draw_basins(const rb_chart *chart, const rb_sweep *sweep, const rb_basins *basins,
                        const unsigned char *done) {
    int columns = sweep->axes[0].count, rows = sweep->axes[1].count;
    double left = rb_chart_x(chart, chart->x.from), right = rb_chart_x(chart, chart->x.to);
    double bottom = rb_chart_y(chart, chart->y.from), top = rb_chart_y(chart, chart->y.to);
    double width = (right - left) / columns, height = (bottom - top) / rows;
    for (int64_t job = 0; job < (int64_t)columns * rows; job++) {
        int column = (int)(job / rows), row = (int)(job % rows), k = basins->cell[job];
        double x = left + column * width, y = bottom - (row + 1) * height;
        if (done[job]) {
            rb_canvas_rect(chart->canvas, x, y, fmin(width + 0.3, right - x), fmin(height + 0.3, bottom - y),
                           rb_attractor_colour(k));
        }
    }
}

bool rb_basins_picture(FILE *out, rb_picture_format format, const rb_study_spec *spec, rb_study_rows found) {
    const rb_sweep *sweep = &spec->sweep;
    char x_label[160], y_label[160], subtitle[160];
    cell_names cells[2];
    rb_basins basins;
    rb_canvas canvas;
    if (!rb_basins_find(spec, found, &basins)) {
        return false;
    }
    if (!rb_canvas_begin(&canvas, out, format, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        rb_basins_free(&basins);
        return false;
    }
    rb_axis_label(&sweep->axes[0], x_label, sizeof x_label);
    rb_axis_label(&sweep->axes[1], y_label, sizeof y_label);
    snprintf(subtitle, sizeof subtitle, "Basins of %d attractors; grey: %lld of %lld starts unresolved",
             basins.count, (long long)basins.unresolved, (long long)basins.computed);
    rb_chart chart = {.title = sweep->scene.name,
                      .subtitle = subtitle,
                      .x = chart_axis(&sweep->axes[0], x_label, &cells[0]),
                      .y = chart_axis(&sweep->axes[1], y_label, &cells[1]),
                      .canvas = &canvas};
    rb_chart_begin(&chart);
    draw_basins(&chart, sweep, &basins, found.done);
    rb_chart_end(&chart);
    rb_basins_free(&basins);
    return rb_canvas_end(&canvas);
}
