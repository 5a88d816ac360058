#include "analysis/dynamics_json.h"

#include "analysis/study_table.h"

void rb_gradient_json(rb_json *json, const rb_scene *scene, const rb_gradient_request *request,
                      const rb_gradient *gradient) {
    rb_json_text(json, "scene", scene->id);
    rb_json_begin_object(json, "values");
    for (int i = 0; i < request->of_count; i++) {
        rb_json_number(json, request->of_names[i], gradient->values[i]);
    }
    rb_json_end(json);
    rb_json_begin_object(json, "gradient");
    for (int i = 0; i < request->of_count; i++) {
        rb_json_begin_object(json, request->of_names[i]);
        for (int k = 0; k < request->by_count; k++) {
            rb_json_number(json, request->by_names[k], gradient->slopes[i][k]);
        }
        rb_json_end(json);
    }
    rb_json_end(json);
}

static void put_list(rb_json *json, const char *name, const double *values, int count) {
    rb_json_begin_list(json, name);
    for (int i = 0; i < count; i++) {
        rb_json_number(json, NULL, values[i]);
    }
    rb_json_end(json);
}

void rb_lyapunov_json(rb_json *json, const rb_scene *scene, double transient, const rb_lyapunov *lyapunov) {
    rb_json_text(json, "scene", scene->id);
    put_list(json, "exponents", lyapunov->exponents, lyapunov->count);
    put_list(json, "errors", lyapunov->errors, lyapunov->count);
    rb_json_number(json, "sum", lyapunov->sum);
    rb_json_number(json, "divergence", lyapunov->divergence);
    rb_json_number(json, "transient", transient);
    rb_json_number(json, "t_end", lyapunov->summary.t_end);
}

static void put_multipliers(rb_json *json, const rb_orbit *o) {
    rb_json_begin_list(json, "multipliers");
    for (int i = 0; i < o->count; i++) {
        put_list(json, NULL, (const double[]){o->re[i], o->im[i]}, 2);
    }
    rb_json_end(json);
    rb_json_bool(json, "stable", o->stable);
}

void rb_orbit_json(rb_json *json, const rb_scene *scene, const rb_orbit *orbit) {
    const char *const *names = rb_map_signals(scene->body);
    rb_json_text(json, "scene", scene->id);
    rb_json_number(json, "period", orbit->period);
    rb_json_number(json, "period_time", orbit->period_time);
    rb_json_begin_object(json, "at");
    rb_json_number(json, names[0], orbit->at[0]);
    rb_json_number(json, names[1], orbit->at[1]);
    rb_json_end(json);
    rb_json_number(json, "residual", orbit->residual);
    put_multipliers(json, orbit);
}

/* points: with the points of the section. */
static void put_branch_point(rb_json *json, const rb_branch_point *p, bool points) {
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "kind", rb_branch_kind_name(p->kind));
    if (p->event != NULL) {
        rb_json_text(json, "event", p->event);
    }
    rb_json_number(json, "value", p->value);
    rb_json_number(json, "branch", p->branch);
    rb_json_bool(json, "branch_ends", p->ends);
    rb_json_number(json, "period", p->orbit.period);
    rb_json_number(json, "period_time", p->orbit.period_time);
    put_multipliers(json, &p->orbit);
    if (points) {
        rb_json_begin_list(json, "points");
        for (int i = 0; i < p->shown; i++) {
            put_list(json, NULL, p->at[i], 2);
        }
        rb_json_end(json);
    }
    rb_json_end(json);
}

void rb_continuation_json(rb_json *json, const rb_scene *scene, const rb_continuation_request *request,
                          const rb_continuation *continuation, bool path) {
    rb_json_text(json, "scene", scene->id);
    rb_json_text(json, "parameter", request->by.row->name);
    rb_json_number(json, "from", request->from);
    rb_json_number(json, "to", request->to);
    rb_json_number(json, "orbits", continuation->count);
    rb_json_bool(json, "complete", !continuation->cancelled);
    for (int pass = 0; pass <= path; pass++) {
        rb_json_begin_list(json, pass == 0 ? "bifurcations" : "path");
        for (int i = 0; i < continuation->count; i++) {
            const rb_branch_point *p = &continuation->points[i];
            if (pass == 1 || p->kind != RB_BRANCH_REGULAR) {
                put_branch_point(json, p, pass == 1);
            }
        }
        rb_json_end(json);
    }
    if (path) {
        const char *const *names = rb_map_signals(scene->body);
        rb_json_begin_list(json, "signals");
        rb_json_text(json, NULL, names[0]);
        rb_json_text(json, NULL, names[1]);
        rb_json_end(json);
    }
}
