/* Fits to points of a film of a real body: free places of the markers, prior knowledge, start values from the
   first frames, both signs of the skew, and errors that last longer than a frame. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_search.h"
#include "base/macros.h"
#include "base/text.h"
#include "math/elementary.h"
#include "math/pi.h"
#include "math/vec.h"

/* ---------------------------------------------------------------- markers */

static bool is_marker(const rb_fit_free *f) {
    return f->section == RB_SECTION_COUNT && f->index >= 2;
}

static double *coordinate_of(rb_tracker *camera, int index) {
    rb_vec3 *m = &camera->markers[index / 2 - 1];
    return index % 2 == 0 ? &m->x : &m->y;
}

double rb_fit_marker_begin(const rb_fit *fit, const rb_fit_free *f) {
    rb_tracker camera = fit->camera;
    return is_marker(f) ? *coordinate_of(&camera, f->index) : 0;
}

void rb_fit_place_markers(const rb_fit *fit, const double *values, rb_tracker *camera) {
    for (int i = 0; i < fit->free_count; i++) {
        if (is_marker(&fit->free[i])) {
            *coordinate_of(camera, fit->free[i].index) = values[i];
        }
    }
}

rb_status rb_fit_add_markers(rb_fit *fit, const char *option, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < 2 * fit->camera.marker_count; i++) {
        rb_fit_free one = {.section = RB_SECTION_COUNT, .index = 2 + i};
        snprintf(one.name, sizeof one.name, "marker%d.%c", i / 2 + 1, i % 2 == 0 ? 'x' : 'y');
        status = rb_fit_add(fit->free, &fit->free_count, &one, option, err);
    }
    return status;
}

/* ---------------------------------------------------------------- priors */

static bool is_named(const rb_fit_free *f, const char *name) {
    return strcmp(f->name, name) == 0 || (f->row != NULL && strcmp(f->row->name, name) == 0) ||
           (is_marker(f) && strcmp(name, "markers") == 0);
}

rb_status rb_fit_set_priors(rb_fit *fit, const char *option, const char *text, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && text != NULL, err);
    char item[100];
    while (rb_list_next(&text, ',', item, sizeof item)) {
        char *equals = strchr(item, '='), *end = item;
        double sigma = equals != NULL ? rb_number_read(equals + 1, &end) : NAN;
        if (equals == NULL || end == equals + 1 || *end != '\0' || !(sigma > 0) || !isfinite(sigma)) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: expected NAME=SD with a standard deviation above 0, got \"%s\"", option,
                           item);
        }
        *equals = '\0';
        bool found = false;
        for (int i = 0; i < fit->free_count + fit->of_series_count; i++) {
            rb_fit_free *f = i < fit->free_count ? &fit->free[i] : &fit->of_series[i - fit->free_count];
            f->prior = is_named(f, item) ? sigma : f->prior;
            found = found || is_named(f, item);
        }
        if (!found) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a free parameter", option, item);
        }
    }
    return RB_OK;
}

int rb_fit_prior_count(const rb_fit *fit) {
    bool any = false;
    for (int i = 0; i < fit->free_count; i++) {
        any = any || fit->free[i].prior > 0;
    }
    for (int i = 0; i < fit->of_series_count; i++) {
        any = any || fit->of_series[i].prior > 0;
    }
    return any ? rb_fit_count(fit) : 0;
}

double rb_fit_prior_residual(const rb_fit *fit, int parameter, double value) {
    int series = -1;
    const rb_fit_free *f = rb_fit_free_at(fit, parameter, &series);
    double mean = f->prior > 0 ? rb_fit_begin_of(fit, parameter) : 0;
    return f->prior > 0 ? (fit->noise > 0 ? fit->noise : 1e-4) * (value - mean) / f->prior : 0;
}

/* ---------------------------------------------------------------- angles */

double rb_fit_heading(const rb_scene *scene, const rb_snapshot *now) {
    rb_mat3 turn = rb_quat_matrix(now->q);
    const rb_param_table table = rb_scene_table(scene, RB_SECTION_BODY);
    int a1 = rb_param_find(table, "a1"), a2 = rb_param_find(table, "a2");
    const double *values = scene->values[RB_SECTION_BODY];
    bool across = a1 >= 0 && a2 >= 0 && values[a2] > values[a1];
    rb_vec3 axis = rb_mul(&turn, across ? rb_v3(0, 1, 0) : rb_v3(1, 0, 0));
    return rb_atan2(axis.y, axis.x);
}

double rb_fit_period(const rb_fit_series *s, int column) {
    if (s->marker[column] >= 0) {
        return 0;
    }
    if (s->signal[column] < 0) {
        return RB_PI; /* a long axis has no direction */
    }
    return strcmp(rb_signal_at(s->signal[column])->name, "psi") == 0 ? 2 * RB_PI : 0;
}

/* ---------------------------------------------------------------- start values from the first frames */

/* The motion of the markers as one plane figure at a frame: its heading against the body, and the mean place
   of the markers. False if fewer than two are known. */
static bool find_figure(const rb_fit *fit, const rb_fit_series *s, int frame, double *heading, double mean[2],
                        double body[2]) {
    double at[RB_FIT_MARKERS][2], of[RB_FIT_MARKERS][2];
    int count = 0;
    mean[0] = mean[1] = body[0] = body[1] = 0;
    for (int j = 0; j < fit->camera.marker_count; j++) {
        double xy[2] = {NAN, NAN};
        for (int c = 0; c < s->columns; c++) {
            if (s->marker[c] / 2 == j && s->marker[c] >= 0) {
                xy[s->marker[c] % 2] = s->values[(size_t)frame * (size_t)s->columns + (size_t)c];
            }
        }
        if (isfinite(xy[0]) && isfinite(xy[1])) {
            memcpy(at[count], xy, sizeof xy);
            of[count][0] = fit->camera.markers[j].x;
            of[count][1] = fit->camera.markers[j].y;
            for (int k = 0; k < 2; k++) {
                mean[k] += at[count][k];
                body[k] += of[count][k];
            }
            count++;
        }
    }
    double dot = 0, cross = 0;
    for (int i = 0; i < count; i++) {
        double x = at[i][0] - mean[0] / count, y = at[i][1] - mean[1] / count;
        double u = of[i][0] - body[0] / count, v = of[i][1] - body[1] / count;
        dot += u * x + v * y;
        cross += u * y - v * x;
    }
    for (int k = 0; count > 0 && k < 2; k++) {
        mean[k] /= count;
        body[k] /= count;
    }
    *heading = rb_atan2(cross, dot);
    return count >= 2 && (dot != 0 || cross != 0);
}

#define GUESS_TIME 0.1 /* s of the first frames */

typedef struct guess {
    double psi, omega3, place[2]; /* at t = 0; place: of the point `body` of the body */
    double body[2];
} guess;

/* Straight lines through heading and place over the first frames. */
static bool find_guess(const rb_fit *fit, const rb_fit_series *s, guess *out) {
    double n = 0, st = 0, stt = 0, sums[3] = {0}, moments[3] = {0}, before = 0;
    for (int i = 0; i < s->frames && (s->t[i] <= s->t[0] + GUESS_TIME || n < 3); i++) {
        double value[3], body[2];
        if (!find_figure(fit, s, i, &value[0], &value[1], body)) {
            continue;
        }
        value[0] = n > 0 ? before + remainder(value[0] - before, 2 * RB_PI) : value[0];
        before = value[0];
        memcpy(out->body, body, sizeof body);
        n += 1;
        st += s->t[i];
        stt += s->t[i] * s->t[i];
        for (int k = 0; k < 3; k++) {
            sums[k] += value[k];
            moments[k] += s->t[i] * value[k];
        }
    }
    double det = n * stt - st * st;
    if (n < 3 || !(det > 0)) {
        return false;
    }
    double slopes[3], begins[3];
    for (int k = 0; k < 3; k++) {
        slopes[k] = (n * moments[k] - st * sums[k]) / det;
        begins[k] = (sums[k] - slopes[k] * st) / n;
    }
    out->psi = remainder(begins[0], 2 * RB_PI);
    out->omega3 = slopes[0];
    out->place[0] = begins[1];
    out->place[1] = begins[2];
    return true;
}

/* Where the model sees the point `body` without a displacement of its start: (offset[0], offset[1]). */
static bool see_at_start(void *context, const rb_moment *moment) {
    *(rb_snapshot *)context = *moment->now;
    return false;
}

/* Replaces the free start values of a series by those that its first frames show. */
static void guess_series(const rb_fit *fit, int series, double *values) {
    guess g;
    if (!find_guess(fit, &fit->series[series], &g)) {
        return;
    }
    double *own = values + fit->free_count + series * fit->of_series_count;
    for (int i = 0; i < fit->of_series_count; i++) {
        const rb_param *row = fit->of_series[i].row;
        own[i] = row != NULL && strcmp(row->name, "psi") == 0      ? g.psi
                 : row != NULL && strcmp(row->name, "omega3") == 0 ? g.omega3
                                                                   : own[i];
    }
    rb_scene scene;
    rb_snapshot now = {0};
    double time = 0, xy[2];
    rb_observer observer = {.times = &time, .time_count = 1, .observe = see_at_start, .context = &now};
    rb_run_result result;
    if (rb_fit_scene(fit, values, series, &scene, NULL) != RB_OK ||
        rb_run(&scene, scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK], &observer, &result, NULL) != RB_OK) {
        return;
    }
    rb_tracker one = {fit->camera.height, 1, {{g.body[0], g.body[1], fit->camera.markers[0].z}}};
    rb_tracker_see(&one, &scene, &now, 0, 0, xy);
    for (int i = 0; i < fit->of_series_count; i++) {
        const rb_fit_free *f = &fit->of_series[i];
        own[i] = f->row == NULL && f->index < 2 ? g.place[f->index] - xy[f->index] : own[i];
    }
}

/* ---------------------------------------------------------------- both signs of the skew */

/* Free parameters that change sign in the mirrored body. */
static bool is_skew(const rb_fit_free *f) {
    return f->section == RB_SECTION_BODY &&
           (strcmp(f->row->name, "alpha") == 0 || strcmp(f->row->name, "B12") == 0);
}

rb_status rb_fit_search_film(rb_fit_search *s, double *p, rb_error *err) {
    const rb_fit *fit = s->fit;
    double first[RB_FIT_ALL], best_begin[RB_FIT_ALL], best_p[RB_FIT_ALL] = {0}, least = INFINITY;
    size_t size = (size_t)rb_fit_count(fit) * sizeof *p;
    bool skew = false;
    rb_status status = RB_OK;
    for (int k = 0; k < fit->series_count; k++) {
        guess_series(fit, k, s->begin);
    }
    for (int i = 0; i < fit->free_count; i++) {
        skew = skew || is_skew(&fit->free[i]);
    }
    memcpy(first, s->begin, size);
    memcpy(best_begin, s->begin, size);
    for (int mirrored = 0; status == RB_OK && mirrored < (skew ? 2 : 1); mirrored++) {
        double sum = INFINITY;
        memcpy(s->begin, first, size);
        memset(p, 0, size);
        for (int i = 0; mirrored && i < fit->free_count; i++) {
            s->begin[i] *= is_skew(&fit->free[i]) ? -1 : 1;
        }
        for (int stage = 0; status == RB_OK && stage < RB_FIT_STAGES - 1; stage++) {
            status = rb_fit_search_stage(s, stage, p, &sum, err);
        }
        if (sum < least) {
            least = sum;
            memcpy(best_begin, s->begin, size);
            memcpy(best_p, p, size);
        }
    }
    memcpy(s->begin, best_begin, size);
    memcpy(p, best_p, size);
    return status;
}

/* ---------------------------------------------------------------- errors that last */

/* Sum of products of residuals that are `lag` frames apart. */
static double lagged(const rb_fit *fit, const double *residuals, int lag) {
    double sum = 0;
    for (int k = 0; k < fit->series_count; k++) {
        const rb_fit_series *s = &fit->series[k];
        size_t columns = (size_t)s->columns, count = (size_t)s->frames * columns,
               shift = (size_t)lag * columns;
        for (size_t i = shift; i < count; i++) {
            sum += residuals[i] * residuals[i - shift];
        }
        residuals += count;
    }
    return sum;
}

/* Geyer's initial positive sequence: pairs of autocorrelations are summed while they are positive. */
double rb_fit_correlation_time(const rb_fit *fit, const double *residuals) {
    int frames = fit->series[0].frames;
    for (int k = 1; k < fit->series_count; k++) {
        frames = fit->series[k].frames < frames ? fit->series[k].frames : frames;
    }
    double square = lagged(fit, residuals, 0), time = 1;
    for (int lag = 1; square > 0 && lag + 1 < frames / 4; lag += 2) {
        double pair = (lagged(fit, residuals, lag) + lagged(fit, residuals, lag + 1)) / square;
        if (!(pair > 0)) {
            break;
        }
        time += 2 * pair;
    }
    return time;
}
