#include "cli/study.h"

#include <math.h>
#include <string.h>

#include "analysis/study_table.h"
#include "cli/output.h"
#include "plot/chart.h"

bool rb_sweep_write_csv(FILE *out, const void *context) {
    const rb_sweep_table *t = context;
    return rb_sweep_table_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

/* ---------------------------------------------------------------- netCDF */

static double netcdf_value(const void *context, int variable, long long index) {
    const rb_sweep_table *t = context;
    const rb_sweep *sweep = &t->spec->sweep;
    if (variable >= sweep->axis_count) {
        return t->result->rows[index * rb_sweep_width(sweep) + variable - sweep->axis_count];
    }
    if (sweep->random_count > 0) {
        double point[RB_SWEEP_AXES];
        rb_sweep_point(sweep, index, point);
        return point[variable];
    }
    return rb_axis_value(&sweep->axes[variable], (int)index);
}

bool rb_sweep_write_netcdf(FILE *out, const void *context) {
    const rb_sweep_table *t = context;
    const rb_sweep *sweep = &t->spec->sweep;
    bool random = sweep->random_count > 0;
    rb_netcdf_dimension dimensions[RB_SWEEP_AXES];
    rb_netcdf_variable variables[RB_SWEEP_AXES + RB_SWEEP_VALUES];
    char names[RB_SWEEP_VALUES][80], source[128];
    int axes = sweep->axis_count;
    dimensions[0] = (rb_netcdf_dimension){"run", (int)sweep->random_count};
    for (int k = 0; k < axes; k++) {
        const rb_axis *axis = &sweep->axes[k];
        if (!random) {
            dimensions[k] = (rb_netcdf_dimension){axis->name, axis->count};
        }
        variables[k] = (rb_netcdf_variable){axis->name, axis->row->unit, axis->row->help, random ? 0 : k,
                                            1,          netcdf_value};
    }
    for (int k = 0; k < sweep->value_count; k++) {
        const rb_outcome *value = sweep->values[k];
        const char *more = ""; /* an axis may have the name of an outcome */
        for (int i = 0; i < axes; i++) {
            more = strcmp(sweep->axes[i].name, value->name) == 0 ? "_outcome" : more;
        }
        snprintf(names[k], sizeof names[k], "%.60s%s", value->name, more);
        variables[axes + k] =
            (rb_netcdf_variable){names[k], value->unit, value->help, 0, random ? 1 : axes, netcdf_value};
    }
    snprintf(source, sizeof source, "rattleback %s, scene %s", rb_version(), sweep->scene.id);
    rb_netcdf file = {dimensions,        random ? 1 : axes,   variables, axes + sweep->value_count,
                      sweep->scene.name, t->request->command, source,    t};
    return rb_netcdf_write(out, &file);
}

/* ---------------------------------------------------------------- pictures */

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
    return (rb_chart_axis){-0.5, axis->count - 0.5, false, label, cells->names, axis->count, 0};
}

/* An axis of the chart, from half a cell before the first value to half a cell behind the last. */
static rb_chart_axis chart_axis(const rb_axis *axis, const char *label, cell_names *cells) {
    if (axis->is_list) {
        return list_axis(axis, label, cells);
    }
    double count = fmax(1, axis->count - 1) * 2;
    if (axis->logarithmic) {
        double ratio = axis->to / axis->from, half = ratio > 1 ? pow(ratio, 1 / count) : 2;
        return (rb_chart_axis){axis->from / half, axis->to * half, true, label, NULL, 0, 0};
    }
    double half = (axis->to - axis->from) / count;
    if (!(half > 0)) { /* one value only */
        half = fmax(fabs(axis->from) / 2, 0.5);
    }
    return (rb_chart_axis){axis->from - half, axis->to + half, false, label, NULL, 0, 0};
}

static bool write_picture(FILE *out, const rb_sweep_table *t, bool png) {
    const rb_sweep *sweep = &t->spec->sweep;
    const rb_outcome *value = sweep->values[0];
    char x_label[160], y_label[160], colour_label[96], subtitle[256];
    rb_axis_label(&sweep->axes[0], x_label, sizeof x_label);
    rb_axis_label(&sweep->axes[1], y_label, sizeof y_label);
    snprintf(colour_label, sizeof colour_label, "%s%s%s", value->symbol, value->unit[0] != '\0' ? ", " : "",
             value->unit);
    snprintf(subtitle, sizeof subtitle, "%s: %s", sweep->scene.source, value->help);
    cell_names cells[2];
    rb_colours colours = rb_colours_of(t->result->rows, rb_sweep_count(sweep), rb_sweep_width(sweep));
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, png, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
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
    rb_chart_cells(&chart, t->result->rows, sweep->axes[0].count, sweep->axes[1].count,
                   rb_sweep_width(sweep));
    rb_chart_end(&chart);
    return rb_canvas_end(&canvas);
}

bool rb_sweep_write_svg(FILE *out, const void *context) {
    return write_picture(out, context, false);
}

bool rb_sweep_write_png(FILE *out, const void *context) {
    return write_picture(out, context, true);
}
