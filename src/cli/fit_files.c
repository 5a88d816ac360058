#include "cli/fit_files.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/study_table.h"
#include "plot/chart.h"

int rb_fit_best(const rb_fit_models *models) {
    int best = 0;
    for (int i = 1; i < models->count; i++) {
        if (models->best[i].F < models->best[best].F || !isfinite(models->best[best].F)) {
            best = i;
        }
    }
    return best;
}

bool rb_fit_write_csv(FILE *out, const void *context) {
    return rb_fit_table_write(out, context);
}

bool rb_fit_write_correlations(FILE *out, const void *context) {
    return rb_fit_correlations_write(out, context);
}

bool rb_fit_write_scene(FILE *out, const void *context) {
    const rb_fit_models *t = context;
    int best = rb_fit_best(t);
    rb_scene scene;
    char *text = NULL;
    if (rb_fit_scene(&t->fits[best], t->best[best].values, 0, &scene, NULL) == RB_OK) {
        text = rb_scene_to_text(&scene);
    }
    if (text != NULL) {
        fputs(text, out);
    }
    free(text);
    return text != NULL;
}

/* ---------------------------------------------------------------- pictures */

static bool draw_models(FILE *out, const rb_fit_models *t, bool png) {
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
    if (!rb_canvas_begin(&canvas, out, png, RB_CHART_WIDTH, RB_CHART_HEIGHT)) {
        return false;
    }
    rb_chart chart = {.title = "How well each model fits",
                      .subtitle = "the same series, every model with its best parameters",
                      .x = {-0.6, count - 0.4, false, "model", names, count},
                      .y = {low, high, true, points ? "F_o, mm\u00b2" : "F_o", NULL, 0},
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

static bool draw_residuals(FILE *out, const rb_fit_models *t, bool png) {
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
              rb_canvas_begin(&canvas, out, png, RB_CHART_WIDTH, RB_CHART_HEIGHT);
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
                          .x = {0, longest, false, "t, s", NULL, 0},
                          .y = {0, largest > 0 ? 1.1 * largest : 1, false,
                                in_mm ? "root mean square of a frame, mm" : "root mean square", NULL, 0},
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

static bool draw(FILE *out, const rb_fit_models *t, bool png) {
    return t->count > 1 ? draw_models(out, t, png) : draw_residuals(out, t, png);
}

bool rb_fit_write_svg(FILE *out, const void *context) {
    return draw(out, context, false);
}

bool rb_fit_write_png(FILE *out, const void *context) {
    return draw(out, context, true);
}
