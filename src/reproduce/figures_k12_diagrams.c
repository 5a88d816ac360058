/* K12: bifurcation diagrams, and the error that the stick threshold causes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/bifurcation.h>

#include "reproduce/figures_k12.h"

enum { POINTS = 100 };

/* Columns of a diagram: rows of the study. */
typedef struct diagram {
    double *rows;
    int count, width, empty, periodic;
} diagram;

static rb_status make_diagram(rb_figure_data *d, const char *part, const char *axis, const char *changes,
                              diagram *out) {
    rb_study_spec b = {.transient = 150, .points = POINTS};
    rb_study study;
    rb_study_result result;
    char *definition = NULL;
    rb_status status = rb_figure_scene(d, "disk-k12", changes, &b.sweep.scene);
    if (status == RB_OK) {
        status = rb_axis_parse(&b.sweep.axes[0], &b.sweep.scene, d->figure->id, axis, false, d->err);
        b.sweep.axis_count = 1;
    }
    if (status == RB_OK) {
        status = rb_section_read(b.sweep.scene.body, NULL, &b.section, d->err);
    }
    if (status == RB_OK) {
        status = rb_bifurcation_study(&b, d->figure->id, &study, &definition, d->err);
    }
    if (status == RB_OK) {
        status = rb_figure_study(d, part, &study, &result);
    }
    *out = (diagram){.count = b.sweep.axes[0].count};
    if (status == RB_OK && !d->stopped) {
        out->width = study.width;
        out->rows = rb_figure_array(d, out->count * study.width);
        if (out->rows != NULL) {
            memcpy(out->rows, result.rows, (size_t)out->count * (size_t)study.width * sizeof(double));
        }
        rb_study_free(&result);
    }
    for (int i = 0; out->rows != NULL && i < out->count; i++) {
        const double *row = out->rows + (ptrdiff_t)i * out->width;
        out->empty += row[RB_COLUMN_FOUND] == 0;
        out->periodic += row[RB_COLUMN_PERIOD] > 0;
    }
    free(definition);
    return status;
}

/* Points x against mu0, from `from` to `to`. */
static rb_status add_points(rb_figure_data *d, const diagram *g, const char *name, double from, double to) {
    double *x = rb_figure_array(d, g->count * POINTS), *y = rb_figure_array(d, g->count * POINTS);
    if (x == NULL || y == NULL) {
        return RB_ERR_MEMORY;
    }
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        const double *row = g->rows + (ptrdiff_t)i * g->width;
        int found = (int)row[RB_COLUMN_FOUND], period = (int)row[RB_COLUMN_PERIOD];
        for (int k = 0; k < (period > 0 ? period : found); k++) { /* later ones repeat these */
            x[count] = from + (to - from) * i / (g->count - 1);
            y[count++] = row[RB_COLUMN_POINTS + 2 * k];
        }
    }
    rb_curve *dots = rb_figure_curve(d, name, x, y, count);
    if (dots != NULL) {
        dots->mark = RB_MARK_DOTS;
        dots->size = 0.6;
    }
    return dots != NULL ? RB_OK : RB_ERR_MEMORY;
}

static rb_status make_single(rb_figure_data *d, double from, double to, int columns) {
    diagram g;
    rb_status status =
        make_diagram(d, "", rb_figure_text(d, "mu0=%g:%g:%d", from, to, columns), "start.phi=-8", &g);
    if (status != RB_OK || g.rows == NULL) {
        return status;
    }
    rb_figure_plot(d, NULL, "μ₀", "x where a stick starts");
    status = add_points(d, &g, NULL, from, to);
    rb_figure_number_add(d, "columns", g.count, NAN, NAN);
    rb_figure_number_add(d, "columns without a stick", g.empty, 0, 0);
    rb_figure_number_add(d, rb_figure_text(d, "share with a period of at most %d points", POINTS / 2),
                         g.periodic / (double)g.count, 0.5, 1);
    return status;
}

rb_status rb_k12_make_6(rb_figure_data *d) {
    return make_single(d, 11.2, 25.2, 400);
}

rb_status rb_k12_make_7a(rb_figure_data *d) {
    return make_single(d, 11.2, 13.5, 300);
}

rb_status rb_k12_make_7b(rb_figure_data *d) {
    static const char *const changes[] = {"start.phi=-8 eps_lambda=1e-5", "start.phi=-8 eps_lambda=1e-7"};
    static const char *const names[] = {"ε_λ = 1e-5", "ε_λ = 1e-7"};
    diagram g[2];
    rb_figure_plot(d, NULL, "μ₀", "x where a stick starts");
    for (int k = 0; k < 2; k++) {
        rb_status status = make_diagram(d, k == 0 ? "coarse" : "fine", "mu0=22.5:25:300", changes[k], &g[k]);
        if (status != RB_OK || g[k].rows == NULL) {
            return status;
        }
        status = add_points(d, &g[k], names[k], 22.5, 25);
        if (status != RB_OK) {
            return status;
        }
    }
    int same = 0, near = 0;
    for (int i = 0; i < g[0].count; i++) {
        const double *a = g[0].rows + (ptrdiff_t)i * g[0].width;
        const double *b = g[1].rows + (ptrdiff_t)i * g[1].width;
        same += a[RB_COLUMN_PERIOD] == b[RB_COLUMN_PERIOD];
        /* For both orbits the point with the smallest x, so that the order of the points does not matter. */
        double least[2] = {INFINITY, INFINITY};
        for (int k = 0; k < POINTS; k++) {
            least[0] = fmin(least[0], a[RB_COLUMN_POINTS + 2 * k]);
            least[1] = fmin(least[1], b[RB_COLUMN_POINTS + 2 * k]);
        }
        near += fabs(least[0] - least[1]) < 0.01;
    }
    rb_figure_number_add(d, "share of columns with the same period", same / (double)g[0].count, 0.9, 1);
    rb_figure_number_add(d, "share of columns whose smallest x differs by less than 0.01",
                         near / (double)g[0].count, 0.9, 1);
    return RB_OK;
}

/* ---------------------------------------------------------------- Fig. 14 */

enum { SAMPLES = 3000, EPSILONS = 15 };

typedef struct recording {
    double *x, *phi;
    int count;
    const rb_signal *signals[2];
} recording;

static bool record(void *context, const rb_moment *moment) {
    recording *r = context;
    if (r->count <= SAMPLES) {
        r->x[r->count] = rb_signal_value(r->signals[0], moment->now);
        r->phi[r->count++] = rb_signal_value(r->signals[1], moment->now);
    }
    return true;
}

static rb_status run_orbit(rb_figure_data *d, const char *orbit, double eps, double rtol, recording *out) {
    rb_scene scene;
    char changes[220];
    snprintf(changes, sizeof changes, "%s eps_lambda=%.17g rtol=%g", orbit, eps, rtol);
    rb_status status = rb_figure_scene(d, "disk-k12", changes, &scene);
    out->count = 0;
    out->signals[0] = rb_signal_at(rb_signal_of(scene.body, "x"));
    out->signals[1] = rb_signal_at(rb_signal_of(scene.body, "phi"));
    rb_observer observer = {.every = 1, .observe = record, .context = out};
    return status == RB_OK ? rb_run(&scene, SAMPLES, &observer, NULL, d->err) : status;
}

/* One curve of the figure; *threshold is the first eps_lambda with an error above 0.1. */
static rb_status add_errors(rb_figure_data *d, double mu0, const char *name, recording *base,
                            recording *other, double *threshold, double *slope) {
    rb_map_point point;
    rb_map_result map;
    char orbit[140];
    rb_status status = rb_k12_map(d, mu0, 400, 1, &point, &map);
    if (status != RB_OK) {
        return status;
    }
    snprintf(orbit, sizeof orbit, "mu0=%.17g start.x=%.17g start.phi=%.17g", mu0, point.at[0], point.at[1]);
    status = run_orbit(d, orbit, 1e-10, 1e-13, base);
    double *eps = rb_figure_array(d, EPSILONS), *error = rb_figure_array(d, EPSILONS);
    if (status != RB_OK || eps == NULL || error == NULL) {
        return status != RB_OK ? status : RB_ERR_MEMORY;
    }
    *threshold = INFINITY;
    for (int i = 0; i < EPSILONS && status == RB_OK; i++) {
        eps[i] = 1e-9 * pow(10, 0.5 * i);
        status = run_orbit(d, orbit, eps[i], 1e-10, other);
        for (int k = 0; k < base->count && k < other->count; k++) {
            error[i] =
                fmax(error[i], fmax(fabs(base->x[k] - other->x[k]), fabs(base->phi[k] - other->phi[k])));
        }
        if (error[i] > 0.1 && isinf(*threshold)) {
            *threshold = eps[i];
        }
    }
    *slope = log10(error[8] / error[4]) / 2; /* 1e-7 to 1e-5 */
    rb_figure_curve(d, name, eps, error, EPSILONS);
    return status;
}

rb_status rb_k12_make_14(rb_figure_data *d) {
    static const double mu0[] = {24.9, 23.06, 13.5, 23.0580008, 24.819906};
    double threshold[5], slope[5];
    recording base = {.x = rb_figure_array(d, SAMPLES + 1), .phi = rb_figure_array(d, SAMPLES + 1)};
    recording other = {.x = rb_figure_array(d, SAMPLES + 1), .phi = rb_figure_array(d, SAMPLES + 1)};
    rb_plot *plot = rb_figure_plot(d, NULL, "ε_λ", "Δ over 3000 units of time");
    if (base.x == NULL || base.phi == NULL || other.x == NULL || other.phi == NULL) {
        return RB_ERR_MEMORY;
    }
    plot->x.logarithmic = plot->y.logarithmic = true;
    for (int k = 0; k < 5; k++) {
        rb_status status = add_errors(d, mu0[k], rb_figure_text(d, "%d: μ₀ = %.9g", k + 1, mu0[k]), &base,
                                      &other, &threshold[k], &slope[k]);
        if (status != RB_OK) {
            return status;
        }
        rb_figure_number_add(d, rb_figure_text(d, "orbit %d: first ε_λ with Δ > 0.1", k + 1), threshold[k],
                             NAN, NAN);
    }
    rb_figure_number_add(d, "orbit 1: slope of log Δ from ε_λ = 1e-7 to 1e-5", slope[0], 0.9, 1.1);
    rb_figure_number_add(d, "orbit 1: threshold over that of orbit 4", threshold[0] / threshold[3], 10,
                         INFINITY);
    rb_figure_number_add(d, "orbit 1: threshold over that of orbit 5", threshold[0] / threshold[4], 10,
                         INFINITY);
    return RB_OK;
}
