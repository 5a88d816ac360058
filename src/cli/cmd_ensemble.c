/* rbsim ensemble: the band of the signals of a scene with uncertain parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/ensemble.h>

#include "analysis/study_table.h"
#include "cli/study.h"
#include "plot/chart.h"

typedef struct ensemble_request {
    rb_study_request study;
    rb_study_spec ensemble;
    rb_text_list vary;
    const char *signals;
    int64_t runs, seed, samples;
} ensemble_request;

static double *scratch_for(const rb_study_spec *e) {
    return malloc((size_t)(e->sweep.random_count + 1) * sizeof(double));
}

static bool write_csv(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_study_output *t = context;
    return rb_ensemble_table_write(out, t->spec, t->result);
}

/* ---------------------------------------------------------------- the picture */

/* Lines of the band: x and y of each sample. */
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

static void collect(const rb_chart *chart, const rb_band *bands, const rb_study_spec *e, lines *l) {
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

static bool draw(rb_canvas *canvas, const rb_study_output *t, rb_band *bands, lines l) {
    const rb_study_spec *e = t->spec;
    const rb_signal *signal = rb_signal_at(e->signals[0]);
    char label[96], subtitle[160];
    snprintf(label, sizeof label, "%.30s %.20s, %.20s", signal->name, signal->symbol, signal->unit);
    snprintf(subtitle, sizeof subtitle, "%d runs: median, and the band of 5 to 95 %%",
             (int)e->sweep.random_count);
    double end = rb_ensemble_time(e, e->samples - 1);
    rb_chart chart = {.title = e->sweep.scene.name,
                      .subtitle = subtitle,
                      .x = {.to = end, .label = "t, s"},
                      .y = {.from = INFINITY, .to = -INFINITY, .label = label},
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

static bool write_picture(FILE *out, const void *context, rb_study_file file) {
    const rb_study_output *t = context;
    size_t samples = (size_t)t->spec->samples;
    rb_band *bands = calloc(samples, sizeof *bands);
    double *room = calloc(8 * samples, sizeof *room);
    rb_canvas canvas;
    bool ok = bands != NULL && room != NULL &&
              rb_canvas_begin(&canvas, out, RB_STUDY_PICTURE(file), RB_CHART_WIDTH, RB_CHART_HEIGHT);
    if (ok) {
        lines l = {room, room + 2 * samples, room + 4 * samples, 0, 0};
        ok = draw(&canvas, t, bands, l);
        ok = rb_canvas_end(&canvas) && ok;
    }
    free(bands);
    free(room);
    return ok;
}

/* ---------------------------------------------------------------- the command */

static const rb_option ensemble_options[] = {
    RB_OPTION("--vary", "NAME=AMOUNT|SHARE%", "vary a parameter uniformly by this much up and down",
              rb_option_texts, offsetof(ensemble_request, vary), .max = RB_SWEEP_AXES,
              .flags = RB_OPTION_REPEATS),
    RB_OPTION("--runs", "N", "number of runs (200)", rb_option_whole, offsetof(ensemble_request, runs),
              .min = 1, .max = RB_STUDY_JOBS_MAX - 1),
    RB_OPTION("--signals", "SIGNAL,...", "signals to record (omega3, or E of a body without it)",
              rb_option_text, offsetof(ensemble_request, signals)),
    RB_OPTION("--samples", "N", "times per run (201)", rb_option_whole, offsetof(ensemble_request, samples),
              .min = 2, .max = 100000),
    RB_OPTION("--seed", "S", "seed of the random numbers (1)", rb_option_whole,
              offsetof(ensemble_request, seed), .min = 0, .max = RB_SEED_MAX),
    RB_STUDY_FILE_OPTION(ensemble_request, "--csv", "FILE|-",
                         "write median and 5 to 95 % over time (standard output if no file is named)",
                         RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(ensemble_request, "--svg", "FILE", "draw the band of the first signal",
                         RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(ensemble_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

static rb_status check_request(void *request, rb_error *err) {
    ensemble_request *q = request;
    rb_scene *scene = &q->ensemble.sweep.scene;
    if (q->vary.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "ensemble: requires --vary NAME=AMOUNT");
    }
    if (q->signals == NULL) {
        q->signals = rb_signal_of(scene->body, "omega3") >= 0 ? "omega3" : "E";
    }
    q->ensemble.sweep.random_count = q->runs;
    q->ensemble.sweep.seed = (uint64_t)q->seed;
    q->ensemble.samples = (int)q->samples;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < q->vary.count; i++) {
        status = rb_ensemble_vary(&q->ensemble, "--vary", q->vary.items[i], err);
    }
    if (status == RB_OK) {
        status = rb_ensemble_add_signals(&q->ensemble, "--signals", q->signals, err);
    }
    return status == RB_OK ? rb_scene_check(scene, scene->id, err) : status;
}

/* Each number is within its range, but the combination may be impossible. */
static void report_invalid(const rb_study_spec *e, const rb_study_result *result) {
    int unsound = 0;
    for (int64_t run = 0; result->done != NULL && run < e->sweep.random_count; run++) {
        rb_scene scene = rb_sweep_scene(&e->sweep, run);
        unsound += result->done[run + 1] && rb_scene_check(&scene, scene.id, NULL) != RB_OK;
    }
    if (unsound > 0) {
        fprintf(stderr, "rbsim: %d of the runs have an invalid parameter combination and are left out\n",
                unsound);
    }
}

const rb_study_kind rb_study_ensemble = {
    .report = report_invalid,
    .write = {[RB_STUDY_CSV] = write_csv, [RB_STUDY_SVG] = write_picture, [RB_STUDY_PNG] = write_picture},
};

static int draw_ensemble(const rb_command_line *line, void *request) {
    ensemble_request *q = request;
    return rb_study_run_spec(line, &q->ensemble, &q->study);
}

const rb_cli_command rb_cli_ensemble = {
    .name = "ensemble",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Show the band of many runs with slightly different parameters",
    .options = ensemble_options,
    .groups = {RB_STUDY_OPTIONS(offsetof(ensemble_request, study)),
               RB_SCENE_OPTIONS(offsetof(ensemble_request, ensemble.sweep.scene))},
    RB_SCENE_REQUEST(ensemble_request, ensemble.sweep.scene),
    .defaults =
        &(const ensemble_request){
            .ensemble = {.kind = RB_SPEC_ENSEMBLE}, .runs = 200, .samples = 201, .seed = 1},
    .check = check_request,
    .run = draw_ensemble,
};
