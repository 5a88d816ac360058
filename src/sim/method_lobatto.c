/* lobatto: Lobatto IIIA of order 8 by fixed-point iteration (math/collocation_inline.h), for smooth motion
   where right-hand sides have lanes. */
#include <math.h>

#include "sim/step.h"

static double margin(double trend) {
    (void)trend;
    return 0.9;
}

static double factor(double e) {
    return 1 / sqrt(sqrt(sqrt(e)));
}

static int begin(rb_step *step, const rb_model *model) {
    (void)model;
    return step->workspace.code->begin(step->workspace.memory, false, step->y0, step->f0, step->J);
}

static double error(const rb_step *step, int n, double h, const double *allowed) {
    (void)h;
    return rb_collocation_error(&step->own.collocated, n, false, allowed);
}

static int stage_values(const rb_step *step, int i, const double **when, double *values) {
    for (int s = 0; s < RB_COLLOCATION_STAGES; s++) {
        values[s] = step->own.collocated.f[s][i];
    }
    *when = rb_lobatto_nodes;
    return RB_COLLOCATION_STAGES;
}

#define STABILITY_LIMITED 0.1 /* rb_collocation_iteration_share */

static bool is_stability_limited(const rb_step *step, const rb_model *model, const double *scale) {
    return rb_collocation_iteration_share(&step->own.collocated, model->ops->state_count, scale) >
           STABILITY_LIMITED;
}

const rb_method rb_method_lobatto = {
    .id = RB_METHOD_LOBATTO,
    .name = "lobatto",
    .label = "lobatto: collocation, order 8",
    .expert = true,
    .adaptive = true,
    .chained = true,
    .order = 8,
    .rtol_max = INFINITY,
    .stage_count = RB_COLLOCATION_STAGES + 1,
    .begin = begin,
    .make = rb_step_collocate,
    .error = error,
    .factor = factor,
    .margin = margin,
    .interpolate = rb_step_interpolate_collocated,
    .fetch_stages = rb_step_fetch_collocated,
    .stage = rb_step_collocated_stage,
    .stage_values = stage_values,
    .is_stability_limited = is_stability_limited,
    .remember = rb_step_remember_collocated,
    .forget = rb_step_forget_collocated,
};
