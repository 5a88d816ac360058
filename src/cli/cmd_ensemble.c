/* rbsim ensemble: the band that a scene stays in when its parameters are not quite known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/ensemble.h>

#include "analysis/study_table.h"
#include "cli/study.h"
#include "plot/chart.h"

typedef struct ensemble_request {
    rb_study_request study;
    rb_ensemble ensemble;
    const char *vary[RB_SWEEP_AXES];
    int vary_count;
    const char *signals;
    double runs, seed, samples;
} ensemble_request;

/* What the writers need. */
typedef struct ensemble_table {
    const rb_study_request *request;
    const rb_ensemble *ensemble;
    const rb_study_result *result;
} ensemble_table;

static double *scratch_for(const rb_ensemble *e) {
    return malloc((size_t)(e->sweep.random_count + 1) * sizeof(double));
}

static void write_names(rb_csv *csv, const rb_ensemble *e) {
    static const char *const parts[] = {"", "_median", "_p05", "_p95"};
    rb_csv_text(csv, "t");
    for (int k = 0; k < e->signal_count; k++) {
        for (int i = 0; i < 4; i++) {
            char name[96];
            snprintf(name, sizeof name, "%.60s%s", rb_signal_at(e->signals[k])->name, parts[i]);
            rb_csv_text(csv, name);
        }
    }
    rb_csv_end_row(csv);
}

static bool write_csv(FILE *out, const void *context) {
    const ensemble_table *t = context;
    const rb_ensemble *e = t->ensemble;
    double *scratch = scratch_for(e);
    if (scratch == NULL || !rb_study_table_head(out, t->request->command, &e->sweep.scene)) {
        free(scratch);
        return false;
    }
    rb_csv csv = {.out = out, .digits = 12};
    write_names(&csv, e);
    for (int i = 0; i < e->samples; i++) {
        rb_csv_number(&csv, rb_ensemble_time(e, i));
        for (int k = 0; k < e->signal_count; k++) {
            rb_band band = rb_ensemble_band(e, t->result, k, i, scratch);
            rb_csv_number(&csv, band.own);
            rb_csv_number(&csv, band.median);
            rb_csv_number(&csv, band.low);
            rb_csv_number(&csv, band.high);
        }
        rb_csv_end_row(&csv);
    }
    free(scratch);
    return true;
}

/* ---------------------------------------------------------------- the picture */

/* Lines of the band: four at a time, x and y of each sample. */
typedef struct lines {
    double *own, *median, *area; /* area: along the low side, back along the high one */
    int count, own_count;        /* samples with a band, and with the scene's own value */
} lines;

static void widen(rb_chart_axis *y, double value) {
    if (isfinite(value)) {
        y->from = fmin(y->from, value);
        y->to = fmax(y->to, value);
    }
}

static void collect(const rb_chart *chart, const rb_band *bands, const rb_ensemble *e, lines *l) {
    while (l->count < e->samples && bands[l->count].count > 0) {
        l->count++;
    }
    for (int i = 0; i < l->count; i++) {
        double x = rb_chart_x(chart, rb_ensemble_time(e, i));
        int back = 2 * l->count - 1 - i;
        l->median[2 * i] = l->area[2 * i] = l->area[2 * back] = x;
        l->median[2 * i + 1] = rb_chart_y(chart, bands[i].median);
        l->area[2 * i + 1] = rb_chart_y(chart, bands[i].low);
        l->area[2 * back + 1] = rb_chart_y(chart, bands[i].high);
    }
    for (; l->own_count < e->samples && isfinite(bands[l->own_count].own); l->own_count++) {
        l->own[2 * l->own_count] = rb_chart_x(chart, rb_ensemble_time(e, l->own_count));
        l->own[2 * l->own_count + 1] = rb_chart_y(chart, bands[l->own_count].own);
    }
}

static bool draw(rb_canvas *canvas, const ensemble_table *t, rb_band *bands, lines l) {
    const rb_ensemble *e = t->ensemble;
    const rb_signal *signal = rb_signal_at(e->signals[0]);
    char label[96], subtitle[160];
    snprintf(label, sizeof label, "%.30s %.20s, %.20s", signal->name, signal->symbol, signal->unit);
    snprintf(subtitle, sizeof subtitle, "%d runs: median, and the band of 5 to 95 %%",
             (int)e->sweep.random_count);
    double end = rb_ensemble_time(e, e->samples - 1);
    rb_chart chart = {.title = e->sweep.scene.name,
                      .subtitle = subtitle,
                      .x = {0, end, false, "t, s", NULL, 0},
                      .y = {INFINITY, -INFINITY, false, label, NULL, 0},
                      .canvas = canvas};
    double *scratch = scratch_for(e);
    if (scratch == NULL) {
        return false;
    }
    for (int i = 0; i < e->samples; i++) {
        bands[i] = rb_ensemble_band(e, t->result, 0, i, scratch);
        widen(&chart.y, bands[i].own);
        widen(&chart.y, bands[i].low);
        widen(&chart.y, bands[i].high);
    }
    free(scratch);
    if (!(chart.y.from <= chart.y.to)) {
        chart.y.from = chart.y.to = 0;
    }
    rb_chart_widen(&chart.y);
    collect(&chart, bands, e, &l);
    rb_chart_begin(&chart);
    rb_canvas_area(canvas, l.area, 2 * l.count, rb_line_colour(0), 0.25);
    rb_canvas_line(canvas, l.own, l.own_count, 1.2, rb_line_colour(1));
    rb_canvas_line(canvas, l.median, l.count, 2, rb_line_colour(0));
    rb_chart_legend(&chart, 0, rb_line_colour(0), "median");
    rb_chart_legend(&chart, 1, rb_line_colour(1), "the scene itself");
    rb_chart_end(&chart);
    return true;
}

static bool write_picture(FILE *out, const ensemble_table *t, bool png) {
    size_t samples = (size_t)t->ensemble->samples;
    rb_band *bands = calloc(samples, sizeof *bands);
    double *room = calloc(8 * samples, sizeof *room);
    rb_canvas canvas;
    bool ok = bands != NULL && room != NULL &&
              rb_canvas_begin(&canvas, out, png, RB_CHART_WIDTH, RB_CHART_HEIGHT);
    if (ok) {
        lines l = {room, room + 2 * samples, room + 4 * samples, 0, 0};
        ok = draw(&canvas, t, bands, l);
        ok = rb_canvas_end(&canvas) && ok;
    }
    free(bands);
    free(room);
    return ok;
}

static bool write_svg(FILE *out, const void *context) {
    return write_picture(out, context, false);
}

static bool write_png(FILE *out, const void *context) {
    return write_picture(out, context, true);
}

/* ---------------------------------------------------------------- the command */

static int take_own_option(rb_args *args, ensemble_request *q, rb_error *err) {
    const char *text = NULL;
    int found = rb_args_option(args, "--vary", &text, err);
    if (found > 0 && q->vary_count == RB_SWEEP_AXES) {
        rb_fail(err, RB_ERR_INPUT, "--vary: expected at most %d parameters", RB_SWEEP_AXES);
        return -1;
    }
    if (found > 0) {
        q->vary[q->vary_count++] = text;
    }
    found = found != 0 ? found : rb_args_option(args, "--signals", &q->signals, err);
    found = found != 0 ? found : rb_args_number(args, "--runs", &q->runs, err);
    found = found != 0 ? found : rb_args_number(args, "--seed", &q->seed, err);
    return found != 0 ? found : rb_args_number(args, "--samples", &q->samples, err);
}

static rb_status check_numbers(ensemble_request *q, rb_error *err) {
    const struct {
        const char *name;
        double value, from, to;
    } numbers[] = {{"--runs", q->runs, 1, RB_STUDY_JOBS_MAX - 1},
                   {"--samples", q->samples, 2, 100000},
                   {"--seed", q->seed, 0, 9e15}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        double v = numbers[i].value;
        if (!(v >= numbers[i].from && v <= numbers[i].to && v == floor(v))) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected a whole number of %g to %g, got %g",
                           numbers[i].name, numbers[i].from, numbers[i].to, v);
        }
    }
    if (q->vary_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "ensemble: expected --vary NAME=AMOUNT");
    }
    q->ensemble.sweep.random_count = (int64_t)q->runs;
    q->ensemble.sweep.seed = (uint64_t)q->seed;
    q->ensemble.samples = (int)q->samples;
    return RB_OK;
}

static rb_status read_request(rb_args *args, ensemble_request *q, rb_error *err) {
    unsigned files = 1U << RB_STUDY_CSV | 1U << RB_STUDY_SVG | 1U << RB_STUDY_PNG;
    rb_scene *scene = &q->ensemble.sweep.scene;
    while (args->next < args->count) {
        int found = rb_study_take_option(args, &q->study, files, scene, err);
        found = found != 0 ? found : take_own_option(args, q, err);
        if (found <= 0) {
            return found < 0 ? RB_ERR_INPUT : rb_args_unknown(args, err);
        }
    }
    rb_status status = check_numbers(q, err);
    for (int i = 0; status == RB_OK && i < q->vary_count; i++) {
        status = rb_ensemble_vary(&q->ensemble, "--vary", q->vary[i], err);
    }
    if (status == RB_OK) {
        status = rb_ensemble_add_signals(&q->ensemble, "--signals", q->signals, err);
    }
    return status == RB_OK ? rb_scene_check(scene, scene->id, err) : status;
}

/* Each number is within its range; all of them together may still be no body. */
static void tell_unsound(const rb_ensemble *e, const rb_study_result *result) {
    int unsound = 0;
    for (int64_t run = 0; result->done != NULL && run < e->sweep.random_count; run++) {
        rb_scene scene = rb_sweep_scene(&e->sweep, run);
        unsound += result->done[run + 1] && rb_scene_check(&scene, scene.id, NULL) != RB_OK;
    }
    if (unsound > 0) {
        fprintf(stderr, "rbsim: %d of the runs have numbers that make no scene: left out\n",
                unsound);
    }
}

static int run_ensemble(ensemble_request *q) {
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    rb_error err;
    if (rb_ensemble_study(&q->ensemble, q->study.command, &study, &definition, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = rb_study_go(&study, &q->study, &result);
    if (code == RB_EXIT_OK) {
        ensemble_table table = {&q->study, &q->ensemble, &result};
        tell_unsound(&q->ensemble, &result);
        bool written = rb_study_write(&q->study, RB_STUDY_CSV, write_csv, &table, &err) &&
                       rb_study_write(&q->study, RB_STUDY_SVG, write_svg, &table, &err) &&
                       rb_study_write(&q->study, RB_STUDY_PNG, write_png, &table, &err);
        code = rb_study_finish(&q->study, &study, &result, written, &err);
    }
    free(definition);
    return code;
}

int rb_command_ensemble(rb_args *args) {
    rb_error err;
    ensemble_request *q = calloc(1, sizeof *q);
    if (q == NULL) {
        rb_fail(&err, RB_ERR_MEMORY, "ensemble: out of memory");
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q->runs = 200;
    q->samples = 201;
    q->seed = 1;
    rb_study_note_command(&q->study, args, "ensemble");
    int code = rb_take_scene(args, "ensemble", &q->ensemble.sweep.scene);
    if (code == RB_EXIT_OK) { /* what a body is watched by unless told */
        q->signals = rb_signal_of(q->ensemble.sweep.scene.body, "omega3") >= 0 ? "omega3" : "E";
    }
    rb_status status = code == RB_EXIT_OK ? read_request(args, q, &err) : RB_OK;
    code = status != RB_OK ? rb_study_refuse(status, &err) : code;
    code = code == RB_EXIT_OK ? rb_study_prepare(&q->study) : code;
    code = code == RB_EXIT_OK ? run_ensemble(q) : code;
    free(q);
    return code;
}
