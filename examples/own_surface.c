/* A user-defined contact surface of a celt, by its equation F(x, y, z) = 0: an ellipsoid that is narrower in
   front than behind, x²/a1² + (y²/a2²)(1 + t x/a1) + z²/a3² = 1. F is written once, in rb_jet: normals and
   curvatures follow from its exact derivatives.

   It is registered once, at the start, before the first scene is read. From then on body.surface accepts its
   id. */
#include <rattleback/rattleback.h>
#include <stdio.h>

#define TAPER 0.2

static rb_jet egg(const rb_surface_values *values, const rb_jet x[3]) {
    rb_jet u = rb_jet_scale(1 / values->a[0], x[0]);
    rb_jet v = rb_jet_scale(1 / values->a[1], x[1]);
    rb_jet w = rb_jet_scale(1 / values->a[2], x[2]);
    rb_jet taper = rb_jet_add(rb_jet_constant(1), rb_jet_scale(TAPER, u));
    rb_jet sum = rb_jet_add(rb_jet_mul(u, u), rb_jet_mul(rb_jet_mul(v, v), taper));
    return rb_jet_add(rb_jet_add(sum, rb_jet_mul(w, w)), rb_jet_constant(-1));
}

static const rb_surface_kind surface = {
    .size = sizeof(rb_surface_kind),
    .id = "own-egg",
    .name = "Own: egg",
    .help = "narrower in front than behind",
    .implicit = egg,
};

static int fail(const rb_error *err) {
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

int main(void) {
    rb_error err;
    if (rb_surface_register(&surface, &err) != RB_OK) {
        return fail(&err);
    }
    const char *const kinds[] = {"surface=ellipsoid", "surface=own-egg"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene;
        rb_run_result result;
        if (rb_library_open("k11-fig5", &scene, &err) != RB_OK ||
            rb_scene_assign(&scene, kinds[i], &err) != RB_OK) {
            return fail(&err);
        }
        rb_scene_set_method(&scene, RB_METHOD_AUTO);
        if (rb_run(&scene, 3, NULL, &result, &err) != RB_OK) {
            return fail(&err);
        }
        printf("%-13s reverses at %.4f s, energy balance closes to %.1e\n", kinds[i] + 8,
               result.summary.first_reversal_time, result.summary.energy_balance_error);
    }
    return 0;
}
