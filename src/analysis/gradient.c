/* Forward sensitivities: a column of the tangent flow for each parameter, with the derivative of the
   right-hand side by the parameter. Times of events follow from their functions. */
#include "analysis/gradient.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_private.h"
#include "analysis/tangent_by.h"
#include "base/text.h"
#include "bodies/driven.h"
#include "sim/control.h"
#include "sim/energy.h"
#include "sim/model_build.h"
#include "sim/observation.h"
#include "sim/simulation_struct.h"

/* ---- names --------------------------------------------------------------------------------------- */

rb_status rb_gradient_add_of(rb_gradient_request *request, const rb_scene *scene, const char *names,
                             rb_error *err) {
    char name[RB_GRADIENT_NAME];
    while (rb_list_next(&names, ',', name, sizeof name)) {
        const rb_outcome *found = name[0] != '\0' ? rb_sweep_find_value(scene->body, name) : NULL;
        if (found == NULL || request->of_count == RB_GRADIENT_MAX) {
            return rb_fail(err, RB_ERR_INPUT,
                           "--of: expected at most %d outcomes of this body (\"rbsim outcomes\" lists them), "
                           "got \"%s\"",
                           RB_GRADIENT_MAX, name);
        }
        snprintf(request->of_names[request->of_count], sizeof name, "%s", name);
        request->of[request->of_count++] = found;
    }
    return RB_OK;
}

rb_status rb_gradient_add_by(rb_gradient_request *request, const rb_scene *scene, const char *names,
                             rb_error *err) {
    char name[RB_GRADIENT_NAME];
    while (rb_list_next(&names, ',', name, sizeof name)) {
        rb_gradient_by *by = &request->by[request->by_count];
        if (request->by_count == RB_GRADIENT_MAX) {
            return rb_fail(err, RB_ERR_INPUT, "--by: expected at most %d parameters", RB_GRADIENT_MAX);
        }
        rb_status status = rb_gradient_by_find(by, scene, "--by", name, err);
        if (status != RB_OK) {
            return status;
        }
        snprintf(request->by_names[request->by_count++], sizeof name, "%s", name);
    }
    return RB_OK;
}

/* ---- models with a changed parameter ------------------------------------------------------------- */

/* Derivatives of the fields of a summary by one parameter, in its unit. */
typedef struct slopes {
    double first_reversal_time, extreme_after_reversal, time_of_extreme;
    double rest_time_0p1, rest_time_0p01;
    double first_small_contact, large_last_off, fallback_time;
} slopes;

/* An instant at which a field of the summary is determined. */
typedef struct instant {
    double t;
    size_t field; /* of slopes */
    rb_state_function *function;
    int which;
    bool is_value; /* the field is the value there; else the time of its zero */
} instant;

enum { INSTANTS = 8 };

typedef struct gradient {
    rb_scene scene;   /* with the tolerance of gradients */
    rb_scene precise; /* the scene whose tangent flow is used */
    const rb_gradient_request *request;
    rb_simulation *sim;
    rb_tangent tangent;
    rb_tangent_by by;
    slopes fields[RB_GRADIENT_MAX];
    instant instants[INSTANTS]; /* in the order of time */
    int instant_count, next;
    bool failed;
} gradient;

/* The initial state of a scene. */
static void start_of(const rb_scene *scene, const rb_model *model, double *y) {
    memset(y, 0, RB_ODE_MAX * sizeof *y);
    model->ops->start(scene->values[RB_SECTION_START], model, y);
    if (model->undriven != NULL) {
        rb_driven_start(model, 0, 0, y);
    }
}

/* The column of a parameter at the start. */
static void begin_column(gradient *g, int column) {
    double y[2][RB_ODE_MAX];
    for (int side = 0; side < 2; side++) {
        double by = side == 0 ? RB_TANGENT_DIFFERENCE : -RB_TANGENT_DIFFERENCE;
        rb_scene scene = rb_tangent_by_scene(&g->by, column, by);
        start_of(&scene, &g->by.models[column].model[0][side].model, y[side]);
    }
    for (int i = 0; i < g->tangent.rows; i++) {
        int c = g->tangent.index[i];
        rb_tangent_set(&g->tangent, i, column,
                       (y[0][c] - y[1][c]) / (2 * RB_TANGENT_DIFFERENCE * g->tangent.scale[i]));
    }
}

/* ---- instants ------------------------------------------------------------------------------------ */

static double component(const rb_model *model, const double *y, const double *f, int which) {
    (void)model;
    (void)f;
    return y[which];
}
static double rate(const rb_model *model, const double *y, const double *f, int which) {
    (void)model;
    (void)y;
    return f[which];
}
static double speed(const rb_model *model, const double *y, const double *f, int which) {
    (void)f;
    (void)which;
    double sum = 0;
    for (int i = 0; i < model->ops->follows.speed_count; i++) {
        sum += y[model->ops->follows.speed + i] * y[model->ops->follows.speed + i];
    }
    return sum;
}

static int by_time(const void *a, const void *b) {
    const instant *x = a, *y = b;
    return (x->t > y->t) - (x->t < y->t);
}

static void add_instant(gradient *g, double t, size_t field, rb_state_function *function, int which,
                        bool is_value) {
    if (isfinite(t)) {
        g->instants[g->instant_count++] = (instant){t, field, function, which, is_value};
    }
}

#define FIELD(name) s->name, offsetof(slopes, name)

static void list_instants(gradient *g, const rb_summary *s) {
    const rb_body_follows *follows = &g->sim->model.ops->follows;
    add_instant(g, FIELD(first_reversal_time), component, follows->spin, false);
    add_instant(g, FIELD(time_of_extreme), rate, follows->spin, false);
    add_instant(g, s->time_of_extreme, offsetof(slopes, extreme_after_reversal), component, follows->spin,
                true);
    add_instant(g, FIELD(rest_time_0p1), speed, 0, false);
    add_instant(g, FIELD(rest_time_0p01), speed, 0, false);
    add_instant(g, FIELD(first_small_contact), rate, follows->gap + 1, false);
    add_instant(g, FIELD(large_last_off), rate, follows->gap, false);
    add_instant(g, FIELD(fallback_time), rate, follows->gap, false);
    qsort(g->instants, (size_t)g->instant_count, sizeof g->instants[0], by_time);
}

static void evaluate(gradient *g, const instant *at) {
    const rb_tangent *t = &g->tangent;
    double by_t = rb_tangent_slope(t, -1, at->function, at->which);
    for (int k = 0; k < t->columns; k++) {
        double slope = rb_tangent_slope(t, k, at->function, at->which);
        double value = at->is_value ? slope : by_t != 0 ? -slope / by_t : NAN;
        memcpy((char *)&g->fields[k] + at->field, &value, sizeof value);
    }
}

/* ---- the run ------------------------------------------------------------------------------------- */

static void reach(gradient *g, double until) {
    while (!g->failed && g->tangent.t < until) {
        g->failed = !rb_tangent_advance(&g->tangent, until);
    }
}

static void on_step(void *context, const rb_interpolant *part, const rb_event *events, int count) {
    gradient *g = context;
    (void)events;
    (void)count;
    if (part == NULL || g->failed || !(part->h > 0)) {
        return;
    }
    rb_tangent_add(&g->tangent, part);
    for (double end = part->t0 + part->h; g->next < g->instant_count && g->instants[g->next].t <= end;
         g->next++) {
        reach(g, g->instants[g->next].t);
        evaluate(g, &g->instants[g->next]);
    }
    while (!g->failed && rb_tangent_is_due(&g->tangent)) {
        g->failed = !rb_tangent_advance(&g->tangent, g->tangent.end);
    }
}

static void on_crossing(void *context, int event, const double *y) {
    gradient *g = context;
    reach(g, g->tangent.end);
    rb_tangent_project(&g->tangent);
    rb_tangent_cross(&g->tangent, event, y);
}

static bool is_cancelled(void *context) {
    const gradient *g = context;
    return g->request->cancelled != NULL &&
           g->request->cancelled(g->request->context, rb_simulation_time(g->sim));
}

/* Returns false if it was cancelled. */
static bool run(gradient *g) {
    double half = rb_simulation_step_length(g->sim) / 2;
    bool cancelled = false;
    rb_simulation_set_interrupt(g->sim, is_cancelled, g);
    rb_simulation_hook(g->sim, on_step, g);
    rb_simulation_hook_crossings(g->sim, on_crossing);
    while (!cancelled && !g->failed && rb_simulation_phase(g->sim) == RB_PHASE_RUNNING &&
           rb_simulation_time(g->sim) < g->request->until - half) {
        cancelled = !rb_simulation_step(g->sim);
    }
    if (!cancelled && rb_simulation_phase(g->sim) == RB_PHASE_RUNNING) {
        rb_simulation_report_step(g->sim);
    }
    reach(g, g->tangent.end);
    rb_simulation_hook(g->sim, NULL, NULL);
    rb_simulation_hook_crossings(g->sim, NULL);
    return !cancelled;
}

/* ---- outcomes ------------------------------------------------------------------------------------ */

/* Fills the fields of a summary that the last state determines. */
static void fill_last(const gradient *g, const rb_model *model, const double *y, rb_summary *s) {
    rb_snapshot now;
    rb_observation_of_body(model, y, &now);
    s->E_final = now.E;
    s->W_slide = now.W_slide;
    s->W_drill = now.W_drill;
    s->W_roll = now.W_roll;
    s->W_damp = now.W_damp;
    s->W_lost = rb_energy_lost(g->scene.body, &now);
    s->W_in = now.W_in;
    s->mean_spin = isnan(s->mean_spin) ? NAN : now.turned / s->t_end;
    s->omega3_final = now.omega.z;
    memcpy(s->own, now.own, sizeof s->own);
}

/* The summary of a run whose parameter is changed by `by`, to first order. Fields without a derivative are
 * NAN. */
static rb_summary summary_with(const gradient *g, const rb_summary *s, int column, double by) {
    rb_summary moved = *s;
    const slopes *d = &g->fields[column];
    double y[RB_ODE_MAX];
    rb_snapshot first;
    rb_scene scene = rb_tangent_by_scene(&g->by, column, by);
    rb_recall recall;
    rb_tangent_by_model(&g->by, column, by, &recall);
    start_of(&scene, &recall.model, y);
    rb_observation_of_body(&recall.model, y, &first);
    moved.E_initial = first.E;
    memcpy(y, rb_simulation_y(g->sim), (size_t)recall.model.ops->state_count * sizeof *y);
    for (int i = 0; i < g->tangent.rows; i++) {
        y[g->tangent.index[i]] += by * rb_tangent_get(&g->tangent, i, column) * g->tangent.scale[i];
    }
    rb_body_project(&recall.model, y);
    if (s->end_reason == RB_END_REST) {
        recall.model.ops->stop(y);
    }
    fill_last(g, &recall.model, y, &moved);
    moved.first_reversal_time += by * d->first_reversal_time;
    moved.extreme_after_reversal += by * d->extreme_after_reversal;
    moved.time_of_extreme += by * d->time_of_extreme;
    moved.rest_time_0p1 += by * d->rest_time_0p1;
    moved.rest_time_0p01 += by * d->rest_time_0p01;
    moved.first_small_contact += by * d->first_small_contact;
    moved.large_last_off += by * d->large_last_off;
    moved.fallback_time += by * d->fallback_time;
    moved.N_min = moved.N_max = moved.energy_balance_error = moved.max_gap = NAN;
    moved.step_too_large_since = moved.wall_seconds = moved.implicit_share = NAN;
    moved.t_end = s->end_reason == RB_END_TIME ? s->t_end : NAN;
    return moved;
}

/* Returns a change of the parameter that changes the state by little. */
static double change_of(const gradient *g, int column) {
    double size = 1;
    for (int i = 0; i < g->tangent.rows; i++) {
        size = fmax(size, fabs(rb_tangent_get(&g->tangent, i, column)));
    }
    return RB_TANGENT_DIFFERENCE / size;
}

static void collect(const gradient *g, rb_gradient *out) {
    const rb_gradient_request *q = g->request;
    for (int i = 0; i < q->of_count; i++) {
        out->values[i] = rb_outcome_value(q->of[i], &out->summary);
    }
    for (int k = 0; k < q->by_count; k++) {
        double by = change_of(g, k), unit = rb_tangent_by_unit(&g->by, k);
        rb_summary more = summary_with(g, &out->summary, k, by);
        rb_summary less = summary_with(g, &out->summary, k, -by);
        for (int i = 0; i < q->of_count; i++) {
            double rise = rb_outcome_value(q->of[i], &more) - rb_outcome_value(q->of[i], &less);
            out->slopes[i][k] = isfinite(out->values[i]) ? rise / (2 * by * unit) : NAN;
        }
    }
}

static rb_status begin(gradient *g, const rb_summary *summary, rb_error *err) {
    const double *y = rb_simulation_y(g->sim);
    rb_error why;
    if (rb_tangent_begin(&g->tangent, &g->sim->model, y, true, &why) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "gradient: %s", why.text);
    }
    g->tangent.columns = g->request->by_count;
    g->by.scene = &g->scene;
    g->by.by = g->request->by;
    g->by.count = g->request->by_count;
    rb_tangent_by_begin(&g->by, &g->tangent);
    for (int k = 0; k < g->request->by_count; k++) {
        begin_column(g, k);
    }
    list_instants(g, summary);
    return RB_OK;
}

/* The plain run, and the run with its tangent flow. */
static rb_status compute(gradient *g, rb_run_result *first, rb_gradient *out, rb_error *err) {
    rb_observer observer = {.cancelled = g->request->cancelled, .context = g->request->context};
    rb_status status = rb_run_checked(&g->scene, g->request->until, &observer, first, err);
    if (status != RB_OK) {
        return status;
    }
    out->summary = first->summary;
    if (out->summary.end_reason != RB_END_TIME && out->summary.end_reason != RB_END_REST) {
        return rb_fail(err, RB_ERR_INPUT, "gradient: expected a run that continues, it ended at %g s (%s)",
                       out->summary.t_end, rb_end_reason_name(out->summary.end_reason));
    }
    g->precise = rb_tangent_scene(&g->scene);
    status = rb_simulation_create_checked(&g->precise, &g->sim, err);
    status = status == RB_OK ? begin(g, &out->summary, err) : status;
    if (status != RB_OK) {
        return status;
    }
    if (!run(g)) {
        return rb_fail(err, RB_ERR_INPUT, "gradient: interrupted");
    }
    if (g->failed) {
        return rb_fail(err, RB_ERR_INPUT, "gradient: no step was small enough");
    }
    collect(g, out);
    return RB_OK;
}

rb_status rb_gradient_of(const rb_scene *scene, const rb_gradient_request *request, rb_gradient *out,
                         rb_error *err) {
    rb_run_result *first = malloc(sizeof *first);
    gradient *g = calloc(1, sizeof *g);
    rb_status status = RB_ERR_MEMORY;
    if (first != NULL && g != NULL) {
        double *rtol = &g->scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL];
        g->scene = *scene;
        *rtol = fmin(*rtol, RB_GRADIENT_RTOL);
        g->request = request;
        status = compute(g, first, out, err);
        rb_simulation_destroy(g->sim);
    } else {
        rb_fail(err, RB_ERR_MEMORY, "gradient: out of memory");
    }
    free(g);
    free(first);
    return status;
}
