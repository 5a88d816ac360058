/* radau: Radau IIA of order 7, L-stable, by Newton's iteration (math/collocation_inline.h), for stiff
   contacts with long steps. Where the iteration fails, rodas takes some steps (auto.c). */
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
    (void)model;
    return step->workspace.code->begin(step->workspace.memory, true, step->y0, step->f0, step->J);
}

static double error(const rb_step *step, int n, double h, const double *allowed) {
    (void)h;
    return rb_collocation_error(&step->own.collocated, n, true, allowed);
}

#define RTOL_MAX 1e-2 /* with a larger value the iteration fails so often that runs take longer */

const rb_method rb_method_radau = {
    .id = RB_METHOD_RADAU,
    .name = "radau",
    .label = "radau: implicit collocation, order 7",
    .expert = true,
    .adaptive = true,
    .implicit = true,
    .chained = true,
    .order = 5,
    .rtol_max = RTOL_MAX,
    .stage_count = RB_COLLOCATION_STAGES + 1,
    .begin = begin,
    .make = rb_step_collocate,
    .error = error,
    .factor = factor,
    .margin = margin,
    .interpolate = rb_step_interpolate_collocated,
    .fetch_stages = rb_step_fetch_collocated,
    .stage = rb_step_collocated_stage,
    .remember = rb_step_remember_collocated,
    .forget = rb_step_forget_collocated,
};
