/* dop853: explicit Runge-Kutta of order 8 (math/dop853.c), for smooth motion. */
#include <math.h>

#include "sim/step.h"

/* A rejected step costs more than many slightly longer steps save, except where consecutive steps are
   alike: there stability limits them. */
static double margin(double trend) {
    return fabs(trend - 1) < 0.05 ? 0.9 : 0.8;
}

static double factor(double e) {
    return 1 / sqrt(sqrt(sqrt(e)));
}

static int begin(rb_step *step, const rb_model *model) {
    (void)step, (void)model;
    return 0;
}

static int make(rb_step *step, const rb_model *model, double h) {
    rb_system system = rb_step_system(model);
    rb_dop853_step(&system, h, step->y0, step->f0, &step->own.dop853, step->y1);
    return RB_DOP853_COST;
}

static double error(const rb_step *step, int n, double h, const double *allowed) {
    return rb_dop853_error(&step->own.dop853, n, h, allowed);
}

static void interpolate(rb_step *step, const rb_model *model) {
    rb_system system = rb_step_system(model);
    rb_dop853_dense(&system, step->h, step->y0, step->y1, step->f1, &step->own.dop853, &step->dense);
}

static void stage(const rb_step *step, int index, const double **y, const double **f) {
    *y = step->own.dop853.z[index];
    *f = step->own.dop853.k[index];
}

static int stage_values(const rb_step *step, int i, const double **when, double *values) {
    for (int s = 0; s < RB_DOP853_COST; s++) {
        values[s] = step->own.dop853.k[rb_dop853_order[s]][i];
    }
    *when = rb_dop853_when;
    return RB_DOP853_COST;
}

#define STABILITY_LIMITED 1.2 /* h lambda above which stiffness may limit the step */

static bool is_stability_limited(const rb_step *step, const rb_model *model, const double *scale) {
    (void)scale;
    return rb_dop853_stiffness(&step->own.dop853, model->coupled.first, model->coupled.count, step->h,
                               step->y1, step->f1) > STABILITY_LIMITED;
}

const rb_method rb_method_dop853 = {
    .id = RB_METHOD_DOP853,
    .name = "dop853",
    .label = "dop853: explicit, order 8",
    .expert = true,
    .adaptive = true,
    .order = 8,
    .rtol_max = INFINITY,
    .stage_count = RB_DOP853_COST + 1,
    .dense_cost = RB_DOP853_DENSE_COST,
    .begin = begin,
    .make = make,
    .error = error,
    .factor = factor,
    .margin = margin,
    .interpolate = interpolate,
    .stage = stage,
    .stage_values = stage_values,
    .is_stability_limited = is_stability_limited,
};
