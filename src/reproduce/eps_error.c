#include "reproduce/eps_error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

/* Numbers of points among which a period is searched for, in this order. A period has at most half as many
   points. */
static const int orbit_points[] = {250, 1000, 4000};
enum { POINTS_MAX = 20000 }; /* of one motion */
static const double patience =
    3000; /* s without a point before the search is aborted: K12's orbits take up to 200 s between points */

static rb_status set(rb_scene *scene, const char *name, double value, rb_error *err) {
    char text[32];
    rb_format(text, sizeof text, "%.17g", value);
    return rb_scene_set(scene, name, text, err);
}

/* Points of a motion until a time. */
typedef struct motion {
    rb_map_point *points; /* POINTS_MAX */
    int count;
    double until;
} motion;

static bool see_until(void *context, int index, const rb_map_point *point, const rb_snapshot *now) {
    motion *m = context;
    (void)now;
    bool within = point->t <= m->until;
    m->count = within ? index + 1 : m->count;
    return within;
}

/* The points of the map until m->until, at most `most`. */
static rb_status find_points(const rb_scene *scene, int most, motion *m, rb_map_result *result,
                             rb_error *err) {
    rb_map_request request = {.points = most, .see = see_until, .context = m};
    request.patience = patience;
    m->count = 0;
    rb_status status = rb_section_read(scene->body, NULL, &request.section, err);
    return status == RB_OK ? rb_poincare(scene, &request, m->points, result, err) : status;
}

/* Sets the start of the scene to its periodic orbit. */
static rb_status find_orbit(rb_scene *scene, motion *m, rb_eps_study *out, rb_error *err) {
    rb_map_result result = {0};
    if (scene->body->section == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a body that sticks and slips, got a %s", scene->id,
                       scene->body->id);
    }
    rb_status status = RB_OK;
    int most = 0;
    m->until = INFINITY;
    for (size_t i = 0; i < sizeof orbit_points / sizeof orbit_points[0] && result.period == 0; i++) {
        most = orbit_points[i];
        status = find_points(scene, most, m, &result, err);
        if (status != RB_OK) {
            return status;
        }
        if (result.found < most) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: expected a disk that keeps sticking, found %d of %d points", scene->id,
                           result.found, most);
        }
    }
    if (result.period == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a motion that repeats, found none within %d points",
                       scene->id, most / 2);
    }
    out->period = result.period;
    out->x = m->points[most - 1].at[0];
    out->phi = m->points[most - 1].at[1];
    status = set(scene, "start.x", out->x, err);
    return status == RB_OK ? set(scene, "start.phi", out->phi, err) : status;
}

static rb_status run_motion(rb_scene *scene, double eps, double until, motion *m, rb_error *err) {
    rb_map_result result = {0};
    m->until = until;
    rb_status status = set(scene, "body.eps_lambda", eps, err);
    status = status == RB_OK ? find_points(scene, POINTS_MAX, m, &result, err) : status;
    if (status == RB_OK && m->count == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: eps_lambda = %g: expected a disk that sticks before t = %g (--until)", scene->id,
                       eps, until);
    }
    return status;
}

/* Distances of the points from those of the reference. It is a different motion if a point deviates by
   more than a tenth of the reference's extent, or if the number of points differs. */
static rb_eps_row compare(double eps, const motion *truth, const motion *m) {
    rb_eps_row row = {.eps = eps};
    double extent = 0;
    int count = truth->count < m->count ? truth->count : m->count;
    for (int i = 0; i < truth->count; i++) {
        for (int k = 0; k < 2; k++) {
            extent = fmax(extent, fabs(truth->points[i].at[k]));
        }
    }
    for (int i = 0; i < count; i++) {
        const rb_map_point *a = &m->points[i], *b = &truth->points[i];
        row.error = fmax(row.error, fmax(fabs(a->at[0] - b->at[0]), fabs(a->at[1] - b->at[1])));
        row.late = fmax(row.late, fabs(a->t - b->t));
    }
    int more = m->count - truth->count; /* one point may be on the other side of the end */
    row.jumped = row.error > 0.1 * extent || more > 1 || more < -1;
    return row;
}

/* Fits the rows before the first jump. */
static double slope_of(const rb_eps_study *s) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < s->count && !s->rows[i].jumped; i++) {
        double u = log10(s->rows[i].eps), v = log10(s->rows[i].error);
        n += 1, x += u, y += v, xx += u * u, xy += u * v;
    }
    return n >= 2 ? (n * xy - x * y) / (n * xx - x * x) : NAN;
}

static rb_status measure(rb_scene *scene, double from, double to, motion *truth, motion *m, rb_eps_study *out,
                         rb_error *err) {
    rb_status status = find_orbit(scene, m, out, err);
    if (status == RB_OK) {
        status = run_motion(scene, out->reference, out->until, truth, err);
    }
    for (int i = 0; status == RB_OK && i < out->count; i++) {
        double eps = from * pow(to / from, (double)i / (out->count - 1));
        status = run_motion(scene, eps, out->until, m, err);
        if (status == RB_OK) {
            out->rows[i] = compare(eps, truth, m);
            out->jump = out->rows[i].jumped ? fmin(out->jump, eps) : out->jump;
        }
    }
    out->slope = slope_of(out);
    return status;
}

rb_status rb_eps_errors(const rb_scene *scene, double from, double to, int count, rb_eps_study *out,
                        rb_error *err) {
    rb_scene own = *scene;
    *out = (rb_eps_study){.reference = from / 100,
                          .count = count,
                          .until = rb_scene_value(scene, RB_SECTION_SOLVER, RB_SOLVER_T_END),
                          .jump = INFINITY};
    rb_map_point *points = calloc(2 * (size_t)POINTS_MAX, sizeof *points);
    if (points == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "eps-error: out of memory");
    }
    motion truth = {.points = points}, m = {.points = points + POINTS_MAX};
    rb_status status = measure(&own, from, to, &truth, &m, out, err);
    free(points);
    return status;
}
