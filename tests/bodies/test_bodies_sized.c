/* Permanent contact with a patch that depends on N (src/bodies/contact_sized_inline.h): the search finds
   the force that belongs to its patch, from any start; dp5 predicts the start
   (src/sim/normal_force_predictor.h), and a run still continues to the same bits from any moment. */
#include "base/system.h"
#include "bodies/rigid_state.h"
#include "contact/hertz.h"
#include "curvature.h"
#include "sim/collocation.h"
#include "sim/model_build.h"
#include "sim/normal_force_predictor.h"
#include "support.h"

/* The same motion on a constant patch of the size that the snapshot says, which needs no search. */
static void compare(const rb_scene *scene, const rb_snapshot *now, const double *y) {
    rb_scene fixed = *scene;
    double *contact = fixed.values[RB_SECTION_CONTACT];
    contact[RB_CONTACT_A] = now->contact[0].patch.a;
    contact[RB_CONTACT_B] = now->contact[0].patch.b;
    contact[RB_CONTACT_SIZE] = RB_PATCH_SIZE_CONSTANT;
    rb_model sized, constant;
    rb_model_build(scene, &sized);
    rb_model_build(&fixed, &constant);
    double f[RB_ODE_MAX], g[RB_ODE_MAX], largest = 0;
    sized.ops->rhs(&sized, y, f);
    constant.ops->rhs(&constant, y, g);
    for (int i = RB_Y_V; i < RB_Y_COUNT; i++) {
        largest = fmax(largest, fabs(g[i]));
    }
    assert_near(f[RB_Y_N] / g[RB_Y_N], 1, 1e-11);
    for (int i = 0; i < RB_Y_COUNT; i++) {
        assert_near(f[i], g[i], 1e-11 * largest); /* friction is right to 1e-11 */
    }
    rb_curvature k = rb_ellipsoid_curvature(&sized.shape.R, now->n, sized.shape.axis);
    double k1 = k.kappa1, k2 = k.kappa2;
    bool k15 = scene->values[RB_SECTION_CONTACT][RB_CONTACT_SIZE] == RB_PATCH_SIZE_HERTZ_K15;
    double b = rb_hertz_axis_ratio(k2 / k1, k15 ? RB_HERTZ_TWO_POWERS : RB_HERTZ_EXACT);
    double E_star = rb_scene_value(scene, RB_SECTION_NORMAL, 0);
    assert_near(now->contact[0].patch.b, b, 1e-13);
    assert_near(now->contact[0].patch.a, rb_hertz_semi_axis(f[RB_Y_N], E_star, k1, k2, b),
                1e-11 * now->contact[0].patch.a);
}

static void force_and_patch_agree(void **state) {
    (void)state;
    const rb_scene scenes[] = {
        rb_test_scene("k15-ah", NULL),
        rb_test_scene("k15-ah", "size=hertz-k15", NULL), /* b as K15 (47) prints it */
        rb_test_scene("toy-plastic", NULL),
        rb_test_scene("long-wood", NULL),
        rb_test_scene("k11-fig5", "law=ak18", "rolling=ak18", "size=hertz", NULL),
        rb_test_scene("k15-a1", "size=hertz", NULL),
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        rb_simulation *sim = rb_test_simulation(&scenes[i]);
        for (int k = 1; k <= 40; k++) {
            rb_test_run_until(sim, 0.031 * k);
            rb_checkpoint now = rb_test_save(sim);
            compare(&scenes[i], &now.then, now.state.numbers);
        }
        rb_simulation_destroy(sim);
    }
}

/* From start values that are right, nearly right, wrong and invalid. */
static void any_start_of_the_search_works(void **state) {
    (void)state;
    static const char *const ids[] = {"k15-ah", "toy-plastic", "long-wood"};
    static const double times[] = {0, 1,   1 + 1e-12, 1 - 1e-9, 1 + 1e-6, 1 - 1e-3,
                                   2, 0.5, 1000,      1e-6,     -1,       INFINITY};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_model model;
        rb_model_build(&scene, &model);
        assert_true(model.searches_N);
        for (int k = 1; k <= 20; k++) {
            double f[RB_ODE_MAX], g[RB_ODE_MAX], largest = 0;
            rb_test_run_until(sim, 0.05 * k);
            rb_checkpoint now = rb_test_save(sim);
            model.ops->rhs(&model, now.state.numbers, f);
            for (int j = RB_Y_V; j < RB_Y_COUNT; j++) {
                largest = fmax(largest, fabs(f[j]));
            }
            for (size_t m = 0; m <= sizeof times / sizeof *times; m++) {
                double guess = m < sizeof times / sizeof *times ? times[m] * f[RB_Y_N] : NAN;
                model.ops->rhs_near(&model, now.state.numbers, guess, g);
                assert_near(g[RB_Y_N] / f[RB_Y_N], 1, 1e-11);
                for (int j = 0; j < RB_Y_COUNT; j++) {
                    assert_near(g[j], f[j], 1e-11 * largest); /* friction is right to 1e-11 */
                }
            }
        }
        rb_simulation_destroy(sim);
    }
}

/* The stages of collocation steps start the search from the N of the last iteration: one evaluation of the
   law each. N converges with the stages, which short steps make exact. */
static void stages_in_lanes_agree(void **state) {
    (void)state;
    static const char *const ids[] = {"k15-ah", "toy-plastic", "long-wood"};
    const rb_collocation_code *code = rb_collocation_find();
    void *work = rb_aligned_alloc(64, (code->size + 63) / 64 * 64);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_model model;
        rb_model_build(&scene, &model);
        assert_true(rb_collocation_has_lanes(&model));
        memset(work, 0, code->size);
        code->open(work, &model, 1e-9);
        for (int k = 1; k <= 20; k++) {
            rb_collocated made;
            double f[RB_ODE_MAX], y1[RB_ODE_MAX], J[RB_ODE_MAX * RB_ODE_MAX];
            rb_test_run_until(sim, 0.05 * k);
            rb_checkpoint now = rb_test_save(sim);
            model.ops->rhs(&model, now.state.numbers, f);
            code->begin(work, false, now.state.numbers, f, J);
            code->make(work, 1e-6, &made, y1);
            code->stages(work, &made);
            for (int s = 0; s < RB_COLLOCATION_STAGES; s++) {
                double largest = 0;
                model.ops->rhs(&model, made.z[s], f);
                for (int j = RB_Y_V; j < RB_Y_COUNT; j++) {
                    largest = fmax(largest, fabs(f[j]));
                }
                assert_near(made.f[s][RB_Y_N] / f[RB_Y_N], 1, 1e-11);
                for (int j = 0; j < RB_Y_COUNT; j++) {
                    assert_near(made.f[s][j], f[j], 1e-11 * largest);
                }
            }
        }
        rb_simulation_destroy(sim);
    }
    rb_aligned_free(work);
}

/* In smooth motion the prediction is so accurate (3e-12) that the search ends at once. At kinks of
   friction, in a few per cent of the steps, it does not. */
static void predictions_are_accurate(void **state) {
    (void)state;
    static const char *const ids[] = {"k15-ah", "toy-plastic", "long-wood"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_model model;
        rb_model_build(&scene, &model);
        double h = scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP];
        double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX], error[RB_ODE_MAX];
        model.ops->start(scene.values[RB_SECTION_START], &model, y);
        model.ops->rhs(&model, y, f);
        rb_predictor guesses = {0};
        int good = 0, all = 0;
        for (int k = 0; k < 10000; k++) {
            rb_predicted_forces guessed;
            rb_predictor_step(&guesses, &model, h, y, f, error, &guessed);
            rb_predictor_update(&guesses, &guessed);
            rb_body_project(&model, y);
            for (int s = 0; s < RB_PREDICTOR_STAGES; s++, all++) {
                good += fabs(guessed.guess[s] - guessed.found[s]) < 3e-12 * guessed.found[s];
            }
            assert_true(f[RB_Y_N] == guessed.found[RB_PREDICTOR_STAGES - 1]);
        }
        assert_true(good > 0.97 * all);
    }
}

/* Every method, also from moments between ticks. */
static void continues_from_any_moment(void **state) {
    (void)state;
    static const char *const ids[] = {"k15-ah", "long-wood", "toy-plastic"};
    enum { MOMENTS = 24 };
    static rb_checkpoint kept[MOMENTS];
    for (int i = 0; i < 3 * 6; i++) {
        rb_scene scene = rb_test_scene(ids[i / 6], NULL);
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = i % 6;
        rb_simulation *sim = rb_test_simulation(&scene), *other = rb_test_simulation(&scene);
        int each = i % 6 == RB_METHOD_DP5 ? 37 : 1;
        for (int k = 0; k < MOMENTS; k++) {
            for (int s = 0; s < each; s++) {
                rb_simulation_step(sim);
            }
            kept[k] = rb_test_save(sim);
        }
        uint64_t hash = rb_simulation_hash(sim);
        for (int k = 0; k < MOMENTS - 1; k++) {
            rb_test_restore(other, &kept[k]);
            for (int s = 0; s < each * (MOMENTS - 1 - k); s++) {
                rb_simulation_step(other);
            }
            assert_true(rb_simulation_hash(other) == hash);
        }
        rb_checkpoint end = rb_test_save(other); /* what comes after depends on nothing else */
        assert_memory_equal(&end, &kept[MOMENTS - 1], sizeof end);
        rb_simulation_destroy(sim);
        rb_simulation_destroy(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_and_patch_agree),     cmocka_unit_test(any_start_of_the_search_works),
        cmocka_unit_test(stages_in_lanes_agree),     cmocka_unit_test(predictions_are_accurate),
        cmocka_unit_test(continues_from_any_moment),
    };
    return cmocka_run_group_tests_name("a patch that follows the load", tests, NULL, NULL);
}
