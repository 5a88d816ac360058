/* Permanent contact on a patch that follows N (src/bodies/contact_sized_inline.h): what the search finds is
   the force that belongs to its patch. */
#include "bodies/rigid_state.h"
#include "rattleback/curvature.h"
#include "rattleback/hertz.h"
#include "sim/model_build.h"
#include "support.h"

/* The same motion on a constant patch of the size that the snapshot tells, which needs no search. */
static void compare(const rb_scene *scene, const rb_snapshot *now) {
    rb_scene fixed = *scene;
    double *contact = fixed.values[RB_SECTION_CONTACT];
    contact[RB_CONTACT_A] = now->contact[0].patch.a;
    contact[RB_CONTACT_B] = now->contact[0].patch.b;
    contact[RB_CONTACT_SIZE] = RB_PATCH_SIZE_CONSTANT;
    rb_model sized, constant;
    rb_model_build(scene, &sized);
    rb_model_build(&fixed, &constant);
    double f[RB_ODE_MAX], g[RB_ODE_MAX], largest = 0;
    sized.ops->rhs(&sized, now->state, f);
    constant.ops->rhs(&constant, now->state, g);
    for (int i = RB_Y_V; i < RB_Y_COUNT; i++) {
        largest = fmax(largest, fabs(g[i]));
    }
    assert_near(f[RB_Y_N] / g[RB_Y_N], 1, 1e-11);
    for (int i = 0; i < RB_Y_COUNT; i++) {
        assert_near(f[i], g[i], 1e-11 * largest); /* friction is right to 1e-11 */
    }
    rb_curvature k = rb_ellipsoid_curvature(&sized.shape.R, now->n, sized.shape.axis);
    double k1 = k.kappa1, k2 = k.kappa2;
    double b = rb_hertz_axis_ratio(k2 / k1, RB_HERTZ_EXACT);
    double E_star = rb_scene_value(scene, RB_SECTION_NORMAL, 0);
    assert_near(now->contact[0].patch.b, b, 1e-13);
    assert_near(now->contact[0].patch.a, rb_hertz_semi_axis(f[RB_Y_N], E_star, k1, k2, b),
                1e-11 * now->contact[0].patch.a);
}

static void force_and_patch_agree(void **state) {
    (void)state;
    const rb_scene scenes[] = {
        rb_test_scene("k15-ah", NULL),
        rb_test_scene("toy-plastic", NULL),
        rb_test_scene("long-wood", NULL),
        rb_test_scene("k11-fig5", "law=ak18", "rolling=ak18", "size=hertz", NULL),
        rb_test_scene("k15-a1", "size=hertz", NULL),
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        rb_simulation *sim = rb_test_simulation(&scenes[i]);
        for (int k = 1; k <= 40; k++) {
            rb_snapshot now;
            rb_test_run_until(sim, 0.031 * k);
            rb_simulation_snapshot(sim, &now);
            compare(&scenes[i], &now);
        }
        rb_simulation_destroy(sim);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_and_patch_agree),
    };
    return cmocka_run_group_tests_name("a patch that follows the load", tests, NULL, NULL);
}
