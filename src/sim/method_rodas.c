/* rodas: Rodas5P, linearly implicit of order 5 with exact Jacobians (math/rodas.c), for stiff contacts and
   for motion near rest. It needs no iteration, so it works with any slope of the friction law. */
#include <math.h>

#include "math/elementary.h"
#include "sim/step.h"

static double margin(double trend) {
    (void)trend;
    return 0.9;
}

static double factor(double e) {
    return rb_pow(e, -0.2);
}

static int begin(rb_step *step, const rb_model *model) {
    rb_step_jacobian(model, step->y0, step->J);
    return 0;
}

static int make(rb_step *step, const rb_model *model, double h) {
    rb_system system = rb_step_system(model);
    bool made = rb_rodas_step(&system, h, step->y0, step->f0, step->J, &step->own.rodas.made, step->y1,
                              step->own.rodas.error);
    return made ? RB_RODAS_COST : 0;
}

static double error(const rb_step *step, int n, double h, const double *allowed) {
    (void)h;
    const double *e = step->own.rodas.error;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += e[i] * e[i] / (allowed[i] * allowed[i]);
    }
    return sqrt(sum / n);
}

static void interpolate(rb_step *step, const rb_model *model) {
    rb_rodas_dense(&step->own.rodas.made, rb_body_moving(model->ops), step->y0, step->y1, &step->dense);
}

static void stage(const rb_step *step, int index, const double **y, const double **f) {
    *y = step->own.rodas.made.z[index];
    *f = step->own.rodas.made.f[index];
}

const rb_method rb_method_rodas = {
    .id = RB_METHOD_RODAS,
    .name = "rodas",
    .label = "rodas: implicit, order 5",
    .expert = true,
    .adaptive = true,
    .implicit = true,
    .order = 5,
    .rtol_max = INFINITY,
    .stage_count = RB_RODAS_STAGES,
    .begin = begin,
    .make = make,
    .error = error,
    .factor = factor,
    .margin = margin,
    .interpolate = interpolate,
    .stage = stage,
};
