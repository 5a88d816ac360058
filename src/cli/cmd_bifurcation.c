/* rbsim bifurcation: Poincaré maps over a parameter. */
#include <math.h>
#include <stdlib.h>

#include <rattleback/bifurcation.h>

#include "analysis/study_table.h"
#include "cli/sweep_files.h"
#include "plot/chart.h"

typedef struct bifurcation_request {
    rb_study_request study;
    rb_bifurcation diagram;
    const char *param, *section;
    double transient, points;
} bifurcation_request;

typedef struct bifurcation_table {
    const rb_study_request *request;
    const rb_bifurcation *diagram;
    const rb_study_result *result;
} bifurcation_table;

/* ---------------------------------------------------------------- files */

static const double *column_of(const bifurcation_table *t, int job) {
    return rb_bifurcation_column(t->diagram, t->result->rows, job);
}

static bool write_csv(FILE *out, const void *context) {
    const bifurcation_table *t = context;
    return rb_bifurcation_table_write(out, t->request->command, t->diagram,
                                      (rb_study_rows){t->result->rows, t->result->done});
}

static bool write_periods(FILE *out, const void *context) {
    const bifurcation_table *t = context;
    const rb_axis *axis = &t->diagram->sweep.axes[0];
    rb_csv csv = {.out = out, .digits = 15};
    if (!rb_study_table_head(out, t->request->command, &t->diagram->sweep.scene)) {
        return false;
    }
    rb_csv_text(&csv, axis->name);
    rb_csv_text(&csv, "period");
    rb_csv_text(&csv, "period_time");
    rb_csv_end_row(&csv);
    for (int job = 0; job < axis->count; job++) {
        const double *column = column_of(t, job);
        if (t->result->done[job]) {
            rb_csv_number(&csv, rb_axis_value(axis, job));
            rb_csv_number(&csv, column[RB_COLUMN_PERIOD]);
            rb_csv_number(&csv, column[RB_COLUMN_PERIOD_TIME]);
            rb_csv_end_row(&csv);
        }
    }
    return true;
}

static void draw_points(const rb_chart *chart, const bifurcation_table *t) {
    const rb_axis *axis = &t->diagram->sweep.axes[0];
    double radius = axis->count > 300 ? 0.45 : axis->count > 60 ? 0.8 : 1.4;
    for (int job = 0; job < axis->count; job++) {
        const double *column = column_of(t, job);
        int found = t->result->done[job] ? (int)column[RB_COLUMN_FOUND] : 0;
        double x = rb_chart_x(chart, rb_axis_value(axis, job));
        for (int i = 0; i < found; i++) {
            double y = rb_chart_y(chart, column[RB_COLUMN_POINTS + 2 * i]);
            rb_canvas_dot(chart->canvas, x, y, radius, 0x103060);
        }
    }
}

static bool write_picture(FILE *out, const bifurcation_table *t, bool png) {
    const rb_axis *axis = &t->diagram->sweep.axes[0];
    const rb_scene *scene = &t->diagram->sweep.scene;
    char x_label[160], subtitle[200];
    rb_axis_label(axis, x_label, sizeof x_label);
    snprintf(subtitle, sizeof subtitle, "%.90s: %d points a column behind %d", scene->source,
             t->diagram->points, t->diagram->transient);
    rb_chart chart = {.title = scene->name,
                      .subtitle = subtitle,
                      .x = {axis->from, axis->to, axis->logarithmic, x_label, NULL, 0},
                      .y = {INFINITY, -INFINITY, false, rb_map_signals(scene->body)[0], NULL, 0}};
    for (int job = 0; job < axis->count; job++) {
        const double *column = column_of(t, job);
        int found = t->result->done[job] ? (int)column[RB_COLUMN_FOUND] : 0;
        for (int i = 0; i < found; i++) {
            chart.y.from = fmin(chart.y.from, column[RB_COLUMN_POINTS + 2 * i]);
            chart.y.to = fmax(chart.y.to, column[RB_COLUMN_POINTS + 2 * i]);
        }
    }
    if (!(chart.y.from <= chart.y.to)) {
        chart.y.from = chart.y.to = 0;
    }
    rb_chart_widen(&chart.y);
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, png, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        return false;
    }
    chart.canvas = &canvas;
    rb_chart_begin(&chart);
    draw_points(&chart, t);
    rb_chart_end(&chart);
    return rb_canvas_end(&canvas);
}

static bool write_svg(FILE *out, const void *context) {
    return write_picture(out, context, false);
}

static bool write_png(FILE *out, const void *context) {
    return write_picture(out, context, true);
}

/* ---------------------------------------------------------------- the command */

static int take_own_option(rb_args *args, bifurcation_request *q, rb_error *err) {
    int found = rb_args_option(args, "--param", &q->param, err);
    found = found != 0 ? found : rb_args_option(args, "--section", &q->section, err);
    found = found != 0 ? found : rb_args_number(args, "--transient", &q->transient, err);
    return found != 0 ? found : rb_args_number(args, "--points", &q->points, err);
}

static rb_status check_count(const char *name, double value, double from, rb_error *err) {
    return value >= from && value <= 100000 && value == floor(value)
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "%s: expected a whole number of %g to 100000, got %g",
                         name, from, value);
}

static rb_status read_request(rb_args *args, bifurcation_request *q, rb_error *err) {
    unsigned files =
        1U << RB_STUDY_CSV | 1U << RB_STUDY_SVG | 1U << RB_STUDY_PNG | 1U << RB_STUDY_PERIODS;
    rb_bifurcation *d = &q->diagram;
    while (args->next < args->count) {
        int found = rb_study_take_option(args, &q->study, files, &d->sweep.scene, err);
        found = found != 0 ? found : take_own_option(args, q, err);
        if (found <= 0) {
            return found < 0 ? RB_ERR_INPUT : rb_args_unknown(args, err);
        }
    }
    if (q->param == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "bifurcation: expected --param NAME=FROM:TO:COUNT");
    }
    rb_status status = check_count("--transient", q->transient, 0, err);
    status = status == RB_OK ? check_count("--points", q->points, 1, err) : status;
    status = status == RB_OK ? rb_axis_parse(&d->sweep.axes[0], &d->sweep.scene, "--param",
                                             q->param, false, err)
                             : status;
    status = status == RB_OK ? rb_section_read(d->sweep.scene.body, q->section, &d->section, err)
                             : status;
    d->sweep.axis_count = 1;
    d->transient = (int)q->transient;
    d->points = (int)q->points;
    if (status == RB_OK && q->points * d->sweep.axes[0].count > 1e8) {
        status = rb_fail(err, RB_ERR_INPUT, "bifurcation: expected at most 1e8 points in all");
    }
    if (status == RB_OK) {
        rb_scene middle = rb_sweep_scene(&d->sweep, d->sweep.axes[0].count / 2);
        status = rb_scene_check(&middle, middle.id, err);
    }
    if (status == RB_OK && !q->study.solver_given) {
        status = rb_sweep_fast_solver(&d->sweep.scene, err);
    }
    return status;
}

static int run_diagram(bifurcation_request *q) {
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    rb_error err;
    if (rb_bifurcation_study(&q->diagram, q->study.command, &study, &definition, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = rb_study_go(&study, &q->study, &result);
    if (code == RB_EXIT_OK) {
        bifurcation_table table = {&q->study, &q->diagram, &result};
        bool written = rb_study_write(&q->study, RB_STUDY_CSV, write_csv, &table, &err) &&
                       rb_study_write(&q->study, RB_STUDY_PERIODS, write_periods, &table, &err) &&
                       rb_study_write(&q->study, RB_STUDY_SVG, write_svg, &table, &err) &&
                       rb_study_write(&q->study, RB_STUDY_PNG, write_png, &table, &err);
        code = rb_study_finish(&q->study, &study, &result, written, &err);
    }
    free(definition);
    return code;
}

int rb_command_bifurcation(rb_args *args) {
    rb_error err;
    bifurcation_request *q = calloc(1, sizeof *q);
    if (q == NULL) {
        rb_fail(&err, RB_ERR_MEMORY, "bifurcation: out of memory");
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q->transient = 150;
    q->points = 100;
    rb_study_note_command(&q->study, args, "bifurcation");
    int code = rb_take_scene(args, "bifurcation", &q->diagram.sweep.scene);
    rb_status status = code == RB_EXIT_OK ? read_request(args, q, &err) : RB_OK;
    code = status != RB_OK ? rb_study_refuse(status, &err) : code;
    code = code == RB_EXIT_OK ? rb_study_prepare(&q->study) : code;
    code = code == RB_EXIT_OK ? run_diagram(q) : code;
    free(q);
    return code;
}
