/* rbsim bifurcation: Poincaré maps over a parameter. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/bifurcation.h>

#include "analysis/study_table.h"
#include "cli/study.h"
#include "plot/chart.h"

enum { STARTS_MAX = RB_SWEEP_AXES - 1 };

typedef struct bifurcation_request {
    rb_study_request study;
    rb_study_spec diagram;
    const char *param, *section;
    rb_text_list starts; /* lists of start values */
    int64_t transient, points;
} bifurcation_request;

/* ---------------------------------------------------------------- files */

static const double *column_of(const rb_study_output *t, int column, int branch) {
    return rb_bifurcation_column(t->spec, t->result->rows, t->result->done, column, branch);
}

static bool write_csv(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_bifurcation_table_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

static bool write_periods(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_bifurcation_periods_write(out, t->spec, (rb_study_rows){t->result->rows, t->result->done});
}

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

static void draw_points(const rb_chart *chart, const rb_study_output *t) {
    const rb_axis *axis = &t->spec->sweep.axes[0];
    double radius = axis->count > 300 ? 0.45 : axis->count > 60 ? 0.8 : 1.4;
    for (int column = 0; column < axis->count; column++) {
        double x = rb_chart_x(chart, rb_axis_value(axis, column));
        for (int branch = 0; branch < rb_bifurcation_branches(t->spec); branch++) {
            const double *row = column_of(t, column, branch);
            int found = row != NULL ? (int)row[RB_COLUMN_FOUND] : 0;
            for (int i = 0; i < found; i++) {
                double y = rb_chart_y(chart, row[RB_COLUMN_POINTS + 2 * i]);
                rb_canvas_dot(chart->canvas, x, y, radius, branch_colour(t->spec, branch));
            }
            if (row != NULL && found == 0) {
                mark_empty(chart, x, axis->count);
            }
        }
    }
}

/* The range of the points over all columns; of none, a range around 0. */
static void find_range(rb_chart *chart, const rb_study_output *t) {
    for (int column = 0; column < rb_bifurcation_columns(t->spec); column++) {
        for (int branch = 0; branch < rb_bifurcation_branches(t->spec); branch++) {
            const double *row = column_of(t, column, branch);
            int found = row != NULL ? (int)row[RB_COLUMN_FOUND] : 0;
            for (int i = 0; i < found; i++) {
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

static bool write_picture(FILE *out, const void *context, rb_study_file file) {
    const rb_study_output *t = context;
    const rb_study_spec *d = t->spec;
    const rb_axis *axis = &d->sweep.axes[0];
    const rb_scene *scene = &d->sweep.scene;
    char x_label[160], subtitle[160];
    int empty = rb_bifurcation_empty(d, t->result->rows, t->result->done);
    rb_axis_label(axis, x_label, sizeof x_label);
    snprintf(subtitle, sizeof subtitle, "%.60s: %d points a column after %d", scene->source, d->points,
             d->transient);
    if (empty > 0) {
        snprintf(subtitle, sizeof subtitle,
                 "%d points a column after %d; marked red: %d of %d columns, which are empty", d->points,
                 d->transient, empty, rb_bifurcation_columns(d) * rb_bifurcation_branches(d));
    }
    rb_chart chart = {.title = scene->name,
                      .subtitle = subtitle,
                      .x = {axis->from, axis->to, axis->logarithmic, x_label, NULL, 0},
                      .y = {INFINITY, -INFINITY, false, rb_map_signals(scene->body)[0], NULL, 0}};
    find_range(&chart, t);
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, RB_STUDY_PICTURE(file), RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        return false;
    }
    chart.canvas = &canvas;
    rb_chart_begin(&chart);
    draw_points(&chart, t);
    rb_chart_end(&chart);
    return rb_canvas_end(&canvas);
}

/* ---------------------------------------------------------------- the command */

/* "NAME=VALUE,VALUE": start values; without "=", a named start of the scene. */
static rb_status read_start(const rb_option *option, const char *text, void *field, rb_error *err) {
    bifurcation_request *q = field;
    if (strchr(text, '=') == NULL) {
        return rb_scene_use_start(&q->diagram.sweep.scene, text, err);
    }
    rb_option limited = *option;
    limited.max = STARTS_MAX;
    return rb_option_texts(&limited, text, &q->starts, err);
}

static rb_status read_follow(const rb_option *option, const char *text, void *field, rb_error *err) {
    bifurcation_request *q = field;
    text = text[0] == '\0' ? rb_follow_name(RB_FOLLOW_BOTH) : text;
    for (int i = 0; i < RB_FOLLOW_COUNT; i++) {
        if (strcmp(text, rb_follow_name((rb_follow)i)) == 0) {
            q->diagram.follow = (rb_follow)i;
            return RB_OK;
        }
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: expected %s, got \"%.60s\"", option->name, option->value, text);
}

static const rb_option bifurcation_options[] = {
    RB_OPTION("--param", "NAME=[log:]FROM:TO:COUNT", "the parameter to vary", rb_option_text,
              offsetof(bifurcation_request, param)),
    RB_OPTION("--start", "NAME=VALUE,...|NUMBER|NAME",
              "compute every column from each of these start values; or begin with one of the scene's "
              "named starts",
              read_start, 0, .flags = RB_OPTION_REPEATS),
    RB_OPTION("--follow", "[up|down|both]",
              "start a column where its neighbour ended, in the direction given (both)", read_follow, 0,
              .flags = RB_OPTION_OPTIONAL_VALUE),
    RB_OPTION("--section", "EVENT|SIGNAL=VALUE[+|-]",
              "the section: an event, or a signal that passes a value, upwards (+), downwards (-) or "
              "both ways (a disk: where it begins to stick)",
              rb_option_text, offsetof(bifurcation_request, section)),
    RB_OPTION("--transient", "N", "points to skip first (150)", rb_option_whole,
              offsetof(bifurcation_request, transient), .min = 0, .max = 100000),
    RB_OPTION("--points", "N", "points to keep of each column (100)", rb_option_whole,
              offsetof(bifurcation_request, points), .min = 1, .max = 100000),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--csv", "FILE|-",
                         "write the points (standard output if no file is named)", RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--periods", "FILE", "write the period of each column",
                         RB_STUDY_PERIODS),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--svg", "FILE", "draw the diagram", RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(bifurcation_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

/* The parameter, the starts, the section. */
static rb_status read_names(bifurcation_request *q, rb_error *err) {
    rb_study_spec *d = &q->diagram;
    rb_sweep *sweep = &d->sweep;
    rb_status status = rb_axis_parse(&sweep->axes[0], &sweep->scene, "--param", q->param, false, err);
    sweep->axis_count = 1;
    for (int i = 0; status == RB_OK && i < q->starts.count; i++) {
        rb_axis *axis = &sweep->axes[sweep->axis_count++];
        status = rb_axis_parse(axis, &sweep->scene, "--start", q->starts.items[i], false, err);
    }
    status = status == RB_OK ? rb_study_spec_check(d, err) : status;
    return status == RB_OK ? rb_section_read(sweep->scene.body, q->section, &d->section, err) : status;
}

static rb_status check_request(void *request, rb_error *err) {
    bifurcation_request *q = request;
    rb_study_spec *d = &q->diagram;
    if (q->param == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "bifurcation: expected --param NAME=FROM:TO:COUNT");
    }
    d->transient = (int)q->transient;
    d->points = (int)q->points;
    rb_status status = read_names(q, err);
    if (status == RB_OK) {
        rb_scene middle = rb_sweep_scene(&d->sweep, rb_sweep_count(&d->sweep) / 2);
        status = rb_scene_check(&middle, middle.id, err);
    }
    return status;
}

static void report_empty(const rb_study_spec *d, const rb_study_result *result) {
    int empty = result->done != NULL ? rb_bifurcation_empty(d, result->rows, result->done) : 0;
    if (empty > 0) {
        fprintf(stderr,
                "rbsim: %d of %d columns are empty: no point of the section after the transient "
                "(other starts: --start NAME=VALUE,... or --follow both)\n",
                empty, rb_bifurcation_columns(d) * rb_bifurcation_branches(d));
    }
}

const rb_study_kind rb_study_diagram = {
    .report = report_empty,
    .write = {[RB_STUDY_CSV] = write_csv,
              [RB_STUDY_PERIODS] = write_periods,
              [RB_STUDY_SVG] = write_picture,
              [RB_STUDY_PNG] = write_picture},
};

static int draw_diagram(const rb_command_line *line, void *request) {
    bifurcation_request *q = request;
    return rb_study_run_spec(line, &q->diagram, &q->study);
}

const rb_cli_command rb_cli_bifurcation = {
    .name = "bifurcation",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Draw Poincaré maps over a parameter: points, and the period of each column",
    .details = "Columns start at the scene's start, at each of several start values, or where the "
               "neighbouring column ended.",
    .options = bifurcation_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(bifurcation_request, study)),
               RB_SCENE_OPTIONS(offsetof(bifurcation_request, diagram.sweep.scene))},
    RB_SCENE_REQUEST(bifurcation_request, diagram.sweep.scene),
    .defaults = &(
        const bifurcation_request){.diagram = {.kind = RB_SPEC_BIFURCATION}, .transient = 150, .points = 100},
    .check = check_request,
    .run = draw_diagram,
};
