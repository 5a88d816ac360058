#include "analysis/orbit_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_table.h"
#include "math/eigen.h"
#include "sim/control.h"
#include "sim/simulation_struct.h"

enum { ITERATIONS_MAX = 30 };

_Static_assert((int)RB_MULTIPLIERS_MAX == (int)RB_TANGENT_MAX, "a multiplier for each column");

typedef rb_orbit_search search;

/* ---- one period ---------------------------------------------------------------------------------- */

static void reach(search *s, double until) {
    until = fmin(until, s->period);
    while (!s->failed && s->tangent.t < until) {
        s->failed = !rb_tangent_advance(&s->tangent, until);
    }
}

static void on_step(void *context, const rb_interpolant *part, const rb_event *events, int count) {
    search *s = context;
    (void)events;
    (void)count;
    if (part != NULL && part->h > 0 && !s->failed && s->tangent.t < s->period) {
        rb_tangent_add(&s->tangent, part);
        reach(s, s->tangent.end);
    }
}

static void on_crossing(void *context, int event, const double *y) {
    search *s = context;
    if (!s->failed && s->tangent.t < s->period) {
        rb_tangent_project(&s->tangent);
        rb_tangent_cross(&s->tangent, event, y);
        if (s->event_count < RB_ORBIT_EVENTS) {
            s->event_times[s->event_count] = s->tangent.t;
            s->events[s->event_count++] = (unsigned char)event;
        }
    }
}

static bool is_cancelled(const search *s) {
    const rb_orbit_request *q = s->request;
    return q != NULL && q->cancelled != NULL && q->cancelled(q->context, rb_simulation_time(s->sim));
}

rb_status rb_orbit_run(search *s, rb_error *err) {
    rb_tangent *t = &s->tangent;
    rb_error why;
    rb_status status = rb_simulation_reset_checked(s->sim, &s->scene, err);
    if (status != RB_OK) {
        return status;
    }
    rb_simulation_set_y(s->sim, s->y);
    if (rb_tangent_begin(t, &s->sim->model, rb_simulation_y(s->sim), true, &why) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "orbit: %s", why.text);
    }
    s->failed = false;
    s->event_count = 0;
    t->columns = t->driving + s->by.count;
    if (t->columns > RB_TANGENT_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "orbit: expected at most %d directions, got %d", RB_TANGENT_MAX,
                       t->columns);
    }
    if (s->by.count > 0) {
        s->by.scene = &s->scene;
        s->by.first = t->driving;
        rb_tangent_by_begin(&s->by, t);
        memcpy(t->scale, s->scale, sizeof t->scale);
    }
    for (int i = 0; i < t->driving; i++) {
        rb_tangent_set(t, i, i, 1);
    }
    rb_tangent_project(t);
    rb_simulation_hook(s->sim, on_step, s);
    rb_simulation_hook_crossings(s->sim, on_crossing);
    while (!s->failed && t->t < s->period && rb_simulation_phase(s->sim) == RB_PHASE_RUNNING &&
           !is_cancelled(s)) {
        rb_simulation_step(s->sim);
    }
    rb_simulation_hook(s->sim, NULL, NULL);
    rb_simulation_hook_crossings(s->sim, NULL);
    return !s->failed && t->t >= s->period
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "orbit: the motion does not continue for a period of %g s",
                         s->period);
}

/* ---- Newton's method ----------------------------------------------------------------------------- */

double rb_orbit_solve(int n, double A[RB_ORBIT_SIZE][RB_ORBIT_SIZE], double *b) {
    double det = 1;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++) {
            pivot = fabs(A[i][k]) > fabs(A[pivot][k]) ? i : pivot;
        }
        if (!(fabs(A[pivot][k]) > 1e-13)) {
            return 0;
        }
        det *= pivot == k ? A[pivot][k] : -A[pivot][k];
        for (int j = 0; j < n; j++) {
            double swap = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = swap;
        }
        double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            double factor = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) {
                A[i][j] -= factor * A[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            b[k] -= A[k][j] * b[j];
        }
        b[k] /= A[k][k];
    }
    return det;
}

void rb_orbit_slope(const search *s, const double *y, double *slope) {
    const rb_tangent *t = &s->tangent;
    double f[RB_ODE_MAX] = {0};
    t->model->ops->rhs(t->model, y, f);
    for (int i = 0; i < t->driving; i++) {
        slope[i] = f[t->index[i]] / t->scale[i];
    }
}

double rb_orbit_residual(const search *s) {
    const rb_tangent *t = &s->tangent;
    double sum = 0;
    for (int i = 0; i < t->driving; i++) {
        double off = (t->y[t->index[i]] - s->y[t->index[i]]) / t->scale[i];
        sum += off * off;
    }
    return sqrt(sum);
}

/* (M - I) dx + f1 dT = -r, f0 dx = 0: r, the change of the state over the period; M, the tangent flow; the
   last equation keeps dx across the motion. */
static bool improve(search *s) {
    const rb_tangent *t = &s->tangent;
    int n = t->driving;
    double A[RB_ORBIT_SIZE][RB_ORBIT_SIZE] = {{0}}, b[RB_ORBIT_SIZE] = {0}, before[RB_ODE_MAX] = {0},
           after[RB_ODE_MAX] = {0};
    rb_orbit_slope(s, s->y, before);
    rb_orbit_slope(s, t->y, after);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A[i][j] = rb_tangent_get(t, i, j) - (i == j);
        }
        A[i][n] = after[i];
        A[n][i] = before[i];
        b[i] = -(t->y[t->index[i]] - s->y[t->index[i]]) / t->scale[i];
    }
    if (rb_orbit_solve(n + 1, A, b) == 0 || !(s->period + b[n] > 0)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        s->y[t->index[i]] += b[i] * t->scale[i];
    }
    s->period += b[n];
    return true;
}

/* Is the time one of the driving components? */
static bool depends_on_time(const search *s) {
    const rb_tangent *t = &s->tangent;
    for (int i = 0; i < t->driving; i++) {
        double passed = t->y[t->index[i]] - s->y[t->index[i]];
        if (fabs(passed - s->period) <= 1e-9 * s->period) {
            return true;
        }
    }
    return false;
}

rb_status rb_orbit_iterate(search *s, rb_orbit *out, rb_error *err) {
    for (out->iterations = 1; out->iterations <= ITERATIONS_MAX; out->iterations++) {
        rb_status status = rb_orbit_run(s, err);
        if (status != RB_OK) {
            return status;
        }
        if (depends_on_time(s)) {
            return rb_fail(err, RB_ERR_INPUT, "orbit: expected a motion that no force drives with the time");
        }
        out->residual = rb_orbit_residual(s);
        if (out->residual <= RB_ORBIT_CONVERGED) {
            return RB_OK;
        }
        if (!improve(s)) {
            break;
        }
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "orbit: no convergence after %d iterations, residual %g; start nearer to the orbit "
                   "(--transient), which must be isolated: "
                   "orbits of bodies that conserve energy or turn about the vertical are not",
                   out->iterations > ITERATIONS_MAX ? ITERATIONS_MAX : out->iterations, out->residual);
}

/* ---- multipliers --------------------------------------------------------------------------------- */

rb_status rb_orbit_multipliers(const search *s, rb_orbit *out, rb_error *err) {
    const rb_tangent *t = &s->tangent;
    double M[RB_ODE_MAX][RB_ODE_MAX], re[RB_ODE_MAX], im[RB_ODE_MAX];
    int n = t->driving, own = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            M[i][j] = rb_tangent_get(t, i, j);
        }
    }
    if (!rb_eigenvalues(M, n, re, im)) {
        return rb_fail(err, RB_ERR_INPUT, "orbit: the Floquet multipliers were not found");
    }
    for (int i = 0; i < n; i++) { /* insertion, by falling modulus */
        int at = i;
        for (; at > 0 && hypot(out->re[at - 1], out->im[at - 1]) < hypot(re[i], im[i]); at--) {
            out->re[at] = out->re[at - 1];
            out->im[at] = out->im[at - 1];
        }
        out->re[at] = re[i];
        out->im[at] = im[i];
    }
    for (int i = 1; i < n; i++) {
        own = hypot(out->re[i] - 1, out->im[i]) < hypot(out->re[own] - 1, out->im[own]) ? i : own;
    }
    out->count = n;
    out->stable = true;
    for (int i = 0; i < n; i++) {
        out->stable = out->stable && (i == own || hypot(out->re[i], out->im[i]) < 1);
    }
    return RB_OK;
}

/* ---- the search ---------------------------------------------------------------------------------- */

rb_status rb_orbit_approach(search *s, const rb_orbit_request *request, rb_orbit *out, rb_error *err) {
    rb_map_point *points = calloc((size_t)request->points, sizeof *points);
    if (points == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "orbit: out of memory");
    }
    rb_map_result found = {0};
    s->request = request;
    rb_map_request map = {.section = request->section,
                          .transient = request->transient,
                          .points = request->points,
                          .cancelled = request->cancelled,
                          .context = request->context,
                          .patience = s->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END]};
    rb_status status = rb_poincare_continue(s->sim, &map, points, &found, err);
    out->period = request->period > 0 ? request->period : found.period;
    if (status == RB_OK && (out->period == 0 || found.found <= out->period)) {
        status = rb_fail(err, RB_ERR_INPUT,
                         "orbit: %d points of the section do not repeat: expected a periodic motion, or "
                         "--period N close to an orbit",
                         found.found);
    }
    if (status == RB_OK) {
        s->period = points[found.found - 1].t - points[found.found - 1 - out->period].t;
        memcpy(s->y, rb_simulation_y(s->sim), (size_t)s->sim->model.ops->state_count * sizeof *s->y);
    }
    free(points);
    return status;
}

static rb_status find(search *s, const rb_orbit_request *request, rb_orbit *out, rb_error *err) {
    if (s->sim->model.ops->large != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "orbit: expected a celt, a tippe-top or a disk");
    }
    rb_status status = rb_orbit_approach(s, request, out, err);
    status = status == RB_OK ? rb_orbit_iterate(s, out, err) : status;
    status = status == RB_OK ? rb_orbit_multipliers(s, out, err) : status;
    if (status == RB_OK) {
        const rb_body_kind *body = s->scene.body;
        rb_snapshot now;
        status = rb_simulation_reset_checked(s->sim, &s->scene, err);
        rb_simulation_set_y(s->sim, s->y);
        rb_simulation_snapshot(s->sim, &now);
        out->period_time = s->period;
        for (int i = 0; i < 2; i++) {
            out->at[i] = rb_signal_value(rb_signal_at(rb_signal_of(body, rb_map_signals(body)[i])), &now);
        }
    }
    return status;
}

rb_status rb_orbit_find(const rb_scene *scene, const rb_orbit_request *request, rb_orbit *out,
                        rb_error *err) {
    search *s = calloc(1, sizeof *s);
    *out = (rb_orbit){0};
    if (s == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "orbit: out of memory");
    }
    s->scene = rb_tangent_scene(scene);
    rb_status status = rb_simulation_create_checked(&s->scene, &s->sim, err);
    status = status == RB_OK ? find(s, request, out, err) : status;
    rb_simulation_destroy(s->sim);
    free(s);
    return status;
}
