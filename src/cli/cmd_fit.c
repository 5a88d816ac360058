/* rbsim fit: parameters from measured series, and the files of a fit: table, fitted scene, picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/sweep.h>

#include "analysis/fit_study.h"
#include "analysis/study_table.h"
#include "base/system.h"
#include "base/text.h"
#include "cli/study.h"
#include "plot/chart.h"
#include "plot/corner.h"

/* ---------------------------------------------------------------- files */

static bool write_csv(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_table_write(out, context);
}

static bool write_correlations(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_correlations_write(out, context);
}

static bool write_profiles(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_profiles_write(out, context);
}

static bool write_report(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_report_write(out, context);
}

static bool write_comparison(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_scores_write(out, context);
}

static bool write_samples(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_samples_write(out, context);
}

static bool write_corner(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    const rb_fit_models *t = context;
    const rb_fit *fit = &t->fits[rb_fit_models_best(t)];
    const rb_fit_posterior *p = &t->posterior;
    char names[RB_CORNER_MAX][200], title[160];
    const char *list[RB_CORNER_MAX];
    for (int i = 0; i < RB_CORNER_MAX && i < p->parameters; i++) {
        rb_fit_name(fit, i, names[i], sizeof names[i]);
        list[i] = names[i];
    }
    snprintf(title, sizeof title, "Posterior, %.60s, %d samples", fit->scene.id, p->count);
    return rb_corner_write(out, RB_PICTURE_SVG, title, list, p->parameters, p->samples, p->count,
                           p->parameters + 1);
}

static bool write_scene(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    return rb_fit_fitted_write(out, context);
}

/* ---------------------------------------------------------------- pictures */

static bool draw_models(FILE *out, const rb_fit_models *t, rb_picture_format format) {
    enum { MODELS = 32 };
    const char *names[MODELS];
    int count = t->count < MODELS ? t->count : MODELS;
    double low = INFINITY, high = -INFINITY;
    bool points = rb_fit_has_points(&t->fits[0]);
    double unit = points ? 1e6 : 1;
    for (int i = 0; i < count; i++) {
        names[i] = t->fits[i].scene.id;
        if (isfinite(t->best[i].F) && t->best[i].F > 0) {
            low = fmin(low, unit * t->best[i].F);
            high = fmax(high, unit * t->best[i].F);
        }
    }
    low = isfinite(low) ? pow(10, floor(log10(low) - 0.1)) : 0.1;
    high = isfinite(high) ? pow(10, ceil(log10(high) + 0.1)) : 10;
    rb_canvas canvas;
    if (!rb_canvas_begin(&canvas, out, format, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        return false;
    }
    rb_chart chart = {
        .title = "How well each model fits",
        .subtitle = "the same series, every model with its best parameters",
        .x = {.from = -0.6, .to = count - 0.4, .label = "model", .names = names, .name_count = count},
        .y = {.from = low, .to = high, .logarithmic = true, .label = points ? "F_o, mm\u00b2" : "F_o"},
        .canvas = &canvas};
    rb_chart_begin(&chart);
    double bottom = rb_chart_y(&chart, low);
    for (int i = 0; i < count; i++) {
        double F = unit * t->best[i].F;
        if (isfinite(F) && F > 0) {
            double x = rb_chart_x(&chart, i), y = rb_chart_y(&chart, F);
            double half = (rb_chart_x(&chart, 0.35) - rb_chart_x(&chart, -0.35)) / 2;
            char text[32];
            snprintf(text, sizeof text, "%.2g", F);
            rb_canvas_rect(&canvas, x - half, y, 2 * half, bottom - y, rb_line_colour(0));
            rb_canvas_text(&canvas, x, y - 6, 13, RB_ANCHOR_MIDDLE, false, RB_CANVAS_INK, text);
        }
    }
    rb_chart_end(&chart);
    return rb_canvas_end(&canvas);
}

/* Root mean square of a frame's differences. */
static double size_of(const double *residuals, int columns) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
        sum += residuals[c] * residuals[c];
    }
    return sqrt(sum / columns);
}

static void draw_series(const rb_chart *chart, const rb_fit_series *s, const double *residuals, double unit,
                        int number, double *points) {
    for (int i = 0; i < s->frames; i++) {
        double size = unit * size_of(residuals + (size_t)i * (size_t)s->columns, s->columns);
        points[2 * i] = rb_chart_x(chart, s->t[i]);
        points[2 * i + 1] = rb_chart_y(chart, size);
    }
    rb_canvas_line(chart->canvas, points, s->frames, 1.5, rb_line_colour(number));
    rb_chart_legend(chart, number, rb_line_colour(number), s->name);
}

static bool draw_residuals(FILE *out, const rb_fit_models *t, rb_picture_format format) {
    const rb_fit *fit = &t->fits[0];
    bool in_mm = rb_fit_has_points(fit);
    double unit = in_mm ? 1e3 : 1, longest = 0, largest = 0;
    size_t all = 0, frames = 0;
    for (int k = 0; k < fit->series_count; k++) {
        const rb_fit_series *s = &fit->series[k];
        all += (size_t)s->frames * (size_t)s->columns;
        frames = (size_t)s->frames > frames ? (size_t)s->frames : frames;
        longest = fmax(longest, s->t[s->frames - 1]);
    }
    double *residuals = calloc(all + 1, sizeof *residuals), *line = calloc(2 * frames + 2, sizeof *line);
    rb_canvas canvas;
    bool ok = residuals != NULL && line != NULL &&
              rb_canvas_begin(&canvas, out, format, RB_CHART_WIDTH, RB_CHART_HEIGHT);
    if (ok) {
        rb_fit_objective(fit, t->best[0].values, residuals);
        const double *at = residuals;
        for (int k = 0; k < fit->series_count; k++) {
            const rb_fit_series *s = &fit->series[k];
            for (int i = 0; i < s->frames; i++, at += s->columns) {
                largest = fmax(largest, unit * size_of(at, s->columns));
            }
        }
        char subtitle[128];
        snprintf(subtitle, sizeof subtitle, "%.60s: what is left of the differences", fit->scene.name);
        rb_chart chart = {.title = "Residuals",
                          .subtitle = subtitle,
                          .x = {.to = longest, .label = "t, s"},
                          .y = {.to = largest > 0 ? 1.1 * largest : 1,
                                .label = in_mm ? "root mean square of a frame, mm" : "root mean square"},
                          .canvas = &canvas};
        rb_chart_begin(&chart);
        at = residuals;
        for (int k = 0; k < fit->series_count; k++) {
            draw_series(&chart, &fit->series[k], at, unit, k, line);
            at += (size_t)fit->series[k].frames * (size_t)fit->series[k].columns;
        }
        rb_chart_end(&chart);
        ok = rb_canvas_end(&canvas);
    }
    free(residuals);
    free(line);
    return ok;
}

static bool write_picture(FILE *out, const void *context, rb_study_file file) {
    const rb_fit_models *t = context;
    return (t->count > 1 ? draw_models : draw_residuals)(out, t, RB_STUDY_PICTURE(file));
}

const rb_study_kind rb_study_fit = {
    .write = {[RB_STUDY_CSV] = write_csv,
              [RB_STUDY_REPORT] = write_report,
              [RB_STUDY_CORRELATIONS] = write_correlations,
              [RB_STUDY_PROFILES] = write_profiles,
              [RB_STUDY_COMPARISON] = write_comparison,
              [RB_STUDY_POSTERIOR] = write_samples,
              [RB_STUDY_CORNER] = write_corner,
              [RB_STUDY_SCENE] = write_scene,
              [RB_STUDY_SVG] = write_picture,
              [RB_STUDY_PNG] = write_picture},
};

typedef struct fit_request {
    rb_study_request study;
    rb_study_spec spec;
    const char *models, *laws, *free, *free_start, *priors;
    rb_text_list data; /* a series each */
    int64_t restarts, seed;
} fit_request;

/* ---------------------------------------------------------------- arguments */

static const rb_option fit_options[] = {
    RB_OPTION("--data", "FILE[@START]",
              "a measured series; START names the scene's start that it begins with", rb_option_texts,
              offsetof(fit_request, data), .max = RB_FIT_SERIES, .flags = RB_OPTION_REPEATS),
    RB_OPTION("--free", "NAME,...|contact",
              "parameters to find; contact: those that the model's contact laws leave free; markers: places "
              "of the markers",
              rb_option_text, offsetof(fit_request, free)),
    RB_OPTION("--free-start", "NAME,...", "start values to find, for each series; all: every one, x0 and y0",
              rb_option_text, offsetof(fit_request, free_start)),
    RB_OPTION("--models", "SCENE,...", "further scenes of the same body to fit and compare", rb_option_text,
              offsetof(fit_request, models)),
    RB_OPTION("--laws", "LAW,...", "further friction laws to fit in this scene and compare", rb_option_text,
              offsetof(fit_request, laws)),
    RB_OPTION("--film", NULL,
              "points of a film: start values from the first frames, both signs of a free skew, intervals "
              "that allow for lasting errors; all start values are free",
              rb_option_flag, offsetof(fit_request, spec.fit.film)),
    RB_OPTION("--prior", "NAME=SD,...",
              "what is known about free parameters: standard deviations about the scene's "
              "values, as in markers=0.001",
              rb_option_text, offsetof(fit_request, priors)),
    RB_OPTION("--noise", "M", "error of a measured point that priors are weighed against, m (1e-4)",
              rb_option_number, offsetof(fit_request, spec.fit.noise), .min = 0, .max = 1,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--restarts", "N", "further searches from random points (0)", rb_option_whole,
              offsetof(fit_request, restarts), .min = 0, .max = 10000),
    RB_OPTION("--seed", "S", "seed of these points (1)", rb_option_whole, offsetof(fit_request, seed),
              .min = 0, .max = RB_SEED_MAX),
    RB_STUDY_FILE_OPTION(fit_request, "--csv", "FILE|-",
                         "write values, 95 % intervals and F_o (standard output if no file is named)",
                         RB_STUDY_CSV),
    RB_STUDY_FILE_OPTION(fit_request, "--report", "FILE|-",
                         "write in words: residual, values, models, what is not known, what to film next",
                         RB_STUDY_REPORT),
    RB_STUDY_FILE_OPTION(fit_request, "--correlations", "FILE|-",
                         "write the correlations of the parameters of each model", RB_STUDY_CORRELATIONS),
    RB_OPTION("--profile", "NAME,...",
              "free parameters whose 95 % limits are found by fitting all others at each value",
              rb_option_text, offsetof(fit_request, study.profile)),
    RB_STUDY_FILE_OPTION(fit_request, "--profiles", "FILE|-", "write the points of these profiles",
                         RB_STUDY_PROFILES),
    RB_STUDY_FILE_OPTION(fit_request, "--comparison", "FILE|-",
                         "write which model the data support: chi2, BIC, cross-validation over series",
                         RB_STUDY_COMPARISON),
    RB_STUDY_FILE_OPTION(fit_request, "--posterior", "FILE|-",
                         "write samples of the posterior of the best model", RB_STUDY_POSTERIOR),
    RB_STUDY_FILE_OPTION(fit_request, "--corner", "FILE", "draw these samples in pairs, as SVG",
                         RB_STUDY_CORNER),
    RB_OPTION("--steps", "N", "steps of a walker through the posterior, the first fifth left out (500)",
              rb_option_whole, offsetof(fit_request, study.steps), .min = 5, .max = 1e6),
    RB_OPTION("--walkers", "N", "number of walkers, even (4 for each parameter, at least 16)",
              rb_option_whole, offsetof(fit_request, study.walkers), .min = 4, .max = 1024),
    RB_STUDY_FILE_OPTION(fit_request, "--fitted", "FILE", "write the best model as a scene", RB_STUDY_SCENE),
    RB_STUDY_FILE_OPTION(fit_request, "--svg", "FILE", "draw the residuals, or F_o of each model",
                         RB_STUDY_SVG),
    RB_STUDY_FILE_OPTION(fit_request, "--png", "FILE", "the same as pixels", RB_STUDY_PNG),
    {0},
};

static rb_status copy_names(const char *option, const char *names, char *text, size_t size, rb_error *err) {
    int length = snprintf(text, size, "%s", names != NULL ? names : "");
    return length < (int)size ? RB_OK
                              : rb_fail(err, RB_ERR_INPUT, "%s: expected at most %zu bytes, got %d", option,
                                        size - 1, length);
}

rb_status rb_fit_spec_add_laws(rb_fit_spec *fit, const char *laws, rb_error *err) {
    char id[64];
    while (laws != NULL && rb_list_next(&laws, ',', id, sizeof id)) {
        size_t used = strlen(fit->models), room = sizeof fit->models - used;
        if ((size_t)snprintf(fit->models + used, room, "%slaw:%s", used > 0 ? "," : "", id) >= room) {
            return rb_fail(err, RB_ERR_INPUT, "--laws: expected at most %zu bytes with --models",
                           sizeof fit->models - 1);
        }
    }
    return RB_OK;
}

static rb_status check_request(void *request, rb_error *err) {
    fit_request *q = request;
    rb_fit_spec *fit = &q->spec.fit;
    rb_status status = RB_OK;
    q->spec.kind = RB_SPEC_FIT;
    fit->restarts = (int)q->restarts;
    fit->seed = (uint64_t)q->seed;
    fit->data_count = q->data.count;
    if (q->data.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "fit: requires --data FILE or FILE@START");
    }
    if (fit->film && q->free_start == NULL) {
        q->free_start = "all";
    }
    if (q->free == NULL && q->free_start == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "fit: requires free parameters: --free NAMES or --free-start NAMES");
    }
    for (int i = 0; status == RB_OK && i < q->data.count; i++) {
        status = rb_fit_data_read(q->data.items[i], &fit->data[i], err);
    }
    status = status == RB_OK ? copy_names("--free", q->free, fit->free, sizeof fit->free, err) : status;
    status = status == RB_OK
                 ? copy_names("--free-start", q->free_start, fit->free_start, sizeof fit->free_start, err)
                 : status;
    status =
        status == RB_OK ? copy_names("--prior", q->priors, fit->priors, sizeof fit->priors, err) : status;
    status =
        status == RB_OK ? copy_names("--models", q->models, fit->models, sizeof fit->models, err) : status;
    status = status == RB_OK ? rb_fit_spec_add_laws(fit, q->laws, err) : status;
    return status == RB_OK ? rb_study_check_files(&q->spec, &q->study, err) : status;
}

/* ---------------------------------------------------------------- the command */

static bool show_stage(void *context, const rb_study_progress *p) {
    if (context != NULL) {
        rb_progress_show_share(context, (double)p->done / (double)p->total);
    }
    return !rb_interrupted();
}

/* A computation from the results of the fit. */
typedef rb_status stage(rb_fit_models *models, const rb_study_options *options, bool *complete,
                        rb_error *err);

static bool run_stage(const rb_study_request *q, const char *name, stage *run, rb_fit_models *models,
                      rb_error *err) {
    bool complete = false;
    rb_progress progress = rb_progress_begin(name);
    rb_study_options options = {
        .threads = (int)q->threads, .watch = show_stage, .context = q->quiet ? NULL : &progress};
    rb_status status = run(models, &options, &complete, err);
    rb_progress_end(&progress);
    if (status == RB_OK && !complete) {
        rb_fail(err, RB_ERR_INPUT, "fit: interrupted: %s not complete", name);
    }
    return status == RB_OK && complete;
}

/* Takes the results and computes what is asked for besides. After an interrupt only the results are taken. */
static bool take_results(const rb_study_request *q, rb_fit_models *models, rb_fit_study *searches,
                         const rb_study_result *result, rb_error *err) {
    if (rb_fit_models_take(models, searches, result, rb_interrupted, err) != RB_OK) {
        return false;
    }
    bool samples = q->files[RB_STUDY_POSTERIOR] != NULL || q->files[RB_STUDY_CORNER] != NULL;
    models->posterior.walkers = (int)q->walkers;
    models->posterior.steps = q->steps > 0 ? (int)q->steps : 500;
    if (rb_interrupted()) {
        models->profile_count = 0;
        return true;
    }
    return (models->profile_count == 0 || run_stage(q, "profiles", rb_fit_models_profile, models, err)) &&
           (q->files[RB_STUDY_COMPARISON] == NULL ||
            run_stage(q, "cross-validation", rb_fit_models_score, models, err)) &&
           (!samples || run_stage(q, "posterior", rb_fit_models_sample, models, err));
}

static int write_files(rb_study_request *q, rb_fit_models *models, rb_fit_study *searches,
                       const rb_study *study, rb_study_result *result) {
    rb_error err;
    bool written = (result->done == NULL || take_results(q, models, searches, result, &err)) &&
                   rb_study_write(q, &rb_study_fit, models, &err);
    return rb_study_finish(q, study, result, written, &err);
}

static int run_models(rb_study_request *q, rb_fit_models *models) {
    rb_error err;
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    const rb_fit_spec *fit = &models->spec->fit;
    rb_fit_study *searches = rb_fit_study_create(models->fits, models->count, fit->restarts, fit->seed, &err);
    int code = RB_EXIT_FAILED;
    if (searches == NULL || rb_fit_study_make(searches, q->command, &study, &definition, &err) != RB_OK) {
        rb_complain(&err, code);
    } else {
        q->keeps_part = true;
        code = rb_study_go(&study, q, &result);
        code = code == RB_EXIT_OK ? write_files(q, models, searches, &study, &result) : code;
    }
    free(definition);
    rb_fit_study_destroy(searches);
    return code;
}

int rb_run_fit(const rb_study_spec *spec, rb_study_request *q) {
    rb_error err;
    rb_fit_models *models = calloc(1, sizeof *models);
    if (models == NULL) {
        return rb_complain_memory("fit");
    }
    rb_status status = rb_fit_models_open(models, spec, &err);
    if (status == RB_OK && q->profile != NULL) {
        status = rb_fit_models_choose_profiles(models, q->profile, &err);
    }
    int code = status == RB_OK ? run_models(q, models) : rb_complain_status(&err, status);
    rb_fit_models_close(models);
    free(models);
    return code;
}

static rb_status set_defaults(const rb_command_line *line, void *request, rb_error *err) {
    (void)line;
    (void)err;
    fit_request *q = request;
    q->spec.fit.camera = rb_tracker_default();
    q->seed = 1;
    return RB_OK;
}

static int fit_scene(const rb_command_line *line, void *request) {
    fit_request *q = request;
    return rb_study_run_spec(line, &q->spec, &q->study);
}

const rb_cli_command rb_cli_fit = {
    .name = "fit",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find parameters from measured points or signals, with 95 % intervals",
    .options = fit_options,
    .groups = {RB_CAMERA_OPTIONS(offsetof(fit_request, spec.fit.camera)),
               RB_STUDY_OPTIONS(offsetof(fit_request, study)),
               RB_SCENE_OPTIONS(offsetof(fit_request, spec.sweep.scene))},
    RB_SCENE_REQUEST(fit_request, spec.sweep.scene),
    .init = set_defaults,
    .check = check_request,
    .run = fit_scene,
};
