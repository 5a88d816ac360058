/* A user-defined friction law beside the built-in ones. The law: force and drilling torque shared
   by an ellipse, T = u/s, M = M0 omega/s, s^2 = u^2 + (k omega)^2 + eps^2: the simplest coupling
   there is, with k = M0 so that both sit on one ellipse (T/1)^2 + (M/M0)^2 = 1.

   It is registered once, at the start, before the first scene is read. From then on every part of
   the library knows it by its id. */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>

enum { P_M0, P_EPS };

static const rb_param params[] = {
    {.name = "M0",
     .symbol = "M₀",
     .unit = "",
     .min = 0,
     .max = 1,
     .def = 3 * 3.14159265358979 / 16,
     .help = "torque of pure drilling / (mu N a)",
     .source = "ours",
     .flags = RB_PARAM_ABOVE},
    {.name = "eps",
     .symbol = "ε",
     .unit = "rad/s",
     .min = 0,
     .max = 10,
     .def = 0.05,
     .help = "softens the law near rest",
     .source = "ours",
     .flags = RB_PARAM_SOFTENS},
};

static void evaluate(const rb_friction *f, const rb_slip *slip, rb_traction *out, rb_traction_jacobian *jac) {
    double k = f->params[P_M0], eps = f->params[P_EPS];
    const double v[3] = {slip->u_x, slip->u_y, k * slip->omega};
    const double by[3] = {1, 1, k}; /* dv_i by u_x, u_y, omega */
    double s2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + eps * eps;
    double s = s2 > 0 ? sqrt(s2) : 1;
    *out = (rb_traction){.T_x = v[0] / s, .T_y = v[1] / s, .M = k * v[2] / s};
    for (int i = 0; jac != NULL && i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            jac->d[i][j] = by[i] * by[j] * ((i == j ? 1 : 0) - v[i] * v[j] / (s * s)) / s;
        }
    }
}

static const rb_friction_law ellipse = {
    .id = "own-ellipse",
    .name = "Own: limit ellipse",
    .source = "examples/own_law.c",
    .help = "force and torque on one ellipse; does not depend on rolling",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .params = RB_PARAM_TABLE(params),
    .evaluate = evaluate,
};

static int fail(const rb_error *err) {
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

int main(void) {
    rb_error err;
    if (rb_friction_law_register(&ellipse, &err) != RB_OK) {
        return fail(&err);
    }
    const char *const laws[] = {"exact-circle", "k11-tanh", "own-ellipse"};
    for (int i = 0; i < 3; i++) {
        rb_scene scene;
        if (rb_library_open("k11-fig5", &scene, &err) != RB_OK) {
            return fail(&err);
        }
        rb_scene_set_friction(&scene, rb_friction_law_find(laws[i]));
        rb_scene_set_method(&scene, RB_METHOD_AUTO);
        rb_run_result result;
        if (rb_run(&scene, 3, NULL, &result, &err) != RB_OK) {
            return fail(&err);
        }
        printf("%-13s reverses at %.4f s, energy balance closes to %.1e\n", laws[i],
               result.summary.first_reversal_time, result.summary.energy_balance_error);
    }
    return 0;
}
