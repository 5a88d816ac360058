#include "reproduce/eps_error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"

enum { TRANSIENT = 150, POINTS = 100 };

static rb_status set(rb_scene *scene, const char *name, double value, rb_error *err) {
    char text[32];
    rb_format(text, sizeof text, "%.17g", value);
    return rb_scene_set(scene, name, text, err);
}

static rb_status map_of(const rb_scene *scene, int transient, int count, rb_map_point *points,
                        rb_map_result *result, rb_error *err) {
    if (scene->body->section == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a body that sticks and slips, got a %s",
                       scene->id, scene->body->id);
    }
    rb_map_request request = {.transient = transient, .points = count};
    request.patience = rb_scene_value(scene, RB_SECTION_SOLVER, RB_SOLVER_T_END);
    rb_status status = rb_section_read(scene->body, NULL, &request.section, err);
    status = status == RB_OK ? rb_poincare(scene, &request, points, result, err) : status;
    if (status == RB_OK && result->found < count) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected a disk that goes on sticking, found %d of %d "
                       "points",
                       scene->id, result->found, count);
    }
    return status;
}

/* A scene that starts on the orbit. */
static rb_status find_orbit(rb_scene *scene, rb_eps_study *out, rb_error *err) {
    rb_map_point points[POINTS];
    rb_map_result result = {0};
    rb_status status = map_of(scene, TRANSIENT, POINTS, points, &result, err);
    if (status != RB_OK) {
        return status;
    }
    if (result.period == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected a motion that repeats, found none below %d "
                       "points",
                       scene->id, POINTS / 2);
    }
    out->period = result.period;
    out->x = points[POINTS - 1].at[0];
    out->phi = points[POINTS - 1].at[1];
    status = set(scene, "start.x", out->x, err);
    return status == RB_OK ? set(scene, "start.phi", out->phi, err) : status;
}

/* The point one period after the start. */
static rb_status one_period(rb_scene *scene, double eps, int period, rb_map_point *out,
                            rb_error *err) {
    rb_map_result result = {0};
    rb_status status = set(scene, "body.eps_lambda", eps, err);
    return status == RB_OK ? map_of(scene, period - 1, 1, out, &result, err) : status;
}

static double slope_of(const rb_eps_study *s) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < s->count; i++) {
        double u = log10(s->rows[i].eps), v = log10(s->rows[i].error);
        n += 1, x += u, y += v, xx += u * u, xy += u * v;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

rb_status rb_eps_errors(const rb_scene *scene, double from, double to, int count, rb_eps_study *out,
                        rb_error *err) {
    rb_scene own = *scene;
    *out = (rb_eps_study){.reference = from / 100, .count = count};
    rb_map_point truth = {0}, point = {0};
    rb_status status = find_orbit(&own, out, err);
    status = status == RB_OK ? one_period(&own, out->reference, out->period, &truth, err) : status;
    for (int i = 0; status == RB_OK && i < count; i++) {
        double eps = from * pow(to / from, (double)i / (count - 1));
        status = one_period(&own, eps, out->period, &point, err);
        if (status != RB_OK) {
            break;
        }
        double x = fabs(point.at[0] - truth.at[0]), phi = fabs(point.at[1] - truth.at[1]);
        out->rows[i] = (rb_eps_row){eps, fmax(x, phi), fabs(point.t - truth.t)};
    }
    out->slope = slope_of(out);
    return status;
}
