/* Derivatives of the laws that a Jacobian caches for its columns (src/bodies/law_slopes.c): they are
   right, and never those of other arguments. */
#include "bodies/law_slopes.h"
#include "contact/hertz.h"
#include "sim/model_build.h"
#include "support.h"

static double relative(double a, double b) {
    return fabs(a - b) / (1e-12 + fabs(a) + fabs(b));
}

static void friction_slopes_follow_the_arguments(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-a1", NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    rb_slip slip = {0.3, -0.2, 0.5, 0.1, -0.15, 0.02, 0.03};
    double *const fields[] = {&slip.u_x, &slip.u_y, &slip.omega, &slip.d_c, &slip.d_s, &slip.r_c, &slip.r_s};
    rb_friction_slopes kept = {0};
    for (int i = -3; i < 7; i++) {
        rb_patch patch = model.friction.patch;
        patch.a *= i == -2 ? 1.1 : 1;
        patch.b *= i == -1 ? 0.9 : 1;
        rb_friction_set_patch(&model.friction, patch);
        double *field = i >= 0 ? fields[i] : NULL;
        double before = field != NULL ? *field : 0;
        if (field != NULL) {
            *field = before + 0.01;
        }
        rb_friction_slopes fresh = {0};
        bool varies = i % 2 != 0;
        const rb_friction_slopes *a = rb_friction_slopes_at(&kept, &model.friction, &slip, varies);
        const rb_friction_slopes *b = rb_friction_slopes_at(&fresh, &model.friction, &slip, varies);
        assert_memory_equal(&a->value, &b->value, sizeof a->value);
        assert_memory_equal(&a->by_slip, &b->by_slip, sizeof a->by_slip);
        if (varies) {
            assert_memory_equal(&a->by_b, &b->by_b, sizeof a->by_b);
        }
        /* A second call, also for the patch, changes nothing. */
        rb_friction_slopes_at(&kept, &model.friction, &slip, true);
        assert_memory_equal(&kept.value, &fresh.value, sizeof kept.value);
        if (field != NULL) {
            *field = before;
        }
    }
    /* Derivative of the force by the shape of the patch, by differences. */
    rb_friction_slopes at = {0};
    rb_friction_slopes_at(&at, &model.friction, &slip, true);
    rb_traction t[2];
    for (int i = 0; i < 2; i++) {
        rb_friction f = model.friction;
        rb_friction_set_patch(&f, (rb_patch){f.patch.a, f.patch.b + (i == 0 ? 1e-4 : -1e-4)});
        rb_friction_eval(&f, &slip, &t[i], NULL);
    }
    assert_below(relative(at.by_b.T_x, (t[0].T_x - t[1].T_x) / 2e-4), 1e-4);
    assert_below(relative(at.by_b.T_y, (t[0].T_y - t[1].T_y) / 2e-4), 1e-4);
    assert_below(relative(at.by_b.M, (t[0].M - t[1].M) / 2e-4), 1e-4);
    assert_near(at.by_a.T_x, 0, 1e-6); /* in units of the patch its size has no effect */
}

static void rolling_slopes_follow_the_arguments(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("ak18-a", NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    rb_rolling_motion motion = {0.3, -0.2, 0.5, 0.1};
    double *const fields[] = {&motion.w_x, &motion.w_y, &motion.vr_x, &motion.vr_y};
    rb_patch patch = {6e-3, 0.2};
    rb_rolling_slopes kept = {0};
    for (int i = -2; i < 4; i++) {
        double *field = i == -2 ? &patch.a : i == -1 ? &patch.b : fields[i];
        *field *= 1.1;
        rb_rolling_slopes fresh = {0};
        rb_rolling_slopes_at(&kept, &model, patch, &motion, i % 2 == 0);
        rb_rolling_slopes_at(&fresh, &model, patch, &motion, i % 2 == 0);
        assert_memory_equal(&kept.value, &fresh.value, sizeof kept.value);
        assert_memory_equal(&kept.by_motion, &fresh.by_motion, sizeof kept.by_motion);
        rb_rolling_slopes_at(&kept, &model, patch, &motion, true);
        rb_rolling_slopes_at(&fresh, &model, patch, &motion, true);
        assert_memory_equal(&kept.by_a, &fresh.by_a, sizeof kept.by_a);
        assert_memory_equal(&kept.by_b, &fresh.by_b, sizeof kept.by_b);
    }
    /* A moment in metres, in units of a: the larger the patch, the smaller the number. */
    rb_rolling_result r[2];
    for (int i = 0; i < 2; i++) {
        rb_patch other = {patch.a * (i == 0 ? 1.001 : 0.999), patch.b};
        model.rolling->evaluate(model.rolling_params, other, &motion, &r[i], NULL);
    }
    double length = 0.002 * patch.a;
    assert_below(relative(kept.by_a.M_x, (r[0].M_x - r[1].M_x) / length), 1e-4);
    assert_below(relative(kept.by_a.M_y, (r[0].M_y - r[1].M_y) / length), 1e-4);
}

static void hertz_slopes(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-ah", NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    rb_hertz_slopes kept = {0};
    static const double curvatures[][2] = {{2, 40}, {3, 40}, {3, 50}, {3, 50}, {7, 7}, {7, 7.00001}};
    for (int i = 0; i < 6; i++) {
        double k1 = curvatures[i][0], k2 = curvatures[i][1];
        const rb_hertz_slopes *s = rb_hertz_slopes_at(&kept, &model, k1, k2);
        assert_true(s->kappa1 == k1 && s->kappa2 == k2);
        assert_true(s->b == rb_hertz_ratio(k1, k2));
        if (i >= 4) { /* round: a and b are equal */
            assert_near(s->b, 1, 1e-5);
            assert_true(s->b_1 == 0 && s->a_2 == 0);
            continue;
        }
        double E = scene.values[RB_SECTION_NORMAL][RB_NORMAL_E_STAR], h = 1e-3;
        double b1 = (rb_hertz_ratio(k1 + h, k2) - rb_hertz_ratio(k1 - h, k2)) / (2 * h);
        double b2 = (rb_hertz_ratio(k1, k2 + h) - rb_hertz_ratio(k1, k2 - h)) / (2 * h);
        double a1 = (rb_hertz_semi_axis(1, E, k1 + h, k2, rb_hertz_ratio(k1 + h, k2)) -
                     rb_hertz_semi_axis(1, E, k1 - h, k2, rb_hertz_ratio(k1 - h, k2))) /
                    (2 * h);
        double a2 = (rb_hertz_semi_axis(1, E, k1, k2 + h, rb_hertz_ratio(k1, k2 + h)) -
                     rb_hertz_semi_axis(1, E, k1, k2 - h, rb_hertz_ratio(k1, k2 - h))) /
                    (2 * h);
        assert_below(relative(s->b_1, b1), 1e-5);
        assert_below(relative(s->b_2, b2), 1e-5);
        assert_below(relative(s->a_1, a1), 1e-5);
        assert_below(relative(s->a_2, a2), 1e-5);
    }
}

/* The same for the approximation of b that K15 uses. */
static void hertz_slopes_as_printed(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k15-ah", "size=hertz-k15", NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    double E = scene.values[RB_SECTION_NORMAL][RB_NORMAL_E_STAR], h = 1e-3;
    static const double curvatures[][2] = {{2, 40}, {3, 50}, {7, 8}};
    for (int i = 0; i < 3; i++) {
        rb_hertz_slopes kept = {0};
        double k1 = curvatures[i][0], k2 = curvatures[i][1], b[2], a[2];
        const rb_hertz_slopes *s = rb_hertz_slopes_at(&kept, &model, k1, k2);
        for (int k = 0; k < 2; k++) {
            double at = k2 + (k == 0 ? -h : h);
            b[k] = rb_hertz_axis_ratio(at / k1, RB_HERTZ_TWO_POWERS);
            a[k] = rb_hertz_semi_axis(1, E, k1, at, b[k]);
        }
        assert_near(s->b, rb_hertz_axis_ratio(k2 / k1, RB_HERTZ_TWO_POWERS), 1e-15);
        assert_near(s->a, rb_hertz_semi_axis(1, E, k1, k2, s->b), 1e-14 * s->a);
        assert_below(relative(s->b_2, (b[1] - b[0]) / (2 * h)), 1e-5);
        assert_below(relative(s->a_2, (a[1] - a[0]) / (2 * h)), 1e-5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_slopes_follow_the_arguments),
        cmocka_unit_test(rolling_slopes_follow_the_arguments),
        cmocka_unit_test(hertz_slopes),
        cmocka_unit_test(hertz_slopes_as_printed),
    };
    return cmocka_run_group_tests_name("slopes of laws", tests, NULL, NULL);
}
