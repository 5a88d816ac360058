#include "reproduce/figure.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/library.h>

#include "math/pi.h"
#include "sim/csv.h"

const char *rb_verdict_name(rb_verdict verdict) {
    static const char *const names[RB_VERDICT_COUNT] = {"agrees", "differs", "data unpublished", "drawing",
                                                        "not reproduced"};
    return names[verdict];
}

/* ---------------------------------------------------------------- the table */

static const rb_figure *const tables[] = {rb_figures_k11, rb_figures_ak18, rb_figures_ka09, rb_figures_k12,
                                          rb_figures_k15};
enum { TABLES = sizeof tables / sizeof tables[0] };

int rb_figure_count(void) {
    int count = 0;
    while (rb_figure_at(count) != NULL) {
        count++;
    }
    return count;
}

const rb_figure *rb_figure_at(int index) {
    for (int t = 0; t < TABLES; t++) {
        for (const rb_figure *f = tables[t]; f->id != NULL; f++) {
            if (index-- == 0) {
                return f;
            }
        }
    }
    return NULL;
}

const rb_figure *rb_figure_find(const char *id) {
    const rb_figure *figure = NULL;
    for (int i = 0; (figure = rb_figure_at(i)) != NULL && strcmp(figure->id, id) != 0;) {
        i++;
    }
    return figure;
}

rb_status rb_figure_make(const rb_figure *figure, const rb_figure_options *options, rb_figure_data *data,
                         rb_error *err) {
    memset(data, 0, sizeof *data);
    data->figure = figure;
    data->err = err;
    data->columns = 1;
    if (options != NULL) {
        data->options = *options;
    }
    rb_status status = figure->make(data);
    return status == RB_OK && data->lost ? rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", figure->id)
                                         : status;
}

void rb_figure_free(rb_figure_data *data) {
    for (int i = 0; i < data->block_count; i++) {
        free(data->blocks[i]);
    }
    data->block_count = 0;
}

/* ---------------------------------------------------------------- results */

static bool holds(const rb_figure_number *n) {
    return isnan(n->low) || (n->value >= n->low && n->value <= n->high);
}

bool rb_figure_holds(const rb_figure_data *data) {
    bool all = true;
    for (int i = 0; i < data->number_count; i++) {
        all = all && holds(&data->numbers[i]);
    }
    return all;
}

void rb_figure_verdict(const rb_figure_data *data, char *text, size_t size) {
    const rb_figure *f = data->figure;
    if (!rb_figure_holds(data)) {
        int i = 0;
        while (holds(&data->numbers[i])) {
            i++;
        }
        const rb_figure_number *n = &data->numbers[i];
        snprintf(text, size, "CHECK FAILED: %s is %.6g, expected %.6g to %.6g", n->name, n->value, n->low,
                 n->high);
    } else {
        snprintf(text, size, "%s%s%s", rb_verdict_name(f->verdict), f->note != NULL ? ": " : "",
                 f->note != NULL ? f->note : "");
    }
}

rb_sheet rb_figure_sheet(const rb_figure_data *data, char *title, size_t size) {
    snprintf(title, size, "%s %s", data->figure->paper, data->figure->place);
    return (rb_sheet){title, data->figure->shows, data->plots, data->plot_count, data->columns};
}

static void write_row(rb_csv *csv, int panel, const char *curve, double x, double y, double value) {
    rb_csv_number(csv, panel);
    rb_csv_text(csv, curve);
    rb_csv_number(csv, x);
    rb_csv_number(csv, y);
    rb_csv_number(csv, value);
    rb_csv_end_row(csv);
}

static void write_field(rb_csv *csv, int panel, const rb_plot *p) {
    const rb_field *f = &p->field;
    for (int i = 0; i < f->columns; i++) {
        for (int k = 0; k < f->rows; k++) {
            double x = p->x.from + (i + 0.5) / f->columns * (p->x.to - p->x.from);
            double y = p->y.from + (k + 0.5) / f->rows * (p->y.to - p->y.from);
            write_row(csv, panel, "map", x, y, f->values[i * f->rows + k]);
        }
    }
}

void rb_figure_write_csv(FILE *out, const rb_figure_data *data) {
    static const char *const names[] = {"panel", "curve", "x", "y", "value"};
    rb_csv csv = {.out = out, .digits = 12};
    for (int i = 0; i < 5; i++) {
        rb_csv_text(&csv, names[i]);
    }
    rb_csv_end_row(&csv);
    for (int p = 0; p < data->plot_count; p++) {
        const rb_plot *plot = &data->plots[p];
        if (plot->field.values != NULL) {
            write_field(&csv, p + 1, plot);
        }
        for (int k = 0; k < plot->curve_count; k++) {
            const rb_curve *c = &plot->curves[k];
            for (int i = 0; i < c->count; i++) {
                double x = c->x != NULL ? c->x[i] : c->x0 + i * c->dx;
                write_row(&csv, p + 1, c->name != NULL ? c->name : "", x, c->y[i], NAN);
            }
        }
    }
}

/* ---------------------------------------------------------------- parts */

static void *keep(rb_figure_data *data, void *block) {
    if (block == NULL || data->block_count == RB_FIGURE_BLOCKS) {
        free(block);
        data->lost = true;
        rb_fail(data->err, RB_ERR_MEMORY, "%s: out of memory", data->figure->id);
        return NULL;
    }
    return data->blocks[data->block_count++] = block;
}

double *rb_figure_array(rb_figure_data *data, int count) {
    return keep(data, calloc((size_t)count + 1, sizeof(double)));
}

const char *rb_figure_text(rb_figure_data *data, const char *format, ...) {
    if (data->text_count == RB_FIGURE_TEXTS) {
        return "";
    }
    char *text = data->texts[data->text_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof data->texts[0], format, arguments);
    va_end(arguments);
    return text;
}

rb_plot *rb_figure_plot(rb_figure_data *data, const char *title, const char *x, const char *y) {
    if (data->plot_count == RB_FIGURE_PLOTS) {
        rb_fail(data->err, RB_ERR_MEMORY, "%s: too many charts", data->figure->id);
        return NULL;
    }
    rb_plot *plot = &data->plots[data->plot_count++];
    *plot = (rb_plot){
        .title = title, .x = {.label = x}, .y = {.label = y}, .curves = data->curves + data->curve_count};
    return plot;
}

rb_curve *rb_figure_curve(rb_figure_data *data, const char *name, const double *x, const double *y,
                          int count) {
    if (data->curve_count == RB_FIGURE_CURVES || data->plot_count == 0) {
        rb_fail(data->err, RB_ERR_MEMORY, "%s: too many curves", data->figure->id);
        return NULL;
    }
    rb_curve *curve = &data->curves[data->curve_count++];
    *curve = (rb_curve){.name = name, .x = x, .y = y, .count = count};
    data->plots[data->plot_count - 1].curve_count++;
    return curve;
}

void rb_figure_number_add(rb_figure_data *data, const char *name, double value, double low, double high) {
    if (data->number_count < RB_FIGURE_NUMBERS) {
        rb_figure_number *n = &data->numbers[data->number_count++];
        *n = (rb_figure_number){.value = value, .low = low, .high = high};
        snprintf(n->name, sizeof n->name, "%s", name);
    }
}

rb_status rb_figure_scene(rb_figure_data *data, const char *id, const char *changes, rb_scene *scene) {
    rb_status status = rb_library_open(id, scene, data->err);
    return status == RB_OK ? rb_assign_all(changes, scene, data->err) : status;
}

static double component(const rb_friction *f, const rb_slip *slip, rb_law_component which) {
    rb_traction t;
    rb_friction_eval(f, slip, &t, NULL);
    return which == RB_LAW_TX ? t.T_x : which == RB_LAW_TY ? t.T_y : t.M;
}

double *rb_law_curve_values(rb_figure_data *data, const rb_law_curve *curve) {
    const rb_friction_law *law = rb_friction_law_find(curve->law);
    double values[RB_PARAMS_MAX], *y = rb_figure_array(data, RB_LAW_CURVE_POINTS);
    rb_friction f;
    if (y == NULL) {
        return NULL;
    }
    rb_param_defaults(law->params, values);
    rb_friction_as_printed(law, values);
    rb_friction_init(&f, law, values, curve->patch);
    for (int i = 0; i < RB_LAW_CURVE_POINTS; i++) {
        double theta = RB_PI / 2 * i / (RB_LAW_CURVE_POINTS - 1);
        rb_slip slip = {.u_x = sin(theta) * cos(curve->psi),
                        .u_y = sin(theta) * sin(curve->psi),
                        .omega = i == RB_LAW_CURVE_POINTS - 1 ? 0 : cos(theta)};
        double without = curve->difference ? component(&f, &slip, curve->component) : 0;
        slip.d_c = curve->d_c;
        slip.d_s = curve->d_s;
        y[i] = component(&f, &slip, curve->component) - without;
    }
    return y;
}

const double *rb_law_curve_add(rb_figure_data *data, const char *name, const rb_law_curve *curve) {
    double *y = rb_law_curve_values(data, curve);
    rb_curve *added = y != NULL ? rb_figure_curve(data, name, NULL, y, RB_LAW_CURVE_POINTS) : NULL;
    if (added == NULL) {
        return NULL;
    }
    added->dx = 90.0 / (RB_LAW_CURVE_POINTS - 1);
    return y;
}

double rb_largest_difference(const double *a, const double *b, int count) {
    double worst = 0;
    for (int i = 0; i < count; i++) {
        worst = fmax(worst, fabs(a[i] - b[i]));
    }
    return worst;
}
